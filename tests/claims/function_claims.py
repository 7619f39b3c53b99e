"""Claims about every function of the language: false ones with a small counterexample, and true ones."""

from lemmata.language import Dim, Index, Scalar, variables
from lemmata.language.parse import read_claims
from lemmata.language.variables import Matrix, Psd, Symmetric
from tests.made import statement

n, m = Dim("n"), Dim("m", 1, 4)
LEAVES = [
    n, m, *(Matrix(name, n, n) for name in "AB"), Matrix("C", n, m), *(Symmetric(name, n) for name in "ST"),
    *(Psd(name, n) for name in "PQ"), variables.PositiveDefinite("D", n), variables.Upper("U", n),
    variables.SkewSymmetric("K", n), variables.Projection("E", n), variables.Signs("G", n),
    variables.Orthogonal("R", n), variables.Nonnegative("N", n, n), *(Matrix(name, n, 1) for name in "vw"),
    Scalar("x", 0, 4), Index("k", 1, n),
]  # fmt: skip
NAMES = {leaf.name: leaf for leaf in LEAVES}


def made(text):
    claim, _, given = text.partition(" where ")
    return statement(read_claims(claim, NAMES), read_claims(given, NAMES) if given else (), name="made.function")


TWO = {"n": 2}
FLIP, SHEAR, TURN, NIL = [[0, 1], [1, 0]], [[1, 1], [0, 1]], [[0, -1], [1, 0]], [[0, 1], [0, 0]]
GRAM, EYE, FIRST = [[2, 1], [1, 1]], [[1, 0], [0, 1]], [[1, 0], [0, 0]]
ONES, ZERO = [[1, 1], [1, 1]], [[0, 0], [0, 0]]
BROKEN = {  # at these values; dimensions are 2 where nothing is said of them
    "rho": ("rho(A + B) <= rho(A) + rho(B)", {"A": NIL, "B": [[0, 0], [1, 0]]}),
    "rho complex": ("rho(A) <= smax(A + A.T) / 2", {"A": TURN}),
    "nuclear": ("normN(A) <= normF(A)", {"A": SHEAR}),
    "schatten": ("schatten(1/2, A + B) <= schatten(1/2, A) + schatten(1/2, B)", {"A": FIRST, "B": [[0, 0], [0, 1]]}),
    "schatten variable": ("schatten(x, A) >= normN(A) where x > 1", {"A": SHEAR, "x": 3}),
    "kyfan": ("kyfan(k, A + B) >= kyfan(k, A) + kyfan(k, B)", {"A": EYE, "B": [[-1, 0], [0, 0]], "k": 2}),
    "maxabs": ("maxabs(A @ B) <= maxabs(A) * maxabs(B)", {"A": ONES, "B": ONES}),
    "inverse": ("inv(A + B) == inv(A) + inv(B)", {"A": EYE, "B": SHEAR}),
    "reverse order law": ("pinv(A @ B) == pinv(B) @ pinv(A)", {"A": [[1, 1], [0, 0]], "B": FIRST}),
    "pseudo-inverse of a root": ("smax(pinv(sqrtm(P))) >= 1", {"P": [[3, 1], [1, 3]]}),
    "exponential": ("expm(S + T) == expm(S) @ expm(T)", {"S": FLIP, "T": FIRST}),
    "Golden and Thompson": ("tr(expm(S + T)) >= tr(expm(S) @ expm(T)) where smax(S) <= 1", {"S": FLIP, "T": FIRST}),
    "norm of an exponential": ("smax(expm(A)) <= exp(rho(A))", {"A": SHEAR}),
    "root is not Lipschitz": ("smax(sqrtm(P) - sqrtm(Q)) <= smax(P - Q)", {"P": [[0, 0], [0, "1/100"]], "Q": ZERO}),
    "square is not monotone": ("lmin(P @ P - Q @ Q) >= 0 where lmin(P - Q) >= 0", {"P": GRAM, "Q": FIRST}),
    "absolute triangle": ("lmin(absm(A) + absm(B) - absm(A + B)) >= 0", {"A": ONES, "B": [[1, 0], [0, -1]]}),
    "absolute value, Lipschitz": (
        "smax(absm(A) - absm(B)) <= smax(A - B)",
        {"A": [[2, 2], [1, 0]], "B": [[2, 1], [0, 0]]},
    ),
    "logarithm": ("logm(D) + logm(D) == logm(D + D)", {"D": GRAM}),
    "trace of a logarithm": ("tr(logm(D)) > log(tr(D))", {"D": GRAM}),
    "entrywise": ("rho(had(A, B)) <= rho(A) * rho(B)", {"A": SHEAR, "B": [[1, 1], [-1, -1]]}),
    "ones": ("smax(had(A, ones(n, n))) < smax(A)", {"A": SHEAR}),
    "kron": ("kron(absm(A), sqrtm(P)) == kron(sqrtm(P), absm(A))", {"A": SHEAR, "P": GRAM}),
    "relu": ("smax(relu(A)) <= smax(A)", {"A": [[-1, 1, 1], [1, -1, 1], [1, 1, 1]], "n": 3}),
    "vectors": ("exp(v + w) <= exp(v) + exp(w)", {"v": [[0], [2]], "w": [[0], [1]]}),
    "products": ("prod(v) >= sum(v) where sum(v) > 0", {"v": [[1], [1]]}),
    "partial sums": ("cumsum(s(A)) <= cumsum(diag(A))", {"A": SHEAR}),
    "diagonal of a column": ("normF(v) < smax(diag(v))", {"v": [[3], [0]]}),
    "quotients of vectors": ("v / (1 + w**2) <= w", {"v": [[1], [0]], "w": [["1/2"], [0]]}),
    "powers": ("normF(abs(v)**(1/2)) <= normF(v)", {"v": [["1/4"], [0]]}),
    "column as matrix": ("smax(v @ exp(w).T) <= normF(v)", {"v": [[1], [0]], "w": [[1], [0]]}),
    "maximum": ("max(v) <= max(tr(A), x)", {"v": [[5], [0]], "A": NIL, "x": 4}),
    "cond": ("cond(A + E) <= cond(A)", {"A": EYE, "E": FIRST}),
    "skew": ("smax(expm(K + E)) <= 1", {"K": TURN, "E": FIRST}),
    "signs": ("tr(G @ absm(A)) >= 0", {"G": [[-1, 0], [0, 1]], "A": [[2, 0], [0, 1]]}),
    "orthogonal": ("absm(A @ R) == absm(A)", {"A": SHEAR, "R": [["3/5", "-4/5"], ["4/5", "3/5"]]}),
    "nonnegative": ("rho(N) <= tr(N)", {"N": FLIP}),
    "upper": ("normN(U) <= sum(abs(diag(U)))", {"U": SHEAR}),
    "rank": ("rank(absm(C) + sqrtm(C.T @ C)) >= n where maxabs(C) == 4", {"C": [[3], [4]], "n": 2, "m": 1}),
    "symmetric as a value": (
        "lmax(A @ B) <= lmax(sym(A)) * lmax(sym(B))",
        {"A": [[-2, 0], [0, -1]], "B": [[-1, 0], [0, -3]]},
    ),
    "determinant": ("det(expm(S)) <= 1 + tr(S)", {"S": ONES}),
    "smallest": ("smin(expm(A)) >= exp(-rho(A))", {"A": [[0, 3], [0, 0]]}),
    "eigenvalues": ("lam(expm(S)) == exp(diag(S))", {"S": FLIP}),
}
FALSE = {
    name: (made(text), TWO | {k: v for k, v in at.items() if k in "nm"}, {k: v for k, v in at.items() if k not in "nm"})
    for name, (text, at) in BROKEN.items()
}
TRUE = [
    made(text)
    for text in """
rho(A) <= smax(A)
smax(A) <= normF(A)
normF(A) <= normN(A)
maxabs(A) <= smax(A)
normN(A + B) <= normN(A) + normN(B)
kyfan(k, A + B) <= kyfan(k, A) + kyfan(k, B)
schatten(3/2, A + B) <= schatten(3/2, A) + schatten(3/2, B)
rho(A @ B) == rho(B @ A)
tr(expm(sym(A) + sym(B))) <= tr(expm(sym(A)) @ expm(sym(B)))
det(expm(A)) == exp(tr(A))
expm(A) @ expm(-A) == I(n)
lmin(absm(A)) >= 0
sqrtm(A.T @ A) @ absm(A) == A.T @ A
s(absm(A)) == s(A)
smax(absm(A)) <= smax(A)
lmax(sqrtm(A @ A.T)) >= smax(A)
logm(expm(sym(A))) == sym(A)
smax(had(A, B)) <= smax(A) * smax(B)
smax(inv(A)) * smax(A) >= 1
log(sum(exp(diag(A)))) >= max(diag(A))
inv(inv(A)) == A
pinv(pinv(A)) == A
A @ pinv(A) @ A == A
prod(s(A)) >= det(A)
cumsum(diag(A)) <= cumsum(s(A))
normF(relu(A)) <= normF(A)
tr(absm(A)) == normN(A)
schatten(2, A) == normF(A)
schatten(4, A)**4 == normF(A.T @ A)**2
kyfan(k, A) == kyfan(k, A.T)
rho(expm(A)) <= exp(rho(A))
smax(sqrtm(A.T @ A) - sqrtm(B.T @ B)) <= smax(A.T @ A - B.T @ B)**(1/2)
""".strip().splitlines()
]
