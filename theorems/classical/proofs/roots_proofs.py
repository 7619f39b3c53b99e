"""Square roots of semidefinite matrices: their norms, and how far apart they are."""

from typing import Any

from lemmata.theorems.classical import n
from lemmata.theorems.classical.function_theorems import K, L
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import Vector, eq, lam, lmax, lmin, maximum, norm2, s, smax, sqrt, sqrtm, tr
from lemmata.theorems.language.proof import At, Cases, Combine, Identity, Multiply, Proof, Sign, Squares, Step

R, S = sqrtm(K), sqrtm(L)
gap, apart = R - S, smax(K - L)


def eigenvalue(name: str, index: Any, mu: Any) -> tuple[Step, ...]:
    """|mu| <= sqrt(smax(K - L)) for the eigenvalue mu of R - S with this index."""
    w = Vector(name, n)
    of_root, of_other = tr(w.T @ R @ w), tr(w.T @ S @ w)
    length, form, bound = tr(w.T @ w), tr(w.T @ (K - L) @ w), mu**2 <= apart
    low, high = lmin(K - L), lmax(K - L)
    unit, product, own = f"{name}, unit", f"{name}, product", f"{name}, form"
    return (
        *eigenvector(name, gap, index, w),
        cite(f"{name}, by R", lmin(R) * length <= of_root, "rayleigh", {"A": R, "x": w}, 0),
        cite(f"{name}, by S", lmin(S) * length <= of_other, "rayleigh", {"A": S, "x": w}, 0),
        Step(f"{name}, length", length >= 0, Sign()),
        Step(f"{name}, root", of_root >= 0, Combine({f"{name}, by R": 1, "R": length})),
        Step(f"{name}, other root", of_other >= 0, Combine({f"{name}, by S": 1, "S": length})),
        Step(f"{name}, left", eq(w.T @ R @ gap @ w, mu * (w.T @ R @ w)), Multiply({name: (w.T @ R, None)})),
        Step(f"{name}, right", eq(w.T @ S @ gap @ w, mu * (w.T @ S @ w)), Multiply({name: (w.T @ S, None)})),
        Step(
            f"{name}, turned",
            eq(w.T @ S @ R @ w, w.T @ R @ S @ w),
            Multiply({"R, symmetric": (w.T, S.T @ w), "S, symmetric": (w.T @ R, w)}),
        ),
        Step(
            product,
            eq(form, mu * (of_root + of_other)),
            Combine({f"{name}, left": 1, f"{name}, right": 1, f"{name}, turned": -1}),
        ),
        cite(f"{name}, below", low * length <= form, "rayleigh", {"A": K - L, "x": w}, 0),
        cite(f"{name}, above", form <= high * length, "rayleigh", {"A": K - L, "x": w}, 1),
        Step(
            f"{name}, square",
            bound,
            Cases(
                mu >= 0,
                (
                    Step(
                        "not negative",
                        bound,
                        Squares(
                            (
                                (1, ("largest",), 1),
                                (1, (f"{name}, above",), 1),
                                (2, ("case", f"{name}, other root"), 1),
                            ),
                            {unit: high, product: -1, own: -mu},
                        ),
                    ),
                ),
                (
                    Step(
                        "negative",
                        bound,
                        Squares(
                            ((1, ("least",), 1), (1, (f"{name}, below",), 1), (2, ("case", f"{name}, root"), 1)),
                            {unit: -low, product: 1, own: -mu},
                        ),
                    ),
                ),
            ),
        ),
        cite(f"{name}, modulus", abs(mu) <= sqrt(apart), "below-root", {"x": abs(mu), "y": apart}),
    )


first, last = abs(lmax(gap)), abs(lmin(gap))
square_root_norm = Proof(
    "the form of K - L at an eigenvector of the difference of the roots is its eigenvalue times the form of their sum",
    (
        Step("R", lmin(R) >= 0, Sign()),
        Step("R, symmetric", eq(R.T, R), Identity()),
        Step("S, symmetric", eq(S.T, S), Identity()),
        Step("S", lmin(S) >= 0, Sign()),
        cite("largest", lmax(K - L) <= apart, "eigenvalue-below-norm", {"A": K - L}, 1),
        cite("least", -apart <= lmin(K - L), "eigenvalue-below-norm", {"A": K - L}, 2),
        *eigenvalue("u", 1, lmax(gap)),
        *eigenvalue("v", n, lmin(gap)),
        cite("norm", eq(norm2(gap), maximum(last, first)), "symmetric-norm", {"A": gap}),
        cite("both", maximum(last, first) <= sqrt(apart), "maximum-bound", {"x": last, "y": first, "c": sqrt(apart)}),
        Step("at most", norm2(gap) <= sqrt(apart), Combine({"norm": 1, "both": 1})),
        Step("first", norm2(gap) ** 2 <= norm2(K - L), Combine({"at most": norm2(gap) + sqrt(apart)})),
        Step("K", lmin(K) >= 0, Sign()),
        cite("order", lmin(K) <= lmax(K), "order", {"A": K}, 0),
        Step("largest of K", lmax(K) >= 0, Combine({"K": 1, "order": 1})),
        cite("of a root", eq(smax(R), sqrt(lmax(K))), "root-spectrum", {}, 3),
        cite("values", eq(s(K), lam(K)), "psd-singular-values", {"A": K}),
        Step("value", eq(smax(K), lmax(K)), At("values", 1)),
        Step("second", eq(norm2(R) ** 2, norm2(K)), Combine({"of a root": smax(R) + sqrt(lmax(K)), "value": -1})),
    ),
)

PROOFS = {"classical.square-root-norm": square_root_norm}
