"""Traces of roots and norms of exponentials."""

from typing import Any

from lemmata.theorems.classical import A, M, n
from lemmata.theorems.classical.jensen_theorems import K, L
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.ranks_proofs import penrose
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import Id, Vector, eq, exp, expm, lmax, lmin, norm2, normF, pinv, smax, sqrtm, tr
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import Combine, Congruence, Identity, Multiply, Proof, Refute, Step

X = expm(M)
half = quantity(1) / 2
exponential_norm = Proof(
    "the logarithmic norm is at most the norm",
    (
        cite("norm", smax(X) <= exp(lmax(M + M.T) / 2), "logarithmic-norm", {}, 0),
        cite("part", lmax(M + M.T) <= 2 * smax(M), "symmetric-part", {}, 0),
        Step("half of it", lmax(M + M.T) / 2 <= smax(M), Combine({"part": half})),
        cite("monotone", exp(lmax(M + M.T) / 2) <= exp(smax(M)), "exponential-monotone",
             {"x": lmax(M + M.T) / 2, "y": smax(M)}),
        cite("word", eq(norm2(M), smax(M)), "operator-norm", {"T": M}),
        cite("word for X", eq(norm2(X), smax(X)), "operator-norm", {"T": X}),
        Step("same", eq(exp(norm2(M)), exp(smax(M))), Congruence("word")),
        Step("first", norm2(X) <= exp(norm2(M)), Combine({"word for X": 1, "norm": 1, "monotone": 1, "same": -1})),
        cite("value", eq(lmax(expm(A)), exp(lmax(A))), "exponential-spectrum", {}, 0),
        Step("second", lmax(expm(A)) <= exp(lmax(A)), Combine({"value": 1})),
    ),
)  # fmt: skip

Z = sqrtm(K + L)
W = pinv(Z)
Y = W.T @ Z @ W


def part(name: str, K: Any, other: Any, u: Any) -> tuple[Step, ...]:  # noqa: N803
    """tr(Y K) <= tr(K^(1/2)): with h h = K^(1/2) the square of h Y h is at most h Y h, as K^(1/2) is at most Z."""
    H = sqrtm(K)  # noqa: N806
    h = sqrtm(H)
    E = h @ Y @ h  # noqa: N806
    top, w = lmax(E), Y @ h @ u
    whole = K + other if name == "K" else other + K
    return (
        Step(f"{name}, rest", eq(whole - K, other), Identity()),
        Step(f"{name}, rests", eq(lmin(whole - K), lmin(other)), Congruence(f"{name}, rest")),
        Step(f"{name}, order", lmin(whole - K) >= 0, Combine({f"{name}, rests": -1})),
        cite(f"{name}, roots", lmin(Z - H) >= 0, "loewner-heinz", {"L": whole, "K": K}),
        Step(f"{name}, root", eq(H @ H, K), Identity()),
        Step(f"{name}, root again", eq(h @ h, H), Identity()),
        *eigenvector(f"{name}, u", E, 1, u),
        Step(f"{name}, square of E", eq(u.T @ E @ E @ u, top**2 * Id(1)),
             Multiply({f"{name}, u": (u.T @ E, None), f"{name}, u, form": (top, None)})),
        Step(f"{name}, upper", eq(w.T @ Z @ w, u.T @ E @ u), Multiply({"reflexive": (u.T @ h, h @ u)})),
        Step(f"{name}, lower", eq(w.T @ H @ w, u.T @ E @ E @ u),
             Multiply({f"{name}, root again": (-u.T @ h @ Y, Y @ h @ u)})),
        cite(f"{name}, form", tr(w.T @ (Z - H) @ w) >= 0, "psd-form", {"K": Z - H, "x": w}),
        Step(f"{name}, square", top**2 <= top,
             Combine({f"{name}, form": 1, f"{name}, upper": 1, f"{name}, lower": -1, f"{name}, square of E": -1,
                      f"{name}, u, form": 1})),
        Step(f"{name}, at most one", top <= 1, Refute({f"{name}, square": 1, "contrary": 1})),
        cite(f"{name}, product", tr(E @ H) <= top * tr(H), "psd-trace-product", {"A": E, "K": H}, 1),
        cite(f"{name}, sign", tr(H) >= 0, "psd-trace", {"K": H}, 0),
        Step(f"{name}, inside", eq(E @ H, E @ h @ h), Multiply({f"{name}, root again": (-E, None)})),
        Step(f"{name}, insides", eq(tr(E @ H), tr(E @ h @ h)), Congruence(f"{name}, inside")),
        Step(f"{name}, fourth", eq(Y @ K, Y @ h @ h @ h @ h),
             Multiply({f"{name}, root": (-Y, None), f"{name}, root again": (-Y, h @ h + H)})),
        Step(f"{name}, fourths", eq(tr(Y @ K), tr(Y @ h @ h @ h @ h)), Congruence(f"{name}, fourth")),
        Step(name, tr(Y @ K) <= tr(H),
             Combine({f"{name}, fourths": 1, f"{name}, insides": -1, f"{name}, product": 1,
                      f"{name}, at most one": tr(H)})),
    )  # fmt: skip


u, v = Vector("u", n), Vector("v", n)
R, mean = sqrtm(K), half * (K + L)
root_trace = Proof(
    "tr (K + L)^(1/2) = tr Y (K + L) for a semidefinite inverse Y of the root Z: Y Z Y = Y, Z Y Z = Z",
    (
        cite("first", tr(R) >= 0, "psd-trace", {"K": R}, 0),
        cite("cauchy", tr(R) ** 2 <= n * normF(R) ** 2, "trace-below-frobenius", {M: R}),
        cite("length", eq(normF(R) ** 2, tr(K)), "frobenius-root", {}, 0),
        Step("second", tr(R) ** 2 <= n * tr(K), Combine({"cauchy": 1, "length": n})),
        *penrose("Z", Z, n, n),
        Step("root", eq(Z @ Z, K + L), Identity()),
        Step("turned", eq((Z @ W @ Z).T, Z.T), Congruence("Z, whole")),
        Step("turned again", eq(Z @ W.T @ Z, Z), Multiply({"turned": (None, None)})),
        Step("reflexive", eq(Y @ Z @ Y, Y), Multiply({"Z, whole": (W.T, W.T @ Z @ W), "turned again": (W.T, W)})),
        Step("inverse", eq(Z @ Y @ Z, Z), Multiply({"Z, whole": (Z @ W.T, None), "turned again": (None, None)})),
        Step("inverses", eq(tr(Z @ Y @ Z), tr(Z)), Congruence("inverse")),
        Step("sum", eq(Y @ Z @ Z, Y @ K + Y @ L), Multiply({"root": (Y, None)})),
        Step("sums", eq(tr(Y @ Z @ Z), tr(Y @ K + Y @ L)), Congruence("sum")),
        *part("K", K, L, u),
        *part("L", L, K, v),
        Step("third", tr(Z) <= tr(sqrtm(K)) + tr(sqrtm(L)), Combine({"inverses": -1, "sums": 1, "K": 1, "L": 1})),
        cite("concave", half * tr(sqrtm(K)) + (1 - half) * tr(sqrtm(L)) <= tr(sqrtm(half * K + (1 - half) * L)),
             "root-concave-trace", {"t": half}),
        Step("half", eq(half * K + (1 - half) * L, mean), Identity()),
        Step("half of roots", eq(tr(sqrtm(half * K + (1 - half) * L)), tr(sqrtm(mean))), Congruence("half")),
        Step("fourth", tr(sqrtm(K)) + tr(sqrtm(L)) <= 2 * tr(sqrtm(mean)), Combine({"concave": 2, "half of roots": 2})),
    ),
)  # fmt: skip

PROOFS = {
    "classical.exponential-norm": exponential_norm,
    "classical.root-trace": root_trace,
}
