"""What people look at: a run's ``verdicts.json`` set as self-contained pages."""

from lemmata.reports.latest import point_latest
from lemmata.reports.render import render
from lemmata.reports.run_files import ReportError

__all__ = ["ReportError", "point_latest", "render"]
