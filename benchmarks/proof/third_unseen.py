"""Fifty consequences of one to three named theorems each and twenty-five false neighbours, written from memory.

They were measured once before anything was changed for them: that figure is the one that counts.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
REAL = (N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "x=real(n, 1)", "y=real(n, 1)")
REGULAR = ("smin(A) > 0", "smin(B) > 0")
HEADS = (N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)")
SYM = (N, "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)")
PSD = (N, "A=psd(n)", "B=psd(n)", "C=psd(n)", "M=real(n, n)", "t=positive")
PD = (N, "A=pd(n)", "B=pd(n)", "x=real(n, 1)", "t=interval(0, 1)")
BLOCKS = ("n=integer(2, 5)", "S=symmetric(n)", "M=real(n, n)", "D=pd(n)")
RECT = (
    "m=integer(1, 4)",
    "k=integer(1, 4)",
    "A=real(m, k)",
    "B=real(n, m)",
    "n=integer(1, 4)",
    "x=real(k, 1)",
    "y=real(k, 1)",
)
TALL = (N, "A=real(n + 1, n)", "B=real(n + 1, n)")
TURNED = (N, "Q=orthogonal(n)", "K=skew(n)", "P=projector(n)", "A=real(n, n)")

TRUE: tuple[Claim, ...] = (
    (SYM, (), "abs(lmin(A + B) - lmin(A)) <= norm2(B)"),
    (HEADS, (), "kyfan(k, A - B) <= kyfan(k, A) + kyfan(k, B)"),
    (HEADS, (), "kyfan(k, A @ B) <= norm2(A) * kyfan(k, B)"),
    (SYM, (), "sum(abs(lam(A) - lam(B))) <= normN(A - B)"),
    (REAL, (), "normN(A @ B @ C) <= norm2(A) * sum(s(B) * s(C))"),
    (REAL, (), "abs(tr(A @ B @ C)) <= sum(s(A) * s(B)) * norm2(C)"),
    (REAL, (), "normF(A - B)**2 >= normF(A)**2 + normF(B)**2 - 2 * sum(s(A) * s(B))"),
    (REAL, (), "abs(tr(A.T @ B)) <= schatten(3, A) * schatten(3/2, B)"),
    (REAL, (), "normN(A @ B) <= schatten(4, A) * schatten(4/3, B)"),
    (REAL, (), "schatten(3, A @ B) <= norm2(A) * schatten(3, B)"),
    (BLOCKS, (), "lmax(S[1..n-1, 1..n-1]) - lmin(S[1..n-1, 1..n-1]) <= lmax(S) - lmin(S)"),
    (BLOCKS, (), "smax(M[1..n-1, 1..n]) <= normF(M)"),
    (SYM, (), "tr(expm(A + B)) <= exp(lmax(A)) * tr(expm(B))"),
    (SYM, (), "tr(expm(A + B))**2 <= tr(expm(2 * A)) * tr(expm(2 * B))"),
    (SYM, (), "log(tr(expm(A + B))) <= lmax(A) + log(tr(expm(B)))"),
    (PSD, ("A <= B",), "tr(sqrtm(A)) <= tr(sqrtm(B))"),
    (PSD, ("A <= B",), "sqrtm(A) <= sqrtm(B + C)"),
    (PSD, (), "lmin(had(A, B) + C) >= 0"),
    (PD, (), "det(A) * det(B) <= det(had(A, B))"),
    (REAL, (), "det(A)**2 <= prod(diag(A @ A.T))"),
    (BLOCKS, (), "logdet(D) <= logdet(D[1..n-1, 1..n-1]) + logdet(D[n..n, n..n])"),
    (PSD, (), "n * det(A + B)**(1/n) <= tr(A) + tr(B)"),
    (PD, (), "tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= cond(A) * tr(x.T @ x)**2"),
    (PD, (), "tr(x.T @ x)**2 <= tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x)"),
    (REAL, (), "rho(A @ B) <= norm2(A) * norm2(B)"),
    (SYM, (), "lmax(A + B) <= norminf(A) + norminf(B)"),
    (RECT, (), "normF(B @ relu(A @ x) - B @ relu(A @ y)) <= smax(B) * smax(A) * normF(x - y)"),
    (REAL, (), "normF(x + relu(A @ x) - y - relu(A @ y)) <= (1 + smax(A)) * normF(x - y)"),
    (RECT, (), "normF(entrywise(tanh, A @ x)) <= smax(A) * normF(x)"),
    ((N, "m=integer(1, 5)", "G=gaussian(m, n)", "A=psd(n)"), (), "E(tr(G @ A @ G.T)) == m * tr(A)"),
    (REAL, (*REGULAR, "smin(C) > 0"), "cond(A @ B @ C) <= cond(A) * cond(B) * cond(C)"),
    (REAL, ("smin(A) > 0",), "cond(A.T @ A) == cond(A)**2"),
    (REAL, REGULAR, "norm2(inv(A) - inv(B)) <= norm2(inv(A)) * norm2(A - B) * norm2(inv(B))"),
    (TALL, ("smin(A) > 0",), "norm2(pinv(A)) == 1 / smin(A)"),
    (REAL, ("smin(A) > 0",), "normF(polar(A))**2 == n"),
    (TURNED, (), "norm2((I(n) - K) @ inv(I(n) + K)) == 1"),
    (PSD, (), "norm2(inv(A + t * I(n))) <= 1 / t"),
    (PSD, (), "lmax(A @ inv(A + t * I(n))) <= 1"),
    (RECT, (), "tr(A.T @ A) <= rank(A) * smax(A)**2"),
    (REAL, (), "smin(I(n) + A) >= 1 - normF(A)"),
    (REAL, (), "smax((I(n) + A) @ (I(n) + B)) <= exp(smax(A) + smax(B))"),
    (REAL, (), "abs(det(I(n) + A)) <= (1 + smax(A))**n"),
    (TURNED, (), "smin(I(n) + K) >= 1"),
    (SYM, (), "tr(A @ B @ A @ B) <= tr(A @ A @ B @ B)"),
    (TURNED, (), "abs(tr(Q @ A)) <= normN(A)"),
    (TURNED, (), "normF(A)**2 == normF(P @ A)**2 + normF(A - P @ A)**2"),
    (REAL, (), "tr(A) <= n * rho(A)"),
    (PD, (), "t * logdet(A) + (1 - t) * logdet(B) <= logdet(t * A + (1 - t) * B)"),
    (PSD, (), "norm2(A - B) <= max(norm2(A), norm2(B))"),
    (REAL, (), "norm2(kron(A, B) + kron(C, B)) <= (norm2(A) + norm2(C)) * norm2(B)"),
)

FALSE: tuple[Claim, ...] = (
    (HEADS, (), "kyfan(k, A + B) >= kyfan(k, A) + kyfan(k, B)"),
    (SYM, (), "sum(abs(lam(A) - lam(B))) <= norm2(A - B)"),
    (REAL, (), "abs(tr(A @ B @ C)) <= sum(s(A) * s(B)) * smin(C)"),
    (REAL, (), "abs(tr(A.T @ B)) <= schatten(3, A) * schatten(3, B)"),
    (REAL, (), "normN(A @ B) <= schatten(4, A) * schatten(4, B)"),
    (BLOCKS, (), "lmax(S[1..n-1, 1..n-1]) - lmin(S[1..n-1, 1..n-1]) >= lmax(S) - lmin(S)"),
    (SYM, (), "tr(expm(A + B)) >= tr(expm(A) @ expm(B))"),
    (SYM, (), "tr(expm(A + B)) <= exp(lmin(A)) * tr(expm(B))"),
    (PSD, ("A <= B",), "A @ A <= B @ B"),
    (PD, (), "det(had(A, B)) <= det(A) * det(B)"),
    (REAL, (), "det(A)**2 >= prod(diag(A @ A.T))"),
    (BLOCKS, (), "logdet(D) >= logdet(D[1..n-1, 1..n-1]) + logdet(D[n..n, n..n])"),
    (PSD, (), "n * det(A + B)**(1/n) >= tr(A) + tr(B)"),
    (PD, (), "tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= tr(x.T @ x)**2"),
    (REAL, (), "rho(A @ B) <= rho(A) * rho(B)"),
    (SYM, (), "lmax(A + B) <= norminf(A)"),
    (REAL, (), "normF(x + relu(A @ x) - y - relu(A @ y)) <= smax(A) * normF(x - y)"),
    (REAL, REGULAR, "cond(A @ B) <= max(cond(A), cond(B))"),
    (REAL, REGULAR, "norm2(inv(A) - inv(B)) <= norm2(A - B)"),
    (PSD, (), "norm2(inv(A + t * I(n))) <= 1 / (1 + t)"),
    (REAL, (), "smin(I(n) + A) >= 1 - smin(A)"),
    (REAL, (), "smax((I(n) + A) @ (I(n) + B)) <= 1 + smax(A) + smax(B)"),
    (REAL, (), "abs(det(I(n) + A)) <= 1 + smax(A)**n"),
    (SYM, (), "tr(A @ B @ A @ B) >= tr(A @ A @ B @ B)"),
    (PSD, (), "norm2(A - B) <= min(norm2(A), norm2(B))"),
)
