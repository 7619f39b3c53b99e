"""Products of matrices as words, with the few rewriting rules that domains grant.

A matrix expression becomes a sum of words with commuting coefficients.  Identity matrices are empty words.  Two
expressions with the same sum are equal for all values and all sizes; the converse is not needed.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from sympy import Expr

from theorems.language import columns, domains

Shape = tuple[Expr, Expr]
Word = tuple[Any, ...]
SYMMETRIC = (domains.SymmetricMatrices, domains.PSD, domains.DiagonalMatrices, domains.Activation)
DIAGONAL = (domains.DiagonalMatrices, domains.Activation)


class ProofError(Exception):
    """A step does not check; the message says why."""


@dataclass(frozen=True)
class Letter:
    """A matrix variable, or a matrix nothing is known about, perhaps transposed."""

    node: Any
    turned: bool
    rows: Expr
    cols: Expr

    @property
    def domain(self) -> Any:
        """The variable's domain, None for other matrices."""
        return getattr(self.node, "domain", None)

    @property
    def T(self) -> Letter:  # noqa: N802
        """Transpose."""
        if isinstance(self.domain, SYMMETRIC) or isinstance(self.node, columns.DiagonalMatrix):
            return self
        return Letter(self.node, not self.turned, self.cols, self.rows)


@dataclass(frozen=True)
class KronLetter:
    """Kronecker product of two words."""

    left: Word
    right: Word
    left_shape: Shape
    right_shape: Shape

    @property
    def rows(self) -> Expr:
        return (self.left_shape[0] * self.right_shape[0]).expand()

    @property
    def cols(self) -> Expr:
        return (self.left_shape[1] * self.right_shape[1]).expand()

    @property
    def T(self) -> KronLetter:  # noqa: N802
        """Transpose, factor by factor."""
        return KronLetter(transposed(self.left), transposed(self.right), self.left_shape[::-1], self.right_shape[::-1])


@dataclass(frozen=True)
class SumLetter:
    """Sum over an index of weight times word; the index is written `#` inside."""

    low: Expr
    high: Expr
    weight: Expr
    word: Word
    rows: Expr
    cols: Expr

    @property
    def T(self) -> SumLetter:  # noqa: N802
        """Transpose, term by term."""
        return replace(self, word=transposed(self.word), rows=self.cols, cols=self.rows)


@dataclass(frozen=True)
class StackLetter:
    """Blocks stacked on top of each other over an index; `blocks` is the sum of words of one block."""

    low: Expr
    high: Expr
    blocks: frozenset[tuple[Word, Expr]]
    block_shape: Shape
    turned: bool
    rows: Expr
    cols: Expr

    @property
    def T(self) -> StackLetter:  # noqa: N802
        """Transpose."""
        return replace(self, turned=not self.turned, rows=self.cols, cols=self.rows)


def transposed(word: Word) -> Word:
    """The transpose of a product."""
    return tuple(letter.T for letter in reversed(word))
