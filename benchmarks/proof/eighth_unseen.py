"""Forty consequences of twenty-two theorems on spectra, traces and determinants, and twenty false neighbours.

Written from memory, and measured once before anything was changed for them.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
SYM = (
    N, "k=integer(1, n)", "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)",
    "x=real(n, 1)", "y=real(n, 1)", "t=interval(0, 1)",
)  # fmt: skip
REAL = (
    N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "Q=orthogonal(n)",
    "x=real(n, 1)", "y=real(n, 1)", "t=real",
)  # fmt: skip
PSD = (N, "k=integer(1, n)", "A=psd(n)", "B=psd(n)", "C=psd(n)", "t=positive")
PD = (N, "A=pd(n)", "B=pd(n)", "x=real(n, 1)", "y=real(n, 1)", "t=positive")
PARTS = ("n=integer(2, 5)", "k=integer(1, n - 1)", "D=pd(n)", "E=pd(n)", "A=symmetric(n)", "B=symmetric(n)")
FRAMES = (N, "m=integer(1, n)", "V=real(n, m)", "A=symmetric(n)", "B=symmetric(n)")
FRAME = ("V.T @ V == I(m)",)
UNIT = ("normF(x) == 1",)
ACROSS = ("tr(x.T @ y) == 0",)
SPREAD = "((cond(A) - 1) / (cond(A) + 1))**2"

TRUE: tuple[Claim, ...] = (
    # Weyl
    (SYM, (), "abs(lam(A + t * B)[k] - lam(A)[k]) <= t * norm2(B)"),
    (REAL, (), "s(A + B)[k]**2 <= 2 * s(A)[k]**2 + 2 * norm2(B)**2"),
    (PSD, (), "lam(A)[k] + t <= lam(A + B + t * I(n))[k]"),
    # Lidskii
    (SYM, (), "sum(lam(A + B)[i] - lam(A)[i] for i in 1..k) <= k * lmax(B)"),
    (SYM, (), "sum(abs(lam(A) - lam(B))) <= sqrt(rank(A - B)) * normF(A - B)"),
    # Ky Fan
    (REAL, (), "kyfan(k, A)**2 <= k * normF(A)**2"),
    (PSD, (), "sum(lam(A + B)[i] for i in 1..k) <= sum(lam(A)[i] for i in 1..k) + tr(B)"),
    # Horn
    (REAL, (), "sum(s(A @ B)**2) <= sum(s(A)**2 * s(B)**2)"),
    (REAL, (), "sum(s(A @ B @ C)) <= norm2(B) * sum(s(A) * s(C))"),
    # Hoffman and Wielandt
    (SYM, (), "sum((lam(A) - lam(diag(diag(A))))**2) <= normF(A)**2 - sum(diag(A)**2)"),
    # Mirsky
    (REAL, (), "sum((s(A) - s(A + t * B))**2) <= t**2 * normF(B)**2"),
    (REAL, (), "sum((s(A @ B) - s(A))**2) <= norm2(A)**2 * normF(B - I(n))**2"),
    # von Neumann
    (REAL, (), "abs(tr(A @ B)) <= sqrt(n) * norm2(A) * normF(B)"),
    (REAL, (), "tr(A @ Q @ B) <= sum(s(A) * s(B))"),
    # Hoelder
    (REAL, (), "schatten(4, A)**4 <= norm2(A)**2 * normF(A)**2"),
    (REAL, (), "normF(A @ B @ C) <= schatten(6, A) * schatten(6, B) * schatten(6, C)"),
    # Cauchy
    (PARTS, (), "abs(lmax(A[1..k, 1..k]) - lmax(B[1..k, 1..k])) <= norm2(A - B)"),
    # Poincare
    (FRAMES, FRAME, "abs(tr(V.T @ A @ V) - tr(V.T @ B @ V)) <= m * norm2(A - B)"),
    (FRAMES, FRAME, "lmax(V.T @ A @ V) - lmin(V.T @ A @ V) <= lmax(A) - lmin(A)"),
    # Schur and Horn
    (SYM, (), "sum(abs(diag(A))) <= sum(abs(lam(A)))"),
    (REAL, (), "max(diag(A.T @ A)) <= norm2(A)**2"),
    # Golden and Thompson
    (SYM, (), "tr(expm((A + B) / 2))**2 <= tr(expm(A)) * tr(expm(B))"),
    (SYM, (), "tr(expm(A + B)) <= n * exp(norm2(A) + norm2(B))"),
    # Araki, Lieb and Thirring
    (PSD, (), "tr(A @ B @ A @ B) <= lmax(A)**2 * tr(B @ B)"),
    # Loewner and Heinz
    (PD, ("A <= B",), "sqrtm(inv(B)) <= sqrtm(inv(A))"),
    (PSD, (), "norm2(sqrtm(A + B)) <= sqrt(norm2(A)) + sqrt(norm2(B))"),
    # Jensen
    (SYM, (), "tr(expm(t * A + (1 - t) * B)) <= t * tr(expm(A)) + (1 - t) * tr(expm(B))"),
    (PSD, (), "(tr(sqrtm(A)) + tr(sqrtm(B)))**2 <= 2 * n * tr(A + B)"),
    # Oppenheim
    (PSD, (), "det(A) * lmin(B)**n <= det(had(A, B))"),
    (PSD, ("prod(diag(B)) == 1",), "det(A) <= det(had(A, B))"),
    # Hadamard
    (PSD, (), "det(A @ B) <= prod(diag(A)) * prod(diag(B))"),
    (PSD, (), "det(I(n) + A) <= prod(1 + diag(A))"),
    # Fischer
    (PARTS, (), "logdet(D[1..k, 1..k]) + logdet(D[k+1..n, k+1..n]) <= sum(log(diag(D)))"),
    # Minkowski
    (PD, (), "det(A)**(1/n) + t <= det(A + t * I(n))**(1/n)"),
    (PD, (), "n * det(A)**(1/n) + n * det(B)**(1/n) <= tr(A + B)"),
    # Schur complements
    (PARTS, (), "lmin(D) <= lmin(schur(k, D))"),
    (PARTS, (), "det(schur(k, D)) <= det(D[k+1..n, k+1..n])"),
    # Kantorovich
    (PD, UNIT, "4 * tr(x.T @ A @ A @ x) - 4 * tr(x.T @ A @ x)**2 <= (lmax(A) - lmin(A))**2"),
    # Wielandt
    (SYM, ACROSS, "2 * abs(tr(x.T @ A @ y)) <= (lmax(A) - lmin(A)) * normF(x) * normF(y)"),
    (PD, ACROSS, f"tr(x.T @ inv(A) @ y)**2 <= {SPREAD} * tr(x.T @ inv(A) @ x) * tr(y.T @ inv(A) @ y)"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "abs(lam(A + t * B)[k] - lam(A)[k]) <= t * lmax(B)"),
    (REAL, (), "s(A + B)[k]**2 <= s(A)[k]**2 + norm2(B)**2"),
    (SYM, (), "sum(lam(A + B)[i] - lam(A)[i] for i in 1..k) <= lmax(B)"),
    (SYM, (), "sum(abs(lam(A) - lam(B))) <= sqrt(rank(A)) * normF(A - B)"),
    (REAL, (), "kyfan(k, A) <= normF(A)"),
    (REAL, (), "sum(s(A)**2 * s(B)**2) <= sum(s(A @ B)**2)"),
    (SYM, (), "normF(A)**2 - sum(diag(A)**2) <= sum((lam(A) - lam(diag(diag(A))))**2)"),
    (REAL, (), "sum((s(A @ B) - s(A))**2) <= normF(B - I(n))**2"),
    (REAL, (), "abs(tr(A @ B)) <= norm2(A) * normF(B)"),
    (REAL, (), "normF(A @ B @ C) <= schatten(8, A) * schatten(8, B) * schatten(8, C)"),
    (FRAMES, FRAME, "abs(tr(V.T @ A @ V) - tr(V.T @ B @ V)) <= norm2(A - B)"),
    (SYM, (), "sum(abs(lam(A))) <= sum(abs(diag(A)))"),
    (SYM, (), "tr(expm(A + B)) <= exp(norm2(A) + norm2(B))"),
    (PSD, (), "tr(A @ B @ A @ B) <= lmax(A) * tr(B @ B)"),
    (PD, ("A <= B",), "sqrtm(inv(A)) <= sqrtm(inv(B))"),
    (PSD, (), "(tr(sqrtm(A)) + tr(sqrtm(B)))**2 <= n * tr(A + B)"),
    (PSD, ("prod(diag(B)) == 1",), "det(had(A, B)) <= det(A)"),
    (PD, (), "det(A + t * I(n))**(1/n) <= det(A)**(1/n) + t"),
    (PARTS, (), "lmin(schur(k, D)) <= lmin(D)"),
    (PD, UNIT, "8 * tr(x.T @ A @ A @ x) - 8 * tr(x.T @ A @ x)**2 <= (lmax(A) - lmin(A))**2"),
)
