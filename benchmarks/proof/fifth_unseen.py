"""Forty consequences of one to three named theorems each and twenty false neighbours, written from memory.

What somebody who works with networks, perturbations and quadratic forms writes down.  They were measured
once before anything was changed for them.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
REAL = (N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "D=real(n, n)", "x=real(n, 1)", "y=real(n, 1)")
HEADS = (N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)")
SYM = (N, "A=symmetric(n)", "B=symmetric(n)", "t=interval(0, 1)")
PSD = (N, "A=psd(n)", "B=psd(n)", "x=real(n, 1)", "y=real(n, 1)", "t=positive", "k=integer(1, n)")
PD = (N, "A=pd(n)", "B=pd(n)", "x=real(n, 1)", "y=real(n, 1)", "t=positive")
RECT = ("m=integer(1, 4)", "n=integer(1, 4)", "A=real(m, n)", "B=real(m, n)")
TALL = (N, "A=real(n + 1, n)", "x=real(n + 1, 1)", "y=real(n + 1, 1)")
TURNED = (N, "P=projector(n)", "A=real(n, n)", "S=psd(n)")
SMALL = ("norm2(A) < 1", "norm2(B) < 1")

TRUE: tuple[Claim, ...] = (
    (PD, ("t * lmax(A) <= 1",), "normF(x - y - t * A @ x + t * A @ y) <= (1 - t * lmin(A)) * normF(x - y)"),
    (PSD, ("t * lmax(A) + t * lmax(B) <= 2",), "norm2(I(n) - t * A - t * B) <= 1"),
    (REAL, (), "normF(x + relu(A @ x) - y - relu(A @ y)) <= (1 + norm2(A)) * normF(x - y)"),
    (REAL, (), "(1 - norm2(A)) * normF(x - y) <= normF(x + relu(A @ x) - y - relu(A @ y))"),
    (REAL, (), "normF(relu(A @ x) - relu(B @ x)) <= norm2(A - B) * normF(x)"),
    (REAL, (), "normF(A @ x - B @ y) <= norm2(A) * normF(x - y) + norm2(A - B) * normF(y)"),
    (REAL, ("norm2(B) < smin(A)",), "cond(A + B) <= (norm2(A) + norm2(B)) / (smin(A) - norm2(B))"),
    (SYM, (), "abs(lmax(A) - lmax(B)) <= normF(A - B)"),
    (HEADS, (), "abs(s(A)[k] - s(B)[k]) <= normF(A - B)"),
    (SYM, (), "abs(tr(A) - tr(B)) <= n * norm2(A - B)"),
    (REAL, (), "norm2(A.T @ A - B.T @ B) <= norm2(A - B) * (norm2(A) + norm2(B))"),
    (REAL, (), "abs(normF(A @ B) - normF(C @ D)) <= normF(A - C) * norm2(B) + norm2(C) * normF(B - D)"),
    (REAL, SMALL, "norm2(inv(I(n) - A) - inv(I(n) - B)) <= norm2(A - B) / ((1 - norm2(A)) * (1 - norm2(B)))"),
    (PD, (), "norm2(inv(A) - inv(B)) <= norm2(A - B) / (lmin(A) * lmin(B))"),
    (PD, (), "lmax(inv(A + B)) <= 1 / (lmin(A) + lmin(B))"),
    (PSD, (), "normF(inv(A + t * I(n)) @ x) <= normF(x) / t"),
    (PSD, (), "tr(inv(A + t * I(n))) <= n / (lmin(A) + t)"),
    (PSD, (), "tr(A @ B @ A) <= lmax(A)**2 * tr(B)"),
    (PSD, (), "tr(A @ B)**2 <= tr(A @ A) * tr(B @ B)"),
    (PSD, ("A <= B",), "normF(A) <= normF(B)"),
    (PSD, ("A <= B",), "det(I(n) + A) <= det(I(n) + B)"),
    (PSD, (), "tr(sqrtm(A)) <= sqrt(n * tr(A))"),
    (PSD, (), "logdet(I(n) + A) <= tr(A)"),
    (PD, (), "2 * n <= tr(inv(A) @ B) + tr(inv(B) @ A)"),
    (SYM, (), "tr(expm(A)) <= n * exp(norm2(A))"),
    (SYM, (), "cond(expm(t * A)) <= exp(2 * t * norm2(A))"),
    (SYM, (), "log(det(expm(A) @ expm(B))) == tr(A) + tr(B)"),
    (RECT, (), "schatten(4, A)**2 <= norm2(A) * normF(A)"),
    (RECT, (), "normN(A)**2 <= rank(A)**2 * norm2(A)**2"),
    (RECT, (), "normF([[A], [B]])**2 == normF(A)**2 + normF(B)**2"),
    (REAL, (), "numradius(A @ B) <= 2 * numradius(A) * norm2(B)"),
    (REAL, (), "abs(tr(A @ B)) <= n * norm2(A) * norm2(B)"),
    (REAL, (), "rho(A + B) <= numradius(A) + norm2(B)"),
    (TALL, ("smin(A) > 0",), "normF(pinv(A) @ x - pinv(A) @ y) * smin(A) <= normF(x - y)"),
    (TALL, (), "normF(A @ pinv(A) @ x)**2 <= normF(x)**2"),
    (TURNED, (), "normF(A - P @ A) <= normF(A)"),
    (TURNED, (), "tr(P @ S @ P) <= tr(S)"),
    (REAL, (), "maxabs(A @ B) <= norm2(A) * norm2(B)"),
    (PSD, (), "lmax(A[1..k, 1..k]) <= tr(A)"),
    (PSD, (), "norm2(had(A, B)) <= tr(A) * lmax(B)"),
)

FALSE: tuple[Claim, ...] = (
    (PD, ("t * lmax(A) <= 1",), "normF(x - y - t * A @ x + t * A @ y) <= (1 - t * lmax(A)) * normF(x - y)"),
    (PSD, ("t * lmax(A) <= 2", "t * lmax(B) <= 2"), "norm2(I(n) - t * A - t * B) <= 1"),
    (REAL, (), "normF(x + relu(A @ x) - y - relu(A @ y)) <= max(1, norm2(A)) * normF(x - y)"),
    (REAL, (), "normF(x - y) <= normF(x + relu(A @ x) - y - relu(A @ y))"),
    (REAL, (), "normF(relu(A @ x) - relu(B @ x)) <= norm2(A - B)"),
    (REAL, ("norm2(B) < smin(A)",), "cond(A + B) <= cond(A)"),
    (SYM, (), "abs(lmax(A) - lmax(B)) <= abs(lmax(A - B))"),
    (HEADS, (), "abs(s(A)[k] - s(B)[k]) <= abs(norm2(A) - norm2(B))"),
    (REAL, (), "norm2(A.T @ A - B.T @ B) <= norm2(A - B)**2"),
    (REAL, SMALL, "norm2(inv(I(n) - A) - inv(I(n) - B)) <= norm2(A - B)"),
    (PD, (), "norm2(inv(A) - inv(B)) <= norm2(A - B) / (lmax(A) * lmax(B))"),
    (PSD, (), "tr(A @ B @ A) <= lmax(A) * tr(B)"),
    (PSD, ("A <= B",), "normF(B) <= normF(A)"),
    (PSD, (), "tr(A) <= logdet(I(n) + A)"),
    (PD, (), "tr(inv(A) @ B) + tr(inv(B) @ A) <= 2 * n"),
    (SYM, (), "tr(expm(A)) <= exp(norm2(A))"),
    (REAL, (), "numradius(A @ B) <= numradius(A) * numradius(B)"),
    (TURNED, (), "normF(A - P @ A) == normF(A)"),
    (REAL, (), "maxabs(A @ B) <= maxabs(A) * maxabs(B)"),
    (RECT, (), "schatten(4, A)**2 <= norm2(A)**2"),
)
