"""Changing trees of the language: free variables, and putting values for variables."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sympy import Basic, preorder_traversal

from lemmata.language.families import Layers
from lemmata.language.relations import ForAll
from lemmata.language.statement import leaves


def is_leaf(node: Any) -> bool:
    """Whether a node is a variable."""
    return isinstance(node, Layers) or hasattr(node, "domain") and hasattr(node, "name")


def free(node: Any) -> set[Any]:
    """The free variables of a tree, those of the domains of its variables included."""
    return set(leaves(node, frozenset()))


@lru_cache(maxsize=1 << 14)
def free_names(node: Basic) -> frozenset[str]:
    """Names of the variables and indices in a tree."""
    if hasattr(node, "domain") and hasattr(node, "name"):
        return frozenset({node.name})
    return frozenset().union(*(free_names(a) for a in node.args))


def substitute(node: Any, values: Mapping[Any, Any]) -> Any:
    """The tree with each variable, or other part, replaced by its value.  Bound indices shadow.

    Raises ValueError for a value that speaks of an index which its place would bind.
    """
    if node in values:
        return values[node]
    if not isinstance(node, Basic) or is_leaf(node) or not node.args:
        return node
    if isinstance(node, ForAll) or hasattr(node, "index") and hasattr(node, "body"):
        low, high = (substitute(a, values) for a in node.args[1:3])
        inner = {k: v for k, v in values.items() if k != node.args[0]}
        caught = {k for k, v in inner.items() if isinstance(v, Basic) and node.args[0] in free(v)}
        if caught and not caught.isdisjoint(preorder_traversal(node.args[3])):
            raise ValueError(f"{node.args[0].name} would stand for two things")
        return node.func(node.args[0], low, high, substitute(node.args[3], inner))
    return node.func(*(substitute(a, values) for a in node.args))
