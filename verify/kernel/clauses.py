"""Expressions and relations of the text form as terms and formulas, with what they need to be defined."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata.verify.kernel import sorts
from lemmata.verify.kernel.allowance import HIGHEST
from lemmata.verify.kernel.columnwise import Vector, entry_of, is_matrix, opened_at_mark, over_all, positive, whole
from lemmata.verify.kernel.normal import matrix, scalar
from lemmata.verify.kernel.terms import (
    NUMBERS,
    ONE,
    ZERO,
    KernelError,
    Term,
    Z,
    check_formula,
    closed,
    neg,
    num,
    shift,
    size,
    sort_of,
)  # fmt: skip

SPECTRA = ("s", "lam")
# How many arguments words take that are more than their terms.
TAKES = {"s": (1, 2), "lam": (1, 2), "gap": (2,), "entry": (2,), "dot": (2,), "kyfan": (2,),
         **dict.fromkeys(("normN", "sqrtm", "logm", "absm", "inv", "cumsum"), (1,))}  # fmt: skip
READ_OFF = {k for k, takes in NUMBERS.items() if takes in ("M", "S") and k != "inv"}


class Reader:
    """Reads expressions with names for their variables, and notes what they need to be defined.

    A power whose exponent may turn out an integer is then defined at a negative base too; what it needs otherwise is
    noted by a `strict` reader alone.
    """

    def __init__(self, strict: bool = False) -> None:
        self.strict = strict
        self.names: dict[str, Term] = {}
        self.needs: list[Term] = []  # what the clause at hand needs to be defined
        self.depth = 0

    def declare(self, name: str, domain: str) -> list[Term]:
        """A variable of the statement; returns what its domain asks for."""
        node = ast.parse(domain, mode="eval").body
        kind, values = domain, list[Any]()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            kind, values = node.func.id, [self(a) for a in node.args]
        # the parser takes letters that look alike for one
        if not (name.isidentifier() and name.isascii()) or name in self.names or name == "pi":
            raise KernelError(f"{name!r} is no name for a new variable")
        sort = sorts.sort(kind, values)
        x = self.names[name] = ("v", name, sort)
        sort_of(x)
        asked = sorts.asked(kind, x, values)
        for formula in asked:
            check_formula(formula)
        return asked

    def clauses(self, line: str) -> list[tuple[list[Term], Term]]:
        """The relations in a line, each with what it needs to be defined."""
        node = ast.parse(f"({line.replace('..', '|')})", mode="eval").body
        ranges, body = (node.generators, node.elt) if isinstance(node, ast.GeneratorExp) else ([], node)
        if not isinstance(body, ast.Compare) or "|" in line:
            raise KernelError(f"{line} is not one relation")
        sides = [body.left, *body.comparators]
        links = [self._quantified(ranges, (a, op, b)) for a, op, b in zip(sides, body.ops, sides[1:], strict=False)]
        # where one link has no value the chain says nothing, of the others neither
        needs = list(dict.fromkeys(need for own, _ in links for need in own))
        return [(needs, clause) for _, clause in links]

    def _quantified(self, ranges: list[Any], relation: Any) -> tuple[list[Term], Term]:
        outer, self.needs = self.needs, []
        if ranges:
            low, high, clause = self._over(ranges[0], lambda: self._inner(ranges[1:], relation))
            clause = ("all", low, high, clause)
        else:
            clause = self._relation(*relation)
        needs, self.needs = self.needs, outer
        return needs, clause

    def _inner(self, ranges: list[Any], relation: Any) -> Term:
        needs, clause = self._quantified(ranges, relation)
        self.needs += needs
        return clause

    def _over(self, range_: Any, body: Callable[[], Any]) -> tuple[Term, Term, Term]:
        """Ends and body of something over an index; what the body needs, it needs at every index."""
        spread = isinstance(range_.iter, ast.BinOp) and isinstance(range_.iter.op, ast.BitOr)
        if not spread or range_.ifs or range_.is_async:
            raise KernelError("an index runs over low..high")
        low, high = self(range_.iter.left), self(range_.iter.right)
        shadowed, outer = self.names.get(range_.target.id), self.needs
        i = self.names[range_.target.id] = self.fresh()
        self.needs = []
        value = body()
        inner, self.needs = self.needs, outer
        self.needs += [over_all(need, i, low, high) for need in inner]
        self.depth -= 1
        del self.names[range_.target.id]
        if shadowed:
            self.names[range_.target.id] = shadowed
        return low, high, closed(value, i)

    def fresh(self) -> Term:
        self.depth += 1
        return ("v", f"#index{self.depth}", Z)

    def entries(self, vector: Vector) -> tuple[Term, Term, Term]:
        """A vector as ends and body over an index."""
        i = self.fresh()
        outer, self.needs = self.needs, []
        body = vector.at(i)
        inner, self.needs = self.needs, outer
        self.needs += [over_all(n, i, ONE, vector.length) for n in inner]
        self.depth -= 1
        return ONE, vector.length, closed(body, i)

    def _relation(self, left: Any, op: Any, right: Any) -> Term:
        a, b = self(left), self(right)
        if isinstance(op, ast.GtE | ast.Gt):
            a, b = b, a
        word = {ast.Eq: "=", ast.LtE: "<=", ast.GtE: "<=", ast.Lt: "<", ast.Gt: "<"}[type(op)]
        matrices = [is_matrix(x) for x in (a, b)]
        if all(matrices):
            if word != "=":
                raise KernelError("matrices are equated only")
            return ("=", a, b)
        a, b = (self.vector(x) for x in (a, b))
        vectors = [x for x in (a, b) if isinstance(x, Vector)]
        if not vectors:
            gap = next((x for x in (a, b) if x[0] == "gap"), None)
            if gap:  # only `gap(...) > 0`, which says that an entry is simple, has a meaning here
                if word != "<" or a != ZERO:
                    raise KernelError("a gap is compared with zero only")
                return ("is", f"simple in {gap[1]}", *gap[2:])
            return (word, a, b)
        self._same_length(vectors)
        both = Vector(vectors[0].length, lambda i: (word, entry_of(a, i), entry_of(b, i)))
        return ("all", *self.entries(both))

    def vector(self, x: Any) -> Any:
        """A column as the vector of its entries."""
        if not is_matrix(x):
            return x
        n, one = sort_of(x)[1:]
        if size(one) != size(ONE):
            raise KernelError("a matrix stands where a number is wanted")
        return Vector(n, lambda i: ("tr", ("mm", ("T", ("e", n, i)), x)))

    def _same_length(self, vectors: list[Vector]) -> None:
        if any(size(v.length) != size(vectors[0].length) for v in vectors):
            raise KernelError("vectors of different lengths")

    def _entrywise(self, make: Callable[..., Term], *values: Any) -> Any:
        values = tuple(self.vector(x) for x in values)
        vectors = [x for x in values if isinstance(x, Vector)]
        if not vectors:
            return make(*values)
        self._same_length(vectors)
        return Vector(vectors[0].length, lambda i: make(*(entry_of(x, i) for x in values)))

    def __call__(self, node: Any) -> Any:
        """The value of an expression: a number or matrix term, or a vector."""
        if isinstance(node, ast.Constant) and type(node.value) is int:
            return num(node.value)
        if isinstance(node, ast.Name) and node.id in self.names:
            return self.names[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return self._times(num(-1), self(node.operand))
        if isinstance(node, ast.Attribute) and node.attr == "T":
            return ("T", self(node.value))
        if (
            isinstance(node, ast.Subscript)
            and isinstance(node.slice, ast.Slice)
            and node.slice.lower
            and node.slice.upper
            and not node.slice.step
        ):
            return ("seg", self(node.value), self(node.slice.lower), self(node.slice.upper))
        if isinstance(node, ast.BinOp):
            return self._operation(type(node.op), node.left, node.right)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
            return self._call(node.func.id, node.args)
        raise KernelError(f"{ast.unparse(node)} cannot be said in the kernel")

    def _times(self, a: Any, b: Any) -> Any:
        if is_matrix(a):
            a, b = b, a
        multiple = is_matrix(b) and not isinstance(a, Vector)
        return ("sc", a, b) if multiple else self._entrywise(lambda x, y: ("*", x, y), a, b)

    def _operation(self, op: type, left: Any, right: Any) -> Any:
        a, b = self(left), self(right)
        if op is ast.MatMult and is_matrix(a) and is_matrix(b):
            return ("mm", a, b)
        if is_matrix(b) and (op is ast.Div or op is ast.Mult and is_matrix(a)) or op is ast.Pow:
            a, b = self.vector(a), self.vector(b)  # columns are taken entry by entry
        if op is ast.Mult:
            return self._times(a, b)
        if op in (ast.Add, ast.Sub):
            b = self._times(num(-1), b) if op is ast.Sub else b
            if is_matrix(a) and is_matrix(b):
                return ("m+", a, b)
            return self._entrywise(lambda x, y: ("+", x, y), a, b)
        if op is ast.Div:
            return self._times(self._entrywise(self._reciprocal, b), a)
        if op is ast.Pow:
            literal = right.operand if isinstance(right, ast.UnaryOp) else right
            return self._entrywise(lambda x: self._power(x, b, isinstance(literal, ast.Constant)), a)
        return self._refuse(right)

    def _refuse(self, node: Any) -> Any:
        raise KernelError(f"{ast.unparse(node)} cannot be said in the kernel")

    def _reciprocal(self, x: Term) -> Term:
        if x[0] == "q" and x[1]:
            return num(1 / x[1])
        self.needs.append(("!=", x))
        return ("inv", x)

    def _power(self, x: Term, exponent: Any, literal: bool) -> Term:
        """A power; with an integer that is written out it is a product, with any other the base is above zero."""
        if isinstance(exponent, Vector) or is_matrix(exponent):
            raise KernelError("exponents are numbers here")
        value = scalar(exponent)
        k = value.get((), Fraction(0))
        if literal and abs(k) > HIGHEST:
            raise KernelError(f"powers end at {HIGHEST} here")
        if literal:
            return ("^", x, int(k)) if k >= 0 else ("^", self._reciprocal(x), -int(k))
        constant = set(value) <= {()}
        may_be_whole = k.denominator == 1 if constant else whole(exponent)
        if constant and (self.strict or not may_be_whole):
            self.needs.append(("<=" if k > 0 else "<", ZERO, x))
        elif self.strict or not may_be_whole:
            self.needs.append(("<=", ZERO, x))
            self.needs += [] if positive(exponent) else [("<", ZERO, ("max", x, exponent))]
        return ("rpow", x, num(k) if constant else exponent)

    def _call(self, name: str, nodes: list[Any]) -> Any:
        if len(nodes) == 1 and isinstance(nodes[0], ast.GeneratorExp):
            return self._family(name, nodes[0])
        if len(nodes) not in TAKES.get(name, (len(nodes),)):
            raise KernelError(f"{name} with {len(nodes)} arguments says nothing")
        if name == "slope":
            return self._slope(*nodes)
        args = [self(a) for a in nodes]
        if name in SPECTRA:
            self._symmetric(name, args[0])
            length = self._count(name, args[0])
            if len(args) == 1:
                return Vector(length, lambda i: (name, args[0], i))
            self._inside(args[1], length)
            return (name, args[0], args[1])
        if name == "gap":
            vector = nodes[0]
            spectrum = vector.func.id if isinstance(vector, ast.Call) and isinstance(vector.func, ast.Name) else ""
            if spectrum not in SPECTRA:
                self._refuse(vector)
            a = self(vector.args[0])
            self._inside(args[1], self._count(spectrum, a))
            return ("gap", spectrum, a, args[1])
        if name in READ_OFF and len(args) == 1:
            self._symmetric(name, args[0])
            if name == "cond":
                self.needs.append(("<", ZERO, ("smax", args[0])))
            return (name, args[0])
        if name in ("sqrt", "abs", "exp", "log") and len(args) == 1:
            return self._entrywise(lambda x: self._function(name, x), args[0])
        if name in ("normN", "kyfan", "schatten"):
            return self._norm(name, args)
        if name in ("sqrtm", "logm"):
            self.needs += self_adjoint(args[0])
            self.needs.append(("<=" if name == "sqrtm" else "<", ZERO, ("lmin", args[0])))
            return (name, args[0])
        if name == "absm":
            return ("sqrtm", ("mm", ("T", args[0]), args[0]))
        if name == "cumsum" and isinstance(vector := self.vector(args[0]), Vector):
            low, _, body = self.entries(vector)
            return Vector(vector.length, lambda i: ("sum", low, i, body))
        if name in ("max", "min", "sum", "prod") and len(args) == 1:
            vector = self.vector(args[0])
            if isinstance(vector, Vector) and name == "min":
                return neg(("maxo", *self.entries(self._times(num(-1), vector))))
            if isinstance(vector, Vector):
                return ({"max": "maxo"}.get(name, name), *self.entries(vector))
        if name in ("max", "min") and len(args) == 2 and all(not isinstance(x, Vector) for x in args):
            return (name, *args)
        if name == "diag" and len(args) == 1:
            return self._diagonal(args[0])
        if name == "unit":
            self._inside(args[1], args[0])
            return ("e", *args)
        if name == "entry" and isinstance(vector := self.vector(args[0]), Vector):
            self._inside(args[1], vector.length)
            return vector.at(args[1])
        if name == "vstack" and len(args) == 2:
            return ("vst", *args)
        if name == "inv":
            self.needs.append(("!=", ("det", args[0])))
            return ("minv", args[0])
        if name == "dot":
            return ("tr", ("mm", ("T", args[0]), args[1]))
        if name in ("eigenform", "singularform"):
            spectrum = "lam" if name == "eigenform" else "s"
            self.needs.append(("is", f"simple in {spectrum}", args[0], args[1]))
            if spectrum == "s":
                self.needs.append(("<", ZERO, ("s", args[0], args[1])))
            return (name, *args)
        if name in ("I", "ones", "kron", "relu", "width", "had", "expm", "pinv"):
            return ("id" if name == "I" else name, *args)
        raise KernelError(f"{name}(...) cannot be said in the kernel")

    def _slope(self, spectrum: Any, index: Any, variable: Any) -> Term:
        """The derivative of a simple eigenvalue or singular value by a variable of the statement."""
        name, x, i = spectrum.func.id, self(variable), self(index)
        a = self(spectrum.args[0])
        if name not in SPECTRA or x[0] != "v":
            self._refuse(spectrum)
        self.needs.append(("is", f"simple in {name}", a, i))
        return ("slope", name, i, x, closed(a, x))

    def _family(self, name: str, node: Any) -> Any:
        if len(node.generators) != 1:
            self._refuse(node)
        low, high, body = self._over(node.generators[0], lambda: self(node.elt))
        matrices = is_matrix(opened_at_mark(body))
        op = {
            "sum": ("sum", "msum"),
            "max": ("maxo", ""),
            "prod": ("", "mprod"),
            "product": ("prod", ""),
            "vstack": ("", "stack"),
        }
        if not op.get(name, ("", ""))[matrices]:
            self._refuse(node)
        if name == "max":
            self.needs.append(("<=", low, high))
        return (op[name][matrices], low, high, body)

    def _count(self, name: str, a: Term) -> Term:
        """How many eigenvalues or singular values a matrix has."""
        r, c = sort_of(a)[1:]
        return r if name == "lam" or size(r) == size(c) else ("min", r, c)

    def _symmetric(self, name: str, a: Term) -> None:
        if name in ("lam", "lmax", "lmin"):
            self.needs += self_adjoint(a)

    def _inside(self, i: Term, length: Term) -> None:
        self.needs += [("<=", ONE, i), ("<=", i, length)]

    def _function(self, name: str, x: Term) -> Term:
        if name in ("sqrt", "log"):
            self.needs.append(("<=" if name == "sqrt" else "<", ZERO, x))
        return (name, x)

    def _norm(self, name: str, args: list[Any]) -> Term:
        """The sum of all singular values, of the k largest, and a Schatten norm."""
        a = args[-1]
        length = self._count("s", a)
        if name == "schatten":
            self.needs += [] if positive(args[0]) else [("<", ZERO, args[0])]
            return (name, *args)
        if name == "kyfan":
            self._inside(args[0], length)
        return ("sum", ONE, length if name == "normN" else args[0], ("s", shift(a, 1), ("b", 0)))

    def _diagonal(self, x: Any) -> Any:
        if is_matrix(x) and (size(sort_of(x)[2]) != size(ONE) or size(sort_of(x)[1]) == size(ONE)):
            n = sort_of(x)[1]
            return Vector(n, lambda i: ("tr", ("mm", ("T", ("e", n, i)), ("mm", x, ("e", n, i)))))
        vector = self.vector(x)
        _, n, body = self.entries(vector)
        return ("dg", n, body)


def self_adjoint(a: Term) -> list[Term]:
    """That a matrix is symmetric, unless it is by form."""
    return [] if matrix(("T", a)) == matrix(a) else [("=", ("T", a), a)]
