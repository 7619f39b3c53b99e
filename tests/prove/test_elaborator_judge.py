"""Judgements: a kernel changed in memory has no say, and what is kept answers only the question that was asked."""

import os
import random
import sys
import time
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from shutil import copyfile, copytree
from subprocess import run
from typing import Any

import pytest

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata import kernel as terms
from lemmata.kernel import KernelError, Theorem
from lemmata.language import Scalar, proof
from lemmata.language.proof import Combine, Proof, Sign, Step
from lemmata.language.proof_text import write_reason
from lemmata.language.statement import Statement
from lemmata.prove import elaborating, judge
from lemmata.prove.elaborating import elaborate
from lemmata.prove.rules import RULES
from tests.made import statement

x, y = Scalar("x"), Scalar("y")
CLAIM = statement(x * x - 2 * x * y + y * y >= 0, name="test.judged")
SQUARE = Proof(
    "a square", (Step("square", (x - y) ** 2 >= 0, Sign()), Step("claim", CLAIM.claim[0], Combine({"square": 1})))
)
HALF = Proof("half of it", (SQUARE.steps[0], replace(SQUARE.steps[1], by=Combine({"square": 2}))))


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Judgements are kept in a folder of the test's own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """The proofs that were elaborated."""
    calls: list[Any] = []
    elaborate = judge.elaborate

    def counted(statement: Statement, given: Proof) -> Any:
        calls.append((statement, given))
        return elaborate(statement, given)

    monkeypatch.setattr(judge, "elaborate", counted)
    yield calls


def anything(*_: Any) -> bool:
    """Says yes to whatever it is asked."""
    return True


def test_a_kernel_replaced_in_memory_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """The elaborator is misled, the process that has the last word is not."""
    false = replace(CLAIM, claim=x * x - 2 * x * y + y * y > 0)
    monkeypatch.setattr(elaborating, "proves", anything)
    verdict = judge.judge(false, SQUARE)
    assert not verdict.accepted


def test_a_theorem_of_something_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "elaborate", lambda *_: [logic.linear(("<", terms.ZERO, terms.ONE), [])])
    verdict = judge.judge(CLAIM, SQUARE)
    assert not verdict.accepted and "refuses" in str(verdict.reason)


def test_a_judgement_is_kept(asked: list[Any], elsewhere: Path) -> None:
    first = judge.judge(CLAIM, SQUARE)
    assert first.accepted and first.reason is None and len(asked) == 1
    assert len(list(elsewhere.rglob("*.json"))) == 1
    assert judge.judge(CLAIM, SQUARE) == first and len(asked) == 1


def test_another_proof_is_another_question(asked: list[Any]) -> None:
    assert judge.judge(CLAIM, SQUARE).accepted
    other = judge.judge(CLAIM, HALF)
    assert len(asked) == 2 and not other.accepted and "no sign that is seen" in str(other.reason)
    assert judge.judge(CLAIM, HALF) == other and len(asked) == 3  # a refusal is not kept


def test_another_statement_is_another_question(asked: list[Any]) -> None:
    assert judge.judge(CLAIM, SQUARE).accepted
    assert not judge.judge(replace(CLAIM, claim=x * x - 2 * x * y + y * y > 0), SQUARE).accepted
    assert len(asked) == 2


@pytest.mark.parametrize(
    "file", ["kernel.py", "definitions.txt", "language/text.py", "language/parse/hints.txt", "prove/squares/sums.py"]
)
def test_other_sources_are_another_question(
    file: str, asked: list[Any], elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies = [elsewhere / "tool" / place.name for place in judge.SOURCES]
    for place, copy in zip(judge.SOURCES, copies, strict=True):
        copy.parent.mkdir(exist_ok=True)
        if place.is_dir():
            copytree(place, copy)
        else:
            copyfile(place, copy)
    monkeypatch.setattr(judge, "SOURCES", tuple(copies))
    for name, times in (("prove/notes.md", 1), (file, 2)):  # what is no source makes no difference
        judge._sources.cache_clear()
        assert judge.judge(CLAIM, SQUARE).accepted
        with open(elsewhere / "tool" / name, "a", encoding="utf-8") as text:
            text.write("# more\n")
        judge._sources.cache_clear()
        assert judge.judge(CLAIM, SQUARE).accepted and len(asked) == times
    judge._sources.cache_clear()


def test_all_that_deriving_and_searching_load_is_among_the_sources() -> None:
    loads = (
        "import pkgutil, sys; from importlib import import_module; import lemmata.prove as top;"
        "[import_module(m.name) for m in pkgutil.walk_packages(top.__path__, 'lemmata.prove.')];"
        "print(*(m.__file__ for name, m in sys.modules.items() if name.startswith('lemmata.')), sep='\\n')"
    )
    done = run([sys.executable, "-P", "-c", loads], capture_output=True, text=True, check=True)
    loaded = [Path(file) for file in done.stdout.split()]
    apart = {file.relative_to(judge.TOOL).parts[0] for file in loaded if not {file, *file.parents} & {*judge.SOURCES}}
    assert apart == {"textbook", "checker"}, "statements have hashes of their own, and axioms stand in the manifest"


def test_what_nobody_used_for_long_goes(asked: list[Any], elsewhere: Path) -> None:
    judge.judge(CLAIM, SQUARE)
    (kept,) = elsewhere.rglob("*.json")
    old, used, long_ago = kept.with_name("old.json"), kept.with_name("used.json"), time.time() - 2 * judge.UNUSED
    for path in (old, used, kept):
        path.write_text(kept.read_text())
        os.utime(path, (long_ago, long_ago))
    os.utime(used)
    assert judge.judge(CLAIM, SQUARE).accepted and len(asked) == 1, "to be read is to be used"
    judge._prune.cache_clear()
    judge._prune(kept.parent)
    assert not old.exists() and used.exists() and kept.exists()


@pytest.mark.parametrize("content", ["", "{", "[]", '{"accepted": true}', '{"accepted": true, "imports": [1]}'])
def test_a_damaged_file_is_no_judgement(content: str, asked: list[Any], elsewhere: Path) -> None:
    judge.judge(CLAIM, SQUARE)
    (kept,) = elsewhere.rglob("*.json")
    kept.write_text(content)
    assert judge.judge(CLAIM, SQUARE).accepted and len(asked) == 2


def test_the_derivation_of_something_else_is_no_judgement(asked: list[Any], elsewhere: Path) -> None:
    weak = replace(CLAIM, claim=x * x >= 0)
    assert judge.judge(weak, Proof("a square", (Step("claim", x * x >= 0, Sign()),))).accepted
    (other,) = elsewhere.rglob("*.json")
    derivation = other.read_text()
    other.unlink()
    assert judge.judge(CLAIM, SQUARE).accepted
    (kept,) = elsewhere.rglob("*.json")
    kept.write_text(derivation)
    assert judge.judge(CLAIM, SQUARE).accepted and len(asked) == 3


def test_what_the_kernel_cannot_express_is_named(asked: list[Any]) -> None:
    flow = Proof("flow", (Step("flow", CLAIM.claim[0], proof.OnPrinciple("gradient flow")),))
    beyond = next(
        statement
        for statement, given in ((s, catalogue.proof_of(s.id)) for s in catalogue.all_statements())
        if given is not None and any(step.by == proof.OnPrinciple("gradient flow") for step in given.steps)
    )
    verdict = judge.judge(beyond, flow)
    assert not verdict.accepted and verdict.outside == "gradient flow" and not asked
    assert "the kernel can express" in str(judge.judge(CLAIM, flow).reason)  # of what can be said it proves nothing


# --- A derivation is kept once it is accepted, and the kernel is asked again whenever it is used

PROVED = "classical.frobenius-operator"


def kept(elsewhere: Path) -> list[Path]:
    return sorted((elsewhere / "lemmata" / "proofs").glob("*.json"))


def test_a_proof_is_derived_once_and_replayed_every_time(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = catalogue.proof_of(PROVED)
    assert given is not None and judge.judge(catalogue.get(PROVED), given).accepted
    (place,) = kept(elsewhere)
    assert judge.kept(catalogue.get(PROVED), given)

    def never(*arguments: Any) -> str:
        raise judge.ProofError("derived again")

    monkeypatch.setattr(judge, "derived", never)
    assert judge.judge(catalogue.get(PROVED), given).accepted
    place.write_text(place.read_text().replace('"claims": [[', '"claims": [[1'))  # another step
    spoiled = judge.judge(catalogue.get(PROVED), given)
    assert not spoiled.accepted and "derived again" in (spoiled.reason or "")


def test_what_is_refused_is_not_kept(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "replayed", lambda *arguments: judge.Judgement(False, reason="refused"))
    assert not judge.judge(catalogue.get(PROVED), catalogue.proof_of(PROVED)).accepted and not kept(elsewhere)


# --- What a step of a wrong script runs into is a refusal, a KernelError; whatever else is raised is a defect

SOURCES = (
    *("riedi.lemma-21", "riedi.lemma-18~repaired", "riedi.cor-7", "riedi.prop-1", "oyedotun.lemma-1"),
    *("classical.negated-spectrum", "classical.projection", "classical.psd-sum", "classical.inner-product-by-entries"),
)
ODD = ("1", "x + ", "smax(A)", "lam(A)", "1 <= n", "A == B", "no such name", "classical.nothing", "")


def words(x: Any) -> list[str]:
    """All texts in a step: formulas, names of facts, rows."""
    if isinstance(x, str):
        return [x]
    if isinstance(x, dict):
        return [w for pair in x.items() for y in pair for w in words(y)]
    if isinstance(x, tuple | list):
        return [w for y in x for w in words(y)]
    return [w for f in fields(x) for w in words(getattr(x, f.name))] if is_dataclass(x) else []


def said(step: proof.Step) -> str:
    """What a step states, in words."""
    return write_reason(step.by) if step.states is None else str(step.states)


def disturbed(x: Any, pool: list[str], rng: random.Random) -> Any:
    """A reason with some of its texts and numbers replaced by others."""
    if isinstance(x, str):
        return rng.choice(pool) if rng.random() < 0.5 else x
    if isinstance(x, dict):
        return {k: disturbed(v, pool, rng) for k, v in x.items()}
    if isinstance(x, tuple):
        return tuple(disturbed(y, pool, rng) for y in x)
    if is_dataclass(x) and not isinstance(x, proof.Step | type):
        return replace(x, **{f.name: disturbed(getattr(x, f.name), pool, rng) for f in fields(x) if f.init})
    return rng.choice((0, 1, 5, -1)) if type(x) is int and rng.random() < 0.5 else x


def wrong(identifier: str, rng: random.Random) -> proof.Proof:
    """A proof up to one of its steps, which is disturbed."""
    given = catalogue.proof_of(identifier)
    assert given is not None
    pool = [w for s in given.steps for w in (*words(s.by), said(s), s.name)] + list(ODD)
    at = rng.randrange(len(given.steps))
    step = given.steps[at]
    changed: list[proof.Step] = [
        replace(step, states=rng.choice(pool)),
        replace(step, by=rng.choice(given.steps).by),
        replace(step, by=disturbed(step.by, pool, rng)),
    ]
    return replace(given, steps=(*given.steps[:at], changed[rng.randrange(3)]))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("identifier", SOURCES)
def test_a_wrong_step_is_refused(identifier: str) -> None:
    rng = random.Random(identifier)
    refused = 0
    for _ in range(12):
        try:
            judge.deep(lambda: elaborate(catalogue.get(identifier), wrong(identifier, rng)))
        except KernelError:
            refused += 1
    assert refused


def test_a_defect_is_not_taken_for_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    def defect(*_: Any) -> Theorem:
        raise TypeError("a defect of a rule")

    monkeypatch.setattr("lemmata.prove.elaborating.RULES", dict.fromkeys(RULES, defect))
    statement, given = catalogue.get("oyedotun.lemma-1"), catalogue.proof_of("oyedotun.lemma-1")
    assert given is not None
    with pytest.raises(TypeError, match="a defect of a rule"):
        judge.tried(statement, given)
