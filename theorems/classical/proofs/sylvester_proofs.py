"""Sylvester's equation S Z + Z R = W with semidefinite S and R: roots and polar factors of matrices near each other."""

from typing import Any

from lemmata.theorems.classical import A, M, P, T, n, q, r
from lemmata.theorems.classical.compression_theorems import Q
from lemmata.theorems.classical.growth_theorems import D, E
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Vector,
    eq,
    inv,
    lam,
    lmax,
    lmin,
    maximum,
    normF,
    normN,
    s,
    smax,
    smin,
    sqrt,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    At,
    Cases,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
    Summed,
)

one = Id(n)


def frobenius(name: str, S: Any, R: Any, Z: Any, W: Any) -> tuple[Step, ...]:  # noqa: N803
    """(lmin S + lmin R) |Z| <= |W| in the Frobenius norm, where "name, equation" says S Z + Z R = W.

    Steps "of S" and "of R" say that no eigenvalue is negative.
    """
    z, w, both = normF(Z), normF(W), lmin(S) + lmin(R)
    return (
        cite(f"{name}, rows", lmin(Z @ Z.T) >= 0, "gram-psd", {T: Z.T, r: n, q: n}),
        cite(f"{name}, columns", lmin(Z.T @ Z) >= 0, "gram-psd", {T: Z, r: n, q: n}),
        cite(f"{name}, left", lmin(S) * tr(Z @ Z.T) <= tr(S @ Z @ Z.T), "psd-trace-product", {A: S, "K": Z @ Z.T}, 0),
        cite(f"{name}, right", lmin(R) * tr(Z.T @ Z) <= tr(R @ Z.T @ Z), "psd-trace-product", {A: R, "K": Z.T @ Z}, 0),
        Step(f"{name}, form", eq(Z.T @ (S @ Z + Z @ R), Z.T @ W), Multiply({f"{name}, equation": (Z.T, None)})),
        Step(f"{name}, traces", eq(tr(Z.T @ (S @ Z + Z @ R)), tr(Z.T @ W)), Congruence(f"{name}, form")),
        cite(f"{name}, product", tr(Z.T @ W) <= z * w, "trace-bounds", {T: Z, "S": W, r: n, q: n, M: one, P: one}, 0),
        cite(f"{name}, gram", eq(z**2, tr(Z.T @ Z)), "frobenius", {T: Z, r: n, q: n}, 0),
        Step(
            f"{name}, square",
            both * z**2 <= z * w,
            Combine(
                {
                    f"{name}, left": 1,
                    f"{name}, right": 1,
                    f"{name}, traces": 1,
                    f"{name}, product": 1,
                    f"{name}, gram": both,
                }
            ),
        ),
        Step(f"{name}, weight", both >= 0, Combine({"of S": 1, "of R": 1})),
        Step(
            name,
            both * z <= w,
            Cases(
                z > 0,
                (Step("divided", both * z <= w, Combine({f"{name}, square": 1 / z})),),
                (Step("zero", both * z <= w, Combine({"case": both})),),
            ),
        ),
    )


def one_end(name: str, S: Any, R: Any, Z: Any, W: Any) -> tuple[Step, ...]:  # noqa: N803
    """(lmin S + lmin R) lmax(Z) <= smax(W) for symmetric Z and W, where "name, equation" says S Z + Z R = W."""
    u = Vector("u_" + name.replace(", ", "_"), n)
    top, both, w = lmax(Z), lmin(S) + lmin(R), smax(W)
    return (
        *eigenvector(f"{name}, u", Z, 1, u),
        Step(f"{name}, transposed", eq((Z @ u).T, (top * u).T), Congruence(f"{name}, u")),
        Step(f"{name}, symmetric", eq(Z.T, Z), Identity()),
        Step(
            f"{name}, form",
            eq(top * u.T @ (S + R) @ u, u.T @ W @ u),
            Multiply(
                {
                    f"{name}, equation": (u.T, u),
                    f"{name}, u": (-u.T @ S, None),
                    f"{name}, transposed": (-1, R @ u),
                    f"{name}, symmetric": (u.T, R @ u),
                }
            ),
        ),
        cite(f"{name}, left", lmin(S) * tr(u.T @ u) <= tr(u.T @ S @ u), "rayleigh", {A: S, "x": u}, 0),
        cite(f"{name}, right", lmin(R) * tr(u.T @ u) <= tr(u.T @ R @ u), "rayleigh", {A: R, "x": u}, 0),
        cite(f"{name}, above", tr(u.T @ W @ u) <= lmax(W) * tr(u.T @ u), "rayleigh", {A: W, "x": u}, 1),
        cite(f"{name}, largest", lmax(W) <= w, "eigenvalue-below-norm", {A: W}, 1),
        Step(f"{name}, weight", both >= 0, Combine({"of S": 1, "of R": 1})),
        Step(
            name,
            both * top <= w,
            Cases(
                top >= 0,
                (
                    Step(
                        "positive end",
                        both * top <= w,
                        Combine(
                            {
                                f"{name}, left": top,
                                f"{name}, right": top,
                                f"{name}, form": 1,
                                f"{name}, above": 1,
                                f"{name}, largest": 1,
                                f"{name}, u, unit": lmax(W) - both * top,
                            }
                        ),
                    ),
                ),
                (Step("negative end", both * top <= w, Combine({"case": both})),),
            ),
        ),
    )


def operator(name: str, S: Any, R: Any, Z: Any, W: Any) -> tuple[Step, ...]:  # noqa: N803
    """(lmin S + lmin R) smax(Z) <= smax(W) for symmetric Z and W, where "name, equation" says S Z + Z R = W.

    Beside "of S" and "of R" there is a step "weight": the factor is positive.
    """
    both, w = lmin(S) + lmin(R), smax(W)
    return (
        *one_end(name, S, R, Z, W),
        Step(f"{name}, turned, equation", eq(S @ -Z + -Z @ R, -W), Multiply({f"{name}, equation": (-1, None)})),
        *one_end(f"{name}, turned", S, R, -Z, -W),
        cite(f"{name}, negative", eq(smax(-W), w), "norm-of-negative", {T: W, r: n, q: n}, 0),
        cite(f"{name}, last", eq(lmax(-Z), -lmin(Z)), "negation", {A: Z}, 1),
        Step(f"{name}, top", lmax(Z) <= w / both, Combine({name: 1 / both})),
        Step(
            f"{name}, bottom",
            -lmin(Z) <= w / both,
            Combine({f"{name}, turned": 1 / both, f"{name}, negative": 1 / both, f"{name}, last": -1}),
        ),
        cite(f"{name}, ends", eq(smax(Z), maximum(lmax(Z), -lmin(Z))), "norm-of-symmetric", {A: Z}, 0),
        cite(f"{name}, larger", maximum(lmax(Z), -lmin(Z)) <= w / both, "maximum-bound",
             {"x": lmax(Z), "y": -lmin(Z), "c": w / both}),
        Step(f"{name}, norm", both * smax(Z) <= w, Combine({f"{name}, ends": both, f"{name}, larger": both})),
    )  # fmt: skip


R_D, R_E = sqrtm(D), sqrtm(E)
roots = sqrt(lmin(D)) + sqrt(lmin(E))


def root_of(name: str, X: Any, Y: Any) -> tuple[Step, ...]:  # noqa: N803
    """What is known of the root Y of a definite matrix X."""
    return (
        Step(f"{name}, definite", lmin(X) > 0, Sign()),
        Step(f"{name}, semidefinite", lmin(X) >= 0, Combine({f"{name}, definite": 1})),
        Step(f"{name}, square", eq(Y @ Y, X), Identity()),
        cite(f"{name}, least", eq(lmin(Y), sqrt(lmin(X))), "root-spectrum", {"K": X}, 1),
        Step(f"{name}, positive", sqrt(lmin(X)) > 0, Sign()),
    )


root_perturbation = Proof(
    "Sylvester's equation for the difference of the roots",
    (
        *root_of("D", D, R_D),
        *root_of("E", E, R_E),
        Step("of S", lmin(R_D) >= 0, Combine({"D, least": -1, "D, positive": 1})),
        Step("of R", lmin(R_E) >= 0, Combine({"E, least": -1, "E, positive": 1})),
        Step("weight", lmin(R_D) + lmin(R_E) > 0,
             Combine({"D, least": -1, "E, least": -1, "D, positive": 1, "E, positive": 1})),
        *(
            Step(
                f"{name}, equation",
                eq(R_D @ (R_D - R_E) + (R_D - R_E) @ R_E, D - E),
                Multiply({"D, square": (None, None), "E, square": (-1, None)}),
            )
            for name in ("ends", "length")
        ),
        *operator("ends", R_D, R_E, R_D - R_E, D - E),
        Step("first", roots * smax(R_D - R_E) <= smax(D - E),
             Combine({"ends, norm": 1, "D, least": -smax(R_D - R_E), "E, least": -smax(R_D - R_E)})),
        *frobenius("length", R_D, R_E, R_D - R_E, D - E),
        Step("second", roots * normF(R_D - R_E) <= normF(D - E),
             Combine({"length": 1, "D, least": -normF(R_D - R_E), "E, least": -normF(R_D - R_E)})),
    ),
)  # fmt: skip


def factor(name: str, X: Any) -> tuple[Step, ...]:  # noqa: N803
    """X = U S with U^T U = I, where S is the root of the Gram matrix of the regular matrix X."""
    S, gram = sqrtm(X.T @ X), X.T @ X  # noqa: N806
    U = X @ inv(S)  # noqa: N806
    return (
        cite(f"{name}, gram", lmin(gram) >= 0, "gram-psd", {T: X, r: n, q: n}),
        Step(f"{name}, square", eq(S @ S, gram), Identity()),
        cite(f"{name}, right", eq(S @ inv(S), one), "inverse", {M: S}, 0),
        cite(f"{name}, left", eq(inv(S) @ S, one), "inverse", {M: S}, 1),
        Step(f"{name}, symmetric", eq(inv(S).T, inv(S)), Identity()),
        Step(
            f"{name}, orthonormal",
            eq(U.T @ U, one),
            Multiply(
                {
                    f"{name}, symmetric": (None, gram @ inv(S)),
                    f"{name}, square": (-inv(S), inv(S)),
                    f"{name}, left": (None, S @ inv(S)),
                    f"{name}, right": (None, None),
                }
            ),
        ),
        Step(f"{name}, trace", eq(tr(U.T @ U), tr(one)), Congruence(f"{name}, orthonormal")),
        Step(f"{name}, product", eq(U @ S, X), Multiply({f"{name}, left": (X, None)})),
        Step(
            f"{name}, back",
            eq(U.T @ X, S),
            Multiply({f"{name}, orthonormal": (None, S), f"{name}, product": (-U.T, None)}),
        ),
        Step(f"{name}, root", lmin(S) >= 0, Sign()),
    )


U, S = M @ inv(sqrtm(M.T @ M)), sqrtm(M.T @ M)
V, R = P @ inv(sqrtm(P.T @ P)), sqrtm(P.T @ P)

polar_nearest = Proof(
    "the trace of Q^T M is at most the sum of the singular values, which is that of U^T M",
    (
        *factor("M", M),
        Step("traces", eq(tr(U.T @ M), tr(S)), Congruence("M, back")),
        cite("modulus", eq(tr(S), total(s(M))), "modulus-norm", {}, 2),
        Step("second", eq(tr(U.T @ M), normN(M)), Combine({"traces": 1, "modulus": 1})),
        cite("bound", tr(Q.T @ M) <= total(s(Q) * s(M)), "trace-inequality", {M: Q, P: M}),
        cite("ones", eq(s(Q), 1), "orthogonal-norm", {"Q": Q}, 2),
        Step("products", eq(s(Q) * s(M), s(M)), Combine({"ones": s(M)})),
        Step("sums", eq(total(s(Q) * s(M)), total(s(M))), Summed("products")),
        Step("columns", eq(Q.T @ Q, one), Identity()),
        Step("trace of them", eq(tr(Q.T @ Q), tr(one)), Congruence("columns")),
        Step(
            "squares",
            normF(M - U) ** 2 <= normF(M - Q) ** 2,
            Combine({"bound": 2, "sums": 2, "second": -2, "M, trace": 1, "trace of them": -1}),
        ),
        cite("first", normF(M - U) <= normF(M - Q), "square-roots", {"x": normF(M - U), "y": normF(M - Q)}),
        cite("third", eq(smax(U), 1), "polar-factor", {T: M, r: n, q: n}, 1),
    ),
)

Z = S - one
polar_distance = Proof(
    "M - U = U (S - I), and S^2 - I = S (S - I) + (S - I)",
    (
        *factor("M", M),
        Step("of S", lmin(S) >= 0, Combine({"M, root": 1})),
        cite("unit", eq(lmin(one), 1), "identity-extremes", {}, 0),
        Step("of R", lmin(one) >= 0, Combine({"unit": -1})),
        Step("weight", lmin(S) + lmin(one) > 0, Combine({"of S": 1, "unit": -1})),
        Step("difference", eq(M - U, U @ Z), Multiply({"M, product": (-1, None)})),
        *(
            Step(f"{name}, equation", eq(S @ Z + Z @ one, M.T @ M - one), Multiply({"M, square": (None, None)}))
            for name in ("ends", "length")
        ),
        *frobenius("length", S, one, Z, M.T @ M - one),
        *operator("ends", S, one, Z, M.T @ M - one),
        Step("lengths", eq(normF(M - U), normF(U @ Z)), Congruence("difference")),
        cite("turned", eq(normF(U @ Z), normF(Z)), "polar-invariance", {P: Z}, 0),
        Step(
            "first",
            normF(M - U) <= normF(M.T @ M - one),
            Combine({"length": 1, "lengths": 1, "turned": 1, "unit": -normF(Z), "of S": normF(Z)}),
        ),
        Step("norms", eq(smax(M - U), smax(U @ Z)), Congruence("difference")),
        cite("turned norm", eq(smax(U @ Z), smax(Z)), "polar-invariance", {P: Z}, 2),
        Step(
            "second",
            smax(M - U) <= smax(M.T @ M - one),
            Combine({"ends, norm": 1, "norms": 1, "turned norm": 1, "unit": -smax(Z), "of S": smax(Z)}),
        ),
        Step("third", eq(normF(M - U) ** 2, normF(M) ** 2 - 2 * tr(U.T @ M) + n), Combine({"M, trace": 1})),
    ),
)


def least(name: str, X: Any) -> tuple[Step, ...]:  # noqa: N803
    """smin(X) = lmin of the root of its Gram matrix, after `factor`."""
    root, gram = sqrtm(X.T @ X), X.T @ X
    return (
        cite(f"{name}, least root", eq(lmin(root), sqrt(lmin(gram))), "root-spectrum", {"K": gram}, 1),
        cite(f"{name}, values", eq(s(X) ** 2, lam(gram)), "gram", {M: X}, 0),
        Step(f"{name}, last", eq(smin(X) ** 2, lmin(gram)), At(f"{name}, values", n)),
        Step(f"{name}, squared", eq(smin(X) ** 2, sqrt(lmin(gram)) ** 2), Combine({f"{name}, last": 1})),
        cite(f"{name}, value", eq(smin(X), sqrt(lmin(gram))), "equal-squares", {"x": smin(X), "y": sqrt(lmin(gram))}),
        Step(f"{name}, least", eq(smin(X), lmin(root)), Combine({f"{name}, value": 1, f"{name}, least root": -1})),
    )


def turned(name: str, X: Any, row: Any) -> tuple[Step, ...]:
    """|(M - P)^T X| = |M - P| for the polar factor X of `row`."""
    N = (M - P).T  # noqa: N806
    return (
        cite(f"{name}, turned", eq(normF(N @ X), normF(N)), "polar-invariance", {M: row, P: N}, 1),
        cite(f"{name}, transposed", eq(normF(N), normF(M - P)), "frobenius-of-transposed", {T: M - P, r: n, q: n}),
    )


W = U.T @ V
E_1, E_2 = U.T @ (M - P), (M - P).T @ V
polar_perturbation = Proof(
    "Sylvester's equation for I - U^T V, which is as long as U - V",
    (
        *factor("M", M),
        *factor("P", P),
        Step("of S", lmin(S) >= 0, Combine({"M, root": 1})),
        Step("of R", lmin(R) >= 0, Combine({"P, root": 1})),
        *least("M", M),
        *least("P", P),
        Step("S symmetric", eq(S.T, S), Identity()),
        Step("R symmetric", eq(R.T, R), Identity()),
        Step("M^T", eq((U @ S).T, M.T), Congruence("M, product")),
        Step("P^T V", eq((V.T @ P).T, R.T), Congruence("P, back")),
        Step(
            "equation, equation",
            eq(S @ (one - W) + (one - W) @ R, E_1 - E_2),
            Multiply(
                {
                    "M, back": (-1, None),
                    "P, product": (-U.T, None),
                    "M^T": (-1, V),
                    "S symmetric": (None, W),
                    "P^T V": (-1, None),
                    "R symmetric": (-1, None),
                }
            ),
        ),
        *frobenius("equation", S, R, one - W, E_1 - E_2),
        cite("triangle", normF(E_1 - E_2) <= normF(E_1) + normF(E_2), "norms-of-difference",
             {T: E_1, "S": E_2, r: n, q: n}, 1),
        *turned("U", U, M),
        *turned("V", V, P),
        Step("first turned", eq(E_1.T, (M - P).T @ U), Identity()),
        Step("first lengths", eq(normF(E_1.T), normF((M - P).T @ U)), Congruence("first turned")),
        cite("first transposed", eq(normF(E_1.T), normF(E_1)), "frobenius-of-transposed", {T: E_1, r: n, q: n}),
        cite("length of V^T U", eq(normF(V.T @ U), normF(V.T)), "polar-invariance", {M: M, P: V.T}, 1),
        Step("squared", eq(normF(V.T @ U) ** 2, normF(V.T) ** 2),
             Combine({"length of V^T U": normF(V.T @ U) + normF(V.T)})),
        *(
            cite(f"square of {name}", eq(normF(X) ** 2, tr(X.T @ X)), "frobenius", {T: X, r: n, q: n}, 0)
            for name, X in (("U - V", U - V), ("I - W", one - W), ("V^T U", V.T @ U), ("V^T", V.T))
        ),
        Step("same squares", eq(normF(U - V) ** 2, normF(one - W) ** 2),
             Combine({"square of U - V": 1, "square of I - W": -1, "M, trace": 1, "squared": -1,
                      "square of V^T U": 1, "square of V^T": -1})),
        cite("same", eq(normF(U - V), normF(one - W)), "equal-squares", {"x": normF(U - V), "y": normF(one - W)}),
        Step("claim", (smin(M) + smin(P)) * normF(U - V) <= 2 * normF(M - P),
             Combine({
                 "equation": 1, "triangle": 1, "first lengths": 1, "first transposed": -1, "U, turned": 1,
                 "U, transposed": 2, "V, turned": 1, "same": lmin(S) + lmin(R),
                 "M, least": normF(U - V), "P, least": normF(U - V),
             })),
    ),
)  # fmt: skip

PROOFS = {
    "classical.root-perturbation": root_perturbation,
    "classical.polar-nearest": polar_nearest,
    "classical.polar-distance": polar_distance,
    "classical.polar-perturbation": polar_perturbation,
}
