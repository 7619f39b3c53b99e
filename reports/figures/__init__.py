"""Small drawings as inline SVG. Colours come from the page's style sheet; dashes and shapes tell apart without them."""

from reports.figures.circle import actions
from reports.figures.histograms import histogram
from reports.figures.panels import MAX_CURVES, MAX_POINTS, panel
from reports.figures.series import Drawing, drawings, lines

__all__ = ["MAX_CURVES", "MAX_POINTS", "Drawing", "drawings", "histogram", "actions", "lines", "panel"]
