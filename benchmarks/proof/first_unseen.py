"""Sixty consequences of named theorems and fifteen false neighbours, written from memory before the prover saw any.

What was learned from them is in the book and in the prover by now; `second_unseen.py` is what is left to be unseen.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
N2 = "n=integer(2, 5)"
REAL = (N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)")
LARGER = (N2, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)")
SYM = (N, "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)", "x=real(n, 1)", "y=real(n, 1)")
PSD = (N, "A=psd(n)", "B=psd(n)", "C=psd(n)", "M=real(n, n)", "x=real(n, 1)")
PD = (N, "A=pd(n)", "B=pd(n)", "x=real(n, 1)", "y=real(n, 1)")
PART = (
    "n=integer(2, 5)",
    "k=integer(1, n)",
    "A=symmetric(n)",
    "B=symmetric(n)",
    "P=psd(n)",
    "M=real(n, n)",
    "L=real(n, n)",
)
RECT = (
    "m=integer(1, 5)",
    "k=integer(1, 5)",
    "A=real(m, k)",
    "B=real(m, k)",
    "C=real(k, m)",
    "x=real(k, 1)",
    "y=real(k, 1)",
)
NONNEG = (N, "A=nonnegative(n, n)", "B=nonnegative(n, n)")
NUMBERS = ("a=positive", "b=positive", "c=positive", "t=interval(0, 1)", "u=real", "v=real")
TURNED = (N, "Q=orthogonal(n)", "A=real(n, n)", "S=symmetric(n)")

TRUE: tuple[Claim, ...] = (
    # Weyl, Lidskii, Fan, Mirsky
    (SYM, (), "lmax(A + B) <= lmax(A) + norm2(B)"),
    (SYM, (), "abs(lmin(A) - lmin(B)) <= norm2(A - B)"),
    (PART, (), "sum(lam(A + B)[i] for i in 1..k) <= sum(lam(A)[i] for i in 1..k) + k * lmax(B)"),
    (LARGER, (), "kyfan(2, A + B + C) <= kyfan(2, A) + kyfan(2, B) + kyfan(2, C)"),
    (LARGER, (), "kyfan(2, A @ B) <= kyfan(2, A) * norm2(B)"),
    (REAL, (), "sum(abs(s(A) - s(B))) <= normN(A - B)"),
    (SYM, (), "sum(abs(lam(A + B) - lam(A))) <= n * norm2(B)"),
    (SYM, ("A <= B",), "tr(expm(A)) <= tr(expm(B))"),
    # von Neumann, Hoelder, Schatten
    (REAL, (), "abs(tr(A.T @ B)) <= sum(s(A) * s(B))"),
    (REAL, (), "abs(tr(A @ B)) <= schatten(3, A) * schatten(3/2, B)"),
    (REAL, (), "abs(tr(A.T @ B)) <= norm2(A) * normN(B)"),
    (REAL, (), "schatten(3, A + B + C) <= schatten(3, A) + schatten(3, B) + schatten(3, C)"),
    (REAL, (), "schatten(4, A @ B) <= norm2(A) * schatten(4, B)"),
    (REAL, (), "normN(A @ B @ C) <= norm2(A) * normF(B) * normF(C)"),
    (REAL, (), "normN(A)**2 <= rank(A) * normF(A)**2"),
    # interlacing, compressions
    (PART, (), "lmax(A[1..k, 1..k]) <= lmax(A)"),
    (PART, (), "smax(M[1..k, 1..k]) <= smax(M)"),
    (PART, (), "lmin(P[1..k, 1..k]) >= 0"),
    # functions of matrices
    (SYM, (), "tr(expm(A + B)) <= tr(expm(A)) * tr(expm(B))"),
    (SYM, (), "tr(expm(A + B)) <= exp(lmax(A)) * tr(expm(B))"),
    (PSD, ("A <= B",), "tr(sqrtm(A)) <= tr(sqrtm(B))"),
    (PSD, (), "norm2(sqrtm(A) @ sqrtm(B))**2 <= norm2(A) * norm2(B)"),
    (PD, ("A <= B",), "tr(logm(A)) <= tr(logm(B))"),
    (PD, (), "lmin(inv(A) + inv(B)) > 0"),
    (PD, ("A <= B",), "tr(inv(B)) <= tr(inv(A))"),
    (PD, ("A <= B",), "lmax(inv(B)) <= lmax(inv(A))"),
    # determinants
    (PSD, (), "det(A + B + C) >= det(A) + det(B) + det(C)"),
    (PD, (), "det(A)**(1 / n) <= det(A + B)**(1 / n)"),
    (PSD, (), "det(had(A, B)) >= det(A) * det(B)"),
    (PSD, (), "det(A @ B) <= prod(diag(A)) * prod(diag(B))"),
    (PD, (), "logdet(A) + logdet(B) <= 2 * logdet(1/2 * A + 1/2 * B)"),
    (PSD, (), "det(I(n) + A) >= 1"),
    (REAL, (), "abs(det(A)) <= norm2(A)**n"),
    # entrywise products
    (PSD, (), "lmin(had(A, B) + C) >= 0"),
    (REAL, (), "norm2(had(A, B)) <= norm2(A) * normF(B)"),
    (PSD, (), "lmax(had(A, B)) <= lmax(A) * tr(B)"),
    # spectral radius, Gershgorin, Perron
    (REAL, (), "rho(A @ B) <= norm2(A) * norm2(B)"),
    (REAL, (), "rho(A) <= normF(A)"),
    (SYM, (), "rho(A + B) <= rho(A) + rho(B)"),
    (NONNEG, (), "rho(A) <= rho(A + 2 * B)"),
    (SYM, (), "lmax(A) <= norminf(A)"),
    (REAL, (), "norminf(A @ B + C) <= norminf(A) * norminf(B) + norminf(C)"),
    # Kantorovich, Wielandt, Rayleigh
    (PD, (), "tr(x.T @ x)**2 <= tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x)"),
    (
        PD,
        (),
        "4 * lmin(A) * lmax(A) * tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= (lmin(A) + lmax(A))**2 * tr(x.T @ x)**2",
    ),
    (PSD, (), "tr(x.T @ (A + B) @ x) <= (lmax(A) + lmax(B)) * normF(x)**2"),
    (PSD, (), "tr(x.T @ A @ x) <= tr(A) * tr(x.T @ x)"),
    # layers, norms, polar
    (RECT, (), "normF(relu(A @ x) - relu(A @ y)) <= smax(A) * normF(x - y)"),
    (RECT, (), "normF(C @ relu(A @ x) - C @ relu(A @ y)) <= smax(C) * smax(A) * normF(x - y)"),
    (RECT, (), "norm2(A + B)**2 <= 2 * norm2(A)**2 + 2 * norm2(B)**2"),
    (RECT, (), "normF(A @ C)**2 <= rank(A) * norm2(A)**2 * norm2(C)**2"),
    (TURNED, (), "abs(tr(Q @ A)) <= normN(A)"),
    (TURNED, (), "normN(Q @ A @ Q.T) == normN(A)"),
    (TURNED, (), "lmax(Q @ S @ Q.T) == lmax(S)"),
    # numbers
    (NUMBERS, (), "sqrt(a * b) <= (a + b) / 2"),
    (NUMBERS, (), "a * b <= a**2 / (2 * c) + c * b**2 / 2"),
    (NUMBERS, (), "a**t * b**(1 - t) <= t * a + (1 - t) * b"),
    (NUMBERS, (), "exp(u + v) <= (exp(2 * u) + exp(2 * v)) / 2"),
    (NUMBERS, (), "log(a) <= a - 1"),
    (NUMBERS, (), "(a + b + c) * (1 / a + 1 / b + 1 / c) >= 9"),
    (NUMBERS, (), "max(u, v) + min(u, v) == u + v"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "lmax(A + B) <= lmax(A) + lmin(B)"),
    (PART, (), "sum(lam(A + B)[i] for i in 1..k) <= sum(lam(A)[i] for i in 1..k) + lmax(B)"),
    (LARGER, (), "kyfan(2, A + B) <= kyfan(2, A) + norm2(B)"),
    (REAL, (), "abs(tr(A @ B)) <= schatten(3, A) * schatten(2, B)"),
    (REAL, (), "normN(A @ B) <= norm2(A) * norm2(B)"),
    (PART, (), "lmin(A[1..k, 1..k]) <= lmin(A)"),
    (SYM, (), "tr(expm(A) @ expm(B)) <= tr(expm(A + B))"),
    (PSD, ("A <= B",), "lmin(B @ B - A @ A) >= 0"),
    (PD, ("A <= B",), "tr(inv(A)) <= tr(inv(B))"),
    (PSD, (), "det(had(A, B)) <= det(A) * det(B)"),
    (REAL, (), "rho(A + B) <= rho(A) + rho(B)"),
    (REAL, (), "rho(A @ B) <= rho(A) * rho(B)"),
    (PD, (), "tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= tr(x.T @ x)**2"),
    (RECT, (), "normF(relu(A @ x) - relu(A @ y)) <= smin(A) * normF(x - y)"),
    (NUMBERS, (), "(a + b) / 2 <= sqrt(a * b)"),
)
