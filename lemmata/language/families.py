"""Families of layers and what ranges over them: products W^{k:l}, sums, products, maxima and stacks over an index.

Everything here is unrolled by `instantiate` once depth and widths have values, so no backend ever sees it.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from sympy import Basic, Expr, Integer

from lemmata.language.boxes import BIG, SCRIPT
from lemmata.language.core import Neg, Plus, Printed, Quantity, quantity
from lemmata.language.dimensions import product_of, same_dimension, written
from lemmata.language.domains import Domain
from lemmata.language.matrices import MatrixTerm, ShapeError, matrix
from lemmata.language.specification import Exact, Mirror, Zero
from lemmata.language.variables import Dim, Index


def layer_name(family: Layers, k: int) -> str:
    """What the k-th matrix of a family is called where the depth is a number."""
    return f"{family.name}_{k}"


class Layers(Printed, Basic):
    """W^1, ..., W^L with W^l of shape a_l x a_{l-1}, a_0 = d, a_L = k and a_l = m in between (zhao2024, 4.1)."""

    def __new__(cls, name: str, depth: Dim, d: Any, m: Any, k: Any) -> Layers:
        out = Basic.__new__(cls, depth, quantity(d), quantity(m), quantity(k))
        out.name = name
        return out

    def _hashable_content(self) -> tuple[Any, ...]:
        return (self.name, *self.args)

    def __reduce__(self) -> Any:
        return (Layers, (self.name, *self.args))

    def width(self, layer: int, depth: int) -> Expr:
        """a_l for a numeric layer and depth."""
        _, d, m, k = self.args
        return d if layer == 0 else k if layer == depth else m

    def layer(self, index: Any) -> Segment:
        """The single layer W^index."""
        return Segment(self, quantity(index), quantity(index))

    def product(self, last: Any, first: Any) -> Segment:
        """W^{last:first} = W^last ... W^first; the identity when last = first - 1."""
        return Segment(self, quantity(last), quantity(first))


class LayerSizes(Domain):
    """L matrices W[1], ..., W[L], one for each layer: d inputs, m units in between, k outputs."""

    depth: Any
    d: Any
    m: Any
    k: Any


class Width(Quantity, of="family: Layers, layer"):
    """The width a_l of a family at a symbolic layer; a number after unrolling."""


class Segment(MatrixTerm, of="family: Layers, last, first", binds=SCRIPT):
    """W^{last:first} of a family.  Its transpose is the paper's W^{first:last}."""

    level = 60

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """a_last x a_{first - 1}, the widths of the family."""
        family, last, first = self.args
        return Width(family, last), Width(family, first - 1 if isinstance(first, Quantity) else Integer(first - 1))


class _Over(Basic):
    """What ranges over an index."""


class _NumbersOver(_Over, Quantity, of="index: Index, low, high, body"):
    level = 15


class SumOver(_NumbersOver, word="sum"):
    """Sum of a scalar body over index = low..high."""


class MaxOver(_NumbersOver, word="max"):
    """Largest value of a scalar body over index = low..high."""


class ProdOver(_NumbersOver, word="product"):
    """Product of a scalar body over index = low..high, 1 where there is no value."""


class _MatricesOver(_Over, MatrixTerm, of="index: Index, low, high, body: matrix", shape=lambda a: a.body.shape):
    """A matrix for all values of an index."""


class MatSumOver(_MatricesOver, word="sum"):
    """Sum of a matrix body over index = low..high."""

    level = 15


class StackOver(_MatricesOver, word="vstack", binds=100):
    """Blocks body(low), ..., body(high) stacked on top of each other."""

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """The rows of all blocks x the columns of one."""
        (rows, cols), (index, low, high) = self.body.shape, self.args[:3]
        if rows.has(index):
            return SumOver(index, low, high, rows), cols
        count = high if low == 1 else Plus(high, Neg(low), Integer(1))
        count = Integer(int(high) - int(low) + 1) if isinstance(high, Integer) and isinstance(low, Integer) else count
        return count if rows == 1 else product_of(count, rows), cols


class MatProdOver(_MatricesOver, word="prod"):
    """Product body(high) ... body(low) of square matrices, the factor with the largest index first, as layers act."""

    level = 15

    def __new__(cls, index: Index, low: Any, high: Any, body: Any) -> MatrixTerm:
        if not same_dimension(*matrix(body).shape):
            raise ShapeError(f"a product over {index.name} needs square factors; {body} is {written(body.shape)}")
        return super().__new__(cls, index, low, high, body)


class Unit(MatrixTerm, of="n, j", shape=lambda a: (a.args[0], Integer(1))):
    """The j-th unit column of length n, j counted from 1: `A @ unit(n, j)` is the j-th column of A."""


class VStack(MatrixTerm, word="vstack", exact=Exact.FINEST):
    """Matrices of equal width stacked on top of each other."""

    def __new__(cls, *blocks: Any) -> MatrixTerm:
        if not blocks:
            raise ShapeError("a stack of no blocks has no width")
        widths = {b.shape[1] for b in blocks if isinstance(b.shape[1], Integer)}
        if len(widths) > 1:
            raise ShapeError(f"cannot stack blocks of widths {sorted(map(int, widths))}")
        if not all(same_dimension(blocks[0].shape[1], b.shape[1]) for b in blocks[1:]):
            raise ShapeError(f"cannot stack blocks of widths {', '.join(str(b.shape[1]) for b in blocks)}")
        return Expr.__new__(cls, *blocks)

    @cached_property
    def shape(self) -> tuple[Expr, Expr]:
        """The rows of all x the columns of one."""
        rows = [b.shape[0] for b in self.args]
        known = all(isinstance(r, Integer) for r in rows)
        return Integer(sum(map(int, rows))) if known else Plus(*rows), self.args[0].shape[1]


class GradientGram(
    MatrixTerm, of="family: Layers, data: matrix", binds=BIG, zero=Zero.ARGUMENT, mirror=Mirror.SYMMETRIC
):
    """(1/N) sum_i J(x_i) J(x_i)^T, J the p x k transposed Jacobian of x -> W^L ... W^1 x in all weights.

    The columns of the d x N matrix X are the inputs; weights are listed layer by layer, each layer row by row
    (zhao2024, equation (1)).  Backends differentiate the network itself, not a formula for it.
    """

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """p x p, p the number of weights."""
        family = self.args[0]
        if isinstance(family, Layers):
            layer = Index("l")
            parameters = SumOver(layer, 1, family.args[0], Width(family, layer) * Width(family, layer - 1))
            return parameters, parameters
        count = Integer(sum(int(w.shape[0]) * int(w.shape[1]) for w in family.args))
        return count, count


class LayerList(Printed, Basic):
    """The numeric counterpart of `Layers`: the matrix variables W_1, ..., W_L themselves."""
