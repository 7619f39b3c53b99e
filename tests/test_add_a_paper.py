"""docs/add-a-paper.md, followed as written: a package from outside, and one in a copy of the repository."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests import python
from tests.test_packaging import PACKAGES, PROJECT, ROOT

pytestmark = pytest.mark.long

PAGE = (ROOT / "docs" / "add-a-paper.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "paper"
FILE = re.compile(r"^In `([^`]+)`:\n\n```\w*\n(.*?)```\n", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:pip|lemmata|python) .*$", re.MULTILINE)
CLI = "import sys; from lemmata.cli.app import main; sys.exit(main())"
INSTALL = "pip install --no-deps --no-build-isolation examples/paper"


def written(folder: Path) -> Path:
    """The files of the page, in a folder."""
    for name, text in FILE.findall(PAGE):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def lemmata(*words: str, root: Path = ROOT, site: Path | None = None) -> subprocess.CompletedProcess[str]:
    """The command, with the distributions in `site` installed."""
    path = os.pathsep.join(str(p) for p in (site, root) if p)
    return python("-c", CLI, *words, cwd=root, PYTHONPATH=path)


def registered(
    site: Path, value: str | dict[str, str] = "products2026", name: str = "products2026", of: str = "one"
) -> None:
    """What an installer writes of a distribution with this entry point."""
    info = site / f"{of}-1.0.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {of}\nVersion: 1.0\n", encoding="utf-8")
    points = value if isinstance(value, dict) else {name: value}
    lines = "".join(f"{name} = {value}\n" for name, value in points.items())
    (info / "entry_points.txt").write_text(f"[lemmata.papers]\n{lines}", encoding="utf-8")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package of the page is installed, by pip."""
    folder = tmp_path_factory.mktemp("outside")
    source, target = written(folder / "examples" / "paper"), folder / "site"
    words = INSTALL.removeprefix("pip ").split()[:-1]
    done = python("-m", "pip", *words, "-q", "--no-index", "--target", str(target), str(source))
    assert done.returncode == 0, done.stderr
    return target


def test_the_page_shows_the_example_and_its_commands() -> None:
    files = {p.relative_to(EXAMPLE).as_posix(): p.read_text(encoding="utf-8") for p in EXAMPLE.rglob("*.*")
             if p.is_file() and p.suffix in (".py", ".toml", ".proof")}  # fmt: skip
    files = {name: text for name, text in files.items() if not name.startswith("build/")}
    assert dict(FILE.findall(PAGE)) == files and len(files) == 4
    verify = "lemmata verify 'products.*'"
    steps = [INSTALL, "lemmata list --paper products2026", verify, "python -P -m lemmata.certificates.manifest", verify]
    assert COMMAND.findall(PAGE) == steps


def test_its_statements_are_listed(site: Path) -> None:
    listed = lemmata("list", "--paper", "products2026", site=site)
    assert listed.returncode == 0 and "products.lemma-1" in listed.stdout and "refuted" in listed.stdout
    axioms = lemmata("axioms", "products.*", site=site)
    assert axioms.stdout.splitlines()[-1].startswith("1 proofs depend on"), axioms.stderr


def test_without_the_package_there_is_no_such_paper() -> None:
    """The control: the same commands where nothing was installed."""
    for words in (("list", "--paper", "products2026"), ("verify", "products.*")):
        done = lemmata(*words)
        assert done.returncode == 2 and "products" in done.stderr


def test_an_outside_paper_is_verified(site: Path, tmp_path: Path) -> None:
    done = lemmata("verify", "products.*", "--out", str(tmp_path / "run"), site=site)
    assert done.returncode == 0, done.stdout + done.stderr
    entries = json.loads((tmp_path / "run" / "verdicts.json").read_text(encoding="utf-8"))["statements"]
    assert {e["id"]: e["verdict"] for e in entries} == {"products.lemma-1": "proved", "products.lemma-2": "refuted"}
    certificate = tmp_path / "run" / "certificates" / "products.lemma-2.json"
    said = lemmata("certify", str(certificate))
    assert said.returncode == 0 and "products.lemma-2 is not in the manifest" in said.stdout


def test_before_its_review_a_verdict_is_not_as_expected(site: Path, tmp_path: Path) -> None:
    bare = shutil.copytree(site, tmp_path / "site")
    (bare / "theorems" / "products2026" / "expected.toml").unlink()
    done = lemmata("verify", "products.lemma-2", "--out", str(tmp_path / "run"), site=bare)
    assert done.returncode == 1 and "no reviewed verdict in expected.toml" in done.stdout
    words = ("review", "products.*", "--run", str(tmp_path / "run"))
    assert "give --reason" in lemmata(*words, site=bare).stderr
    rows = lemmata(*words, "--reason", 'F and G, "nilpotent"', site=bare).stdout
    (bare / "theorems" / "products2026" / "expected.toml").write_text(rows, encoding="utf-8")
    assert "refuted" in lemmata("list", "--paper", "products2026", site=bare).stdout
    assert lemmata(*words, site=bare).stdout == "", "what is reviewed is not asked again"


def test_a_paper_of_the_repository(tmp_path: Path) -> None:
    """The second way of the page, in a copy."""
    for package in PACKAGES:
        unneeded = shutil.ignore_patterns("__pycache__", "*.vo*", "*.glob")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=unneeded)
    shutil.copytree(written(tmp_path / "page") / "theorems", tmp_path / "theorems", dirs_exist_ok=True)
    papers = PROJECT["project"]["entry-points"]["lemmata.papers"] | {"products2026": "theorems.products2026"}
    registered(tmp_path, papers, of="lemmata")  # what installing the copy would write
    python("-m", "lemmata.certificates.manifest", cwd=tmp_path, PYTHONPATH=str(tmp_path)).check_returncode()
    done = lemmata("verify", "products.*", root=tmp_path)
    assert done.returncode == 0 and "1 proved, 1 refuted" in done.stdout, done.stderr
    said = lemmata("certify", str(tmp_path / "reports/latest/certificates"), root=tmp_path)
    assert said.returncode == 0 and "manifest" not in said.stdout


PAPER = 'from lemmata.language import Paper, Kind, Statement, Matrix, smax\nP = Paper("{key}", "t", "a")\n'
CLAIM = 'A = Matrix("A", 2, 2)\nx = Statement("{id}", "t", {paper}.at("1"), Kind.ALGEBRAIC, smax(A) >= 0)\n'
MINE = PAPER.format(key="products2026")


TITLES = 'title = "t"\nauthors = "a"\n'
ROW = (
    '["a.b"]\ntitle = "t"\nsource = "Lemma 1"\nlet = { n = "integer(1)", A = "real(n, n)" }\nclaim = ["smax(A) >= 0"]\n'
)
STEPS = "  step: smax(A) >= 0  by sign\n"
MODULE, PACKAGE, ROWS, PROOFS, REVIEWS = (
    "products2026.py", *(f"products2026/{name}" for name in ("__init__.py", "paper.toml", "a.proof", "expected.toml")),
)  # fmt: skip
REVIEW = f'["riedi.lemma-18"]\nverdict = "proved"\nreason = "x"\nhash = "{"a" * 64}"\n'
WRONG = [
    *(({MODULE: source}, says) for source, says in [
        ("import nothing_of_this_name\n", "cannot be imported: ModuleNotFoundError"),
        ("raise SystemError('a\\nb')\n", "cannot be imported: SystemError: a b"),
        ("", "holds 0 papers: write paper.toml, or declare one Paper('products2026'"),
        (MINE + 'Q = Paper("other", "t", "a")\n', "holds 2 papers"),
        (PAPER.format(key="products2025"), "it says 'products2025'"),
        (MINE + CLAIM.format(id="riedi.lemma-21", paper="P"), "there is a statement riedi.lemma-21 already"),
        (MINE + CLAIM.format(id="a.b", paper='Paper("le2022", "t", "a")'), "a.b stands there and names"),
    ]),
    *(({ROWS: rows}, says) for rows, says in [
        (ROW, "paper.toml: begin it with title = ... and authors = ..., and rows after them"),
        (TITLES + "[", "paper.toml: not TOML"),
        (TITLES + ROW.replace("smax", "smaxx"), "paper.toml, a.b: claim 1, column 1: there is no function `smaxx`"),
        (TITLES + ROW.replace("source", "place"), "paper.toml, a.b: `place` is no key of a row"),
        (TITLES + ROW.replace('source = "Lemma 1"\n', ""), "paper.toml, a.b: `source` is missing"),
        (TITLES + ROW.replace("a.b", "a b"), "paper.toml, a b: "),
        (TITLES + ROW.replace("a.b", "riedi.lemma-21"), "there is a statement riedi.lemma-21 already"),
    ]),
    *(({PACKAGE: MINE + CLAIM.format(id="a.b", paper="P"), PROOFS: proofs}, says) for proofs, says in [
        (f"proof riedi.lemma-21: not mine\n{STEPS}", "a.proof:1: a proof of riedi.lemma-21, which is no statement of"),
        (f"proof a.b: once\n{STEPS}\nproof a.b: twice\n{STEPS}", "a.proof:4: a second proof of a.b: "),
    ]),
    ({PACKAGE: MINE, REVIEWS: REVIEW}, '["riedi.lemma-18"]: no such statement'),
]  # fmt: skip


@pytest.mark.parametrize(("files", "says"), WRONG)
def test_a_paper_that_is_not_as_it_should_be(files: dict[str, str], says: str, tmp_path: Path) -> None:
    registered(tmp_path)
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = lemmata("list", site=tmp_path)
    assert done.returncode == 2 and says in done.stderr and done.stderr.count("\n") == 1, done.stderr
    assert "products2026" in done.stderr


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("riedi2022", "products2026", "has the key of one of the suite"),
        ("products2026", "products2026:P", "names a package, without a colon"),
    ],
)
def test_an_entry_point_that_is_not_as_it_should_be(name: str, value: str, says: str, tmp_path: Path) -> None:
    registered(tmp_path, value, name)
    (tmp_path / "products2026.py").write_text(MINE, encoding="utf-8")
    done = lemmata("list", site=tmp_path)
    assert done.returncode == 2 and says in done.stderr


def test_a_key_is_registered_once(tmp_path: Path) -> None:
    for of in ("one", "two"):
        registered(tmp_path, of=of)
    (tmp_path / "products2026.py").write_text(MINE, encoding="utf-8")
    done = lemmata("list", site=tmp_path)
    assert done.returncode == 2 and "register the paper products2026: remove one" in done.stderr
