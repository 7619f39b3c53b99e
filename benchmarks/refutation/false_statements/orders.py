"""False statements that read like true ones: what holds for numbers, for definite or for commuting matrices only."""

from __future__ import annotations

from benchmarks.refutation.literature import (
    BHATIA,
    HORN_JOHNSON,
    THOMPSON,
    TOPICS,
    ZHAN,
    collector,
)
from lemmata.theorems.language import (
    Dim,
    Matrix,
    PositiveDefinite,
    Psd,
    Statement,
    Symmetric,
    absm,
    cond,
    det,
    eq,
    expm,
    had,
    lam,
    lmin,
    relu,
    s,
    smin,
    spectral_radius,
    sym,
    tr,
)

STATEMENTS: list[Statement] = []
false = collector("false", STATEMENTS)

n, three = Dim("n"), Dim("n", 3)
A, B, C = (Matrix(name, n, n) for name in "ABC")
H, K, L = (Symmetric(name, n) for name in "ABC")
P, Q = Psd("A", n), Psd("B", n)

# Broken by n = 2; A = [[1, 0], [0, 1]]; B = [[-1, 0], [0, -1]]
false(
    "determinant-of-sum",
    "The determinant is superadditive, definite or not",
    HORN_JOHNSON.at("chapter 7, Minkowski's determinant inequality for definite matrices"),
    det(A + B) >= det(A) + det(B),
)

# Broken by n = 1; A = [[1]]; B = [[-1]]
false(
    "smallest-singular-value-of-sum",
    "The least singular value is superadditive",
    HORN_JOHNSON.at("chapter 7, Weyl's inequalities for singular values"),
    smin(A + B) >= smin(A) + smin(B),
)

# Broken by n = 2; A = [[1, 0], [0, 0]]; B = [[0, 1], [0, 0]]
false(
    "singular-values-swap",
    "AB and BA have the same singular values, as they have the same eigenvalues",
    HORN_JOHNSON.at("1.3, eigenvalues of AB and BA"),
    eq(s(A @ B), s(B @ A)),
)

# Broken by n = 2; A = [[2, 0], [0, 2]]; B = [[2, 0], [0, -1]]
false(
    "cond-sum",
    "The condition number is subadditive",
    HORN_JOHNSON.at("chapter 5, condition numbers"),
    cond(A + B) <= cond(A) + cond(B),
)

# Broken by n = 2; A = [[0, 1], [1, 0]]; B = [[1, 0], [0, -1]]
false(
    "trace-abab",
    "tr(ABAB) is not negative for symmetric A and B",
    ZHAN.at("chapter 1, where one of them is positive semidefinite"),
    tr(H @ K @ H @ K) >= 0,
)

# Broken by n = 2; A = [[1, 0], [0, 0]]; B = [[0, 1], [0, 0]]; C = [[0, 0], [1, 0]]
false(
    "trace-permutation",
    "The trace of a product does not depend on the order of its factors",
    HORN_JOHNSON.at("chapter 1, where only cyclic orders are alike"),
    eq(tr(A @ B @ C), tr(A @ C @ B)),
)

# Broken by n = 2; A = [[1, 1], [1, 1]]; B = [[1, 0], [0, 0]]
false(
    "square-monotone",
    "Squaring preserves the Loewner order of positive semidefinite matrices",
    BHATIA.at("chapter V, operator monotone functions"),
    lmin((P + Q) @ (P + Q) - Q @ Q) >= 0,
)

# Broken by n = 2; A = [[0, 1], [0, 0]]; B = [[0, 0], [1, 0]]
false(
    "spectral-radius-of-sum",
    "The spectral radius is subadditive",
    HORN_JOHNSON.at("chapter 5; true for commuting and for symmetric matrices"),
    spectral_radius(A + B) <= spectral_radius(A) + spectral_radius(B),
)

# Broken by n = 2; A = [[0, 1], [0, 0]]; B = [[0, 0], [1, 0]]
false(
    "spectral-radius-of-product",
    "The spectral radius is submultiplicative",
    HORN_JOHNSON.at("chapter 5; true for commuting and for symmetric matrices"),
    spectral_radius(A @ B) <= spectral_radius(A) * spectral_radius(B),
)

# Broken by n = 2; A = [[1, 1], [-1, -1]]; B = [[1, 1], [-1, -1]]
false(
    "spectral-radius-of-hadamard",
    "The spectral radius of an entrywise product is at most the product of spectral radii",
    TOPICS.at("chapter 5, true for non-negative matrices"),
    spectral_radius(had(A, B)) <= spectral_radius(A) * spectral_radius(B),
)

# Broken by n = 2; A = [[1, 1], [1, 1]]; B = [[0, 0], [0, -2]]
false(
    "loewner-triangle",
    "|A + B| <= |A| + |B| in the Loewner order",
    BHATIA.at("chapter III, Thompson's triangle inequality, where unitary conjugates appear"),
    lmin(absm(A) + absm(B) - absm(A + B)) >= 0,
)

# Broken by n = 2; A = [[1, 0], [0, 0]]; B = [[0, 0], [0, 1]]
false(
    "eigenvalues-of-sum",
    "Every ordered eigenvalue is subadditive",
    HORN_JOHNSON.at("chapter 4, Weyl's inequalities"),
    lam(H + K) <= lam(H) + lam(K),
)

# Broken by n = 2; A = [[-1, -1], [-1, 0]]; B = [[-1, 1], [1, 1]]; C = [[1, 0], [0, -1]]
false(
    "golden-thompson-three",
    "The Golden-Thompson inequality for three matrices",
    THOMPSON.at("where there are two; Lieb's version for three has an integral"),
    tr(expm(H + K + L)) <= tr(expm(H) @ expm(K) @ expm(L)),
)

# Broken by n = 2; A = [[0, 1], [0, 0]]
false(
    "symmetric-part",
    "Taking the symmetric part lowers every singular value",
    BHATIA.at("chapter III, Fan and Hoffman, where eigenvalues stand on the left"),
    s(sym(A)) <= s(A),
)

# Broken by n = 4; A = [[3, 2, 0, -2], [2, 3, 2, 0], [0, 2, 3, 2], [-2, 0, 2, 3]]
false(
    "entrywise-modulus",
    "Moduli of the entries keep a matrix positive semidefinite: true to n = 3, false from n = 4 on",
    TOPICS.at("chapter 6, on entrywise functions"),
    lmin(relu(P) + relu(-P)) >= 0,
)

D = PositiveDefinite("A", three)
x, z = Matrix("x", three, 1), Matrix("z", three, 1)
y = tr(x.T @ x) * z - tr(x.T @ z) * x

# Broken by n = 3; A = [[1, 0, 0], [0, 2, 0], [0, 0, 4]]; x = [[1], [0], [1]]; z = [[1], [0], [-1]]
false(
    "wielandt-constant",
    "Wielandt's inequality for x and y orthogonal, two per cent too strong",
    HORN_JOHNSON.at("chapter 7, Wielandt's inequality"),
    tr(x.T @ D @ y) ** 2 <= ((cond(D) - 1) / (cond(D) + 1)) ** 2 * tr(x.T @ D @ x) * tr(y.T @ D @ y) * 98 / 100,
)
