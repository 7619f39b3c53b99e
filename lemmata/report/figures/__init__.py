"""Small drawings as inline SVG. Colours come from the page's style sheet; dashes and shapes tell apart without them."""

from lemmata.report.figures.panels import MAX_CURVES, MAX_POINTS, Drawing, drawings, histogram, lines, panel

__all__ = ["MAX_CURVES", "MAX_POINTS", "Drawing", "drawings", "histogram", "lines", "panel"]
