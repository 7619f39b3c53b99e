"""Consequences of named theorems, in the words of a user: true ones, and variants that are false.

Written down before the prover was tried on them, and not chosen afterwards.
"""

from __future__ import annotations

N = "n=integer(1, 6)"
REAL = (N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "D=real(n, n)")
SYMMETRIC = (N, "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)")
PSD = (N, "A=psd(n)", "B=psd(n)", "C=psd(n)")
PD = (N, "A=pd(n)", "B=pd(n)")
MIXED = (N, "A=symmetric(n)", "P=psd(n)", "M=real(n, n)", "x=real(n, 1)", "y=real(n, 1)")
TALL = ("m=integer(1, 5)", "k=integer(1, 5)", "A=real(m, k)", "B=real(m, k)", "C=real(k, m)")
TURNED = (N, "Q=orthogonal(n)", "A=real(n, n)", "B=real(n, n)")
SCALAR = (N, "t=interval(0, 1)", "A=real(n, n)", "B=real(n, n)")

Claim = tuple[tuple[str, ...], tuple[str, ...], str]

TRUE: tuple[Claim, ...] = (
    (REAL, (), "smax(A @ B - C) <= smax(A) * smax(B) + smax(C)"),
    (REAL, (), "smax(A @ B @ C @ D) <= smax(A) * smax(B) * smax(C) * smax(D)"),
    (REAL, (), "normF(A @ B - C @ D) <= smax(A) * normF(B) + normF(C) * smax(D)"),
    (REAL, (), "normF(A + B)**2 <= 2 * normF(A)**2 + 2 * normF(B)**2"),
    (REAL, (), "smin(A @ B @ C) >= smin(A) * smin(B) * smin(C)"),
    (REAL, (), "abs(smin(A) - smin(B)) <= normF(A - B)"),
    (REAL, (), "s(A @ B) <= smax(A) * s(B)"),
    (REAL, (), "s(A + B + C) <= s(A) + smax(B) + smax(C)"),
    (REAL, (), "smax(A @ B - B @ A) <= 2 * smax(A) * smax(B)"),
    (REAL, (), "smax(A @ A.T - B @ B.T) <= (smax(A) + smax(B)) * smax(A - B)"),
    (REAL, (), "abs(tr(A @ B)) <= n * smax(A) * smax(B)"),
    (REAL, (), "tr(A @ B)**2 <= normF(A)**2 * normF(B)**2"),
    (REAL, (), "sum((s(A + B) - s(A))**2) <= normF(B)**2"),
    (REAL, (), "sum(s(A + B + C)) <= sum(s(A)) + sum(s(B)) + sum(s(C))"),
    (REAL, (), "maxabs(A @ B) <= smax(A) * smax(B)"),
    (REAL, ("smax(A) < 1",), "smax(A @ B) <= smax(B)"),
    (REAL, ("smin(A) > 0",), "cond(2 * A) == cond(A)"),
    (REAL, ("smax(A) <= 1/2",), "smin(I(n) + A) >= 1/2"),
    (REAL, ("smax(A) < 1",), "cond(I(n) + A) <= (1 + smax(A)) / (1 - smax(A))"),
    (REAL, (), "abs(det(A @ B @ C)) == abs(det(A)) * abs(det(B)) * abs(det(C))"),
    (REAL, (), "rank(A @ B + C) <= rank(A) + rank(C)"),
    (SYMMETRIC, (), "lmax(A + B + C) <= lmax(A) + lmax(B) + lmax(C)"),
    (SYMMETRIC, (), "lmin(A + B) >= lmin(A) - smax(B)"),
    (SYMMETRIC, (), "lmax(A - B) <= lmax(A) - lmin(B)"),
    (SYMMETRIC, (), "abs(lmax(A) - lmax(B)) <= normF(A - B)"),
    (SYMMETRIC, (), "sum((lam(A + B) - lam(A))**2) <= normF(B)**2"),
    (SYMMETRIC, (), "lmax(2 * A + 3 * B) <= 2 * lmax(A) + 3 * lmax(B)"),
    (SYMMETRIC, (), "tr(A + B) <= n * (lmax(A) + lmax(B))"),
    (SYMMETRIC, (), "lmax(A) - lmin(A) <= 2 * smax(A)"),
    (SYMMETRIC, ("lmin(B - A) >= 0",), "lmax(A + C) <= lmax(B + C)"),
    (PSD, (), "lmin(A + B + C) >= 0"),
    (PSD, (), "tr(A @ B) <= tr(A) * lmax(B)"),
    (PSD, (), "lmax(A) <= lmax(A + B + C)"),
    (PSD, (), "det(A) <= det(A + B)"),
    (PSD, (), "normF(A + B) <= tr(A) + tr(B)"),
    (PSD, (), "tr(A @ (B + C)) >= 0"),
    (PD, (), "lmin(A + B) > 0"),
    (PD, (), "cond(A @ B) <= cond(A) * cond(B)"),
    (PD, (), "lmax(inv(A)) * lmin(A) == 1"),
    (PD, (), "tr(inv(A)) <= n / lmin(A)"),
    (MIXED, (), "lmin(M.T @ P @ M) >= 0"),
    (MIXED, (), "tr(x.T @ (A + P) @ x) >= lmin(A) * tr(x.T @ x)"),
    (MIXED, (), "abs(tr(x.T @ M @ y)) <= smax(M) * normF(x) * normF(y)"),
    (MIXED, (), "normF(M @ x + y) <= smax(M) * normF(x) + normF(y)"),
    (MIXED, (), "lmax(M @ M.T + P) <= smax(M)**2 + lmax(P)"),
    (MIXED, (), "tr(M @ P @ M.T) <= smax(M)**2 * tr(P)"),
    (TALL, (), "smax(A @ C) <= normF(A) * normF(C)"),
    (TALL, (), "lmax(A.T @ A) <= normF(A)**2"),
    (TALL, (), "abs(normF(A) - normF(B)) <= normF(A - B)"),
    (TALL, (), "rank(A @ C) <= k"),
    (TURNED, (), "smax(Q @ A @ Q.T) == smax(A)"),
    (TURNED, (), "normF(Q @ A + B) <= normF(A) + normF(B)"),
    (TURNED, (), "cond(Q @ A) == cond(A)"),
    (SCALAR, (), "smax(t * A + (1 - t) * B) <= t * smax(A) + (1 - t) * smax(B)"),
    (SCALAR, (), "normF(t * A + (1 - t) * B) <= max(normF(A), normF(B))"),
)

FALSE: tuple[Claim, ...] = (
    (REAL, (), "smax(A @ B - C) <= smax(A) * smax(B)"),
    (REAL, (), "normF(A + B)**2 <= normF(A)**2 + normF(B)**2"),
    (REAL, (), "smin(A + B) >= smin(A) + smin(B)"),
    (REAL, (), "s(A @ B) <= s(A) * s(B)"),
    (REAL, (), "smax(A @ B - B @ A) <= smax(A) * smax(B)"),
    (REAL, (), "abs(tr(A @ B)) <= smax(A) * smax(B)"),
    (REAL, ("smax(A) < 1",), "cond(I(n) + A) <= 1 + smax(A)"),
    (REAL, (), "rank(A @ B + C) <= rank(A)"),
    (SYMMETRIC, (), "lmax(A + B) >= lmax(A) + lmax(B)"),
    (SYMMETRIC, (), "lmax(A) - lmin(A) <= smax(A)"),
    (SYMMETRIC, (), "sum((lam(A + B) - lam(A))**2) <= normF(B)"),
    (PSD, (), "tr(A @ B) <= lmax(A) * lmax(B)"),
    (PSD, (), "det(A + B) <= det(A) + det(B)"),
    (PD, (), "cond(A + B) <= cond(A)"),
    (MIXED, (), "tr(x.T @ (A + P) @ x) >= lmax(A) * tr(x.T @ x)"),
    (TALL, (), "normF(A @ C) <= smax(A) * smax(C)"),
    (TURNED, (), "smax(Q @ A + B) == smax(A) + smax(B)"),
    (SCALAR, (), "smax(t * A + (1 - t) * B) <= t * smax(A)"),
)
