"""The independent checker's numbers against numpy and against known values."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from tests.verify.checker_values import array, floats, mat, rows_of, value
from verify.checker.format import NotEstablished
from verify.checker.numbers import Dual, Real, Undecided, Undefined, compare, sqrt, surd
from verify.checker.roots import characteristic, real_roots


@pytest.mark.parametrize("kind", ["small", "low rank", "rational"])
@pytest.mark.parametrize("seed", range(8))
def test_functions_agree_with_numpy(kind, seed):
    rng = random.Random(f"{kind}{seed}")
    r, c = rng.randint(1, 4), rng.randint(1, 4)
    rows = rows_of(rng, r, c, kind)
    a = array(rows)
    s = np.linalg.svd(a, compute_uv=False)
    assert np.allclose(floats(value("s(A)", A=rows)), s, atol=1e-6)
    rank = int(value("rank(A)", A=rows))
    assert rank == np.linalg.matrix_rank(a)
    if rank:
        assert floats(value("cond(A)", A=rows)) == pytest.approx(s[0] / s[rank - 1])
    else:
        with pytest.raises(Undefined):
            value("cond(A)", A=rows)
    assert floats(value("norm2(A) + smin(A)", A=rows)) == pytest.approx(s[0] + s[-1], abs=1e-6)
    assert floats(value("normF(A)", A=rows)) == pytest.approx(np.linalg.norm(a))
    n = rng.randint(1, 4)
    square = rows_of(rng, n, n, kind)
    b = array(square)
    values = np.linalg.eigvalsh(b + b.T)[::-1]
    assert np.allclose(floats(value("lam(B + B.T)", B=square)), values, atol=1e-9)
    assert floats(value("lmax(B + B.T) - lmin(B + B.T)", B=square)) == pytest.approx(values[0] - values[-1])
    assert float(value("det(B)", B=square)) == pytest.approx(np.linalg.det(b), abs=1e-6)
    assert float(value("tr(B)", B=square)) == pytest.approx(np.trace(b))


def test_real_eigenvalues_counts_distinct_ones():
    assert value("real_eigenvalues(A)", A=[[0, -1], [1, 0]]) == 0
    assert value("real_eigenvalues(A)", A=[[0, 1], [0, 0]]) == 1
    assert value("real_eigenvalues(A)", A=[[0, 1, 0], [2, 0, 0], [0, 0, 1]]) == 3
    assert value("real_eigenvalues(A)", A=[[0, -1, 0], [1, 0, 0], [0, 0, 7]]) == 1


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


def test_forms_are_undefined_at_multiple_and_zero_values():
    for text in ("eigenform(A, 1, A)", "slope(lam(rho * A), 1, rho)", "singularform(A, 1, A)", "s(A, 3)"):
        with pytest.raises(Undefined):
            value(text, A=[[1, 0], [0, 1]], rho=1)
    with pytest.raises(Undefined):
        value("singularform(A, 2, A)", A=[[1, 0], [0, 0]])


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


def test_matrices_and_vectors():
    a, b = [[1, 2], [3, 4]], [[0, 1], [1, 1]]
    assert np.allclose(array(value("kron(A, B)", A=a, B=b).rows), np.kron(a, b))
    assert value("vstack(A, B) @ (2 * A - B / 2)", A=a, B=b) == mat(
        (np.vstack([a, b]) @ (2 * np.array(a) - np.array(b) / 2)).tolist()
    )
    assert value("sum(lam(A)**2)", A=[[2, 1], [1, 2]]) == 10
    assert value("max(lam(A)) - min(3, lam(A, 2), 7)", A=[[2, 1], [1, 2]]) == 2
    assert value("gap(lam(A), 2)", A=[[2, 0, 0], [0, 1, 0], [0, 0, 1]]) == 0
    assert value("min(gap(lam(A), 1), 5)", A=[[2]]) == 5


def test_square_roots_of_rationals_are_exact():
    assert value("smax(A)**2", A=[[1, 1], [0, 1], [0, 0]]).key is None  # an eigenvalue (3 + sqrt 5) / 2
    assert value("smax(A)**2 * 3", A=[[1, 1]]) == 6
    assert value("smax(A) * sqrt(2) - 2", A=[[1, 1]]) == 0
    assert value("smax(A) - sqrt(1 / 2) - sqrt(2) / 2", A=[[1, 1]]) == 0
    assert compare(surd(Fraction(2), 64), sqrt(Fraction(2), 64)) == 0
    assert compare(surd(Fraction(2), 64), Fraction(3, 2)) == -1


def test_enclosures_contain_the_number():
    root = surd(Fraction(2), 8)
    assert root.lo**2 < 2 < root.hi**2
    for text, wanted in (
        ("s(A, 1)", (1 + math.sqrt(5)) / 2),
        ("s(A, 1)**3 / s(A, 2) - 1", ((1 + 5**0.5) / 2) ** 4 - 1),
    ):
        for bits in (16, 64, 256):
            x = value(text, bits, A=[[1, 1], [0, 1]])
            assert isinstance(x, Real) and float(x.lo) - 1e-9 <= wanted <= float(x.hi) + 1e-9 and x.hi - x.lo < 0.01


def test_matrices_with_irrational_entries():
    x = value("smax(sqrt(2) * A)", A=[[1, 1], [0, 1]])
    assert floats(x) == pytest.approx(math.sqrt(2) * (1 + math.sqrt(5)) / 2)
    x = value("lmax(sqrt(2) * (A + A.T))", A=[[1, 1], [0, 1]])
    assert floats(x) == pytest.approx(math.sqrt(2) * 3)
    assert value("rank(sqrt(2) * A)", A=[[1, 1], [0, 1]]) == 2
    with pytest.raises(Undecided):
        value("rank(sqrt(2) * A)", A=[[1, 1], [1, 1]])
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
    assert values[0] is values[2] and values[3] is values[5] and values[0] is not values[3]
    assert value("gap(lam(A), 1)", A=rows) == 0


def test_roots_of_widely_spread_and_close_eigenvalues():
    diagonal = [10**30, 1, 1, 10**-9, 10**-9 + 10**-20, -(10**12)]
    exact = [Fraction(x).limit_denominator(10**21) if isinstance(x, float) else Fraction(x) for x in diagonal]
    rows = [[x if i == j else 0 for j in range(6)] for i, x in enumerate(exact)]
    assert list(value("lam(A)", A=rows)) == sorted(exact, reverse=True)


def test_characteristic_polynomial_of_dual_matrices():
    c, _ = characteristic([[Dual(1, 1), Dual(2)], [Dual(3), Dual(4, 2)]])
    assert [(x.a, x.b) if isinstance(x, Dual) else (x, 0) for x in c] == [(1, 0), (-5, -3), (-2, 6)]
    assert [r.within(4) for r in real_roots([1, -4, 5, -2])] == [(1, 1), (2, 2)]
