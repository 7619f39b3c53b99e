"""Rocq accepts what the kernel proved, and refuses what it did not."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lemmata import catalogue
from lemmata import kernel as logic
from lemmata.kernel import ONE, ZERO, N, P, R, Term, Z, num
from lemmata.rocq import acceptance, export
from lemmata.rocq.derivation import Derivation, library_lemmas, proved_by_libraries
from lemmata.rocq.files import module_name
from lemmata.rocq.identities import Identities
from lemmata.run.rocq_results import said_of
from tests.test_packaging import ROOT


def needs_rocq(test: Callable[..., None]) -> Callable[..., None]:
    """A test that has coqc read files, which takes seconds only to load what they use."""
    mark = pytest.mark.skipif(acceptance.version() is None, reason="there is no coqc here")
    return pytest.mark.long(mark(test))


n: Term = ("v", "n", P)
size: Term = ("v", "size", N)
M: Term = ("v", "M", ("M", n, n))
a: Term = ("v", "a", R)
b: Term = ("v", "b", R)


@pytest.fixture(scope="session")
def prelude(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rocq")
    acceptance.compile_prelude(folder)
    return folder


@pytest.fixture
def read(prelude: Path, request: pytest.FixtureRequest) -> Callable[[str], acceptance.Outcome]:
    """Has Rocq read a file with a theorem `proved`."""
    name = module_name(request.node.name)

    def outcome(text: str) -> acceptance.Outcome:
        (prelude / f"{name}.v").write_text(f"From Lemmata Require Import Blocks.\nOpen Scope R_scope.\n{text}\n")
        return acceptance.Reading(prelude, {name: ()}, {}).run(1)[name]

    return outcome


def lemmas(th: logic.Theorem) -> str:
    derivation = Derivation()
    derivation.add(th)
    return file_of(derivation)


def file_of(derivation: Derivation) -> str:
    """The lemmas of a derivation, of which the last is `proved`."""
    laws = "".join(f"Hypothesis {x}_V : law_{x} V.\n" for x in derivation.laws)
    assumed = "".join(f"Hypothesis {name} : {said}.\n" for name, (_, said) in derivation.assumed.items())
    body = "\n".join(derivation.lines)
    last = derivation.lines[-1].split()[1]
    return f"Section D.\nVariable V : vocabulary.\n{laws}{assumed}{body}\nEnd D.\nDefinition proved := {last}."


@needs_rocq
def test_every_row_of_the_definitions_is_a_theorem_a_law_or_a_named_principle(
    read: Callable[[str], acceptance.Outcome],
) -> None:
    derivation = Derivation()
    for name, rows in logic.DEFINED.items():
        for patterns, _, _ in rows:
            terms = [x for x in patterns if isinstance(x, tuple)]
            sizes: dict[Term, Term] = {v: size for x in terms for v in logic.free(x) if v[2] == N}
            if any(x[0] == "e" for x in terms) and any(x[0] == "stack" for x in terms):
                sizes[("v", "h", Z)] = size  # a unit vector has as many entries as there are blocks
            derivation.add(logic.meaning(name, *(logic.substitute(x, sizes) if x in terms else x for x in patterns)))
    assumed = {called.split(",")[0] for called, _ in derivation.assumed.values()}
    assert assumed == {"the principle differentiable-vectors", "the principle simple-eigenspace"}
    outcome = read(file_of(derivation))
    assert outcome.accepted, outcome.message


@needs_rocq
def test_a_derivation_is_accepted_on_the_axioms_of_the_reals(read: Callable[[str], acceptance.Outcome]) -> None:
    square = logic.meaning("number", ("^", ("+", a, ("*", num(-1), b)), 2))
    goal: Term = ("<=", ("*", num(2), ("*", a, b)), ("+", ("^", a, 2), ("^", b, 2)))
    th = logic.linear(goal, [(ONE, None, square)])
    outcome = read(lemmas(th))
    assert outcome.accepted, outcome.message
    assert outcome.axioms
    assert set(outcome.axioms) <= acceptance.OF_THE_REALS


@needs_rocq
def test_words_traces_and_products_side_by_side(read: Callable[[str], acceptance.Outcome]) -> None:
    x: Term = ("v", "x", ("M", n, ONE))
    made = Identities()
    made.equation(("tr", ("mm", x, ("T", x))), ("tr", ("mm", ("T", x), x)))
    made.equation(("T", ("kron", M, x)), ("kron", ("T", M), ("T", x)))
    made.equation(("mm", ("kron", M, x), ("kron", M, ("T", x))), ("kron", ("mm", M, M), ("mm", x, ("T", x))))
    text = "\n".join(made.lines)
    outcome = read(f"Section D.\nVariable V : vocabulary.\n{text}\nEnd D.\nDefinition proved := I.")
    assert outcome.accepted, outcome.message


@needs_rocq
@pytest.mark.parametrize(
    "pair",
    [
        (("mm", M, ("T", M)), ("mm", ("T", M), M)),
        (("+", a, b), ("+", a, a)),
        (("lmax", M), ("lmin", M)),
        (("tr", ("mm", M, M)), ("tr", ("mm", M, ("T", M)))),
    ],
)
def test_a_false_identity_is_refused(pair: tuple[Term, Term], read: Callable[[str], acceptance.Outcome]) -> None:
    made = Identities()
    made.equation(*pair)
    text = "\n".join(made.lines)
    assert not read(f"Section D.\nVariable V : vocabulary.\n{text}\nEnd D.\nDefinition proved := I.").accepted


@needs_rocq
def test_a_file_that_assumes_more_is_refused(read: Callable[[str], acceptance.Outcome]) -> None:
    outcome = read("Axiom wish : 0 = 1.\nDefinition proved := wish.")
    assert not outcome.accepted
    assert "wish" in outcome.message


@needs_rocq
def test_an_unfinished_proof_is_refused(read: Callable[[str], acceptance.Outcome]) -> None:
    outcome = read("Lemma proved : 0 = 1. Proof. Admitted.")
    assert not outcome.accepted


def test_words_that_cheat_are_seen_outside_comments() -> None:
    assert acceptance.suspicious("Lemma x : True. Admitted.") == "Admitted"
    assert acceptance.suspicious("Axiom x : False.") == "Axiom"
    assert acceptance.suspicious("(* Axiom *) Lemma x : True. Proof. exact: I. Qed.") is None


def test_axioms_are_read_off_what_rocq_prints() -> None:
    printed = "Axioms:\nClassicalDedekindReals.sig_forall_dec\n  : forall P : nat -> Prop, P\nwish : 0 = 1\n"
    assert acceptance.axioms_in(printed) == ("ClassicalDedekindReals.sig_forall_dec", "wish")
    assert acceptance.axioms_in("Closed under the global context\n") == ()


def test_without_rocq_the_files_are_written_and_nothing_breaks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acceptance, "version", lambda: None)
    said = export.run(["classical.trace"], tmp_path / "out", 1, False, tmp_path / "rocq.json", lambda _: None)
    row = said["statements"]["classical.trace"]
    assert row["status"] == export.NOT_RUN
    assert row["reason"] == "no coqc"
    assert (tmp_path / "out" / row["file"]).exists()
    assert said_of("classical.trace", row["hash"], tmp_path / "rocq.json").status == "not run"


def test_what_was_said_of_another_text_does_not_count(tmp_path: Path) -> None:
    row = {"status": "accepted", "hash": "1", "reason": "", "assumes": [], "laws": [], "axioms": [], "seconds": 1.0}
    file = tmp_path / "rocq.json"
    file.write_text(json.dumps({"rocq": "8.16.1", "statements": {"x": row}}))
    assert said_of("x", "1", file).by == "Rocq 8.16.1"
    assert said_of("x", "2", file).status == "not run"
    assert said_of("y", "1", file).status == "not run"
    assert said_of("x", "1", tmp_path / "none.json").status == "not run"


def test_each_lemma_of_the_libraries_is_about_a_row_of_the_textbook() -> None:
    facts = {s.id for s in catalogue.all_statements() if s.id.startswith("classical.")}
    named = {name for x in facts for k in range(5) if (known := proved_by_libraries(x, k)) for name in known[:1]}
    assert named == set(library_lemmas())
    assert proved_by_libraries("classical.weyl", 0) is None


def test_the_readme_says_what_the_table_says() -> None:
    table = (ROOT / "benchmarks" / "results" / "rocq.md").read_text(encoding="utf-8")
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    said = re.search(r"has accepted (\d+) of the (\d+)", readme)
    assert said and re.search(rf"has accepted {said[1]} of the {said[2]} proved statements", table)


def test_the_table_says_what_is_accepted_and_why_the_rest_is_not() -> None:
    rows = {
        "a": export.Row(export.ACCEPTED, seconds=2.0, assumes=("classical.weyl, conjunct 1, 12ab",), laws=("smax",)),
        "b": export.Row(export.NOT_EXPORTABLE, "a term made by nothing"),
        "c": export.Row(export.NOT_EXPORTABLE, "a term made by nothing"),
    }
    page = export.table(export.summary(rows, 0.0))
    assert "accepted 1 of the 3 proved statements; 2 s" in page
    assert "1 conjuncts" in page
    assert "| not exportable | a term made by nothing | b, c |" in page


@needs_rocq
def test_a_proof_without_its_premise_is_refused(read: Callable[[str], acceptance.Outcome]) -> None:
    nonneg = logic.assume(("<=", ZERO, a))
    th = logic.linear(("<=", ZERO, ("*", num(3), a)), [(num(3), None, nonneg)])
    text = lemmas(th)
    assert read(text).accepted
    assert not read(text.replace("(0 <= a) -> (0 <= (3 * a))", "(0 <= (3 * a))").replace("move=> h1; ", "")).accepted
