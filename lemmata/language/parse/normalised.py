"""Domains that unfold into simpler ones, and how variables may be drawn that meet an equation.

A variable of a normalised domain is an expression over variables of simpler domains, written here as people would write
it, so that its normalisation holds exactly and need not be met by chance.  Each domain is reached in full: whatever
has the property is its own normalisation.  A hypothesis such as `tr(R) == 1` stays a hypothesis: what is written here
of it is a proposal to the search.

For equations that determine variables there is a rule for each form: it solves for a variable that stands there
linearly, or parametrises all that meet the equation, by rational functions wherever there are some.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import count, zip_longest
from math import isqrt
from pathlib import Path

from lemmata.language.parse.errors import ReadingError, located, one_line
from lemmata.language.parse.syntax import Parsed, parse
from lemmata.language.records import Record

TRACED = ("real", "symmetric", "psd", "pd", "diagonal", "upper")  # c * A stays in these for c > 0
SCALED = {"tr": TRACED, "sum": ("real", "nonnegative"), "maxabs": (*TRACED, "skew", "nonnegative")}
LENGTHS = {"normF({x})": 1, "norm2({x})": 1, "norm({x})": 1}
LENGTHS |= {f"{length} ** 2": 2 for length in LENGTHS}
LENGTHS |= dict.fromkeys(("sum({x} ** 2)", "sum({x} * {x})", "tr({x}.T @ {x})", "{x}.T @ {x}"), 2)  # which power it is
DEFINITE = {"psd": "lmin({x}) >= 0", "pd": "lmin({x}) > 0"}
NEEDS = {  # what a value has to be for a variable of a domain, where not every value is
    **DEFINITE,
    "symmetric": "{x} == {x}.T",
    "positive": "{x} > 0",
    "interval": "{0} <= {x} <= {1}",
    "nonnegative": "{x}[i, j] >= 0 for i in 1..{0} for j in 1..{1}",
}
NUMBERS = ("real", "positive", "interval")
# The cost of solving for a variable: of what may be anything least, of what is seldom definite most.
SYMMETRIC, CONED, INVERTED, TWO_SIDED = 1, 4, 2, 3
_PHASES = "diag((1 - {1}**2) / (1 + {1}**2)) + 1j * diag(2 * {1} / (1 + {1}**2))"  # (1 + it)^2 / (1 + t^2)
UNITARY = f"{{0}} @ ({_PHASES}) @ {{2}}"  # U U^T is symmetric and unitary, so a real rotation of a diagonal
OF_UNITARY = ("orthogonal({n})", "real({n}, 1)", "orthogonal({n})")
Values = dict[str, str]  # by variable; `A.1` is the second of those that a variable A of a normalised domain is made of


class Made(Record):
    """Values for some variables, in variables {0}, {1}, ... of these domains, and what is needed of the values."""

    domains: Sequence[str]
    values: Values
    needs: tuple[str, ...] = ()


class Equation(Record):
    """An equation among the hypotheses.  `tied` are the variables that others speak of, `known` those with values."""

    parsed: Parsed
    let: Mapping[str, str]
    tied: frozenset[str] = frozenset()
    known: frozenset[str] = frozenset()
    sides: tuple[ast.expr, ast.expr] = field(init=False)

    def __post_init__(self) -> None:
        tree = self.parsed.tree
        assert isinstance(tree, ast.Compare)
        object.__setattr__(self, "sides", (tree.left, tree.comparators[0]))

    @cached_property
    def said(self) -> set[tuple[str, str]]:
        """Both sides as text, in both orders."""
        left, right = map(ast.unparse, self.sides)
        return {(left, right), (right, left)}

    @cached_property
    def names(self) -> list[str]:
        """The variables in it that have no value yet."""
        return sorted(_names(self.parsed.tree) & self.let.keys() - self.known)

    @cached_property
    def terms(self) -> list[tuple[int, ast.expr]]:
        """Left less right as a sum of terms with signs."""
        return [*_terms(self.sides[0], 1), *_terms(self.sides[1], -1)]

    def text(self, node: ast.expr) -> str:
        """What was written for a node, in brackets."""
        return f"({self.parsed.segment(node)})"

    def domain(self, name: str) -> tuple[str, list[str]]:
        """The word and the arguments of a variable's domain."""
        head, _, rest = self.let[name].replace(" ", "").partition("(")
        return head, rest.removesuffix(")").split(",")

    def total(self, terms: Sequence[tuple[int, ast.expr]], sign: int = 1) -> str:
        """The sum of some terms, or less it."""
        return "".join(f"{' +-'[sign * s]} {self.text(node)} " for s, node in terms).removeprefix("+ ").strip()

    def others(self, *mine: str) -> list[tuple[int, ast.expr]]:
        """The terms that are not these, with their signs; empty too where one of these is missing."""
        left = [(s, node) for s, node in self.terms if ast.unparse(node) not in mine]
        return left if len(self.terms) - len(left) == len(mine) else []


def _names(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _terms(node: ast.expr, sign: int) -> Iterator[tuple[int, ast.expr]]:
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right):
            yield from _terms(left, sign)
            yield from _terms(right, sign if isinstance(op, ast.Add) else -sign)
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            yield from _terms(inner, -sign)
        case _:
            yield sign, node


def met(let: Mapping[str, str], given: Mapping[str, Parsed]) -> dict[str, Made]:
    """For equations among the hypotheses, by their place: values for variables in them at which they hold."""
    equal = {w: p for w, p in given.items() if isinstance(p.tree, ast.Compare) and len(p.tree.ops) == 1}
    equal = {w: p for w, p in equal.items() if isinstance(p.tree.ops[0], ast.Eq)}  # type: ignore[attr-defined]
    out: dict[str, Made] = {}
    known: set[str] = set()
    for where, parsed in equal.items():
        tied = frozenset().union(*(_names(p.tree) for w, p in equal.items() if w != where))
        equation = Equation(parsed, let, tied, frozenset(known))
        made = next((made for rule in RULES if (made := rule(equation)) is not None), None)
        if made is not None:
            out[where] = made
            known |= {name.partition(".")[0] for name in made.values}
    return out


def _number(node: ast.expr) -> Fraction | None:
    """The value of a number or a fraction of numbers, as they are written; None of anything else."""
    match node:
        case ast.Constant(value=bool()):
            return None
        case ast.Constant(value=int() | float()):
            return Fraction(ast.unparse(node))
        case ast.BinOp(left=ast.Constant() as above, op=ast.Div(), right=ast.Constant() as below):
            p, q = _number(above), _number(below)
            return p / q if p is not None and q else None
    return None


def _root(c: Fraction) -> Fraction | None:
    """The square root where it is a fraction."""
    root = Fraction(isqrt(c.numerator), isqrt(c.denominator))
    return root if root**2 == c else None


def _text(c: Fraction) -> str:
    return str(c) if c.denominator == 1 else f"({c})"


def _squared(e: Equation) -> Made | None:
    """X @ X == I(n), P @ P == P, U.T @ U == I(n) and U.H @ U == I(n) as what is made of X, P and U."""
    for name in e.names:
        domain, sizes = e.domain(name)
        n, c, one = sizes[0], sizes[-1], f"I({sizes[-1]})"
        turned = [d.format(n=n) for d in OF_UNITARY]
        # An orthogonal basis of eigenvectors is rational for few of the symmetric matrices that another equation speaks
        # of as well with eigenvalues 1, 0 and -1, and for none of some pairs, such as reflections at 60 degrees.
        if name in e.tied and domain in ("symmetric", "psd"):
            continue
        values = "signs" if (f"{name} @ {name}", one) in e.said and domain in ("symmetric", "hermitian") else ""
        if (f"{name} @ {name}", name) in e.said:
            values = "projection"
        if values and domain in ("symmetric", "psd"):
            return Made([f"orthogonal({n})", f"{values}({n})"], {name: "{0} @ {1} @ {0}.T"})
        if values and domain in ("hermitian", "complex_psd"):
            return Made([*turned, f"{values}({n})"], {name: f"({UNITARY}) @ {{3}} @ ({UNITARY}).H"})
        tall = n == c or n.isdigit() and c.isdigit() and int(n) >= int(c)
        if domain not in ("real", "complex") or len(sizes) != 2 or c == "1" or not tall:
            continue
        t, part = "T" if domain == "real" else "H", f"[:, 1..{c}]" if n != c else ""
        if (f"{name}.{t} @ {name}", one) in e.said or (n == c and (f"{name} @ {name}.{t}", one) in e.said):
            made = "{0}" if domain == "real" else f"({UNITARY})" if part else UNITARY
            return Made(turned[:1] if domain == "real" else turned, {name: made + part})
    return None


def _normalised(e: Equation) -> Made | None:
    """`norm(x) == c`, and sums such as `tr(A) + tr(B) == c` of what grows in proportion."""
    for side, end in (e.sides, e.sides[::-1]):
        if (c := _number(end)) is None or c <= 0:
            continue
        said = ast.unparse(side)
        for name in e.names:
            power = next((k for form, k in LENGTHS.items() if said == form.format(x=name)), None)
            length = c if power == 1 else _root(c) if power == 2 else None
            domain, sizes = e.domain(name)
            if domain == "real" and sizes[1:] == ["1"] and length is not None:
                scale = "" if length == 1 else f"{_text(length)} * "
                return Made([f"orthogonal({sizes[0]})"], {name: f"{scale}{{0}}[:, 1]"})
        used: dict[str, str] = {}
        for sign, node in _terms(side, 1):
            match node:
                case ast.Call(func=ast.Name(id=function), args=[ast.Name(id=name)]) if sign == 1:
                    kept = e.domain(name)[0] in SCALED.get(function, ()) if name in e.names else False
                case ast.Name(id=name) if sign == 1:
                    function, kept = "", name in e.names and e.let[name].partition("(")[0] in ("positive", "interval")
                case _:
                    kept = False
            if not kept or name in used:
                break
            used[name] = f"{function}({{{len(used)}}})"
        else:
            total = " + ".join(used.values())
            total = total if len(used) == 1 else f"({total})"
            values = {
                name: f"{{{k}}} / {total}" if c == 1 else f"{_text(c)} / {total} * {{{k}}}"
                for k, name in enumerate(used)
            }
            return Made([e.let[name] for name in used], values)
    return None


def _partition(e: Equation) -> Made | None:
    """`A + B + C == I(n)` of semidefinite matrices, `X.T @ X + Y.T @ Y == I(n)` of any, real or complex.

    The blocks (I - W)(I + W)^-1 and 2 Y (I + W)^-1 with W = K + Y^* Y, K skew, are those of an isometry, and of all but
    few.  The matrices of a family `complex_pd` are what remains next to multiples of the identity.
    """
    for side, end in (e.sides, e.sides[::-1]):
        match end:
            case ast.Call(func=ast.Name(id="I"), args=[size]):
                n = e.parsed.segment(size).replace(" ", "")
            case _:
                continue
        parts = [_member(e, node) for sign, node in _terms(side, 1) if sign == 1]
        if len(parts) < 2 or None in parts or len(parts) != len(list(_terms(side, 1))):
            continue
        members = sorted((p for p in parts if p is not None), key=lambda p: p[2] != n)  # the first block is square
        names, kinds = [name for name, *_ in members], {kind for _, kind, _ in members}
        if len(set(names)) < len(names) or len(kinds) > 1 or members[0][2] != n:
            continue
        kind = kinds.pop()
        star = "H" if kind.startswith(("complex", "H")) else "T"
        domains: list[str] = []

        def new(*asked: str, domains: list[str] = domains) -> list[str]:
            domains.extend(asked)
            return [f"{{{k}}}" for k in range(len(domains) - len(asked), len(domains))]

        def block(rows: str, star: str = star) -> str:
            if star == "T":
                return new(f"real({rows}, {n})")[0]  # noqa: B023 - used within this turn
            return "({} + 1j * {})".format(*new(f"real({rows}, {n})", f"real({rows}, {n})"))  # noqa: B023

        skew = new(f"skew({n})")[0] if star == "T" else "({} + 1j * {})".format(*new(f"skew({n})", f"symmetric({n})"))
        others = [block(rows) for *_, rows in members[1:]]
        w = " + ".join([skew, *(f"{y}.{star} @ {y}" for y in others)])
        blocks = [f"(I({n}) - ({w})) @ inv(I({n}) + {w})", *(f"2 * {y} @ inv(I({n}) + {w})" for y in others)]
        values: Values = {}
        if kind == "complex_pd":  # V_k^* V_k q^2 + r^2 a_k / a I with q^2 + r^2 = 1
            t, *a = new("positive", *("positive" for _ in members))
            q, r = f"((1 - {t}**2) / (1 + {t}**2))", f"(2 * {t} / (1 + {t}**2))"
            values |= {f"{name}.2": f"{r}**2 * {x} / ({' + '.join(a)})" for name, x in zip(names, a, strict=True)}
            blocks = [f"{q} * ({v})" for v in blocks]
        for name, v in zip(names, blocks, strict=True):
            if kind in DEFINITE:
                values[name] = f"({v}).T @ ({v})"
            elif kind.startswith("complex"):
                values |= {f"{name}.0": f"re(({v}).H)", f"{name}.1": f"im(({v}).H)"}
            else:
                values[name] = f"({v})" if kind.endswith("first") else f"({v}).{star}"
        return Made(domains, values)
    return None


def _member(e: Equation, node: ast.expr) -> tuple[str, str, str] | None:
    """The variable of a term of a partition, what kind of term it is, and the rows of its block."""
    said = ast.unparse(node)
    for name in _names(node) & set(e.names):
        domain, sizes = e.domain(name)
        if said == name and domain in ("psd", "pd", "complex_psd", "complex_pd"):
            return name, domain, sizes[0]
        star = {"real": "T", "complex": "H"}.get(domain, "")
        if star and len(sizes) == 2 and said == f"{name}.{star} @ {name}":
            return name, f"{star} first", sizes[0]
        if star and len(sizes) == 2 and said == f"{name} @ {name}.{star}":
            return name, f"{star} last", sizes[1]
    return None


def _stationary(e: Equation) -> Made | None:
    """`A.T @ p == p` for a distribution p and a stochastic matrix A, or `p.T @ A == p.T`."""
    for p in e.names:
        if e.domain(p)[0] != "nonnegative" or e.domain(p)[1][1:] != ["1"]:
            continue
        for a in [a for a, text in e.let.items() if text.startswith("stochastic")]:
            if {(f"{a}.T @ {p}", p), (f"{p}.T @ {a}", f"{p}.T")} & e.said:
                n = e.domain(p)[1][0]
                value = f"inv(I({n}) - {a}.T + ones({n}, {n})) @ ones({n}, 1)"
                return Made([], {p: value})
    return None


def _lyapunov(e: Equation) -> Made | None:
    """`A @ X + X @ A.T == Q` solved for A, by what is skew besides, and `X - A @ X @ A.T == Q` for A, X and Q: with
    X = F F^T it says that A = F C F^-1 for a contraction C, which is the Cayley transform of an accretive matrix."""
    for a in e.names:
        domain, sizes = e.domain(a)
        if domain != "real" or len(sizes) != 2 or sizes[0] != sizes[1] or a in e.tied:
            continue
        n = sizes[0]
        for x in e.let:
            if e.domain(x)[0] not in ("symmetric", "psd", "pd"):
                continue
            for first, second, turned in ((f"{a} @ {x}", f"{x} @ {a}.T", False), (f"{x} @ {a}", f"{a}.T @ {x}", True)):
                rest = e.others(first, second)
                signs = {s for s, node in e.terms if ast.unparse(node) in (first, second)}
                if rest and len(signs) == 1 and not any(a in _names(node) for _, node in rest):
                    half = f"({{0}} - 1/2 * ({e.total(rest, signs.pop())}))"
                    made = f"inv({x}) @ {half}" if turned else f"{half} @ inv({x})"
                    return Made([f"skew({n})"], {a: made})
            for inner, turned in ((f"{a} @ {x} @ {a}.T", False), (f"{a}.T @ {x} @ {a}", True)):
                rest = e.others(x, inner)
                q = ast.unparse(rest[0][1]) if len(rest) == 1 else ""
                if e.let.get(q, "").startswith(("psd", "pd")) and {x, q} <= set(e.names) - e.tied and q != x:
                    f, c = "{0}", f"inv(I({n}) + {{1}} + {{2}}) @ (I({n}) - {{1}} - {{2}})"
                    values = {a: f"{f} @ {c} @ inv({f})", x: f"{f} @ {f}.T"}
                    image = f"({f} @ {c}) @ ({f} @ {c}).T"
                    if turned:
                        values = {a: f"inv({f}) @ {c} @ {f}", x: f"{f}.T @ {f}"}
                        image = f"({c} @ {f}).T @ ({c} @ {f})"
                    values[q] = f"{values[x]} - {image}"
                    return Made([f"real({n}, {n})", f"pd({n})", f"skew({n})"], values)
    return None


def _eigenpair(e: Equation) -> Made | None:
    """`A @ x == y` for a column x, solved for a matrix A that may be any; `A @ x == t * x` for a symmetric one."""
    for a in e.names:
        domain, sizes = e.domain(a)
        for left, right in (e.sides, e.sides[::-1]):
            said, x = ast.unparse(left), ast.unparse(left).removeprefix(f"{a} @ ")
            if x not in e.let or said != f"{a} @ {x}" or a in _names(right) | e.tied or domain == "complex":
                continue
            if not (e.domain(x)[0] == "unit" or e.domain(x)[0] == "real" and e.domain(x)[1][1:] == ["1"]):
                continue
            n, square = sizes[-1], f"({x}.T @ {x})"
            away = f"(I({n}) - 1 / {square} * {x} @ {x}.T)"
            if domain == "real" and len(sizes) == 2 and x in _names(right):
                return Made([e.let[a]], {a: f"1 / {square} * {e.text(right)} @ {x}.T + {{0}} @ {away}"})
            t = right.left if isinstance(right, ast.BinOp) and ast.unparse(right.right) == x else None
            positive = t is not None and e.let.get(ast.unparse(t), "").startswith("positive")
            if t is not None and (domain == "symmetric" or positive and domain in DEFINITE):
                made = f"{e.text(t)} / {square} * {x} @ {x}.T + {away} @ {{0}} @ {away}"
                return Made([e.let[a]], {a: made})
    return None


def _solved(e: Equation) -> Made | None:
    """An equation solved for the variable that it is linear in and that nothing else is asked of."""
    for side, other in (e.sides, e.sides[::-1]):
        alone = side.id if isinstance(side, ast.Name) and not isinstance(other, ast.Constant) else ""
        if e.let.get(alone, "").startswith(("real", "complex(")) and alone in e.names and alone not in _names(other):
            return None  # it is put in where it stands, see `Definitions.solve`
    found = [(*one, name) for name in e.names if name not in e.tied and (one := _solution(e, name)) is not None]
    if not found:
        return None
    _, _, value, name = min((cost, k, value, name) for k, (cost, value, name) in enumerate(found))
    head, arguments = e.domain(name)
    needs = NEEDS.get(head)
    return Made([], {name: value}, (needs.format(*arguments, x=name),) if needs else ())


def _solution(e: Equation, x: str) -> tuple[int, str] | None:
    """What it costs to solve an equation for x, and the value of x."""
    head, sizes = e.domain(x)
    parts: list[tuple[int, str, str]] = []
    rest = []
    for sign, node in e.terms:
        if x in _names(node):
            if (around := _around(e, node, x)) is None:
                return None
            parts.append((sign, *around))
        else:
            rest.append((sign, node))
    zero = all(ast.unparse(node).startswith("0") for _, node in rest)
    if not parts or not rest or zero and any(before or after for _, before, after in parts):
        return None
    wanted, bare = e.total(rest, -1), not any(before or after for _, before, after in parts)
    if head in NUMBERS and (head != "real" or sizes == [""]):
        of = " ".join(f"{' +-'[s]} {before}1{after}" for s, before, after in parts)
        cost = SYMMETRIC if head == "positive" else CONED if head == "interval" else 0
        return cost + (not bare), f"({wanted})" if of == "+ 1" else f"({wanted}) / ({of})"
    if head not in ("real", "complex", "symmetric", "hermitian", "psd", "pd", "nonnegative"):
        return None
    cost = 0 if head in ("real", "complex") else SYMMETRIC if head in ("symmetric", "hermitian") else CONED
    rows, cols = sizes[0], sizes[-1]
    if bare:
        many = sum(s for s, *_ in parts)
        return (cost, f"({wanted})" if many == 1 else f"1 / ({many}) * ({wanted})") if many else None
    mine = [node for _, node in e.terms if x in _names(node)]
    sized = {name for name, text in e.let.items() if text.startswith("integer")}
    near = set().union(*map(_names, mine)) - {x} - sized
    transposed = any(".T" in before + after for _, before, after in parts)
    if near & set().union(*(_names(node) for _, node in rest)) and not transposed or near & e.tied:
        return None  # of many solutions the one at regular matrices says little
    if any(_shape(e, node) != (rows, cols) for node in mine):
        return None
    if not any(after for *_, after in parts):
        operator = " ".join(f"{' +-'[s]} {before}I({rows})" for s, before, _ in parts).removeprefix("+ ")
        return cost // 2 + INVERTED, f"inv({operator}) @ ({wanted})"
    if not any(before for _, before, _ in parts):
        operator = " ".join(f"{' +-'[s]} I({cols}){after}" for s, _, after in parts).removeprefix("+ ")
        return cost // 2 + INVERTED, f"({wanted}) @ inv({operator})"
    first = {(s, a.removesuffix(" @ ")) for s, a, b in parts if not b}
    commutator = any((-s, b.removeprefix(" @ ")) in first for s, a, b in parts if not a)  # of which none is regular
    if len(parts) < 2 or commutator or head in ("complex", "hermitian", "nonnegative"):
        return None
    operator = " ".join(f"{' +-'[s]} kron((I({cols}){b}).T, {a}I({rows}))" for s, a, b in parts).removeprefix("+ ")
    stacked = f"sum(kron(I({cols})[:, col], ({wanted}) @ I({cols})[:, col]) for col in 1..{cols})"
    solved = f"kron(I({cols})[:, row].T, I({rows})) @ inv({operator}) @ {stacked} @ I({cols})[:, row].T"
    return cost // 2 + TWO_SIDED, f"sum({solved} for row in 1..{cols})"


def _around(e: Equation, node: ast.expr, x: str) -> tuple[str, str] | None:
    """What is written before and behind x in a product."""
    match node:
        case ast.Name():
            return "", ""
        case ast.BinOp(left=left, op=ast.MatMult() | ast.Mult() as op, right=right):
            sign = "@" if isinstance(op, ast.MatMult) else "*"
            if x not in _names(right):
                inner = _around(e, left, x)
                return None if inner is None else (inner[0], f"{inner[1]} {sign} {e.text(right)}")
            if x not in _names(left):
                inner = _around(e, right, x)
                return None if inner is None else (f"{e.text(left)} {sign} {inner[0]}", inner[1])
    return None


def _shape(e: Equation, node: ast.expr) -> tuple[str, str] | None:
    """Rows and columns of a product of matrices and their transposes, as they are written; None of anything else."""
    match node:
        case ast.Name(id=name) if name in e.let:
            head, sizes = e.domain(name)
            return sizes[0], "1" if head == "unit" else sizes[-1]
        case ast.Attribute(value=inner, attr="T" | "H"):
            shape = _shape(e, inner)
            return None if shape is None else shape[::-1]
        case ast.BinOp(left=left, op=ast.MatMult(), right=right):
            first, last = _shape(e, left), _shape(e, right)
            return None if first is None or last is None else (first[0], last[1])
        case ast.BinOp(op=ast.Mult(), right=right):
            return _shape(e, right)
    return None


RULES: tuple[Callable[[Equation], Made | None], ...] = (
    _squared, _normalised, _partition, _stationary, _lyapunov, _eigenpair, _solved,
)  # fmt: skip


# Domains that unfold into simpler ones.
class Normal(Record):
    """Arguments by name, `c=r` for one that is that of another where it is not written, the domains of the variables
    it is made of, and the expression in them, or, in its place, an equation that a variable of the one domain meets.
    """

    takes: tuple[str, ...]
    of: tuple[str, ...]
    expression: str

    def usage(self, name: str) -> str:
        """How the domain is written, as in `stochastic(n, m)`."""
        return f"{name}({', '.join(self.takes)})"


def _read(line: str) -> tuple[str, Normal]:
    """A line of `normalised.txt`."""
    usage, of, expression, _ = (part.strip() for part in line.split(" | "))
    name, _, takes = usage.removesuffix(")").partition("(")
    of = of.replace("{of_unitary}", "; ".join(OF_UNITARY))
    expression = expression.replace("{unitary}", UNITARY)
    return name, Normal(tuple(takes.split(", ")), tuple(of.split("; ")), expression)


_LINES = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
NORMALISED = dict(_read(line) for line in _LINES if not line.startswith("#"))
_NUMBER = Normal((), ("real", "real"), "{0} + 1j * {1}")


class Drawn(Record):
    """How variables are drawn that meet a hypothesis: expressions in variables of simpler domains, and what is needed
    of these."""

    let: Mapping[str, str]
    values: Mapping[str, str]
    needs: tuple[str, ...]


@dataclass
class Unfolded:
    """Variables of simple domains, the hypotheses that belong to these, the expressions that names stand for, the names
    that asked for variables, and how some variables may be drawn that meet a hypothesis, by its place."""

    let: dict[str, str]
    given: dict[str, Parsed]
    define: dict[str, str]
    origin: dict[str, str]
    drawn: dict[str, Drawn]

    def parsed(self) -> list[Parsed]:
        """The expressions, parsed."""
        drawn = (text for made in self.drawn.values() for text in made.values.values())
        return [*self.given.values(), *(parse(text) for text in (*self.define.values(), *drawn))]


def unfold(let: Mapping[str, str], given: Mapping[str, Parsed], taken: Iterable[str]) -> Unfolded:
    """Put expressions for the variables of normalised domains, and find how those are drawn that a hypothesis such as
    `tr(R) == 1` or `x.T @ x == 1` speaks of.  Raises ReadingError."""
    out, names = Unfolded({}, {}, {}, {}, {}), {*let, *taken}

    def variables(name: str, domains: Iterable[str]) -> dict[str, str]:
        made: dict[str, str] = {}
        for domain in domains:
            base = next(new for k in count() if (new := f"{name}{k}") not in names)
            names.add(base)
            made[base] = domain
        return made

    for name, text in let.items():
        head = text.partition("(")[0].strip()
        if head not in NORMALISED or not name.isidentifier():
            out.let[name] = text
            continue
        with located(f"let {one_line(name)}"):
            domains, expression = _normal(head, text)
            if "==" in expression:
                out.let[name], out.given[f"let {name}"] = domains[0], parse(expression.format(name))
                continue
            made = variables(name, domains)
            out.let |= made
            out.define[name] = expression.format(*made)
            out.origin |= dict.fromkeys((name, *made), name)
    for where, proposed in met({**let, **out.let}, {**given, **out.given}).items():
        new = variables(next(iter(proposed.values)).partition(".")[0], proposed.domains)
        values = {_place(out, name): text.format(*new) for name, text in proposed.values.items()}
        out.drawn[where] = Drawn(new, values, proposed.needs)
    return out


def _place(out: Unfolded, name: str) -> str:
    """The name of a variable, or of one of those that it is made of."""
    whole, _, number = name.partition(".")
    made = [base for base, origin in out.origin.items() if origin == whole and base != whole]
    return made[int(number)] if number else whole


def how_to_write(name: str, usage: str, given: int) -> str:
    """How a domain is written that was given another number of arguments: one size may be meant in two ways."""
    one = given == 1 and "(r, c)" in usage
    return f"write {name}(n, n) for a square matrix, {name}(n, 1) for a vector" if one else f"write {usage}"


def _normal(head: str, text: str) -> tuple[tuple[str, ...], str]:
    """Domains of variables, and the expression in {0}, {1}."""
    parsed, normal = parse(text), NORMALISED[head]
    call = parsed.tree
    if head == "complex" and not isinstance(call, ast.Call):
        normal = _NUMBER
    given = call.args if isinstance(call, ast.Call) else []
    takes = [argument.partition("=")[::2] for argument in normal.takes]
    if not sum(not other for _, other in takes) <= len(given) <= len(takes):
        said = f"{head}(...) was given {len(given)} argument{'s' * (len(given) != 1)}"
        with located(position=parsed.position(call), text=text):
            raise ReadingError(said, how_to_write(head, normal.usage(head), len(given)))
    arguments: dict[str, str] = {}
    for (argument, other), node in zip_longest(takes, given):
        arguments[argument] = arguments[other] if node is None else parsed.segment(node)
    bases = [f"{{{k}}}" for k in range(len(normal.of))]
    return tuple(domain.format(**arguments) for domain in normal.of), normal.expression.format(*bases, **arguments)
