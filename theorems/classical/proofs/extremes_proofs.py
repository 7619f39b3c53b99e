"""Extreme eigenvalues of sums and squares, traces in the Loewner order, skew-symmetric matrices, roots, dilations."""

from typing import Any

from sympy import Rational

from lemmata.theorems.classical import A, B, M, P, T, i, j, n, q, r, x
from lemmata.theorems.classical.eigenvalue_theorems import D, K, L, N, t
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.spectra import dilated
from lemmata.theorems.language import (
    Id,
    Index,
    absm,
    det,
    eq,
    inv,
    lam,
    lmax,
    lmin,
    maximum,
    norm2,
    normF,
    s,
    smax,
    sqrt,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.proof import (
    At,
    Combine,
    Congruence,
    Entrywise,
    Identity,
    Multiply,
    Proof,
    Sign,
    Step,
    Summed,
)

k = Index("k", 1, n)
half = Rational(1, 2)

of_sum = Proof(
    "Weyl's inequality at the first and at the last eigenvalue",
    (
        cite("below", lam(A) + lmin(B) <= lam(A + B), "weyl-extremes", {}, 0),
        cite("above", lam(A + B) <= lam(A) + lmax(B), "weyl-extremes", {}, 1),
        Step("first", lmax(A + B) <= lmax(A) + lmax(B), At("above", 1)),
        Step("second", lmin(A) + lmin(B) <= lmin(A + B), At("below", n)),
        Step("third", lmin(A + B) <= lmin(A) + lmax(B), At("above", n)),
        Step("fourth", lmax(A) + lmin(B) <= lmax(A + B), At("below", 1)),
    ),
)

X, Y = t * A, (1 - t) * B
convex = Proof(
    "multiples and sums",
    (
        cite("of A", eq(lam(X), t * lam(A)), "scaling", {"c": t}),
        cite("of B", eq(lam(Y), (1 - t) * lam(B)), "scaling", {"c": 1 - t, A: B}),
        Step("largest of A", eq(lmax(X), t * lmax(A)), At("of A", 1)),
        Step("largest of B", eq(lmax(Y), (1 - t) * lmax(B)), At("of B", 1)),
        Step("least of A", eq(lmin(X), t * lmin(A)), At("of A", n)),
        Step("least of B", eq(lmin(Y), (1 - t) * lmin(B)), At("of B", n)),
        cite("largest", lmax(X + Y) <= lmax(X) + lmax(Y), "extreme-eigenvalues-of-sum", {A: X, B: Y}, 0),
        cite("least", lmin(X) + lmin(Y) <= lmin(X + Y), "extreme-eigenvalues-of-sum", {A: X, B: Y}, 1),
        Step(
            "first",
            lmax(X + Y) <= t * lmax(A) + (1 - t) * lmax(B),
            Combine({"largest": 1, "largest of A": 1, "largest of B": 1}),
        ),
        Step(
            "second",
            t * lmin(A) + (1 - t) * lmin(B) <= lmin(X + Y),
            Combine({"least": 1, "least of A": -1, "least of B": -1}),
        ),
    ),
)

larger = maximum(abs(lmin(A)), abs(lmax(A)))
norm = cite("norm", eq(norm2(A), larger), "symmetric-norm")
below_norm = Proof(
    "the norm is the larger modulus of the extreme eigenvalues",
    (
        norm,
        Step("least in it", abs(lmin(A)) <= larger, Sign()),
        Step("largest in it", abs(lmax(A)) <= larger, Sign()),
        cite("least", -abs(lmin(A)) <= lmin(A), "modulus", {"x": lmin(A)}, 0),
        cite("largest", lmax(A) <= abs(lmax(A)), "modulus", {"x": lmax(A)}, 1),
        Step("second", lmax(A) <= smax(A), Combine({"largest": 1, "largest in it": 1, "norm": -1})),
        Step("third", -smax(A) <= lmin(A), Combine({"least": 1, "least in it": 1, "norm": -1})),
        cite("range, below", lmin(A) <= lam(A), "eigenvalue-range", {}, 0),
        cite("range, above", lam(A) <= lmax(A), "eigenvalue-range", {}, 1),
        Step("below", -smax(A) <= lam(A), Combine({"third": 1, "range, below": 1})),
        Step("above", lam(A) <= smax(A), Combine({"second": 1, "range, above": 1})),
        cite("first", abs(lam(A)) <= smax(A), "modulus-bound", {"x": lam(A), "c": smax(A)}),
    ),
)

of_symmetric = Proof(
    "the larger modulus of two ordered numbers; A^2 is a Gram matrix",
    (
        norm,
        cite("order", lmin(A) <= lmax(A), "order", {}, 0),
        cite("moduli", eq(larger, maximum(-lmin(A), lmax(A))), "larger-modulus", {"x": lmin(A), "y": lmax(A)}),
        Step("first", eq(smax(A), maximum(lmax(A), -lmin(A))), Combine({"norm": 1, "moduli": 1})),
        cite("semidefinite", lmin(A.T @ A) >= 0, "gram-psd", {T: A}),
        cite("square", eq(smax(A @ A), lmax(A @ A)), "psd-extremes", {K: A @ A}, 0),
        cite("gram", eq(lmax(A @ A.T), smax(A) ** 2), "gram-norm", {T: A}, 0),
        Step("second", eq(smax(A @ A), smax(A) ** 2), Combine({"square": 1, "gram": 1})),
    ),
)

loewner_eigenvalues = Proof(
    "Weyl's inequality for A and B - A",
    (
        cite("weyl", lam(A) + lmin(B - A) <= lam(A + (B - A)), "weyl-extremes", {B: B - A}, 0),
        Step("first", lam(A) <= lam(B), Combine({"weyl": 1, "given 0": 1})),
        Step("second", lmax(A) <= lmax(B), At("first", 1)),
        Step("third", lmin(A) <= lmin(B), At("first", n)),
    ),
)
loewner_trace = Proof(
    "traces of B - A, alone and beside K",
    (
        cite("trace", n * lmin(B - A) <= tr(B - A), "trace-between", {A: B - A}, 0),
        Step("first", tr(A) <= tr(B), Combine({"trace": 1, "given 0": n})),
        cite("product", lmin(B - A) * tr(K) <= tr((B - A) @ K), "psd-trace-product", {A: B - A}, 0),
        cite("trace of K", tr(K) >= 0, "psd-trace", {}, 0),
        Step("second", tr(A @ K) <= tr(B @ K), Combine({"product": 1, "given 0": tr(K)})),
    ),
)

F, between = inv(D), tr(D) * Id(n) - n * D
trace_of_inverse = Proof(
    "the trace of F D^-1 F for F = tr(D) I - n D",
    (
        cite("inverse", lmin(F) > 0, "inverse-of-definite", {}, 0),
        cite("semidefinite", lmin(between.T @ F @ between) >= 0, "psd-congruence", {A: F, M: between}),
        cite("trace", tr(between.T @ F @ between) >= 0, "psd-trace", {K: between.T @ F @ between}, 0),
        Step("least", lmin(D) > 0, Sign()),
        cite("trace of D", n * lmin(D) <= tr(D), "trace-between", {A: D}, 0),
        Step("above", tr(D) > 0, Combine({"trace of D": 1, "least": n})),
        Step("claim", n**2 <= tr(D) * tr(F), Combine({"trace": 1 / tr(D)})),
    ),
)

turned = Step("turned", eq(N.T, -N), Identity())
skew_trace = Proof(
    "a matrix and its transpose have one trace",
    (
        turned,
        Step("traces", eq(tr(N.T), tr(-N)), Congruence("turned")),
        Step("first", eq(tr(N), 0), Combine({"traces": half})),
        Step("products", eq(A @ N.T, -A @ N), Multiply({"turned": (A, None)})),
        Step("symmetric", eq(A.T, A), Identity()),
        Step("products turned", eq(N @ A.T, N @ A), Multiply({"symmetric": (N, None)})),
        Step("traces of products", eq(tr(A @ N.T), tr(-A @ N)), Congruence("products")),
        Step("traces turned", eq(tr(N @ A.T), tr(N @ A)), Congruence("products turned")),
        Step("second", eq(tr(N @ A), 0), Combine({"traces of products": half, "traces turned": -half})),
        Step("length", normF(N) ** 2 >= 0, Sign()),
        Step("third", tr(N @ N) <= 0, Combine({"length": 1})),
    ),
)
skew_form = Proof(
    "x^T N x is its own transpose",
    (turned, Step("claim", eq(tr(x.T @ N @ x), 0), Multiply({"turned": (half * x.T, x)}))),
)

araki = Proof(
    "the trace of the square of K L is at most its squared Frobenius norm",
    (
        cite("square", tr(K @ L @ (K @ L)) <= normF(K @ L) ** 2, "trace-of-square", {M: K @ L}),
        Step("claim", tr(K @ L @ K @ L) <= tr(K @ K @ L @ L), Combine({"square": 1})),
    ),
)

R = sqrtm(K)
root_spectrum = Proof(
    "the square of a semidefinite matrix has the squares of its eigenvalues",
    (
        Step("least", lmin(R) >= 0, Sign()),
        cite("squares", eq(lam(R @ R), lam(R) ** 2), "psd-squares", {A: R}),
        Step("squares of R", eq(lam(R) ** 2, lam(K)), Combine({"squares": -1})),
        cite("range", lmin(R) <= lam(R), "eigenvalue-range", {A: R}, 0),
        Step("least at it", lmin(R) <= lam(R, k), At("range", k)),
        Step("root", lam(R, k) >= 0, Combine({"least at it": 1, "least": 1})),
        Step("square", eq(lam(R, k) ** 2, lam(K, k)), At("squares of R", k)),
        Step("not negative", lam(K, k) >= 0, Combine({"square": 1})),
        cite("entry", eq(lam(R, k), sqrt(lam(K, k))), "equal-squares", {"x": lam(R, k), "y": sqrt(lam(K, k))}),
        Step("third", eq(lam(R), sqrt(lam(K))), Entrywise("entry", k)),
        Step("first", eq(lmax(R), sqrt(lmax(K))), At("third", 1)),
        Step("second", eq(lmin(R), sqrt(lmin(K))), At("third", n)),
        cite("norm", eq(smax(R), lmax(R)), "psd-extremes", {K: R}, 0),
        Step("fourth", eq(smax(R), sqrt(lmax(K))), Combine({"norm": 1, "first": 1})),
        cite("determinant", eq(det(R @ R), det(R) * det(R)), "determinant-of-products", {M: R, P: R}, 0),
        Step("fifth", eq(det(R) ** 2, det(K)), Combine({"determinant": -1})),
        Step("sixth", eq(tr(R @ R), tr(K)), Identity()),
    ),
)
frobenius_root = Proof(
    "what the root is",
    (Step("second", eq(R @ R, K), Identity()), Step("first", eq(normF(R) ** 2, tr(K)), Identity())),
)

S, gram = absm(M), M.T @ M
modulus_norm = Proof(
    "the eigenvalues of the root of M^T M are the singular values of M",
    (
        cite("semidefinite", lmin(gram) >= 0, "gram-psd", {T: M}),
        Step("least", lmin(S) >= 0, Sign()),
        cite("squares of S", eq(lam(S @ S), lam(S) ** 2), "psd-squares", {A: S}),
        cite("squares of M", eq(s(M) ** 2, lam(gram)), "gram", {}, 0),
        cite("range", lmin(S) <= lam(S), "eigenvalue-range", {A: S}, 0),
        Step("not negative", lam(S) >= 0, Combine({"range": 1, "least": 1})),
        Step("squares", eq(lam(S) ** 2, s(M) ** 2), Combine({"squares of S": -1, "squares of M": -1})),
        cite("values", eq(lam(S), s(M)), "equal-squares", {"x": lam(S), "y": s(M)}),
        Step("largest", eq(lmax(S), smax(M)), At("values", 1)),
        cite("norm", eq(smax(S), lmax(S)), "psd-extremes", {K: S}, 0),
        Step("first", eq(norm2(S), norm2(M)), Combine({"norm": 1, "largest": 1})),
        Step("lengths", eq(normF(S) ** 2, normF(M) ** 2), Identity()),
        cite("second", eq(normF(S), normF(M)), "equal-squares", {"x": normF(S), "y": normF(M)}),
        cite("trace", eq(total(lam(S)), tr(S)), "trace", {A: S}),
        Step("sums", eq(total(lam(S)), total(s(M))), Summed("values")),
        Step("third", eq(tr(S), total(s(M))), Combine({"trace": -1, "sums": 1})),
    ),
)


def of_gram(name: str, side: int) -> tuple[Step, ...]:
    """smax(T^T T) = smax(T)^2, or smax(T T^T) = smax(T)^2 (side 0)."""
    X, size = (T.T @ T, q) if side else (T @ T.T, r)
    return (
        cite(f"{name}, semidefinite", lmin(X) >= 0, "gram-psd", {T: T if side else T.T}),
        cite(f"{name}, norm", eq(smax(X), lmax(X)), "psd-extremes", {K: X, n: size}, 0),
        cite(f"{name}, gram", eq(lmax(X), smax(T) ** 2), "gram-norm", {}, side),
        Step(name, eq(smax(X), smax(T) ** 2), Combine({f"{name}, norm": 1, f"{name}, gram": 1})),
    )


gram_norms = Proof("a Gram matrix is semidefinite", (*of_gram("first", 1), *of_gram("second", 0)))


def values_of_gram(name: str, X: Any, side: int) -> tuple[Step, ...]:  # noqa: N803
    """s(M^T M) = s(M)^2, or s(M M^T) = s(M)^2 (side 1)."""
    return (
        cite(f"{name}, semidefinite", lmin(X) >= 0, "gram-psd", {T: M.T if side else M}),
        cite(f"{name}, values", eq(s(X), lam(X)), "psd-singular-values", {A: X}),
        cite(f"{name}, gram", eq(s(M) ** 2, lam(X)), "gram", {}, side),
        Step(name, eq(s(X), s(M) ** 2), Combine({f"{name}, values": 1, f"{name}, gram": -1})),
    )


gram_values = Proof(
    "a Gram matrix is semidefinite", (*values_of_gram("first", gram, 0), *values_of_gram("second", M @ M.T, 1))
)
of_transpose = Proof(
    "a matrix and its transpose have the same singular values",
    (
        cite("values", eq(s(M), s(M.T)), "gram", {}, 2),
        Step("first", eq(s(M.T), s(M)), Combine({"values": -1})),
        Step("second", eq(total(s(M.T)), total(s(M))), Summed("first")),
    ),
)

own, both = Index("i", 1, n), Index("j", 1, n + 1 - Index("i", 1, n))
G, H = dilated(M), dilated(P)
weyl_singular = Proof(
    "Weyl's inequality for matrices twice as large",
    (
        cite(
            "weyl",
            lam(G + H, own + both - 1) <= lam(G, own) + lam(H, both),
            "weyl",
            {A: G, B: H, n: 2 * n},
            0,
            {i: own, j: both},
        ),
        cite(
            "sum",
            eq(lam(dilated(M + P), own + both - 1), s(M + P, own + both - 1)),
            "dilation",
            {M: M + P},
            0,
            {i: own + both - 1},
        ),
        cite("of M", eq(lam(G, own), s(M, own)), "dilation", {}, 0, {i: own}),
        cite("of P", eq(lam(H, both), s(P, both)), "dilation", {M: P}, 0, {i: both}),
        Step(
            "claim",
            s(M + P, own + both - 1) <= s(M, own) + s(P, both),
            Combine({"weyl": 1, "sum": -1, "of M": 1, "of P": 1}),
        ),
    ),
)

PROOFS = {
    "classical.extreme-eigenvalues-of-sum": of_sum,
    "classical.convex-largest": convex,
    "classical.eigenvalue-below-norm": below_norm,
    "classical.norm-of-symmetric": of_symmetric,
    "classical.loewner-eigenvalues": loewner_eigenvalues,
    "classical.loewner-trace": loewner_trace,
    "classical.trace-of-inverse": trace_of_inverse,
    "classical.skew-trace": skew_trace,
    "classical.skew-form": skew_form,
    "classical.araki-lieb-thirring": araki,
    "classical.root-spectrum": root_spectrum,
    "classical.frobenius-root": frobenius_root,
    "classical.modulus-norm": modulus_norm,
    "classical.gram-norms": gram_norms,
    "classical.gram-singular-values": gram_values,
    "classical.nuclear-of-transpose": of_transpose,
    "classical.weyl-singular": weyl_singular,
}
