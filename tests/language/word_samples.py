"""Words that stand for matrices and maps: the node, its text, its LaTeX."""

from typing import Any

from lemmata import language
from lemmata.language import activations, core, factorizations, functions, subspaces

n = language.Dim("n")
A, B, X = language.Matrix("A", n, n), language.Matrix("B", n, n), language.Matrix("X", 3, 2)
N, x, rho = language.Symmetric("N", n), language.Vector("x", n), language.Scalar("rho")
SAMPLES: list[tuple[Any, str, str]] = [
    (factorizations.lu_l(A), "lu_l(A)", r"L_{\mathrm{LU}} ( A )"),
    (factorizations.lu_u(A), "lu_u(A)", r"U_{\mathrm{LU}} ( A )"),
    (factorizations.lup_l(A), "lup_l(A)", r"L_{\mathrm{LUP}} ( A )"),
    (factorizations.lup_u(A), "lup_u(A)", r"U_{\mathrm{LUP}} ( A )"),
    (functions.Pivoting(A), "lup_p(A)", r"P_{\mathrm{LUP}} ( A )"),
    (subspaces.spectral_abscissa(A), "spectral_abscissa(A)", r"\alpha ( A )"),
    (core.Erf(rho), "erf(rho)", r"\mathrm{erf} ( \rho )"),
    (factorizations.chol(N), "chol(N)", r"\mathrm{chol} ( N )"),
    (factorizations.qr_r(X), "qr_r(X)", r"R_{\mathrm{QR}} ( X )"),
    (factorizations.qr_q(X), "qr_q(X)", r"Q_{\mathrm{QR}} ( X )"),
    (factorizations.spectral_projector(2, N), "spectral_projector(2, N)", r"P_{2} ( N )"),
    (factorizations.singular_dyad(1, A), "singular_dyad(1, A)", r"D_{1} ( A )"),
    (subspaces.powm(A, 3), "powm(A, 3)", r"A^{3}"),
    (subspaces.geomean(A, B), "geomean(A, B, 1/2)", r"A {\#}_{\frac{1}{2}} B"),
    (subspaces.polar(A), "polar(A)", r"\mathrm{polar} ( A )"),
    (subspaces.range_projector(A), "range_projector(A)", r"P_{\mathrm{range}} ( A )"),
    (subspaces.eigenprojector(1, N), "eigenprojector(1, N)", r"P_{\le 1} ( N )"),
    (subspaces.truncated(1, A), "truncated(1, A)", r"A_{1}"),
    (subspaces.schur(1, A), "schur(1, A)", r"S_{1} ( A )"),
    (activations.softmax(x), "softmax(x)", r"\mathrm{softmax} ( x )"),
    (activations.softmax(A), "softmax(A)", r"\mathrm{softmax} ( A )"),
    (activations.layernorm(x), "layernorm(x)", r"\mathrm{layernorm} ( x )"),
    (activations.rmsnorm(x), "rmsnorm(x)", r"\mathrm{rmsnorm} ( x )"),
    (activations.silu(rho), "silu(rho)", r"\mathrm{SiLU} ( \rho )"),
    (activations.gelu(rho), "gelu(rho)", r"\mathrm{GELU} ( \rho )"),
]
