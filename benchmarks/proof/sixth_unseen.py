"""Consequences of thirty-two named theorems, two of each, and fifteen false neighbours, written from memory.

They were measured once before anything was changed for them.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 5)"
REAL = (
    N, "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)", "C=real(n, n)",
    "x=real(n, 1)", "y=real(n, 1)", "u=real(n, 1)", "c=real",
)  # fmt: skip
SYM = (N, "k=integer(1, n)", "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)", "x=real(n, 1)", "y=real(n, 1)")
MEAN = (*SYM, "t=interval(0, 1)", "Q=orthogonal(n)")
PSD = (N, "k=integer(1, n)", "A=psd(n)", "B=psd(n)", "C=psd(n)", "M=real(n, n)", "t=positive")
PD = (N, "k=integer(1, n)", "A=pd(n)", "B=pd(n)", "M=real(n, n)", "x=real(n, 1)", "y=real(n, 1)")
PARTS = ("n=integer(2, 5)", "k=integer(1, n - 1)", "D=pd(n)", "A=symmetric(n)", "B=symmetric(n)", "t=positive")
FRAMES = (N, "m=integer(1, n)", "V=real(n, m)", "A=symmetric(n)", "K=psd(n)")
NEAR = (N, "D=diagonal(n)", "A=symmetric(n)", "E=real(n, n)", "x=real(n, 1)", "c=real")
TALL = (N, "A=real(n + 1, n)", "B=real(n + 1, n)")
NONNEG = (N, "A=nonnegative(n, n)", "B=nonnegative(n, n)")
TURNED = (N, "A=real(n, n)", "K=skew(n)")
RANDOM = ("m=integer(1, 4)", N, "G=gaussian(m, n)", "A=real(n, m)", "B=real(n, n)")
FRAME = ("V.T @ V == I(m)",)
APART = ("lam(A)[k] > lam(A)[k + 1]", "lam(B)[k] > lam(B)[k + 1]")
TURN = "norm2((I(n) - eigenprojector(k, B)) @ eigenprojector(k, A))"
UNITS = ("normF(x) == 1", "normF(y) == 1", "tr(x.T @ y) == 0")
REGULAR = ("smin(A) > 0",)

TRUE: tuple[Claim, ...] = (
    # Weyl
    (SYM, (), "lam(A + B - C)[k] <= lam(A)[k] + lmax(B) - lmin(C)"),
    (REAL, (), "abs(s(A @ B)[k] - s(C @ B)[k]) <= norm2(A - C) * norm2(B)"),
    # Lidskii
    (SYM, (), "sum(abs(lam(A + B) - lam(A))) <= n * norm2(B)"),
    (REAL, (), "sum(abs(s(A) - s(B))) <= sqrt(n) * normF(A - B)"),
    # Ky Fan
    (
        MEAN,
        (),
        "sum(lam(t * A + (1 - t) * B)[i] for i in 1..k)"
        " <= t * sum(lam(A)[i] for i in 1..k) + (1 - t) * sum(lam(B)[i] for i in 1..k)",
    ),
    (REAL, (), "kyfan(k, A @ B @ C) <= norm2(A) * kyfan(k, B) * norm2(C)"),
    # Horn
    (REAL, (), "sum(s(A @ B)[i] for i in 1..k) <= norm2(A) * sum(s(B)[i] for i in 1..k)"),
    (REAL, (), "sum(s(A @ B @ C)) <= norm2(C) * sum(s(A) * s(B))"),
    # Hoffman and Wielandt
    (SYM, (), "sum((lam(A + B) - lam(A))**2) <= n * norm2(B)**2"),
    (MEAN, (), "sum((lam(A) - lam(Q.T @ B @ Q))**2) <= normF(A - B)**2"),
    # Mirsky
    (REAL, (), "sum((s(A @ B) - s(C @ B))**2) <= normF(A - C)**2 * norm2(B)**2"),
    (REAL, (), "sum((s(A) - s(B))**2) <= n * norm2(A - B)**2"),
    # von Neumann
    (REAL, (), "tr((A - B).T @ C) <= norm2(A - B) * normN(C)"),
    (REAL, (), "2 * tr(A.T @ B) <= sum(s(A)**2) + sum(s(B)**2)"),
    # Hoelder
    (REAL, (), "normN(A @ B @ C) <= schatten(3, A) * schatten(3/2, B) * norm2(C)"),
    (REAL, (), "schatten(4, A @ B) <= schatten(4, A) * schatten(6, B)"),
    # Cauchy
    (PSD, (), "lmax(A[1..k, 1..k]) <= lmax(A + B)"),
    (PD, (), "cond(A[1..k, 1..k]) <= cond(A)"),
    # Poincare
    (FRAMES, FRAME, "lmax(V.T @ A @ V) <= lmax(A)"),
    (FRAMES, FRAME, "tr(V.T @ K @ V) <= tr(K)"),
    # Schur and Horn
    (SYM, (), "max(diag(A)) - min(diag(A)) <= lmax(A) - lmin(A)"),
    (SYM, (), "sum(diag(A)**2) <= sum(lam(A)**2)"),
    # Golden and Thompson
    (SYM, (), "tr(expm(A + B)) <= normF(expm(A)) * normF(expm(B))"),
    (SYM, (), "2 * tr(expm(A + B)) <= tr(expm(2 * A)) + tr(expm(2 * B))"),
    # Araki, Lieb and Thirring
    (PSD, (), "tr(A @ B @ A @ B) <= normF(A)**2 * lmax(B)**2"),
    (PSD, (), "normF(sqrtm(A) @ B @ sqrtm(A)) <= normF(A @ B)"),
    # Loewner and Heinz
    (PSD, ("A <= B",), "lmax(sqrtm(A)) <= lmax(sqrtm(B))"),
    (PSD, (), "tr(sqrtm(A)) <= tr(sqrtm(A + B))"),
    # Jensen
    (PSD, (), "tr(A)**2 <= n * tr(A @ A)"),
    (SYM, (), "n * exp(tr(A) / n) <= tr(expm(A))"),
    (PD, (), "logdet(A) <= n * log(tr(A) / n)"),
    # Oppenheim
    (PSD, (), "det(A) * prod(diag(B)) <= det(had(A, B + C))"),
    (PD, (), "logdet(A) + logdet(B) <= logdet(had(A, B))"),
    # Hadamard
    (PSD, (), "det(A + B) <= prod(diag(A) + diag(B))"),
    (PD, (), "logdet(A) <= sum(log(diag(A)))"),
    # Fischer
    (PARTS, (), "logdet(D) - logdet(D[1..k, 1..k]) <= logdet(D[k+1..n, k+1..n])"),
    (PARTS, (), "det(D) <= det(D[1..k, 1..k]) * prod(diag(D[k+1..n, k+1..n]))"),
    # Minkowski
    (PD, (), "det(A)**(1/n) + 1 <= det(A + I(n))**(1/n)"),
    (PD, ("A <= B",), "2 * det(A)**(1/n) <= det(A + B)**(1/n)"),
    # Schur complements
    (PARTS, (), "lmin(D[2..n, 2..n] - schur(1, D)) >= 0"),
    (PARTS, (), "normF(schur(1, D)) <= normF(D)"),
    # Kantorovich
    (PD, ("normF(x) == 1",), "4 * tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= cond(A) + 2 + 1 / cond(A)"),
    (PD, (), "tr(A) * tr(inv(A)) <= n**2 * cond(A)"),
    # Wielandt
    (SYM, UNITS, "2 * abs(tr(x.T @ A @ y)) <= lmax(A) - lmin(A)"),
    (
        PD,
        ("tr(x.T @ y) == 0",),
        "tr(x.T @ A @ y)**2 <= (1 - 1 / cond(A))**2 * tr(x.T @ A @ x) * tr(y.T @ A @ y)",
    ),
    # Ostrowski
    (PSD, (), "lmin(M.T @ M + M.T @ A @ M) >= (1 + lmin(A)) * smin(M)**2"),
    (PD, ("smin(M) > 0",), "cond(M.T @ A @ M) <= cond(A) * cond(M)**2"),
    # Bauer and Fike
    (NEAR, ("smin(D + E - c * I(n)) == 0",), "min(abs(diag(D) - c)) <= norm2(E)"),
    (NEAR, ("A @ x == c * x", "normF(x) == 1"), "min(abs(lam(D) - c)) <= norm2(A - D)"),
    # Davis and Kahan
    (PARTS, APART, f"(lam(A)[k] - lam(B)[k + 1]) * {TURN} <= normF(A - B)"),
    (PARTS, (*APART, "lam(A)[k] - lam(B)[k + 1] >= t"), f"{TURN} <= norm2(A - B) / t"),
    # Wedin
    (TALL, ("smin(A) > 0", "smin(B) > 0"), "norm2(pinv(A) - pinv(B)) <= 2 * norm2(A - B) / (smin(A) * smin(B))"),
    (TALL, (), "norm2(B - A @ pinv(A) @ B) <= norm2(A - B)"),
    # Gershgorin
    (REAL, (), "norm2(A)**2 <= norminf(A.T @ A)"),
    (SYM, (), "lmax(A) <= max(diag(A)) + norminf(A - diag(diag(A)))"),
    # Perron and Frobenius
    (NONNEG, (), "max(rho(A), rho(B)) <= rho(A + B)"),
    (NONNEG, ("A @ ones(n, 1) == ones(n, 1)",), "rho(A) == 1"),
    # polar factors
    (REAL, REGULAR, "normF(A - polar(A)) <= normF(A) + sqrt(n)"),
    (REAL, REGULAR, "normF(A - polar(A)) <= normF(A.T @ A - I(n))"),
    # Cayley
    (TURNED, (), "normF((I(n) - K) @ inv(I(n) + K) @ A) == normF(A)"),
    (TURNED, (), "norm2((I(n) - K) @ inv(I(n) + K) - I(n)) <= 2"),
    # layers
    (
        REAL,
        (),
        "normF(x + entrywise(tanh, A @ x) - y - entrywise(tanh, A @ y)) <= (1 + norm2(A)) * normF(x - y)",
    ),
    (REAL, (), "normF(B @ relu(A @ x + u) - B @ relu(A @ y + u)) <= norm2(B) * norm2(A) * normF(x - y)"),
    # Gaussian matrices
    (RANDOM, (), "m <= E(lmax(G.T @ G))"),
    (RANDOM, (), "E(normF(A @ G @ B)**2) == normF(A)**2 * normF(B)**2"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "lam(A + B - C)[k] <= lam(A)[k] + lmax(B) - lmax(C)"),
    (REAL, (), "sum(abs(s(A) - s(B))) <= normF(A - B)"),
    (SYM, (), "sum((lam(A + B) - lam(A))**2) <= norm2(B)**2"),
    (REAL, (), "schatten(4, A @ B) <= schatten(8, A) * schatten(16, B)"),
    (FRAMES, FRAME, "lmin(V.T @ A @ V) <= lmin(A)"),
    (SYM, (), "tr(expm(A + B)) <= sqrt(tr(expm(A)) * tr(expm(B)))"),
    (PSD, (), "normF(A @ B) <= normF(sqrtm(A) @ B @ sqrtm(A))"),
    (PSD, ("A <= B",), "lmax(A @ A - B @ B) <= 0"),
    (PSD, (), "det(had(A, B)) <= det(A) * prod(diag(B))"),
    (PARTS, (), "det(D[1..k, 1..k]) * det(D[k+1..n, k+1..n]) <= det(D)"),
    (PD, ("normF(x) == 1",), "4 * tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= cond(A) + 2"),
    (SYM, UNITS, "4 * abs(tr(x.T @ A @ y)) <= lmax(A) - lmin(A)"),
    (TALL, (), "norm2(pinv(A) - pinv(B)) <= 2 * norm2(A - B)"),
    (NONNEG, (), "rho(A + B) <= rho(A) + rho(B)"),
    (TURNED, (), "norm2((I(n) - K) @ inv(I(n) + K) - I(n)) <= norm2(K)"),
)
