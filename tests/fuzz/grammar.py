"""Texts for fuzzing the reader: valid conjectures, a grammar of well-typed expressions, and ways to spoil a text."""

import random
from functools import cache

from lemmata.language import is_vector, lam
from lemmata.language.dimensions import ShapeError
from lemmata.language.specification import Takes, classes
from lemmata.language.variables import Dim, Matrix, Scalar

LET = {
    "n": "integer(2, 8)",
    "A": "real(n, n)",
    "N": "symmetric(n)",
    "C": "real(n, 3)",
    "x": "real(n, 1)",
    "a": "real",
    "k": "integer(1, n)",
}
CLAIMS = """
smax(A @ N) <= smax(A) * smax(N)
s(A) >= s(A @ N) - 1.41
cond((I(n) + A) @ N) <= (1 + smax(A)) / (1 - smax(A))
x.T @ A @ x <= lmax(sym(A)) * tr(x.T @ x)
a**2 <= exp(a) + abs(-a) * 1e-3
kyfan(k, A) <= normN(A) < schatten(3/2, A)
kron(A, I(2)) @ kron(N, ones(2, 2)) == had(kron(A, N), kron(N, A))
cumsum(lam(N)) <= cumsum(diag(N)) * max(a, 1)
A @ (x * x) == diag(x) @ A @ x
prod(s(A)) == abs(det(A))
2 * pi * a <= -pi + a / 2
absm(C) == sqrtm(C.T @ C)
A[1,1] <= 1
A^2 == A'
s(A)[0] != 1
a = b
np.linalg.norm(A) <= 1 and a <= 2
A * N == 2 A
""".strip().splitlines()
DOMAINS = """
real
real(n, n)
real(n, 1)
positive
interval(-1/2, 1.5)
integer(2, 8)
integer(1, n)
symmetric(n)
projection(2 * n)
nonnegative(n, n + 1)
integer(1)
real(n)
R^n
integer[2, 8]
interval(1, 0)
""".strip().splitlines()
FILES = (
    """
name = "a"
given = ["smax(M) < 1"]
claim = ["cond(I(n) + M) <= 2"]
[let]
n = "integer(2, 8)"
M = "real(n, n)"
""",
    '[let]\nM = "real(2, 2)"\nclaim = ["1 <= 2"]\n',
    "claim = '1 <= 2'\n",
    'claim = ["""\n 1\n<= 2"""]\n',
    "claim = [1]\nlet = {a.b = 1}\n",
)
PIECES = (
    *"()[]{},.=^'\"\\#\n\t01x\x00é≤\ud800",
    *(" @ ", " * ", " + ", " - ", " / ", "**", " <= ", " == ", " > ", "/ 0", "0 * ", "1e9", "0.5", "9" * 30, ".T"),
    *("pi", "I(n)", "I(", "smax(", "kron(", "kyfan(", "schatten(", "diag(", "max(", "s(A)", "A", "A.T", "a", "n"),
    *("lambda ", " if ", "__", "real", "integer(", "let", "claim"),
)


OF_ANY = ("smax", "smin", "cond", "norm2", "normF", "normN", "maxabs", "rank")


@cache
def atoms() -> dict[str, tuple[tuple[str, tuple[Takes, ...]], ...]]:
    """Name and arguments of every atom whose specification says what it takes, by the sort of its value: a new atom is
    among them from its first day."""
    n = Dim("n")
    square = Matrix("A", n, n)
    sample = {
        Takes.MATRIX: square, Takes.SQUARE: square, Takes.NUMBERS: Scalar("a"), Takes.VECTOR: lam(square + square.T),
        Takes.COUNT: 1,
    }  # fmt: skip
    found: dict[str, list[tuple[str, tuple[Takes, ...]]]] = {"scalar": [], "vector": [], "matrix": []}
    for cls in classes(lambda spec: spec.takes is not None):
        try:
            node = cls(*(sample[t] for t in cls.spec.takes))
        except (TypeError, ValueError, ShapeError):
            continue  # made by a rule of the reader alone
        if getattr(node, "is_Matrix", False):
            sort = "matrix" if tuple(node.shape) == (n, n) else ""
        else:
            sort = "vector" if is_vector(node) else "scalar"
        if sort:
            found[sort].append((cls.name, tuple(cls.spec.takes)))
    return {sort: tuple(named) for sort, named in found.items()}


class Grammar:
    """Well-typed expressions over LET, drawn with `draw`; every one must be read."""

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw

    def claim(self, depth: int = 4) -> str:
        """A relation or a chain of three sides."""
        sort = self.draw.choice((self.scalar, self.vector, self.matrix))
        if sort == self.matrix:
            return f"{self.matrix(depth)} == {self.matrix(depth)}"
        ops = self.draw.choice((("<=", "<", "=="), (">=", ">", "==")))
        sides = [self.draw.choice((sort, self.scalar))(depth) for _ in range(self.draw.choice((2, 2, 3)))]
        out = sides[0]
        for side in sides[1:]:
            out += f" {self.draw.choice(ops)} {side}"
        return out

    def called(self, sort: str, depth: int) -> str:
        """Any atom with a value of a sort."""
        name, takes = self.draw.choice(atoms()[sort])
        made = {
            Takes.MATRIX: self.matrix, Takes.SQUARE: self.matrix, Takes.NUMBERS: self.scalar, Takes.VECTOR: self.vector,
        }  # fmt: skip
        return f"{name}({', '.join('1' if t is Takes.COUNT else made[t](depth - 1) for t in takes)})"

    def scalar(self, depth: int) -> str:
        """A scalar in brackets where need be."""
        if depth <= 0:
            return self.draw.choice(("a", "n", "k", "1", "2", "1/2", "0.25", "pi", "1e-2", "3"))
        rules = (
            lambda: f"({self.scalar(depth - 1)} {self.draw.choice('+-*')} {self.scalar(depth - 1)})",
            lambda: f"({self.scalar(depth - 1)} / (a + {self.scalar(depth - 1)}))",
            lambda: f"(a + {self.scalar(depth - 1)})**{self.draw.choice(('2', '3', '0.5', 'a', '(1/3)', '-1'))}",
            lambda: f"-{self.scalar(depth - 1)}",
            lambda: f"{self.draw.choice(('sqrt', 'exp', 'log', 'abs', 'relu'))}({self.scalar(depth - 1)})",
            lambda: f"{self.draw.choice(('max', 'min'))}({self.scalar(depth - 1)}, {self.scalar(depth - 1)})",
            lambda: f"{self.draw.choice(('max', 'min', 'sum', 'prod'))}({self.vector(depth - 1)})",
            lambda: f"{self.draw.choice(OF_ANY)}({self.matrix(depth - 1)})",
            lambda: f"{self.draw.choice(('lmax', 'lmin', 'rho', 'tr', 'det'))}({self.matrix(depth - 1)})",
            lambda: f"schatten({self.draw.choice(('3', '1/2', 'a'))}, {self.matrix(depth - 1)})",
            lambda: f"kyfan({self.draw.choice(('1', '2', 'k'))}, {self.matrix(depth - 1)})",
            lambda: self.called("scalar", depth),
        )  # fmt: skip
        return self.draw.choice(rules)()

    def vector(self, depth: int) -> str:
        """A vector of n entries, as a quantity or a column."""
        if depth <= 0:
            return self.draw.choice(("x", "s(A)", "lam(N)", "diag(A)", "(2 * x)", "x**2"))
        rules = (
            lambda: f"({self.vector(depth - 1)} {self.draw.choice('+-*')} {self.vector(depth - 1)})",
            lambda: f"({self.vector(depth - 1)} {self.draw.choice('+-*')} {self.scalar(depth - 1)})",
            lambda: f"({self.scalar(depth - 1)} * {self.vector(depth - 1)})",
            lambda: f"({self.vector(depth - 1)} / exp({self.vector(depth - 1)}))",
            lambda: f"({self.matrix(depth - 1)} @ {self.vector(depth - 1)})",
            lambda: f"{self.draw.choice(('s', 'lam', 'diag'))}({self.matrix(depth - 1)})",
            lambda: f"{self.draw.choice(('cumsum', 'abs', 'exp', 'relu'))}({self.vector(depth - 1)})",
            lambda: self.called("vector", depth),
            lambda: f"-{self.vector(depth - 1)}",
        )
        return self.draw.choice(rules)()

    def matrix(self, depth: int) -> str:
        """A matrix of n rows and columns."""
        if depth <= 0:
            return self.draw.choice(("A", "N", "I(n)", "ones(n, n)", "(C @ C.T)", "(x @ x.T)"))
        rules = (
            lambda: f"({self.matrix(depth - 1)} {self.draw.choice('+-@')} {self.matrix(depth - 1)})",
            lambda: f"({self.scalar(depth - 1)} * {self.matrix(depth - 1)})",
            lambda: f"({self.matrix(depth - 1)} / (a + {self.scalar(depth - 1)}))",
            lambda: f"{self.matrix(depth - 1)}.T",
            lambda: f"-{self.matrix(depth - 1)}",
            lambda: (
                f"{self.draw.choice(('inv', 'expm', 'logm', 'sqrtm', 'absm', 'sym', 'relu'))}({self.matrix(depth - 1)})"
            ),
            lambda: f"had({self.matrix(depth - 1)}, {self.matrix(depth - 1)})",
            lambda: f"diag({self.vector(depth - 1)})",
            lambda: f"kron({self.matrix(depth - 1)}, I(1))",
            lambda: self.called("matrix", depth),
        )
        return self.draw.choice(rules)()


def spoiled(text: str, draw: random.Random) -> str:
    """The text after one to four small changes."""
    for _ in range(draw.randint(1, 4)):
        i, j = sorted(draw.randint(0, len(text)) for _ in range(2))
        change = draw.randrange(6)
        if change == 0:
            text = text[:i] + draw.choice(PIECES) + text[i:]
        elif change == 1:
            text = text[:i] + text[min(j, i + 8) :]
        elif change == 2:
            text = text[:i] + draw.choice(PIECES) + text[min(j, i + 3) :]
        elif change == 3:
            text = text[:j] + text[i : min(j, i + 200)] * draw.choice((1, 2, 20)) + text[j:]
        elif change == 4:
            text = text[:i] + chr(draw.choice((draw.randrange(32, 127), draw.randrange(0x110000)))) + text[i + 1 :]
        else:
            text = text[:i] + draw.choice("([{-") * draw.choice((1, 9, 70)) + text[i:]
    return text[:6000]
