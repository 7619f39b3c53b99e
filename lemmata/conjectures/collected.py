"""Conjecture files as pytest sees them: the settings of a session, and the message of an item that fails."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lemmata.claims import budget as budgets
from lemmata.conjectures import answers, jobs
from lemmata.conjectures.command import Options
from lemmata.conjectures.folder import ConjectureFolder, statements_of, unreadable
from lemmata.conjectures.pool import WorkerPool, without_answer
from lemmata.errors import InputError
from lemmata.language.verdicts import Verdict
from lemmata.run import inputs
from lemmata.run.progress import short
from lemmata.run.run_folder import certificate_name


class Collected:
    """The files of a session, and its run folder once it is needed.  Raises InputError for bad options.

    `shared` is what the process that holds the run tells the others, None in that process.
    """

    def __init__(self, path: Path, options: Options, reports: Path, shared: Mapping[str, Any] | None) -> None:
        budgets.seconds(options.budget)
        inputs.seed(options.seed)
        inputs.resolve_device(options.device)
        if not path.exists():
            raise InputError(f"--conjectures {path}: there is no such folder: name one that holds .toml files")
        self.files = jobs.files_in(path) if path.is_dir() else {path.stem: path}
        self.options, self.reports, self.shared = options, reports, shared
        ids = jobs.identifiers(self.files)
        self.jobs = {n: options.job(jobs.of_file(Path(short(file)), ids[n])) for n, file in self.files.items()}
        self.worker_count = 1
        self.selection = [str(path)]
        self.folder: ConjectureFolder | None = None
        self.page: Path | None = None

    def prepare(self) -> Mapping[str, Any]:
        """Where the run is; made on first use by the process that holds the run."""
        if self.shared is None:
            o = self.options
            begin = ConjectureFolder.begin
            run = begin(o.out, o.budget, o.seed, o.device, self.worker_count, self.selection, self.reports)
            run.statements = statements_of(list(self.jobs.values()))
            self.folder, self.shared = run, {"path": str(run.path)}
        return self.shared

    def check(self, bench: WorkerPool, name: str) -> dict[str, Any]:
        """The entry of a file."""
        job = self.jobs[name]
        for news in bench.run([job]):
            if news.kind == "bad":
                return unreadable(job["id"], job["file"], news.value)
            if news.kind == "entry":
                return dict(news.value)
        return without_answer(job, {}, {}, Verdict.INCONCLUSIVE, "interrupted")

    def lost(self, name: str) -> dict[str, Any]:
        """The entry of a file whose process of pytest died."""
        return without_answer(self.jobs[name], {}, {}, Verdict.ERROR, f"The process that checked {name} died.")

    def message(self, entry: Mapping[str, Any]) -> str | None:
        """Why an item fails, None for one that passes: whatever was neither proved nor supported fails."""
        if entry.get("unreadable"):
            return str(entry["error"])
        if entry["verdict"] in (Verdict.PROVED, Verdict.SUPPORTED):
            return None
        lines = [f"{entry['verdict']}: {entry['title']}", *answers.statement(entry), *answers.findings(entry)]
        folder = Path(self.prepare()["path"])
        if entry["certificate"]:
            lines.append(f"certificate: {short(folder / 'certificates' / certificate_name(entry['id']))}")
        lines += [f"evidence: {short(folder / 'index.html')}", f"reproduce: {entry['reproduce']}"]
        return "\n".join(lines)
