"""Thirty-two consequences as they come up in notes on matrices and networks, and twelve false neighbours.

Written from memory after the repairs for the eighth and ninth list, and measured once before anything was changed
for them.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
SYM = (N, "k=integer(1, n)", "A=symmetric(n)", "B=symmetric(n)", "x=real(n, 1)")
REAL = (N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "Q=orthogonal(n)")
PSD = (N, "A=psd(n)", "B=psd(n)")
PD = (N, "A=pd(n)", "B=pd(n)")
LAYERS = (N, "m=integer(1, 5)", "k=integer(1, 5)", "A=real(m, n)", "B=real(k, m)", "x=real(n, 1)", "y=real(n, 1)")
LINK = (N, "A=real(n, n)", "B=real(n, n)", "x=real(n, 1)", "y=real(n, 1)")
UNIT = ("normF(x) == 1",)

TRUE: tuple[Claim, ...] = (
    (SYM, (), "abs(lmin(A + B) - lmin(A)) <= normF(B)"),
    (REAL, (), "(smax(A) - smax(B))**2 <= normF(A - B)**2"),
    (REAL, (), "kyfan(k, A + B) <= kyfan(k, A) + k * smax(B)"),
    (PD, (), "lmax(inv(A + B)) <= 1 / (lmin(A) + lmin(B))"),
    (PD, (), "lmin(inv(A) - inv(A + B)) >= 0"),
    (PD, (), "2 * log(det(A + B)) >= log(det(2 * A)) + log(det(2 * B))"),
    (PD, (), "tr(inv(A + B)) <= tr(inv(A))"),
    (PSD, (), "tr(A @ B @ A) <= lmax(A)**2 * tr(B)"),
    (PSD, (), "tr(A @ B) <= tr(A) * tr(B)"),
    (PSD, ("lmin(A - B) >= 0",), "tr(sqrtm(A)) >= tr(sqrtm(B))"),
    (PSD, ("lmin(A - B) >= 0",), "det(A) >= det(B)"),
    (PSD, (), "lmax(had(A, B)) <= max(diag(A)) * lmax(B)"),
    (SYM, (), "tr(expm(A + B))**2 <= tr(expm(2 * A)) * tr(expm(2 * B))"),
    (SYM, (), "tr(A)**2 <= rank(A) * normF(A)**2"),
    (SYM, (), "lmax(A) <= norminf(A)"),
    (SYM, UNIT, "tr(x.T @ A @ x)**2 <= tr(x.T @ A @ A @ x)"),
    (SYM, UNIT, "4 * (tr(x.T @ A @ A @ x) - tr(x.T @ A @ x)**2) <= (lmax(A) - lmin(A))**2"),
    (REAL, (), "normF(A @ B - B @ A) <= 2 * smax(A) * normF(B)"),
    (REAL, (), "normN(A @ B) <= normF(A) * normF(B)"),
    (REAL, (), "rank(A @ B @ C) <= rank(B)"),
    (REAL, (), "rank(A) - rank(B) <= rank(A - B)"),
    (REAL, (), "smax(kron(A, B) - kron(C, B)) <= smax(A - C) * smax(B)"),
    (REAL, (), "normF(had(A, B)) <= maxabs(A) * normF(B)"),
    (REAL, (), "cond(Q @ A @ Q.T) == cond(A)"),
    (REAL, (), "rho(A @ B) <= normF(A) * smax(B)"),
    (REAL, ("smax(A) < 1",), "cond(I(n) + A) <= (1 + smax(A)) / (1 - smax(A))"),
    (REAL, (), "numradius(A + B) <= smax(A) + smax(B)"),
    (LAYERS, (), "normF(B @ relu(A @ x) - B @ relu(A @ y)) <= smax(A) * smax(B) * normF(x - y)"),
    (LAYERS, (), "lmax(A.T @ B.T @ B @ A) <= smax(A)**2 * smax(B)**2"),
    (LAYERS, (), "normF(relu(A @ x)) <= smax(A) * normF(x)"),
    (LINK, (), "normF(x + relu(A @ x) - y - relu(A @ y)) <= (1 + smax(A)) * normF(x - y)"),
    (LINK, ("smax(A) * smax(B) < 1",), "normF(x + B @ relu(A @ x)) >= (1 - smax(A) * smax(B)) * normF(x)"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "abs(lmin(A + B) - lmin(A)) <= abs(lmin(B))"),
    (REAL, (), "kyfan(k, A + B) <= kyfan(k, A) + smax(B)"),
    (PD, (), "lmin(inv(A) + inv(B) - inv(A + B)) <= 0"),
    (PD, (), "2 * log(det(A + B)) >= log(det(3 * A)) + log(det(3 * B))"),
    (PSD, (), "tr(A @ B) <= lmax(A) * lmax(B)"),
    (PSD, ("lmin(A - B) >= 0",), "lmin(A @ A - B @ B) >= 0"),
    (SYM, (), "tr(expm(A + B))**2 <= tr(expm(A)) * tr(expm(B))"),
    (SYM, UNIT, "5 * (tr(x.T @ A @ A @ x) - tr(x.T @ A @ x)**2) <= (lmax(A) - lmin(A))**2"),
    (REAL, (), "rank(A @ B @ C) <= rank(B) - 1"),
    (REAL, (), "rho(A @ B) <= rho(A) * smax(B)"),
    (REAL, ("smax(A) < 1",), "cond(I(n) + A) <= 1 / (1 - smax(A))"),
    (LINK, (), "normF(x + relu(A @ x) - y - relu(A @ y)) <= max(1, smax(A)) * normF(x - y)"),
)
