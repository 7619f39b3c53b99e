"""Claims about every function of the language: false ones with a small counterexample, and true ones."""

from sympy import Rational

from lemmata.language import Dim, Index, Matrix, Scalar, eq, lam, lmax, lmin, rank, s, smax, tr
from lemmata.language.atoms import Cond, Det, KyFan, MaxAbs, NormF, NormN, Rho, Schatten, SMin
from lemmata.language.columns import Column, DiagonalMatrix, diag
from lemmata.language.columns import entries as read
from lemmata.language.core import Max
from lemmata.language.functions import (
    absm,
    cumsum,
    exp,
    expm,
    had,
    inv,
    log,
    logm,
    ones,
    pinv,
    prod,
    relu,
    sqrtm,
    sym,
    total,
)
from lemmata.language.matrices import Id, kron
from lemmata.language.variables import (
    Nonnegative,
    Orthogonal,
    PositiveDefinite,
    Projection,
    Psd,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
)
from tests.made import statement

n, m = Dim("n"), Dim("m", 1, 4)
A, B, C = Matrix("A", n, n), Matrix("B", n, n), Matrix("C", n, m)
S, T, P, Q = Symmetric("S", n), Symmetric("T", n), Psd("P", n), Psd("Q", n)
D, U, K, E = PositiveDefinite("D", n), Upper("U", n), SkewSymmetric("K", n), Projection("E", n)
G, R, N = Signs("G", n), Orthogonal("R", n), Nonnegative("N", n, n)
v, w, x = Matrix("v", n, 1), Matrix("w", n, 1), Scalar("x", 0, 4)
k = Index("k", 1, n)
HALF = Rational(1, 2)


def made(claim, *given):
    return statement(claim, given, name="made.function")


TWO = {"n": 2}
FLIP, SHEAR, TURN, NIL = [[0, 1], [1, 0]], [[1, 1], [0, 1]], [[0, -1], [1, 0]], [[0, 1], [0, 0]]
GRAM, EYE = [[2, 1], [1, 1]], [[1, 0], [0, 1]]
FALSE = {
    "rho": (made(Rho(A + B) <= Rho(A) + Rho(B)), TWO, {"A": NIL, "B": [[0, 0], [1, 0]]}),
    "rho complex": (made(Rho(A) <= smax(A + A.T) / 2), TWO, {"A": [[0, -1], [1, 0]]}),
    "nuclear": (made(NormN(A) <= NormF(A)), TWO, {"A": SHEAR}),
    "schatten": (made(Schatten(HALF, A + B) <= Schatten(HALF, A) + Schatten(HALF, B)), TWO,
                 {"A": [[1, 0], [0, 0]], "B": [[0, 0], [0, 1]]}),
    "schatten variable": (made(Schatten(x, A) >= NormN(A), x > 1), TWO, {"A": SHEAR, "x": 3}),
    "kyfan": (made(KyFan(k, A + B) >= KyFan(k, A) + KyFan(k, B)), TWO, {"A": EYE, "B": [[-1, 0], [0, 0]], "k": 2}),
    "maxabs": (made(MaxAbs(A @ B) <= MaxAbs(A) * MaxAbs(B)), TWO, {"A": [[1, 1], [1, 1]], "B": [[1, 1], [1, 1]]}),
    "inverse": (made(eq(inv(A + B), inv(A) + inv(B))), TWO, {"A": EYE, "B": SHEAR}),
    "reverse order law": (made(eq(pinv(A @ B), pinv(B) @ pinv(A))), TWO,
                          {"A": [[1, 1], [0, 0]], "B": [[1, 0], [0, 0]]}),
    "pseudo-inverse of a root": (made(smax(pinv(sqrtm(P))) >= 1), TWO, {"P": [[3, 1], [1, 3]]}),
    "exponential": (made(eq(expm(S + T), expm(S) @ expm(T))), TWO, {"S": FLIP, "T": [[1, 0], [0, 0]]}),
    "Golden and Thompson": (made(tr(expm(S + T)) >= tr(expm(S) @ expm(T)), smax(S) <= 1), TWO,
                            {"S": FLIP, "T": [[1, 0], [0, 0]]}),
    "norm of an exponential": (made(smax(expm(A)) <= exp(Rho(A))), TWO, {"A": SHEAR}),
    "root is not Lipschitz": (made(smax(sqrtm(P) - sqrtm(Q)) <= smax(P - Q)), TWO,
                              {"P": [[0, 0], [0, "1/100"]], "Q": [[0, 0], [0, 0]]}),
    "square is not monotone": (made(lmin(P @ P - Q @ Q) >= 0, lmin(P - Q) >= 0), TWO,
                               {"P": [[2, 1], [1, 1]], "Q": [[1, 0], [0, 0]]}),
    "absolute triangle": (made(lmin(absm(A) + absm(B) - absm(A + B)) >= 0), TWO,
                          {"A": [[1, 1], [1, 1]], "B": [[1, 0], [0, -1]]}),
    "absolute value, Lipschitz": (made(smax(absm(A) - absm(B)) <= smax(A - B)), TWO,
                                  {"A": [[2, 2], [1, 0]], "B": [[2, 1], [0, 0]]}),
    "logarithm": (made(eq(logm(D) + logm(D), logm(D + D))), TWO, {"D": GRAM}),
    "trace of a logarithm": (made(tr(logm(D)) > log(tr(D))), TWO, {"D": GRAM}),
    "entrywise": (made(Rho(had(A, B)) <= Rho(A) * Rho(B)), TWO, {"A": SHEAR, "B": [[1, 1], [-1, -1]]}),
    "ones": (made(smax(had(A, ones(n, n))) < smax(A)), TWO, {"A": SHEAR}),
    "kron": (made(eq(kron(absm(A), sqrtm(P)), kron(sqrtm(P), absm(A)))), TWO, {"A": SHEAR, "P": GRAM}),
    "relu": (made(smax(relu(A)) <= smax(A)), {"n": 3}, {"A": [[-1, 1, 1], [1, -1, 1], [1, 1, 1]]}),
    "vectors": (made(exp(read(v) + read(w)) <= exp(read(v)) + exp(read(w))), TWO,
     {"v": [[0], [2]], "w": [[0], [1]]}),
    "products": (made(prod(read(v)) >= total(read(v)), total(read(v)) > 0), TWO, {"v": [[1], [1]], }),
    "partial sums": (made(cumsum(s(A)) <= cumsum(diag(A))), TWO, {"A": SHEAR}),
    "diagonal of a column": (made(NormF(v) < smax(DiagonalMatrix(v))), TWO, {"v": [[3], [0]]}),
    "quotients of vectors": (made(read(v) / (1 + read(w) ** 2) <= read(w)), TWO,
     {"v": [[1], [0]], "w": [["1/2"], [0]]}),
    "powers": (made(NormF(Column(abs(read(v)) ** HALF)) <= NormF(v)), TWO, {"v": [["1/4"], [0]]}),
    "column as matrix": (made(smax(v @ Column(exp(read(w))).T) <= NormF(v)), TWO,
     {"v": [[1], [0]], "w": [[1], [0]]}),
    "maximum": (made(Max(read(v)) <= Max(tr(A), x)), TWO, {"v": [[5], [0]], "A": NIL, "x": 4}),
    "cond": (made(Cond(A + E) <= Cond(A)), TWO, {"A": EYE, "E": [[1, 0], [0, 0]]}),
    "skew": (made(smax(expm(K + E)) <= 1), TWO, {"K": TURN, "E": [[1, 0], [0, 0]]}),
    "signs": (made(tr(G @ absm(A)) >= 0), TWO, {"G": [[-1, 0], [0, 1]], "A": [[2, 0], [0, 1]]}),
    "orthogonal": (made(eq(absm(A @ R), absm(A))), TWO,
                   {"A": SHEAR, "R": [["3/5", "-4/5"], ["4/5", "3/5"]]}),
    "nonnegative": (made(Rho(N) <= tr(N)), TWO, {"N": FLIP}),
    "upper": (made(NormN(U) <= total(abs(diag(U)))), TWO, {"U": [[1, 1], [0, 1]]}),
    "rank": (made(rank(absm(C) + sqrtm(C.T @ C)) >= n, eq(MaxAbs(C), 4)), {"n": 2, "m": 1}, {"C": [[3], [4]]}),
    "symmetric as a value": (made(lmax(A @ B) <= lmax(sym(A)) * lmax(sym(B))), TWO,
                             {"A": [[-2, 0], [0, -1]], "B": [[-1, 0], [0, -3]]}),
    "determinant": (made(Det(expm(S)) <= 1 + tr(S)), TWO, {"S": [[1, 1], [1, 1]]}),
    "smallest": (made(SMin(expm(A)) >= exp(-Rho(A))), TWO, {"A": [[0, 3], [0, 0]]}),
    "eigenvalues": (made(eq(lam(expm(S)), exp(diag(S)))), TWO, {"S": FLIP}),
}  # fmt: skip

TRUE = [
    made(Rho(A) <= smax(A)), made(smax(A) <= NormF(A)), made(NormF(A) <= NormN(A)), made(MaxAbs(A) <= smax(A)),
    made(NormN(A + B) <= NormN(A) + NormN(B)), made(KyFan(k, A + B) <= KyFan(k, A) + KyFan(k, B)),
    made(Schatten(Rational(3, 2), A + B) <= Schatten(Rational(3, 2), A) + Schatten(Rational(3, 2), B)),
    made(eq(Rho(A @ B), Rho(B @ A))), made(tr(expm(sym(A) + sym(B))) <= tr(expm(sym(A)) @ expm(sym(B)))),
    made(eq(Det(expm(A)), exp(tr(A)))), made(eq(expm(A) @ expm(-A), Id(n))), made(lmin(absm(A)) >= 0),
    made(eq(sqrtm(A.T @ A) @ absm(A), A.T @ A)), made(eq(s(absm(A)), s(A))), made(smax(absm(A)) <= smax(A)),
    made(lmax(sqrtm(A @ A.T)) >= smax(A)), made(eq(logm(expm(sym(A))), sym(A))),
    made(smax(had(A, B)) <= smax(A) * smax(B)), made(smax(inv(A)) * smax(A) >= 1),
    made(log(total(exp(diag(A)))) >= Max(diag(A))), made(eq(inv(inv(A)), A)), made(eq(pinv(pinv(A)), A)),
    made(eq(A @ pinv(A) @ A, A)), made(prod(s(A)) >= Det(A)),
    made(cumsum(diag(A)) <= cumsum(s(A))), made(NormF(relu(A)) <= NormF(A)), made(eq(tr(absm(A)), NormN(A))),
    made(eq(Schatten(2, A), NormF(A))), made(eq(Schatten(4, A) ** 4, NormF(A.T @ A) ** 2)),
    made(eq(KyFan(k, A), KyFan(k, A.T))), made(Rho(expm(A)) <= exp(Rho(A))),
    made(smax(sqrtm(A.T @ A) - sqrtm(B.T @ B)) <= smax(A.T @ A - B.T @ B) ** HALF),
]  # fmt: skip
