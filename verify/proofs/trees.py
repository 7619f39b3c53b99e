"""Changing trees of the language: putting values for variables, reading off entries, differentiating."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sympy import Basic, Integer

from theorems.language import atoms, columns, core, matrices
from theorems.language.families import Layers
from theorems.language.matrices import MatPlus, MatrixTerm, MatTimes
from theorems.language.relations import ForAll
from theorems.language.statement import leaves
from verify.proofs.words import ProofError

ENTRYWISE = (core.Plus, core.Neg, core.Times, core.Quotient, core.Power, core.Sqrt, core.Abs)


def is_leaf(node: Any) -> bool:
    """Whether a node is a variable."""
    return isinstance(node, Layers) or hasattr(node, "domain") and hasattr(node, "name")


def free(node: Any) -> set[Any]:
    """The free variables of a tree, those of the domains of its variables included."""
    return set(leaves(node, frozenset()))


def substitute(node: Any, values: Mapping[Any, Any]) -> Any:
    """The tree with each variable replaced by its value.  Bound indices shadow."""
    if node in values:
        return values[node]
    if not isinstance(node, Basic) or is_leaf(node) or not node.args:
        return node
    if isinstance(node, ForAll) or hasattr(node, "index") and hasattr(node, "body"):
        low, high = (substitute(a, values) for a in node.args[1:3])
        inner = {k: v for k, v in values.items() if k != node.args[0]}
        return node.func(node.args[0], low, high, substitute(node.args[3], inner))
    return node.func(*(substitute(a, values) for a in node.args))


def bound_indices(node: Any) -> set[Any]:
    """Indices bound anywhere in a tree."""
    if not isinstance(node, Basic) or is_leaf(node):
        return set()
    own = {node.args[0]} if isinstance(node, ForAll) or hasattr(node, "index") and hasattr(node, "body") else set()
    return own.union(*(bound_indices(a) for a in node.args))


def entry_of(node: Any, index: Any) -> Any:
    """The entry of a quantity at an index; a scalar stands for all its entries."""
    if isinstance(node, atoms.SpectralAtom):
        return core.Entry(node, index) if node.vector else node
    if isinstance(node, columns.Entries):
        return core.Entry(node, index)
    if isinstance(node, core.Power):
        return core.Power(entry_of(node.args[0], index), node.args[1])
    if isinstance(node, ENTRYWISE):
        return node.func(*(entry_of(a, index) for a in node.args))
    return node


def derivative(node: Any, rate: Callable[[Any], Any]) -> Any:
    """Derivative by the rules of Leibniz; None stands for zero.

    `rate` gives the derivative of a leaf or an opaque quantity, None where it is constant.  Raises ProofError for a
    function no rule is known for.
    """
    known = rate(node)
    if known is not None:
        return known
    if isinstance(node, Integer) or is_leaf(node) or not getattr(node, "args", ()):
        return None
    if isinstance(node, MatPlus | core.Plus):
        return _plus([derivative(a, rate) for a in node.args], node.func)
    if isinstance(node, matrices.MatNeg | core.Neg | matrices.Transpose | atoms.Tr):
        inner = derivative(node.args[0], rate)
        return None if inner is None else node.func(inner)
    if isinstance(node, MatTimes | core.Times):
        terms = []
        for k, factor in enumerate(node.args):
            d = derivative(factor, rate)
            terms.append(None if d is None else node.func(*node.args[:k], d, *node.args[k + 1 :]))
        return _plus(terms, MatPlus if isinstance(node, MatTimes) else core.Plus)
    if isinstance(node, matrices.Scaled):
        c, a = node.args
        dc, da = derivative(c, rate), derivative(a, rate)
        parts = [None if dc is None else matrices.Scaled(dc, a), None if da is None else matrices.Scaled(c, da)]
        return _plus(parts, MatPlus)
    if isinstance(node, core.Power) and int(node.args[1]) >= 1:
        base, k = node.args[0], int(node.args[1])
        inner = derivative(base, rate)
        return None if inner is None else core.Times(Integer(k), core.Power(base, k - 1), inner)
    if any(derivative(a, rate) is not None for a in node.args if isinstance(a, Basic)):
        raise ProofError(f"no rule differentiates {node}")
    return None


def _plus(parts: list[Any], many: Callable[..., Any]) -> Any:
    present = [p for p in parts if p is not None]
    if not present:
        return None
    return present[0] if len(present) == 1 else many(*present)


def as_matrix(value: Any) -> MatrixTerm:
    """The value, which must be a matrix."""
    if not isinstance(value, MatrixTerm):
        raise ProofError(f"{value} is not a matrix")
    return value
