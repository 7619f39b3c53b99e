"""False statements whose constant is a little too small, or whose growth with n is a little too slow.

The matrices that break them lie close to a thin set: Hadamard matrices, multiples of the identity, nilpotent pairs.
"""

from __future__ import annotations

from typing import Any

from benchmarks.refutation.literature import (
    ARAKI_YAMAGAMI,
    BHATIA,
    BOETTCHER_WENZEL,
    HADAMARD,
    HIGHAM,
    HILLAR_JOHNSON,
    HORN_JOHNSON,
    LEE,
    MAJORIZATION,
    POPOVICIU,
    STEWART_SUN,
    TOPICS,
    collector,
)
from lemmata.theorems.language import (
    Dim,
    Id,
    Matrix,
    Orthogonal,
    PositiveDefinite,
    Psd,
    SkewSymmetric,
    Statement,
    Symmetric,
    Upper,
    absm,
    cond,
    det,
    diag,
    had,
    inv,
    lmax,
    lmin,
    maxabs,
    normF,
    normN,
    prod,
    relu,
    smax,
    smin,
    spectral_radius,
    sqrt,
    tr,
)

STATEMENTS: list[Statement] = []
false = collector("false", STATEMENTS)

n, three, four, five, small = Dim("n"), Dim("n", 3), Dim("n", 4), Dim("n", 5), Dim("n", 1, 4)
A, B = Matrix("A", n, n), Matrix("B", n, n)
A3, B3 = Matrix("A", three, three), Matrix("B", three, three)

# Broken by n = 3; A = [[0, 1, 0], [0, 0, 0], [0, 0, 0]]; B = [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
false(
    "commutator-norm",
    "Böttcher-Wenzel with 1.41 in place of the square root of 2",
    BOETTCHER_WENZEL.at("main theorem"),
    normF(A3 @ B3 - B3 @ A3) <= normF(A3) * normF(B3) * 141 / 100,
)

P3, Q3 = Psd("A", three), Psd("B", three)

# Broken by n = 3; A = [[1, 20, 210], [20, 402, 4240], [210, 4240, 44903]];
# B = [[36501, -3820, 190], [-3820, 401, -20], [190, -20, 1]]
false(
    "trace-word",
    "The trace of a word in two positive semidefinite matrices is not negative",
    HILLAR_JOHNSON.at("whose pair of matrices this is"),
    tr(P3 @ P3 @ Q3 @ P3 @ Q3 @ Q3) >= 0,
)

H3 = Symmetric("A", three)

# Broken by n = 4; A = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
false(
    "variance-of-eigenvalues",
    "Popoviciu with 0.245 in place of 1/4 for n eigenvalues, n at least 3: false from n = 4 on",
    POPOVICIU.at("bound on the variance"),
    tr(H3 @ H3) / three - (tr(H3) / three) ** 2 <= (lmax(H3) - lmin(H3)) ** 2 * 49 / 200,
)

# Broken by n = 3; A = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
false(
    "determinant-by-trace",
    "The arithmetic-geometric mean inequality for eigenvalues, one per cent too strong",
    HORN_JOHNSON.at("chapter 7"),
    det(three * P3) <= det(tr(P3) * Id(three)) * 99 / 100,
)

P4, Q4 = Psd("A", four), Psd("B", four)
D4, E4 = PositiveDefinite("A", four), PositiveDefinite("B", four)

# Broken by n = 4; A = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
# B = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
false(
    "log-concavity",
    "Log-concavity of the determinant at the midpoint, five per cent too strong",
    HORN_JOHNSON.at("chapter 7, on the determinant of a sum"),
    det(P4 + Q4) >= sqrt(det(2 * P4) * det(2 * Q4)) * 21 / 20,
)

# Broken by n = 4; A = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]];
# B = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
false(
    "oppenheim-constant",
    "Oppenheim's inequality, two per cent too strong",
    HORN_JOHNSON.at("chapter 7, Oppenheim's inequality"),
    det(had(D4, E4)) >= det(D4) * prod(diag(E4)) * 51 / 50,
)


def fourth(X: Any) -> Any:
    """The fourth power of the Schatten 4-norm."""
    return tr(X.T @ X @ X.T @ X)


# Broken by n = 3; A = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; B = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
false(
    "clarkson-constant",
    "Clarkson's inequality for the Schatten 4-norm with 7.9 in place of 8",
    BHATIA.at("chapter IX, Clarkson inequalities"),
    fourth(A3 + B3) + fourth(A3 - B3) <= (fourth(A3) + fourth(B3)) * 79 / 10,
)

A5 = Matrix("A", five, five)

# Broken by n = 5; A = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]
false(
    "nuclear-by-frobenius",
    "The nuclear norm is at most the root of 0.99 n times the Frobenius norm",
    HORN_JOHNSON.at("chapter 5, equivalence of norms"),
    normN(A5) <= sqrt(five * 99 / 100) * normF(A5),
)

# Broken by n = 3; A = [[1, 1, 1], [1, 1, 1], [1, 1, 1]]
false(
    "norm-by-largest-entry",
    "The operator norm is at most 0.95 n times the largest entry",
    HORN_JOHNSON.at("chapter 5, equivalence of norms"),
    smax(A3) <= three * 95 / 100 * maxabs(A3),
)

# Broken by n = 4; A = [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]
false(
    "hadamard-growth",
    "A determinant is at most 2^(n-1) times the n-th power of the largest entry: true to n = 3, false from n = 4 on",
    HADAMARD.at("where the bound is n^(n/2)"),
    det(A) <= 2 ** (n - 1) * maxabs(A) ** n,
)

order_three, order_five, three_or_four = Dim("n", 3, 3), Dim("n", 5, 5), Dim("n", 3, 4)
T3, T5 = Matrix("A", order_three, order_three), Matrix("A", order_five, order_five)

# Broken by n = 3; A = [[1, 1, 1], [1, -1, 1], [1, 1, -1]]
false(
    "determinant-of-order-three",
    "A determinant of order 3 is at most 3.9 times the cube of the largest entry",
    HADAMARD.at("maximal determinants, which for order 3 is 4"),
    det(T3) <= 39 * maxabs(T3) ** 3 / 10,
)

# Broken by n = 5; A = [[-1, 1, 1, 1, 1], [1, -1, 1, 1, 1], [1, 1, -1, 1, 1], [1, 1, 1, -1, 1], [1, 1, 1, 1, -1]]
false(
    "determinant-of-order-five",
    "A determinant of order 5 is at most 45 times the fifth power of the largest entry",
    HADAMARD.at("maximal determinants, which for order 5 is 48"),
    det(T5) <= 45 * maxabs(T5) ** 5,
)

K = SkewSymmetric("A", Dim("n", 4, 4))

# Broken by n = 4; A = [[0, 1, 1, 1], [-1, 0, 1, -1], [-1, -1, 0, 1], [-1, 1, -1, 0]]
false(
    "skew-determinant",
    "A skew-symmetric determinant of order 4 is at most 8 times the fourth power of the largest entry",
    HADAMARD.at("maximal determinants; here it is the square of a Pfaffian with three terms"),
    det(K) <= 8 * maxabs(K) ** 4,
)

V = Matrix("A", three_or_four, three_or_four)

# Broken by n = 4; A = [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]
false(
    "nuclear-by-largest-entry",
    "The nuclear norm is at most 0.98 n^(3/2) times the largest entry: true for n = 3, false for n = 4",
    HORN_JOHNSON.at("chapter 5, equivalence of norms"),
    normN(V) <= sqrt(three_or_four) * three_or_four * 98 / 100 * maxabs(V),
)

A4 = Matrix("A", four, four)

# Broken by n = 4; A = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
false(
    "determinant-by-frobenius",
    "The arithmetic-geometric mean inequality for singular values, two per cent too strong",
    HORN_JOHNSON.at("chapter 7"),
    det(A4) ** 2 <= (normF(A4) ** 2 / four) ** four * 98 / 100,
)

# Broken by n = 4; A = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
false(
    "frobenius-condition",
    "The condition number in the Frobenius norm is at least 1.01 n",
    HORN_JOHNSON.at("chapter 5, condition numbers"),
    normF(A4) * normF(inv(A4)) >= four * 101 / 100,
)

# Broken by n = 5; A = [[1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]
false(
    "frobenius-by-norm",
    "The Frobenius norm is at most the root of 0.98 n times the operator norm",
    HORN_JOHNSON.at("chapter 5, equivalence of norms"),
    normF(A5) <= sqrt(five * 98 / 100) * smax(A5),
)

S = Matrix("A", small, small)

# Broken by n = 4; A = [[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]
false(
    "entrywise-modulus-norm",
    "Moduli of the entries raise the norm at most 1.9 times for n up to 4: true to n = 3",
    TOPICS.at("chapter 5, on entrywise products; the factor is the root of n"),
    smax(relu(S) + relu(-S)) <= smax(S) * 19 / 10,
)

Q = Orthogonal("A", small)

# Broken by n = 4; A = [[1/2, 1/2, 1/2, 1/2], [1/2, -1/2, 1/2, -1/2],
# [1/2, 1/2, -1/2, -1/2], [1/2, -1/2, -1/2, 1/2]]
false(
    "flat-orthogonal",
    "An orthogonal matrix of order up to 4 has an entry of modulus 0.51: true to n = 3",
    HADAMARD.at("the case of equality"),
    100 * maxabs(Q) >= 51,
)

# Broken by n = 2; A = [[0, 144], [0, 0]]; B = [[0, 0], [1, 0]]
false(
    "defective-perturbation",
    "The spectral radius moves by at most ten times the norm of the perturbation",
    STEWART_SUN.at("chapter IV, Elsner's theorem, where an n-th root is taken"),
    spectral_radius(A + B) <= spectral_radius(A) + 10 * smax(B),
)

# Broken by n = 2; A = [[41, 0], [0, 0]]; B = [[40, 9], [0, 0]]
false(
    "modulus-lipschitz",
    "The modulus (A^T A)^(1/2) is Lipschitz in the Frobenius norm with 1.4 in place of the square root of 2",
    ARAKI_YAMAGAMI.at("main theorem"),
    normF(absm(A) - absm(B)) <= normF(A - B) * 7 / 5,
)

# Broken by n = 2; A = [[3, 2], [0, 0]]; B = [[3, -2], [0, 0]]
false(
    "modulus-of-sum",
    "The Frobenius norm of A + B is at most 1.095 times that of |A| + |B|",
    LEE.at("where the square of the constant is conjectured to be (1 + sqrt(2)) / 2, which was proved later"),
    normF(A + B) <= normF(absm(A) + absm(B)) * 219 / 200,
)

D3 = PositiveDefinite("A", three)

# Broken by n = 4; A = [[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]
false(
    "kantorovich-traces",
    "Kantorovich's inequality for traces, its excess over 1 taken 0.95 times: true to n = 3, false from n = 4 on",
    MAJORIZATION.at("chapter 3, on Kantorovich-type inequalities"),
    tr(D3) * tr(inv(D3)) / three**2 - 1 <= (cond(D3) - 1) ** 2 / cond(D3) * 95 / 400,
)

U = Upper("A", n)

# Broken by n = 4; A = [[1, -1, -1, -1], [0, 1, -1, -1], [0, 0, 1, -1], [0, 0, 0, 1]]
false(
    "unit-triangular",
    "A unit triangular matrix with entries up to 1 has least singular value 1/(n+1) at least: true to n = 3",
    HIGHAM.at("chapter 8, on the conditioning of triangular matrices"),
    smin(U - diag(diag(U)) + Id(n)) >= 1 / (n + 1),
    given=maxabs(U) <= 1,
)
