"""Twenty-four more consequences of named theorems of matrix analysis, and eight false neighbours.

Written after the first repairs for the sixteenth list and committed before anything of them was tried.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
SYM = (
    N, "k=integer(1, n)", "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)", "K=psd(n)", "L=psd(n)", "M=real(n, n)",
    "x=real(n, 1)", "y=real(n, 1)", "c=real", "t=positive",
)  # fmt: skip
REAL = (
    N, "m=integer(1, 4)", "k=integer(1, n)", "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "R=real(m, n)",
    "S=real(m, n)", "Q=orthogonal(n)", "K=skew(n)", "x=real(n, 1)", "b=real(m, 1)",
)  # fmt: skip
PSD = (N, "A=psd(n)", "B=psd(n)", "C=psd(n)", "X=real(n, n)", "x=real(n, 1)", "t=interval(0, 1)")
PD = (N, "A=pd(n)", "B=pd(n)", "C=pd(n)", "X=real(n, n)", "x=real(n, 1)", "y=real(n, 1)", "g=positive")
PARTS = ("n=integer(2, 4)", "k=integer(1, n - 1)", "A=symmetric(n)", "D=pd(n)", "E=pd(n)")
FRAMES = (N, "m=integer(1, n)", "V=real(n, m)", "A=symmetric(n)", "B=symmetric(n)", "D=pd(n)")
NONNEGATIVE = (N, "A=nonnegative(n, n)", "B=nonnegative(n, n)", "S=stochastic(n, n)")
COMPLEX = (N, "Z=complex(n, n)", "W=complex(n, n)", "U=unitary(n)")
FRAME = ("V.T @ V == I(m)",)
ORDER = ("A <= B",)

TRUE: tuple[Claim, ...] = (
    # Weyl, Lidskii, Hoffman and Wielandt, Mirsky
    (SYM, (), "lam(A + c * I(n) + B)[k] <= lam(A)[k] + c + norm2(B)"),
    (SYM, (), "sum(abs(lam(A + B + C) - lam(A))) <= normN(B) + normN(C)"),
    (SYM, (), "sum((lam(A + x @ x.T) - lam(A))**2) <= normF(x)**4"),
    (REAL, (), "abs(normN(R) - normN(S)) <= sqrt(m) * normF(R - S)"),
    # Ky Fan, Horn, von Neumann, Hoelder
    (REAL, (), "kyfan(k, A) <= k * norm2(A - B) + kyfan(k, B)"),
    (REAL, (), "prod(s(A @ B @ C)) <= norm2(A)**n * prod(s(B)) * norm2(C)**n"),
    (REAL, (), "abs(tr(A @ B @ Q)) <= normF(A) * normF(B)"),
    (REAL, (), "normF(A @ B @ C) <= schatten(4, A) * norm2(B) * schatten(4, C)"),
    # Cauchy, Poincare, Schur and Horn
    (PARTS, (), "lmin(D) * tr(inv(D[1..k, 1..k])) <= k"),
    (FRAMES, FRAME, "lmax(V.T @ (A + B) @ V) <= lmax(A) + norm2(B)"),
    (SYM, (), "sum(diag(A)**2) <= n * norm2(A)**2"),
    # Golden and Thompson, Loewner and Heinz
    (SYM, (), "log(tr(expm(A + B))) <= log(n) + lmax(A) + lmax(B)"),
    (PD, ORDER, "tr(C @ inv(B)) <= tr(C @ inv(A))"),
    # determinants
    (PD, (), "det(A)**2 * det(B)**2 <= prod(diag(A))**2 * prod(diag(B))**2"),
    (PD, (), "2 * sqrt(det(A) * det(B)) <= det(A + B)"),
    (PARTS, (), "det(D) * lmin(D) <= det(D[1..k, 1..k]) * det(D[k+1..n, k+1..n]) * lmax(D)"),
    # Kantorovich, Ostrowski, Bauer and Fike, Wedin
    (
        PD,
        ("normF(x) == 1",),
        "tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= (lmin(A) + lmax(A))**2 / (4 * lmin(A) * lmax(A))",
    ),
    (PSD, (), "tr(X.T @ (A + B) @ X) <= normF(X)**2 * (lmax(A) + lmax(B))"),
    (SYM, (), "abs(lmax(A + B) - lmax(A)) <= normF(B)"),
    (REAL, ("smin(R) > 0", "smin(S) > 0"), "smin(R) * smin(S) * normF(pinv(R) - pinv(S)) <= sqrt(2) * normF(R - S)"),
    # Perron and Frobenius, Gershgorin
    (NONNEGATIVE, (), "tr(A) <= n * rho(A + B)"),
    # Cayley factors, Hadamard and Kronecker products, the numerical radius
    (REAL, (), "normF(inv(I(n) + K) @ x) <= normF(x)"),
    (PSD, (), "lmax(had(A, B + C)) <= lmax(A) * (lmax(B) + lmax(C))"),
    (COMPLEX, (), "norm2(U @ Z @ W) <= norm2(Z) * norm2(W)"),
)

FALSE: tuple[Claim, ...] = (
    (SYM, (), "lam(A + c * I(n) + B)[k] <= lam(A)[k] + c + lmin(B)"),
    (SYM, (), "sum((lam(A + x @ x.T) - lam(A))**2) <= normF(x)**4 / n"),
    (REAL, (), "abs(normN(R) - normN(S)) <= normF(R - S)"),
    (REAL, (), "normF(A @ B @ C) <= schatten(8, A) * norm2(B) * schatten(8, C)"),
    (PARTS, (), "lmax(D) * tr(inv(D[1..k, 1..k])) <= k"),
    (PD, ORDER, "tr(C @ inv(A)) <= tr(C @ inv(B))"),
    (NONNEGATIVE, (), "n * rho(A) <= tr(A + B)"),
    (COMPLEX, (), "norm2(U @ Z @ W) <= norm2(Z @ W) * norm2(W)"),
)
