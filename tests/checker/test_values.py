"""The independent checker's numbers against numpy and against known values."""

import contextlib
import math
import random
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from lemmata.certificates.witnesses import Finder
from lemmata.checker.evaluate import Evaluator
from lemmata.checker.exact_numbers import Real, Undecided, Undefined, compare, ends, scaled, sqrt
from lemmata.checker.format import CertificateError, NotEstablished
from lemmata.checker.text_form import parse_expression
from lemmata.checker.witnessed_spectra import inertia, matrix, real_eigenvalues
from tests.certificates.certificate_samples import examine
from tests.checker.test_attacks import violation
from tests.checker.values import array, floats, mat, rows_of, status, value
from tests.linalg.test_rigorous_spectra import RADII, rows, sampled


@pytest.mark.parametrize("seed", range(6))
def test_derivatives_and_forms_agree_with_numpy(seed):
    rng = random.Random(seed)
    a0, a1 = rows_of(rng, 3, 3, "rational"), rows_of(rng, 3, 3, "rational")
    rho, h = Fraction(1, 3), 1e-6

    def s(t):
        return np.linalg.svd(array(a0) + t * array(a1), compute_uv=False)

    def lam(t):
        return np.linalg.eigvalsh(array(a0) + array(a0).T + t**2 * (array(a1) + array(a1).T))[::-1]

    for i in range(3):
        at = {"A": a0, "B": a1, "rho": rho, "i": i + 1}
        wanted = (s(1 / 3 + h)[i] - s(1 / 3 - h)[i]) / (2 * h)
        assert floats(value("slope(s(A + rho * B), i, rho)", 256, **at)) == pytest.approx(wanted, rel=1e-3, abs=1e-4)
        assert floats(value("singularform(A + rho * B, i, B.T)", 256, **at)) == pytest.approx(
            wanted, rel=1e-3, abs=1e-4
        )
        wanted = (lam(1 / 3 + h)[i] - lam(1 / 3 - h)[i]) / (2 * h)
        n = "A + A.T + rho**2 * (B + B.T)"
        assert floats(value(f"slope(lam({n}), i, rho)", 256, **at)) == pytest.approx(wanted, rel=1e-3, abs=1e-4)
        form = value(f"eigenform({n}, i, 2 * rho * (B + B.T))", 256, **at)
        assert floats(form) == pytest.approx(wanted, rel=1e-3, abs=1e-4)


def test_gradient_gram_is_the_average_of_jacobian_products():
    rng = np.random.default_rng(0)
    w1, w2, x = (rng.integers(-3, 4, size=shape) for shape in ((3, 2), (2, 3), (2, 4)))
    found = value("gradient_gram(W_1, W_2, X)", W_1=w1.tolist(), W_2=w2.tolist(), X=x.tolist())
    total = 0
    for k in range(4):
        jacobian = []
        for w, other in ((w1, "first"), (w2, "second")):
            for index in np.ndindex(*w.shape):
                unit = np.zeros(w.shape)
                unit[index] = 1
                jacobian.append(w2 @ unit @ x[:, k] if other == "first" else unit @ w1 @ x[:, k])
        total = total + np.array(jacobian) @ np.array(jacobian).T / 4
    assert np.allclose(array(found.rows), total)


def test_enclosures_contain_the_number():
    low, high = ends(sqrt(Fraction(2), 8))
    assert low**2 < 2 < high**2
    for text, wanted in (
        ("s(A, 1)", (1 + math.sqrt(5)) / 2),
        ("s(A, 1)**3 / s(A, 2) - 1", ((1 + 5**0.5) / 2) ** 4 - 1),
    ):
        for bits in (32, 64, 256):
            x = value(text, bits, A=[[1, 1], [0, 1]])
            low, high = map(float, ends(x))
            assert isinstance(x, Real) and low - 1e-9 <= wanted <= high + 1e-9 and high - low < 0.01


def test_matrices_with_irrational_entries():
    x = value("smax(sqrt(2) * A)", A=[[1, 1], [0, 1]])
    assert floats(x) == pytest.approx(math.sqrt(2) * (1 + math.sqrt(5)) / 2)
    x = value("lmax(sqrt(2) * (A + A.T))", A=[[1, 1], [0, 1]])
    assert floats(x) == pytest.approx(math.sqrt(2) * 3)
    assert value("rank(sqrt(2) * A)", A=[[1, 1], [0, 1]]) == 2
    assert status("rank(sqrt(2) * A) == 1", A=[[1, 1], [1, 1]]) == "holds"  # zeros of algebraic numbers are known
    with pytest.raises(Undecided):
        value("rank(pi * A)", A=[[1, 1], [1, 1]])
    with pytest.raises(NotEstablished):
        value("real_eigenvalues(sqrt(2) * A)", A=[[1, 1], [1, 1]])


def test_undefined_and_undecided():
    for text in ("1 / (x - 1)", "sqrt(-x)", "smax(A) / smin(A)", "1 / 0", "cond(0 * A)"):
        with pytest.raises(Undefined):
            value(text, x=1, A=[[1, 1], [1, 1]])
    with pytest.raises(Undefined):
        value("1 / (lam(A, 1) - lam(A.T, 1) + lam(A, 2) - lam(A.T, 2))", A=[[1, 1], [1, 0]])
    with pytest.raises(Undecided):
        value("1 / (pi - 2 * pi + pi)")
    with pytest.raises(Undefined):
        value("lmax(A)", A=[[1, 2], [0, 1]])


def test_repeated_irrational_eigenvalues():
    b = np.array([[1, 1], [1, 0]])
    rows = np.kron(np.eye(3, dtype=int), b).tolist()
    values = value("lam(A)", A=rows)
    assert compare(values[0], values[3]) == 1 and compare(values[0], values[2]) in (0, None)
    assert status("gap(lam(A), 1) == 0", A=rows) == "holds"


@pytest.mark.parametrize(
    ("rows", "count"),
    [
        ([[1, 0, 0], [0, 1, 0], [0, 0, 2]], 2),
        ([[0, 1], [0, 0]], 1),
        ([[0, -1], [1, 0]], 0),
        ([[1, 0, 0], [0, 0, -2], [0, 2, 0]], 1),
        ([[3, 1, 0], [0, 3, 1], [0, 0, 5]], 2),
        ([[0, 0, 2], [1, 0, 0], [0, 1, 0]], 1),
    ],
)
def test_real_eigenvalues_are_counted_once_each(rows, count):
    assert real_eigenvalues(mat(rows)) == count


@pytest.mark.parametrize("seed", range(40))
def test_inertia_counts_signs_of_eigenvalues(seed):
    """Singular, indefinite, with zero diagonals; the same of enclosures of the entries where those decide."""
    rng = random.Random(seed)
    n = rng.randint(1, 5)
    half = [[Fraction(rng.choice([0, 0, 1, -1, 2, 3]), rng.choice([1, 2])) for _ in range(n)] for _ in range(n)]
    rows = [[half[max(i, j)][min(i, j)] * (i != j or rng.random() < 0.5) for j in range(n)] for i in range(n)]
    a = matrix(rows, n)
    values = np.linalg.eigvalsh(array(rows))
    wanted = (int((values > 1e-9).sum()), int((values < -1e-9).sum()))
    assert inertia(a) == wanted
    near = a.map(lambda x: Real(*scaled(x, 64), 64) + Real(-1, 1, 64))
    if sum(wanted) == n:
        with contextlib.suppress(Undecided):  # zeros on the diagonal that are only enclosed
            assert inertia(near) == wanted
    else:
        with pytest.raises(Undecided):
            inertia(near)


# --- The checker's numerical radius: enclosures that hold, and witnesses that lie refused

A = [[1, -2], [1, 1]]
NAME = "numradius(A)"


@pytest.mark.parametrize(("a", "w"), RADII)
def test_known_values(a, w):
    assert floats(value(NAME, A=a)) == pytest.approx(w, abs=1e-9)


def test_random_matrices_and_irrational_ones():
    rng = random.Random(3)
    for n in (2, 3):
        a = rows(n, rng)
        near = np.array(a, dtype=float)
        assert floats(value(NAME, A=a)) == pytest.approx(sampled(near), rel=1e-5)
    assert floats(value("numradius(sqrt(2) * A)", A=A)) == pytest.approx(2**0.5 * floats(value(NAME, A=A)), rel=1e-6)


def witness():
    finder = Finder(18)
    finder.found = {}
    with finder.asked():
        Evaluator({"A": mat(A)})(parse_expression(NAME))
    return finder.found[NAME]


def read(found):
    return Evaluator({"A": mat(A)}, {NAME: found})(parse_expression(NAME))


def test_witnesses_that_lie_are_refused():
    good = witness()
    low, high = ends(read(good))
    assert low < high
    lies = {
        "above": [str(Fraction(good["below"]) - Fraction(1, 10**6)), "0", "-5"],
        "below": [str(Fraction(good["above"]) + Fraction(1, 10**6)), "1000"],
        "vector": [[["1", "1"], ["0", "1"]], [["0", "0"], ["0", "0"]]],
        "dilation": [[["0", "0"], ["0", "0"]], [["9", "0"], ["0", "9"]]],
    }
    for key, values in lies.items():
        for lie in values:
            with pytest.raises(NotEstablished):
                read({**good, key: lie})
    for change in ({"vector": ["1"]}, {"dilation": [["1"]]}, {"more": "1"}, {"above": 3}):
        with pytest.raises(CertificateError):
            read(good | change)
    with pytest.raises(CertificateError):
        read({"above": "1"})


def test_relations():
    assert status("numradius(A) <= norm2(A)", A=A) == "holds"
    assert status("numradius(A) == norm2(A)", A=[[0, -3], [3, 0]]) == "holds"  # a normal matrix: exactly
    assert status("2 * numradius(A) == norm2(A)", A=[[0, -3], [0, 0]]) == "holds"
    assert status("2 * numradius(A) < norm2(A)", A=[[0, -3], [0, 0]]) == "broken"
    assert status("numradius(A) == norm2(A)", A=A) == "broken"


# --- Products over an empty range are the identity, sums zero, as the language reads them

LET = ["n = integer(1)", "t = integer(1)", "A = real(n, n)"]
AT = {"dims": {"n": 2, "t": 1}, "values": {"A": [["1", "2"], ["0", "1"]]}}


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("tr(prod(I(n) - A for k in 1..t - 1)) <= 1", 0),
        ("tr(prod(I(n) - A for k in 1..t - 1)) <= 2", 1),
        ("tr(A @ prod(A.T @ A / 2 for k in 1..t - 1)) < 2", 0),
        ("tr(prod((-A).T for k in 1..t - 1)) <= 1", 0),
        ("tr(prod(expm(A) for k in 1..t - 1)) <= 1", 2),  # the order is not seen
        ("tr(prod(k for k in 1..t - 1)) <= 1", 2),
        ("tr(A) <= sum(k for k in 1..t - 1)", 0),
        ("0 < sum(tr(A) / k for k in 1..t - 1)", 0),
        ("n <= sum(exp(sum(A @ ones(n, 1) for k in 1..t - 1)))", 2),  # of n zeros, and not of one
        ("n <= sum(product(diag(A) for k in 1..t - 1))", 2),
        ("n <= sum(exp(sum(diag(A) for k in 1..t - 1)))", 2),
        ("n <= sum(sum(exp(entry(diag(A), k)) for k in 1..t - 1) * I(1))", 0),
        ("tr(A) <= max(k for k in 1..t - 1)", 2),
        ("tr(A) <= 1 + product(k for k in 1..t - 1) - 1", 0),
    ],
)
def test_nothing_has_the_value_that_it_has_in_the_language(claim: str, code: int, tmp_path: Path) -> None:
    assert examine(tmp_path, violation(LET, claim, **AT)) == code
