"""One variable per domain of the language, and the exact question whether an instance lies in its domains."""

from sympy import Rational

from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.membership import member
from lemmata.language import Matrix, Scalar, domains, normF, open_interval
from lemmata.language.core import quantity
from lemmata.language.variables import (
    ActivationPattern,
    Diagonal,
    Index,
    Nonnegative,
    PositiveDefinite,
    Projection,
    Psd,
    Rows,
    Signs,
    SkewSymmetric,
    Symmetric,
    Upper,
    Vector,
)
from tests.made import concrete

ETA = Scalar("eta", domain=open_interval(0, 1))
THIRDS = domains.interval(Rational(1, 3), Rational(2, 3))
LEAVES = {
    "real": Scalar("x"),
    "positive": Scalar("x", domain=domains.Positive()),
    "interval": Scalar("x", 0, 1),
    "thirds": Scalar("x", domain=THIRDS),
    "open": Scalar("x", domain=open_interval(-1, Rational(1, 7))),
    "index": Index("i", 2, 5),
    "signs": Index("i", -1, 1),
    "dimension": Index("i", 3),
    "matrix": Matrix("A", 2, 3),
    "vector": Vector("v", 3),
    "symmetric": Symmetric("A", 3),
    "psd": Psd("A", 3),
    "psd-large": Psd("A", 8),
    "pd": PositiveDefinite("A", 3),
    "pd-1": PositiveDefinite("A", 1),
    "pd-large": PositiveDefinite("A", 8),
    "skew": SkewSymmetric("A", 3),
    "skew-1": SkewSymmetric("A", 1),
    "upper": Upper("A", 3),
    "nonnegative": Nonnegative("A", 2, 3),
    "sign-matrix": Signs("S", 4),
    "projection": Projection("P", 4),
    "huge-index": Index("i", -(10**12), 10**15),
    "point": Scalar("x", Rational(1, 3), Rational(1, 3)),
    "diagonal": Diagonal("A", 4),
    "orthogonal": Matrix("Q", domain=domains.Orthogonal(quantity(3))),
    "orthogonal-1": Matrix("Q", domain=domains.Orthogonal(quantity(1))),
    "orthogonal-large": Matrix("Q", domain=domains.Orthogonal(quantity(8))),
    "relu": ActivationPattern("D", 2, 4, 0),
    "absolute": ActivationPattern("D", 0, 3, -1),
    "all-linear": ActivationPattern("D", 2, 3, 1),
    "leaky": ActivationPattern("D", 2, 4, ETA),
    "selection": Rows("K", 2, 5),
    "selection-all": Rows("K", 3, 3),
}
BOUNDED = (
    "interval", "thirds", "open", "index", "signs", "relu", "absolute", "leaky", "selection", "sign-matrix",
    "projection", "nonnegative",
)  # fmt: skip


def concrete_of(leaf):
    """A problem about this variable alone (and what its domain depends on)."""
    size = normF(leaf) if leaf.is_Matrix else abs(leaf)
    return concrete(size >= 1)


def inside(concrete, instance):
    exact = ExactInterpreter(instance)
    return all(member(exact, leaf) for leaf in concrete.variables.values())
