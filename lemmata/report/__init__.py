"""What people look at: a run's ``verdicts.json`` set as self-contained pages."""

from lemmata.report.latest import point_latest
from lemmata.report.render import render
from lemmata.report.run_files import ReportError

__all__ = ["ReportError", "point_latest", "render"]
