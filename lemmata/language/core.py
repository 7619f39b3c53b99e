"""Scalar and vector quantities: SymPy expressions that stay exactly as they were entered.

SymPy reorders commutative sums and products and rewrites relations on construction.  A statement has to read as the
paper prints it, so the nodes below keep their arguments in the order given and never simplify.  They are ordinary
SymPy trees (`args`, `has`, structural equality, hashing); `kernel` brings them to normal form where algebra is
wanted.

A *quantity* is a scalar or a vector (the singular values of a matrix, say).  Arithmetic on vectors is entrywise, and a
scalar standing next to a vector is repeated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from inspect import Parameter, Signature
from typing import Any, ClassVar, Self

from sympy import Atom, Basic, Expr, Integer, Rational
from sympy.core.numbers import NumberSymbol
from sympy.core.symbol import Str

from lemmata.language.boxes import BIG, FRACTION, POWER
from lemmata.language.specification import (
    Domain,
    Exact,
    Length,
    Moves,
    OverEntries,
    Sign,
    Spec,
    Specified,
    Takes,
    Zero,
)

PRIORITY = 100.0  # above every SymPy class, so that `1 + x` and `x + 1` both reach the operators below


def quantity(value: Any) -> Expr:
    """Read a Python or SymPy number as an exact constant; leave quantities alone.

    Raises TypeError for floats, which are seldom the number that was meant (0.1 is not 1/10).
    """
    if isinstance(value, Quantity | Rational | NumberSymbol):
        return value
    if isinstance(value, bool | float):
        raise TypeError(f"{value!r} is not exact: write an int, a Fraction or a SymPy Rational")
    if isinstance(value, int):
        return Integer(value)
    if isinstance(value, Fraction):
        return Rational(value.numerator, value.denominator)
    raise TypeError(f"cannot read {value!r} as a scalar or vector quantity")


def joined(parts: Sequence[Any], join: Callable[..., Any]) -> Any:
    """The one part there is, or what joins several."""
    return parts[0] if len(parts) == 1 else join(*parts)


def joint(cls: type[Any], *parts: Any) -> Any:
    """A sum or product of parts, without one inside another."""
    return cls(*(inner for part in parts for inner in (part.args if isinstance(part, cls) else (part,))))


def distinct(node: Any) -> Iterator[Any]:
    """Every part of a tree, before its own parts; what stands in it many times, as definitions do, is met once."""
    seen, waiting = set[int](), [node]
    while waiting:
        part = waiting.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            waiting.extend(reversed(getattr(part, "args", ())))


class LateBound:
    """What operators and printers of the nodes need from modules that import this one.

    Each of those puts its function here when it is imported, which `language` sees to.
    """

    write: Callable[[Any], str]  # by `text`
    latex: Callable[[Any], str]  # by `notation`
    matrix: Callable[[Any], Any]  # by `matrices`
    relation: Callable[[Any, str, Any], Any]  # by `relations`
    entries: Callable[[Any], Any]  # by `columns`


def related(op: str) -> Callable[[Any, Any], Any]:
    """The method that relates a node to another."""
    return lambda self, other: LateBound.relation(self, op, other)


def arg(place: int, word: bool = False) -> Any:
    """A property of nodes: the argument at a place, of a word its letters."""
    return property((lambda self: str(self.args[place].name)) if word else (lambda self: self.args[place]))


def _word(value: Any) -> Str:
    return value if isinstance(value, Str) else Str(value)


class Printed(Specified):
    """Prints through the language's own printers instead of SymPy's, which reorder.

    A class says behind its bases what it is made `of`, as a signature does: `layer` is a quantity, `inner: matrix` a
    matrix, `mode: str` a word, and what has another word behind its name is taken as it is.  Each is an attribute by
    its name.
    """

    kinds: ClassVar[tuple[str, ...]] = ()  # of the arguments
    __signature__: ClassVar[Signature]

    def __init_subclass__(cls, of: str = "", **said: Any) -> None:
        super().__init_subclass__(**said)
        if of:
            names, _, cls.kinds = zip(*(argument.partition(": ") for argument in of.split(", ")), strict=True)
            cls.__signature__ = Signature([Parameter(name, Parameter.POSITIONAL_OR_KEYWORD) for name in names])
            for place, name in enumerate(names):
                setattr(cls, name, arg(place, cls.kinds[place] == "str"))

    def __new__(cls, *args: Any) -> Self:
        if not cls.kinds:
            return Basic.__new__(cls, *args)
        if len(args) != len(cls.kinds):
            raise TypeError(f"{cls.__name__}{cls.__signature__} was given {len(args)} arguments")
        known = {"": quantity, "matrix": LateBound.matrix, "str": _word}
        return Basic.__new__(
            cls, *(known[kind](a) if kind in known else a for kind, a in zip(cls.kinds, args, strict=True))
        )

    def _sympystr(self, printer: Any) -> str:
        return LateBound.write(self)

    _sympyrepr = _sympystr

    def _latex(self, printer: Any, **_: Any) -> str:
        return LateBound.latex(self)

    def has(self, *wanted: Any) -> bool:
        """Whether a part is of one of these classes, or one of these nodes; SymPy looks at all that is written out."""
        kinds, nodes = tuple(w for w in wanted if isinstance(w, type)), {w for w in wanted if not isinstance(w, type)}
        return any(isinstance(part, kinds) or bool(nodes) and part in nodes for part in distinct(self))

    def atoms(self, *kinds: type) -> set[Any]:
        """The parts of these classes, and all that have no parts where none is named."""
        return {part for part in distinct(self) if isinstance(part, kinds or Atom)}


class Quantity(Printed, Expr):
    """Base of every scalar or vector node."""

    is_commutative = True
    _op_priority = PRIORITY
    level = 100  # binding strength of the printed form; see `notation`

    def __add__(self, other: Any) -> Quantity:
        return joint(Plus, self, quantity(other))

    def __radd__(self, other: Any) -> Quantity:
        return joint(Plus, quantity(other), self)

    def __sub__(self, other: Any) -> Quantity:
        return joint(Plus, self, Neg(quantity(other)))

    def __rsub__(self, other: Any) -> Quantity:
        return joint(Plus, quantity(other), Neg(self))

    def __mul__(self, other: Any) -> Any:
        if getattr(other, "is_Matrix", False):
            return NotImplemented
        return joint(Times, self, quantity(other))

    def __rmul__(self, other: Any) -> Quantity:
        return joint(Times, quantity(other), self)

    def __truediv__(self, other: Any) -> Quantity:
        return Quotient(self, quantity(other))

    def __rtruediv__(self, other: Any) -> Quantity:
        return Quotient(quantity(other), self)

    def __pow__(self, exponent: Any, mod: Any = None) -> Quantity:
        return power(self, exponent)

    def __rpow__(self, base: Any) -> Quantity:
        return power(base, self)

    def __neg__(self) -> Quantity:
        return Neg(self)

    def __abs__(self) -> Quantity:
        return Abs(self)

    __le__, __lt__, __ge__, __gt__ = map(related, ("<=", "<", ">=", ">"))


class Plus(Quantity, length=Length.ENTRYWISE, exact=Exact.FINEST):
    """Sum of two or more terms, in the order written."""

    level = 10


class Neg(Quantity, length=Length.ENTRYWISE, exact=Exact.SAME, zero=Zero.ARGUMENT, moves=Moves.ONCE):
    """Negation."""

    level = 12


class Times(Quantity, length=Length.ENTRYWISE, exact=Exact.PRODUCT, zero=Zero.FACTOR):
    """Product of two or more factors, in the order written."""

    level = 20


class Quotient(Quantity, binds=FRACTION, length=Length.ENTRYWISE, domain=Domain.OWN):
    """Quotient; undefined where the denominator is zero."""

    level = 20


class Power(Quantity, binds=POWER, length=Length.ENTRYWISE, domain=Domain.OWN):
    """Power with an integer exponent."""

    level = 40

    def __new__(cls, base: Any, exponent: Any) -> Quantity:
        exponent = quantity(exponent)
        if not isinstance(exponent, Integer):
            raise TypeError(f"the exponent {exponent} is not an integer: that is a RealPower")
        return Expr.__new__(cls, quantity(base), exponent)


class RealPower(Quantity, binds=POWER, length=Length.ENTRYWISE, domain=Domain.OWN, sign=Sign.NON_NEGATIVE):
    """Power with an exponent that is no integer literal: a fraction, or an expression such as a variable.

    Defined where the base is positive, or zero with a positive exponent; undefined elsewhere, also where a real
    exponent happens to be an integer.  Integers in exponents are dimensions (see `Statement.indices_in_exponents`): an
    exponent made of them is a number in `instantiate`, and where that is an integer the node a `Power`.
    """

    level = 40

    def __new__(cls, base: Any, exponent: Any) -> Quantity:
        exponent = quantity(exponent)
        if isinstance(exponent, Integer):
            raise TypeError(f"the exponent {exponent} is an integer: that is a Power")
        return Expr.__new__(cls, quantity(base), exponent)


class _Function(Quantity):
    """A function of quantities, written `name(args)`."""

    name = ""

    def __new__(cls, *args: Any) -> Quantity:
        return Expr.__new__(cls, *(quantity(a) for a in args))


OF_NUMBERS = Spec(takes=(Takes.NUMBERS,), length=Length.ENTRYWISE)


class Sqrt(
    _Function,
    name="sqrt",
    like=OF_NUMBERS,
    fix="write sqrtm(A)",
    sign=Sign.NON_NEGATIVE,
    domain=Domain.FROM_ZERO,
    zero=Zero.ARGUMENT,
):
    """Square root; undefined below zero."""


class Abs(
    _Function,
    name="abs",
    like=OF_NUMBERS,
    fix="write absm(A) for (A.T @ A)**(1/2), maxabs(A) for the largest entry",
    sign=Sign.NON_NEGATIVE,
    zero=Zero.ARGUMENT,
    exact=Exact.SAME,
    moves=Moves.ONCE,
):
    """Absolute value, entrywise."""


class Exp(_Function, name="exp", like=OF_NUMBERS, fix="write expm(A)", notation="exp", sign=Sign.POSITIVE):
    """Exponential, entrywise."""


class Erf(_Function, name="erf", like=OF_NUMBERS, fix="write entrywise(erf, A)", notation="erf", zero=Zero.ARGUMENT):
    """Error function, entrywise: (2 / sqrt(pi)) times the integral of exp(-t^2) from 0 to x."""


class Log(_Function, name="log", like=OF_NUMBERS, fix="write logm(A)", notation="log", domain=Domain.ABOVE_ZERO):
    """Natural logarithm, entrywise; undefined at and below zero."""


class Max(_Function, name="max", notation=OverEntries("max"), length=Length.EXTREME, exact=Exact.FINEST):
    """Largest of several scalars, or largest entry of one vector."""


class Min(_Function, name="min", notation=OverEntries("min"), length=Length.EXTREME, exact=Exact.FINEST):
    """Smallest of several scalars, or smallest entry of one vector."""


class Total(
    _Function,
    name="sum",
    takes=(Takes.VECTOR,),
    fix="write tr(ones(c, r) @ A) for the sum of all entries, A @ ones(c, 1) for row sums",
    notation=OverEntries("∑"),
    length=Length.REDUCED,
    exact=Exact.SAME,
):
    """Sum of the entries of a vector."""


class Product(
    _Function,
    name="prod",
    takes=(Takes.VECTOR,),
    fix="write prod(diag(A)), or A @ B for a product of matrices",
    notation=OverEntries("∏"),
    length=Length.REDUCED,
    zero=Zero.ARGUMENT,
):
    """Product of the entries of a vector."""


class Cumulative(
    _Function,
    name="cumsum",
    takes=(Takes.VECTOR,),
    fix="write cumsum(s(A)) or cumsum(diag(A))",
    binds=BIG,
    length=Length.ENTRYWISE,
    exact=Exact.SAME,
):
    """Partial sums of a vector: entry i is the sum of the first i entries."""


class Entry(_Function, length=Length.REDUCED, domain=Domain.OWN, exact=Exact.SAME):
    """The i-th entry of a vector, counted from 1 as papers do.

    The index is a quantity with integer value: a number, an `Index` bound by `forall`, or an expression of them.
    """


class Gap(_Function, binds=BIG, length=Length.REDUCED, domain=Domain.OWN, sign=Sign.NON_NEGATIVE, exact=Exact.SAME):
    """Distance of the i-th entry of a vector to the nearest other entry; infinite for a vector of length one.

    `gap(s(M), i) > 0` says that the i-th singular value is simple.
    """


def power(base: Any, exponent: Any) -> Quantity:
    """`base**exponent`: a `Power` for an integer literal, a `RealPower` for any other exponent."""
    exponent = quantity(exponent)
    return (Power if isinstance(exponent, Integer) else RealPower)(base, exponent)
