"""Forty consequences, two or three steps from a named theorem of every kind, and sixteen false neighbours.

Stated as in papers: special matrices, weaker constants, products of three, parameters, complex matrices.  Written from
memory, and measured once before anything was changed for them.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
VECTORS = ("x=real(n, 1)", "y=real(n, 1)")
SYM = (N, "k=integer(1, n)", "A=symmetric(n)", "B=symmetric(n)", "Q=orthogonal(n)", *VECTORS, "c=real", "t=real")
REAL = (N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "Q=orthogonal(n)", *VECTORS)
PSD = (N, "k=integer(1, n)", "A=psd(n)", "B=psd(n)", "C=psd(n)", "M=real(n, n)")
PD = (N, "A=pd(n)", "B=pd(n)", *VECTORS)
PARTS = ("n=integer(2, 5)", "k=integer(1, n - 1)", "D=pd(n)", "A=symmetric(n)", "B=symmetric(n)", "M=real(n, n)")
TALL = (N, "A=real(n + 1, n)", "B=real(n + 1, n)")
TURNED = (N, "K=skew(n)", "Q=orthogonal(n)", "A=real(n, n)", "x=real(n, 1)", "t=real")
COMPLEX = (N, "A=complex(n, n)", "U=unitary(n)", "H=hermitian(n)", "G=hermitian(n)", "R=complex_density(n)")
NONNEGATIVE = (N, "A=nonnegative(n, n)", "B=nonnegative(n, n)", "S=stochastic(n, n)", "T=stochastic(n, n)")
LAYERS = (
    N, "m=integer(1, 5)", "A=real(m, n)", "B=real(n, m)", "C=real(n, n)", "W=real(n, n)", *VECTORS, "t=interval(0, 1)",
)  # fmt: skip
CHANCE = (N, "A=real(n, n)", "G=gaussian(n, n)")
UNIT = ("normF(x) == 1",)
UNITS = (*UNIT, "normF(y) == 1", "tr(x.T @ y) == 0")
APART = ("lam(A)[k] > lam(A)[k + 1]", "lam(B)[k] > lam(B)[k + 1]")
REGULAR = ("smin(A) > 0",)
BOTH = ("smin(A) > 0", "smin(B) > 0")
OFF = "norminf(A - diag(diag(A)))"

TRUE: tuple[Claim, ...] = (
    # Weyl
    (COMPLEX, (), "lmax(H + G) <= lmax(H) + normF(G)"),
    (REAL, (), "s(A @ B @ C)[k] <= norm2(A) * s(B)[k] * norm2(C)"),
    # Lidskii
    (SYM, (), "sum(abs(lam(A) - lam(B))) <= n * norm2(A - B)"),
    # Ky Fan
    (REAL, (), "kyfan(k, (A + Q @ A @ Q.T) / 2) <= kyfan(k, A)"),
    (REAL, (), "kyfan(k, A @ B) <= sqrt(k) * norm2(A) * normF(B)"),
    # Hoffman and Wielandt
    (SYM, (), "sum((lam(A) - lam(Q @ B @ Q.T))**2) <= normF(A - B)**2"),
    # Mirsky
    (REAL, (), "sum((s(A) - s(B))**2) <= n * norm2(A - B)**2"),
    # von Neumann
    (REAL, (), "abs(tr(A @ B @ C)) <= normF(A) * normF(B) * norm2(C)"),
    # Hoelder and Schatten
    (REAL, (), "normN(A @ B @ C) <= normF(A) * norm2(B) * normF(C)"),
    (REAL, (), "schatten(3, A + B)**3 <= 4 * schatten(3, A)**3 + 4 * schatten(3, B)**3"),
    # interlacing
    (PARTS, (), "lmax(A[1..k, 1..k]) - lmin(A[1..k, 1..k]) <= 2 * norm2(A)"),
    (PARTS, (), "norm2(M[1..k, k+1..n]) <= normF(M)"),
    # Schur and Horn
    (SYM, (), "sum(exp(diag(A))) <= tr(expm(A))"),
    # Golden and Thompson
    (SYM, (), "tr(expm(A + B + t * I(n))) <= exp(t) * tr(expm(A) @ expm(B))"),
    # Araki, Lieb and Thirring
    (PSD, (), "tr(A @ B @ A @ B) <= normF(A)**2 * normF(B)**2"),
    # Loewner and Heinz
    (PSD, ("lmin(B - A) >= 0",), "tr(sqrtm(A) @ C) <= tr(sqrtm(B) @ C)"),
    (PSD, (), "norm2(sqrtm(A) - sqrtm(B))**2 <= norm2(A - B)"),
    # Jensen
    (PD, (), "2 * tr(inv((A + B) / 2)) <= tr(inv(A)) + tr(inv(B))"),
    # Oppenheim
    (PD, (), "det(had(A, inv(A))) >= 1"),
    # Hadamard
    (REAL, (), "det(A)**2 <= prod(diag(A.T @ A))"),
    # Fischer
    (PARTS, (), "det(D) <= det(D[1..k, 1..k]) * prod(diag(D[k+1..n, k+1..n]))"),
    # Minkowski
    (PD, (), "det(A) + det(B) <= det(A + B)"),
    # Schur complements
    (PARTS, (), "tr(inv(schur(k, D))) <= tr(inv(D))"),
    # Kantorovich
    (PD, UNIT, "tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= cond(A)"),
    # Wielandt
    (PD, UNITS, "2 * abs(tr(x.T @ A @ y)) <= lmax(A) - lmin(A)"),
    # Ostrowski
    (PSD, (), "lam(M.T @ A @ M)[k] <= normF(M)**2 * lam(A)[k]"),
    # Bauer and Fike
    (SYM, UNIT, "min(abs(lam(A) - c)) <= normF(A @ x - c * x)"),
    # Davis and Kahan
    (
        PARTS,
        APART,
        "(lam(A)[k] - lam(B)[k + 1]) * norm2((I(n) - eigenprojector(k, B)) @ eigenprojector(k, A)) <= normF(A - B)",
    ),
    # Wedin
    (TALL, BOTH, "norm2(pinv(A) - pinv(B)) <= 2 * norm2(pinv(A)) * norm2(pinv(B)) * normF(A - B)"),
    # Gershgorin
    (SYM, (f"min(diag(A)) > {OFF}",), "lmin(A) > 0"),
    # Perron and Frobenius
    (NONNEGATIVE, (), "rho(A) <= rho(A + B)"),
    (NONNEGATIVE, (), "rho(S @ T) == 1"),
    # polar factors
    (TURNED, REGULAR, "normF(A - polar(A)) <= normF(A - Q)"),
    # Cayley
    (TURNED, (), "normF((I(n) - t * K) @ inv(I(n) + t * K) @ x) == normF(x)"),
    # layers
    (LAYERS, (), "normF(B @ tanh(A @ x) - B @ tanh(A @ y)) <= norm2(A) * norm2(B) * normF(x - y)"),
    (LAYERS, ("norm2(C) <= 1",), "normF(t * x + (1 - t) * relu(C @ x)) <= normF(x)"),
    (LAYERS, (), "normF(x + W @ relu(C @ relu(B @ A @ x))) <= (1 + norm2(W) * norm2(C) * norm2(B @ A)) * normF(x)"),
    # Wishart and Gaussian matrices
    (CHANCE, (), "E(normF(A @ G)**2) == n * normF(A)**2"),
    (CHANCE, (), "E(norm2(G)) <= 2 * sqrt(n)"),
    # complex matrices
    (COMPLEX, (), "normF(A @ U - U @ A) <= 2 * normF(A)"),
)

FALSE: tuple[Claim, ...] = (
    (COMPLEX, (), "lmax(H + G) <= lmax(H) + normF(G) / 2"),
    (SYM, (), "sum(abs(lam(A) - lam(B))) <= norm2(A - B)"),
    (REAL, (), "kyfan(k, A @ B) <= norm2(A) * normF(B)"),
    (SYM, (), "sum((lam(A) - lam(Q @ B @ Q.T))**2) >= normF(A - B)**2"),
    (REAL, (), "schatten(3, A + B)**3 <= 3 * schatten(3, A)**3 + 3 * schatten(3, B)**3"),
    (SYM, (), "tr(expm(A)) <= sum(exp(diag(A)))"),
    (PSD, (), "norm2(sqrtm(A) - sqrtm(B)) <= norm2(A - B)"),
    (PD, (), "det(had(A, inv(A))) <= 1"),
    (PD, (), "det(A + B) <= 2 * det(A) + 2 * det(B)"),
    (PARTS, (), "tr(inv(D)) <= tr(inv(schur(k, D)))"),
    (PD, UNITS, "4 * abs(tr(x.T @ A @ y)) <= lmax(A) - lmin(A)"),
    (SYM, (f"max(diag(A)) > {OFF}",), "lmin(A) > 0"),
    (NONNEGATIVE, (), "rho(A + B) <= rho(A) + rho(B)"),
    (TURNED, REGULAR, "normF(A - Q) <= normF(A - polar(A))"),
    (LAYERS, (), "normF(x + C @ relu(C @ x)) >= normF(x)"),
    (COMPLEX, (), "normF(A @ U - U @ A) <= normF(A)"),
)
