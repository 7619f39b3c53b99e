"""Ties between algebraic numbers are decided exactly by the independent checker; others are left undecided."""

import random
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.certificates.witnesses import Finder
from lemmata.checker import exact_numbers
from lemmata.checker.evaluate import Evaluator
from lemmata.checker.exact_numbers import Height, Real, Undecided, Undefined, compare, height, vanishes
from lemmata.checker.witnessed_spectra import characteristic, eigenvalues
from lemmata.language import Dim, Matrix, Scalar, entry, forall, s, smax, sqrt
from lemmata.language.variables import Index
from tests.certificates.certificate_samples import certificate, examine, mat
from tests.checker.values import mat as read
from tests.checker.values import status, value
from tests.made import statement as made

GOLDEN = [[1, 1], [1, 0]]
CUBIC = [[1, 1, 0], [1, 0, 1], [0, 1, -2]]  # three irrational eigenvalues


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


@pytest.mark.sampled(3)
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
    start = time.process_time()
    assert status(text, A=GOLDEN) == "undecided"
    assert time.process_time() - start < 10


def test_a_zero_denominator_is_undefined_and_a_small_one_is_not():
    with pytest.raises(Undefined):
        value("1 / (lam(A, 1)**2 - lam(A, 1) - 1)", A=GOLDEN)
    with pytest.raises(Undecided):
        value("1 / (lam(A, 1)**2 - lam(A, 1) - 1 + 1 / 10**60)", A=GOLDEN)
    assert status("1 / (lam(A, 1)**2 - lam(A, 1) - 1) <= 1", A=GOLDEN) == "undefined"
    assert status("1 / (lam(A, 1)**2 - lam(A, 1) - 1 + 1 / 10**60) > 1", A=GOLDEN) == "holds"
    assert status("sqrt(lam(A, 1)**2 - lam(A, 1) - 1) == 0", A=GOLDEN) == "holds"
    assert status("sqrt(lam(A, 1)**2 - lam(A, 1) - 1 - 1 / 10**60) >= 0", A=GOLDEN) == "undefined"


def test_heights_of_known_numbers():
    assert height(Fraction(0)).bits == height(Fraction(-1)).bits == 0
    assert height(Fraction(-3, 8)).bits == 3
    golden = value("lam(A)", A=GOLDEN)
    assert all(1 <= x.height.bits <= 4 and x.height.separation == 2 * x.height.bits for x in golden)
    assert Height(1, golden[0].height.generators | golden[1].height.generators).separation == 2
    cubic = value("lam(A)", A=CUBIC)
    assert Height(1, cubic[0].height.generators | cubic[1].height.generators).separation == 6
    assert Height(1, exact_numbers.sqrt(cubic[0], 64).height.generators).separation == 6


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 10**9))
def test_what_is_called_zero_is_zero(seed):
    """Random polynomials in the eigenvalues of a random integer matrix, reduced by its characteristic polynomial."""
    rng = random.Random(seed)
    n = rng.randint(2, 3)
    half = [[rng.randint(-2, 2) for _ in range(n)] for _ in range(n)]
    rows = [[half[i][j] + half[j][i] for j in range(n)] for i in range(n)]
    c, _ = characteristic(read(rows))
    ev = Evaluator({"A": read(rows)})
    ev.bits = 400
    with Finder(110).asked():
        t = eigenvalues(ev, ev.values["A"], "A")[rng.randrange(n)]
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
        total = total + c * exact_numbers.sqrt(Fraction(q), 3000)
        outside = max(k for k in range(1, 8) if q % (k * k) == 0)
        parts[q // outside**2] = parts.get(q // outside**2, 0) + c * outside
    zero = not any(parts.values())
    assert (compare(total, Fraction(0)) == 0) == zero
    if not zero and isinstance(total, Real):
        assert total.lo > 0 or total.hi < 0


n, i = Dim("n"), Index("i")
A, x = Matrix("A", n, n), Scalar("x", 0, 4)
B = Matrix("B", 1, 2)


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
