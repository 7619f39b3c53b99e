"""Instances of other statements: substitution with every domain and hypothesis checked."""

from __future__ import annotations

from typing import Any

from theorems.language import atoms, core, domains, families
from theorems.language.families import Layers
from theorems.language.matrices import MatrixTerm
from theorems.language.networks import Network, Vertex
from theorems.language.proof import Apply
from theorems.language.relations import ForAll, Relation
from theorems.language.statement import Statement
from theorems.language.variables import Dim, Index, Matrix, Scalar
from verify.proofs.book import Book, stands_for
from verify.proofs.facts import NOTHING, Fact, Needs, opened, read
from verify.proofs.trees import ENTRYWISE, bound_indices, free, is_leaf, substitute
from verify.proofs.words import DIAGONAL, Letter, ProofError, Word


def apply(book: Book, reason: Apply, target: Fact) -> Fact:
    """The target as an instance of another statement.

    Raises ProofError when a value lies outside its variable's domain, a hypothesis is not established, or the instance
    says something else.
    """
    statement = book.library.find(reason.statement)
    if statement is None:
        raise ProofError(f"no statement is called {reason.statement}")
    if not 0 <= reason.conjunct < len(statement.conjuncts):
        raise ProofError(f"{reason.statement} has no conjunct {reason.conjunct}")
    claim: Any = statement.conjuncts[reason.conjunct]
    spoken = set().union(*(free(c) for c in (claim, *statement.hypotheses)))
    variables = [v for v in statement.let if v in spoken]  # the others range over something, it does not matter what
    values = _values(book, statement, variables, reason)
    used = _domains(book, statement, variables, values)
    while isinstance(claim, ForAll):
        used |= _index(book, claim, values, reason)
        claim = claim.body
    if not isinstance(claim, Relation):
        raise ProofError(f"{reason.statement} does not claim a relation")
    for clause in statement.hypotheses:
        used |= _hypothesis(book, clause, values)
    instance = read(book.forms, substitute(claim, values))
    if not stands_for(instance, target):
        raise ProofError(f"the instance of {reason.statement} says {instance.clause}, not {target.clause}")
    book.leans.setdefault(reason.statement)
    return book.shown(target, used, instance.needs)


def _values(book: Book, statement: Statement, variables: list[Any], reason: Apply) -> dict[Any, Any]:
    values = dict(reason.where)
    unknown = [v for v in values if v not in statement.let]
    if unknown:
        raise ProofError(f"{statement.id} has no variable {unknown[0]}")
    for leaf in variables:
        if isinstance(leaf, Network | Vertex | Layers):
            values.setdefault(leaf, leaf)
        elif isinstance(leaf, Matrix):
            image = values.setdefault(leaf, leaf)
            if not isinstance(image, MatrixTerm):
                raise ProofError(f"{leaf} stands for a matrix, not for {image}")
            for size, actual in zip(leaf.shape, image.shape, strict=True):
                if isinstance(size, Dim):
                    values.setdefault(size, actual)
    for leaf in variables:
        values.setdefault(leaf, leaf)
    for leaf, image in values.items():
        strangers = free(image) - book.variables - set(book.vectors)
        if any(not book.ranges(x) for x in strangers):
            raise ProofError(f"{image}, put for {leaf}, is not made of variables of the statement")
    _no_capture(statement, values)
    return values


def _no_capture(statement: Statement, values: dict[Any, Any]) -> None:
    """Nothing put in may depend on an index the statement binds, or on the variable it differentiates by."""
    clauses = (*statement.hypotheses, *statement.conjuncts)
    bound = set().union(*(bound_indices(c) for c in clauses))
    for leaf, image in values.items():
        if free(image) & bound and image != leaf:
            raise ProofError(f"{image}, put for {leaf}, has an index that {statement.id} binds")
    for slope in {s for c in clauses for s in c.atoms(atoms.Slope)}:
        moving = values[slope.args[2]]
        if not is_leaf(moving):
            raise ProofError(f"{statement.id} differentiates by {slope.args[2]}, which must stay a variable")
        for leaf, image in values.items():
            if leaf != slope.args[2] and moving in free(image):
                raise ProofError(f"{image}, put for {leaf}, depends on {moving}, the variable of differentiation")


def _domains(book: Book, statement: Statement, variables: list[Any], values: dict[Any, Any]) -> Needs:
    used = NOTHING
    scalars_only = all(isinstance(v, Scalar) for v in statement.let)
    for leaf in variables:
        image = values[leaf]
        if isinstance(leaf, Network | Vertex | Layers):
            if image != leaf:
                raise ProofError(f"{leaf} can only stand for itself")
            if isinstance(leaf, Layers) and any(values[x] != x for x in free(leaf) - {leaf}):
                raise ProofError(f"the sizes of {leaf} can only stand for themselves")
            continue
        domain = leaf.domain.map(lambda p: substitute(p, values))
        used |= book.needs(image)
        if isinstance(leaf, Matrix):
            used |= _matrix_domain(book, leaf, domain, image)
        else:
            if book.forms.length(image) is not None and not (scalars_only and _entrywise(statement)):
                raise ProofError(f"{leaf} stands for a number, not for the vector {image}")
            used |= _scalar_domain(book, leaf, domain, image)
    return used


def _entrywise(statement: Statement) -> bool:
    """Whether a statement about numbers says the same about the entries of vectors."""

    def plain(node: Any) -> bool:
        return is_leaf(node) or not node.args or isinstance(node, ENTRYWISE) and all(map(plain, node.args))

    clauses = (*statement.hypotheses, *statement.conjuncts)
    return all(isinstance(c, Relation) and plain(c.lhs) and plain(c.rhs) for c in clauses)


def _matrix_domain(book: Book, leaf: Any, domain: Any, image: Any) -> Needs:
    forms = book.forms
    form = forms.matrix(image)
    if form.shape != tuple(forms.scalar(x) for x in domain.shape):
        raise ProofError(f"{image}, put for {leaf}, has another shape")
    if isinstance(domain, domains.RealMatrices):
        return NOTHING
    if is_leaf(image) and image.domain == domain:
        return NOTHING
    if isinstance(domain, domains.SymmetricMatrices | domains.PSD):
        if forms.matrix.transpose(form).key != form.key:
            raise ProofError(f"{image}, put for {leaf}, is not seen to be symmetric")
        if isinstance(domain, domains.SymmetricMatrices):
            return NOTHING
        return book.positive(forms.scalar(atoms.LMin(image)), False, what=f"the least eigenvalue of {image}")
    if isinstance(domain, domains.DiagonalMatrices) and all(map(_diagonal, form.terms)):
        return NOTHING
    raise ProofError(f"{image}, put for {leaf}, is not seen to lie in {domain.name}")


def _diagonal(word: Word) -> bool:
    """Whether a word is a product of diagonal matrices."""
    return all(isinstance(x, Letter) and isinstance(x.domain, DIAGONAL) for x in word)


def _scalar_domain(book: Book, leaf: Any, domain: Any, image: Any) -> Needs:
    forms = book.forms
    e, length = forms.scalar(image), forms.length(image)
    used = NOTHING
    if isinstance(domain, domains.Integers):
        if not is_integer(image):
            raise ProofError(f"{image}, put for {leaf}, is not seen to be an integer")
        used |= book.positive(e - forms.scalar(domain.low), False, what=f"{image} - {domain.low}")
        if domain.high is not None:
            used |= book.positive(forms.scalar(domain.high) - e, False, what=f"{domain.high} - {image}")
    elif isinstance(domain, domains.Positive):
        used |= book.positive(e, True, length, what=str(image))
    elif isinstance(domain, domains.Interval | domains.OpenInterval):
        strict = isinstance(domain, domains.OpenInterval)
        used |= book.positive(e - forms.scalar(domain.low), strict, length, what=f"{image} - {domain.low}")
        used |= book.positive(forms.scalar(domain.high) - e, strict, length, what=f"{domain.high} - {image}")
    elif not isinstance(domain, domains.Reals):
        raise ProofError(f"nothing can be put for {leaf}")
    return used


def is_integer(node: Any) -> bool:
    """Whether a quantity is seen to be an integer."""
    if isinstance(node, Dim | Index | families.Width) or getattr(node, "is_Integer", False):
        return True
    if isinstance(node, core.Power):
        return int(node.args[1]) >= 0 and is_integer(node.args[0])
    return isinstance(node, core.Plus | core.Neg | core.Times | core.Abs) and all(map(is_integer, node.args))


def _index(book: Book, claim: ForAll, values: dict[Any, Any], reason: Apply) -> Needs:
    """Give a bound index its value, after checking that the value lies in the range."""
    index, low, high = claim.args[:3]
    if index not in reason.at:
        raise ProofError(f"{reason.statement} binds {index}: say at which value it is used")
    value = reason.at[index]
    if not is_integer(value) and not getattr(value, "is_Integer", False):
        raise ProofError(f"{value} is not seen to be an integer")
    if any(not book.ranges(x) for x in free(value) - book.variables):
        raise ProofError(f"{value}, put for {index}, is not made of variables of the statement")
    e = book.forms.scalar(value)
    low, high = (book.forms.scalar(substitute(x, values)) for x in (low, high))
    used = book.positive(e - low, False, what=f"{value} - {low}")
    used |= book.positive(high - e, False, what=f"{high} - {value}")
    values[index] = value
    return used


def _hypothesis(book: Book, clause: Any, values: dict[Any, Any]) -> Needs:
    clause, indices = opened(substitute(clause, values))
    if not isinstance(clause, Relation) or any(i in book.variables or not book.ranges(i) for i in indices):
        raise ProofError(f"the hypothesis {clause} cannot be checked")
    wanted = read(book.forms, clause)
    used = book.holds(wanted)  # a hypothesis over a range follows from a fact over the same range
    if used is None:
        raise ProofError(f"the hypothesis {wanted.clause} is not established")
    return used | wanted.needs


__all__ = ["apply", "is_integer"]
