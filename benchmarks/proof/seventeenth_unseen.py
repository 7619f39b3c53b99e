"""Thirty-six things that come up in the theory of deep networks and in numerical linear algebra, and fourteen false
neighbours.

Written from memory and committed before anything of them was tried: residual links, rectified and leaky layers,
Gauss-Newton and Gram matrices, factored curvature, ridge and weight decay, unit columns, orthogonal layers, adapters,
steps on quadratics, balanced layers, attention, perturbed systems, refinement, projections, covariance, entropies.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
NET = (
    N, "m=integer(1, 4)", "A=real(m, n)", "B=real(m, n)", "V=real(n, m)", "W=real(n, m)", "c=interval(0, 1)",
    "x=real(n, 1)", "y=real(n, 1)",
)  # fmt: skip
SQUARE = (
    N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "E=real(n, n)", "M=real(n, n)", "Q=orthogonal(n)",
    "x=real(n, 1)", "y=real(n, 1)", "b=real(n, 1)", "g=real(n, 1)", "c=positive", "t=positive",
)  # fmt: skip
JACOBIAN = ("p=integer(1, 4)", N, "J=real(p, n)", "b=real(p, 1)", "x=real(n, 1)", "z=real(n, 1)", "g=positive")
KERNEL = (N, "p=integer(1, 4)", "X=real(p, n)", "G=psd(n)", "K=psd(n)", "S=pd(n)", "t=positive")
FACTORS = (N, "m=integer(1, 3)", "A=psd(n)", "B=psd(n)", "G=psd(m)", "t=positive", "g=positive")
COLUMNS = (N, "m=integer(1, 4)", "W=unitcolumns(n, m)", "V=unitcolumns(n, m)")
LOW = (N, "r=integer(1, 3)", "W=real(n, n)", "U=real(n, r)", "V=real(r, n)", "a=positive")
LOSS = (N, "H=pd(n)", "x=real(n, 1)", "c=positive")
HEAD = (
    "T=integer(1, 4)", "d=integer(1, 4)", "h=integer(1, 3)", "X=real(T, d)", "U=real(d, h)", "V=real(d, h)",
    "Q=real(T, h)", "K=real(T, h)", "R=real(T, h)", "S=real(T, h)", "P=stochastic(T, T)", "O=stochastic(T, T)",
    "Y=real(T, d)",
)  # fmt: skip
ENTROPY = (N, "p=simplex(n)", "q=simplex(n)", "x=real(n, 1)")
RIDGE = ("(J.T @ J + g * I(n)) @ x == J.T @ b",)
LEAKY = "c * (A @ x) + (1 - c) * relu(A @ x) - c * (A @ y) - (1 - c) * relu(A @ y)"

TRUE: tuple[Claim, ...] = (
    # residual links, rectified layers
    (SQUARE, ("norm2(A) < 1",), "cond(I(n) + A) <= (1 + norm2(A)) / (1 - norm2(A))"),
    (SQUARE, (), "norm2((I(n) + A) @ (I(n) + B) @ (I(n) + C)) <= (1 + norm2(A)) * (1 + norm2(B)) * (1 + norm2(C))"),
    (NET, (), f"normF({LEAKY}) <= norm2(A) * normF(x - y)"),
    (
        NET,
        (),
        "normF(V @ relu(A @ x) - W @ relu(B @ x)) <= (norm2(V) * norm2(A - B) + norm2(V - W) * norm2(B)) * normF(x)",
    ),
    (NET, (), "normF(relu(x))**2 + normF(relu(-x))**2 == normF(x)**2"),
    # Gauss-Newton matrices, kernels
    (JACOBIAN, (), "cond(J.T @ J + g * I(n)) <= (norm2(J)**2 + g) / g"),
    (KERNEL, (), "lmax(had(G, K)) <= lmax(G) * max(diag(K))"),
    (KERNEL, (), "lmin(had(X.T @ X, G) + X.T @ X) >= lmin(X.T @ X)"),
    (FACTORS, (), "normF(kron(A, G) - kron(B, G)) == normF(A - B) * normF(G)"),
    (FACTORS, (), "lmax(inv(kron(A + t * I(n), G + g * I(m)))) <= 1 / (t * g)"),
    (KERNEL, (), "logdet(S + t * I(n)) - logdet(S) <= t * tr(inv(S))"),
    # ridge, weight decay
    (JACOBIAN, (), "normF(inv(J.T @ J + g * I(n)) @ J.T @ b) <= norm2(J) / g * normF(b)"),
    (JACOBIAN, (), "norm2(inv(J.T @ J + g * I(n)) @ (J.T @ J)) <= 1"),
    (JACOBIAN, RIDGE, "normF(J @ x - b)**2 + g * normF(x)**2 <= normF(b)**2"),
    (SQUARE, ("c * t <= 1",), "normF((1 - c * t) * x - c * g) <= (1 - c * t) * normF(x) + c * normF(g)"),
    # unit columns, orthogonal layers
    (COLUMNS, (), "norm2(W)**2 <= m"),
    (SQUARE, (), "cond(Q @ A) == cond(A)"),
    (SQUARE, (), "norm2(Q + t * A) <= 1 + t * norm2(A)"),
    # adapters
    (LOW, (), "norm2(W + a * U @ V) <= norm2(W) + a * normF(U) * normF(V)"),
    (LOW, (), "smin(W + U @ V) >= smin(W) - norm2(U) * norm2(V)"),
    # steps on quadratics
    (LOSS, ("c * lmax(H) <= 1",), "normF(x - c * H @ x) <= (1 - c * lmin(H)) * normF(x)"),
    (LOSS, ("c * lmax(H) <= 2",), "tr((x - c * H @ x).T @ H @ (x - c * H @ x)) <= tr(x.T @ H @ x)"),
    (LOSS, (), "lmin(H) * tr(x.T @ H @ x) <= normF(H @ x)**2"),
    (SQUARE, ("c * norm2(A)**2 <= 2",), "rho(I(n) - c * A.T @ A) <= 1"),
    # balanced layers
    (SQUARE, ("A.T @ A == B @ B.T",), "normF(A @ B) == normF(B.T @ B)"),
    (SQUARE, ("norm2(A.T @ A - B @ B.T) <= t",), "abs(normF(A)**2 - normF(B)**2) <= n * t"),
    # attention
    (HEAD, (), "norm2(X @ U @ (X @ V).T) <= norm2(U) * norm2(V) * norm2(X)**2"),
    (HEAD, (), "normF(Q @ K.T - R @ S.T) <= norm2(Q) * normF(K - S) + normF(Q - R) * norm2(S)"),
    (HEAD, (), "norminf(P @ O @ X - P @ O @ Y) <= norminf(X - Y)"),
    # systems
    (SQUARE, ("A @ x == b", "(A + E) @ y == b"), "normF(x - y) <= norm2(inv(A)) * norm2(E) * normF(y)"),
    (SQUARE, ("A @ x == b",), "normF(x - y) <= norm2(inv(A)) * normF(b - A @ y)"),
    (SQUARE, ("A @ x == b",), "normF(x - (y + B @ (b - A @ y))) <= norm2(I(n) - B @ A) * normF(x - y)"),
    (SQUARE, ("norm2(I(n) - M @ A) <= t", "t < 1"), "cond(M @ A) <= (1 + t) / (1 - t)"),
    # least squares, covariance, entropies
    (JACOBIAN, (), "normF(J @ pinv(J) @ b - b) <= normF(J @ z - b)"),
    (KERNEL, (), "tr(S) * tr(inv(S)) >= n**2"),
    (ENTROPY, (), "log(sum(exp(x[i]) for i in 1..n)) <= max(x) + log(n)"),
)

FALSE: tuple[Claim, ...] = (
    (SQUARE, ("norm2(A) < 1",), "cond(I(n) + A) <= 1 / (1 - norm2(A))"),
    (NET, (), f"normF({LEAKY}) <= c * norm2(A) * normF(x - y)"),
    (NET, (), "normF(V @ relu(A @ x) - W @ relu(B @ x)) <= norm2(V - W) * norm2(A - B) * normF(x)"),
    (KERNEL, (), "lmax(had(G, K)) <= lmax(G) * lmin(K)"),
    (KERNEL, (), "lmin(had(X.T @ X, G) + X.T @ X) >= lmin(X.T @ X) + lmin(G)"),
    (JACOBIAN, (), "cond(J.T @ J + g * I(n)) <= norm2(J)**2 / g"),
    (JACOBIAN, RIDGE, "normF(J @ x - b)**2 + 3 * g * normF(x)**2 <= normF(b)**2"),
    (COLUMNS, (), "norm2(W) <= 1"),
    (LOW, (), "smin(W + U @ V) >= smin(W) - smin(U) * norm2(V)"),
    (LOSS, ("c * lmax(H) <= 2",), "normF(x - c * H @ x) <= (1 - c * lmin(H)) * normF(x)"),
    (SQUARE, ("norm2(A.T @ A - B @ B.T) <= t",), "abs(normF(A)**2 - normF(B)**2) <= t"),
    (SQUARE, ("A @ x == b", "(A + E) @ y == b"), "normF(x - y) <= norm2(inv(A)) * norm2(E) * normF(x)"),
    (SQUARE, ("norm2(I(n) - M @ A) <= t", "t < 1"), "cond(A) <= (1 + t) / (1 - t)"),
    (ENTROPY, (), "log(sum(exp(x[i]) for i in 1..n)) <= max(x) + log(n) / 2"),
)
