"""Kronecker products and matrices listed as columns, proved from Rayleigh quotients and Id = sum of e_i e_i^T."""

from typing import Any

from lemmata.theorems.classical import A, G, H, M, P, T, c, n, q, r, x
from lemmata.theorems.classical.entries import G_r, H_q
from lemmata.theorems.classical.entries import w as z
from lemmata.theorems.classical.numbers import x as number
from lemmata.theorems.classical.numbers import y as other
from lemmata.theorems.classical.proofs.spectra_proofs import eigenvector
from lemmata.theorems.language import (
    Id,
    Index,
    MatSumOver,
    SumOver,
    Unit,
    Vector,
    cond,
    eq,
    kron,
    lam,
    lmax,
    lmin,
    normF,
    s,
    smax,
    smin,
    tr,
)
from lemmata.theorems.language.proof import (
    Antisymmetric,
    Apply,
    At,
    Combine,
    Congruence,
    Identity,
    Multiply,
    Proof,
    Refute,
    Step,
    Summed,
)

one = Id(1)


def resolution(size: Any, index: str = "l") -> Any:
    """Sum of e_l e_l^T."""
    over = Index(index, 1, size)
    return MatSumOver(over, 1, size, Unit(size, over) @ Unit(size, over).T)


def units(name: str, size: Any) -> Step:
    """Id is the sum of e_l e_l^T."""
    return Step(name, eq(resolution(size), Id(size)), Apply("classical.unit-columns", {n: size}))


i, j = Index("i", 1, r), Index("j", 1, q)
block, across = kron(Unit(r, i).T, Id(q)) @ z, kron(Id(r), Unit(q, j).T) @ z
length = tr(z.T @ z)


def over(index: Any, size: Any, body: Any) -> Any:
    """Sum over all blocks."""
    return SumOver(index, 1, size, body)


def form_of(N: Any, part: Any) -> Any:
    """part^T N part."""
    return tr(part.T @ N @ part)


kronecker_forms = Proof(
    "block by block of the vector, Id being the sum of e_i e_i^T",
    (
        units("units", r),
        units("units of q", q),
        Step(
            "block, below",
            lmin(H_q) * tr(block.T @ block) <= form_of(H_q, block),
            Apply("classical.rayleigh", {A: H_q, x: block}, 0),
        ),
        Step(
            "block, above",
            form_of(H_q, block) <= lmax(H_q) * tr(block.T @ block),
            Apply("classical.rayleigh", {A: H_q, x: block}, 1),
        ),
        Step(
            "across, below",
            lmin(G_r) * tr(across.T @ across) <= form_of(G_r, across),
            Apply("classical.rayleigh", {A: G_r, x: across}, 0),
        ),
        Step(
            "blocks, below",
            over(i, r, lmin(H_q) * tr(block.T @ block)) <= over(i, r, form_of(H_q, block)),
            Summed("block, below", i),
        ),
        Step(
            "blocks, above",
            over(i, r, form_of(H_q, block)) <= over(i, r, lmax(H_q) * tr(block.T @ block)),
            Summed("block, above", i),
        ),
        Step(
            "all across",
            over(j, q, lmin(G_r) * tr(across.T @ across)) <= over(j, q, form_of(G_r, across)),
            Summed("across, below", j),
        ),
        Step("length", eq(tr(z.T @ kron(resolution(r), Id(q)) @ z), length), Congruence("units")),
        Step("length across", eq(tr(z.T @ kron(Id(r), resolution(q)) @ z), length), Congruence("units of q")),
        Step("form", eq(tr(z.T @ kron(resolution(r), H_q) @ z), tr(z.T @ kron(Id(r), H_q) @ z)), Congruence("units")),
        Step(
            "form across",
            eq(tr(z.T @ kron(G_r, resolution(q)) @ z), tr(z.T @ kron(G_r, Id(q)) @ z)),
            Congruence("units of q"),
        ),
        Step(
            "below",
            lmin(H_q) * length <= tr(z.T @ kron(Id(r), H_q) @ z),
            Combine({"blocks, below": 1, "length": -lmin(H_q), "form": 1}),
        ),
        Step(
            "above",
            tr(z.T @ kron(Id(r), H_q) @ z) <= lmax(H_q) * length,
            Combine({"blocks, above": 1, "length": lmax(H_q), "form": -1}),
        ),
        Step(
            "other factor",
            lmin(G_r) * length <= tr(z.T @ kron(G_r, Id(q)) @ z),
            Combine({"all across": 1, "length across": -lmin(G_r), "form across": 1}),
        ),
    ),
)

product, right, left = kron(G_r, H_q), kron(Id(r), H_q), kron(G_r, Id(q))
w = Vector("u", r * q)
mu, alpha, pi = lmin(product), tr(w.T @ right @ w), tr(w.T @ left @ w)
v = right @ w
y = -2 * mu * w + (pi + 1) * v
kronecker_psd = Proof(
    "for an eigenvector w to mu < 0, the forms of Id ⊗ H at w and of G ⊗ Id at -2 mu w + (P + 1) (Id ⊗ H) w",
    (
        *eigenvector("u", product, r * q, w),
        Step("image", eq(v.T @ left @ v, mu * (w.T @ right @ w)), Multiply({"u": (w.T @ right, None)})),
        Step("below", lmin(H_q) * tr(w.T @ w) <= alpha, Apply("classical.kronecker-forms", {z: w}, 0)),
        Step("not negative", alpha >= 0, Combine({"below": 1, "given 1": tr(w.T @ w)})),
        Step("form", lmin(G_r) * tr(y.T @ y) <= tr(y.T @ left @ y), Apply("classical.kronecker-forms", {z: y}, 2)),
        Step("length", eq(normF(y) ** 2, tr(y.T @ y)), Identity()),
        Step(
            "form not negative",
            tr(y.T @ left @ y) >= 0,
            Combine({"form": 1, "given 0": normF(y) ** 2, "length": lmin(G_r)}),
        ),
        Step(
            "out",
            (pi + 1) ** 2 * mu * alpha - 4 * mu**2 >= 0,
            Combine({"form not negative": 1, "image": (pi + 1) ** 2, "u, form": -4 * mu * (pi + 1)}),
        ),
        Step("least", mu >= 0, Refute({"contrary": -4 * mu, "out": 1, "not negative": -((pi + 1) ** 2) * mu})),
    ),
)

GH = kron(G, H)
u, u_2 = Vector("u", r * q), Vector("w", r * q)
a, b, a_2, b_2 = Vector("a", r), Vector("b", q), Vector("c", r), Vector("d", q)
top, bottom = lmax(G), lmin(G)
lack, excess = top * Id(r) - G, G - bottom * Id(r)
kronecker = Proof(
    "Rayleigh quotients at eigenvectors of the product, and at products of eigenvectors",
    (
        *eigenvector("u", GH, 1, u),
        *eigenvector("w", GH, r * q, u_2),
        *eigenvector("a", G, 1, a),
        *eigenvector("b", H, 1, b),
        *eigenvector("c", G, r, a_2),
        *eigenvector("d", H, q, b_2),
        Step("order", bottom <= top, Apply("classical.order", {A: G}, 0)),
        Step("top", top >= 0, Combine({"order": 1, "given 0": 1})),
        Step("shift", eq(lam(lack), lam(-G) + top), Apply("classical.shift", {A: -G, c: top})),
        Step("shift, least", eq(lmin(lack), lmin(-G) + top), At("shift", r)),
        Step("negative", eq(lmin(-G), -top), Apply("classical.negation", {A: G}, 0)),
        Step("lack", lmin(lack) >= 0, Combine({"shift, least": -1, "negative": -1})),
        Step("shift back", eq(lam(excess), lam(G) - bottom), Apply("classical.shift", {A: G, c: -bottom})),
        Step("shift back, least", eq(lmin(excess), bottom - bottom), At("shift back", r)),
        Step("lack of the product", lmin(kron(lack, H)) >= 0, Apply("classical.kronecker-psd", {G_r: lack, H_q: H})),
        Step(
            "excess of the product", lmin(kron(excess, H)) >= 0, Apply("classical.kronecker-psd", {G_r: excess, H_q: H})
        ),
        Step(
            "lack at u",
            lmin(kron(lack, H)) * tr(u.T @ u) <= tr(u.T @ kron(lack, H) @ u),
            Apply("classical.rayleigh", {A: kron(lack, H), x: u}, 0),
        ),
        Step(
            "excess at w",
            lmin(kron(excess, H)) * tr(u_2.T @ u_2) <= tr(u_2.T @ kron(excess, H) @ u_2),
            Apply("classical.rayleigh", {A: kron(excess, H), x: u_2}, 0),
        ),
        Step(
            "H at u",
            tr(u.T @ kron(Id(r), H) @ u) <= lmax(H) * tr(u.T @ u),
            Apply("classical.kronecker-forms", {H_q: H, z: u}, 1),
        ),
        Step(
            "H at w",
            lmin(H) * tr(u_2.T @ u_2) <= tr(u_2.T @ kron(Id(r), H) @ u_2),
            Apply("classical.kronecker-forms", {H_q: H, z: u_2}, 0),
        ),
        Step(
            "at most",
            lmax(GH) <= top * lmax(H),
            Combine(
                {
                    "u, form": -1,
                    "lack at u": 1,
                    "lack of the product": tr(u.T @ u),
                    "H at u": top,
                    "u, unit": top * lmax(H),
                }
            ),
        ),
        Step(
            "at least",
            lmin(GH) >= bottom * lmin(H),
            Combine(
                {
                    "w, form": 1,
                    "excess at w": 1,
                    "excess of the product": tr(u_2.T @ u_2),
                    "H at w": bottom,
                    "w, unit": -bottom * lmin(H),
                }
            ),
        ),
        Step(
            "attained above",
            tr(kron(a, b).T @ GH @ kron(a, b)) <= lmax(GH) * tr(kron(a, b).T @ kron(a, b)),
            Apply("classical.rayleigh", {A: GH, x: kron(a, b)}, 1),
        ),
        Step(
            "attained below",
            lmin(GH) * tr(kron(a_2, b_2).T @ kron(a_2, b_2)) <= tr(kron(a_2, b_2).T @ GH @ kron(a_2, b_2)),
            Apply("classical.rayleigh", {A: GH, x: kron(a_2, b_2)}, 0),
        ),
        Step(
            "product above",
            top * lmax(H) <= lmax(GH),
            Combine(
                {
                    "attained above": 1,
                    "a, form": -tr(b.T @ H @ b),
                    "b, form": -top,
                    "a, unit": lmax(GH) * tr(b.T @ b),
                    "b, unit": lmax(GH),
                }
            ),
        ),
        Step(
            "product below",
            lmin(GH) <= bottom * lmin(H),
            Combine(
                {
                    "attained below": 1,
                    "c, form": tr(b_2.T @ H @ b_2),
                    "d, form": bottom,
                    "c, unit": -lmin(GH) * tr(b_2.T @ b_2),
                    "d, unit": -lmin(GH),
                }
            ),
        ),
        Step("largest", eq(lmax(GH), top * lmax(H)), Antisymmetric("at most", "product above")),
        Step("least", eq(lmin(GH), bottom * lmin(H)), Antisymmetric("product below", "at least")),
    ),
)

IP = kron(Id(r), P)
kronecker_identity = Proof(
    "the identity has condition number one and largest eigenvalue one",
    (
        Step("identity", eq(s(Id(r)), 1), Apply("classical.scaled-identity", {c: 1, n: r})),
        Step("identity, largest", eq(smax(Id(r)), 1), At("identity", 1)),
        Step("identity, least", eq(smin(Id(r)), 1), At("identity", r)),
        Step("not zero", smax(Id(r)) > 0, Combine({"identity, largest": -1})),
        Step(
            "product",
            eq(cond(IP), cond(Id(r)) * cond(P)),
            Apply("classical.kronecker-singular-values", {T: Id(r), M: P}, 1),
        ),
        Step("not singular", smin(Id(r)) > 0, Combine({"identity, least": -1})),
        Step("ratio", eq(cond(Id(r)), smax(Id(r)) / smin(Id(r))), Apply("classical.condition", {T: Id(r)})),
        Step(
            "one",
            eq(cond(Id(r)), 1),
            Combine(
                {
                    "ratio": 1,
                    "identity, largest": 1 / smin(Id(r)),
                    "identity, least": -1 / smin(Id(r)),
                }
            ),
        ),
        Step("condition", eq(cond(IP), cond(P)), Combine({"product": 1, "one": cond(P)})),
        Step("gram", eq(lmax(IP.T @ IP), smax(IP) ** 2), Apply("classical.gram-norm", {T: IP}, 1)),
        Step("gram of P", eq(lmax(P.T @ P), smax(P) ** 2), Apply("classical.gram-norm", {T: P}, 1)),
        Step("eigenvalues", eq(lam(Id(r)), 1), Apply("classical.identity", {n: r})),
        Step("first", eq(lmax(Id(r)), 1), At("eigenvalues", 1)),
        Step("last", eq(lmin(Id(r)), 1), At("eigenvalues", r)),
        Step("semidefinite", lmin(Id(r)) >= 0, Combine({"last": -1})),
        Step("gram, semidefinite", lmin(P.T @ P) >= 0, Apply("classical.gram-psd", {T: P})),
        Step(
            "kronecker",
            eq(lmax(kron(Id(r), P.T @ P)), lmax(Id(r)) * lmax(P.T @ P)),
            Apply("classical.kronecker", {G: Id(r), H: P.T @ P}, 0),
        ),
        Step(
            "squares",
            eq(smax(IP) ** 2, smax(P) ** 2),
            Combine(
                {
                    "gram": -1,
                    "kronecker": 1,
                    "first": lmax(P.T @ P),
                    "gram of P": 1,
                }
            ),
        ),
        Step("norm", eq(smax(IP), smax(P)), Apply("classical.equal-squares", {number: smax(IP), other: smax(P)})),
    ),
)

PROOFS = {
    "classical.kronecker-forms": kronecker_forms,
    "classical.kronecker-psd": kronecker_psd,
    "classical.kronecker": kronecker,
    "classical.kronecker-identity": kronecker_identity,
}
