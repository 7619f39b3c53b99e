"""What is asked of every node of the language, and answered next to its class.

Each class has a `Spec` of plain data; nothing in it computes.  Interpreters, the reader, the writers and whatever asks
for signs, symmetry or domains read it from the class, so that a fact about an atom is written down once.  What data
cannot say (how an eigenvalue is enclosed, how a sum is laid out) is a rule in the one table of the interpreter, keyed
by the class.

An atom with a `definition` is a word for people: it has a notation and a place in the reader, and hash, interpreters,
certificates and kernel see what it stands for (`definitions.unfolded`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, ClassVar

from lemmata.language.boxes import Box, Op, barred, joined, symbol
from lemmata.language.records import Record


class Takes(Enum):
    """What an argument may be, with the letter it is shown by in the reader's messages."""

    MATRIX = "A"
    SQUARE = "A "
    NUMBERS = "x"  # a scalar, or a vector entry by entry
    VECTOR = "v"
    COUNT = "k"  # a number from 1, or a dimension


class Length(Enum):
    """How many entries a quantity has."""

    SCALAR = "one, whatever stands in it"
    ENTRYWISE = "as many as its vector arguments"
    REDUCED = "one, read off a vector"
    EXTREME = "one, of several scalars or one vector"
    SHORTER = "the shorter side of its matrix"
    ROWS = "the rows of its matrix"


class Sign(Enum):
    """What a value is whatever its arguments are, as far as it exists."""

    UNKNOWN = "any"
    NON_NEGATIVE = "0 <= x"
    POSITIVE = "0 < x"


class Domain(Enum):
    """Which first arguments have a value."""

    ALL = "all"
    SYMMETRIC = "symmetric as a value"
    NONZERO = "not the zero matrix"
    REGULAR = "regular"
    SEMIDEFINITE = "symmetric without negative eigenvalues"
    DEFINITE = "symmetric with positive eigenvalues"
    FROM_ZERO = "not negative"
    ABOVE_ZERO = "positive"
    OWN = "as its rule in `floats` says"


class Zero(Enum):
    """Where a value certainly is zero, or has a zero entry."""

    UNSAID = "nothing is said"
    ARGUMENT = "where its last argument is zero, or has a zero entry"
    DEFICIENT = "where its matrix has less than full rank"
    FACTOR = "where one of its arguments is zero"


class Exact(Enum):
    """How the binary digits of a float value follow from those of the arguments, no rounding assumed."""

    ROUNDED = "they do not"
    SAME = "no finer than those of the first argument"
    FINEST = "no finer than the finest"
    PRODUCT = "their units multiply"


class Moves(Enum):
    """How far a value moves with its first argument: a Lipschitz constant in the Frobenius norm."""

    OWN = "as its rule in `float_rules` says"
    NONE = "not at all but by roundings of its own"
    ONCE = "1"
    ROOT_OF_ORDER = "sqrt(n)"
    SHORTER_SIDE = "min(r, c)"


class Mirror(Enum):
    """What is known of the transpose of a matrix."""

    UNKNOWN = "nothing"
    COVARIANT = "f(A)^T = f(A^T)"
    SYMMETRIC = "f(A)^T = f(A)"


# How a node is laid out, as far as that is a matter of style; `notation` has one rule per style.


class Style(Record):
    """Base of the styles."""


class Call(Style):
    """`head(argument, ...)`."""

    head: Box


class Spectrum(Style):
    """A letter with the index of the entry, applied to the matrix."""

    letter: str


class OverEntries(Style):
    """An operator over the entries of a vector, or in front of several quantities."""

    operator: str


class Laid(Style):
    """Made from the boxes of the arguments, each in parentheses where it binds no tighter than its floor."""

    make: Callable[..., Box]
    floors: tuple[int, ...] = (0,)


class Phrase(Style):
    """Words and signs around the arguments, for the first of which `{0}` stands."""

    text: str


class Marked(Style):
    """A letter with the arguments below, and perhaps a mark above."""

    letter: str
    mark: str = ""


def bars(mark: Box | None = None, bar: str = "‖") -> Laid:
    """The argument between bars, with a mark below."""
    return Laid(lambda a: barred(a, mark, bar))


def infix(symbol: str, floor: int) -> Laid:
    """An operator between two arguments."""
    return Laid(lambda a, b: joined(Op(symbol), [a, b]), (floor, floor))


@dataclass(frozen=True, kw_only=True)
class Spec:
    """The answers of one class; what is left out is not known, or stands in a rule.

    `takes` lists the arguments for the reader (None: the reader has a rule of its own, or does not know the word) and
    `fix` is what it advises where a matrix is given to a function of numbers.  `binds` is how tightly the laid-out
    form binds (see `notation`).  `norm` says that it is a norm of its matrix, `spectral` that singular values or
    eigenvalues are read off, which costs with the order.  Of matrices: `diagonal` says that it is diagonal where its
    arguments are, `function` that it commutes with a symmetric matrix it is made of; `shape` gives rows and columns,
    those of the first argument unless said otherwise.  `sizes` says that what is made of dimensions alone in its
    arguments becomes a number.  `definition` builds what a word stands for from its arguments.

    An atom that stands in a file of its own brings its rules: `numbers`, given an interpreter of `evaluate.interpreter`
    and the node, is its value in the interpreter's arithmetic, rational, ball and algebraic alike; `tensor` and
    `magnitude`, given a scope of `evaluate.floats` and the node, are the value of a batch and the size behind it.
    """

    takes: tuple[Takes, ...] | None = None
    fix: str = ""
    notation: Style | None = None
    binds: int | None = None
    length: Length = Length.SCALAR
    sign: Sign = Sign.UNKNOWN
    domain: Domain = Domain.ALL
    zero: Zero = Zero.UNSAID
    exact: Exact = Exact.ROUNDED
    moves: Moves = Moves.OWN
    mirror: Mirror = Mirror.UNKNOWN
    shape: Callable[[Any], tuple[Any, ...]] = lambda node: node.args[0].shape
    norm: bool = False
    spectral: bool = False
    diagonal: bool = False
    function: bool = False
    sizes: bool = False
    definition: Callable[..., Any] | None = None
    numbers: Callable[[Any, Any], list[Any]] | None = None
    tensor: Callable[[Any, Any], Any] | None = None
    magnitude: Callable[[Any, Any], Any] | None = None

    @property
    def of_square(self) -> bool:
        """Whether it takes one matrix, a square one."""
        return self.takes == (Takes.SQUARE,)


OF_MATRIX, OF_SQUARE = Spec(takes=(Takes.MATRIX,)), Spec(takes=(Takes.SQUARE,))
NODES: list[type[Specified]] = []  # every class of the language, in the order of definition


class Specified:
    """Base of all nodes: a class without answers of its own has those of its base.

    A class says behind its bases what it is called in the text form, and what it answers: as another specification
    does, but for what is said there too.  A notation that is a name, as `s_min`, is that of a function, and one with
    blanks a phrase.  `word` is what a class is written by that has no name among the functions.
    """

    spec: ClassVar[Spec] = Spec()
    word: ClassVar[str] = ""

    def __init_subclass__(
        cls, name: str = "", word: str = "", like: Spec | None = None, notation: Style | str | None = None, **said: Any
    ) -> None:
        super().__init_subclass__()
        if isinstance(notation, str):
            notation = Phrase(notation) if " " in notation else Call(symbol(notation))
        if notation is not None:
            said["notation"] = notation
        if name:
            cls.name = name  # type: ignore[attr-defined]  # other classes have none
        cls.word = word or cls.word
        if like or said:
            cls.spec = replace(like or Spec(), **said)
        NODES.append(cls)


def classes(answer: Callable[[Spec], Any]) -> tuple[type[Any], ...]:
    """The classes whose specification answers so."""
    return tuple(cls for cls in NODES if answer(cls.spec))
