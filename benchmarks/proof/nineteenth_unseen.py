"""Twenty-four further things of the theory of deep networks and numerical linear algebra, and ten false neighbours.

Written from memory after the repairs that the seventeenth list led to, and committed before anything of them was tried:
links and layers, factored and damped curvature, kernels, adapters, steps, balanced layers, attention, systems with
perturbed data, refinement, ridge regression.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
NET = (
    N, "k=integer(1, 4)", "U=real(k, n)", "V=real(n, k)", "R=real(k, n)", "S=real(n, k)", "P=projection(k)",
    "G=diagonal(k)", "x=real(n, 1)", "z=real(n, 1)", "a=interval(0, 1)",
)  # fmt: skip
SQUARE = (
    N, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "F=real(n, n)", "X=real(n, n)", "Q=orthogonal(n)",
    "u=real(n, 1)", "v=real(n, 1)", "b=real(n, 1)", "d=real(n, 1)", "e=positive", "h=positive",
)  # fmt: skip
FIT = ("p=integer(1, 4)", N, "J=real(p, n)", "y=real(p, 1)", "w=real(n, 1)", "w0=real(n, 1)", "g=positive")
CURVED = (
    N,
    "H=pd(n)",
    "M=psd(n)",
    "K=psd(n)",
    "x=real(n, 1)",
    "z=real(n, 1)",
    "b=real(n, 1)",
    "c=positive",
    "g=positive",
)
LOW = (N, "r=integer(1, 3)", "W=real(n, n)", "A=real(n, r)", "B=real(r, n)", "C=real(n, r)", "D=real(r, n)")
HEAD = (
    "T=integer(1, 4)",
    "d=integer(1, 3)",
    "X=real(T, d)",
    "Q=real(d, d)",
    "K=real(d, d)",
    "P=stochastic(T, T)",
    "Y=real(T, d)",
)
NORMAL = ("(J.T @ J + g * I(n)) @ w == J.T @ y",)

TRUE: tuple[Claim, ...] = (
    # links and layers
    (NET, (), "norm2(I(n) + a * V @ P @ U) <= 1 + a * norm2(V) * norm2(U)"),
    (NET, (), "normF(x + V @ relu(U @ x) - (z + V @ relu(U @ z))) <= (1 + norm2(U) * norm2(V)) * normF(x - z)"),
    (
        NET,
        (),
        "normF(V @ relu(U @ x) - S @ relu(R @ x)) <= (norm2(V - S) * norm2(U) + norm2(S) * norm2(U - R)) * normF(x)",
    ),
    (NET, (), "norm2(V @ G @ U) <= norm2(V) * maxabs(G) * norm2(U)"),
    (SQUARE, ("norm2(A) < 1",), "norm2(inv(I(n) + A)) <= 1 / (1 - norm2(A))"),
    (
        SQUARE,
        ("u == relu(A @ u + b)", "v == relu(A @ v + d)", "norm2(A) < 1"),
        "normF(u - v) <= normF(b - d) / (1 - norm2(A))",
    ),
    # curvature and kernels
    (CURVED, (), "cond(M + g * I(n)) <= 1 + lmax(M) / g"),
    (CURVED, (), "lmin(had(M, K) + g * I(n)) >= g"),
    (CURVED, (), "norm2(inv(kron(M, K) + g * I(n * n))) <= 1 / g"),
    (FIT, (), "rank(J @ J.T) <= n"),
    # ridge
    (FIT, NORMAL, "normF(w) <= normF(y) / (2 * sqrt(g))"),
    (FIT, NORMAL, "g * normF(w)**2 <= normF(y)**2"),
    (FIT, NORMAL, "normF(y - J @ w)**2 + g * normF(w)**2 <= normF(y - J @ w0)**2 + g * normF(w0)**2"),
    # steps
    (CURVED, ("H @ z == b", "c * lmax(H) <= 1"), "normF(x - c * (H @ x - b) - z) <= (1 - c * lmin(H)) * normF(x - z)"),
    (CURVED, ("H @ z == b",), "lmin(H) * normF(x - z) <= normF(H @ x - b)"),
    (CURVED, (), "tr(b.T @ inv(H) @ b) <= normF(b)**2 / lmin(H)"),
    # balanced layers, adapters
    (SQUARE, ("A.T @ A == B @ B.T",), "norm2(A) == norm2(B)"),
    (LOW, (), "normF(A @ B - C @ D) <= normF(A - C) * norm2(B) + norm2(C) * normF(B - D)"),
    (LOW, (), "rank(W + A @ B) <= rank(W) + r"),
    # attention
    (HEAD, (), "maxabs(X @ Q @ K.T @ X.T) <= norm2(X)**2 * norm2(Q @ K.T)"),
    (HEAD, (), "norminf(P @ X) <= norminf(X)"),
    # systems
    (SQUARE, ("A @ u == b", "A @ v == b + d"), "normF(u - v) <= norm2(inv(A)) * normF(d)"),
    (SQUARE, ("norm2(I(n) - X @ A) <= e", "e < 1"), "smin(X @ A) >= 1 - e"),
    (SQUARE, (), "norm2(I(n) - A @ (X + X @ (I(n) - A @ X))) <= norm2(I(n) - A @ X)**2"),
)

FALSE: tuple[Claim, ...] = (
    (NET, (), "norm2(I(n) + a * V @ P @ U) <= 1 + a * norm2(V @ U)"),
    (NET, (), "norm2(V @ G @ U) <= norm2(V) * norm2(U)"),
    (SQUARE, ("u == relu(A @ u + b)", "v == relu(A @ v + d)", "norm2(A) < 1"), "normF(u - v) <= normF(b - d)"),
    (CURVED, (), "cond(M + g * I(n)) <= lmax(M) / g"),
    (FIT, NORMAL, "g * normF(w)**2 <= normF(y)**2 / 5"),
    (FIT, NORMAL, "normF(w) <= normF(y) / (3 * sqrt(g))"),
    (CURVED, ("H @ z == b",), "lmax(H) * normF(x - z) <= normF(H @ x - b)"),
    (SQUARE, ("A.T @ A == B @ B.T",), "norm2(A @ B) <= norm2(B)"),
    (SQUARE, ("A @ u == b", "A @ v == b + d"), "normF(u - v) <= normF(d) / norm2(A)"),
    (SQUARE, ("norm2(I(n) - X @ A) <= e", "e < 1"), "smin(A) >= 1 - e"),
)
