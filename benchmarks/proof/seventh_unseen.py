"""Thirty consequences of the theorems of the sixth list, others than there, and ten false neighbours, from memory.

Written while the prover was mended for the sixth list, and measured once after that.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim
from benchmarks.proof.sixth_unseen import APART, FRAMES, MEAN, NONNEG, PARTS, PD, PSD, REAL, REGULAR, SYM, TALL, TURN

TURNED = (*REAL, "K=skew(n)", "Q=orthogonal(n)")
PLANES = (*FRAMES, "B=symmetric(n)")
NEAR = ("norm2(A - B) < smin(B)",)

TRUE: tuple[Claim, ...] = (
    (SYM, (), "lam(A @ A)[k] <= lam(A @ A + B @ B)[k]"),
    (SYM, (), "sum(abs(lam(A) - lam(B))) <= sqrt(n) * normF(A - B)"),
    (REAL, (), "kyfan(k, A) - kyfan(k, B) <= kyfan(k, A - B)"),
    (REAL, (), "sum(s(A @ A.T @ B)) <= sum(s(A)**2 * s(B))"),
    (MEAN, (), "sum((lam(A + t * I(n)) - lam(A))**2) == n * t**2"),
    (TURNED, (), "sum((s(A) - s(Q @ B))**2) <= normF(A - B)**2"),
    (REAL, (), "normF(A + B)**2 <= normF(A)**2 + normF(B)**2 + 2 * sum(s(A) * s(B))"),
    (REAL, (), "abs(tr(A @ B @ C)) <= schatten(3, A) * schatten(3, B) * schatten(3, C)"),
    (SYM, (), "lmin(A) <= min(diag(A))"),
    (PLANES, ("V.T @ V == I(m)",), "tr(V.T @ (A + B) @ V) <= m * (lmax(A) + lmax(B))"),
    (SYM, (), "sum(diag(A)[i] for i in 1..k) <= k * lmax(A)"),
    (SYM, (), "tr(expm(A + B)) <= normF(expm(A)) * tr(expm(B))"),
    (PSD, (), "tr(A @ B @ A @ B) <= tr(A @ A) * tr(B @ B)"),
    (PSD, ("A <= B",), "normF(sqrtm(A))**2 <= tr(B)"),
    (SYM, (), "sum(exp(diag(A))) <= tr(expm(A))"),
    (PSD, (), "det(A)**2 <= det(had(A, A))"),
    (REAL, (), "abs(det(A)) <= normF(A)**n"),
    (PARTS, (), "det(D) / det(D[1..k, 1..k]) <= det(D[k+1..n, k+1..n])"),
    (PD, (), "2 * det(A)**(1/(2*n)) * det(B)**(1/(2*n)) <= det(A + B)**(1/n)"),
    (PARTS, (), "logdet(schur(k, D)) == logdet(D) - logdet(D[1..k, 1..k])"),
    (
        PD,
        (),
        "4 * lmin(A) * lmax(A) * tr(x.T @ A @ A @ x) * tr(x.T @ x) <= (lmin(A) + lmax(A))**2 * tr(x.T @ A @ x)**2",
    ),
    (REAL, ("tr(x.T @ y) == 0",), "tr(x.T @ A @ y) <= norm2(A - c * I(n)) * normF(x) * normF(y)"),
    (PSD, (), "lmin(M.T @ A @ M) <= lmax(A) * smin(M)**2"),
    (PARTS, APART, f"(lam(A)[k] - lam(B)[k + 1]) * {TURN} <= n * maxabs(A - B)"),
    (TALL, NEAR, "norm2(pinv(A)) <= 1 / (smin(B) - norm2(A - B))"),
    (NONNEG, (), "rho(A @ B) <= norminf(A) * norminf(B)"),
    (REAL, REGULAR, "tr(polar(A).T @ A) <= sqrt(n) * normF(A)"),
    (TURNED, (), "normF(x - (I(n) - K) @ inv(I(n) + K) @ x) <= 2 * normF(x)"),
    (REAL, (), "normF(relu(A @ x) - relu(B @ y)) <= norm2(A) * normF(x - y) + norm2(A - B) * normF(y)"),
    (("m=integer(1, 4)", "n=integer(1, 4)", "G=gaussian(m, n)", "S=psd(n)"), (), "E(tr(G @ S @ G.T)) <= m * tr(S)"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "sum(abs(lam(A) - lam(B))) <= normF(A - B)"),
    (REAL, (), "kyfan(k, A) - kyfan(k, B) <= norm2(A - B)"),
    (REAL, (), "abs(tr(A @ B @ C)) <= schatten(4, A) * schatten(4, B) * schatten(4, C)"),
    (SYM, (), "min(diag(A)) <= lmin(A)"),
    (SYM, (), "tr(expm(A)) <= sum(exp(diag(A)))"),
    (PSD, (), "det(had(A, A)) <= det(A)**2"),
    (PD, (), "det(A + B)**(1/n) <= det(A)**(1/n) + det(B)**(1/n)"),
    (REAL, (), "tr(x.T @ A @ y) <= norm2(A - c * I(n)) * normF(x) * normF(y)"),
    (PSD, (), "lmin(M.T @ A @ M) <= lmin(A) * smin(M)**2"),
    (TALL, (), "norm2(pinv(A)) * (norm2(B) - norm2(A - B)) <= 1"),
)
