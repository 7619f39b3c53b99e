"""What people look at: a run's ``verdicts.json`` set as one self-contained page."""

from reports.latest import point_latest
from reports.render import ReportError, render

__all__ = ["ReportError", "point_latest", "render"]
