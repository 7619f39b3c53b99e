"""Thirty-six things that who trains deep networks or solves linear systems would check, and sixteen false neighbours.

Written from memory and committed before anything of them was tried: Jacobians of layers, residual links, adapters,
attention, gradient flow, steps on quadratic losses, Gauss and Newton, ridge regression, perturbed systems.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
NET = (
    N, "m=integer(1, 4)", "k=integer(1, 4)", "A=real(m, n)", "B=real(k, m)", "C=real(m, n)", "D=real(k, m)",
    "F=real(n, k)", "P=projection(m)", "R=projection(k)", "x=real(n, 1)", "y=real(n, 1)", "t=interval(0, 1)",
    "u=positive",
)  # fmt: skip
SQUARE = (
    N, "A=real(n, n)", "B=real(n, n)", "E=real(n, n)", "K=skew(n)", "x=real(n, 1)", "y=real(n, 1)", "b=real(n, 1)",
    "c=real(n, 1)", "t=interval(0, 1)",
)  # fmt: skip
LOSS = (N, "H=pd(n)", "G=pd(n)", "x=real(n, 1)", "y=real(n, 1)", "c=positive", "t=positive", "u=positive")
FACTORS = (N, "A=psd(n)", "B=psd(n)", "C=psd(n)", "D=psd(n)", "g=positive", "t=positive")
HEAD = (N, "m=integer(1, 4)", "P=stochastic(n, n)", "X=real(n, m)", "W=real(m, m)", "p=nonnegative(n, 1)")
LOW = (N, "r=integer(1, 3)", "W=real(n, n)", "U=real(n, r)", "V=real(r, n)")
TALL = (N, "A=real(n + 1, n)", "Q=real(n + 1, n)", "R=real(n, n)", "x=real(n, 1)", "b=real(n + 1, 1)", "t=positive")
DEEP = ("L=integer(1, 3)", N, "W=layers(L, n, n, n)", "x=real(n, 1)", "y=real(n, 1)")
BALANCED = ("A.T @ A == B @ B.T",)
FLOW = (N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "D=real(n, n)")
CONSERVED = ("A.T @ A - B @ B.T == C.T @ C - D @ D.T",)
SMALL = ("norm2(A) < 1", "norm2(B) < 1")

TRUE: tuple[Claim, ...] = (
    # Jacobians of layers and Lipschitz bounds
    (NET, (), "norm2(F @ R @ B @ P @ A) <= norm2(F) * norm2(B) * norm2(A)"),
    (NET, (), "norm2(B @ P @ A - D @ P @ C) <= norm2(B - D) * norm2(A) + norm2(D) * norm2(A - C)"),
    (
        NET,
        (),
        "normF(F @ relu(B @ relu(A @ x)) - F @ relu(B @ relu(A @ y))) <= norm2(F) * norm2(B) * norm2(A) * normF(x - y)",
    ),
    (
        NET,
        (),
        "normF(B @ relu(A @ x) - D @ relu(C @ x)) <= (norm2(B - D) * norm2(A) + norm2(D) * norm2(A - C)) * normF(x)",
    ),
    (NET, (), "normF(relu(A @ x) - t * relu(-A @ x) - relu(A @ y) + t * relu(-A @ y)) <= norm2(A) * normF(x - y)"),
    (NET, (), "B / u @ relu(u * A @ x) == B @ relu(A @ x)"),
    (NET, (), "norm(tanh(A @ x) - tanh(A @ y)) <= norm2(A) * norm(x - y)"),
    # residual links
    (SQUARE, (), "norm2((I(n) + A) @ (I(n) + B) - I(n)) <= norm2(A) + norm2(B) + norm2(A) * norm2(B)"),
    (
        SQUARE,
        SMALL,
        "cond((I(n) + A) @ (I(n) + B)) <= (1 + norm2(A)) * (1 + norm2(B)) / ((1 - norm2(A)) * (1 - norm2(B)))",
    ),
    (SQUARE, (), "cond(I(n) + K)**2 <= 1 + norm2(K)**2"),
    (SQUARE, ("x == relu(A @ x + b)", "y == relu(A @ y + c)"), "(1 - norm2(A)) * normF(x - y) <= normF(b - c)"),
    (SQUARE, ("norm2(A.T @ A - I(n)) <= t",), "smin(A)**2 >= 1 - t"),
    # layers of any number
    (DEEP, (), "normF(W[L:1] @ x - W[L:1] @ y) <= prod(norm2(W[l]) for l in 1..L) * normF(x - y)"),
    (DEEP, (), "norm2(prod(I(n) + W[l] for l in 1..L)) <= exp(sum(norm2(W[l]) for l in 1..L))"),
    # gradient flow
    (FLOW, BALANCED, "normF(A @ B) == normF(A.T @ A)"),
    (FLOW, CONSERVED, "norm2(A)**2 <= norm2(B)**2 + norm2(C.T @ C - D @ D.T)"),
    # attention and normalisation
    (HEAD, (), "normF(P @ X @ W) <= sqrt(n) * norm2(X) * normF(W)"),
    (HEAD, ("sum(p) == 1",), "lmin(diag(p) - p @ p.T) >= 0"),
    (HEAD, ("sum(p) == 1",), "n * tr(diag(p) - p @ p.T) <= n - 1"),
    (SQUARE, ("normF(x) > 0", "normF(y) > 0"), "normF(x / normF(x) - y / normF(y)) <= 2 * normF(x - y) / normF(x)"),
    # adapters and averages
    (LOW, (), "rank(W + U @ V) <= rank(W) + r"),
    (LOW, (), "2 * normN(U @ V) <= normF(U)**2 + normF(V)**2"),
    (SQUARE, (), "norm2(t * A + (1 - t) * B - E) <= t * norm2(A - E) + (1 - t) * norm2(B - E)"),
    # losses
    (LOSS, ("c * (lmax(H) + t) <= 1",), "norm2(I(n) - c * (H + t * I(n))) <= 1 - c * t"),
    (
        LOSS,
        ("c * lmax(H) <= 1",),
        "tr((x - c * H @ x).T @ H @ (x - c * H @ x)) <= tr(x.T @ H @ x) - c * normF(H @ x)**2",
    ),
    (LOSS, (), "lmin(H) * tr((x - y).T @ H @ (x - y)) <= normF(H @ x - H @ y)**2"),
    (LOSS, (), "cond(H + G) <= max(cond(H), cond(G))"),
    (LOSS, (), "cond(sqrtm(G) @ H @ sqrtm(G)) <= cond(G) * cond(H)"),
    # Gauss and Newton
    (FACTORS, (), "cond(kron(A, B) + t * I(n * n)) <= (lmax(A) * lmax(B) + t) / t"),
    (FACTORS, (), "lmin(kron(A + g * I(n), B + t * I(n)) - kron(A, B)) >= g * t"),
    # linear systems
    (
        SQUARE,
        ("smin(A) > 0", "A @ x == b", "A @ y == c"),
        "normF(x - y) * normF(b) <= cond(A) * normF(b - c) * normF(x)",
    ),
    (
        SQUARE,
        ("norm2(E) < smin(A)", "A @ x == b", "(A + E) @ y == b"),
        "normF(x - y) <= norm2(E) * normF(x) / (smin(A) - norm2(E))",
    ),
    (TALL, ("smin(A) > 0", "A.T @ A @ x == A.T @ b"), "normF(b - A @ x)**2 == normF(b)**2 - normF(A @ x)**2"),
    (TALL, (), "normF(x - inv(A.T @ A + t * I(n)) @ A.T @ A @ x) <= t / (smin(A)**2 + t) * normF(x)"),
    (TALL, ("Q.T @ Q == I(n)", "A == Q @ R", "smin(R) > 0"), "cond(A) == cond(R)"),
    (LOSS, (), "log(det(H + x @ x.T)) - log(det(H)) <= tr(x.T @ inv(H) @ x)"),
)

FALSE: tuple[Claim, ...] = (
    (NET, (), "norm2(B @ P @ A) <= norm2(B @ A)"),
    (NET, (), "norm2(B @ P @ A - D @ P @ C) <= norm2(B - D) * norm2(A) + norm2(B - D) * norm2(A - C)"),
    (NET, (), "normF(relu(A @ x) - 2 * relu(-A @ x) - relu(A @ y) + 2 * relu(-A @ y)) <= norm2(A) * normF(x - y)"),
    (NET, (), "norm(sigmoid(A @ x) - sigmoid(A @ y)) <= norm2(A) * norm(x - y) / 5"),
    (SQUARE, SMALL, "cond((I(n) + A) @ (I(n) + B)) <= (1 + norm2(A)) * (1 + norm2(B))"),
    (SQUARE, (), "cond(I(n) + K) <= 1"),
    (SQUARE, ("x == relu(A @ x + b)", "y == relu(A @ y + c)"), "normF(x - y) <= normF(b - c)"),
    (DEEP, (), "norm2(prod(I(n) + W[l] for l in 1..L)) <= 1 + sum(norm2(W[l]) for l in 1..L)"),
    (FLOW, CONSERVED, "norm2(A) <= norm2(B)"),
    (HEAD, (), "normF(P @ X @ W) <= norm2(X) * normF(W)"),
    (HEAD, ("sum(p) == 1",), "lmax(diag(p) - p @ p.T) <= 1 / 3"),
    (LOW, (), "normN(U @ V) <= smax(U) * smax(V)"),
    (LOSS, (), "cond(H + G) <= min(cond(H), cond(G))"),
    (LOSS, ("c * lmax(H) <= 2",), "norm2(I(n) - c * H) <= 1 - c * lmin(H)"),
    (SQUARE, ("smin(A) > 0", "A @ x == b", "A @ y == c"), "normF(x - y) * normF(b) <= normF(b - c) * normF(x)"),
    (TALL, (), "normF(x - inv(A.T @ A + t * I(n)) @ A.T @ A @ x) <= t / (norm2(A)**2 + t) * normF(x)"),
)
