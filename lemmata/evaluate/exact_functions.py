"""Rational values of the matrix functions: inverses, entrywise maps, and roots and exponentials where rational.

Rules take an exact interpreter and a node.  A matrix function is first asked whether it is defined at all, then whether
its value is rational, so that `Undefined` comes before `Irrational`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq_mat

from lemmata.evaluate.interpreter import Irrational, Undefined
from lemmata.language import columns, families, functions
from lemmata.linalg.characteristic import integer_scaling
from lemmata.linalg.definite import positive_definite, positive_semidefinite
from lemmata.linalg.rational_functions import (
    affordable,
    diagonal_matrix,
    identity,
    nilpotent_exponential,
    pseudo_inverse,
    rational_square_root,
)


def _inverse(self: Any, node: Any) -> fmpq_mat:
    try:
        return self.table(node.args[0]).inv()
    except ZeroDivisionError:
        raise Undefined("inverse of a singular matrix") from None


def _pseudo_inverse(self: Any, node: Any) -> fmpq_mat:
    return pseudo_inverse(self.table(node.args[0]))


def _entrywise(self: Any, node: Any) -> fmpq_mat:
    A, B = (self.table(a) for a in node.args)
    return fmpq_mat(A.nrows(), A.ncols(), [x * y for x, y in zip(A.entries(), B.entries(), strict=True)])


def _relu(self: Any, node: Any) -> fmpq_mat:
    A = self.table(node.args[0])
    return fmpq_mat(A.nrows(), A.ncols(), [max(x, 0) for x in A.entries()])


def _ones(self: Any, node: Any) -> fmpq_mat:
    rows, cols = map(self.integer, node.args)
    return fmpq_mat(rows, cols, [1] * (rows * cols))


def _unit(self: Any, node: Any) -> fmpq_mat:
    length, place = map(self.integer, node.args)
    return fmpq_mat(length, 1, [int(k == place) for k in range(1, length + 1)])


def _column(self: Any, node: Any) -> fmpq_mat:
    entries = self.value(node.args[0])
    return fmpq_mat(len(entries), 1, entries)


def _exponential(self: Any, node: Any) -> fmpq_mat:
    found = nilpotent_exponential(self.table(node.args[0]))
    if found is None:
        raise Irrational("the exponential of a matrix that is not nilpotent")
    return found


def semidefinite_argument(self: Any, node: Any) -> fmpq_mat:
    """The argument of a matrix root.  Raises Undefined where it is not symmetric or has a negative eigenvalue."""
    A = _symmetric_argument(self, node)
    if not self.remember("semidefinite", node.args[0], lambda _: positive_semidefinite(A)):
        raise Undefined(f"{node.name} of a matrix with a negative eigenvalue")
    return A


def definite_argument(self: Any, node: Any) -> fmpq_mat:
    """The argument of a matrix logarithm.  Raises Undefined where it is not symmetric positive definite."""
    A = _symmetric_argument(self, node)
    if not self.remember("definite", node.args[0], lambda _: positive_definite(A)):
        raise Undefined(f"{node.name} of a matrix that is not positive definite")
    return A


def _symmetric_argument(self: Any, node: Any) -> fmpq_mat:
    A = self.table(node.args[0])
    if A.nrows() != A.ncols() or A.transpose() != A:
        raise Undefined(f"{node.name} of a matrix that is not symmetric")
    return A


def _logarithm(self: Any, node: Any) -> fmpq_mat:
    A = definite_argument(self, node)
    # A rational log(A) has algebraic eigenvalues, and only log(1) is one where exp of it is algebraic too (Lindemann).
    if identity(A.nrows()) != A:
        raise Irrational("the logarithm of a matrix other than the identity")
    return A * 0


def _root(A: fmpq_mat) -> fmpq_mat:
    if not affordable(integer_scaling(A)[0]):
        raise Irrational(f"the root of a {A.nrows()} x {A.nrows()} matrix is too expensive to find")
    found = rational_square_root(A)
    if found is None:
        raise Irrational("an irrational matrix root")
    return found


def _absolute(self: Any, node: Any) -> fmpq_mat:
    A = self.table(node.args[0])
    return _root(A.transpose() * A)


FUNCTIONS: dict[type, Callable[[Any, Any], fmpq_mat]] = {
    functions.Pivoting: lambda self, n: fmpq_mat(self.pivoting(n)),
    functions.Inverse: _inverse,
    functions.PseudoInverse: _pseudo_inverse,
    functions.Hadamard: _entrywise,
    functions.Relu: _relu,
    functions.Ones: _ones,
    families.Unit: _unit,
    functions.MatExp: _exponential,
    functions.MatLog: _logarithm,
    functions.MatSqrt: lambda self, n: _root(semidefinite_argument(self, n)),
    functions.MatAbs: _absolute,
    columns.Column: _column,
    columns.DiagonalMatrix: lambda self, n: diagonal_matrix(self.value(n.args[0])),
}
