"""Ties between algebraic numbers are decided exactly by the independent checker; others are left undecided."""

import random
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.verify.certificate_samples import PAPER, certificate, examine, mat
from tests.verify.checker_values import NOTHING, value
from tests.verify.checker_values import mat as read
from theorems.language import Dim, Kind, Matrix, Scalar, Statement, entry, forall, s, smax, sqrt
from theorems.language.variables import Index
from verify.checker.evaluate import Evaluator
from verify.checker.heights import Height, of_rational, of_root, of_square_root
from verify.checker.numbers import Real, Undecided, Undefined, compare, enough, surd, vanishes
from verify.checker.roots import characteristic, real_roots
from verify.checker.syntax import instances, parse_clause
from verify.checker.violation import judge

GOLDEN = [[1, 1], [1, 0]]
CUBIC = [[1, 1, 0], [1, 0, 1], [0, 1, -2]]  # three irrational eigenvalues


def status(text, seconds=30, **values):
    numbers = {k: read(v) if isinstance(v, list) else Fraction(v) for k, v in values.items()}
    (relation,) = instances(parse_clause(text), NOTHING)
    return judge(relation, Evaluator(numbers, time.monotonic() + seconds))[0]


TIES = [
    ("lam(A, 1) * lam(A, 2)", "-1", GOLDEN),
    ("lam(A, 1)**2", "lam(A, 1) + 1", GOLDEN),
    ("1 / lam(A, 1)", "lam(A, 1) - 1", GOLDEN),
    ("lam(A, 1)", "(1 + sqrt(5)) / 2", GOLDEN),
    ("sqrt(lam(A, 1))**2", "lam(A, 1)", GOLDEN),
    ("sqrt(2 + lam(A, 1))", "sqrt(3 + lam(A, 1) - 1)", GOLDEN),
    ("sqrt(5 + 2 * sqrt(6))", "sqrt(2) + sqrt(3)", GOLDEN),
    ("sqrt(3 + 2 * sqrt(2))", "1 + sqrt(2)", GOLDEN),
    ("2**(1 / 3) * 4**(1 / 3)", "2", GOLDEN),
    ("lam(A, 1) + lam(A, 2) + lam(A, 3)", "tr(A)", CUBIC),
    ("lam(A, 1) * lam(A, 2) * lam(A, 3)", "det(A)", CUBIC),
    ("sum(lam(A)**2)", "normF(A)**2", CUBIC),
    ("s(A, 1) * s(A, 2) * s(A, 3)", "abs(det(A))", CUBIC),
    ("s(A, 1)", "max(lam(A, 1), -lam(A, 3))", CUBIC),
    ("smax(A)**2", "lam(A.T @ A, 1)", CUBIC),
    ("abs(lam(A, 1) - lam(A.T @ A, 1) / lam(A, 1))", "0", GOLDEN),
    ("smax(A)", "sqrt(2)", [[1, 1]]),
    ("normF(A) / sqrt(3)", "sqrt(2) / sqrt(3)", [[1, 1]]),
]


@pytest.mark.parametrize(("left", "right", "rows"), TIES)
def test_equal_numbers_are_known_to_be_equal(left, right, rows):
    """A strict relation is broken by the tie, the others hold."""
    for op, wanted in (("==", "holds"), ("<=", "holds"), (">=", "holds"), ("<", "broken"), (">", "broken")):
        assert status(f"{left} {op} {right}", A=rows) == wanted


@pytest.mark.parametrize(("left", "right", "rows"), TIES)
@pytest.mark.parametrize("shift", [10**15, 10**60, 10**300])
def test_numbers_that_are_nearly_equal_are_told_apart(left, right, rows, shift):
    text = "0" if shift is None else f"1 / {shift}"
    assert status(f"{left} < {right} + {text}", A=rows) == "holds"
    assert status(f"{left} >= {right} + {text}", A=rows) == "broken"
    assert status(f"{left} == {right} - {text}", A=rows) == "broken"


@pytest.mark.parametrize(
    "text",
    [
        "pi - 2 * pi <= -pi",
        "exp(1) * exp(-1) <= 1",
        "log(2) + log(3) <= log(6)",
        "2**sqrt(2) * 2**(-sqrt(2)) <= 1",
        "smax(sqrt(2) * A) <= sqrt(2) * smax(A)",
    ],
)
def test_ties_beyond_the_algebra_of_this_check_stay_undecided(text):
    start = time.monotonic()
    assert status(text, A=GOLDEN) == "undecided"
    assert time.monotonic() - start < 10


def test_a_zero_denominator_is_undefined_and_a_small_one_is_not():
    with pytest.raises(Undefined):
        value("1 / (lam(A, 1)**2 - lam(A, 1) - 1)", A=GOLDEN)
    with pytest.raises(Undecided) as raised:
        value("1 / (lam(A, 1)**2 - lam(A, 1) - 1 + 1 / 10**60)", A=GOLDEN)
    assert raised.value.bits is not None and raised.value.bits > 200
    assert status("1 / (lam(A, 1)**2 - lam(A, 1) - 1) <= 1", A=GOLDEN) == "undefined"
    assert status("1 / (lam(A, 1)**2 - lam(A, 1) - 1 + 1 / 10**60) > 1", A=GOLDEN) == "holds"
    assert status("sqrt(lam(A, 1)**2 - lam(A, 1) - 1) == 0", A=GOLDEN) == "holds"
    assert status("sqrt(lam(A, 1)**2 - lam(A, 1) - 1 - 1 / 10**60) >= 0", A=GOLDEN) == "undefined"


def test_heights_of_known_numbers():
    assert of_rational(Fraction(0)).bits == of_rational(Fraction(-1)).bits == 0
    assert of_rational(Fraction(-3, 8)).bits == 3
    root = of_root((1, -1, -1), 0)  # the golden ratio: height log2(1.618...) / 2 = 0.347...
    assert Fraction(347, 1000) < root.bits <= 1 and root.degree == 2
    other = of_root((1, -1, -1), 1)
    assert Height(Fraction(1), root.generators | other.generators).degree == 2
    cubic = [of_root((1, 0, -3, 1), k) for k in range(3)]
    assert Height(Fraction(1), cubic[0].generators | cubic[1].generators).degree == 6
    assert of_square_root(cubic[0], "name").degree == 6


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_what_is_called_zero_is_zero(seed):
    """Random polynomials in the eigenvalues of a random integer matrix, reduced by its characteristic polynomial."""
    rng = random.Random(seed)
    n = rng.randint(2, 3)
    half = [[rng.randint(-2, 2) for _ in range(n)] for _ in range(n)]
    rows = [[half[i][j] + half[j][i] for j in range(n)] for i in range(n)]
    c, _ = characteristic(rows)
    ev = Evaluator({"A": read(rows)}, time.monotonic() + 60)
    ev.bits = 400
    t = ev.eigenvalues(ev.values["A"])[0][rng.randrange(n)]
    vanishing = sum((Fraction(c[k]) * _power(t, n - k) for k in range(n)), Fraction(c[n]))
    assert vanishes(vanishing)
    other = vanishing + Fraction(rng.choice([-1, 1]), rng.choice([1, 7, 10**20, 10**80]))
    assert not vanishes(other) and compare(other, Fraction(0)) in (-1, 1)


def _power(t, k):
    out = Fraction(1)
    for _ in range(k):
        out = out * t
    return out


@settings(max_examples=100, deadline=None)
@given(st.lists(st.integers(1, 60), min_size=1, max_size=4), st.lists(st.integers(-3, 3), min_size=4, max_size=4))
def test_sums_of_square_roots_are_compared_as_their_exact_form_says(radicands, factors):
    """sum c_k sqrt(q_k) = 0 exactly when the coefficients of every square-free part cancel."""
    total, parts = Fraction(0), {}
    for q, c in zip(radicands, factors, strict=False):
        total = total + c * surd(Fraction(q), 3000)
        outside = max(k for k in range(1, 8) if q % (k * k) == 0)
        parts[q // outside**2] = parts.get(q // outside**2, 0) + c * outside
    zero = not any(parts.values())
    assert (compare(total, Fraction(0)) == 0) == zero
    if not zero and isinstance(total, Real):
        assert total.lo > 0 or total.hi < 0


def test_enough_bits_is_a_precision_at_which_the_question_is_decided():
    text = "s(A, 1) * s(A, 2) * s(A, 3) - abs(det(A))"
    x = value(text, 16, A=CUBIC)
    assert not vanishes(x) and x.lo <= 0 <= x.hi
    assert enough(x) > 64
    assert vanishes(value(text, enough(x), A=CUBIC))


def test_roots_to_many_bits_are_quick_and_right():
    c, _ = characteristic([[3, 1, 0, 2], [1, 0, 1, 1], [0, 1, -2, 5], [2, 1, 5, 7]])
    start = time.monotonic()
    for root in real_roots(c):
        lo, hi = root.within(12_000)
        assert 0 < hi - lo <= Fraction(1, 1 << 12_000)
        signs = [sum(a * x ** (4 - k) for k, a in enumerate(c)) > 0 for x in (lo, hi)]
        assert signs[0] != signs[1]
    assert time.monotonic() - start < 10


n, i = Dim("n"), Index("i")
A, x = Matrix("A", n, n), Scalar("x", 0, 4)
B = Matrix("B", 1, 2)


def made(claim, **rest):
    return Statement(id="made.tie", title="", source=PAPER.at("8"), kind=Kind.ALGEBRAIC, claim=claim, **rest)


def test_strict_claims_broken_by_an_irrational_tie_are_refuted(tmp_path):
    """The engine decides the ties by its own zero tests; the checker agrees."""
    cases = [
        certificate(made(smax(B) < sqrt(2)), {}, 0, B=mat([1, 1])),
        certificate(made(entry(s(A), 1) * entry(s(A), 2) < 1), {"n": 2}, 0, A=mat([1, 1], [1, 0])),
        certificate(made(smax(A) ** 2 < smax(A) + 1), {"n": 2}, 0, A=mat([1, 1], [1, 0])),
        certificate(made(forall(i, 1, n, entry(s(A), i) < sqrt(x) + 1)), {"n": 1}, 0, (1,), A=mat([3]), x=4),
    ]
    for cert in cases:
        assert examine(tmp_path, cert) == 0


def test_claims_that_the_tie_does_not_break_are_not_refuted(tmp_path):
    for claim in (smax(B) <= sqrt(2), smax(B) >= sqrt(2)):
        cert = certificate(made(claim), {}, 0, judged=False, B=mat([1, 1]))
        assert examine(tmp_path, cert) == 1
