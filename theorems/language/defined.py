"""Words: atoms that stand for an expression of others.

A word has a place in the reader and a notation of its own; `unfolded` puts what it stands for in its place, and a
statement is unfolded before anything is made of it but its typeset form.  So hash, interpreters, certificates and the
kernel see the definition, and none of them needs a rule for the word.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr, Integer, preorder_traversal

from theorems.language.atoms import Det, SpectralAtom, Tr
from theorems.language.boxes import SCRIPT, Ident, Sup, applied, row
from theorems.language.core import Log, Quantity, quantity
from theorems.language.dimensions import ShapeError, same_dimension, written
from theorems.language.families import MatProdOver
from theorems.language.matrices import MatrixTerm, MatTimes, matrix
from theorems.language.specification import Call, Laid, Spec, Specified, Takes
from theorems.language.variables import Index


def unfolded(node: Any) -> Any:
    """The tree with words replaced by what they stand for."""
    if not isinstance(node, Basic) or not any(_is_word(part) for part in preorder_traversal(node)):
        return node
    args = [unfolded(a) for a in node.args]
    return unfolded(node.spec.definition(*args)) if _is_word(node) else node.func(*args)


def _is_word(node: Any) -> bool:
    return isinstance(node, Specified) and node.spec.definition is not None


class LogDet(SpectralAtom):
    """Logarithm of the determinant; undefined where that is not positive."""

    name, square = "logdet", True
    spec = Spec(
        takes=(Takes.SQUARE,),
        notation=Call(row(Ident("log"), Ident("det"))),
        definition=lambda a: Log(Det(a)),
    )


def _power(k: Any, a: MatrixTerm) -> MatrixTerm:
    """A @ ... @ A with k factors, k a number from 1 or an integer variable."""
    if isinstance(k, Integer):
        return a if k == 1 else MatTimes(*[a] * int(k))
    taken = {str(part.name) for tree in (k, a) for part in preorder_traversal(tree) if hasattr(part, "name")}
    return MatProdOver(Index(next(letter for letter in "ijlpqrst" if letter not in taken)), 1, k, a)


class TracePower(Quantity):
    """Trace of the k-th power of a square matrix, k a number from 1 or an integer variable."""

    name = "trpow"
    spec = Spec(
        takes=(Takes.COUNT, Takes.SQUARE),
        notation=Laid(lambda k, a: applied(Ident("tr"), Sup(a, k)), (0, SCRIPT)),
        definition=lambda k, a: Tr(_power(k, a)),
    )

    def __new__(cls, k: Any, a: Any) -> Quantity:
        k, a = quantity(k), matrix(a)
        if not same_dimension(*a.shape):
            raise ShapeError(f"{cls.name}(...) needs a square matrix; {a} is {written(a.shape)}")
        if isinstance(k, Integer) and k < 1:
            raise ValueError(f"{cls.name}(k, A) needs k >= 1, not {k}")
        return Expr.__new__(cls, k, a)


logdet, trpow = LogDet, TracePower
