"""What nodes are seen to do: the answers of their specifications, found by computing with them.

Every class that interpreters evaluate has a sample here.  Values come from the high-precision interpreter, which reads
no specification, on small matrices chosen to be degenerate (zero, nilpotent, singular, indefinite, a turn, multiples of
the identity, diagonal) and on random ones.
"""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from sympy import Integer, Rational

from lemmata.evaluate.exact import ExactInterpreter
from lemmata.evaluate.interpreter import Irrational, NoValue
from lemmata.language import added, atoms, columns, core, families, functions, matrices
from lemmata.language.instance import Instance
from lemmata.language.specification import NODES, Domain, Length, Mirror, Sign, Takes, Zero
from lemmata.language.subspaces import NumRadius
from lemmata.language.variables import Matrix, Scalar
from tests.oracles import high_precision
from tests.oracles.high_precision import Reader, Undefined

Rows = list[list[Fraction]]
TINY = 1e-9
A, B, V, W = Matrix("A", 3, 3), Matrix("B", 3, 3), Matrix("V", 3, 1), Matrix("W", 2, 3)
X, Y = Scalar("x"), Scalar("y")
VECTOR = columns.Entries(V)
SAMPLES: dict[type, Any] = {
    **{cls: cls(X, Y) for cls in (core.Plus, core.Times, core.Quotient, core.Max, core.Min)},
    **{cls: cls(X) for cls in (core.Neg, core.Sqrt, core.Abs, core.Exp, core.Erf, core.Log)},
    core.Power: core.Power(X, 3),
    core.RealPower: core.RealPower(X, Rational(1, 2)),
    **{cls: cls(VECTOR) for cls in (core.Total, core.Product, core.Cumulative)},
    core.Entry: core.Entry(VECTOR, 2),
    core.Gap: core.Gap(VECTOR, 2),
    **{
        cls: cls(A)
        for cls in (
            atoms.S, atoms.SMax, atoms.SMin, atoms.Lam, atoms.LMax, atoms.LMin, atoms.Cond, atoms.Norm2, atoms.NormF,
            atoms.NormN, atoms.MaxAbs, atoms.Rho, atoms.Tr, atoms.Det, atoms.Rank, atoms.RealEigenvalues,
            columns.DiagonalEntries, functions.Inverse, functions.PseudoInverse, functions.MatExp, functions.MatLog,
            functions.MatSqrt, functions.MatAbs, functions.Relu, functions.Pivoting, NumRadius, matrices.MatNeg,
            matrices.Transpose,
        )
    },
    atoms.Schatten: atoms.Schatten(3, A),
    atoms.KyFan: atoms.KyFan(2, A),
    atoms.EigenForm: atoms.EigenForm(A, 1, B),
    atoms.SingularForm: atoms.SingularForm(A, 1, B),
    atoms.Slope: atoms.Slope(atoms.S(A + X * B), 1, X),
    columns.Entries: VECTOR,
    columns.Column: columns.Column(VECTOR),
    columns.DiagonalMatrix: columns.DiagonalMatrix(VECTOR),
    **{cls: cls(A, B) for cls in (functions.Hadamard, matrices.MatPlus, matrices.MatTimes, matrices.Kron)},
    functions.Ones: functions.Ones(2, 3),
    matrices.Id: matrices.Id(3),
    matrices.Scaled: matrices.Scaled(X, A),
    families.Unit: families.Unit(3, 2),
    families.VStack: families.VStack(A, B),
    families.GradientGram: families.GradientGram(families.LayerList(A, W), B),
}  # fmt: skip
TAKEN = {Takes.MATRIX: A, Takes.SQUARE: A, Takes.NUMBERS: X, Takes.VECTOR: VECTOR, Takes.COUNT: Integer(2)}
COMPUTED = [cls for cls in added.ATOMS.values() if cls.spec.definition is None]
SAMPLES |= {cls: cls(*(TAKEN[kind] for kind in cls.spec.takes)) for cls in COMPUTED}
OF_A_MATRIX = [cls for cls, node in SAMPLES.items() if node.args[-1:] == (A,) and len(node.args) == 1]


def evaluated() -> Iterator[type]:
    """The classes that backends see: quantities and matrices that are neither bases, variables, words nor unrolled."""
    modules = (core, atoms, columns, functions, matrices)
    single = [families.Unit, families.VStack, families.GradientGram, NumRadius]
    yield from COMPUTED
    for cls in NODES:
        base = cls is matrices.MatrixWord or any(cls in other.__mro__[1:] for other in NODES)
        if cls in single or cls.__module__ in (module.__name__ for module in modules) and not base:
            yield cls


def rows(*lines: str) -> Rows:
    return [[Fraction(x) for x in line.split()] for line in lines]


ZERO = rows("0 0 0", "0 0 0", "0 0 0")
TAGGED: dict[str, Rows] = {
    "zero": ZERO,
    "identity": rows("1 0 0", "0 1 0", "0 0 1"),
    "negative": rows("-1 0 0", "0 -1 0", "0 0 -2"),
    "nilpotent": rows("0 1 0", "0 0 1", "0 0 0"),
    "turn": rows("0 -1 0", "1 0 0", "0 0 2"),
    "singular": rows("1 2 0", "2 4 0", "0 0 0"),
    "deficient": rows("1 2 3", "1 2 3", "0 1 1"),
    "indefinite": rows("1 2 0", "2 1 0", "0 0 1"),
    "definite": rows("4 1 0", "1 3 1", "0 1 2"),
    "diagonal": rows("3 0 0", "0 2 0", "0 0 5"),
    "regular": rows("1 2 -1", "0 1 2", "2 -1 1"),
}
DRAW = random.Random(5)


def drawn(r: int, c: int) -> Rows:
    return [[Fraction(DRAW.randint(-3, 3)) for _ in range(c)] for _ in range(r)]


PAIRS = [(a, drawn(3, 3)) for a in TAGGED.values()] + [(drawn(3, 3), drawn(3, 3)) for _ in range(8)]
NUMBERS = [Fraction(x) for x in (-2, -1, 0, 1, 2, 3)]
COLUMNS = [rows("0", "1", "2"), rows("-1", "-2", "3"), rows("1", "1", "-2"), rows("3", "1", "2"), rows("-1", "0", "-2")]
CASES: list[dict[str, Any]] = [
    {"A": a, "B": b, "V": COLUMNS[k % 5], "W": drawn(2, 3), "x": NUMBERS[k % 6], "y": NUMBERS[(2 * k + k // 6) % 6]}
    for k, (a, b) in enumerate(PAIRS)
]


def value(node: Any, values: dict[str, Any]) -> Any:
    """Entries of a quantity or rows of a matrix to 40 digits, None where there are none."""
    reader = Reader(values, 40, high_precision.RULES)
    try:
        found = reader.value(node)
    except Undefined:
        return None
    return [[reader.real(y) for y in x] if isinstance(x, list) else reader.real(x) for x in found]


def flat(found: Any) -> list[Any]:
    """All entries of a quantity or matrix."""
    return [x for row in found for x in row] if isinstance(found[0], list) else list(found)


@cache
def values(cls: type) -> list[list[Any]]:
    """The entries in all cases in which there is a value."""
    found = (value(SAMPLES[cls], case) for case in CASES)
    return [flat(x) for x in found if x is not None]


def sign(cls: type) -> Sign:
    if issubclass(cls, matrices.MatrixTerm):
        return Sign.UNKNOWN
    least = min(min(entries) for entries in values(cls))
    if cls in OF_A_MATRIX and cls is not atoms.Lam:
        small = value(cls(Matrix("T", 2, 2)), {"T": rows("0 -1", "1 0")})
        least = min([least, *(small or ())])
    if SAMPLES[cls].args == (X,):
        least = min([least, *value(SAMPLES[cls], {"x": Fraction(1, 2)})])
    return Sign.UNKNOWN if least < -TINY else Sign.NON_NEGATIVE if least < TINY else Sign.POSITIVE


def domain(cls: type) -> Domain:
    """From where there is no value, for functions of one matrix or one number."""
    node = SAMPLES[cls]
    if cls in OF_A_MATRIX:
        missing = {tag for tag, a in TAGGED.items() if value(node, {"A": a}) is None}
        asymmetric = {"nilpotent", "turn", "deficient", "regular"}
        singular = {"zero", "nilpotent", "singular", "deficient"}
        negative = {"negative", "indefinite"}
        known = {
            Domain.ALL: set(),
            Domain.NONZERO: {"zero"},
            Domain.SYMMETRIC: asymmetric,
            Domain.REGULAR: singular,
            Domain.SEMIDEFINITE: asymmetric | negative,
            Domain.DEFINITE: asymmetric | negative | singular,
        }
    else:
        missing = {str(x) for x in (-1, 0, 1) if value(node, {"x": Fraction(x)}) is None}
        known = {Domain.ALL: set(), Domain.FROM_ZERO: {"-1"}, Domain.ABOVE_ZERO: {"-1", "0"}}
    return next(answer for answer, tags in known.items() if tags == missing)


def vanishes(node: Any, values: dict[str, Any]) -> bool:
    """Whether a quantity has a zero entry, or all of a matrix is zero."""
    found = value(node, values)
    if found is None:
        return False
    zeros = [abs(x) < TINY for x in flat(found)]
    return all(zeros) if isinstance(found[0], list) else any(zeros)


def length(cls: type) -> Length:
    """As far as counting tells; ways to be one or many are distinguished by what the language refuses."""
    node = SAMPLES[cls]
    if issubclass(cls, matrices.MatrixTerm):
        return Length.SCALAR
    if cls in (core.Max, core.Min):
        return Length.EXTREME
    if cls is columns.Entries:
        return Length.ROWS
    if node.args[0] in (X, VECTOR):
        try:
            several = cls(VECTOR, *(VECTOR if a == Y else a for a in node.args[1:]))
        except TypeError:
            return Length.SCALAR
        count = {len(flat(found)) for case in CASES if (found := value(several, case | {"V": rows("1", "2", "3")}))}
        return Length.ENTRYWISE if count == {3} else Length.REDUCED
    if len(node.args) > 1:
        return Length.SCALAR
    of_square = cls.spec.of_square or getattr(cls, "square", False)
    wide = None if of_square else value(cls(Matrix("W", 2, 3)), {"W": rows("1 2 0", "0 1 1")})
    if wide is None:
        return Length.ROWS if len(value(node, CASES[8])) == 3 else Length.SCALAR
    return Length.SHORTER if len(wide) == 2 else Length.SCALAR


def norm(cls: type) -> bool:
    """Homogeneous, zero at zero only, and never more for a sum than for both: a scalar read off a matrix."""
    node = SAMPLES[cls]

    def size(a: Rows) -> Any:
        found = value(node, {"A": a})
        return None if found is None else found[0]

    def added(a: Rows, b: Rows) -> Rows:
        return [[x + y for x, y in zip(p, q, strict=True)] for p, q in zip(a, b, strict=True)]

    if cls not in OF_A_MATRIX or issubclass(cls, matrices.MatrixTerm) or length(cls) is not Length.SCALAR:
        return False
    for a, b in PAIRS:
        one, other, both, twice = size(a), size(b), size(added(a, b)), size(added(a, a))
        if one is None or other is None or both is None or twice is None:
            return False
        if both > one + other + TINY or abs(twice - 2 * one) > TINY or (one < TINY) != (a == ZERO):
            return False
    return True


def spectral(cls: type) -> bool:
    """Whether values at integer matrices are irrational, roots of sums of squares and functions of numbers apart."""
    if cls is atoms.NormF or SAMPLES[cls].args[:1] == (X,):
        return cls is atoms.Slope
    for case in CASES[-8:] + CASES[8:9]:
        exact = ExactInterpreter(Instance({}, case))
        try:
            (exact.matrix if issubclass(cls, matrices.MatrixTerm) else exact.quantity)(SAMPLES[cls])
        except Irrational:
            return True
        except NoValue:
            continue
    return False


def close(one: Any, other: Any) -> bool:
    return all(abs(x - y) < TINY for x, y in zip(flat(one), flat(other), strict=True))


def transposed(a: Any) -> Any:
    return [list(column) for column in zip(*a, strict=True)]


def mirror(cls: type) -> Mirror:
    """For functions of one matrix, and matrices that are symmetric anyway."""
    node = SAMPLES[cls]
    if issubclass(cls, core.Quantity) or cls in (matrices.MatNeg, matrices.Transpose, matrices.Id):
        return Mirror.UNKNOWN  # operators have rules of their own
    found = [(case, x) for case in CASES if (x := value(node, case)) is not None and len(x) == len(x[0])]
    if found and len({str(x) for _, x in found}) > 1 and all(close(x, transposed(x)) for _, x in found):
        return Mirror.SYMMETRIC
    if cls not in OF_A_MATRIX or not found:
        return Mirror.UNKNOWN
    turned = [(x, value(node, {"A": transposed(case["A"])})) for case, x in found]
    return Mirror.COVARIANT if all(y and close(transposed(x), y) for x, y in turned) else Mirror.UNKNOWN


def diagonal(cls: type) -> bool:
    """Whether diagonal arguments, matrices all of them, give a diagonal matrix."""
    node = SAMPLES[cls]
    if (
        issubclass(cls, core.Quantity)
        or cls is functions.Hadamard
        or any(a not in (A, B, Integer(3)) for a in node.args)
    ):
        return False
    found = value(node, {"A": TAGGED["diagonal"], "B": rows("1 0 0", "0 7 0", "0 0 2")})
    if len(found) != len(found[0]):
        return False
    return all(abs(x) < TINY for i, row in enumerate(found) for j, x in enumerate(row) if i != j)


def function(cls: type) -> bool:
    """Whether it commutes with the symmetric matrix all its matrices are."""
    node = SAMPLES[cls]
    if issubclass(cls, core.Quantity) or any(a not in (A, B, X, Integer(3)) for a in node.args):
        return False
    a = rows("1 -2 0", "-2 6 -1", "0 -1 4")
    found = value(node, {"A": a, "B": a, "x": Fraction(2)})
    return len(found) == len(found[0]) == 3 and close(times(found, a), times(a, found))


def times(a: Any, b: Any) -> Any:
    return [[sum(x * int(y) if isinstance(y, Fraction) else int(x) * y for x, y in zip(p, q, strict=True))
             for q in zip(*b, strict=True)] for p in a]  # fmt: skip


def zero(cls: type) -> Zero:
    """From whether a zero, a zero entry or a missing rank makes it zero, each apart from the others."""
    node = SAMPLES[cls]
    nothing = {A: ZERO, B: ZERO, V: rows("0", "0", "0"), X: Fraction(0), Y: Fraction(0), VECTOR: rows("1", "0", "2")}

    def at(k: int) -> bool:
        """Whether it is zero where its k-th argument is, whatever the others are."""
        part = node.args[k]
        if part not in nothing:
            return False
        name = "V" if part == VECTOR else part.name
        cases = (
            {"A": TAGGED["definite"], "B": TAGGED["regular"], "W": drawn(2, 3), "V": rows("1", "2", "3")}
            | {"x": Fraction(2 * sign), "y": Fraction(3 * sign), name: nothing[part]}
            for sign in (1, -1)
        )
        return all(vanishes(node, case) for case in cases)

    if not node.args or not at(-1):
        return Zero.UNSAID
    if len(node.args) == 2 and node.args[0] in (A, X) and at(0):
        return Zero.FACTOR
    deficient = [t for t in ("nilpotent", "singular", "deficient") if cls in OF_A_MATRIX]
    missing = [vanishes(node, {"A": TAGGED[tag]}) for tag in deficient]
    return Zero.DEFICIENT if missing and all(missing) else Zero.ARGUMENT


def exact(cls: type) -> bool:
    """Whether values at integers are integers, counting apart."""
    if cls in (atoms.Rank, atoms.RealEigenvalues, atoms.Det, core.Product, matrices.Id, functions.Ones, families.Unit,
               functions.Pivoting, *COMPUTED):  # fmt: skip
        return False  # computed in other ways than by sums and products of what is given
    found = [x for entries in values(cls) for x in entries]
    return all(isinstance(x, int) or abs(x - round(x)) == 0 for x in found if abs(x) < 1e30)


FACTS = (sign, domain, length, norm, spectral, mirror, diagonal, function, zero)
OBSERVED: dict[str, Callable[[type], Any]] = {fact.__name__: cache(fact) for fact in FACTS}
