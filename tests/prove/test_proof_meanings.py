"""What the words of the language mean to the proof checker, beyond their names."""

from lemmata.language import (
    Diagonal,
    Dim,
    Id,
    Index,
    Matrix,
    MatSumOver,
    PositiveDefinite,
    Psd,
    SumOver,
    Unit,
    Vector,
    eq,
    exp,
    expm,
    forall,
    kron,
    lmin,
    log,
    logm,
    maximum,
    minimum,
    normF,
    s,
    sqrtm,
    tr,
)
from lemmata.language.families import VStack
from lemmata.language.proof import Apply, Entrywise, Identity, Sign
from tests.prove.proof_attempts import A, B, attempt, n, x, y, z

order = Dim("n")

m, k = Dim("m", 0, n), Index("k", 1, n)
RAW = Index("i")


def test_what_words_mean():
    assert attempt(eq(normF(A) ** 2, tr(A.T @ A)), Identity()).ok
    assert not attempt(eq(normF(A), tr(A.T @ A)), Identity()).ok
    assert not attempt(eq(normF(A) ** 2, tr(A @ A)), Identity()).ok
    for extreme, wrong in ((maximum, minimum), (minimum, maximum)):
        both = extreme(x, y)
        assert attempt(eq((both - x) * (both - y), 0), Identity()).ok
        assert not attempt(eq((both - x) * (both - z), 0), Identity()).ok
        assert not attempt(eq((both - x) * (wrong(x, y) - y), 0), Identity()).ok
    assert attempt(y <= maximum(x, y), Sign()).ok
    assert attempt(minimum(x, y) <= y, Sign()).ok
    assert not attempt(maximum(x, y) <= y, Sign()).ok
    assert not attempt(y <= minimum(x, y), Sign()).ok
    e_1, e_2, e_k = Unit(2, 1), Unit(2, 2), Unit(n, k)
    assert attempt(eq(tr(e_1.T @ e_2), 0), Identity()).ok
    assert attempt(eq(tr(e_k.T @ e_k), 1), Identity()).ok
    assert not attempt(eq(tr(Unit(n, 1).T @ e_k), 0), Identity()).ok
    stacked = VStack(A, B)
    assert attempt(eq(stacked.T @ stacked, A.T @ A + B.T @ B), Identity()).ok
    assert not attempt(eq(stacked.T @ stacked, A.T @ A + A.T @ B), Identity()).ok


def test_exponentials_logarithms_and_roots_undo_one_another():
    K, D, E = Psd("K", n), PositiveDefinite("D", n), PositiveDefinite("E", n)
    assert attempt(eq(log(exp(x)), x), Identity()).ok
    assert attempt(eq(exp(log(y)), y), Identity()).ok
    assert not attempt(eq(log(exp(x)), y), Identity()).ok
    assert not attempt(eq(log(exp(2 * x)), x), Identity()).ok
    assert not attempt(eq(exp(exp(x)), x), Identity()).ok
    assert not attempt(eq(log(log(y)), y), Identity()).ok
    assert attempt(eq(expm(logm(D)), D), Identity()).ok
    assert not attempt(eq(expm(logm(D)), E), Identity()).ok
    assert not attempt(eq(expm(D), D), Identity()).ok
    assert attempt(lmin(sqrtm(K)) >= 0, Sign()).ok
    assert not attempt(lmin(sqrtm(K)) > 0, Sign()).ok
    assert not attempt(lmin(logm(D)) >= 0, Sign()).ok


def test_kronecker_products_with_columns():
    v, w = Vector("v", n), Vector("w", n)
    assert attempt(eq(kron(v, A) @ B, kron(v, A @ B)), Identity()).ok
    assert attempt(eq(kron(A, v) @ B, kron(A @ B, v)), Identity()).ok
    assert attempt(eq(B @ kron(v.T, A), kron(v.T, B @ A)), Identity()).ok
    assert not attempt(eq(kron(v, A) @ B, kron(v, B @ A)), Identity()).ok
    assert not attempt(eq(kron(v, A) @ w, kron(w, A) @ v), Identity()).ok


def test_the_trace_of_a_sum_is_the_sum_of_traces():
    over = MatSumOver(RAW, 1, n, A @ Unit(n, RAW) @ Unit(n, RAW).T)
    assert attempt(eq(tr(over), SumOver(RAW, 1, n, tr(Unit(n, RAW).T @ A @ Unit(n, RAW)))), Identity()).ok
    assert not attempt(eq(tr(over), SumOver(RAW, 1, n, tr(Unit(n, RAW).T @ B @ Unit(n, RAW)))), Identity()).ok


def test_products_of_diagonal_matrices_are_diagonal():
    e = Unit(n, k)
    E, F = Diagonal("E", n), Diagonal("F", n)
    column = Diagonal("K", order)
    for good in (E @ F, E + F, Id(n) - E):
        claim = eq(good @ e, tr(e.T @ good @ e) * e)
        assert attempt(claim, Apply("classical.diagonal", {column: good}, 0, {RAW: k})).ok
    claim = eq(A @ E @ e, tr(e.T @ A @ E @ e) * e)
    assert not attempt(claim, Apply("classical.diagonal", {column: A @ E}, 0, {RAW: k})).ok


def test_a_vector_as_long_as_the_shorter_side():
    """min(r, q) entries: what holds for fewer indices does not hold for all of them."""
    C = Matrix("C", m + 1, n)
    row = Index("k", 1, m + 1)
    claim = s(C) >= 0
    assert attempt(claim, Sign()).ok
    assert not attempt(claim, Entrywise("given 0", row), given=forall(RAW, 1, m, s(C, RAW) >= 0)).ok
