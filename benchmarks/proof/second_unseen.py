"""Forty more consequences of named theorems and eight false neighbours, written while the first list was mended.

Nothing was changed for them before they were measured; what the prover does on them is the figure that counts.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
REAL = (N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "x=real(n, 1)")
SYM = (N, "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)", "t=interval(0, 1)")
PSD = (N, "A=psd(n)", "B=psd(n)", "C=psd(n)", "M=real(n, n)", "x=real(n, 1)", "y=real(n, 1)")
PD = (N, "A=pd(n)", "B=pd(n)", "t=interval(0, 1)")
BLOCKS = ("n=integer(2, 5)", "A=psd(n)", "S=symmetric(n)", "M=real(n, n)", "D=pd(n)")
RECT = ("m=integer(1, 4)", "k=integer(1, 4)", "A=real(m, k)", "B=real(m, k)", "C=real(k, m)", "x=real(k, 1)")
NONNEG = (N, "A=nonnegative(n, n)", "B=nonnegative(n, n)")
TURNED = (N, "Q=orthogonal(n)", "A=real(n, n)", "S=symmetric(n)", "P=psd(n)")
NUMBERS = ("a=positive", "b=positive", "c=positive", "t=interval(0, 1)", "u=real", "v=real")

TRUE: tuple[Claim, ...] = (
    (SYM, (), "lmax(A + B + C) <= norm2(A) + lmax(B) + lmax(C)"),
    (SYM, (), "lmin(t * A + (1 - t) * B) >= min(lmin(A), lmin(B))"),
    (SYM, (), "sum((lam(A) - lam(B))**2) <= tr((A - B) @ (A - B))"),
    (SYM, (), "lmax(A)**2 + lmin(A)**2 <= 2 * norm2(A)**2"),
    (SYM, (), "tr(A @ B) <= normF(A) * normF(B)"),
    (SYM, (), "tr(expm(t * A + (1 - t) * B)) <= tr(expm(t * A) @ expm((1 - t) * B))"),
    (SYM, (), "det(expm(A)) * det(expm(B)) == exp(tr(A + B))"),
    (SYM, ("A <= B",), "tr(expm(A)) <= n * exp(lmax(B))"),
    (REAL, (), "normN(A + B - C) <= normN(A) + normN(B) + normN(C)"),
    (REAL, (), "abs(normN(A) - normN(B)) <= normN(A - B)"),
    (REAL, (), "schatten(3, A - B) <= schatten(3, A) + schatten(3, B)"),
    (REAL, (), "schatten(5, A) <= normF(A)"),
    (REAL, (), "tr(A.T @ B @ C) <= norm2(A) * normF(B) * normF(C)"),
    (REAL, (), "normF(A @ B - B @ A)**2 <= 2 * normF(A)**2 * normF(B)**2"),
    (REAL, (), "rho(A.T @ A) == norm2(A)**2"),
    (REAL, (), "rho(A)**2 <= norm1(A) * norminf(A)"),
    (REAL, (), "abs(det(A @ B)) <= norm2(A)**n * norm2(B)**n"),
    (REAL, ("norm2(A) < 1",), "smax(inv(I(n) - A)) <= 1 / (1 - smax(A))"),
    (REAL, (), "norminf(A @ x) <= norminf(A) * norminf(x)"),
    (REAL, (), "rank(A + B) - rank(C) <= rank(A) + rank(B)"),
    (PSD, (), "tr(A @ B @ A) <= lmax(A)**2 * tr(B)"),
    (PSD, (), "lmax(A @ A) <= tr(A)**2"),
    (PSD, (), "tr(x.T @ A @ y)**2 <= lmax(A)**2 * tr(x.T @ x) * tr(y.T @ y)"),
    (PSD, (), "det(A + I(n)) <= exp(tr(A))"),
    (PSD, (), "tr(sqrtm(A + B)) <= tr(sqrtm(A)) + sqrt(n * tr(B))"),
    (PSD, (), "lmax(had(A, B)) <= tr(A) * tr(B)"),
    (PSD, ("A <= B",), "M.T @ A @ M <= M.T @ (B + C) @ M"),
    (PD, (), "n**2 <= tr(A + B) * tr(inv(A + B))"),
    (PD, (), "det(A)**t * det(B)**(1 - t) <= det(t * A + (1 - t) * B)"),
    (PD, (), "tr(inv(A + B)) <= tr(inv(A))"),
    (PD, (), "cond(A + B) <= max(cond(A), cond(B))"),
    (PD, (), "tr(A) - n >= logdet(A)"),
    (BLOCKS, (), "det(A) <= det(A[1..n-1, 1..n-1]) * det(A[n..n, n..n])"),
    (BLOCKS, (), "lmin(S[1..n-1, 1..n-1]) >= lmin(S)"),
    (RECT, (), "normF(relu(A @ x))**2 <= smax(A)**2 * normF(x)**2"),
    (RECT, (), "abs(normF(A @ x) - normF(B @ x)) <= smax(A - B) * normF(x)"),
    (NONNEG, (), "rho(A) <= rho(A + B) + tr(B)"),
    (TURNED, (), "normF(Q @ A @ Q.T - A) <= 2 * normF(A)"),
    (TURNED, (), "det(Q @ P @ Q.T) <= prod(diag(P))"),
    (NUMBERS, (), "a * log(b) <= a * b - a"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "lmin(t * A + (1 - t) * B) >= max(lmin(A), lmin(B))"),
    (REAL, (), "schatten(5, A) >= normF(A)"),
    (REAL, (), "rho(A.T @ A) == rho(A)**2"),
    (PSD, (), "tr(sqrtm(A + B)) >= tr(sqrtm(A)) + tr(sqrtm(B))"),
    (PD, (), "tr(inv(A + B)) >= tr(inv(A))"),
    (BLOCKS, (), "lmin(S[1..n-1, 1..n-1]) >= lmax(S)"),
    (NONNEG, (), "rho(A + B) <= rho(A)"),
    (NUMBERS, (), "a * log(b) >= a * b - a"),
)
