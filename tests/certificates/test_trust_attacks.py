"""Attacks on the proof kernel and the certificate checker, each the way to something false if it went through."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from lemmata import kernel as logic
from lemmata.evaluate.decide import judge
from lemmata.kernel import ONE, ZERO, KernelError, P, R, Term, Z, num, read
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.prove.derived_rules import discrete
from tests.certificates.certificate_samples import examine, sealed
from tests.checker.test_exploits import forge

n, x, y, i = ("v", "n", P), ("v", "x", R), ("v", "y", R), ("v", "i", Z)
A, K = (("v", name, ("M", n, n)) for name in "AK")
u = ("v", "u", ("M", n, ONE))
known = logic.assume


def turned(a: Term) -> Term:
    return ("T", a)


def product(*factors: Term) -> Term:
    out = factors[0]
    for factor in factors[1:]:
        out = ("mm", out, factor)
    return out


# a unit eigenvector of Kuu' + uu'K' that is u itself would make Ku zero for orthogonal K that are skew
SKEW_FORM = ("m+", product(K, u, turned(u)), product(u, turned(u), turned(K)))


def nested(body: Term) -> Term:
    return ("all", ONE, n, ("all", ONE, n, body))


def sum_of(body: Term, low: Term = ONE, high: Term = n) -> Term:
    return ("sum", low, high, body)


PROOFS: dict[str, Callable[[], Any]] = {
    "a chosen vector that its matrix speaks of": lambda: logic.identity(("eigenvector", SKEW_FORM, ONE), u),
    "substitution under a binder": lambda: logic.identity(
        logic.instantiate(known(("=", sum_of(x), y)), {x: ("b", 0)}).conclusion[1], sum_of(("b", 0))
    ),
    "indices of two binders exchanged": lambda: logic.identity(
        sum_of(sum_of(("b", 0), ONE, ("b", 0))), sum_of(sum_of(("b", 1), ONE, ("b", 0)))
    ),
    "a sum turned round": lambda: logic.identity(sum_of(x, ONE, n), sum_of(x, n, ONE)),
    "a sum of one more": lambda: logic.identity(sum_of(x), ("+", sum_of(x, num(2)), x)),
    "nothing divided by nothing": lambda: logic.identity(("*", ZERO, ("inv", ZERO)), ONE),
    "an inverse that is cancelled": lambda: logic.identity(("inv", ("inv", x)), x),
    "the root of a fourth power": lambda: logic.identity(("sqrt", ("^", x, 4)), ("^", x, 2)),
    "a power of a power": lambda: logic.identity(("rpow", ("rpow", x, num(2)), num(Fraction(1, 2))), x),
    "a real power as a product": lambda: logic.identity(("rpow", x, num(2)), ("^", x, 2)),
    "the modulus of a sum": lambda: logic.identity(("abs", ("+", x, y)), ("+", ("abs", x), ("abs", y))),
    "a maximum that is linear": lambda: logic.identity(("max", ("+", x, x), y), ("+", x, ("max", x, y))),
    "the rectified transpose of another": lambda: logic.identity(("relu", A), turned(("relu", A))),
    "an entrywise product with the identity": lambda: logic.identity(("had", A, ("id", n)), A),
    "a trace of three, one turned": lambda: logic.identity(
        ("tr", product(A, K, u, turned(u))), ("tr", product(turned(A), K, u, turned(u)))
    ),
    "a trace of a Kronecker product": lambda: logic.identity(("tr", ("kron", A, K)), ("tr", ("mm", A, K))),
    "a determinant that is linear": lambda: logic.identity(("det", ("sc", num(2), A)), ("*", num(2), ("det", A))),
    "singular values of a transpose, unproved": lambda: logic.identity(("s", A, ONE), ("s", turned(A), ONE)),
    "a norm of a multiple, its sign lost": lambda: logic.identity(
        ("normF", ("sc", x, A)), ("*", x, ("normF", A))
    ),
    "a matrix equation read as one of numbers": lambda: logic.linear(
        ("=", ("tr", A), ("tr", K)), [(ONE, None, known(("=", A, K)))]
    ),
    "the sign of a factor by an equation": lambda: logic.linear(
        ("<=", ("*", x, y), ZERO), [(x, known(("=", ZERO, x)), known(("<=", y, ZERO)))]
    ),
    "an induction over a real number": lambda: logic.induction(
        logic.identity(ZERO, ZERO), logic.identity(("+", x, ONE), ("+", x, ONE)), x, ZERO, n, ("=", x, x)
    ),
    "an integer between 0 and 1": lambda: discrete(known(("<", ZERO, ("inv", n)))),
    "a rewriting of a bound index": lambda: logic.rewrite(
        known(("=", i, ONE)), known(nested(("<=", ("b", 0), x))), ("v", "h", Z), nested(("<=", ("v", "h", Z), x))
    ),
    "a truth value for an exponent": lambda: known(("<=", ZERO, ("^", x, True))),
    "an exponent beyond words": lambda: known(("<=", ZERO, ("^", x, Fraction(2)))),
    "a variable that hides in a name": lambda: known(("<=", ZERO, ("v", ("v", "x", R), R))),
    "an axiom of no text": lambda: logic.axiom("classical.weyl", "A", "claim: 0 >= 1 if 0 else 1", 0),
    "an axiom that runs something": lambda: logic.axiom("a", "A", "claim: __import__('os').getcwd() >= 1", 0),
    "an axiom of two relations in a line": lambda: logic.axiom("a", "A", "let: x = real\nclaim: x <= x, x <= 0", 0),
    "a name declared twice": lambda: logic.axiom("a", "A", "let: x = real\nlet: x = positive\nclaim: x >= 0", 0),
    "a name of letters that look alike": lambda: logic.axiom("a", "A", "let: \uff58 = real\nclaim: x <= 0", 0),
    "an axiom in another part": lambda: logic.axiom("a", "A", "let: x = real\nassume: x <= 0\nclaim: x <= 0", 0),
    "a comprehension with a condition": lambda: logic.axiom(
        "a", "A", "let: x = real\nclaim: x <= i for i in 1..2 if 0", 0
    ),
    "a number that is no integer": lambda: logic.axiom("a", "A", "let: x = real\nclaim: x <= 1e999", 0),
    "a truth value as a number": lambda: logic.axiom("a", "A", "let: x = real\nclaim: x <= True", 0),
    "matrices in an order": lambda: logic.axiom("a", "A", "let: A = real(2, 2)\nclaim: A <= A", 0),
    "a size below zero": lambda: logic.axiom("a", "A", "let: A = real(0 - 1, 2)\nclaim: normF(A) >= 0", 0),
    "a size that is no integer": lambda: logic.axiom("a", "A", "let: A = real(1 / 2, 2)\nclaim: normF(A) >= 0", 0),
}  # fmt: skip


@pytest.mark.parametrize("name", PROOFS)
def test_no_proof(name: str) -> None:
    with pytest.raises(KernelError):
        PROOFS[name]()


def test_a_chosen_vector_has_one_value_at_equal_matrices() -> None:
    """What is refused above goes through where the arguments are the same by form."""
    assert logic.identity(("eigenvector", SKEW_FORM, ONE), ("eigenvector", turned(SKEW_FORM), ONE))


SIGNLESS = [  # exponents that are integers once sizes have values, so that the suite counts negative bases
    "n - n + 1", "max(1, 0)", "abs(-1)", "min(n, 1)", "n**0", "n / n", "2 * n - n", "n", "abs(1 - 2)", "i - i + 1", "i",
]  # fmt: skip
SIGNED = ["1 / 2", "t", "t / 2", "1 / 2 + n - n", "3 / 2"]  # and others


@pytest.mark.parametrize("exponent", [*SIGNLESS, *SIGNED])
def test_what_a_power_grants_of_its_base(exponent: str) -> None:
    """x**exponent is defined for negative x where the exponent is an integer: a proof may not assume 0 <= x."""
    text = f"let: n = integer(1)\nlet: t = real\nlet: x = real\nclaim: x**({exponent}) >= 0 for i in 1..n"
    (granted,) = read("a", "A", text).hypotheses
    assert (("<=", ZERO, x) in granted) == (exponent in SIGNED)
    (asked,) = read("a", "A", text, True).hypotheses  # an axiom holds where the power is that of a positive number only
    assert any(x in h or ("max", x, h[2][-1]) in h for h in asked if h[0] in ("<=", "<")) or exponent in SIGNLESS


SUM = "0*sum(x for j in 1..{i})"  # makes cases of an index relations of their own in the engine
COUNTED = [  # left side over an index i = 1, 2, a number, and what it is there that the left side is not negative
    ("0*x - 1 + 1/(x - {i})**2", 1, "out_of_domain"),
    ("0*x - 1 + 0/(x - {i}) + " + SUM, 1, "out_of_domain"),
    ("0*x - 1 + 0*sqrt(x - 2 + {i}) + " + SUM, 1, "violation"),
    ("0*x - 1 + 0*sqrt(x - {i}) + " + SUM, 1, "out_of_domain"),
    ("0*x - 1 + 0*log(x - {i} + 1) + " + SUM, 1, "out_of_domain"),
    ("0*x - 1 + " + SUM, 1, "violation"),
    ("x**{i}", -1, "violation"),
    ("x**{i} + " + SUM, -1, "violation"),
    ("x**({i} - {i} + 1)", -1, "violation"),
    ("x**max(1, 0) + 0*{i}", -1, "violation"),
    ("x**({i} / 2)", -1, "out_of_domain"),
    ("x**sqrt(4) - 1 + 0*{i}", -1, "out_of_domain"),
]


CHAINS = [  # claims at x = 1, the number of the relation that is false there and index, and what it is there
    (["x <= 0 <= 1 / (x - 1)"], 0, {}, "out_of_domain"),
    (["1 / (x - 1) <= x <= 0"], 1, {}, "out_of_domain"),
    (["x <= 0 <= sqrt(x - 2)"], 0, {}, "out_of_domain"),
    (["x <= 0 <= 1 / (x - i) for i in 1..2"], 0, {"i": 2}, "out_of_domain"),
    (["x <= 0 <= " + SUM.format(i="i") + " + log(x + 1 - i) for i in 1..2"], 0, {"i": 1}, "out_of_domain"),
    (["x <= 0 <= 1 / (x - 2)"], 0, {}, "violation"),
    (["x <= 0 <= 1 / (x - i) for i in 2..3"], 0, {"i": 2}, "violation"),
    (["x <= 0", "0 <= 1 / (x - 1)"], 0, {}, "violation"),  # two claims, each of its own meaning
    (["0 <= 1 / (x - 1) <= 2", "x <= 0 <= 1"], 2, {}, "violation"),
]


@pytest.mark.parametrize(("claim", "number", "indices", "outcome"), CHAINS)
def test_a_chain_is_one_claim(tmp_path, claim: list[str], number: int, indices: Any, outcome: str) -> None:
    """Engine and checker agree: where a link has no value the chain has none, and its other links break nothing."""
    found = judge(
        instantiate(conjecture_files.build("attack", {"x": "real"}, [], claim), {}), Instance({}, {"x": Fraction(1)})
    )
    assert found.outcome == outcome
    cert = forge(["x = real"], claim, {}, {"x": "1"})
    cert["broken"] |= {"conjunct": number, "indices": indices}
    assert examine(tmp_path, sealed(cert)) == (0 if outcome == "violation" else 1)


@pytest.mark.parametrize(("left", "at", "outcome"), COUNTED)
def test_a_claim_over_an_index_is_one_claim(tmp_path, left: str, at: int, outcome: str) -> None:
    """Engine and checker agree: where a case has no value the claim has none, however its cases are written."""
    claim = f"{left.format(i='i')} >= 0 for i in 1..2"
    statement = conjecture_files.build("attack", {"x": "real"}, [], [claim])
    found = judge(instantiate(statement, {}), Instance({}, {"x": Fraction(at)}))
    assert found.outcome == outcome and (found.broken is not None) == (outcome == "violation")
    codes = set()
    for i in (1, 2):
        cert = forge(["x = real"], [claim], {}, {"x": str(at)})
        cert["broken"]["indices"] = {"i": i}
        codes.add(examine(tmp_path, sealed(cert)))
    assert (0 in codes) == (outcome == "violation") and 2 not in codes
