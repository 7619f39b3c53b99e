"""Draws of random matrices, and what a tree says of them: values, and events in three states.

An event is counted as having happened, or not, only where floating point leaves no doubt; draws in between, and draws
at which some quantity has no value, are counted apart, and a checker reads them in favour of the claim.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sympy import Basic
from torch import Tensor

from lemmata.evaluate.floats import Evaluation, evaluate, judge
from lemmata.evaluate.randomness import Stream
from lemmata.evaluate.spectral_floats import singular_values, symmetric_eigenvalues
from lemmata.language import core
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import Chain, Relation
from lemmata.statistics import models
from lemmata.statistics.cells import Cell
from lemmata.statistics.reduction import (
    S_MAX,
    S_MIN,
    SINGULAR,
    SYMMETRIC,
    T_MAX,
    T_MIN,
    names,
    noises,
    reduce,
    relations,
)

INEQUALITIES = ("<", "<=", ">", ">=")
MODEL_FROM = 10  # below this order dense matrices are faster
CHUNK_NUMBERS = 1 << 19  # entries of a chunk of dense matrices


@dataclass(frozen=True)
class Outcome:
    """An event on a batch: where it certainly happened, where it certainly did not, where it has no meaning; elsewhere
    nobody knows."""

    happened: NDArray[np.bool_]
    failed: NDArray[np.bool_]
    undefined: NDArray[np.bool_]

    @property
    def doubtful(self) -> NDArray[np.bool_]:
        """Where rounding leaves it open."""
        return ~(self.happened | self.failed | self.undefined)

    def __and__(self, other: Outcome) -> Outcome:
        undefined = self.undefined | other.undefined
        return Outcome(self.happened & other.happened, (self.failed | other.failed) & ~undefined, undefined)


@dataclass(frozen=True)
class Side:
    """A side of an inequality on a batch that was drawn: its tree, values, and their magnitudes."""

    tree: Any
    value: Tensor
    size: Tensor


class Sampler:
    """Batches of everything random at one cell, for the trees given; numbers depend on the stream and on chunk sizes
    that the order alone fixes.

    Raises ValueError where the trees hold no random matrix.
    """

    def __init__(self, cell: Cell, trees: list[Any]) -> None:
        concrete = [cell.concrete(t) for t in trees]
        random = list(dict.fromkeys(leaf for t in concrete for leaf in noises(t)))
        if not random:
            raise ValueError("no random matrix is left to draw")
        self.cell, self.leaf = cell, random[0]
        self.shapes = {leaf.name: (int(leaf.shape[0]), int(leaf.shape[1])) for leaf in random}
        self.order = max(max(shape) for shape in self.shapes.values())
        self.sides = self.shapes[self.leaf.name]
        # several matrices, or a rectangular one that is not Gaussian, are drawn as they are
        single = len(random) == 1 and (self.sides[0] == self.sides[1] or cell.law == "gaussian")
        reduced = [reduce(t, rectangular=True) if noises(t) else t for t in concrete] if single else [None]
        self.reduced = all(t is not None for t in reduced)
        self.widest = max(self.order, *(map(largest, concrete))) if not single else self.order
        self.entries = max(self.sides[0] * self.sides[1] if single else 1, *(map(entries, concrete)))
        self.trees = reduced if self.reduced else concrete
        self.needed = frozenset().union(*(names(t) for t in self.trees)) if self.reduced else frozenset()
        both = bool(self.needed & SINGULAR) and bool(self.needed & SYMMETRIC)
        # narrow: some tridiagonal or bidiagonal matrix has the same extremes in law
        self.narrow = self.reduced and not both and cell.law == "gaussian"
        self.model = self.narrow and self.order >= MODEL_FROM

    @property
    def chunk(self) -> int:
        """Matrices drawn at once."""
        return 2048 if self.model else max(CHUNK_NUMBERS // self.entries, 1)

    def batches(self, stream: Stream, draws: int) -> Iterator[dict[str, Tensor]]:
        """Values of the leaves, chunk by chunk, `draws` matrices in all."""
        done = 0
        while done < draws:
            batch = min(self.chunk, draws - done)
            yield self._batch(stream.child(done), batch)
            done += batch

    def _batch(self, stream: Stream, batch: int) -> dict[str, Tensor]:
        env = {} if self.reduced else self.cell.env(batch)
        if self.model:
            return env | {k: torch.from_numpy(v) for k, v in self._modelled(stream, batch).items()}
        if len(self.shapes) > 1:
            for name, shape in self.shapes.items():
                env[name] = models.entries(stream.child(name), self.cell.law, (batch, *shape))
            return env
        matrix = models.entries(stream, self.cell.law, (batch, *self.shapes[self.leaf.name]))
        return env | (self._dense(matrix) if self.reduced else {self.leaf.name: matrix})

    def _modelled(self, stream: Stream, batch: int) -> dict[str, NDArray[np.float64]]:
        pair = (S_MAX.name, S_MIN.name) if self.needed & SINGULAR else (T_MAX.name, T_MIN.name)
        wanted = [name in self.needed for name in pair]
        which = "both" if all(wanted) else "largest" if wanted[0] else "smallest"
        if self.needed & SINGULAR:
            found = models.singular_model(stream, min(self.sides), batch, which, max(self.sides))
        else:
            found = models.symmetric_model(stream, self.order, batch, which)
        return {name: value for name, value in zip(pair, found, strict=True) if value is not None}

    def _dense(self, matrix: Tensor) -> dict[str, Tensor]:
        out: dict[str, Tensor] = {}
        if self.needed & SYMMETRIC:
            values = symmetric_eigenvalues(matrix + matrix.mT)
            out |= {T_MAX.name: values[:, 0], T_MIN.name: values[:, -1]}
        if self.needed & SINGULAR:
            values = singular_values(matrix)
            out |= {S_MAX.name: values[:, 0], S_MIN.name: values[:, -1]}
        return out


@lru_cache(maxsize=1 << 16)
def entries(node: Any) -> int:
    """Entries of the largest matrix in a tree whose dimensions are numbers."""
    own = int(node.shape[0]) * int(node.shape[1]) if isinstance(node, MatrixTerm) else 1
    return max([own, *(entries(a) for a in getattr(node, "args", ()) if isinstance(a, Basic))])


@lru_cache(maxsize=1 << 16)
def largest(node: Any) -> int:
    """The larger side of the largest matrix in a tree whose dimensions are numbers."""
    own = max(int(side) for side in node.shape) if isinstance(node, MatrixTerm) else 1
    return max([own, *(largest(a) for a in getattr(node, "args", ()) if isinstance(a, Basic))])


def values(tree: Any, env: dict[str, Tensor]) -> NDArray[np.float64]:
    """A scalar tree on a batch, NaN where it has no value."""
    batch = len(next(iter(env.values())))
    return evaluate(tree, env)[:, 0].expand(batch).numpy()


def side(tree: Any, scope: Evaluation) -> Side | None:
    """A side as its draws give it; None where rounding leaves any of these open, or asks what is inside the tree."""
    with torch.no_grad():
        value, size = scope.value(tree), scope.size(tree)
        reported = bool((value.isfinite() & (scope.noise(tree) <= value.abs())).all()) and not tree.has(core.Gap)
    return Side(tree, value, size) if reported else None


def outcome_again(event: Any, cell: Cell, drawn: list[Side]) -> Outcome | None:
    """A relation, or a chain, between sides that were drawn, on one batch, and trees of what is fixed at a cell; None
    where rounding leaves one of these open."""
    scope = Evaluation(cell.env(1))
    for known in drawn:
        scope.reported(known.tree, known.value, known.size)
    links = relations(event)
    fixed = [tree for r in links for tree in (r.lhs, r.rhs) if not any(tree == known.tree for known in drawn)]
    return outcome_in(scope, event) if all(side(tree, scope) for tree in fixed) else None


def outcome(event: Any, env: dict[str, Tensor]) -> Outcome:
    """A relation, or a chain of relations at once, on a batch.

    Raises TypeError for anything else, equality included.
    """
    return outcome_in(Evaluation(env), event)


def outcome_in(scope: Evaluation, event: Any) -> Outcome:
    """The same on a batch of which something was worked out before."""
    if isinstance(event, Chain):
        first, *rest = (outcome_in(scope, r) for r in event.relations)
        for part in rest:
            first = first & part
        return first
    if not isinstance(event, Relation) or event.op not in INEQUALITIES:
        raise TypeError(f"an event is an inequality or a chain of inequalities, not {event}")
    # a strict relation is said to hold only beyond tolerance and rounding
    above = judge(Relation(event.lhs, ">", event.rhs), scope, opposite=True)
    assert above.opposite is not None
    greater, smaller = ((above.finite & t).expand(scope.batch).numpy() for t in (above.holds, above.opposite))
    undefined = above.undefined.expand(scope.batch).numpy()
    return Outcome(greater, smaller, undefined) if event.op[0] == ">" else Outcome(smaller, greater, undefined)
