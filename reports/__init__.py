"""What people look at: a run's ``verdicts.json`` set as one self-contained page."""

from lemmata.reports.latest import point_latest
from lemmata.reports.render import ReportError, render

__all__ = ["ReportError", "point_latest", "render"]
