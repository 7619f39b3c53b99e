"""Small drawings as inline SVG. Colours come from the page's style sheet; dashes and shapes tell apart without them."""

from lemmata.report.figures.histograms import histogram
from lemmata.report.figures.panels import MAX_CURVES, MAX_POINTS, panel
from lemmata.report.figures.series import Drawing, drawings, lines

__all__ = ["MAX_CURVES", "MAX_POINTS", "Drawing", "drawings", "histogram", "lines", "panel"]
