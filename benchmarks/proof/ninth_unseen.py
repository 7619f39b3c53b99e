"""Forty consequences of one to three named theorems each and twenty false neighbours, written from memory.

Perturbation of spectra and of subspaces, resolvents, exponentials, projections, layers, entropies: what the lists
before have few of.  They were measured once before anything was changed for them.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
REAL = (
    N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "D=real(n, n)",
    "x=real(n, 1)", "y=real(n, 1)", "c=real", "t=positive",
)  # fmt: skip
SYM = (N, "A=symmetric(n)", "B=symmetric(n)", "E=symmetric(n)", "x=real(n, 1)", "c=real", "t=positive")
PSD = (N, "k=integer(1, n)", "A=psd(n)", "B=psd(n)", "M=real(n, n)", "t=positive", "u=positive")
PD = (N, "A=pd(n)", "B=pd(n)", "M=real(n, n)")
NEAR = (N, "D=diagonal(n)", "P=real(n, n)", "E=real(n, n)", "c=real")
PARTS = ("n=integer(2, 4)", "k=integer(1, n - 1)", "A=symmetric(n)", "B=symmetric(n)")
TALL = (N, "A=real(n + 1, n)", "B=real(n + 1, n)", "x=real(n + 1, 1)", "t=positive")
TURNED = (
    N, "K=skew(n)", "Q=orthogonal(n)", "S=psd(n)", "A=real(n, n)", "B=real(n, n)", "P=projector(n)",
    "R=projector(n)", "x=real(n, 1)",
)  # fmt: skip
CHANCE = (N, "A=stochastic(n, n)", "B=stochastic(n, n)", "x=real(n, 1)", "t=interval(0, 1)")
NORMED = ("n=integer(2, 4)", "A=real(n, n)", "x=real(n, 1)")
LAYERS = ("L=integer(1, 3)", N, "W=layers(L, n, n, n)", "x=real(n, 1)")
APART = ("lam(A)[k] > lam(A)[k + 1]", "lam(B)[k] > lam(B)[k + 1]")
TURN = "norm2((I(n) - eigenprojector(k, B)) @ eigenprojector(k, A))"
REGULAR = ("smin(A) > 0",)
BOTH = ("smin(A) > 0", "smin(B) > 0")
LINK = "normF(x + B @ relu(A @ x) - y - B @ relu(A @ y))"

TRUE: tuple[Claim, ...] = (
    # Ostrowski
    (PSD, (), "lam(M.T @ A @ M)[k] <= norm2(M)**2 * lam(A)[k]"),
    (PD, (), "lmin(A + B) * smin(M)**2 <= lmin(M @ (A + B) @ M.T)"),
    # Bauer and Fike
    (SYM, ("(A + E) @ x == c * x", "normF(x) == 1"), "min(abs(lam(A) - c)) <= normF(E)"),
    (
        NEAR,
        ("smin(P) > 0", "smin(P @ D @ inv(P) + E - c * I(n)) == 0"),
        "min(abs(diag(D) - c)) <= norm2(P) * norm2(inv(P)) * normF(E)",
    ),
    # Davis and Kahan
    (PARTS, APART, f"(lam(A)[k] - lam(A)[k + 1] - norm2(A - B)) * {TURN} <= norm2(A - B)"),
    # Wedin and pseudo-inverses
    (TALL, BOTH, "normF(pinv(A) @ x - pinv(B) @ x) <= 2 * norm2(A - B) * normF(x) / (smin(A) * smin(B))"),
    (TALL, ("norm2(A - B) < smin(A)",), "normF(pinv(B) @ x) <= normF(x) / (smin(A) - norm2(A - B))"),
    (TALL, REGULAR, "normF(A @ pinv(A))**2 == n"),
    # Gershgorin
    (SYM, (), "lmax(A) - lmin(A) <= max(diag(A)) - min(diag(A)) + 2 * norminf(A - diag(diag(A)))"),
    # Perron, Frobenius, stochastic matrices
    (REAL, (), "rho(A) <= sqrt(norm1(A) * norminf(A))"),
    (CHANCE, (), "rho(t * A + (1 - t) * B) == 1"),
    (CHANCE, (), "maxabs(A @ B @ x) <= maxabs(x)"),
    (CHANCE, ("A.T @ ones(n, 1) == ones(n, 1)",), "normF(A @ x) <= normF(x)"),
    # polar factors and Cayley transforms
    (TURNED, REGULAR, "tr(Q.T @ A) <= tr(polar(A).T @ A)"),
    (TURNED, REGULAR, "normF(polar(A) - Q) <= 2 * normF(A - Q)"),
    (TURNED, (), "norm2(inv(I(n) + K + S)) <= 1"),
    # resolvents
    (PSD, (), "inv(A + t * I(n)) - inv(A + u * I(n)) == (u - t) * inv(A + t * I(n)) @ inv(A + u * I(n))"),
    (SYM, ("c - lmax(A) >= t",), "norm2(inv(c * I(n) - A)) <= 1 / t"),
    # Neumann's series
    (REAL, ("norm2(A) < 1",), "norm2(inv(I(n) - A) - I(n) - A - A @ A) <= norm2(A)**3 / (1 - norm2(A))"),
    (
        REAL,
        (*REGULAR, "norm2(inv(A)) * norm2(B - A) <= 1/2"),
        "norm2(inv(B) - inv(A)) <= 2 * norm2(inv(A))**2 * norm2(B - A)",
    ),
    # Kronecker and Hadamard products
    (REAL, (), "normF(kron(A, B) @ kron(C, D)) <= norm2(A) * norm2(B) * normF(C) * normF(D)"),
    (REAL, (), "norm2(had(A, B) - had(C, D)) <= norm2(A - C) * norm2(B) + norm2(C) * norm2(B - D)"),
    (PSD, (), "lmin(A) * lmin(B) <= lmin(had(A, B))"),
    # exponentials and logarithms
    (REAL, ("lmax(A + A.T) <= 0",), "normF(expm(A) @ x) <= normF(x)"),
    (REAL, (), "norm2(expm(A) @ expm(B)) <= exp(norm2(A) + norm2(B))"),
    (PD, ("lmin(A) <= 1", "1 <= lmax(A)"), "norm2(logm(A)) <= log(cond(A))"),
    # numerical radius
    (REAL, ("normF(x) == 1",), "abs(tr(x.T @ A @ x) - tr(x.T @ B @ x)) <= numradius(A - B)"),
    (REAL, (), "rho(A - c * I(n)) <= numradius(A) + abs(c)"),
    # condition numbers, Gauss and Newton
    (TALL, (), "cond(A.T @ A + t * I(n)) <= (norm2(A)**2 + t) / t"),
    (REAL, BOTH, "cond(kron(A @ A.T, B.T @ B)) == cond(A)**2 * cond(B)**2"),
    # projections
    (TURNED, (), "norm2(P - R) <= 1"),
    (TURNED, (), "normF(A - P @ A @ R)**2 <= normF(A)**2"),
    # layers
    (REAL, (), "norm(softmax(A @ x) - softmax(A @ y)) <= norm2(A) * norm(x - y) / 2"),
    (NORMED, (), "normF(A @ layernorm(x)) <= sqrt(n) * norm2(A)"),
    (REAL, ("norm2(B) * norm2(A) <= 1/2",), f"normF(x - y) <= 2 * {LINK}"),
    (LAYERS, (), "normF(W[L:1] @ x) <= prod(norm2(W[l]) for l in 1..L) * normF(x)"),
    # entropies and traces
    (PD, ("tr(A) == 1",), "-tr(A @ logm(A)) <= log(n)"),
    (PD, ("tr(A) == tr(B)",), "tr(A @ logm(B)) <= tr(A @ logm(A))"),
    (SYM, (), "tr(expm(A + B)) <= exp(lmax(A)) * tr(expm(B))"),
    (SYM, (), "log(tr(expm(A))) - log(tr(expm(B))) <= norm2(A - B)"),
)

FALSE: tuple[Claim, ...] = (
    (PSD, (), "lam(M.T @ A @ M)[k] <= norm2(M) * lam(A)[k]"),
    (
        NEAR,
        ("smin(P) > 0", "smin(P @ D @ inv(P) + E - c * I(n)) == 0"),
        "min(abs(diag(D) - c)) <= normF(E)",
    ),
    (PARTS, APART, f"(lam(A)[k] - lam(A)[k + 1]) * {TURN} <= norm2(A - B)"),
    (TALL, BOTH, "normF(pinv(A) @ x - pinv(B) @ x) <= norm2(A - B) * normF(x) / (4 * smin(A) * smin(B))"),
    (SYM, (), "max(diag(A)) - min(diag(A)) + norminf(A - diag(diag(A))) <= lmax(A) - lmin(A)"),
    (CHANCE, (), "normF(A @ x) <= normF(x)"),
    (TURNED, REGULAR, "normF(polar(A) - Q) <= normF(A - Q)"),
    (TURNED, (), "norm2(inv(I(n) + K + S)) <= 1 / 2"),
    (REAL, ("norm2(A) < 1",), "norm2(inv(I(n) - A)) <= 1 + norm2(A)"),
    (
        REAL,
        (*REGULAR, "norm2(inv(A)) * norm2(B - A) <= 1/2"),
        "norm2(inv(B) - inv(A)) <= norm2(inv(A))**2 * norm2(B - A)",
    ),
    (REAL, (), "norm2(had(A, B)) <= maxabs(A) * norm2(B)"),
    (REAL, (), "norm2(expm(A)) <= exp(lmax(A + A.T))"),
    (PD, (), "tr(A) - n <= tr(logm(A))"),
    (REAL, (), "numradius(A @ B - B @ A) <= numradius(A) * numradius(B)"),
    (TALL, (), "cond(A.T @ A + t * I(n)) <= norm2(A)**2 / t"),
    (REAL, BOTH, "cond(kron(A, B)) <= cond(A) + cond(B)"),
    (TURNED, (), "norm2(P + R) <= 1"),
    (REAL, (), "norm(softmax(A @ x) - softmax(A @ y)) <= norm2(A) * norm(x - y) / 3"),
    (REAL, ("norm2(B) * norm2(A) <= 1/2",), f"normF(x - y) <= {LINK}"),
    (SYM, (), "log(tr(expm(A))) <= lmax(A)"),
)
