"""What people look at: a run's ``verdicts.json`` set as self-contained pages."""

from reports.latest import point_latest
from reports.reading import ReportError
from reports.render import render

__all__ = ["ReportError", "point_latest", "render"]
