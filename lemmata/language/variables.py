"""Leaves of the trees: dimensions, indices, scalars and matrices, each with its domain."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, ClassVar

from sympy import Expr

from lemmata.language import domains
from lemmata.language.core import Quantity, quantity
from lemmata.language.matrices import MatrixTerm


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
            name = Parameter("name", Parameter.POSITIONAL_OR_KEYWORD)
            cls.lives, cls.__signature__ = lives, Signature([name, *signature(lives).parameters.values()])

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


def _of_order(domain: type[domains.OfOrder], says: str) -> Callable[[str, Any], Matrix]:
    """The constructor of the variables of a domain of square matrices."""

    def build(name: str, n: Any) -> Matrix:
        return Matrix(name, domain=domain(quantity(n)))

    build.__doc__ = says
    return build


Symmetric = _of_order(domains.SymmetricMatrices, "A real symmetric matrix variable of order n.")
Psd = _of_order(domains.PSD, "A positive semidefinite matrix variable of order n.")
PositiveDefinite = _of_order(domains.PD, "A symmetric positive definite matrix variable of order n.")
Diagonal = _of_order(domains.DiagonalMatrices, "A diagonal matrix variable of order n.")
SkewSymmetric = _of_order(domains.Skew, "A skew-symmetric matrix variable of order n.")
Signs = _of_order(domains.Signs, "A diagonal matrix variable of order n with entries 1 and -1.")
Projection = _of_order(domains.Projection, "A diagonal matrix variable of order n with entries 0 and 1.")
Upper = _of_order(domains.Upper, "An upper triangular matrix variable of order n.")
Orthogonal = _of_order(domains.Orthogonal, "An orthogonal matrix variable of order n.")


def ActivationPattern(name: str, m: Any, n: Any, eta: Any) -> Matrix:  # noqa: N802  (reads like a domain in statements)
    """A member of D(m, n, eta), riedi2022 (55)."""
    return Matrix(name, domain=domains.Activation(quantity(m), quantity(n), quantity(eta)))


def Rows(name: str, kept: Any, n: Any) -> Matrix:  # noqa: N802
    """A row selection of shape (kept, n)."""
    return Matrix(name, domain=domains.Selection(quantity(kept), quantity(n)))


def Vector(name: str, n: Any) -> Matrix:  # noqa: N802
    """A column vector variable, an n x 1 matrix."""
    return Matrix(name, n, 1)


def Nonnegative(name: str, rows: Any, cols: Any) -> Matrix:  # noqa: N802
    """A matrix variable without negative entries."""
    return Matrix(name, domain=domains.Nonnegative(quantity(rows), quantity(cols)))
