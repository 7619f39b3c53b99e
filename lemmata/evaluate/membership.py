"""Exact instances: whether their values lie in the domains of their variables, without tolerance or approximation, and
those drawn by recipes in the variables of the statement as it was asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq, fmpq_mat

from lemmata.evaluate.exact import ExactInterpreter, identity
from lemmata.evaluate.interpreter import NoValue
from lemmata.language import domains
from lemmata.language.instance import Exact, Instance
from lemmata.language.instantiate import substitute
from lemmata.language.recipes import drawn
from lemmata.language.statement import Statement
from lemmata.language.trees import free_names
from lemmata.language.variables import Matrix
from lemmata.linalg.ball_spectra import positive_definite, positive_semidefinite
from lemmata.linalg.convert import to_fmpq, to_fraction, to_fraction_rows
from lemmata.linalg.rational_functions import diagonal_of


def member(exact: ExactInterpreter, leaf: Any) -> bool:
    """Whether the value of one variable of a concrete problem lies in its domain.

    Raises KeyError where the instance has no value, ValueError where a matrix has another shape than its variable,
    TypeError for a domain without numbers (networks).
    """
    domain, value = leaf.domain, exact.instance.values[leaf.name]
    if not isinstance(domain, domains.MatrixDomain):
        return contains(domain, to_fmpq(value), exact.scalar)
    A = exact.matrix(leaf)
    shape = tuple(exact.integer(x) for x in domain.shape)
    if (A.nrows(), A.ncols()) != shape:
        raise ValueError(f"{leaf.name} is {A.nrows()} x {A.ncols()}, its variable {shape[0]} x {shape[1]}")
    return _matrix_member(exact, domain, A)


def contains(domain: Any, x: Any, value: Callable[[Any], Any]) -> bool:
    """Whether a number lies in a scalar domain; `value` gives the ends of the domain as numbers of the same kind."""
    if isinstance(domain, domains.Reals):
        return True
    if isinstance(domain, domains.Positive):
        return bool(x > 0)
    if isinstance(domain, domains.Integers):
        high = None if domain.high is None else value(domain.high)
        return bool(x.denominator == 1 and value(domain.low) <= x and (high is None or x <= high))
    if isinstance(domain, domains.Interval):
        return bool(value(domain.low) <= x <= value(domain.high))
    if isinstance(domain, domains.OpenInterval):
        return bool(value(domain.low) < x < value(domain.high))
    raise TypeError(f"no exact membership test for {type(domain).__name__}")


def _matrix_member(exact: ExactInterpreter, domain: Any, A: fmpq_mat) -> bool:
    if isinstance(domain, domains.RealMatrices):
        return True
    if isinstance(domain, domains.SymmetricMatrices):
        return A.transpose() == A
    if isinstance(domain, domains.PSD):
        return A.transpose() == A and positive_semidefinite(A)
    if isinstance(domain, domains.PD):
        return A.transpose() == A and positive_definite(A)
    if isinstance(domain, domains.Skew):
        return A.transpose() == A * -1
    if isinstance(domain, domains.Nonnegative):
        return all(x >= 0 for x in A.entries())
    if isinstance(domain, domains.Upper):
        return all(x == 0 for i, row in enumerate(A.tolist()) for x in row[:i])
    if isinstance(domain, domains.DiagonalMatrices):
        return diagonal_of(A) is not None
    if isinstance(domain, domains.Signs | domains.Projection):
        diagonal, choices = diagonal_of(A), (-1, 1) if isinstance(domain, domains.Signs) else (0, 1)
        return diagonal is not None and all(x in choices for x in diagonal)
    if isinstance(domain, domains.Orthogonal):
        return A.transpose() * A == identity(A.ncols())
    if isinstance(domain, domains.Activation):
        diagonal, eta = diagonal_of(A), exact.scalar(domain.eta)
        if diagonal is None:
            return False
        # With eta = 1 every count fits: the m entries eta are among the ones.
        m, ones, etas = exact.integer(domain.m), diagonal.count(fmpq(1)), diagonal.count(eta)
        return ones == len(diagonal) if eta == 1 else etas == m and ones == len(diagonal) - m
    if isinstance(domain, domains.Selection):
        return _selects(A)
    raise TypeError(f"no exact membership test for {type(domain).__name__}")


def _selects(A: fmpq_mat) -> bool:
    """Whether the rows are distinct unit rows in their natural order."""
    places = []
    for row in A.tolist():
        places += [j for j, x in enumerate(row) if x == 1]
        if sum(x != 0 for x in row) != 1:
            return False
    return len(places) == A.nrows() and all(a < b for a, b in zip(places, places[1:], strict=False))


def as_asked(statement: Statement, instance: Instance) -> Instance | None:
    """The instance of a statement that an instance of `searched(statement)` stands for, exactly.

    None where a recipe has no rational value there.
    """
    exact, made = ExactInterpreter(instance), drawn(statement)
    new = {name for value in made.values() for name in free_names(value)} - {leaf.name for leaf in statement.let}
    values: dict[str, Exact] = {name: value for name, value in instance.values.items() if name not in new}
    for leaf, value in made.items():
        try:
            value = substitute(value, instance.dims)
            values[leaf.name] = (
                to_fraction_rows(exact.matrix(value)) if isinstance(leaf, Matrix) else to_fraction(exact.scalar(value))
            )
        except NoValue:
            return None
    return Instance(instance.dims, values)
