"""Claims that are rows of the textbook in other words are recognised before anything is searched; others are not."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.known_claims import Claim, chosen
from lemmata.language import conjecture_files
from lemmata.prove.search import lemma_index, recognition
from lemmata.prove.search.findings import find
from lemmata.prove.search.recognition import ON_TRUST, known
from tests import python, split

CLAIMS = {claim.name: claim for _, claim in chosen("*textbook-in-other-words")}
SAMPLE = split("""
hoffman-wielandt; image-length-2; submultiplicative-3; form-nonnegative; inner-product-3; gram-norms
""")
REAL = {"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)"}
SYMMETRIC = {"n": "integer(1, 6)", "A": "symmetric(n)", "B": "symmetric(n)"}


@pytest.mark.parametrize("claim", [CLAIMS[name] for name in SAMPLE], ids=SAMPLE)
def test_a_row_in_other_words_is_recognised(claim: Claim) -> None:
    found = known(claim.statement())
    assert found is not None and found.report is not None and found.report["ok"] and found.derivations
    assert found.report["standing"].startswith(("this is ", "it follows from "))


def test_there_are_sixty_claims_and_more() -> None:
    assert len(CLAIMS) >= 60 and all(claim.truth for claim in CLAIMS.values())


def test_an_axiom_is_named_and_proves_nothing() -> None:
    for line in (
        "tr(expm(A) @ expm(B)) >= tr(expm(A + B))",
        "lam(A + B, i + j - 1) <= lam(A, i) + lam(B, j) for i in 1..n for j in 1..n + 1 - i",
    ):
        found = known(conjecture_files.build("claim", SYMMETRIC, [], [line]))
        assert found is not None and found.report is None and found.trusted.endswith(ON_TRUST)


@pytest.mark.parametrize(
    "line", ["s(A + B) <= s(A) + s(B)", "smax(A @ B) <= smax(A) + smax(B)", "normF(A @ B) <= smax(A) * smax(B)"]
)
def test_what_is_false_is_no_row(line: str) -> None:
    assert known(conjecture_files.build("claim", REAL, [], [line])) is None


OTHER_WORDS = {
    "n**2 <= sum(u) * sum(1 / u)": ["u > 0"],
    "norm2(u @ v.T) == normF(u) * normF(v)": [],
    "lmax((S + T) / 2) <= (lmax(S) + lmax(T)) / 2": [],
    "tr(inv(D)) >= n**2 / tr(D)": [],
    "det(K) <= (tr(K) / n)**n": [],
    "sum(max(u[i] - v[i], 0) for i in 1..n) == norm1(u - v) / 2": ["u >= 0", "v >= 0", "sum(u) == 1", "sum(v) == 1"],
    "norm1(softmax(u)) == 1": [],
    "rho(A) == norm2(A)": ["A @ A.T == A.T @ A"],
}
EVERY = {
    "n": "integer(1, 4)", "u": "real(n, 1)", "v": "real(n, 1)", "A": "real(n, n)", "S": "symmetric(n)",
    "T": "symmetric(n)", "D": "pd(n)", "K": "psd(n)",
}  # fmt: skip


@pytest.mark.parametrize("line", OTHER_WORDS)
def test_what_a_row_asks_for_follows_from_the_domains(line: str) -> None:
    named = {name: domain for name, domain in EVERY.items() if re.search(rf"\b{name}\b", line) or name == "n"}
    found = known(conjecture_files.build("claim", named, OTHER_WORDS[line], [line]))
    assert found is not None and found.report is not None and found.report["ok"]
    if OTHER_WORDS[line]:  # without its hypotheses it is false
        assert known(conjecture_files.build("claim", named, [], [line])) is None
    more = re.sub("<=|>=|==", lambda m: f"{m[0]} 2 * ", line, count=1)
    assert ">=" not in line or known(conjecture_files.build("claim", named, OTHER_WORDS[line], [more])) is None


def test_what_is_recognised_needs_no_numerical_library() -> None:
    program = (
        "import sys\nfrom lemmata.language import conjecture_files\n"
        "from lemmata.prove.search.recognition import known\n"
        f"assert known(conjecture_files.build('claim', {REAL}, [], ['normF(A) >= smax(A)'])).report\n"
        "print([name for name in ('torch', 'numba', 'networkx') if name in sys.modules])"
    )
    known(conjecture_files.build("claim", REAL, [], ["normF(A) >= smax(A)"]))  # its index and its derivation are kept
    done = python("-c", program)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    "text", ["", "[]", '{"entries": [["classical.weyl"]], "lines": {}}', '{"facts": {"x": [[1]]}}']
)
def test_what_was_kept_and_altered_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str) -> None:
    monkeypatch.setattr(lemma_index, "_place", lambda name: tmp_path / f"{name}.json")
    for name in ("rows", "facts"):
        (tmp_path / f"{name}.json").write_text(text)
    for made in (recognition.index, lemma_index.facts):
        made.cache_clear()
    try:
        again = recognition.index()
        assert len(again.entries) > 1_000
        recognition.index.cache_clear()
        assert recognition.index() == again
    finally:
        for made in (recognition.index, lemma_index.facts):
            made.cache_clear()


def test_what_is_kept_is_what_the_statements_say() -> None:
    kept, read = lemma_index.facts(), lemma_index.read_facts()
    assert kept.named == read["named"] and kept.by_statement.keys() == read["facts"].keys()
    for name, found in kept.by_statement.items():
        again = [lemma_index.Fact(name, *said) for said in read["facts"][name]]
        assert [parts(fact) for fact in found] == [parts(fact) for fact in again]


def parts(fact: lemma_index.Fact) -> tuple[object, ...]:
    """What a fact says; of its triggers, which may be shown in more than one way, how many there are."""
    said = (fact.conjunct, fact.formula, fact.marks, fact.hypotheses, fact.ranges, fact.textbook, fact.standing)
    return (*said, len(fact.triggers), len(fact.rest), len(fact.apart))


def test_a_fact_that_is_kept_wrong_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search plans with what is kept; the kernel reads the statement."""
    line, rows = "smax(A @ B) >= smax(A) * smax(B)", lemma_index.facts().by_statement
    right = rows["classical.submultiplicative"]
    forged = [replace(fact, formula=("<=", *reversed(fact.formula[1:]))) for fact in right]
    claim = conjecture_files.build("claim", REAL, [], [line])
    assert find(claim, 3.0, facts=forged) is None
    turned = conjecture_files.build("claim", REAL, [], [line.replace(">=", "<=")])
    assert find(turned, 3.0, facts=[*right]) is not None
