"""Variances and spreads of eigenvalues, lengths of images, diagonals of inverses, determinants and lengths."""

from typing import Any

from lemmata.theorems.classical import A, M, P, c, n, x
from lemmata.theorems.classical.isometry_theorems import N
from lemmata.theorems.classical.jensen_theorems import D, F, K, Q
from lemmata.theorems.classical.proofs.citing import cite
from lemmata.theorems.language import (
    Id,
    Index,
    Unit,
    cond,
    det,
    diag,
    eq,
    inv,
    lam,
    lmax,
    lmin,
    maxabs,
    minimum,
    normF,
    s,
    smax,
    smin,
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
    Entrywise,
    Identity,
    Multiply,
    Proof,
    Sign,
    SomeTerms,
    Squares,
    Step,
    Summed,
)

i = Index("i", 1, n)
one = Id(n)
low, high = lmin(A), lmax(A)
first, second = tr(A), tr(A @ A)
sums = (
    cite("trace", eq(total(lam(A)), first), "trace", {}),
    cite("squares", eq(total(lam(A) ** 2), second), "eigenvalue-squares", {}),
)

popoviciu = Proof(
    "the sum of (k - lmin)(lmax - k) over the eigenvalues k",
    (
        *sums,
        cite("below", low <= lam(A), "eigenvalue-range", {}, 0),
        cite("above", lam(A) <= high, "eigenvalue-range", {}, 1),
        Step("between", (lam(A) - low) * (high - lam(A)) >= 0, Combine({"below": high - lam(A)})),
        Step("sum", total((lam(A) - low) * (high - lam(A))) >= 0, Summed("between")),
        Step("means", second <= (low + high) * first - n * low * high,
             Combine({"sum": 1, "trace": low + high, "squares": -1})),
        Step("claim", 4 * (n * second - first**2) <= n**2 * (high - low) ** 2,
             Combine({"means": 4 * n})),
    ),
)  # fmt: skip


def alone(name: str, conjunct: int) -> Step:
    """lmin = lmax where there is one eigenvalue alone."""
    return cite(name, lam(A, 1) <= lam(A, n), "descending", {}, 0, {"i": n, "j": 2 - n})


gaps = (lam(A) - first / n) ** 2
spread = Proof(
    "the squared distances of the largest and the smallest eigenvalue from the mean, among those of all",
    (
        *sums,
        Step("square", gaps >= 0, Sign()),
        Step(
            "claim",
            n * (high - low) ** 2 <= 2 * n * second - 2 * first**2,
            Cases(
                n >= 2,
                (
                    Step("two", (high - first / n) ** 2 + (low - first / n) ** 2 <= total(gaps),
                         SomeTerms("square", ((1, 1), (n, n)))),
                    Step("many", n * (high - low) ** 2 <= 2 * n * second - 2 * first**2,
                         Combine({"two": 2 * n, "trace": -4 * first, "squares": 2 * n})),
                ),
                (
                    alone("one", 0),
                    Step("sum", total(gaps) >= 0, Summed("square")),
                    cite("order", low <= high, "order", {}, 0),
                    Step("same", n * (high - low) ** 2 <= 0, Combine({"one": n * (high - low)})),
                    Step("few", n * (high - low) ** 2 <= 2 * n * second - 2 * first**2,
                         Combine({"same": 1, "sum": 2 * n, "trace": -4 * first, "squares": 2 * n})),
                ),
            ),
        ),
    ),
)  # fmt: skip


def extreme(name: str, value: Any, at: Any) -> tuple[Step, ...]:
    """(n - 1) (k^2 - ...) from the squared distances from the mean of the others."""
    others = first - value
    distances = ((n - 1) * lam(A) - others) ** 2
    bound = (n - 1) * (n * second - first**2)
    claim = (n * value - first) ** 2 <= bound
    return (
        Step(f"{name}, square", distances >= 0, Sign()),
        Step(f"{name}, one of them", ((n - 1) * value - others) ** 2 <= total(distances),
             SomeTerms(f"{name}, square", ((at, at),))),
        Step(f"{name}, product", (n - 1) * (n * value - first) ** 2 <= (n - 1) * bound,
             Combine({f"{name}, one of them": n, "trace": -2 * n * (n - 1) * others, "squares": n * (n - 1) ** 2})),
        Step(
            name,
            claim,
            Cases(
                n >= 2,
                (
                    Step("several", n - 1 > 0, Combine({"case": 1})),
                    Step("many", claim, Combine({f"{name}, product": 1 / (n - 1)})),
                ),
                (
                    alone("one", 0),
                    cite("order", low <= high, "order", {}, 0),
                    cite("mean below", n * low <= first, "trace-between", {}, 0),
                    cite("mean above", first <= n * high, "trace-between", {}, 1),
                    Step("at most", n <= 1, Combine({"case": 1})),
                    Step("at least", n >= 1, Sign()),
                    Step("n", eq(n, 1), Antisymmetric("at most", "at least")),
                    Step("below", n * value <= first, Combine({"mean below": 1, "one": n, "order": n})),
                    Step("above", n * value >= first, Combine({"mean above": 1, "one": n, "order": n})),
                    Step("same", eq(n * value, first), Antisymmetric("below", "above")),
                    Step("nothing", claim, Combine({"same": n * value - first, "n": first**2 - n * second})),
                ),
            ),
        ),
    )  # fmt: skip


wolkowicz_styan = Proof(
    "the squared distances of all eigenvalues from the mean of the others",
    (*sums, *extreme("largest", high, 1), *extreme("smallest", low, n)),
)

least, largest, form = lmin(D), lmax(D), tr(x.T @ D @ x)
lengths = Proof(
    "(D - lmin)(lmax - D) is semidefinite; then the mean of two numbers is at least the root of their product",
    (
        cite("between", tr(x.T @ D @ D @ x) + least * largest * tr(x.T @ x) <= (least + largest) * form,
             "square-between", {"A": D}),
        Step("definite", least > 0, Sign()),
        cite("order", least <= largest, "order", {"A": D}, 0),
        Step("positive", largest >= 0, Combine({"order": 1, "definite": 1})),
        Step("factor", least * largest * normF(x) ** 2 >= 0, Sign()),
        Step("second", normF(D @ x) ** 2 <= (least + largest) * form - least * largest * normF(x) ** 2,
             Combine({"between": 1})),
        Step("first", 4 * least * largest * normF(D @ x) ** 2 * normF(x) ** 2 <= (least + largest) ** 2 * form**2,
             Squares(((4, ("second", "factor"), 1),
                      (1, (), (least + largest) * form - 2 * least * largest * normF(x) ** 2)))),
    ),
)  # fmt: skip

e = Unit(n, i)
entry, inverse_entry = tr(e.T @ D @ e), tr(e.T @ inv(D) @ e)
inverse_diagonal = Proof(
    "Cauchy's inequality for the roots of D and its inverse at unit columns",
    (
        cite("range", lmin(D) <= diag(D), "diagonal-between", {"A": D}, 0),
        Step("definite", lmin(D) > 0, Sign()),
        Step("low", lmin(D) <= entry, At("range", i)),
        Step("positive", entry > 0, Combine({"low": 1, "definite": 1})),
        cite("forms", tr(e.T @ e) ** 2 <= entry * inverse_entry, "inverse-form", {"x": e}),
        Step("at i", 1 / entry <= inverse_entry, Combine({"forms": 1 / entry})),
        Step("first", 1 / diag(D) <= diag(inv(D)), Entrywise("at i", i)),
        Step("sum", total(1 / diag(D)) <= total(diag(inv(D))), Summed("first")),
        cite("trace", eq(tr(inv(D)), total(diag(inv(D)))), "trace-by-units", {M: inv(D)}),
        Step("second", total(1 / diag(D)) <= tr(inv(D)), Combine({"sum": 1, "trace": -1})),
    ),
)

gram = M.T @ M
mean, limit = normF(M) ** 2 / n, n * maxabs(M) ** 2
determinant_lengths = Proof(
    "the determinant of M^T M is at most the power of the mean of its eigenvalues",
    (
        cite("gram", eq(det(gram), det(M) ** 2), "determinant-of-gram", {}, 0),
        cite("semidefinite", lmin(gram) >= 0, "gram-psd", {"T": M}),
        cite("mean", det(gram) <= (tr(gram) / n) ** n, "determinant-extremes", {"K": gram}, 4),
        Step("same", eq(tr(gram) / n, mean), Identity()),
        Step("same power", eq((tr(gram) / n) ** n, mean**n), Congruence("same")),
        Step("first", det(M) ** 2 <= mean**n, Combine({"gram": -1, "mean": 1, "same power": 1})),
        cite("entries", normF(M) ** 2 <= n * n * maxabs(M) ** 2, "frobenius-of-entries", {"T": M}),
        Step("means", mean <= limit, Combine({"entries": 1 / n})),
        Step("sign", mean >= 0, Sign()),
        cite("powers", mean**n <= limit**n, "powers-grow", {"x": mean, "y": limit, "p": n}),
        Step("second", det(M) ** 2 <= limit**n, Combine({"first": 1, "powers": 1})),
    ),
)

link, half = one + N, quantity(1) / 2
identity_plus_skew = Proof(
    "the symmetric part of I + N is I, and (I + N)^T (I + N) = I + N^T N",
    (
        Step("part", eq(link + link.T, 2 * one), Identity()),
        Step("parts", eq(lmin(link + link.T), lmin(2 * one)), Congruence("part")),
        cite("two", eq(lam(2 * one), 2), "multiple-of-identity", {"c": 2}),
        Step("least two", eq(lmin(2 * one), 2), At("two", n)),
        cite("below", lmin(link + link.T) <= 2 * smin(link), "symmetric-part-below", {M: link}, 0),
        Step("first", smin(link) >= 1, Combine({"below": half, "parts": half, "least two": half})),
        Step("nothing", eq(N + N.T, 0 * one), Identity()),
        Step("nothings", eq(lmin(N + N.T), lmin(0 * one)), Congruence("nothing")),
        cite("zero", eq(lam(0 * one), 0), "multiple-of-identity", {"c": 0}),
        Step("least zero", eq(lmin(0 * one), 0), At("zero", n)),
        Step("accretive", lmin(N + N.T) >= 0, Combine({"nothings": -1, "least zero": -1})),
        cite("third", smax(inv(link)) <= 1, "accretive-resolvent", {M: N, "g": 1}, 0),
        cite("norm", eq(lmax(link.T @ link), smax(link) ** 2), "gram-norm", {"T": link}, 1),
        cite("norm of N", eq(lmax(N.T @ N), smax(N) ** 2), "gram-norm", {"T": N}, 1),
        Step("square", eq(link.T @ link, N.T @ N + 1 * one), Identity()),
        Step("squares", eq(lmax(link.T @ link), lmax(N.T @ N + 1 * one)), Congruence("square")),
        cite("shift", eq(lmax(N.T @ N + 1 * one), lmax(N.T @ N) + 1), "extreme-eigenvalues-of-shift",
             {"A": N.T @ N, "c": 1}, 0),
        Step("fourth", eq(smax(link) ** 2, 1 + smax(N) ** 2),
             Combine({"norm": -1, "norm of N": 1, "squares": 1, "shift": 1})),
        Step("definite", lmin(link + link.T) > 0, Combine({"parts": -1, "least two": -1})),
        cite("determinants", det(half * (link + link.T)) <= det(link), "ostrowski-taussky", {M: link}, 0),
        Step("half", eq(half * (link + link.T), one), Identity()),
        Step("halves", eq(det(half * (link + link.T)), det(one)), Congruence("half")),
        cite("unit", eq(det(one), 1), "identity-extremes", {}, 4),
        Step("second", det(link) >= 1, Combine({"determinants": 1, "halves": 1, "unit": 1})),
    ),
)  # fmt: skip

turned = Q @ F @ Q.T
inside, same = Q @ F @ inv(Q) + P - c * one, turned + P - c * one
bauer_fike_orthogonal = Proof(
    "the condition number of an orthogonal matrix is one",
    (
        cite("modulus", eq(abs(det(Q)), 1), "determinant-of-orthogonal", {}, 1),
        Step("regular", abs(det(Q)) > 0, Combine({"modulus": -1})),
        cite("inverse", eq(Q @ inv(Q), one), "inverse", {M: Q}, 0),
        Step("transposed", eq(inv(Q), Q.T), Multiply({"inverse": (Q.T, None)})),
        cite("largest", eq(smax(Q), 1), "orthogonal-norm", {}, 0),
        cite("least", eq(smin(Q), 1), "orthogonal-norm", {}, 1),
        Step("positive", smin(Q) > 0, Combine({"least": -1})),
        cite("ratio", eq(cond(Q), smax(Q) / smin(Q)), "condition", {"T": Q}),
        Step("products", eq(cond(Q) * smin(Q), smax(Q)), Combine({"ratio": smin(Q)})),
        Step("condition", eq(cond(Q), 1), Combine({"products": 1, "least": -cond(Q), "largest": 1})),
        cite("bound", minimum(abs(diag(F) - c)) <= cond(Q) * (smax(P) + smin(inside)), "bauer-fike-eigenvalue",
             {"V": F, "L": Q, P: P}, 0),
        Step("insides", eq(inside, same), Multiply({"transposed": (Q @ F, None)})),
        Step("least values", eq(smin(inside), smin(same)), Congruence("insides")),
        Step("claim", minimum(abs(diag(F) - c)) <= smax(P) + smin(same),
             Combine({"bound": 1, "condition": smax(P) + smin(inside), "least values": 1})),
    ),
)  # fmt: skip

R = sqrtm(K)
whole = (R @ M).T @ R @ M
ostrowski_each = Proof(
    "the eigenvalues of M^T K M are the squared singular values of K^(1/2) M",
    (
        Step("root", eq(R @ R, K), Identity()),
        cite("roots", eq(s(R) ** 2, lam(R.T @ R)), "gram", {M: R}, 0),
        Step("square", eq(R.T @ R, K), Identity()),
        Step("squares", eq(lam(R.T @ R, i), lam(K, i)), Congruence("square")),
        Step("root at i", eq(s(R, i) ** 2, lam(R.T @ R, i)), At("roots", i)),
        cite("values", eq(s(R @ M) ** 2, lam(whole)), "gram", {M: R @ M}, 0),
        Step("product", eq(whole, M.T @ K @ M), Multiply({"root": (M.T, M)})),
        Step("products", eq(lam(whole, i), lam(M.T @ K @ M, i)), Congruence("product")),
        Step("product at i", eq(s(R @ M, i) ** 2, lam(whole, i)), At("values", i)),
        cite("above", s(R @ M) <= s(R) * smax(M), "submultiplicative", {M: R, P: M}, 0),
        cite("below", s(R) * smin(M) <= s(R @ M), "submultiplicative", {M: R, P: M}, 2),
        Step("above at i", s(R @ M, i) <= s(R, i) * smax(M), At("above", i)),
        Step("below at i", s(R, i) * smin(M) <= s(R @ M, i), At("below", i)),
        Step("second at i", lam(M.T @ K @ M, i) <= smax(M) ** 2 * lam(K, i),
             Combine({"above at i": s(R @ M, i) + s(R, i) * smax(M), "product at i": 1, "products": -1,
                      "root at i": smax(M) ** 2, "squares": smax(M) ** 2})),
        Step("first at i", smin(M) ** 2 * lam(K, i) <= lam(M.T @ K @ M, i),
             Combine({"below at i": s(R @ M, i) + s(R, i) * smin(M), "product at i": 1, "products": 1,
                      "root at i": -(smin(M) ** 2), "squares": -(smin(M) ** 2)})),
        Step("first", smin(M) ** 2 * lam(K) <= lam(M.T @ K @ M), Entrywise("first at i", i)),
        Step("second", lam(M.T @ K @ M) <= smax(M) ** 2 * lam(K), Entrywise("second at i", i)),
    ),
)  # fmt: skip

PROOFS = {
    "classical.popoviciu": popoviciu,
    "classical.spread": spread,
    "classical.wolkowicz-styan": wolkowicz_styan,
    "classical.kantorovich-lengths": lengths,
    "classical.inverse-diagonal": inverse_diagonal,
    "classical.determinant-lengths": determinant_lengths,
    "classical.identity-plus-skew": identity_plus_skew,
    "classical.bauer-fike-orthogonal": bauer_fike_orthogonal,
    "classical.ostrowski-each": ostrowski_each,
}
