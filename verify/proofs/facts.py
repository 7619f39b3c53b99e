"""What has been established: relations in normal form, and what has to be defined for them to make sense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sympy import Expr, Integer, Number, factor_list, fraction

from theorems.language import atoms, core, families, functions
from theorems.language.matrices import MatrixTerm
from theorems.language.networks import Conserved
from theorems.language.relations import Clause, ForAll, Relation
from theorems.language.variables import Index
from verify.proofs.forms import Form, Forms
from verify.proofs.trees import substitute
from verify.proofs.words import ProofError

Needs = frozenset[tuple[Any, ...]]
NOTHING: Needs = frozenset()


@dataclass(frozen=True, eq=False)
class Fact:
    """`difference` is the larger side minus the smaller one (or the difference of equal sides).

    op is "==", "<=" or "<"; `needs` are the quantities that must be defined for the fact to hold, beyond those that
    are seen to be defined; `family` says that the fact holds along a family, not at one point only.
    """

    clause: Clause
    op: str
    difference: Any  # a SymPy expression, or a Form for an equation between matrices
    length: Any = None
    needs: Needs = NOTHING
    family: bool = False

    @property
    def is_matrix(self) -> bool:
        """Whether this is an equation between matrices larger than 1 x 1."""
        return isinstance(self.difference, Form)


def opened(clause: Clause) -> tuple[Clause, list[Index]]:
    """A clause with its quantified indices made free, each with its range for a domain."""
    indices = []
    while isinstance(clause, ForAll):
        index, low, high, body = clause.args
        free = Index(index.name, low, high)
        indices.append(free)
        clause = substitute(body, {index: free})
    return clause, indices


def read(forms: Forms, clause: Clause, needs: Needs | None = None, family: bool = False) -> Fact:
    """A relation as a fact, before anyone has shown it.  `needs` default to all partial functions in it."""
    clause, _ = opened(clause)
    if isinstance(clause, Conserved):
        return Fact(clause, "==", None)
    if not isinstance(clause, Relation):
        raise ProofError(f"{clause} is not a relation")
    all_needs = needs_of(forms, clause) if needs is None else needs
    if isinstance(clause.lhs, MatrixTerm):
        if clause.op != "==":
            raise ProofError(f"{clause}: matrices are only equated")
        a, b = forms.matrix(clause.lhs), forms.matrix(clause.rhs)
        form = forms.matrix.add([a, forms.matrix.scaled(Integer(-1), b)])
        return Fact(clause, "==", forms.canonical(-form.scalar) if form.is_scalar else form, None, all_needs, family)
    small, large = (clause.lhs, clause.rhs) if clause.op in ("<=", "<", "==") else (clause.rhs, clause.lhs)
    lengths = {x for x in map(forms.length, (small, large)) if x is not None}
    if len(lengths) > 1:
        raise ProofError(f"{clause} compares vectors of different lengths")
    difference = forms.canonical(forms.scalar(large) - forms.scalar(small))
    op = {">=": "<=", ">": "<"}.get(clause.op, clause.op)
    return Fact(clause, op, difference, lengths.pop() if lengths else None, all_needs, family)


def needs_of(forms: Forms, node: Any) -> Needs:
    """The places where a tree could be undefined."""
    if isinstance(node, families.SumOver | families.MaxOver | families.MatSumOver):
        index, low, high, body = node.args
        return needs_of(forms, substitute(body, {index: Index(index.name, low, high)}))
    own: set[tuple[Any, ...]] = set()
    if isinstance(node, core.Quotient) or isinstance(node, core.Power) and int(node.args[1]) < 0:
        below = forms.scalar(node.args[1] if isinstance(node, core.Quotient) else node.args[0])
        own |= nonzero(below)
    elif isinstance(node, core.Sqrt):
        inside = forms.scalar(node.args[0])
        if not isinstance(inside, Number) or inside < 0:
            own.add(("root", inside))
    elif isinstance(node, functions.Inverse):
        own.add(("inverse", forms.matrix(node.args[0]).key))
    elif isinstance(node, core.RealPower):
        own.add(("positive", forms.scalar(node.args[0])))
    elif isinstance(node, atoms.Cond):
        own.add(("not the zero matrix", forms.scalar(atoms.SMax(node.args[0]))))
    elif isinstance(node, atoms.EigenForm | atoms.SingularForm):
        singular = isinstance(node, atoms.SingularForm)
        spectrum = (atoms.S if singular else atoms.Lam)(node.args[0])
        own |= simple(forms, spectrum, node.args[1])
    elif isinstance(node, atoms.Slope):
        own |= simple(forms, node.args[0], node.args[1])
    return frozenset(own).union(*(needs_of(forms, a) for a in getattr(node, "args", ())))


def nonzero(e: Expr) -> Needs:
    """A product is not zero where none of its factors is."""
    _, factors = factor_list(fraction(e)[0])
    return frozenset(("nonzero", f) for f, _ in factors)


def simple(forms: Forms, spectrum: Any, index: Any) -> set[tuple[Any, ...]]:
    """An eigenvalue must be simple to have one eigenvector, a singular value also non-zero."""
    out: set[tuple[Any, ...]] = {("positive", forms.scalar(core.Gap(spectrum, index)))}
    if isinstance(spectrum, atoms.S):
        out.add(("positive", forms.scalar(core.Entry(spectrum, index))))
    return out


def same(a: Any, b: Any) -> bool:
    """Whether two differences in normal form agree."""
    if isinstance(a, Form) != isinstance(b, Form):
        return False
    return a.key == b.key if isinstance(a, Form) else a == b


def expression(fact: Fact) -> Expr:
    """The difference of a scalar or vector fact.  Raises ProofError for other facts."""
    if fact.is_matrix or fact.difference is None:
        raise ProofError(f"{fact.clause} is no relation between quantities")
    return fact.difference
