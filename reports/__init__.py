"""What people look at: a run's ``verdicts.json`` set as self-contained pages."""

from lemmata.reports.latest import point_latest
from lemmata.reports.reading import ReportError
from lemmata.reports.render import render

__all__ = ["ReportError", "point_latest", "render"]
