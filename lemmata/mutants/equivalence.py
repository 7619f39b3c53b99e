"""Mutants that cannot be killed because they are true: recognised by signs, the prover and proofs that exist already.

Nothing is searched for here.  A mutant is *implied* when its claim follows, by what the prover sees at once, from the
original statement and its siblings wherever the mutant's hypotheses give theirs, or when the original's own proof
establishes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any

from sympy import Basic, Integer, preorder_traversal

from lemmata import catalogue
from lemmata.kernel import KernelError, same_formula
from lemmata.language import atoms, core, domains
from lemmata.language.forms import symmetric_by_form
from lemmata.language.matrices import Kron, MatNeg, MatPlus, MatrixTerm, MatTimes, Scaled, Transpose
from lemmata.language.proof import Proof
from lemmata.language.relations import Clause, ForAll, Relation
from lemmata.language.sequences import along_depth
from lemmata.language.statement import Kind, Statement
from lemmata.language.trees import free, is_leaf, substitute
from lemmata.mutants.known_here import Ground, siblings, weaker
from lemmata.mutants.sites import gram_by_form, sign, sites
from lemmata.mutants.variants import Variant, signs
from lemmata.prove import proofs
from lemmata.prove.depth_bounds import offered
from lemmata.prove.judge import judge, tried

TRIVIAL = Relation(Integer(0), "<=", Integer(1))  # keeps the numbers of the other hypotheses where one was left out
NEGATED = (domains.RealMatrices, domains.SymmetricMatrices, domains.Reals)  # with a matrix or number its negative too
# What is the same of a matrix, its negative and its transpose, and of both orders of a Kronecker product.
UNSEEING = (atoms.S, atoms.SMax, atoms.SMin, atoms.Norm2, atoms.NormF, atoms.Rho, atoms.Rank, atoms.Cond)
# What is read off a positive semidefinite matrix, by the name it has for symmetric ones.
OF_A_GRAM: dict[type, Any] = {
    atoms.S: atoms.Lam, atoms.SMax: atoms.LMax, atoms.SMin: atoms.LMin, atoms.Norm2: atoms.LMax, atoms.Rho: atoms.LMax,
}  # fmt: skip
OPPOSITE = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}  # a < b fails where b <= a


def reason(variant: Variant) -> str | None:
    """Why a mutant is certainly true, None where that is not seen."""
    try:
        if along_depth((*variant.given, *variant.claim)):
            return (
                "the claim holds wherever it is defined, as the original does"
                if offered(_made(variant, variant.hypotheses), True)
                else None
            )
        if variant.kind is Kind.TRAJECTORY and (why := _flow_still_proved(variant)) is not None:
            return why
        return _claim_follows(variant) if variant.part == "claim" else _hypotheses_suffice(variant)
    except KernelError:  # the kernel has no words for something in it: nothing is seen, and the derived checks decides
        return None


def contradiction(variant: Variant) -> str | None:
    """Why no instance meets the hypothesis that was changed, None where that is not seen."""
    if variant.part != "given" or len(variant.hypotheses) < len(catalogue.get(variant.origin).hypotheses):
        return None
    clause = variant.hypotheses[variant.place]
    others = [h for k, h in enumerate(variant.hypotheses) if k != variant.place]
    if not isinstance(clause, Relation) or clause.op == "==":
        return None
    small, large = (clause.lhs, clause.rhs) if clause.op in ("<", "<=") else (clause.rhs, clause.lhs)
    never = f"no instance meets {clause}"
    if clause.op in ("<", ">") and (small == 0 and sign(large) < 0 or large == 0 and sign(small) > 0):
        return never
    try:
        turned = Relation(clause.rhs, OPPOSITE[clause.op], clause.lhs)
        return never if Ground(_made(variant, others)).holds(turned) else None
    except KernelError:
        return None


def _flow_still_proved(variant: Variant) -> str | None:
    """Whether the proof of a statement about gradient flow is accepted for the mutant's hypotheses and claim too."""
    given = catalogue.proof_of(variant.origin)
    if given is None or any(isinstance(c, Relation) for c in variant.claim):
        return None
    found = judge(variant, given)
    passes = found.accepted or found.outside is not None and found.reason is None
    return "the proof of the original shows it too" if passes else None


def _claim_follows(variant: Variant) -> str | None:
    if _weaker(variant):
        return "weaker than the original: what was changed moves the wrong way"
    clause, origin = variant.conjuncts[variant.place], catalogue.get(variant.origin)
    here = _entered(variant.origin)
    if here.holds(clause):
        state = here.state
        same = same_formula(state.relation(clause), state.relation(origin.conjuncts[variant.place]))
        return "the same claim in normal form" if same else "the original implies it, by signs of what is in it"
    if _of_an_instance(variant, origin):
        return "the original says it of a negative, of a transpose, or of variables that change places"
    given = _proof(origin)
    shown = given is not None and variant.place in tried(variant, given)[1]
    return "the proof of the original shows it too" if shown else None


def _of_an_instance(variant: Variant, origin: Statement) -> bool:
    """Whether the original implies the claim once it is said of other members of the domains."""
    here, clause = _entered(variant.origin), variant.conjuncts[variant.place]
    known = plain(origin.conjuncts[variant.place])
    same = ({}, *(v for v in renamings(origin) if all(plain(substitute(h, v)) == plain(h) for h in origin.hypotheses)))
    said = dict.fromkeys(plain(substitute(clause, v)) for v in same)
    return known in said or any(here.holds(new) for new in said if new != clause)


def plain(node: Any) -> Any:
    """A clause without transposes, signs and orders of Kronecker factors that what is read off does not see.

    Eigenvalues are those of a symmetric matrix: where X + X has any, they are those of X + X.T.
    """
    if is_leaf(node) or not isinstance(node, Basic) or not node.args:
        return node
    node = node.func(*map(plain, node.args))
    if isinstance(node, Transpose | MatNeg) and isinstance(node.args[0], type(node)):
        return node.args[0].args[0]
    signless = isinstance(node, UNSEEING)
    if not signless and not isinstance(node, atoms.Lam | atoms.LMax | atoms.LMin):
        return node
    inner = node.args[0]
    while signless and isinstance(inner, MatNeg):
        inner = inner.args[0]
    ways = [turned(inner, False), turned(inner, True)]
    if not signless and isinstance(inner, MatPlus) and len(inner.args) == 2 and len(set(ways[0].args)) == 1:
        halves = [turned(inner.args[0], flip) for flip in (False, True)]
        ways = [MatPlus(*halves), MatPlus(*reversed(halves))]
    if isinstance(node, atoms.Rho) and isinstance(inner, MatTimes):  # that of A B is that of B A
        ways = [MatTimes(*w.args[k:], *w.args[:k]) for w in ways for k in range(len(w.args))]
    inner = min(ways, key=str)
    if isinstance(inner, Kron):
        inner = Kron(*sorted(inner.args, key=str))
    word = OF_A_GRAM.get(type(node)) if gram_by_form(inner) else None
    return (word or node.func)(inner, *node.args[1:])


def turned(matrix: Any, flip: bool) -> Any:
    """A matrix, or its transpose, with transposes of products and sums moved to their parts."""
    if isinstance(matrix, Transpose):
        return turned(matrix.args[0], not flip)
    if isinstance(matrix, MatTimes):
        return MatTimes(*(turned(part, flip) for part in (matrix.args[::-1] if flip else matrix.args)))
    if isinstance(matrix, MatPlus | MatNeg | Kron):
        return matrix.func(*(turned(part, flip) for part in matrix.args))
    if isinstance(matrix, Scaled):
        return Scaled(matrix.args[0], turned(matrix.args[1], flip))
    return Transpose(matrix) if flip and not symmetric_by_form(matrix) else matrix


def renamings(statement: Statement) -> Iterator[dict[Any, Any]]:
    """Maps of the variables of a statement to members of their domains that such a statement may as well speak of."""
    bounds = {p for v in statement.let for p in getattr(getattr(v, "domain", None), "parameters", ())}
    free_to = [v for v in statement.let if type(getattr(v, "domain", None)) in NEGATED and v not in bounds]
    for leaf in free_to:
        plain = isinstance(leaf, MatrixTerm)
        yield {leaf: MatNeg(leaf) if plain else core.Neg(leaf)}
        if plain and leaf.shape[0] == leaf.shape[1] and not isinstance(leaf.domain, domains.SymmetricMatrices):
            yield {leaf: Transpose(leaf)}
    for one, other in combinations(free_to, 2):
        if one.domain == other.domain:
            yield {one: other, other: one}


def _weaker(variant: Variant) -> bool:
    origin = catalogue.get(variant.origin)
    if variant.spot is None:
        return False
    if weaker(*variant.spot, signs(origin)) or _fewer_indices(variant):
        return True
    if variant.part != "given" or len(variant.hypotheses) < len(origin.hypotheses):
        return False
    others = [h for k, h in enumerate(origin.hypotheses) if k != variant.place]  # they hold of the mutant too
    known, (old, new) = signs(_made(variant, others)), variant.spot
    here = next((z for z in sites(origin.hypotheses[variant.place], "given", known) if z.path == old.path), None)
    return here is not None and weaker(replace(here, role="claim"), new, known)


def _fewer_indices(variant: Variant) -> bool:
    """Whether a shifted index only leaves out an end of the range, the index standing nowhere else."""
    site, _ = variant.spot  # type: ignore[misc]
    if variant.operator != "index-shifted" or variant.part != "claim":
        return False
    place = site.node.args[1]
    terms = place.args if isinstance(place, core.Plus) else (place,)
    added = [t.args[0] if isinstance(t, core.Neg) else t for t in terms]
    node: Any = catalogue.get(variant.origin).conjuncts[variant.place]
    innermost = None
    for k in site.path:
        innermost = node if hasattr(node, "body") and node.args[0] in free(place) else innermost
        node = node.args[k]
    if not isinstance(innermost, ForAll) or innermost.args[0] not in added:
        return False
    return sum(leaf == innermost.args[0] for leaf in preorder_traversal(innermost.args[3])) == 1


@cache
def _entered(origin: str) -> Ground:
    """What is known where the hypotheses of a statement hold: its claim and those of its siblings."""
    statement = catalogue.get(origin)
    known = list(siblings(statement))  # their proofs are gone through before anything is opened
    here = Ground(statement)
    for other in known:
        here.enter(other)
    return here


def _hypotheses_suffice(variant: Variant) -> str | None:
    origin = catalogue.get(variant.origin)
    if _weaker(variant):
        return "weaker than the original: it assumes more"
    if _valueless_at_equality(variant, origin):
        return "the claim has no value where the hypothesis holds with equality"
    if (implied := _siblings_suffice(variant, origin)) is not None:
        return implied
    given, kept = _proof(origin), len(variant.hypotheses) == len(origin.hypotheses)
    hypotheses = list(variant.hypotheses)
    if not kept:
        hypotheses.insert(variant.place, TRIVIAL)
    if _shown(variant, hypotheses, given):
        return "the proof of the original shows it too"
    if variant.part != "given" or not kept:
        return None
    without = [h for k, h in enumerate(hypotheses) if k != variant.place]  # what is true without it is true with any
    if (implied := _siblings_suffice(_made(variant, without), origin)) is not None:
        return f"without that hypothesis already: {implied}"
    hypotheses[variant.place] = TRIVIAL
    return "the proof of the original does without that hypothesis" if _shown(variant, hypotheses, given) else None


def _shown(variant: Variant, hypotheses: Sequence[Clause], given: Proof | None) -> bool:
    """Whether a proof shows every conjunct under these hypotheses."""
    if given is None:
        return False
    failed, shown, _ = tried(_made(variant, hypotheses), given)
    return failed is None and len(shown) == len(variant.conjuncts)


def _valueless_at_equality(variant: Variant, origin: Statement) -> bool:
    """Whether all that a hypothesis admits anew, equality, makes a denominator of every conjunct zero."""
    if variant.operator != "strict" or variant.part != "given":
        return False
    edge = origin.hypotheses[variant.place]
    if not isinstance(edge, Relation):
        return False
    here = Ground(_made(variant, [*origin.hypotheses[: variant.place], Relation(edge.lhs, "==", edge.rhs),
                                  *origin.hypotheses[variant.place + 1 :]]))  # fmt: skip
    below = [{q.args[1] for q in c.atoms(core.Quotient)} for c in variant.conjuncts]
    return all(any(here.holds(Relation(d, "==", Integer(0))) for d in found) for found in below)


def _siblings_suffice(variant: Statement, origin: Statement) -> str | None:
    """Whether the original or proved siblings give every conjunct, perhaps only where the conjunct is defined."""
    known = list(siblings(origin))
    for defined in (False, True):
        names: dict[str, None] = {}
        for clause in variant.conjuncts:
            here = Ground(variant, clause if defined else None)
            names |= {other.id: None for other in known if here.enter(other)}
            if not here.holds(clause):
                break
        else:
            if defined:
                return "the original's hypotheses hold wherever the claim is defined"
            if not names:
                return "the claim holds where the hypotheses left do, by signs of what is in it"
            if origin.id in names:
                return "its hypotheses imply those of the original"
            return f"{' and '.join(names)} implies it, proved without that hypothesis"
    return None


def _proof(statement: Statement) -> Proof | None:
    report = proofs.check(statement)
    return catalogue.proof_of(statement.id) if report is not None and report.ok else None


def _made(variant: Variant, hypotheses: Sequence[Clause]) -> Statement:
    return Statement(
        id=variant.origin,
        title=variant.title,
        source=variant.source,
        kind=variant.kind,
        given=tuple(hypotheses),
        claim=variant.conjuncts,
    )
