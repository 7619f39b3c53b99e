"""Deterministic sequences along depth: eigenvalues l -> lambda^l, their products up to L, and what holds for large L.

`a = Sequence("a")` is a real sequence, `term(a, l)` its value at layer l, `ProdOver(l, 1, L, body)` the product of a
body over the layers.  A limit is the clause `Converges(value, target, L, "as numbers")`; `Eventually(relation, L)`
says that a relation holds from some depth on.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic

from lemmata.language.boxes import SCRIPT
from lemmata.language.core import Quantity
from lemmata.language.domains import Domain
from lemmata.language.relations import Clause, Relation
from lemmata.language.variables import Dim, _Leaf


class Sequences(Domain, name="sequence"):
    """Real sequences indexed by the layers 1, 2, 3, ..."""


class Sequence(_Leaf, Quantity, lives=Sequences):
    """A real sequence, any at all."""


class Term(Quantity, of="sequence: Sequence, layer", binds=SCRIPT):
    """The value of a sequence at a layer."""


class Eventually(Clause, of="relation: Relation, dim: Dim", notation="{0} for all large {1}"):
    """A relation that holds from some value of a dimension on."""

    def __new__(cls, relation: Relation, dim: Dim) -> Eventually:
        if not isinstance(relation, Relation):
            raise TypeError(f"what holds eventually is a relation, not {type(relation).__name__}")
        return Basic.__new__(cls, relation, dim)


term = Term


def along_depth(clauses: Any) -> bool:
    """Whether clauses speak of sequences, so that they are settled for all depths at once."""
    return any(isinstance(clause, Eventually) or clause.has(Term) for clause in clauses)
