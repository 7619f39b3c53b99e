"""Consequences in a line or two: Schatten norms, spectral radii, ranks, updates of determinants, columns."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A, B, M, T, c, n, q, r, x
from lemmata.theorems.classical.compression_theorems import y
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution, units
from lemmata.theorems.classical.scalar_theorems import u, v
from lemmata.theorems.classical.schatten_theorems import Q, S, U, W, a, b, p
from lemmata.theorems.language import (
    Id,
    Index,
    ProdOver,
    det,
    entries,
    eq,
    expm,
    inv,
    lam,
    lmax,
    lmin,
    norm2,
    normF,
    normN,
    rank,
    s,
    schatten,
    smax,
    smin,
    spectral_radius,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    At,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
    Unrolled,
)

one = Id(n)


def monotone(name: str, high: Any, low: Any) -> Step:
    """The norm of the higher exponent is the smaller one."""
    return cite(name, schatten(high, T) <= schatten(low, T), "schatten-monotone", {a: low, b: high})


schatten_triangle = Proof(
    "Schatten norms of exponents three and four are norms",
    tuple(
        cite(f"of exponent {k}", schatten(k, T + S) <= schatten(k, T) + schatten(k, S), "schatten-norms", {p: k})
        for k in (3, 4)
    ),
)
schatten_decreasing = Proof(
    "Schatten norms decrease with the exponent",
    (
        cite("largest", smax(T) <= schatten(4, T), "schatten-bounds", {p: 4}, 0),
        Step("norm", norm2(T) <= schatten(4, T), Combine({"largest": 1})),
        monotone("four", 4, 3),
        monotone("three", 3, 2),
        monotone("two", 2, 1),
    ),
)
schatten_below = Proof(
    "Schatten norms decrease with the exponent; those of exponents one and two are known",
    (
        monotone("above two", p, 2),
        monotone("above one", p, 1),
        cite("one", eq(schatten(1, T), normN(T)), "schatten-special", {}, 0),
        cite("two", eq(schatten(2, T), normF(T)), "schatten-special", {}, 1),
        Step("first", schatten(p, T) <= normF(T), Combine({"above two": 1, "two": 1})),
        Step("second", schatten(p, T) <= normN(T), Combine({"above one": 1, "one": 1})),
    ),
)

product = T.T @ S
hoelder_trace = Proof(
    "a trace is at most the nuclear norm, and that at most the product of two Schatten norms",
    (
        cite("trace", abs(tr(product)) <= normN(product), "trace-below-nuclear", {M: product, n: q}),
        cite(
            "hoelder", normN(product) <= schatten(a, T.T) * schatten(b, S), "schatten-hoelder-norms", {T: T.T, "U": S}
        ),
        cite("transposed", eq(schatten(a, T.T), schatten(a, T)), "schatten-of-multiple", {p: a, "c": 1}, 1),
        cite("modulus", tr(product) <= abs(tr(product)), "modulus", {"x": tr(product)}, 1),
        Step(
            "second",
            abs(tr(product)) <= schatten(a, T) * schatten(b, S),
            Combine({"trace": 1, "hoelder": 1, "transposed": schatten(b, S)}),
        ),
        Step("first", tr(product) <= schatten(a, T) * schatten(b, S), Combine({"second": 1, "modulus": 1})),
    ),
)


def rotated(name: str, V: Any) -> tuple[Step, ...]:  # noqa: N803
    """schatten(p, V T) = schatten(p, T) for an orthogonal matrix V: neither factor lengthens in V T and V^T (V T)."""
    return (
        cite(f"{name}, norm", eq(smax(V), 1), "orthogonal-norm", {"Q": V}, 0),
        cite(f"{name}, norm of its inverse", eq(smax(V.T), 1), "orthogonal-norm", {"Q": V.T}, 0),
        cite(f"{name}, below", schatten(p, V @ T) <= smax(V) * schatten(p, T), "schatten-ideal", {T: V, "U": T}, 0),
        cite(
            f"{name}, above",
            schatten(p, V.T @ (V @ T)) <= smax(V.T) * schatten(p, V @ T),
            "schatten-ideal",
            {T: V.T, "U": V @ T},
            0,
        ),
        Step(f"{name}, back", eq(V.T @ (V @ T), T), Identity()),
        Step(f"{name}, same", eq(schatten(p, V.T @ (V @ T)), schatten(p, T)), Congruence(f"{name}, back")),
        Step(
            f"{name}, at most",
            schatten(p, V @ T) <= schatten(p, T),
            Combine({f"{name}, below": 1, f"{name}, norm": schatten(p, T)}),
        ),
        Step(
            f"{name}, at least",
            schatten(p, T) <= schatten(p, V @ T),
            Combine({f"{name}, above": 1, f"{name}, same": -1, f"{name}, norm of its inverse": schatten(p, V @ T)}),
        ),
        Step(name, eq(schatten(p, V @ T), schatten(p, T)), Antisymmetric(f"{name}, at most", f"{name}, at least")),
    )


invariance = Proof(
    "an orthogonal factor has norm one, and so has its inverse",
    (
        *rotated("left", Q),
        *rotated("transposed", Q.T),
        cite(
            "turned",
            eq(schatten(p, (Q.T @ T).T), schatten(p, Q.T @ T)),
            "schatten-of-multiple",
            {T: Q.T @ T, "c": 1},
            1,
        ),
        Step("second", eq(schatten(p, T.T @ Q), schatten(p, T)), Combine({"turned": 1, "transposed": 1})),
    ),
)


def radius(name: str, V: Any) -> tuple[Step, ...]:  # noqa: N803
    """rho(V M V^T) = rho(M) for an orthogonal matrix V."""
    return (
        cite(
            f"{name}, turned",
            eq(spectral_radius(V @ (M @ V.T)), spectral_radius(M @ V.T @ V)),
            "spectral-radius-product",
            {M: V, "P": M @ V.T},
        ),
        Step(f"{name}, back", eq(M @ V.T @ V, M), Identity()),
        Step(f"{name}, same", eq(spectral_radius(M @ V.T @ V), spectral_radius(M)), Congruence(f"{name}, back")),
        Step(
            name,
            eq(spectral_radius(V @ M @ V.T), spectral_radius(M)),
            Combine({f"{name}, turned": 1, f"{name}, same": 1}),
        ),
    )


radius_similarity = Proof("the radius of a product turned round", (*radius("first", W), *radius("second", W.T)))

place = Index("i", 1, 1)
small = Id(1) + y.T @ x
rank_one_determinant = Proof(
    "Sylvester's identity; the determinant of a number is its only eigenvalue",
    (
        cite("sylvester", eq(det(one + x @ y.T), det(small)), "sylvester", {r: n, q: 1, T: x, "R": y.T}),
        cite(
            "eigenvalue",
            eq(det(small), ProdOver(place, 1, 1, lam(small, place))),
            "determinant-by-eigenvalues",
            {A: small, n: 1},
        ),
        Step("only one", eq(ProdOver(place, 1, 1, lam(small, place)), lam(small, 1)), Unrolled()),
        cite(
            "values",
            eq(lam((1 + tr(y.T @ x)) * Id(1)), 1 + tr(y.T @ x)),
            "multiple-of-identity",
            {c: 1 + tr(y.T @ x), n: 1},
        ),
        Step("value", eq(lam(small, 1), 1 + tr(y.T @ x)), At("values", 1)),
        Step(
            "claim",
            eq(det(one + x @ y.T), 1 + tr(y.T @ x)),
            Combine({"sylvester": 1, "eigenvalue": 1, "only one": 1, "value": 1}),
        ),
    ),
)

z = inv(M) @ x
determinant_lemma = Proof(
    "M + x y^T = M (I + M^-1 x y^T)",
    (
        cite("inverse", eq(M @ inv(M), one), "inverse", {}, 0),
        Step("factored", eq(M + x @ y.T, M @ (one + z @ y.T)), Multiply({"inverse": (-1, x @ y.T)})),
        Step("same", eq(det(M + x @ y.T), det(M @ (one + z @ y.T))), Congruence("factored")),
        cite(
            "product",
            eq(det(M @ (one + z @ y.T)), det(M) * det(one + z @ y.T)),
            "determinant-of-products",
            {"P": one + z @ y.T},
            0,
        ),
        cite("rank one", eq(det(one + z @ y.T), 1 + tr(y.T @ z)), "determinant-rank-one", {"x": z}),
        Step(
            "claim",
            eq(det(M + x @ y.T), det(M) * (1 + tr(y.T @ inv(M) @ x))),
            Combine({"same": 1, "product": 1, "rank one": det(M)}),
        ),
    ),
)

left_factor = Proof(
    "ranks of transposes",
    (
        cite("product", eq(rank((T @ U).T), rank(T @ U)), "rank-of-transpose", {T: T @ U}, 0),
        cite("factor", eq(rank(T.T), rank(T)), "rank-of-transpose", {}, 0),
        cite("right factor", rank(U.T @ T.T) <= rank(T.T), "rank-of-product", {"X": U.T, "Y": T.T}, 0),
        Step("claim", rank(T @ U) <= rank(T), Combine({"product": -1, "factor": 1, "right factor": 1})),
    ),
)

gram = M.T @ M
stretched = Proof(
    "Rayleigh quotient of M^T M",
    (
        cite("rayleigh", lmin(gram) * tr(x.T @ x) <= tr(x.T @ gram @ x), "rayleigh", {A: gram}, 0),
        cite("values", eq(s(M) ** 2, lam(gram)), "gram", {}, 0),
        Step("least", eq(smin(M) ** 2, lmin(gram)), At("values", n)),
        Step(
            "squares",
            (smin(M) * normF(x)) ** 2 <= normF(M @ x) ** 2,
            Combine({"rayleigh": 1, "least": tr(x.T @ x)}),
        ),
        cite("claim", smin(M) * normF(x) <= normF(M @ x), "square-roots", {"x": smin(M) * normF(x), "y": normF(M @ x)}),
    ),
)

column = Proof(
    "the only eigenvalue of x x^T that is not zero",
    (
        cite("norm", eq(lmax(x @ x.T), smax(x) ** 2), "gram-norm", {T: x}, 0),
        cite("length", eq(lmax(x @ x.T), tr(x.T @ x)), "rank-one"),
        Step("squares", eq(smax(x) ** 2, normF(x) ** 2), Combine({"norm": -1, "length": 1})),
        cite("first", eq(smax(x), normF(x)), "equal-squares", {"x": smax(x), "y": normF(x)}),
        Step("second", eq(norm2(x), normF(x)), Combine({"first": 1})),
    ),
)

half = Rational(1, 2)
E, F = expm(half * A), expm(half * B)
convex = Proof(
    "Golden and Thompson; 2 tr(E F) <= tr(E^2) + tr(F^2) for the exponentials of the halves",
    (
        cite("product", tr(expm(half * A + half * B)) <= tr(E @ F), "golden-thompson", {A: half * A, B: half * B}),
        Step("difference", normF(E - F) ** 2 >= 0, Sign()),
        cite("of A", eq(tr(E @ E), tr(expm(2 * (half * A)))), "exponential-doubled", {A: half * A}, 0),
        cite("of B", eq(tr(F @ F), tr(expm(2 * (half * B)))), "exponential-doubled", {A: half * B}, 0),
        Step(
            "claim",
            2 * tr(expm(half * (A + B))) <= tr(expm(A)) + tr(expm(B)),
            Combine({"product": 2, "difference": 1, "of A": 1, "of B": 1}),
        ),
    ),
)

by_entries = Proof(
    "I is the sum of the products of unit columns with their transposes",
    (
        units("units", n),
        Step("inserted", eq(u.T @ resolution(n) @ v, u.T @ v), Multiply({"units": (u.T, v)})),
        Step("squares", eq(u.T @ resolution(n) @ u, u.T @ u), Multiply({"units": (u.T, u)})),
        Step("first", eq(tr(u.T @ v), total(entries(u) * entries(v))), Combine({"inserted": -1})),
        Step("second", eq(normF(u) ** 2, total(entries(u) ** 2)), Combine({"squares": -1})),
    ),
)

PROOFS = {
    "classical.schatten-triangle": schatten_triangle,
    "classical.schatten-decreasing": schatten_decreasing,
    "classical.schatten-below": schatten_below,
    "classical.schatten-hoelder-trace": hoelder_trace,
    "classical.schatten-invariance": invariance,
    "classical.spectral-radius-similarity": radius_similarity,
    "classical.determinant-rank-one": rank_one_determinant,
    "classical.determinant-lemma": determinant_lemma,
    "classical.rank-of-left-factor": left_factor,
    "classical.image-length-below": stretched,
    "classical.norm-of-column": column,
    "classical.trace-exponential-convex": convex,
    "classical.inner-product-by-entries": by_entries,
}
