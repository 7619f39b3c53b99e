"""Random matrices, probabilities of events, and what holds in the limit of large matrices.

A random matrix is a variable whose domain says how it is drawn; everything else in `let` is a parameter, and a claim is
made for each of its values.  `P(event)` is a quantity like any other, so that a bound on it is an ordinary relation.
Limits are clauses of their own.
"""

from __future__ import annotations

from typing import Any

from sympy import Basic, Expr
from sympy.core.symbol import Str

from lemmata.language.boxes import BIG
from lemmata.language.core import Printed, Quantity, arg, quantity
from lemmata.language.dimensions import is_vector
from lemmata.language.domains import OfShape
from lemmata.language.relations import Chain, Clause, ForAll, Relation
from lemmata.language.variables import Dim, Matrix, matrices_in

MODES = ("in law", "in probability", "almost surely", "as numbers")
ENTRY_LAWS = ("gaussian", "uniform", "rademacher")


class IidMatrices(OfShape, name="iid"):
    """Random matrices with independent entries of one law of mean 0 and variance 1.

    With several laws the claim is made for each of them.
    """

    laws: tuple[str, ...]


class ContinuousMatrices(OfShape, name="continuous"):
    """Random matrices whose entries have some joint density, whatever it is."""


RANDOM = (IidMatrices, ContinuousMatrices)


def Iid(name: str, rows: Any, cols: Any, *laws: str) -> Matrix:  # noqa: N802  (reads like a domain in statements)
    """A random matrix with independent entries, each law one of `ENTRY_LAWS`.

    Raises ValueError for no law or an unknown one.
    """
    if not laws or set(laws) - set(ENTRY_LAWS):
        raise ValueError(f"the law of the entries is one or more of {', '.join(ENTRY_LAWS)}, not {laws}")
    return Matrix(name, domain=IidMatrices(quantity(rows), quantity(cols), laws))


Continuous = matrices_in(ContinuousMatrices, "A random matrix with any joint density of its entries.")


class Probability(Quantity):
    """Probability of an event, `P(event)` or `P(event | condition)`: a relation, or a chain of relations at once."""

    def __new__(cls, event: Clause, condition: Clause | None = None) -> Quantity:
        for part in (event,) if condition is None else (event, condition):
            if not isinstance(part, Relation | Chain):
                raise TypeError(f"an event is a relation or a chain of relations, not {type(part).__name__}")
        return Expr.__new__(cls, event, *(() if condition is None else (condition,)))

    event = arg(0)  # the relation or chain whose probability it is

    @property
    def condition(self) -> Any:
        """What the probability is conditioned on, or None."""
        return self.args[1] if len(self.args) > 1 else None


P = Probability


class Expectation(Quantity, word="E", of="value"):
    """Expectation of a random number, `E(value)`."""

    def __new__(cls, value: Any) -> Quantity:
        value = quantity(value)
        if is_vector(value):
            raise TypeError("an expectation is that of one number")
        return Expr.__new__(cls, value)


E = Expectation


class Law(Printed, Basic):
    """Base of the laws that a limit claim names."""


class TracyWidom(Law):
    """The Tracy-Widom law of index beta, in its standard normalisation."""

    def __new__(cls, beta: Any) -> TracyWidom:
        if quantity(beta) != 1:
            raise ValueError(f"the Tracy-Widom law of beta = {beta} is not computed here: beta is 1")
        return Basic.__new__(cls, quantity(beta))


class ScaledLaw(Law, of="factor, law: Law"):
    """The law of a positive factor times a variable."""


class UpToScale(Law, word="multiple", notation="some multiple of {0}"):
    """Some positive multiple of a law, the factor unsaid."""


class Point(Quantity):
    """The argument of a density."""

    def __new__(cls, name: str | Str) -> Quantity:
        return Expr.__new__(cls, name if isinstance(name, Str) else Str(name))


class Density(Law, of="point: Point, value", binds=BIG):
    """The law on (0, inf) with the density `value`, an expression in `point`."""


class Converges(Clause, of="value: Quantity, target: Any, dim: Dim, mode: str"):
    """A quantity tends to a law, or to a number, as a dimension grows; `mode` is one of `MODES`.

    "as numbers" is for what is no longer random, such as a probability.  Raises ValueError for an unknown mode.
    """

    def __new__(cls, value: Any, target: Any, dim: Dim, mode: str) -> Converges:
        if str(mode) not in MODES:
            raise ValueError(f"unknown mode {mode!r}: one of {', '.join(MODES)}")
        return Basic.__new__(cls, value, target if isinstance(target, Law) else quantity(target), dim, Str(str(mode)))


class Grows(Clause, of="value: Quantity, rate, dim: Dim", notation="{0} is of the order of {1} as {2}→∞"):
    """A quantity is of the order of `rate`: their quotient stays away from 0 and infinity in probability."""


class AlmostSurely(Clause, of="event: Clause", notation="almost surely {0}"):
    """An event of probability one."""

    def __new__(cls, event: Clause) -> AlmostSurely:
        if not isinstance(event, Relation | Chain | ForAll):
            raise TypeError(f"an event is made of relations, not of {type(event).__name__}")
        return Basic.__new__(cls, event)


LIMITS = (Converges, Grows)
