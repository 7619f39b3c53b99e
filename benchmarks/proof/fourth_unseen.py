"""Fifty consequences of one to three named theorems each and twenty-five false neighbours, written from memory.

Of kinds that the lists before have few of.  They were measured once before anything was changed for them.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
REAL = (N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "D=real(n, n)", "x=real(n, 1)", "y=real(n, 1)", "u=real")
HEADS = (N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)")
SYM = (N, "A=symmetric(n)", "B=symmetric(n)", "x=real(n, 1)", "t=interval(0, 1)")
PSD = (N, "A=psd(n)", "B=psd(n)", "x=real(n, 1)", "y=real(n, 1)", "t=positive", "k=integer(1, n)")
PD = (N, "A=pd(n)", "B=pd(n)", "x=real(n, 1)", "y=real(n, 1)", "t=positive")
PART = ("n=integer(2, 5)", "D=pd(n)")
RECT = ("m=integer(1, 4)", "n=integer(1, 4)", "A=real(m, n)", "B=real(m, n)", "C=real(n, m)", "t=positive")
TALL = (N, "A=real(n + 1, n)", "x=real(n + 1, 1)")
TURNED = (N, "Q=orthogonal(n)", "K=skew(n)", "P=projector(n)", "A=real(n, n)", "S=psd(n)")
REGULAR = ("smin(A) > 0",)

TRUE: tuple[Claim, ...] = (
    (REAL, (), "smax(A @ B - C @ D) <= smax(A - C) * smax(B) + smax(C) * smax(B - D)"),
    (PSD, (), "norm2(A @ inv(A + t * I(n))) <= norm2(A) / (norm2(A) + t)"),
    (RECT, (), "norm2(inv(A.T @ A + t * I(n)) @ A.T) <= 1 / (2 * sqrt(t))"),
    (PSD, (), "norm2(inv(A + t * I(n)) - inv(B + t * I(n))) <= norm2(A - B) / t**2"),
    (PSD, (), "tr(A @ inv(A + t * I(n))) <= tr(A) / t"),
    (REAL, ("norm2(A) < 1",), "norm2(inv(I(n) - A) - I(n)) <= norm2(A) / (1 - norm2(A))"),
    (REAL, ("norm2(A) < 1",), "norm2(inv(I(n) - A) - I(n) - A) <= norm2(A)**2 / (1 - norm2(A))"),
    (
        REAL,
        (*REGULAR, "norm2(inv(A)) * norm2(B) < 1"),
        "norm2(inv(A + B)) <= norm2(inv(A)) / (1 - norm2(inv(A)) * norm2(B))",
    ),
    (REAL, REGULAR, "normF(inv(A) @ x - inv(A) @ y) * normF(x) <= cond(A) * normF(x - y) * normF(inv(A) @ x)"),
    (TALL, REGULAR, "normF(pinv(A) @ x) <= normF(x) / smin(A)"),
    (TALL, REGULAR, "normF(x - A @ pinv(A) @ x) <= normF(x)"),
    (REAL, (), "normF(x + B @ relu(A @ x) - y - B @ relu(A @ y)) <= (1 + smax(B) * smax(A)) * normF(x - y)"),
    (
        REAL,
        (),
        "normF(relu(C @ relu(B @ relu(A @ x))) - relu(C @ relu(B @ relu(A @ y))))"
        " <= smax(C) * smax(B) * smax(A) * normF(x - y)",
    ),
    (REAL, (), "smax(A @ B @ A.T @ A @ C) <= smax(A)**3 * smax(B) * smax(C)"),
    (
        RECT,
        (),
        "normF(A @ A.T @ A - B @ B.T @ B) <= (smax(A)**2 + smax(A) * smax(B) + smax(B)**2) * normF(A - B)",
    ),
    (RECT, (), "normF(A.T @ A - B.T @ B) <= (smax(A) + smax(B)) * normF(A - B)"),
    (RECT, (), "norm2([[A], [B]]) <= sqrt(2) * max(norm2(A), norm2(B))"),
    (PART, (), "lmax(schur(1, D)) <= lmax(D)"),
    (PART, (), "tr(schur(1, D)) <= tr(D)"),
    (PSD, ("A <= B",), "logdet(t * I(n) + A) <= logdet(t * I(n) + B)"),
    (PSD, ("A <= B",), "tr(A @ A) <= tr(B @ B)"),
    (PSD, ("A <= B",), "kyfan(k, A) <= kyfan(k, B)"),
    (HEADS, (), "k * s(A)[k]**2 <= normF(A)**2"),
    (HEADS, (), "s(A @ B)[k] <= normF(A) * s(B)[k]"),
    (HEADS, (), "kyfan(k, A + B) <= kyfan(k, A) + k * norm2(B)"),
    (RECT, (), "schatten(4, A)**4 <= norm2(A)**2 * normF(A)**2"),
    (TURNED, (), "normF(P @ A @ P) <= normF(A)"),
    (TURNED, (), "tr(P @ S) <= tr(S)"),
    (REAL, (), "numradius(A + B) <= norm2(A) + norm2(B)"),
    (SYM, (), "rho(t * A + (1 - t) * B) <= max(norm2(A), norm2(B))"),
    (RECT, (), "normF(A + B)**2 <= (rank(A) + rank(B)) * norm2(A + B)**2"),
    (REAL, (), "normN(A @ B) <= rank(A) * norm2(A) * norm2(B)"),
    (PD, (), "cond(A + t * I(n)) <= cond(A)"),
    (REAL, REGULAR, "n <= normF(A) * normF(inv(A))"),
    (REAL, (), "norm1(A @ B @ C) <= norm1(A) * norm1(B) * norm1(C)"),
    (SYM, (), "normF(t * A + (1 - t) * B)**2 <= t * normF(A)**2 + (1 - t) * normF(B)**2"),
    (SYM, ("normF(x) == 1",), "tr(x.T @ A @ x)**2 <= tr(x.T @ A @ A @ x)"),
    (SYM, ("normF(x) == 1",), "abs(tr(x.T @ A @ x) - tr(x.T @ B @ x)) <= norm2(A - B)"),
    ((N, "A=real(n, n)", "g=gaussian(n, 1)"), (), "E(normF(A @ g)**2) <= rank(A) * norm2(A)**2"),
    (REAL, (), "norm2(A @ B - B @ A) <= 2 * norm2(A) * norm2(B - u * I(n))"),
    (PSD, (), "tr(had(A, B)) <= lmax(A) * tr(B)"),
    (SYM, (), "norm2(kron(A, I(n)) + kron(I(n), B)) <= norm2(A) + norm2(B)"),
    (REAL, (), "normF(kron(A, B) - kron(C, D)) <= normF(A - C) * normF(B) + normF(C) * normF(B - D)"),
    (REAL, REGULAR, "normF(polar(A) @ B) == normF(B)"),
    (TURNED, (), "normF(expm(K) @ A) == normF(A)"),
    (SYM, (), "cond(expm(A)) <= exp(2 * norm2(A))"),
    (PD, (), "2 * tr(x.T @ y) <= tr(x.T @ A @ x) + tr(y.T @ inv(A) @ y)"),
    (PD, (), "n + logdet(B) - logdet(A) <= tr(inv(A) @ B)"),
    (PSD, ("t * lmax(A) <= 2",), "norm2(I(n) - t * A) <= 1"),
    (PSD, ("t * lmax(A) <= 1",), "normF(x - t * A @ x) <= (1 - t * lmin(A)) * normF(x)"),
)

FALSE: tuple[Claim, ...] = (
    (REAL, (), "smax(A @ B - C @ D) <= smax(A - C) * smax(B - D)"),
    (PSD, (), "norm2(A @ inv(A + t * I(n))) <= lmin(A) / (lmin(A) + t)"),
    (RECT, (), "norm2(inv(A.T @ A + t * I(n)) @ A.T) <= 1 / (3 * sqrt(t))"),
    (PSD, (), "norm2(inv(A + t * I(n)) - inv(B + t * I(n))) <= norm2(A - B) / t"),
    (PSD, (), "tr(A) / (1 + t) <= tr(A @ inv(A + t * I(n)))"),
    (REAL, ("norm2(A) < 1",), "norm2(inv(I(n) - A) - I(n)) <= norm2(A)"),
    (REAL, (*REGULAR, "norm2(B) < 1", "smin(A + B) > 0"), "norm2(inv(A + B)) <= norm2(inv(A)) / (1 - norm2(B))"),
    (REAL, REGULAR, "normF(inv(A) @ x - inv(A) @ y) * normF(x) <= normF(x - y) * normF(inv(A) @ x)"),
    (REAL, (), "normF(x + B @ relu(A @ x) - y - B @ relu(A @ y)) <= max(1, smax(B) * smax(A)) * normF(x - y)"),
    (RECT, (), "normF(A.T @ A - B.T @ B) <= normF(A - B)**2"),
    (RECT, (), "norm2([[A], [B]]) <= max(norm2(A), norm2(B))"),
    (PART, (), "lmin(schur(1, D)) <= lmin(D)"),
    (PSD, ("A <= B",), "lmax(A @ A) + t <= lmax(B @ B)"),
    (HEADS, (), "normF(A)**2 <= k * s(A)[k]**2"),
    (HEADS, (), "kyfan(k, A + B) <= kyfan(k, A) + norm2(B)"),
    (RECT, (), "schatten(4, A)**4 <= norm2(A)**4"),
    (TURNED, (), "normF(P @ A @ P) == normF(P @ A)"),
    (REAL, (), "norm2(A) <= numradius(A)"),
    (RECT, (), "normF(A + B)**2 <= rank(A) * norm2(A + B)**2"),
    (PD, (), "cond(A) <= cond(A + t * I(n))"),
    (SYM, (), "t * normF(A)**2 + (1 - t) * normF(B)**2 <= normF(t * A + (1 - t) * B)**2"),
    (REAL, (), "norm2(A @ B - B @ A) <= norm2(A) * norm2(B - u * I(n))"),
    (SYM, (), "cond(expm(A)) <= exp(norm2(A))"),
    (PD, (), "tr(inv(A) @ B) <= n + logdet(B) - logdet(A)"),
    (PSD, ("t * lmax(A) <= 3",), "norm2(I(n) - t * A) <= 1"),
)
