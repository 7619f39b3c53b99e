"""Proof rules for eigenvectors, derivatives, layers and gradient flow."""

from dataclasses import replace
from pathlib import Path

from lemmata import catalogue
from lemmata.language import Id, Index, Kind, Scalar, Statement, Vector, ddt, eq, gap, lam, s, slope
from lemmata.language import proof as reasons
from lemmata.language.networks import (
    Conserved,
    DifferentiableLoss,
    Dot,
    InWeights,
    Network,
    OutWeights,
    SameNeighbours,
    StableSigns,
    Vertex,
)
from lemmata.language.proof import (
    Differentiate,
    Eigenvector,
    Identity,
    OneDirection,
    OnPrinciple,
    Proof,
    SingularVectors,
    Step,
    Vanishing,
    Widths,
)
from lemmata.prove.proofs import examine
from lemmata.textbook import TEXTBOOK
from tests.prove.proof_attempts import A, B, N, P, attempt, n, x

FLOW = OnPrinciple("gradient flow")

# --- vectors and derivatives

u, v, du, dv, w = (Vector(name, n) for name in ("u", "v", "du", "dv", "w"))
k = Index("i", 1, n)


def test_eigenvectors_are_of_symmetric_matrices_and_fresh():
    claim = eq(lam(N, k), lam(N, k))
    assert not attempt(claim, Step("e", eq(A @ u, lam(N, k) * u), Eigenvector(A, k, u))).ok
    assert not attempt(claim, Step("e", eq(N @ u, lam(P, k) * u), Eigenvector(N, k, u))).ok
    assert not attempt(claim, Step("e", eq(N @ u, 2 * lam(N, k) * u), Eigenvector(N, k, u))).ok
    assert not attempt(eq(w, w), Step("e", eq(N @ w, lam(N, k) * w), Eigenvector(N, k, w))).ok
    again = Step("f", eq(P @ u, lam(P, k) * u), Eigenvector(P, k, u))
    assert not attempt(claim, Step("e", eq(N @ u, lam(N, k) * u), Eigenvector(N, k, u)), again).ok


def test_singular_vectors_are_not_eigenvectors():
    pair = SingularVectors(A, k, u, v)
    claim = eq(s(A, k), s(A, k))
    for wrong in (eq(A @ u, s(A, k) * u), eq(A @ v, s(A, k) * u), eq(u.T @ v, Id(1))):
        assert not attempt(claim, Step("p", wrong, pair)).ok
    assert not attempt(claim, Step("p", eq(A @ u, s(A, k) * u), SingularVectors(A, k, u, u))).ok


def test_a_multiple_singular_value_has_many_directions():
    pair = SingularVectors(A, k, u, v)
    steps = (
        Step("p", eq(A @ u, s(A, k) * v), pair),
        Step("w", eq(w, u @ u.T @ w), OneDirection("given 0", pair, w)),
        Step("claim", eq(w.T @ w, w.T @ w), Identity()),
    )
    eigen = eq(A.T @ A @ w, s(A, k) ** 2 * w)
    assert attempt(eq(w.T @ w, w.T @ w), *steps, given=(eigen, gap(s(A), k) > 0)).ok


def test_only_equations_along_the_family_are_differentiated():
    t = Scalar("t")
    M = A + t * B
    G = A.T @ A + t * (A.T @ B + B.T @ A) + t**2 * (B.T @ B)
    unit = Eigenvector(G, k, u)
    start = Step("e", eq(G @ u, lam(G, k) * u), unit)
    rate = slope(lam(G), k, t)
    right = Step("d", eq(ddt(G, t) @ u + G @ du, rate * u + lam(G, k) * du), Differentiate("e", t, {u: du}))
    claim, simple = eq(t * lam(G, k), lam(G, k) * t), gap(lam(G), k) > 0
    assert attempt(claim, start, right, Step("claim", claim, Identity()), given=simple).ok
    product = M.T @ M  # the same family, in a form from which no coefficients are read
    other = Step("e", eq(product @ u, lam(product, k) * u), Eigenvector(product, k, u))
    assert not attempt(claim, other, replace(right, by=Differentiate("e", t, {u: du})), given=simple).ok
    assert not attempt(claim, start, right, given=x > 0).ok  # nothing makes the eigenvalue simple
    for states, rates in (
        (eq(ddt(G, t) @ u, rate * u + lam(G, k) * du), {u: du}),
        (eq(ddt(G, t) @ u + G @ du, rate * u), {u: du}),
        (eq(ddt(G, t) @ u, rate * u), {}),
    ):
        assert not attempt(claim, start, Step("d", states, Differentiate("e", t, rates)), given=simple).steps[-1]["ok"]
    point = Step("d", eq(B @ w, x * w), Differentiate("given 1", t, {}))
    assert not attempt(claim, point, given=(simple, eq(M @ w, x * t * w))).steps[-1]["ok"]


def test_a_matrix_vanishes_only_with_its_own_square():
    zero = eq(A @ w, 0 * w)
    assert attempt(zero, Vanishing("given 0"), given=eq(w.T @ A.T @ A @ w, 0 * Id(1))).ok
    assert not attempt(zero, Vanishing("given 0"), given=eq(w.T @ A @ A @ w, 0 * Id(1))).ok
    assert not attempt(zero, Vanishing("given 0"), given=eq(w.T @ A @ w, 0 * Id(1))).ok


# --- layers and networks


def test_layers_are_bounded_only_where_they_are_wide():
    lemma = catalogue.get("zhao.lemma-2.first")
    given = catalogue.proof_of(lemma.id)
    above = next(step for step in given.steps if step.name == "above")
    alone = replace(given, steps=(above,))
    assert examine(lemma, alone).steps[0]["ok"]
    assert not examine(lemma, replace(given, steps=(replace(above, by=Widths("given_9")),))).steps[0]["ok"]
    wide = lemma.given[0]
    for op, enough in ((">=", True), (">", True), ("<=", False), ("<", False), ("==", False)):
        other = replace(lemma, given=(type(wide)(wide.lhs, op, wide.rhs), *lemma.given[1:]))
        assert examine(other, alone).steps[0]["ok"] is enough, op


def network_claim(invariant, nu, *given):
    return Statement(
        id="test.flow", title="", source=TEXTBOOK.at(""), kind=Kind.TRAJECTORY,
        given=(StableSigns(nu), DifferentiableLoss(), *given), claim=Conserved(invariant, nu),
    )  # fmt: skip


def flow(invariant, nu, reason, *given):
    claim = network_claim(invariant, nu, *given)
    return examine(claim, Proof("flow", (Step("rate", claim.claim[0], reason),)))


def test_vertices():
    nu = Network("nu", "dag", ("relu",))
    a, b = Vertex("a", nu), Vertex("b", nu)
    assert flow(Dot(InWeights(a), InWeights(a)) - Dot(OutWeights(a), OutWeights(a)), nu, FLOW).ok
    assert not flow(Dot(InWeights(a), InWeights(a)) + Dot(OutWeights(a), OutWeights(a)), nu, FLOW).ok
    assert not flow(Dot(InWeights(a), InWeights(a)), nu, FLOW).ok
    both = Dot(InWeights(a), InWeights(b)) - Dot(OutWeights(a), OutWeights(b))
    assert not flow(both, nu, FLOW, SameNeighbours(a, b)).ok  # the slopes of a and b differ
    linear = Network("nu", "dag", ("linear",))
    a, b = Vertex("a", linear), Vertex("b", linear)
    both = Dot(InWeights(a), InWeights(b)) - Dot(OutWeights(a), OutWeights(b))
    assert flow(both, linear, FLOW, SameNeighbours(a, b)).ok
    assert not flow(both, linear, FLOW).ok
    for row in ("", "~relu", "~leaky"):
        claim = catalogue.get("le.lemma-3.eq-5" + row)
        assert not examine(claim, Proof("flow", (Step("rate", claim.claim[0], FLOW),))).ok


def test_every_reason_is_tried_somewhere():
    source = "".join(p.read_text() for p in Path(__file__).parents[1].rglob("test_*.py"))
    names = [r.__name__ for r in vars(reasons).values() if isinstance(r, type) and issubclass(r, reasons.Reason)]
    assert all(f"{name}(" in source for name in names if name != "Reason")
