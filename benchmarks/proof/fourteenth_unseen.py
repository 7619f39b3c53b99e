"""Twenty-four more consequences of named theorems of matrix analysis, and eight false neighbours.

Written after the repairs for the thirteenth list and committed before anything of them was tried.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
SYM = (
    N, "k=integer(1, n)", "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)", "Q=orthogonal(n)", "K=psd(n)",
    "x=real(n, 1)", "y=real(n, 1)", "t=interval(0, 1)",
)  # fmt: skip
REAL = (
    N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "Q=orthogonal(n)", "x=real(n, 1)", "c=real",
)  # fmt: skip
PSD = (N, "k=integer(1, n)", "A=psd(n)", "B=psd(n)", "C=psd(n)", "M=real(n, n)", "t=interval(0, 1)")
PD = (N, "A=pd(n)", "B=pd(n)", "C=pd(n)", "x=real(n, 1)", "y=real(n, 1)", "g=positive")
PARTS = ("n=integer(2, 4)", "k=integer(1, n - 1)", "A=symmetric(n)", "B=symmetric(n)", "D=pd(n)", "E=pd(n)")
FRAMES = (N, "m=integer(1, n)", "V=real(n, m)", "A=symmetric(n)", "B=symmetric(n)", "D=pd(n)")
NONNEGATIVE = (N, "A=nonnegative(n, n)", "S=stochastic(n, n)", "T=stochastic(n, n)")
TURNED = (N, "K=skew(n)", "A=real(n, n)", "B=real(n, n)", "D=pd(n)", "P=projector(n)", "R=projector(n)")
FRAME = ("V.T @ V == I(m)",)
UNIT = ("normF(x) == 1",)

TRUE: tuple[Claim, ...] = (
    # Weyl
    (SYM, (), "lam(A + B + C)[k] <= lam(A)[k] + lmax(B) + norm2(C)"),
    # Lidskii
    (SYM, (), "sum(abs(lam(t * A + (1 - t) * B) - lam(B))) <= t * normN(A - B)"),
    # Ky Fan
    (REAL, (), "kyfan(k, A @ B @ C) <= norm2(A) * norm2(B) * kyfan(k, C)"),
    # Horn
    (REAL, (), "sum(s(A @ B)) <= normF(A) * normF(B)"),
    # Hoffman and Wielandt
    (SYM, (), "sum((lam(Q.T @ A @ Q) - lam(B + C))**2) <= normF(A - B - C)**2"),
    # Mirsky
    (REAL, (), "sum((s(A + B) - s(A - B))**2) <= 4 * normF(B)**2"),
    # von Neumann
    (REAL, (), "abs(tr(A @ Q) - tr(B @ Q)) <= normN(A - B)"),
    # Hoelder
    (REAL, (), "schatten(4, A @ B @ C) <= norm2(A) * schatten(4, B) * norm2(C)"),
    # Cauchy
    (PARTS, (), "lmax(inv(D[1..k, 1..k])) <= lmax(inv(D))"),
    # Poincare
    (FRAMES, FRAME, "lmax(V.T @ A @ V) - lmin(V.T @ B @ V) <= lmax(A) - lmin(B)"),
    (FRAMES, FRAME, "tr(inv(V.T @ D @ V)) <= tr(inv(D))"),
    # Golden and Thompson
    (SYM, (), "tr(expm(A + B)) <= n * exp(lmax(A)) * exp(lmax(B))"),
    # Araki, Lieb and Thirring
    (PSD, (), "tr(A @ B @ A @ B) <= tr(A)**2 * lmax(B)**2"),
    # Loewner and Heinz
    (PSD, ("lmin(B - A) >= 0",), "normF(sqrtm(A))**2 + tr(C @ sqrtm(A)) <= tr(B) + tr(C @ sqrtm(B))"),
    # Oppenheim, Hadamard
    (PD, (), "log(det(A)) + log(det(B)) <= log(prod(diag(A))) + log(prod(diag(B)))"),
    # Fischer
    (PARTS, (), "det(D) <= det(D[1..k, 1..k]) * (tr(D[k+1..n, k+1..n]) / (n - k))**(n - k)"),
    # Minkowski
    (PD, (), "det(A)**(1/n) + det(B)**(1/n) <= tr(A + B) / n"),
    # Schur complements
    (PARTS, ("lmin(E - D) >= 0",), "det(D[1..k, 1..k]) <= det(E[1..k, 1..k])"),
    # Kantorovich
    (PD, UNIT, "normF(A @ x)**2 <= cond(A) * tr(x.T @ A @ x)**2"),
    # Ostrowski
    (PSD, (), "lam(M.T @ (A + B) @ M)[k] <= norm2(M)**2 * (lam(A)[k] + norm2(B))"),
    # Perron and Frobenius
    (NONNEGATIVE, (), "rho(S @ A) <= norminf(A)"),
    # projections
    (TURNED, (), "normF(P @ A @ R - P @ B @ R) <= normF(A - B)"),
    # the numerical radius
    (REAL, (), "numradius(A @ B - B @ A) <= 2 * norm2(A) * norm2(B)"),
    # traces of products
    (PSD, (), "abs(tr(A @ B @ C)) <= tr(A) * lmax(B) * lmax(C)"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "lam(A + B + C)[k] <= lam(A)[k] + lmax(B) + lmax(C) / 2"),
    (SYM, (), "sum(abs(lam(t * A + (1 - t) * B) - lam(B))) <= t * norm2(A - B)"),
    (REAL, (), "sum((s(A + B) - s(A - B))**2) <= 2 * normF(B)**2"),
    (PARTS, (), "lmax(inv(D)) <= lmax(inv(D[1..k, 1..k]))"),
    (FRAMES, FRAME, "tr(inv(D)) <= tr(inv(V.T @ D @ V))"),
    (PD, (), "tr(A + B) / n <= det(A)**(1/n) + det(B)**(1/n)"),
    (PD, UNIT, "normF(A @ x)**2 <= tr(x.T @ A @ x)**2"),
    (PSD, (), "abs(tr(A @ B @ C)) <= lmax(A) * lmax(B) * lmax(C)"),
)
