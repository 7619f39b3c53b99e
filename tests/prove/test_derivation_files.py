"""Derivation files: what counts as proved, what does not, and that a run folder can be checked again."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lemmata import catalogue, certificates, certifying
from lemmata.certificates.confirmation import confirmed
from lemmata.claims.profiles import PROFILES
from lemmata.conjectures import pool
from lemmata.language import Scalar, conjecture_files
from lemmata.language.relations import exists
from lemmata.language.statement import Kind, Statement
from lemmata.language.verdicts import Finding, Verdict
from lemmata.principles import outside
from lemmata.prove import dependencies, derivation_files, judge, proofs
from lemmata.prove.derivation_files import Derived, closure
from lemmata.prove.judge import Judgement, on_a_principle
from lemmata.run import engine
from lemmata.run.run_folder import seal
from tests import python

ROOT = Path(__file__).resolve().parents[2]
ROW = "classical.von-neumann"  # its proof depends on nuclear duality alone, an axiom
AXIOM = next((i, row["hash"]) for i, row in derivation_files.manifest().items() if row.get("axiom"))
A, B, C = ("a", "1" * 64), ("b", "2" * 64), ("c", "3" * 64)


def derived(fact: tuple[str, str], *uses: tuple[str, str]) -> Derived:
    return Derived(fact, frozenset(uses), frozenset())


def files_of(identifier: str) -> dict[str, str]:
    report = proofs.check(catalogue.get(identifier))
    assert report is not None and report.ok, report and report.failure
    return proofs.files(identifier, report)


# --- what stands on what


def test_facts_are_followed_down_to_axioms() -> None:
    found = closure([derived(A, B), derived(B, AXIOM)])
    assert found.proved == {A: ([AXIOM], []), B: ([AXIOM], [])} and not found.refused


@pytest.mark.parametrize(
    "every",
    [
        [derived(A, B)],  # nothing shows the fact
        [derived(A, (B[0], "0" * 64)), derived(B)],  # another text under its name
        [derived(A, B), derived(B, A)],  # in a circle
        [derived(A, A)],
        [derived(A, (AXIOM[0], "0" * 64))],  # another text under the name of an axiom
        [derived(A, ("riedi.prop-1", str(catalogue.get("riedi.prop-1").hash)))],  # a reviewed row without its file
    ],
)
def test_what_no_file_shows_is_nothing(every: list[Derived]) -> None:
    found = closure(every)
    assert A not in found.proved and "neither proved nor an axiom" in found.refused["a"]


def test_what_is_refuted_proves_nothing() -> None:
    every = [derived(A, B), derived(B), derived(C, AXIOM)]
    assert set(closure(every).proved) == {A, B, C}
    assert set(closure(every, {B}).proved) == {C}
    assert set(closure(every, {AXIOM}).proved) == {A, B}


# --- files, replayed in a process of their own


def test_a_row_is_proved_by_its_files_and_by_nothing_less() -> None:
    files = files_of(ROW)
    fact = ROW, catalogue.get(ROW).hash
    axioms, _ = derivation_files.ask(files).proved[fact]
    assert axioms and all(derivation_files.is_axiom(*axiom) for axiom in axioms)
    own = json.loads(files[ROW])
    wrong = own["claims"][0][3].replace("<=", "<", 1)
    for damaged in (
        {"claims": []},
        {"claims": own["claims"][:1] if len(own["claims"]) > 1 else [[0, *own["claims"][0][1:]]]},
        {"steps": own["steps"][:-1]},
        {"claims": [[*own["claims"][0][:3], wrong, 0]]},
    ):
        answer = derivation_files.ask({**files, ROW: json.dumps({**own, **damaged})})
        assert fact not in answer.proved
    for text in ("", "{", "[]", '{"claims": 1}', "null", '{"principle": "gradient flow"}'):
        answer = derivation_files.ask({**files, ROW: text})
        assert fact not in answer.proved and ROW in answer.refused


def test_a_principle_alone_counts_where_the_manifest_says_so() -> None:
    name, row = next((i, r) for i, r in derivation_files.manifest().items() if r.get("principle"))
    own = on_a_principle(catalogue.get(name), row["principle"])
    assert (name, row["hash"]) in derivation_files.ask({name: own}).proved
    other = on_a_principle(catalogue.get(name), "spectral theorem")
    claim = conjecture_files.build("needle", {"x": "real"}, [], ["(x - 1)**2 > 0"])
    foreign = on_a_principle(claim, row["principle"])
    assert not derivation_files.ask({name: other, "needle": foreign}).proved


# --- who says proved is not believed


def test_a_judge_that_was_replaced_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A paper's module can reach into this process; what it makes of the judge leaves no file."""
    statement = catalogue.get("riedi.cor-2")
    monkeypatch.setattr(proofs, "judge", lambda *_, **__: Judgement(True))
    proofs.check.cache_clear()
    try:
        report = proofs.check(statement)
        assert report is not None and report.ok
        with pytest.raises(dependencies.WeakGround, match="no derivation file"):
            dependencies.require(statement, Finding(Verdict.PROVED, "all n", {}, proof=report.to_json()))
    finally:
        proofs.check.cache_clear()


FORGED = {"ok": True, "kernel": {"accepted": True, "outside": None}, "leans_on": [], "rests_on": []}


def test_what_a_principle_gives_with_a_row_needs_the_row_shown() -> None:
    name, row = next((i, r) for i, r in derivation_files.manifest().items() if r.get("uses"))
    ((used, digest),) = row["uses"]
    given = catalogue.get(name)
    files = proofs.files(name, proofs.check(given))
    assert used in files and catalogue.get(used).hash == digest
    shown = derivation_files.accepted(files)
    assert (name, given.hash) in shown.proved and (used, digest) in shown.proved
    assert set(shown.proved[used, digest][0]) <= set(shown.proved[name, given.hash][0]), "its axioms are counted"
    without = derivation_files.accepted({k: text for k, text in files.items() if k != used})
    assert (name, given.hash) not in without.proved and used in without.why_not(name)
    assert (name, given.hash) not in derivation_files.accepted(files, {(used, digest)}).proved


@pytest.mark.parametrize("files", [{}, {"conjecture": "{}"}, {"conjecture": json.dumps({"principle": "null sets"})}])
def test_a_worker_that_says_proved_is_not_believed(files: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    statement = conjecture_files.build("needle", {"x": "real"}, [], ["(x - 1)**2 > 0"])
    entry = {
        "id": "conjecture",
        "hash": statement.hash,
        "verdict": "proved",
        "proof": dict(FORGED),
        "certificate": None,
    }

    news = pool.concluded({}, pool.PoolEvent(0, "entry", {**entry, "derivations": files}))
    assert news.value["verdict"] == "error" and "not proved" in news.value["error"]


# --- a run folder


def run_folder(folder: Path, identifier: str = ROW) -> Path:
    """A run that says a row is proved, with its files."""
    statement = catalogue.get(identifier)
    entry: dict[str, Any] = {
        "id": identifier, "kind": statement.kind.value, "text": statement.text, "hash": statement.hash,
        "verdict": "proved", "certificate": None,
    }  # fmt: skip
    folder.mkdir()
    (folder / "verdicts.json").write_text(json.dumps({"statements": [entry]}))
    for name, derivation in files_of(identifier).items():
        derivation_files.store(folder / "derivations" / derivation_files.name_of(name), derivation)
    seal(folder)
    return folder


def certify(folder: Path, *words: str, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return python("-I", "-S", *words, str(ROOT / "lemmata" / "certifying.py"), str(folder), cwd=cwd)


def test_a_run_is_certified_by_kernel_and_checker_alone(tmp_path: Path) -> None:
    run = run_folder(tmp_path / "run")
    done = certify(run)
    assert done.returncode == 0 and "1 proved by the kernel" in done.stdout, done.stderr
    loaded = certify(run, "-X", "importtime").stderr
    ours = set(re.findall(r"\blemmata\.([\w.]+)", loaded))
    allowed = ("kernel", "checker", "network_checker")
    helpers = {"prove", "processes", "processes.fork_server", "processes.forked", "prove.derivation_files"}
    assert all(name in helpers or name.startswith(allowed) for name in ours), ours
    assert "sympy" not in loaded and "numpy" not in loaded


def test_a_run_without_its_files_is_not(tmp_path: Path) -> None:
    run = run_folder(tmp_path / "run")
    file = run / "derivations" / derivation_files.name_of(ROW)
    kept = file.read_bytes()
    file.write_bytes(kept[:-9])
    assert certify(run).returncode == 2  # altered
    seal(run)
    assert certify(run).returncode == 1
    file.unlink()
    seal(run)
    done = certify(run)
    assert done.returncode == 1 and f"{ROW}: proved, but" in done.stdout
    file.write_bytes(kept)
    seal(run)
    assert certify(run).returncode == 0
    written = json.loads((run / "verdicts.json").read_text())
    written["statements"][0]["text"]["claim"] = ["smax(M) <= 0"]
    (run / "verdicts.json").write_text(json.dumps(written))
    done = certify(run)
    assert done.returncode == 2 and "is not that of its text" in done.stderr
    assert certify(tmp_path).returncode == 2


def test_a_refutation_needs_its_certificate(tmp_path: Path) -> None:
    run = run_folder(tmp_path / "run")
    written = json.loads((run / "verdicts.json").read_text())
    written["statements"][0]["verdict"] = "refuted"
    (run / "verdicts.json").write_text(json.dumps(written))
    with pytest.raises(certifying.Unreadable):
        certifying.certify(tmp_path)
    counts, faults = certifying.certify(run)
    assert not counts and "there is no certificate" in faults[0]


DRAWN = catalogue.get("zhao.lemma-6")


@pytest.mark.parametrize(
    ("kind", "changed", "fault"),
    [
        ("P", {}, None),
        ("L", {}, "not the one that the catalogue has"),
        ("P", {"claim": ["P(smax(A) <= 0) >= 1"]}, "not the one that the catalogue has"),
        ("P", {"let": ["A = real(2, 2)"], "given": [], "claim": ["normF(A) >= 0"]}, "there is no certificate"),
        ("A", {}, "there is no certificate"),
    ],
)  # fmt: skip
def test_a_test_refutes_only_what_is_drawn_and_in_the_catalogue_s_words(
    kind: str, changed: dict[str, Any], fault: str | None, tmp_path: Path
) -> None:
    text = dict(DRAWN.text) | changed
    lines = "\n".join(f"{part}: {line}" for part, body in text.items() for line in body)
    entry = {"id": DRAWN.id, "kind": kind, "text": text, "hash": derivation_files.digest_of(kind, lines),
             "verdict": "refuted", "certificate": None}  # fmt: skip
    for identifier in (DRAWN.id, "suite.foreign"):
        (tmp_path / "verdicts.json").write_text(json.dumps({"statements": [{**entry, "id": identifier}]}))
        seal(tmp_path)
        counts, faults = certifying.certify(tmp_path)
        if fault is None or identifier != DRAWN.id and "catalogue" in fault:
            assert counts == {"refuted by a statistical test, not replayed": 1} and not faults
        else:
            assert not counts and len(faults) == 1


def test_a_witness_is_a_certificate(tmp_path: Path) -> None:
    """What exists is proved by an instance that the checker accepts, never by the engine's own arithmetic."""
    x = Scalar("x")
    source = catalogue.get(ROW).source
    there = Statement(id="suite.witness", title="", source=source, kind=Kind.ALGEBRAIC, claim=exists((x - 1) ** 2 <= 0))
    finding = engine.dispatch(there, PROFILES["quick"], 0)
    assert finding.verdict is Verdict.PROVED and finding.certificate is not None
    assert finding.certificate["kind"] == "witness" and finding.evidence["checker"]["accepted"]
    dependencies.require(there, finding)
    entry = {
        "id": there.id, "kind": "A", "text": there.text, "hash": there.hash, "verdict": "proved",
        "certificate": "certificates/suite.witness.json",
    }  # fmt: skip
    (tmp_path / "verdicts.json").write_text(json.dumps({"statements": [entry]}))
    certificates.write(tmp_path / entry["certificate"], finding.certificate)
    seal(tmp_path)
    assert certifying.certify(tmp_path) == ({"proved by a witness": 1}, [])
    (tmp_path / "verdicts.json").write_text(json.dumps({"statements": [{**entry, "verdict": "refuted"}]}))
    assert "of kind witness" in certifying.certify(tmp_path)[1][0]
    finding.evidence.pop("checker")
    other = {**finding.certificate, "values": {"x": "2"}}
    assert confirmed(there, replace(finding, certificate=other)).verdict is Verdict.INCONCLUSIVE
    with pytest.raises(dependencies.WeakGround):
        dependencies.require(there, Finding(Verdict.PROVED, "a witness", {}))


# --- folders of strangers

STARTED = re.compile(r"sys\.executable,?\s*(\"-\w\")?")


def test_every_interpreter_starts_without_the_current_folder() -> None:
    for folder in ("lemmata", "numerics", "theorems", "benchmarks", "examples"):
        for path in (ROOT / folder).rglob("*.py"):
            for found in STARTED.finditer(path.read_text(encoding="utf-8")):
                if found[0].endswith(","):
                    raise AssertionError(f"{path}: an interpreter starts with neither -P nor -I")
                assert found[1] in (None, '"-P"', '"-I"'), f"{path}: {found[0]}"
    for path in (*(ROOT / "docs").glob("*.md"), ROOT / "README.md", *(ROOT / "examples" / "ci").glob("*.yml")):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"python3? -m (lemmata|pip)", text), f"{path}: python -m imports from the current folder"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A folder whose modules say so when they are imported."""
    for name in ("sympy", "decimal", "json", "numpy", "typing", "pickle", "multiprocessing", "fractions", "pip"):
        (tmp_path / f"{name}.py").write_text("open('imported', 'a').write(__name__)\nraise SystemExit(0)\n")
    (tmp_path / "conjectures").mkdir()
    (tmp_path / "conjectures" / "half.toml").write_text('claim = ["x**2 >= x"]\n[let]\nx = "real"\n')
    return tmp_path


@pytest.mark.long
def test_commands_import_nothing_from_the_current_folder(hostile: Path) -> None:
    run = run_folder(hostile / "run")
    command = shutil.which("lemmata", path=str(Path(sys.executable).parent))
    assert command is not None
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONSAFEPATH")}
    for words, code in (
        (["check", "conjectures", "--budget", "1", "--out", "out"], 1),
        (["check", "x + y == y + x", "--let", "x=real", "--let", "y=real", "--budget", "5"], 0),
        (["certify", "run", "out"], 0),
    ):
        done = subprocess.run(
            [command, *words], cwd=hostile, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == code, done.stdout + done.stderr
    assert not (hostile / "imported").exists()
    assert certify(run, cwd=hostile).returncode == 0 and not (hostile / "imported").exists()


# --- A proof has one derivation, bit for bit, whatever the process hashes by and whatever it derived before

DERIVE = """
import hashlib, json, sys
from lemmata import catalogue
from lemmata.prove import elaborating, judge, normal_words
if sys.argv[1] == "hashed":
    normal_words.in_order = list
if sys.argv[1] == "texts kept":
    elaborating.read = type("Kept", (), {"cache_clear": lambda: None})
found = {}
for name in json.load(sys.stdin):
    made = judge.derived(catalogue.get(name), catalogue.proof_of(name))
    found[name] = hashlib.sha256(made.encode()).hexdigest()
print(json.dumps(found))
"""
SAMPLE = [  # choices of vectors, indices, sums, powers, instances of other rows, cases
    "riedi.lemma-21", "riedi.lemma-18~repaired", "oyedotun.lemma-1", "zhao.hf-inverse~repaired",
    "riedi.lemma-29~sharpened", "riedi.thm-32.eq-68~algebra", "classical.projection",
]  # fmt: skip


def derivations(names: list[str], seed: int, order: str = "in order") -> dict[str, str]:
    """The digest of each derivation, made one after the other in a process that hashes by this seed."""
    done = python("-P", "-c", DERIVE, order, text=json.dumps(names), PYTHONHASHSEED=str(seed))
    found: dict[str, str] = json.loads(done.stdout)
    return found


def proved() -> list[str]:
    """The statements whose proofs the kernel reads."""
    every = ((s.id, catalogue.proof_of(s.id)) for s in catalogue.own_statements())
    return [name for name, given in every if given is not None and outside(given) is None]


def test_a_few_proofs_have_one_derivation() -> None:
    assert derivations(SAMPLE, 1) == derivations(SAMPLE[::-1], 2)


def test_hypotheses_in_the_order_of_their_hashes_are_noticed() -> None:
    assert derivations(SAMPLE[:1], 1, "hashed") != derivations(SAMPLE[:1], 2, "hashed")


def test_texts_that_were_read_before_change_nothing() -> None:
    twice = ["classical.condition"] * 2
    once = derivations(twice[:1], 1)
    assert once == derivations(twice, 1)
    assert once != derivations(twice, 1, "texts kept")


@pytest.mark.long
def test_every_proof_has_one_derivation() -> None:
    """Those that are kept, from other processes, are what one process makes in another order."""
    names, kept = proved(), dict[str, str | None]()
    for name in names:
        kept[name] = judge.judge(catalogue.get(name), catalogue.proof_of(name), replay=False).derivation
    again = derivations(names[::-1], 2)
    assert [n for n in names if hashlib.sha256((kept[n] or "").encode()).hexdigest() != again[n]] == []
