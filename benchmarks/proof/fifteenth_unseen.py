"""Thirty-six things as they come up in papers on deep networks, least squares and linear systems, and fourteen false
neighbours.

Written from memory and committed before anything of them was tried: residual blocks and their Lipschitz constants,
balanced layers, damped and factored curvature, adapters, attention, scaling, steps on quadratic losses, ridge
regression, perturbed and preconditioned systems, Stein and Lyapunov equations, probability vectors, entropies.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
NET = (
    N, "m=integer(1, 4)", "A=real(m, n)", "B=real(n, m)", "C=real(n, n)", "P=projection(m)", "G=diagonal(m)",
    "x=real(n, 1)", "y=real(n, 1)", "t=interval(0, 1)",
)  # fmt: skip
SQUARE = (
    N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "D=real(n, n)", "E=real(n, n)", "M=real(n, n)", "x=real(n, 1)",
    "y=real(n, 1)", "b=real(n, 1)", "t=interval(0, 1)",
)  # fmt: skip
LOSS = (N, "H=pd(n)", "x=real(n, 1)", "y=real(n, 1)", "b=real(n, 1)", "c=positive", "t=positive")
FACTORS = (N, "A=psd(n)", "B=psd(n)", "D=pd(n)", "E=pd(n)", "g=positive", "t=positive")
HEAD = (
    N, "m=integer(1, 4)", "P=stochastic(n, n)", "X=real(n, m)", "Y=real(n, m)", "W=real(m, m)", "V=real(m, m)",
    "p=nonnegative(n, 1)",
)  # fmt: skip
LOW = (N, "r=integer(1, 3)", "W=real(n, n)", "U=real(n, r)", "V=real(r, n)", "x=real(n, 1)", "c=positive")
TALL = (N, "A=real(n + 1, n)", "x=real(n, 1)", "b=real(n + 1, 1)", "t=positive")
DEEP = ("L=integer(1, 3)", N, "W=layers(L, n, n, n)", "x=real(n, 1)")
STABLE = (N, "A=real(n, n)", "P=psd(n)", "Q=psd(n)", "x=real(n, 1)")
BALANCED = ("A.T @ A == B @ B.T",)
CONSERVED = ("A.T @ A - B @ B.T == C.T @ C - D @ D.T",)
RIDGE = ("(A.T @ A + t * I(n)) @ x == A.T @ b",)
BLOCK = "normF(x + B @ relu(A @ x) - y - B @ relu(A @ y))"

TRUE: tuple[Claim, ...] = (
    # residual blocks
    (NET, (), f"{BLOCK} <= (1 + norm2(A) * norm2(B)) * normF(x - y)"),
    (NET, (), f"(1 - norm2(A) * norm2(B)) * normF(x - y) <= {BLOCK}"),
    (NET, (), "smin(I(n) + B @ P @ A) >= 1 - norm2(B) * norm2(A)"),
    (SQUARE, (), "norm2((I(n) + A) @ (I(n) + B) - (I(n) + A + B)) <= norm2(A) * norm2(B)"),
    (
        NET,
        (),
        "normF(t * x + (1 - t) * relu(C @ x) - t * y - (1 - t) * relu(C @ y))"
        " <= (t + (1 - t) * norm2(C)) * normF(x - y)",
    ),
    (DEEP, (), "norm2(W[L:1]) <= prod(norm2(W[l]) for l in 1..L)"),
    (DEEP, (), "normF(W[L:1] @ x) <= prod(normF(W[l]) for l in 1..L) * normF(x)"),
    (SQUARE, (), "smin(A) * smin(B) * normF(x) <= normF(A @ B @ x)"),
    # balanced layers
    (SQUARE, BALANCED, "norm2(A @ B) == norm2(B)**2"),
    (SQUARE, BALANCED, "normF(A) == normF(B)"),
    (SQUARE, CONSERVED, "normF(A)**2 - normF(B)**2 == normF(C)**2 - normF(D)**2"),
    (SQUARE, ("norm2(A.T @ A - B @ B.T) <= t",), "norm2(B)**2 <= norm2(A)**2 + t"),
    # damped and factored curvature
    (TALL, (), "lmin(A.T @ A + t * I(n)) == smin(A)**2 + t"),
    (FACTORS, (), "norm2(inv(kron(A + g * I(n), B + t * I(n)))) <= 1 / (g * t)"),
    (FACTORS, (), "cond(kron(D + g * I(n), E)) <= cond(D) * cond(E)"),
    (TALL, (), "normF(inv(A.T @ A + t * I(n)) @ A.T @ b) <= normF(b) / (2 * sqrt(t))"),
    (LOSS, (), "tr(x.T @ inv(H + t * I(n)) @ x) <= normF(x)**2 / t"),
    # adapters
    (LOW, (), "normF(U @ V) <= sqrt(r) * norm2(U) * norm2(V)"),
    (LOW, (), "normF((W + c * U @ V) @ x - W @ x) <= c * norm2(U) * norm2(V) * normF(x)"),
    (LOW, (), "abs(smax(W + U @ V) - smax(W)) <= normF(U) * normF(V)"),
    # attention and scaling
    (HEAD, (), "maxabs(X @ W @ V.T @ X.T) <= norm2(X)**2 * norm2(W) * norm2(V)"),
    (HEAD, (), "norm2(X @ W @ X.T - Y @ W @ Y.T) <= norm2(W) * (norm2(X) + norm2(Y)) * norm2(X - Y)"),
    (HEAD, (), "normF(P @ X - P @ Y) <= sqrt(n) * normF(X - Y)"),
    (NET, (), "norm2(G @ A) <= maxabs(G) * norm2(A)"),
    # steps on quadratic losses
    (LOSS, ("c * (lmin(H) + lmax(H)) <= 2",), "norm2(I(n) - c * H) <= 1 - c * lmin(H)"),
    (LOSS, ("c * lmax(H) <= 1",), "normF((I(n) - c * H) @ (I(n) - c * H) @ x) <= (1 - c * lmin(H))**2 * normF(x)"),
    (LOSS, ("H @ y == b",), "lmin(H) * tr((x - y).T @ H @ (x - y)) <= normF(H @ x - b)**2"),
    (LOSS, ("c * lmax(H) <= 1",), "normF(x - c * H @ x)**2 <= normF(x)**2 - c * tr(x.T @ H @ x)"),
    # ridge regression
    (TALL, RIDGE, "normF(A @ x)**2 + t * normF(x)**2 == tr(b.T @ A @ x)"),
    (TALL, RIDGE, "normF(A @ x) <= normF(b)"),
    # linear systems
    (SQUARE, ("A @ x == b",), "smin(A) * normF(x - y) <= normF(b - A @ y)"),
    (SQUARE, ("norm2(M @ A - I(n)) <= t", "t < 1"), "cond(M @ A) <= (1 + t) / (1 - t)"),
    (SQUARE, ("A @ x == b", "(A + E) @ y == b"), "smin(A) * normF(x - y) <= norm2(E) * normF(y)"),
    # Stein's equation, probability vectors, entropies
    (STABLE, ("P - A.T @ P @ A == Q",), "tr(x.T @ A.T @ P @ A @ x) <= tr(x.T @ P @ x)"),
    (HEAD, ("sum(p) == 1",), "normF(p)**2 >= 1 / n"),
    (FACTORS, ("tr(D) == 1", "tr(E) == 1"), "tr(D @ logm(E)) <= tr(D @ logm(D))"),
)

FALSE: tuple[Claim, ...] = (
    (NET, (), f"{BLOCK} <= norm2(A) * norm2(B) * normF(x - y)"),
    (NET, (), "smin(I(n) + B @ P @ A) >= 1 - norm2(B @ A)"),
    (SQUARE, (), "norm2((I(n) + A) @ (I(n) + B) - (I(n) + A + B)) <= norm2(A @ B - B @ A)"),
    (DEEP, (), "prod(norm2(W[l]) for l in 1..L) <= norm2(W[L:1])"),
    (SQUARE, BALANCED, "norm2(A @ B) <= norm2(B)"),
    (SQUARE, ("norm2(A.T @ A - B @ B.T) <= t",), "norm2(B) <= norm2(A) + t"),
    (FACTORS, (), "norm2(inv(kron(A + g * I(n), B + t * I(n)))) <= 1 / (g + t)"),
    (LOW, (), "normF(U @ V) <= norm2(U) * norm2(V)"),
    (HEAD, (), "normF(P @ X - P @ Y) <= normF(X - Y)"),
    (LOSS, ("c * lmax(H) <= 2",), "normF(x - c * H @ x)**2 <= normF(x)**2 - c * tr(x.T @ H @ x)"),
    (TALL, RIDGE, "normF(A @ x) <= normF(b) / (1 + t)"),
    (SQUARE, ("A @ x == b", "(A + E) @ y == b"), "smin(A) * normF(x - y) <= norm2(E) * normF(x)"),
    (STABLE, ("P - A.T @ P @ A == Q",), "norm2(A) <= 1"),
    (HEAD, ("sum(p) == 1",), "normF(p)**2 >= 2 / (n + 1)"),
)
