"""A statement that is true of what the suite counts is an axiom of that and of nothing more; derivations and texts that
say otherwise are refused."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lemmata import kernel as logic
from lemmata.kernel import ONE, ZERO, KernelError, P, R, Term, num, replay
from lemmata.language import Dim, Index, Matrix, Scalar, eq, forall, s
from lemmata.language.proof import Combine, Proof, Sign, Step
from lemmata.language.statement import Statement
from lemmata.processes import fork_server
from lemmata.prove import derivations, judge
from lemmata.prove.state import text_of
from tests import python
from tests.made import statement as stated

n, x = ("v", "n", P), ("v", "x", R)


def axiom(*lines: str, conjunct: int = 0) -> Any:
    return logic.axiom("audit.lemma", "A", "\n".join(lines), conjunct)


def at_least(a: Term, b: Term) -> Term:
    return ("<=", a, b)


CHAINED = [  # true of what the suite counts, which is where every link has a value; what an axiom of it has to ask for
    ("claim: 0 <= x <= sqrt(x)**2", 0, at_least(ZERO, x)),
    ("claim: x >= 0 <= log(x)**2", 0, ("<", ZERO, x)),
    ("claim: x**2 >= x <= x / (x - 1) * (x - 1)", 0, ("!=", ("+", x, ("*", num(-1), ONE)))),
    ("claim: sqrt(x)**2 == x >= 0", 1, at_least(ZERO, x)),
    ("claim: 0 <= x <= sqrt(x)**2 for i in 1..2", 0, ("all", ONE, num(2), at_least(ZERO, x))),
]


@pytest.mark.parametrize(("claim", "link", "need"), CHAINED)
def test_a_chain_is_an_axiom_where_all_its_links_have_values(claim: str, link: int, need: Term) -> None:
    found = axiom("let: x = real", claim, conjunct=link)
    assert need in found.hypotheses or need[-1] in found.hypotheses


def test_two_claims_are_axioms_each_where_it_has_a_value() -> None:
    """A claim of its own does not ask for what another needs, as the suite does not."""
    assert not axiom("let: x = real", "claim: x**2 >= 0", "claim: sqrt(x) >= 0").hypotheses


EMPTY = [  # domains that may have no member although their sort has: what an axiom about one has to ask for
    (["let: n = integer(0, 4)", "let: A = real(n, n)", "claim: n >= 1"], at_least(ONE, ("v", "n", ("N",)))),
    (["let: n = integer(0, 4)", "let: A = psd(n)", "claim: n >= 1"], at_least(ONE, ("v", "n", ("N",)))),
    (["let: m = integer(0, 4)", "let: A = nonnegative(2, m)", "claim: m >= 1"], at_least(ONE, ("v", "m", ("N",)))),
    (["let: L = integer(1)", "let: m = integer(0)", "let: W = layers(L, m, m, m)", "claim: m >= 1"],
     at_least(ONE, ("v", "m", ("N",)))),
    (["let: n = integer(1)", "let: m = integer(1)", "let: D = activation(m, n, 1)", "claim: m <= n"],
     at_least(("v", "m", P), n)),
    (["let: x = interval(1, 0)", "claim: 1 <= 0"], at_least(ONE, x)),
    (["let: x = open_interval(0, 0)", "claim: 1 <= 0"], ("<", ZERO, x)),
    (["let: n = integer(1)", "let: i = integer(2, n)", "claim: n >= 2"], at_least(num(2), ("v", "i", P))),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "need"), EMPTY, ids=lambda v: str(v)[:60])
def test_a_domain_without_members_makes_no_axiom(lines: list[str], need: Term) -> None:
    assert need in axiom(*lines).hypotheses


def test_an_axiom_about_selections_asks_for_all_that_makes_one() -> None:
    """Orthonormal rows are not enough, nor are unit rows in any order: of either much is false that selections have."""
    X: Term = ("v", "X", ("M", n, n))
    asked = axiom("let: n = integer(1)", "let: X = selection(n, n)", "claim: maxabs(X) <= 1").hypotheses
    assert {("=", ("mm", X, ("T", X)), ("id", n)), ("=", ("had", X, X), X)} <= asked
    (order,) = (h for h in asked if h[0] == "all")
    assert order[1:3] == (ONE, ("+", n, ("*", num(-1), ONE))) and order[3][0] == "<="


def test_a_gap_has_as_many_places_as_the_matrix_has_values() -> None:
    """A column has one singular value, which is simple; there is no second one to be simple too."""
    lines = ["let: n = integer(1)", "let: A = real(n + 1, 1)", "let: i = integer(1, n + 1)", "claim: gap(s(A), i) > 0"]
    i = ("v", "i", P)
    assert at_least(i, ("min", ("+", n, ONE), ONE)) in axiom(*lines).hypotheses


@pytest.mark.parametrize(
    "lines",
    [
        ["let: pi = real", "claim: pi >= 3"],
        ["let: n = integer(1)", "let: D = activation(1 / 2, n, 1)", "claim: n >= 1"],
        ["let: n = integer(1)", "let: A = real(n - 1, n)", "claim: n >= 2"],
        ["let: x = real", "claim: exists: x < 0"],
        ["let: x = real", "claim: x <= 0] + [x >= 0"],
        ["let: x = real", "claim: (x <= 0) <= 1"],
        ["let: x = real", "claim: x <= (y := 1)"],
        ["let: x = real", "claim: x <= y.T for y in 1..2"],
        ["let: x = real", "claim: x <= 1 for x.T in 1..2"],
        ["let: x = real", "claim: x <= 0b1.T"],
        ["let: x = real", "claim: x <= max(*x)"],
        ["let: x = real", "claim: x <= 1j**2"],
    ],
    ids=lambda lines: lines[-1],
)
def test_texts_that_no_reader_has_a_meaning_for(lines: list[str]) -> None:
    with pytest.raises(KernelError):
        axiom(*lines)


# --- derivations that others wrote


FALSE_CLAIM = stated(Scalar("x") ** 2 > 0)
WRONG = Proof("wrong", (Step("claim", FALSE_CLAIM.claim[0], Sign()),))


def forged(name: str) -> str:
    """A derivation whose only step takes the claim itself for an axiom, under some name."""
    th = logic.axiom(name, "A", text_of(FALSE_CLAIM), 0)
    return derivations.write([(th, FALSE_CLAIM.id, "A", text_of(FALSE_CLAIM), 0)])


@pytest.mark.parametrize("name", ["audit.false", "classical.weyl", "classical.operator-norm", "nobody.knows"])
@pytest.mark.parametrize("uses", [WRONG, Proof("combined", (Step("claim", FALSE_CLAIM.claim[0], Combine({})),))])
def test_a_forged_derivation_in_the_cache_proves_nothing(
    name: str, uses: Proof, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The kernel does it again without a word: what it stands on is not what the proof names."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (said,) = replay(forged(name))
    assert said["id"] == FALSE_CLAIM.id and said["axioms"][0][0] == name
    place = judge._place(FALSE_CLAIM, uses)
    place.parent.mkdir(parents=True)
    place.write_text(forged(name))
    found = judge.judge(FALSE_CLAIM, uses)
    assert not found.accepted and found.failed is not None  # the proof itself was looked at, and its step refused


@pytest.mark.parametrize("name", ["audit.false", "classical.weyl", "nobody.knows"])
def test_an_elaborator_that_brings_its_own_axiom_proves_nothing(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(judge, "derived", lambda *_: forged(name))
    found = judge.judge(FALSE_CLAIM, WRONG)
    assert not found.accepted and f"depends on {name}" in str(found.reason)
    assert not list(tmp_path.rglob("*.json"))  # and is not kept


DAMAGED: dict[str, Callable[[], str]] = {
    "a number with an exponent": lambda: _meaning_of('"q1e999999999"'),
    "a number of other digits": lambda: _meaning_of('"q\\u0661"'),
    "a number with marks between": lambda: _meaning_of('"q1_0"'),
    "no number": lambda: _meaning_of('"jNaN"'),
    "a number beyond all": lambda: _meaning_of('"jInfinity"'),
    "a machine number": lambda: _meaning_of('"j1.0"'),
    "a list in a term": lambda: _meaning_of('"j[1]"'),
    "a dictionary in a term": lambda: _meaning_of('"j{}"'),
    "nothing in a term": lambda: _meaning_of('"jnull"'),
    "a word in a term": lambda: _meaning_of('"sx"'),
    "a row that is not there": lambda: _meaning_of('"r7"'),
    "a row of later": lambda: _meaning_of('"r1"'),
    "a step that is not there": lambda: _meaning_of('"t0"'),
    "a rule of another name": lambda: '{"rows": [], "steps": [["__init__"]], "claims": []}',
    "a rule that is a list": lambda: '{"rows": [], "steps": [[["axiom"]]], "claims": []}',
    "brackets without end": lambda: '{"rows": ' + "[" * 100_000 + "]" * 100_000 + ', "steps": [], "claims": []}',
    "a claim of a step to come": lambda: '{"rows": [], "steps": [], "claims": [[0, "a", "A", "claim: 1 <= 0", 0]]}',
    "a claim of a truth value": lambda: '{"rows": [], "steps": [], "claims": [[false, "a", "A", "claim: 1<=0", 0]]}',
}


def _meaning_of(part: str) -> str:
    """0 < q for a number that is written so."""
    rows = f'[["sq", "q0"], ["sq", {part}], ["s<", "r0", "r1"], []]'
    return f'{{"rows": {rows}, "steps": [["linear", "r2", "r3"]], "claims": []}}'


@pytest.mark.parametrize("name", DAMAGED)
def test_derivations_that_say_something_else_than_they_should(name: str) -> None:
    begun = time.process_time()
    with pytest.raises((KernelError, RecursionError)):
        replay(DAMAGED[name]())
    assert time.process_time() - begun < 5
    assert replay(_meaning_of('"q1/2"')) == []


def test_a_module_beside_the_package_takes_no_place_in_the_kernel(tmp_path: Path) -> None:
    """Kernel and checker read the standard library first: `fractions.py` next to the package is not theirs."""
    (tmp_path / "fractions.py").write_text("raise SystemExit('another Fraction')\n")
    (tmp_path / "lemmata").symlink_to(fork_server.ROOT / "lemmata")
    data = _meaning_of('"q1"')
    for first in (fork_server.ALONE, "import sys; sys.path.append(sys.argv[1]); from lemmata import kernel as logic; "):
        code = first + ("once()" if first is fork_server.ALONE else "print('yes')")
        done = python("-I", "-S", "-c", code, str(tmp_path), "lemmata.kernel:main", text=data)
        assert (done.returncode, done.stdout.strip()) == (0, "yes"), done.stderr


# --- statements whose text would not be what they mean


SIZE = Dim("n")
AMBIGUOUS = [
    lambda: eq(Scalar("x"), Scalar("x", 0, 1)),
    lambda: eq(Scalar("n"), SIZE),
    lambda: Scalar("A") <= s(Matrix("A", SIZE, SIZE), 1),
    lambda: forall(Index("i"), 1, SIZE, s(Matrix("A", SIZE, SIZE), Index("i")) <= Scalar("i")),
    lambda: forall(Index("x"), 1, 2, Scalar("x") <= Index("x")),
    lambda: SIZE * Scalar("pi") >= 3,
]


@pytest.mark.parametrize("claim", AMBIGUOUS)
def test_a_text_in_which_one_name_stands_for_two_things(claim: Any) -> None:
    with pytest.raises(ValueError, match="would stand for two things"):
        _ = stated(claim()).text


def test_an_index_may_have_the_name_of_a_variable_elsewhere() -> None:
    named = forall(Index("n"), 1, 2, s(Matrix("A", SIZE, SIZE), Index("n")) <= 1)
    assert stated(named).text["claim"] == ["s(A, n) <= 1 for n in 1..2"]


@pytest.mark.parametrize("name", ["text", "hash", "let", "meaning", "conjuncts"])
def test_no_statement_prints_a_text_of_its_own(name: str) -> None:
    with pytest.raises(TypeError, match="another text than it means"):
        type("Lying", (Statement,), {name: property(lambda self: None)})
