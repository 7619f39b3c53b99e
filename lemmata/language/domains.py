"""Where variables live.  A domain knows its name, its shape and how it is written; nothing numeric.

How members are drawn is the business of `sample`, which keeps one small sampler class per domain.
"""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, ClassVar

from sympy import Basic, Expr

from lemmata.language.core import quantity
from lemmata.language.records import Record


class Domain(Record):
    """Base of all domains, compared by class and parameters.

    `name` is the word of the text form, `words` what is said behind the shape of a matrix.
    """

    name: ClassVar[str] = ""
    words: ClassVar[str | None] = None

    def __init_subclass__(cls, name: str = "", words: str | None = None) -> None:
        super().__init_subclass__()
        cls.name, cls.words = name, words

    @property
    def parameters(self) -> tuple[Expr, ...]:
        """Dimensions and other quantities the domain depends on, in the order of the text form."""
        values = (getattr(self, f.name) for f in fields(self))
        return tuple(p for v in values if v is not None for p in (v if isinstance(v, tuple) else (v,)))

    def map(self, change: Any) -> Domain:
        """The same domain with `change` applied to each parameter that is a tree: words stay."""
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return replace(self, **{name: change(v) for name, v in values.items() if isinstance(v, Basic)})


class Integers(Domain, name="integer"):
    """Integers from `low` to `high`, both included; `high` None means unbounded (dimensions)."""

    low: Expr
    high: Expr | None = None


class Reals(Domain, name="real"):
    """All real numbers."""


class Positive(Domain, name="positive"):
    """Real numbers above zero."""


class Interval(Domain, name="interval"):
    """Closed interval."""

    low: Expr
    high: Expr


class OpenInterval(Domain, name="open_interval"):
    """Open interval."""

    low: Expr
    high: Expr


class MatrixDomain(Domain):
    """Base of matrix domains: everything with a shape.  `sides` names the fields that are rows and columns."""

    sides: ClassVar[tuple[str, str]] = ("n", "n")

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """Rows and columns."""
        rows, cols = (getattr(self, side) for side in self.sides)
        return rows, cols


class OfShape(MatrixDomain):
    """Base of domains of matrices that may have any shape."""

    sides = ("rows", "cols")
    rows: Expr
    cols: Expr


class RealMatrices(OfShape, name="real", words=""):
    """All real matrices of a shape."""


class OfOrder(MatrixDomain):
    """Base of domains of square matrices of any order."""

    n: Expr


class SymmetricMatrices(OfOrder, name="symmetric", words="symmetric"):
    """Real symmetric matrices."""


class PSD(OfOrder, name="psd"):
    """Real symmetric positive semidefinite matrices, singular ones included."""


class DiagonalMatrices(OfOrder, name="diagonal", words="diagonal"):
    """Real diagonal matrices."""


class Orthogonal(OfOrder, name="orthogonal", words="orthogonal"):
    """Real orthogonal matrices."""


class PD(OfOrder, name="pd"):
    """Real symmetric positive definite matrices: `PSD` without the singular ones."""


class Skew(OfOrder, name="skew", words="skew-symmetric"):
    """Real matrices with A^T = -A."""


class Signs(OfOrder, name="signs", words="diagonal with entries ±1"):
    """Diagonal matrices with entries 1 and -1 on the diagonal."""


class Projection(OfOrder, name="projection", words="diagonal with entries 0 and 1"):
    """Diagonal matrices with entries 0 and 1 on the diagonal: the coordinate projections."""


class Upper(OfOrder, name="upper", words="upper triangular"):
    """Upper triangular matrices, diagonal included."""


class Nonnegative(OfShape, name="nonnegative", words="without negative entries"):
    """Real matrices of a shape without a negative entry."""


class Activation(MatrixDomain, name="activation"):
    """Riedi's D(m, n, eta): diagonal, exactly m entries eta and n - m entries 1 (riedi2022 (55))."""

    m: Expr
    n: Expr
    eta: Expr


class Selection(MatrixDomain, name="selection"):
    """0/1 matrices whose rows are `rows` distinct unit rows in their natural order: `S @ A` keeps those rows of A."""

    sides = ("rows", "n")
    rows: Expr
    n: Expr


def integers(low: Any = 1, high: Any = None) -> Integers:
    """Integers from low to high (both included)."""
    return Integers(quantity(low), None if high is None else quantity(high))


def interval(low: Any, high: Any) -> Interval:
    """Closed interval."""
    return Interval(quantity(low), quantity(high))


def open_interval(low: Any, high: Any) -> OpenInterval:
    """Open interval."""
    return OpenInterval(quantity(low), quantity(high))
