"""Ball rules of the matrix nodes, and what the form of a matrix says where its balls cannot: semidefiniteness and rank.

Rules take a ball interpreter and a node whose value is not rational.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import lru_cache, reduce
from typing import Any

from flint import arb, arb_mat, fmpq_mat
from sympy import Integer

from lemmata.evaluate import matrix_words
from lemmata.evaluate.interpreter import Irrational, Undecided, Undefined
from lemmata.language import atoms, columns, core, families, forms, functions, matrices
from lemmata.language.numerical_range import NumRadius
from lemmata.language.specification import Mirror
from lemmata.linalg import ball_spectra, matrix_functions
from lemmata.linalg.definite import positive_definite, positive_semidefinite

symmetric_by_form = lru_cache(maxsize=4096)(forms.symmetric_by_form)


def _entrywise(rule: Callable[..., arb]) -> Callable[[Any, Any], arb_mat]:
    def apply(self: Any, node: Any) -> arb_mat:
        tables = [arb_mat(self.table(a)) for a in node.args]
        rows, cols = tables[0].nrows(), tables[0].ncols()
        return arb_mat(rows, cols, [rule(*xs) for xs in zip(*(t.entries() for t in tables), strict=True)])

    return apply


def _folded(combine: Callable[[arb_mat, arb_mat], arb_mat]) -> Callable[[Any, Any], arb_mat]:
    return lambda self, node: reduce(combine, [arb_mat(self.table(a)) for a in node.args])


def _kron(self: Any, node: Any) -> arb_mat:
    a, b = (arb_mat(self.table(x)).tolist() for x in node.args)
    return arb_mat([[x * y for x in top for y in bottom] for top in a for bottom in b])


def _refuse_singular(self: Any, node: Any) -> None:
    """Raise Undefined where form and rational parts show that the argument of a node is singular."""
    rank = rank_by_form(self, node.args[0])
    if rank is not None and rank < int(node.shape[0]):
        raise Undefined(f"{node.name} of a singular matrix")


def _inverse(self: Any, node: Any) -> arb_mat:
    _refuse_singular(self, node)
    try:
        return arb_mat(self.table(node.args[0])).inv()
    except ZeroDivisionError:
        raise Undecided("an inexact matrix may be singular") from None


def _pseudo_inverse(self: Any, node: Any) -> arb_mat:
    """Of full rank, (A^T A)^-1 A^T or A^T (A A^T)^-1; of other irrational matrices it jumps at each nearby one."""
    A = arb_mat(self.table(node.args[0]))
    turned = A.transpose()
    try:
        if A.nrows() >= A.ncols():
            return (turned * A).inv() * turned
        return turned * (A * turned).inv()
    except ZeroDivisionError:
        raise Undecided("an inexact matrix may not have full rank") from None


def _diagonal(self: Any, node: Any) -> arb_mat:
    values = self.value(node.args[0])
    n = len(values)
    return arb_mat(n, n, [x if i == j else arb(0) for i, x in enumerate(values) for j in range(n)])


def _root(self: Any, node: Any) -> arb_mat:
    A = _symmetric(self, node)
    if isinstance(A, fmpq_mat):
        if not self.exact.remember("semidefinite", node.args[0], lambda _: positive_semidefinite(A)):
            raise Undefined(f"{node.name} of a matrix with a negative eigenvalue")
    elif not semidefinite_by_form(self, node.args[0]):
        smallest = ball_spectra.symmetric_eigenvalues(A, self.bits)[-1]
        if smallest < 0:
            raise Undefined(f"{node.name} of a matrix with a negative eigenvalue")
        if not smallest >= 0:
            raise Undecided("an inexact matrix may have a negative eigenvalue")
    return matrix_functions.square_root(A, self.bits)


def _logarithm(self: Any, node: Any) -> arb_mat:
    A = _symmetric(self, node)
    smallest = ball_spectra.symmetric_eigenvalues(A, self.bits)[-1]
    if isinstance(A, fmpq_mat):
        if not self.exact.remember("definite", node.args[0], lambda _: positive_definite(A)):
            raise Undefined(f"{node.name} of a matrix that is not positive definite")
    elif smallest < 0:
        raise Undefined(f"{node.name} of a matrix that is not positive definite")
    if not smallest > 0:
        _refuse_singular(self, node)
        raise Undecided("the smallest eigenvalue of a matrix may be zero")
    return matrix_functions.logarithm(A, self.bits, smallest)


def _absolute(self: Any, node: Any) -> arb_mat:
    A = self.table(node.args[0])
    return matrix_functions.square_root(A.transpose() * A, self.bits)


def _symmetric(self: Any, node: Any) -> fmpq_mat | arb_mat:
    """The argument of a function of symmetric matrices."""
    A = self.table(node.args[0])
    if isinstance(A, fmpq_mat):
        if A.transpose() != A:
            raise Undefined(f"{node.name} of a matrix that is not symmetric")
    elif not known_symmetric(self, node.args[0]):
        refuse_asymmetric(A, node.name)
        raise Undecided("an inexact matrix is not known to be symmetric")
    return A


def refuse_asymmetric(A: arb_mat, name: str) -> None:
    """Raise Undefined where no member of a ball matrix is symmetric."""
    rows = A.tolist()
    if any(not rows[i][j].overlaps(rows[j][i]) for i in range(len(rows)) for j in range(i)):
        raise Undefined(f"{name} of a matrix that is not symmetric")


MATRICES: dict[type, Callable[[Any, Any], arb_mat]] = {
    matrices.MatPlus: _folded(lambda a, b: a + b),
    matrices.MatNeg: lambda self, n: arb_mat(self.table(n.args[0])) * -1,
    matrices.MatTimes: _folded(lambda a, b: a * b),
    matrices.Scaled: lambda self, n: arb_mat(self.table(n.args[1])) * self.scalar(n.args[0]),
    matrices.Transpose: lambda self, n: arb_mat(self.table(n.args[0])).transpose(),
    matrices.Kron: _kron,
    families.VStack: lambda self, n: arb_mat([row for a in n.args for row in arb_mat(self.table(a)).tolist()]),
    columns.Column: lambda self, n: arb_mat([[x] for x in self.value(n.args[0])]),
    columns.DiagonalMatrix: _diagonal,
    functions.Hadamard: _entrywise(lambda a, b: a * b),
    functions.Relu: _entrywise(lambda a: a.max(arb(0))),
    functions.Pivoting: lambda self, n: arb_mat(self.pivoting(n)),
    functions.Inverse: _inverse,
    functions.PseudoInverse: _pseudo_inverse,
    functions.MatExp: lambda self, n: arb_mat(self.table(n.args[0])).exp(),
    functions.MatSqrt: _root,
    functions.MatLog: _logarithm,
    functions.MatAbs: _absolute,
}


# What forms say.
def known_symmetric(self: Any, node: Any) -> bool:
    """Whether the form of an expression, and the values of its rational parts, show that it is symmetric."""
    rows, cols = node.shape
    if rows != cols:
        return False
    if symmetric_by_form(node):
        return True
    A = self.table(node)
    if isinstance(A, fmpq_mat):
        return A.transpose() == A
    if node.spec.mirror is Mirror.COVARIANT or isinstance(node, _SYMMETRY_KEPT):
        return known_symmetric(self, node.args[-1])
    if isinstance(node, matrices.Kron | functions.Hadamard):
        return all(known_symmetric(self, a) for a in node.args)
    if isinstance(node, matrices.MatPlus):
        rest = [a for a in node.args if not known_symmetric(self, a)]
        while rest:
            mirror = transposed(rest.pop())
            if mirror not in rest:
                break
            rest.remove(mirror)
        else:
            return True
    if isinstance(node, families.VStack):
        entries = _written_out(node)
        pairs = ((i, j) for i in range(len(entries)) for j in range(i))
        if entries and all(_ordered(self, entries[i][j]) == _ordered(self, entries[j][i]) for i, j in pairs):
            return True
    if isinstance(node, matrices.MatTimes):
        middle = _middle(node)
        if middle is not None and (middle is _NOTHING or known_symmetric(self, middle)):
            return True
    try:
        form = self.exact.form(node)
    except Irrational:
        return False
    return matrix_words.transpose(form) == form


_OF_NUMBERS = (
    core.Plus, core.Times, core.Neg, core.Quotient, core.Power, core.RealPower, core.Sqrt, core.Exp, core.Log, core.Abs,
)  # fmt: skip
_SAME_OF_TRANSPOSE = (
    atoms.SMax, atoms.SMin, atoms.Norm2, atoms.NormF, atoms.NormN, atoms.Schatten, atoms.KyFan, atoms.MaxAbs,
    atoms.Cond, atoms.Rank, atoms.Rho, atoms.Tr, atoms.Det, NumRadius,
)  # fmt: skip
_SYMMETRY_KEPT = (matrices.Scaled, matrices.MatNeg, matrices.Transpose)
_NOTHING = object()


def _written_out(node: Any) -> list[list[Any]]:
    """The entries of rows of numbers, `vstack(vstack(x * I(1), ...).T, ...)`; none for other blocks."""
    rows, one = [], matrices.Id(1)
    for block in node.args:
        row = block.args[0] if isinstance(block, matrices.Transpose) else None
        if not isinstance(row, families.VStack):
            return []
        if not all(x == one or isinstance(x, matrices.Scaled) and x.args[1] == one for x in row.args):
            return []
        rows.append([Integer(1) if x == one else x.args[0] for x in row.args])
    return rows if all(len(row) == len(rows) for row in rows) else []


def _ordered(self: Any, node: Any) -> Any:
    """A number with terms and factors in one order, rational parts by their values, and a matrix or its transpose where
    either has the same norm: the same for what differs in that alone."""
    self.exact._bound = self._bound
    with contextlib.suppress(Irrational):
        return self.exact.scalar(node)
    if isinstance(node, _SAME_OF_TRANSPOSE):
        *count, a = node.args
        forms = _turned(a) if isinstance(node, atoms.Tr) else [a]
        return (type(node), *count, min(repr(b) for form in forms for b in (form, transposed(form))))
    if not isinstance(node, _OF_NUMBERS):
        return node
    args = [_ordered(self, a) for a in node.args]
    return (type(node), *(sorted(args, key=repr) if isinstance(node, core.Plus | core.Times) else args))


def _turned(node: Any) -> list[Any]:
    """The products of one trace: factors from the end come to the front."""
    if not isinstance(node, matrices.MatTimes):
        return [node]
    return [matrices.MatTimes(*node.args[k:], *node.args[:k]) for k in range(len(node.args))]


def _middle(node: Any) -> Any:
    """What stands between the mirrored halves of a product B^T ... B; None where they are no mirror images."""
    factors, k = node.args, len(node.args) // 2
    if not all(transposed(a) == b for a, b in zip(factors[:k], reversed(factors[-k:]), strict=True)):
        return None
    return factors[k] if len(factors) % 2 else _NOTHING


def transposed(node: Any) -> Any:
    """The transpose of a matrix expression, one transposition deep."""
    if isinstance(node, matrices.Transpose):
        return node.args[0]
    if isinstance(node, matrices.MatTimes):
        return matrices.MatTimes(*(transposed(a) for a in reversed(node.args)))
    if isinstance(node, matrices.Scaled):
        return matrices.Scaled(node.args[0], transposed(node.args[1]))
    if _symmetric_leaf(node):
        return node
    return matrices.Transpose(node)


def _symmetric_leaf(node: Any) -> bool:
    return not isinstance(node, matrices.MatPlus) and node.shape[0] == node.shape[1] and symmetric_by_form(node)


def semidefinite_by_form(self: Any, node: Any) -> bool:
    """Whether form and rational parts show that a symmetric expression has no negative eigenvalue."""
    A = self.table(node)
    if isinstance(A, fmpq_mat):
        return A.transpose() == A and positive_semidefinite(A)
    if isinstance(node, functions.MatSqrt | functions.MatAbs):
        return True
    if isinstance(node, functions.MatExp):
        return known_symmetric(self, node.args[0])
    if isinstance(node, matrices.MatPlus | matrices.Kron | functions.Hadamard):
        return all(semidefinite_by_form(self, a) for a in node.args)
    if isinstance(node, matrices.Transpose | functions.Inverse):
        return semidefinite_by_form(self, node.args[0])
    if isinstance(node, matrices.Scaled):
        return self.scalar(node.args[0]) >= 0 and semidefinite_by_form(self, node.args[1])
    if isinstance(node, columns.DiagonalMatrix):
        return all(x >= 0 for x in self.value(node.args[0]))
    if isinstance(node, matrices.MatTimes):
        middle = _middle(node)
        return middle is _NOTHING or middle is not None and semidefinite_by_form(self, middle)
    return False


def rank_by_form(self: Any, node: Any) -> int | None:
    """Rank of an expression where form and rational parts show it, else None."""
    A = self.table(node)
    if isinstance(A, fmpq_mat):
        return ball_spectra.rank(A)
    if isinstance(node, functions.MatExp | functions.Inverse):
        return A.nrows()
    if isinstance(node, matrices.MatNeg | matrices.Transpose | functions.MatSqrt | functions.MatAbs):
        return rank_by_form(self, node.args[0])
    if isinstance(node, matrices.Scaled):
        return rank_by_form(self, node.args[1]) if not self.scalar(node.args[0]).contains(0) else None
    if isinstance(node, matrices.Kron):
        first, second = (rank_by_form(self, a) for a in node.args)
        return None if first is None or second is None else first * second
    if isinstance(node, matrices.MatTimes):
        return _rank_of_product(self, node.args)
    return None


def _rank_of_product(self: Any, factors: Any) -> int | None:
    """Rank of a product all of whose factors but one are regular, or of B^T B."""
    ranks = [rank_by_form(self, a) for a in factors]
    shapes = [(int(a.shape[0]), int(a.shape[1])) for a in factors]
    odd = [r for r, (rows, cols) in zip(ranks, shapes, strict=True) if not r == rows == cols]
    if len(odd) <= 1:
        return odd[0] if odd else shapes[0][0]
    if len(factors) == 2 and transposed(factors[0]) == factors[1]:
        return ranks[0]
    return None
