"""Forty consequences of named theorems of matrix analysis, in one to three steps, and sixteen false neighbours.

Combinations and instances as a researcher brings them: products of three, sums of three, parameters, powers, special
matrices, weaker constants.  Written from memory and committed before anything of them was tried.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
SYM = (
    N, "k=integer(1, n)", "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)", "Q=orthogonal(n)", "K=psd(n)",
    "L=psd(n)",
)  # fmt: skip
REAL = (
    N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "D=real(n, n)", "Q=orthogonal(n)",
    "S=psd(n)",
)  # fmt: skip
PSD = (N, "k=integer(1, n)", "A=psd(n)", "B=psd(n)", "C=psd(n)", "M=real(n, n)", "t=interval(0, 1)")
PD = (N, "A=pd(n)", "B=pd(n)", "C=pd(n)", "x=real(n, 1)", "y=real(n, 1)")
PARTS = ("n=integer(2, 4)", "k=integer(1, n - 1)", "A=symmetric(n)", "B=symmetric(n)", "D=pd(n)", "E=pd(n)")
FRAMES = (N, "m=integer(1, n)", "V=real(n, m)", "A=symmetric(n)")
NEAR = (N, "D=diagonal(n)", "Q=orthogonal(n)", "E=real(n, n)", "c=real")
TALL = (N, "A=real(n + 1, n)", "B=real(n + 1, n)")
NONNEGATIVE = (N, "A=nonnegative(n, n)", "B=nonnegative(n, n)")
CHANCE = (N, "S=stochastic(n, n)", "x=real(n, 1)", "y=real(n, 1)")
TURNED = (
    N, "K=skew(n)", "Q=orthogonal(n)", "A=real(n, n)", "B=real(n, n)", "P=projector(n)", "R=projector(n)",
)  # fmt: skip
FRAME = ("V.T @ V == I(m)",)
UNIT = ("normF(x) == 1",)
UNITS = (*UNIT, "normF(y) == 1", "tr(x.T @ y) == 0")
APART = ("lam(A)[k] > lam(A)[k + 1]", "lam(B)[k] > lam(B)[k + 1]")
TURN = "norm2((I(n) - eigenprojector(k, B)) @ eigenprojector(k, A))"
BOTH = ("smin(A) > 0", "smin(B) > 0")
OFF = "norminf(A - diag(diag(A)))"

TRUE: tuple[Claim, ...] = (
    # Weyl
    (SYM, (), "lam(A - K)[k] <= lam(A + L)[k]"),
    (REAL, (), "s(A + B)[k] - s(A - B)[k] <= 2 * norm2(B)"),
    # Lidskii
    (SYM, (), "sum(abs(lam(A + K) - lam(A))) <= tr(K)"),
    # Ky Fan
    (REAL, (), "kyfan(k, A @ B.T)**2 <= kyfan(k, A.T @ A) * kyfan(k, B.T @ B)"),
    (PARTS, (), "tr(A[1..k, 1..k]) <= sum(lam(A)[i] for i in 1..k)"),
    # Horn
    (REAL, (), "s(A @ B)[k]**2 <= lam(A.T @ A)[k] * norm2(B)**2"),
    (REAL, (), "abs(det(A @ B)) <= prod(s(A)) * norm2(B)**n"),
    # Hoffman and Wielandt
    (SYM, (), "sum((lam(A @ A) - lam(B @ B))**2) <= (norm2(A) + norm2(B))**2 * normF(A - B)**2"),
    # Mirsky
    (REAL, (), "sum((s(A) - 1)**2) <= normF(A - Q)**2"),
    (REAL, (), "sum(abs(s(A @ B) - s(C @ B))) <= norm2(B) * normN(A - C)"),
    # von Neumann
    (REAL, (), "abs(tr(S @ A)) <= tr(S) * norm2(A)"),
    # Hoelder for Schatten norms
    (REAL, (), "normN(A @ B @ C @ D) <= schatten(4, A) * schatten(4, B) * schatten(4, C) * schatten(4, D)"),
    (REAL, (), "schatten(3, A + B) <= schatten(3, A) + normF(B)"),
    # Cauchy
    (PARTS, (), "det(D[1..k, 1..k]) <= lmax(D)**k"),
    # Poincare
    (FRAMES, FRAME, "abs(tr(V.T @ A @ V)) <= sqrt(m) * normF(A)"),
    (FRAMES, FRAME, "tr(expm(V.T @ A @ V)) <= tr(expm(A))"),
    # Schur and Horn
    (SYM, (), "sum(abs(diag(Q.T @ A @ Q))) <= normN(A)"),
    (PD, (), "sum(1 / diag(A)) <= tr(inv(A))"),
    # Golden and Thompson
    (SYM, (), "tr(expm(A + B)) <= sqrt(n) * exp(norm2(A)) * normF(expm(B))"),
    # Araki, Lieb and Thirring
    (PSD, (), "tr(A @ B @ A @ B) <= schatten(4, A)**2 * schatten(4, B)**2"),
    # Loewner and Heinz
    (PD, ("lmin(B - A) >= 0",), "tr(A @ logm(A)) <= tr(A @ logm(B))"),
    # Jensen
    (PSD, (), "t * tr(sqrtm(A)) + (1 - t) * tr(sqrtm(B)) <= tr(sqrtm(t * A + (1 - t) * B))"),
    # Oppenheim
    (PD, (), "det(A) * det(B) * det(C) <= det(had(A, had(B, C)))"),
    # Hadamard
    (REAL, (), "det(A)**2 <= (normF(A)**2 / n)**n"),
    # Fischer
    (PARTS, (), "det(D) <= lmax(D[1..k, 1..k])**k * det(D[k+1..n, k+1..n])"),
    # Minkowski
    (PD, (), "det(A)**(1/n) + det(B)**(1/n) + det(C)**(1/n) <= det(A + B + C)**(1/n)"),
    # Schur complements
    (PARTS, (), "tr(schur(k, D)) + tr(schur(k, E)) <= tr(schur(k, D + E))"),
    # Kantorovich
    (PD, UNIT, "4 * lmin(A) * lmax(A) * normF(A @ x)**2 <= (lmin(A) + lmax(A))**2 * tr(x.T @ A @ x)**2"),
    # Wielandt
    (PD, UNITS, "2 * tr(x.T @ inv(A) @ y) <= 1 / lmin(A) - 1 / lmax(A)"),
    # Ostrowski
    (PSD, (), "smin(M)**2 * lam(A)[k] <= lam(M.T @ (A + B) @ M)[k]"),
    # Bauer and Fike
    (NEAR, ("smin(Q @ D @ Q.T + E - c * I(n)) == 0",), "min(abs(diag(D) - c)) <= normF(E)"),
    # Davis and Kahan
    (
        PARTS,
        (*APART, "2 * norm2(A - B) <= lam(A)[k] - lam(A)[k + 1]"),
        f"(lam(A)[k] - lam(A)[k + 1]) * {TURN} <= 2 * norm2(A - B)",
    ),
    # Wedin
    (TALL, BOTH, "normF(pinv(A) - pinv(B)) <= 2 * norm2(pinv(A)) * norm2(pinv(B)) * normF(A - B)"),
    # Gershgorin
    (SYM, (), f"min(diag(A)) - {OFF} <= smin(A)"),
    # Perron and Frobenius
    (NONNEGATIVE, (), "max(diag(A)) <= rho(A + B)"),
    (CHANCE, (), "maxabs(S @ x - S @ y) <= maxabs(x - y)"),
    # Cayley, polar factors
    (TURNED, ("smin(A) > 0",), "normF(polar(A) @ inv(I(n) + K) @ B) <= normF(B)"),
    # powers
    (REAL, ("norm2(A) <= 1", "norm2(B) <= 1"), "norm2(A @ A @ A - B @ B @ B) <= 3 * norm2(A - B)"),
    # the numerical radius
    (REAL, (), "numradius(A @ B) <= 4 * numradius(A) * numradius(B)"),
    # traces of products
    (PD, (), "n * (det(A) * det(B))**(1/n) <= tr(A @ B)"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "lam(A + K)[k] <= lam(A + L)[k]"),
    (REAL, (), "s(A + B)[k] - s(A - B)[k] <= norm2(B)"),
    (REAL, (), "kyfan(k, A @ B)**2 <= kyfan(k, A.T @ A) * norm2(B)"),
    (SYM, (), "sum((lam(A @ A) - lam(B @ B))**2) <= (norm2(A) + norm2(B)) * normF(A - B)**2"),
    (REAL, (), "normF(A - Q)**2 <= sum((s(A) - 1)**2)"),
    (REAL, (), "abs(tr(S @ A)) <= lmax(S) * norm2(A)"),
    (REAL, (), "normN(A @ B @ C @ D) <= schatten(6, A) * schatten(6, B) * schatten(6, C) * schatten(6, D)"),
    (FRAMES, FRAME, "abs(tr(V.T @ A @ V)) <= normF(A)"),
    (PD, (), "tr(inv(A)) <= sum(1 / diag(A))"),
    (SYM, (), "tr(expm(A + B)) <= exp(norm2(A)) * normF(expm(B))"),
    (PD, (), "det(A + B)**(1/n) <= 2 * det(A)**(1/n) + 2 * det(B)**(1/n)"),
    (PARTS, (), "tr(schur(k, D + E)) <= tr(schur(k, D)) + tr(schur(k, E))"),
    (PD, UNITS, "3 * tr(x.T @ inv(A) @ y) <= 1 / lmin(A) - 1 / lmax(A)"),
    (NONNEGATIVE, (), "max(diag(A)) <= rho(A) - rho(B) / 2"),
    (REAL, ("norm2(A) <= 1", "norm2(B) <= 1"), "norm2(A @ A @ A - B @ B @ B) <= 2 * norm2(A - B)"),
    (REAL, (), "numradius(A @ B) <= numradius(A) * numradius(B)"),
)
