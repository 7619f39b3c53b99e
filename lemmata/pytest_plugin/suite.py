"""`pytest verify/`: the campaign through pytest, one item per statement; with `--conjectures DIR` one per file there.

The `conftest.py` of `verify/`, and that of the folder `collect` next to this file, make this module a plugin of a run.

Entries travel with pytest's own reports, so that the process that holds the run folder is the same with and without
xdist: the one that prints. Under xdist it creates the folder and trains the networks before workers start.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from lemmata.catalogue import expected
from lemmata.claims import budget as budgets
from lemmata.claims import profiles
from lemmata.conjectures import answers, jobs
from lemmata.conjectures.command import Options
from lemmata.conjectures.folder import ConjectureFolder, statements_of, unreadable
from lemmata.conjectures.pool import WorkerPool, without_answer
from lemmata.errors import InputError
from lemmata.language.verdicts import Verdict
from lemmata.processes import one_thread
from lemmata.run import campaign, inputs, workers
from lemmata.run.environment import environment
from lemmata.run.progress import short
from lemmata.run.run_folder import RunFolder, certificate_name, discard

ENTRY = pytest.StashKey[str]()
SETTINGS = pytest.StashKey["Settings | Collected"]()
ITEM = re.compile(
    r"(test_statements\.py::test_statement\[(?P<id>[^\]]+)|test_conjecture_files\.py::test_conjecture\[(?P<file>.+))\]$"
)


class Settings:
    """What the options ask for, and the run folder once it is needed.  Raises InputError for bad options."""

    def __init__(self, config: pytest.Config) -> None:
        self.rows = expected.load()
        self.profile = profiles.profile(config.getoption("profile", default="quick"))
        self.seed = inputs.seed(config.getoption("seed", default=0))
        self.device = inputs.resolve_device(config.getoption("device", default="cpu"))
        out = config.getoption("out", default=None)
        self.out = Path(out) if out else None
        self.reports = config.rootpath / "reports"
        self.worker_count = int(config.getoption("numprocesses", default=None) or 1)
        self.shared: dict[str, Any] | None = getattr(config, "workerinput", {}).get("lemmata")
        self.folder: RunFolder | None = None
        self.sent: set[str] = set()  # of which statements this process has handed on the derivation
        self.page: Path | None = None

    def prepare(self) -> dict[str, Any]:
        """Where the run is; made on first use by the process that holds the run."""
        if self.shared is None:
            head = {"profile": self.profile.name, "seed": self.seed}
            self.folder = RunFolder.create(self.out, head, self.rows, self.reports)
            self.folder.head["environment"] = environment(self.device, self.worker_count)
            self.shared = {"path": str(self.folder.path)}
        return self.shared

    def job(self) -> workers.Job:
        """What `run.workers` needs."""
        self.prepare()
        return workers.Job(campaign.ENGINE, self.profile, self.seed, self.device)

    def lost(self, identifier: str) -> dict[str, Any]:
        """The entry of a statement whose process died."""
        return workers.failed(self.job(), identifier, f"The worker checking {identifier} died.")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("lemmata", "statements of the suite")
    group.addoption("--profile", default="quick", help="how much work: quick, standard or deep (default: quick)")
    group.addoption("--seed", type=int, default=0, help="names the instances (default: 0)")
    group.addoption("--device", default="cpu", help="where floats are screened: cpu or cuda (default: cpu)")
    group.addoption("--out", default=None, metavar="DIR", help="folder of the run (default: reports/runs/<time>)")
    group.addoption("--conjectures", default=None, metavar="DIR", help="check the conjecture files there instead")
    group.addoption(
        "--budget", type=float, default=30.0, metavar="SECONDS", help="time for each conjecture (default: 30)"
    )


def _collected(config: pytest.Config) -> Collected:
    out, device = config.getoption("out"), config.getoption("device")
    options = Options(config.getoption("budget"), config.getoption("seed"), device, out=Path(out) if out else None)
    path = config.invocation_params.dir / config.getoption("conjectures")
    shared = getattr(config, "workerinput", {}).get("lemmata")
    collected = Collected(path, options, config.invocation_params.dir / "reports", shared)
    collected.worker_count = int(config.getoption("numprocesses", default=None) or 1)
    return collected


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The statements of the suite, or the conjectures that were named: never both."""
    left_out = "test_statements.py" if config.getoption("conjectures", default=None) else "test_conjecture_files.py"
    return True if collection_path.name == left_out else None


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "conjecture" in metafunc.fixturenames:
        settings = metafunc.config.stash[SETTINGS]
        assert isinstance(settings, Collected)
        metafunc.parametrize("conjecture", list(settings.files))


def pytest_configure(config: pytest.Config) -> None:
    try:
        named = config.getoption("conjectures", default=None)
        config.stash[SETTINGS] = _collected(config) if named else Settings(config)
    except profiles.UnknownProfile as problem:
        raise pytest.UsageError(f"--profile: {problem}") from problem
    except inputs.BAD as problem:
        raise pytest.UsageError(str(problem)) from problem
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Keeper(config.stash[SETTINGS]), "lemmata-keeper")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """xdist: tell a worker, before it starts, where the run is."""
    try:
        node.workerinput["lemmata"] = node.config.stash[SETTINGS].prepare()
    except inputs.BAD as problem:
        raise pytest.UsageError(str(problem)) from problem


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """`-k` does not read `~`: a sibling also answers to its id with a dot there."""
    for item in items:
        if (found := ITEM.search(item.nodeid)) and found["id"]:
            item.extra_keyword_matches.add(found["id"].replace("~", "."))


@pytest.fixture(scope="session")
def job(request: pytest.FixtureRequest) -> workers.Job:
    """Profile, seed and device of the run."""
    one_thread()
    settings = request.config.stash[SETTINGS]
    assert isinstance(settings, Settings)
    try:
        return settings.job()
    except inputs.BAD as problem:
        pytest.exit(str(problem), returncode=pytest.ExitCode.USAGE_ERROR)


@pytest.fixture
def difference(request: pytest.FixtureRequest, job: workers.Job) -> Callable[[str], str | None]:
    """Checks a statement; gives the message of a failure, or None for a verdict as it was reviewed."""
    settings = request.config.stash[SETTINGS]
    assert isinstance(settings, Settings)

    def check(identifier: str) -> str | None:
        text = workers.check_one(job, identifier, settings.sent)
        request.node.stash[ENTRY] = text
        entry = json.loads(text)
        entry.update(expected.compare(entry, settings.rows))
        request.node.user_properties += [("verdict", entry["verdict"]), ("expected", entry["expected"] or "none")]
        return None if entry["as_expected"] else message(entry, Path(settings.prepare()["path"]))

    return check


@pytest.fixture(scope="session")
def bench() -> Iterator[WorkerPool]:
    """The process that checks conjectures."""
    with WorkerPool() as one:
        yield one


@pytest.fixture
def broken(request: pytest.FixtureRequest, bench: WorkerPool) -> Callable[[str], str | None]:
    """Checks a conjecture file; gives the message of a failure, or None where it was proved or supported."""
    settings = request.config.stash[SETTINGS]
    assert isinstance(settings, Collected)

    def check(name: str) -> str | None:
        entry = settings.check(bench, name)
        request.node.stash[ENTRY] = json.dumps(entry)
        request.node.user_properties.append(("verdict", entry["verdict"]))
        return settings.message(entry)

    return check


def message(entry: dict[str, Any], folder: Path) -> str:
    """What differs, why the review said otherwise, where the evidence is and how to see it again."""
    lines = [f"{entry['id']}: {entry['difference']}"]
    if entry["difference"].startswith("no reviewed"):
        lines.append(
            f"  verdict: {entry['verdict']}; review the evidence and write a row, see `lemmata show {entry['id']}`"
        )
    if entry["reason"]:
        lines.append(f"  reviewed: {entry['reason']}")
    if entry["error"]:
        lines.append("  error: " + entry["error"].strip().splitlines()[-1])
    if entry["counterexample"]:
        lines.append(
            f"  counterexample: {entry['counterexample'].get('explain') or entry['counterexample'].get('claim')}"
        )
    if entry.get("_certificate"):
        from lemmata.run.run_folder import certificate_name

        lines.append(f"  certificate: {short(folder / 'certificates' / certificate_name(entry['id']))}")
    lines += [f"  evidence: {short(folder / 'index.html')}", f"  reproduce: {entry['reproduce']}"]
    return "\n".join(lines)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    report: Any = yield
    if call.when == "call" and ENTRY in item.stash:
        report.lemmata_entry = item.stash[ENTRY]
    return report


class Keeper:
    """Receives every report, keeps the run folder up to date and ends it."""

    def __init__(self, settings: Settings | Collected) -> None:
        self.settings = settings
        self.withdrawn: list[dict[str, Any]] = []  # entries whose derivation the kernel refused at the end

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        text = getattr(report, "lemmata_entry", None)
        lost = ITEM.search(report.nodeid) if report.when not in ("setup", "call", "teardown") else None
        if text is not None:
            self._add(json.loads(text))
        elif lost:  # xdist's own report of an item whose worker died
            self._add(self.settings.lost(lost["id"] or lost["file"]))

    def _add(self, entry: dict[str, Any]) -> None:
        self.settings.prepare()
        if self.settings.folder is not None:
            self.settings.folder.add(entry)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        folder = self.settings.folder
        if folder is None:
            return
        if not folder.entries:
            discard(folder)
            return
        if isinstance(self.settings, Settings):
            folder.head.update(inputs.asked(folder.order()))
        ended = exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED)
        before = {i for i, entry in folder.entries.items() if entry["verdict"] == Verdict.PROVED}
        self.settings.page = folder.finish(complete=ended and not (session.shouldstop or session.shouldfail))
        self.withdrawn = [folder.entries[i] for i in before if folder.entries[i]["verdict"] == Verdict.ERROR]
        if self.withdrawn and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        for entry in self.withdrawn:
            terminalreporter.write_line(f"{entry['id']}: {entry['error']}", red=True)
        if self.settings.page is not None:
            terminalreporter.write_line(f"report: {short(self.settings.page)}")


# Conjecture files as pytest sees them: the settings of a session, and the message of an item that fails.
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
