"""Diagonals and eigenvalues of symmetric matrices beside nuclear norms."""

from lemmata.theorems.classical import A, M, T, n
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.classical.proofs.gershgorin_proofs import e, i, length, over
from lemmata.theorems.classical.proofs.kronecker_proofs import resolution
from lemmata.theorems.classical.proofs.ranks_proofs import penrose
from lemmata.theorems.language import (
    Id,
    Vector,
    diag,
    eq,
    lam,
    lmax,
    lmin,
    normF,
    normN,
    pinv,
    s,
    smax,
    sqrtm,
    total,
    tr,
)
from lemmata.theorems.language.core import quantity
from lemmata.theorems.language.proof import (
    Antisymmetric,
    At,
    Cases,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Sign,
    SingularVectors,
    SomeTerms,
    Squares,
    Step,
    Summed,
)

half = quantity(1) / 2
sums, entry = total(abs(diag(M))), tr(e.T @ M @ e)
epsilon = (sums - normN(M)) / (2 * n)
D = diag(diag(M) / (abs(diag(M)) + epsilon))
below = abs(entry) + epsilon
sign = entry / below
u, v = Vector("u", n), Vector("v", n)
pair, x = SingularVectors(D, 1, u, v), tr(e.T @ u)
top = smax(D)
nuclear_diagonal = Proof(
    "the trace of D M for the diagonal matrix D of a_i / (|a_i| + t), of which no entry is beyond one, for small t",
    (
        Step("values", s(M) >= 0, Sign()),
        Step("second", smax(M) <= normN(M), SomeTerms("values", ((1, 1),))),
        Step("values of T", s(T) >= 0, Sign()),
        Step("third", smax(T) <= normN(T), SomeTerms("values of T", ((1, 1),))),
        Step(
            "first",
            sums <= normN(M),
            Cases(
                sums <= normN(M),
                (Step("there", sums <= normN(M), Combine({"case": 1})),),
                (
                    Step("small", epsilon > 0, Combine({"case": 1 / (2 * n)})),
                    Step("below", below > 0, Combine({"small": 1})),
                    Step("compared", entry**2 <= below**2, Combine({"small": 2 * abs(entry) + epsilon})),
                    Step("square of sign", sign**2 <= 1, Combine({"compared": 1 / below / below})),
                    Step("rest", (abs(entry) - epsilon) * below <= entry**2, Squares(((1, (), epsilon),))),
                    Step("product", abs(entry) - epsilon <= sign * entry, Combine({"rest": 1 / below})),
                    Step("sum", over(i, abs(entry) - epsilon) <= over(i, sign * entry), Summed("product", i)),
                    cite("trace", eq(tr(D @ M), over(i, tr(e.T @ D @ M @ e))), "trace-by-units", {M: D @ M}),
                    cite("duality", abs(tr(D @ M)) <= top * total(s(M)), "norm-duality", {M: D, "P": M}),
                    cite("modulus", tr(D @ M) <= abs(tr(D @ M)), "modulus", {"x": tr(D @ M)}, 1),
                    # |D u| <= 1 at a singular vector u
                    Step("right", eq(D @ u, top * v), pair),
                    Step("of v", eq(v.T @ v, Id(1)), pair),
                    Step("of u", eq(u.T @ u, Id(1)), pair),
                    Step("lengths", eq(normF(D @ u), normF(top * v)), Congruence("right")),
                    Step("stretched", eq(normF(D @ u) ** 2, top**2),
                         Combine({"lengths": normF(D @ u) + normF(top * v), "of v": top**2})),
                    *length("length", u, "of u"),
                    Step("inserted", eq(u.T @ D @ resolution(n) @ D @ u, u.T @ D @ D @ u),
                         Multiply({"length, units": (u.T @ D, D @ u)})),
                    Step("weighted", sign**2 * x**2 <= x**2, Combine({"square of sign": x**2})),
                    Step("squares", over(i, sign**2 * x**2) <= over(i, x**2), Summed("weighted", i)),
                    Step("at most one", top**2 <= 1,
                         Combine({"squares": 1, "length": 1, "inserted": -1, "stretched": -1})),
                    cite("norm", top <= 1, "square-roots", {"x": top, "y": 1}),
                    Step("half", sums - n * epsilon <= normN(M),
                         Combine({"sum": 1, "trace": -1, "modulus": 1, "duality": 1, "norm": total(s(M))})),
                    Step("whole", sums <= normN(M), Combine({"half": 2})),
                ),
            ),
        ),
    ),
)  # fmt: skip

B = sqrtm(A @ A)
W = pinv(B)
F, Y, Z = B @ W, A @ W, half * (A @ W + (A @ W).T)
own, other = lam(A, i), lam(Z, i)
eigenvalue_moduli = Proof(
    "Lidskii's bound for A and 0; the trace of A beside the symmetric part of A |A|^+, whose norm is at most one",
    (
        # the sum of moduli is at most the nuclear norm
        cite("lidskii", total(abs(lam(A) - lam(0 * Id(n)))) <= total(s(A - 0 * Id(n))), "lidskii", {"B": 0 * Id(n)}),
        cite("zero", eq(lam(0 * Id(n)), 0), "multiple-of-identity", {"c": 0}),
        Step("zero at i", eq(lam(0 * Id(n), i), 0), At("zero", i)),
        Step("difference", eq(own - lam(0 * Id(n), i), own), Combine({"zero at i": -1})),
        Step("differences", eq(abs(own - lam(0 * Id(n), i)), abs(own)), Congruence("difference")),
        Step("sums", eq(over(i, abs(own - lam(0 * Id(n), i))), over(i, abs(own))), Summed("differences", i)),
        Step("nothing less", eq(A - 0 * Id(n), A), Identity()),
        Step("nuclear norms", eq(total(s(A - 0 * Id(n))), total(s(A))), Congruence("nothing less")),
        Step("below", total(abs(lam(A))) <= normN(A), Combine({"lidskii": 1, "sums": -1, "nuclear norms": 1})),
        # and at least
        cite("gram", lmin(A.T @ A) >= 0, "gram-psd", {T: A}),
        Step("square", eq(A.T @ A, A @ A), Identity()),
        Step("squares", eq(lmin(A.T @ A), lmin(A @ A)), Congruence("square")),
        Step("semidefinite", lmin(A @ A) >= 0, Combine({"gram": 1, "squares": 1})),
        Step("root", eq(B @ B, A @ A), Identity()),
        *penrose("B", B, n, n),
        cite("modulus norm", eq(tr(sqrtm(A.T @ A)), total(s(A))), "modulus-norm", {M: A}, 2),
        Step("roots", eq(sqrtm(A.T @ A), B), Congruence("square")),
        Step("traces of roots", eq(tr(sqrtm(A.T @ A)), tr(B)), Congruence("roots")),
        Step("same gram", eq(Y.T @ Y, F.T @ F), Multiply({"root": (-W.T, W)})),
        Step("same grams", eq(lmax(Y.T @ Y), lmax(F.T @ F)), Congruence("same gram")),
        cite("norm of Y", eq(lmax(Y.T @ Y), smax(Y) ** 2), "gram-norm", {T: Y}, 1),
        cite("norm of F", eq(lmax(F.T @ F), smax(F) ** 2), "gram-norm", {T: F}, 1),
        cite("projector", smax(F) <= 1, "pseudo-inverse-projectors", {T: B}, 0),
        Step("Y squared", smax(Y) ** 2 <= 1,
             Combine({"norm of Y": -1, "same grams": 1, "norm of F": 1, "projector": smax(F) + 1})),
        cite("Y", smax(Y) <= 1, "square-roots", {"x": smax(Y), "y": 1}),
        cite("Y turned", eq(smax(Y.T), smax(Y)), "transpose", {T: Y}, 0),
        cite("sum", smax(Y + Y.T) <= smax(Y) + smax(Y.T), "norm-of-sum", {T: Y, "S": Y.T}),
        cite("multiple", eq(smax(half * (Y + Y.T)), half * smax(Y + Y.T)), "non-negative-multiples",
             {"c": half, T: Y + Y.T, M: Y}, 0),
        Step("Z", smax(Z) <= 1, Combine({"multiple": 1, "sum": half, "Y turned": half, "Y": 1})),
        cite("values", abs(lam(Z)) <= smax(Z), "eigenvalue-below-norm", {"A": Z}, 0),
        Step("value", abs(other) <= smax(Z), At("values", i)),
        cite("value above", other <= abs(other), "modulus", {"x": other}, 1),
        cite("value below", -abs(other) <= other, "modulus", {"x": other}, 0),
        Step("at most", other <= 1, Combine({"value above": 1, "value": 1, "Z": 1})),
        Step("at least", other >= -1, Combine({"value below": 1, "value": 1, "Z": 1})),
        cite("own above", own <= abs(own), "modulus", {"x": own}, 1),
        cite("own below", -abs(own) <= own, "modulus", {"x": own}, 0),
        Step("product", own * other <= abs(own),
             Squares(((half, ("own above", "at least"), 1), (half, ("own below", "at most"), 1)))),
        Step("products", over(i, own * other) <= over(i, abs(own)), Summed("product", i)),
        cite("richter", tr(A @ Z) <= total(lam(A) * lam(Z)), "trace-inequality-symmetric", {"B": Z}),
        Step("inside", eq(A @ Y, B @ B @ W), Multiply({"root": (-1, W)})),
        Step("insides", eq(tr(A @ Y), tr(B @ B @ W)), Congruence("inside")),
        Step("whole", eq(tr(B @ W @ B), tr(B)), Congruence("B, whole")),
        Step("above", normN(A) <= total(abs(lam(A))),
             Combine({"modulus norm": -1, "traces of roots": 1, "whole": -1, "insides": -1, "richter": 1,
                      "products": 1})),
        Step("claim", eq(normN(A), total(abs(lam(A)))), Antisymmetric("above", "below")),
    ),
)  # fmt: skip

PROOFS = {
    "classical.eigenvalue-moduli": eigenvalue_moduli,
    "classical.nuclear-diagonal": nuclear_diagonal,
}
