"""Unit eigenvectors and singular vectors as variables of a proof, and their derivatives along a family."""

from __future__ import annotations

from typing import Any

from sympy import Integer

from theorems.language import atoms, core, proof
from theorems.language.domains import RealMatrices
from theorems.language.matrices import Id, MatrixTerm
from theorems.language.relations import Relation
from theorems.language.variables import Matrix, Scalar
from verify.proofs.book import Book, stands_for
from verify.proofs.facts import NOTHING, Fact, Needs, read, simple
from verify.proofs.trees import derivative, free
from verify.proofs.words import ProofError
from verify.prove.judge import DISCRIMINANT, GRADIENT_FLOW

SPECTRAL_THEOREM = "spectral theorem (every eigenvalue of a symmetric matrix has a unit eigenvector)"
SINGULAR_VALUES = "singular value decomposition (every singular value has a pair of unit singular vectors)"
DIFFERENTIABILITY = "implicit function theorem (a simple eigenvalue and its unit eigenvector are differentiable)"
PRINCIPLES = {  # what is used without being a statement, and where it is proved
    SPECTRAL_THEOREM: "R. A. Horn, C. R. Johnson, Matrix Analysis, second edition, Theorem 4.1.5",
    SINGULAR_VALUES: "R. A. Horn, C. R. Johnson, Matrix Analysis, second edition, Theorem 2.6.3",
    GRADIENT_FLOW: (
        "E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, second edition, Section I.14"
    ),
    DISCRIMINANT: "S. Lang, Algebra, third edition, Section IV.8",
    DIFFERENTIABILITY: "W. Rudin, Principles of Mathematical Analysis, third edition (1976), Theorem 9.28",
}


def introduce(book: Book, reason: Any) -> None:
    """Make the vectors of a reason variables of the proof.  Raises ProofError when a name is taken."""
    if isinstance(reason, proof.Eigenvector):
        _register(book, reason.matrix, {"u": reason.u}, ("eigenvector", *_identity(book, reason)))
    elif isinstance(reason, proof.SingularVectors):
        if reason.u == reason.v:
            raise ProofError("the two singular vectors need two names")
        _register(book, reason.matrix, {"u": reason.u, "v": reason.v}, ("singular", *_identity(book, reason)))
    elif isinstance(reason, proof.Differentiate):
        for vector, rate in reason.rates.items():
            if vector not in book.vectors:
                raise ProofError(f"{vector} is no eigenvector or singular vector introduced before")
            _claim(book, rate, vector.shape, ("rate", vector, reason.variable))


def _identity(book: Book, reason: Any) -> tuple[Any, ...]:
    index = book.forms.scalar(reason.index)
    size, cols = book.forms.matrix(reason.matrix).shape
    if size != cols:
        raise ProofError(f"{reason.matrix} is not square")
    book.positive(index - 1, False, what=f"{reason.index} - 1")
    book.positive(size - index, False, what=f"the order of {reason.matrix} - {reason.index}")
    return (book.forms.matrix(reason.matrix).key, index)


def _register(book: Book, matrix: MatrixTerm, names: dict[str, Any], key: tuple[Any, ...]) -> None:
    for role, leaf in names.items():
        _claim(book, leaf, (matrix.shape[0], Integer(1)), (*key, role))


def _claim(book: Book, leaf: Any, shape: Any, key: tuple[Any, ...]) -> None:
    if not isinstance(leaf, Matrix) or leaf.domain != RealMatrices(*map(core.quantity, shape)):
        raise ProofError(f"{leaf} is no column vector of the right length")
    if leaf in book.variables or book.vectors.get(leaf, key) != key:
        raise ProofError(f"{leaf} already stands for something else")
    if key in [k for other, k in book.vectors.items() if other != leaf]:
        raise ProofError(f"{leaf} has another name already")
    book.vectors[leaf] = key


def _one_of(book: Book, choices: list[Relation], target: Fact, used: Needs = NOTHING) -> Fact:
    for choice in choices:
        given = read(book.forms, choice)
        if stands_for(given, target):
            return book.shown(target, used, family=True)
    raise ProofError(f"{target.clause} is not one of {', '.join(map(str, choices))}")


def eigenvector(book: Book, reason: proof.Eigenvector, target: Fact) -> Fact:
    """N u = lambda_i u, u^T u = 1, and the eigenvector form of any matrix where the eigenvalue is simple."""
    n, u = reason.matrix, reason.u
    form = book.forms.matrix(n)
    if book.forms.matrix.transpose(form).key != form.key:
        raise ProofError(f"{n} is not seen to be symmetric")
    choices = [
        Relation(n @ u, "==", core.Entry(atoms.Lam(n), reason.index) * u),
        Relation(u.T @ u, "==", Id(1)),
    ]
    side = target.clause.lhs
    if isinstance(side, atoms.EigenForm):
        choices.append(Relation(atoms.EigenForm(n, reason.index, side.args[2]), "==", atoms.Tr(u.T @ side.args[2] @ u)))
    book.leans.setdefault(SPECTRAL_THEOREM)
    return _one_of(book, choices, target)


def singular_vectors(book: Book, reason: proof.SingularVectors, target: Fact) -> Fact:
    """A u = s_i v, A^T v = s_i u, unit lengths, and the form of any matrix where s_i is simple and not zero."""
    a, u, v = reason.matrix, reason.u, reason.v
    s = core.Entry(atoms.S(a), reason.index)
    choices = [
        Relation(a @ u, "==", s * v),
        Relation(a.T @ v, "==", s * u),
        Relation(u.T @ u, "==", Id(1)),
        Relation(v.T @ v, "==", Id(1)),
    ]
    side = target.clause.lhs
    if isinstance(side, atoms.SingularForm):
        x = side.args[2]
        choices.append(Relation(atoms.SingularForm(a, reason.index, x), "==", atoms.Tr(u.T @ x @ v)))
    book.leans.setdefault(SINGULAR_VALUES)
    return _one_of(book, choices, target)


def one_direction(book: Book, reason: proof.OneDirection, target: Fact) -> Fact:
    """w = u u^T w for w in the eigenspace of A^T A to a simple s_i squared."""
    vectors, w = reason.vectors, reason.w
    key = ("singular", *_identity(book, vectors), "u")
    if book.vectors.get(vectors.u) != key:
        raise ProofError(f"{vectors.u} has not been introduced as a right singular vector of {vectors.matrix}")
    a, s = vectors.matrix, core.Entry(atoms.S(vectors.matrix), vectors.index)
    fact = book.fact(reason.fact)
    if not stands_for(fact, read(book.forms, Relation(a.T @ a @ w, "==", s**2 * w))):
        raise ProofError(f"{reason.fact} does not say that {w} is an eigenvector of A.T @ A to {s} squared")
    gap = book.forms.scalar(core.Gap(atoms.S(a), vectors.index))
    used = fact.needs | book.positive(gap, True, what=f"the gap of {s}")
    given = read(book.forms, Relation(w, "==", vectors.u @ vectors.u.T @ w))
    if not stands_for(given, target):
        raise ProofError(f"this gives {given.clause}, not {target.clause}")
    return book.shown(target, used)


def differentiate(book: Book, reason: proof.Differentiate, target: Fact) -> Fact:
    """The derivative of an equation that holds along the family, where the eigenvalue is simple."""
    fact, variable = book.fact(reason.fact), reason.variable
    if not isinstance(variable, Scalar) or variable not in book.variables:
        raise ProofError(f"{variable} is no variable of the statement")
    if not fact.family or fact.op != "==" or not isinstance(fact.clause.lhs, MatrixTerm):
        raise ProofError(f"{reason.fact} is no matrix equation that holds along the family")
    if any(x != variable and variable in free(x) for x in free(fact.clause)):
        raise ProofError(f"{variable} shapes the domain of another variable")
    moving = {x for x in free(fact.clause) if x in book.vectors}
    if not moving <= set(reason.rates):
        raise ProofError(f"the derivative of {', '.join(map(str, moving - set(reason.rates)))} has no name")
    used = fact.needs
    for vector in moving:
        used |= _simple(book, vector, fact)

    def rate(node: Any) -> Any:
        if node == variable:
            return Integer(1)
        if node in reason.rates:
            return reason.rates[node]
        if isinstance(node, core.Entry) and isinstance(node.args[0], atoms.S | atoms.Lam):
            return atoms.Slope(node.args[0], node.args[1], variable) if node.has(variable) else None
        return None

    sides = [derivative(side, rate) for side in (fact.clause.lhs, fact.clause.rhs)]
    zero = core.quantity(0) * fact.clause.lhs
    left, right = (zero if side is None else side for side in sides)
    given = read(book.forms, Relation(left, "==", right))
    if not stands_for(given, target):
        raise ProofError(f"this gives {given.clause}, not {target.clause}")
    book.leans.setdefault(DIFFERENTIABILITY)
    return book.shown(target, used)


def _simple(book: Book, vector: Any, fact: Fact) -> Needs:
    """The eigenvalue must be simple for its vectors to be differentiable; a singular value also not zero."""
    key = book.vectors[vector]
    if key[0] == "rate":
        raise ProofError("second derivatives are not taken")
    spectrum = atoms.S if key[0] == "singular" else atoms.Lam
    for node in fact_entries(book, spectrum):
        if (book.forms.matrix(node.args[0].args[0]).key, book.forms.scalar(node.args[1])) == key[1:3]:
            used = NOTHING
            for _, e in simple(book.forms, node.args[0], node.args[1]):
                used |= book.positive(e, True, what="the gap of the eigenvalue (or a singular value)")
            return used
    raise ProofError(f"nothing says that the eigenvalue of {vector} is simple")


def fact_entries(book: Book, spectrum: type) -> list[Any]:
    """The entries of spectra that the hypotheses speak of."""
    found: list[Any] = []
    for clause in book.statement.hypotheses:
        for node in clause.atoms(core.Gap):
            if isinstance(node.args[0], spectrum):
                found.append(core.Entry(node.args[0], node.args[1]))
    return found
