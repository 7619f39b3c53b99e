"""Leaves of the trees: dimensions, indices, scalars and matrices, each with its domain."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, ClassVar

from sympy import Expr

from lemmata.language import domains
from lemmata.language.core import Quantity, quantity
from lemmata.language.matrices import MatrixTerm


def _behind_name(made: Callable[..., Any]) -> Signature:
    """The arguments of a variable: its name, then what its domain is made of."""
    name = Parameter("name", Parameter.POSITIONAL_OR_KEYWORD)
    return Signature([name, *signature(made).parameters.values()])


class _Leaf:
    """Name and domain, compared and hashed by both; what a constructor takes behind the name makes the domain."""

    name: str
    domain: domains.Domain
    lives: ClassVar[Callable[..., domains.Domain]]
    __signature__: ClassVar[Signature]
    is_Atom = True

    def __init_subclass__(cls, lives: Callable[..., domains.Domain] | None = None, **said: Any) -> None:
        super().__init_subclass__(**said)
        if lives is not None:
            cls.lives, cls.__signature__ = lives, _behind_name(lives)

    def __new__(cls, name: str, *where: Any, **said: Any) -> Any:
        return _restore(cls, name, cls.lives(*where, **said))

    def _hashable_content(self) -> tuple[Any, ...]:
        return (self.name, self.domain)

    @property
    def free_symbols(self) -> set[Any]:
        return {self}

    def __reduce__(self) -> Any:
        return (_restore, (type(self), self.name, self.domain))


def _restore(cls: type, name: str, domain: domains.Domain) -> Any:
    leaf = Expr.__new__(cls)
    leaf.name, leaf.domain = name, domain
    return leaf


def on_domain(leaf: Any, domain: domains.Domain) -> Any:
    """A variable of the same kind and name on another domain."""
    rebuild, (cls, name, _) = leaf.__reduce__()
    return rebuild(cls, name, domain)


class Scalar(_Leaf, Quantity):
    """A real (or integer) variable.  `Scalar("rho", 0, 1)` ranges over the closed interval [0, 1]."""

    def __new__(cls, name: str, low: Any = None, high: Any = None, domain: domains.Domain | None = None) -> Any:
        if domain is None:
            domain = domains.Reals() if low is None else domains.interval(low, high)
        return _restore(cls, name, domain)


class Dim(_Leaf, Quantity, lives=domains.integers):
    """A dimension: an integer variable from `low` (default 1) upwards, or up to `high`, both included."""

    domain: domains.Integers

    @property
    def bounds(self) -> tuple[Any, Any]:
        """Least and greatest value, the latter None where there is none."""
        return self.domain.low, self.domain.high


class Index(_Leaf, Quantity, lives=domains.integers):
    """An index counted from 1.  Free, it ranges over low..high per instance; `forall` binds it over its own range."""


class Matrix(_Leaf, MatrixTerm):
    """A matrix variable.  `Matrix("A", r, c)` is any real r x c matrix; other domains are passed by name."""

    domain: domains.MatrixDomain

    def __new__(cls, name: str, rows: Any = None, cols: Any = None, domain: domains.MatrixDomain | None = None) -> Any:
        if domain is None:
            domain = domains.RealMatrices(quantity(rows), quantity(cols))
        return _restore(cls, name, domain)

    @property
    def shape(self) -> tuple[Expr, Expr]:
        """That of its domain."""
        return self.domain.shape


def variable(name: str, domain: domains.Domain, dimension: bool = False) -> Any:
    """The leaf for a domain: a `Matrix`, a `Scalar`, or for integers an `Index` (with `dimension`, a `Dim`).

    Raises TypeError for a domain that is none of a matrix, a real number or an integer, and for a dimension that is no
    integer.
    """
    if dimension and not isinstance(domain, domains.Integers):
        raise TypeError(f"{name} is a dimension, so its domain is integer(low, high), not {domain.name}")
    for kinds, leaf in _LEAVES:
        if isinstance(domain, kinds):
            return _restore(Dim if dimension else leaf, name, domain)
    raise TypeError(f"no variable lives in {type(domain).__name__}")


_LEAVES: tuple[tuple[Any, type], ...] = (
    (domains.MatrixDomain, Matrix),
    (domains.Integers, Index),
    (domains.Reals | domains.Positive | domains.Interval | domains.OpenInterval, Scalar),
)


def matrices_in(domain: type[domains.MatrixDomain], says: str) -> Callable[..., Matrix]:
    """The constructor of the variables of a domain of matrices."""

    def build(name: str, *sides: Any, **named: Any) -> Matrix:
        given = signature(domain).bind(*sides, **named).arguments
        return Matrix(name, domain=domain(**{side: quantity(x) for side, x in given.items()}))

    build.__doc__, build.__signature__ = says, _behind_name(domain)  # type: ignore[attr-defined]
    return build


Symmetric = matrices_in(domains.SymmetricMatrices, "A real symmetric matrix variable of order n.")
Psd = matrices_in(domains.PSD, "A positive semidefinite matrix variable of order n.")
PositiveDefinite = matrices_in(domains.PD, "A symmetric positive definite matrix variable of order n.")
Diagonal = matrices_in(domains.DiagonalMatrices, "A diagonal matrix variable of order n.")
SkewSymmetric = matrices_in(domains.Skew, "A skew-symmetric matrix variable of order n.")
Signs = matrices_in(domains.Signs, "A diagonal matrix variable of order n with entries 1 and -1.")
Projection = matrices_in(domains.Projection, "A diagonal matrix variable of order n with entries 0 and 1.")
Upper = matrices_in(domains.Upper, "An upper triangular matrix variable of order n.")
Orthogonal = matrices_in(domains.Orthogonal, "An orthogonal matrix variable of order n.")
ActivationPattern = matrices_in(domains.Activation, "A member of D(m, n, eta), riedi2022 (55).")
Nonnegative = matrices_in(domains.Nonnegative, "A matrix variable without negative entries.")


def Rows(name: str, kept: Any, n: Any) -> Matrix:  # noqa: N802
    """A row selection of shape (kept, n)."""
    return Matrix(name, domain=domains.Selection(quantity(kept), quantity(n)))


def Vector(name: str, n: Any) -> Matrix:  # noqa: N802
    """A column vector variable, an n x 1 matrix."""
    return Matrix(name, n, 1)
