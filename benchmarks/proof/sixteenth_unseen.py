"""Forty consequences of named theorems of matrix analysis, and sixteen false neighbours.

Written from memory and committed before anything of them was tried: Weyl, Lidskii, Ky Fan, Horn, Hoffman and Wielandt,
Mirsky, von Neumann, Hölder, Cauchy, Schur and Horn, Golden and Thompson, Löwner and Heinz, Oppenheim, Hadamard,
Fischer, Minkowski, Kantorovich, Wielandt, Ostrowski, Bauer and Fike, Davis and Kahan, Wedin, Gershgorin, Perron and
Frobenius, polar and Cayley factors, pseudo-inverses, products of Kronecker and Hadamard, exponentials, numerical and
spectral radius.
"""

from __future__ import annotations

from benchmarks.proof.consequences import Claim

N = "n=integer(1, 4)"
TWO = "n=integer(2, 4)"
REAL = (
    N, "m=integer(1, 4)", "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "E=real(n, n)", "R=real(m, n)",
    "S=real(m, n)",
    "K=skew(n)", "Q=orthogonal(n)", "D=diagonal(n)", "x=real(n, 1)", "y=real(n, 1)", "b=real(m, 1)", "t=positive",
)  # fmt: skip
SYMMETRIC = (
    N, "m=integer(1, 4)", "A=symmetric(n)", "B=symmetric(n)", "C=symmetric(n)", "P=psd(n)", "E=symmetric(n)",
    "X=real(n, n)", "Y=real(m, n)", "F=real(m, n)", "S=symmetric(m)", "x=real(n, 1)", "t=positive", "d=positive",
)  # fmt: skip
PSD = (N, "A=psd(n)", "B=psd(n)", "C=psd(n)", "X=real(n, n)", "x=real(n, 1)", "t=interval(0, 1)")
PD = (
    N, "A=pd(n)", "B=pd(n)", "C=pd(n)", "X=real(n, n)", "x=real(n, 1)", "y=real(n, 1)", "t=positive",
    "a=positive", "b=positive",
)  # fmt: skip
LARGE = (TWO, "A=real(n, n)", "B=real(n, n)", "C=real(n, n)", "G=symmetric(n)", "H=symmetric(n)", "M=pd(n)")
FRAME = (N, "U=isometry(n + 1, n)", "A=symmetric(n + 1)", "M=pd(n + 1)")
ENTRIES = (N, "A=nonnegative(n, n)", "B=nonnegative(n, n)", "S=symmetric(n)", "x=real(n, 1)")
COMPLEX = (N, "H=hermitian(n)", "G=hermitian(n)", "Z=complex(n, n)", "W=complex(n, n)", "U=unitary(n)")

TRUE: tuple[Claim, ...] = (
    # Weyl, Lidskii, Hoffman and Wielandt, Mirsky
    (SYMMETRIC, (), "lam(A + B - C) <= lam(A) + lmax(B) - lmin(C)"),
    (SYMMETRIC, (), "lam(A - t * P) <= lam(A)"),
    (SYMMETRIC, (), "sum(abs(lam(A) - lam(B))) <= sqrt(n) * normF(A - B)"),
    (SYMMETRIC, (), "sum((lam(A + E) - lam(A))**2) <= n * norm2(E)**2"),
    (REAL, (), "sum((s(R) - s(S))**2) <= normF(R - S)**2"),
    (COMPLEX, (), "abs(lmax(H) - lmax(G)) <= norm2(H - G)"),
    # Ky Fan, Horn, von Neumann, Hölder
    (LARGE, (), "kyfan(2, A @ B + C) <= norm2(B) * kyfan(2, A) + kyfan(2, C)"),
    (LARGE, (), "kyfan(2, A)**2 <= 2 * normF(A)**2"),
    (REAL, (), "normN(A @ B @ C) <= normF(A) * norm2(B) * normF(C)"),
    (REAL, (), "tr(A @ Q @ B) <= sum(s(A) * s(B))"),
    (REAL, (), "normF(R)**2 <= norm2(R) * normN(R)"),
    (REAL, (), "abs(tr(R.T @ S)) <= schatten(3, R) * schatten(3/2, S)"),
    # Cauchy, Schur and Horn
    (FRAME, (), "tr(U.T @ A @ U) <= sum(lam(A)) - lmin(A)"),
    (FRAME, (), "cond(U.T @ M @ U) <= cond(M)"),
    (SYMMETRIC, (), "sum(exp(diag(A))) <= tr(expm(A))"),
    # Golden and Thompson, Löwner and Heinz, logarithms
    (SYMMETRIC, (), "tr(expm(A + B)) <= exp(lmax(A)) * tr(expm(B))"),
    (PSD, ("A <= B",), "tr(X.T @ sqrtm(A) @ X) <= tr(X.T @ sqrtm(B) @ X)"),
    (PD, (), "logdet(A) - logdet(B) <= tr(inv(B) @ A) - n"),
    # determinants
    (PD, (), "det(had(A, had(B, C))) >= det(A) * det(B) * det(C)"),
    (REAL, (), "det(A)**2 <= prod(sum(A[i, j]**2 for j in 1..n) for i in 1..n)"),
    (PD, (), "det(A + B + C) >= det(A) + det(B) + det(C)"),
    (PD, (), "det(a * A + b * I(n))**(1 / n) >= a * det(A)**(1 / n) + b"),
    (LARGE, (), "det(schur(1, M)) <= prod(M[i, i] for i in 2..n)"),
    # Kantorovich, Wielandt, Ostrowski
    (PD, (), "4 * cond(A) * tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= (1 + cond(A))**2 * normF(x)**4"),
    (PD, ("tr(x.T @ y) == 0",), "abs(tr(x.T @ A @ y)) <= (lmax(A) - lmin(A)) / 2 * normF(x) * normF(y)"),
    (PSD, (), "lam(X @ A @ X.T) <= norm2(X @ X.T) * lam(A)"),
    # Bauer and Fike, Davis and Kahan, Wedin, Gershgorin
    (SYMMETRIC, (), "rho(A + X) <= lmax(sqrtm(A @ A)) + norm2(X)"),
    (SYMMETRIC, ("S @ Y - Y @ A == F", "lmin(S) - lmax(A) >= d"), "d * normF(Y) <= normF(F)"),
    (REAL, (), "norm2(inv(A) - inv(A + E)) <= norm2(E) / (smin(A) * smin(A + E))"),
    (REAL, (), "rho(A)**2 <= norm1(A) * norminf(A)"),
    # Perron and Frobenius
    (ENTRIES, (), "rho(A) <= rho(A + B)"),
    (ENTRIES, (), "rho(A) >= max(diag(A))"),
    # polar and Cayley factors, pseudo-inverses
    (REAL, (), "norm2((I(n) - K) @ inv(I(n) + K) @ A) == norm2(A)"),
    (REAL, (), "normF(b - R @ pinv(R) @ b) <= normF(b - R @ x)"),
    (REAL, (), "tr(pinv(R) @ R) <= m"),
    # products of Kronecker and Hadamard
    (PSD, (), "lmax(kron(A, B) + kron(B, C)) <= lmax(B) * (lmax(A) + lmax(C))"),
    (PSD, (), "tr(had(A, B)) <= max(diag(A)) * tr(B)"),
    (COMPLEX, (), "normF(had(Z, W)) <= norm2(Z) * normF(W)"),
    # exponentials, numerical and spectral radius
    (REAL, (), "norm2(expm(A + K)) <= exp(lmax(sym(A)))"),
    (REAL, (), "numradius(A @ A + B) <= numradius(A)**2 + norm2(B)"),
)

FALSE: tuple[Claim, ...] = (
    (SYMMETRIC, (), "lam(A + B - C) <= lam(A) + lmax(B) - lmax(C)"),
    (SYMMETRIC, (), "sum(abs(lam(A) - lam(B))) <= normF(A - B)"),
    (SYMMETRIC, (), "sum((lam(A + E) - lam(A))**2) <= norm2(E)**2"),
    (LARGE, (), "kyfan(2, A)**2 <= normF(A)**2"),
    (REAL, (), "normN(A @ B @ C) <= normF(A) * norm2(B) * norm2(C)"),
    (REAL, (), "abs(tr(R.T @ S)) <= schatten(3, R) * schatten(3, S)"),
    (FRAME, (), "tr(U.T @ A @ U) <= sum(lam(A)) - lmax(A)"),
    (SYMMETRIC, (), "tr(expm(A + B)) <= exp(lmin(A)) * tr(expm(B))"),
    (PSD, ("A <= B",), "tr(X.T @ A @ A @ X) <= tr(X.T @ B @ B @ X)"),
    (REAL, (), "det(A)**2 <= prod(A[i, i]**2 for i in 1..n)"),
    (PD, (), "det(a * A + b * I(n)) <= a**n * det(A) + b**n"),
    (PD, (), "cond(A) * tr(x.T @ A @ x) * tr(x.T @ inv(A) @ x) <= normF(x)**4"),
    (REAL, (), "rho(A) <= norm1(A) * norminf(A)"),
    (ENTRIES, (), "rho(A + B) <= rho(A) + rho(B)"),
    (COMPLEX, (), "normF(had(Z, W)) <= rho(Z) * normF(W)"),
    (REAL, (), "numradius(A @ B) <= numradius(A) * numradius(B)"),
)
