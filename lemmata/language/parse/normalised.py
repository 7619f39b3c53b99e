"""Domains that unfold into simpler ones, and how variables may be drawn that meet an equation.

A variable of a normalised domain is an expression over variables of simpler domains, written here as people would write
it, so that its normalisation holds exactly and need not be met by chance.  Each domain is reached in full: whatever
has the property is its own normalisation.  A hypothesis such as `tr(R) == 1` stays a hypothesis: what is written here
of it is a proposal to the search.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from math import isqrt

from lemmata.language.parse.errors import ReadingError, located, one_line
from lemmata.language.parse.syntax import Parsed, parse


@dataclass(frozen=True)
class Normal:
    """Arguments by name, the domains of the variables it is made of, and the expression in them."""

    takes: tuple[str, ...]
    of: tuple[str, ...]
    expression: str
    means: str

    def usage(self, name: str) -> str:
        """How the domain is written, as in `stochastic(n, m)`."""
        return f"{name}({', '.join(self.takes)})"


NORMALISED: dict[str, Normal] = {
    "unit": Normal(("n",), ("orthogonal({n})",), "{0}[:, 1]", "vectors of length one"),
    "simplex": Normal(("n",), ("nonnegative({n}, 1)",), "{0} / sum({0})", "probabilities: not negative, sum one"),
    "stochastic": Normal(
        ("r", "c"), ("nonnegative({r}, {c})",), "diag(1 / ({0} @ ones({c}, 1))) @ {0}", "not negative, rows sum to one"
    ),
    "density": Normal(("n",), ("psd({n})",), "{0} / tr({0})", "semidefinite, trace one"),
    "correlation": Normal(
        ("n",),
        ("psd({n})",),
        "{0} / max(diag({0})) + diag(1 - diag({0}) / max(diag({0})))",
        "semidefinite, ones on the diagonal",
    ),
    "projector": Normal(
        ("n",), ("orthogonal({n})", "projection({n})"), "{0} @ {1} @ {0}.T", "symmetric, equal to its square"
    ),
    "isometry": Normal(("r", "c"), ("orthogonal({r})",), "{0}[:, 1..{c}]", "orthonormal columns, c <= r"),
    "unitcolumns": Normal(
        ("r", "c"), ("real({r}, {c})",), "{0} @ diag(1 / sqrt(diag({0}.T @ {0})))", "columns of length one"
    ),
    "haar": Normal(
        ("n",), ("gaussian({n}, {n})",), "{0} @ inv(sqrtm({0}.T @ {0}))", "orthogonal, drawn from Haar measure"
    ),
    "sphere": Normal(("n",), ("gaussian({n}, 1)",), "{0} / normF({0})", "drawn uniformly from the unit sphere"),
    "wishart": Normal(("n", "m"), ("gaussian({n}, {m})",), "{0} @ {0}.T", "G G^T with G Gaussian, n x m"),
    "goe": Normal(
        ("n",), ("gaussian({n}, {n})",), "({0} + {0}.T) / sqrt(2)", "symmetric Gaussian, variance 1 off the diagonal"
    ),
    "uniform": Normal(
        ("r", "c"), ("iid_uniform({r}, {c})",), "1 / sqrt(3) * {0}", "entries drawn uniformly from [-1, 1]"
    ),
    "lower": Normal(("n",), ("upper({n})",), "{0}.T", "lower triangular"),
}
_PAIR = "({0} + 1j * {1})"
_PHASES = "diag((1 - {1}**2) / (1 + {1}**2)) + 1j * diag(2 * {1} / (1 + {1}**2))"  # (1 + it)^2 / (1 + t^2)
_UNITARY = f"{{0}} @ ({_PHASES}) @ {{2}}"  # U U^T is symmetric and unitary, so a real rotation of a diagonal
_OF_UNITARY = ("orthogonal({n})", "real({n}, 1)", "orthogonal({n})")
_SQUARE = ("real({n}, {n})", "real({n}, {n})")
COMPLEX: Mapping[str, Normal] = {
    "complex": Normal(
        ("r", "c"), ("real({r}, {c})", "real({r}, {c})"), _PAIR, "complex entries; complex alone: a number"
    ),
    "hermitian": Normal(("n",), ("symmetric({n})", "skew({n})"), _PAIR, "A.H == A"),
    "unitary": Normal(("n",), _OF_UNITARY, _UNITARY, "U.H @ U == I(n)"),
    "normal": Normal(
        ("n",),
        (*_OF_UNITARY, "real({n}, 1)", "real({n}, 1)"),
        f"({_UNITARY}) @ (diag({{3}}) + 1j * diag({{4}})) @ ({_UNITARY}).H",
        "A.H @ A == A @ A.H",
    ),
    "complex_psd": Normal(("n",), _SQUARE, f"{_PAIR} @ {_PAIR}.H", "Hermitian, semidefinite"),
    "complex_pd": Normal(
        ("n",), (*_SQUARE, "positive"), f"{_PAIR} @ {_PAIR}.H + {{2}} * I({{n}})", "Hermitian, definite"
    ),
    "complex_density": Normal(
        ("n",), _SQUARE, f"{_PAIR} @ {_PAIR}.H / (normF({{0}})**2 + normF({{1}})**2)", "semidefinite, trace one"
    ),
    "complex_unit": Normal(
        ("n",),
        ("orthogonal(2 * ({n}))",),
        "[[{0}[:, 1][1..{n}]]] + 1j * [[{0}[:, 1][{n} + 1..2 * ({n})]]]",
        "complex vectors of length one",
    ),
    "complex_isometry": Normal(
        ("r", "c"), tuple(d.replace("{n}", "{r}") for d in _OF_UNITARY), f"({_UNITARY})[:, 1..{{c}}]", "V.H @ V == I(c)"
    ),
    "complex_gaussian": Normal(
        ("r", "c"),
        ("gaussian({r}, {c})", "gaussian({r}, {c})"),
        f"{_PAIR} / sqrt(2)",
        "independent complex Gaussian entries of variance one",
    ),
    "complex_projector": Normal(
        ("n",), (*_OF_UNITARY, "projection({n})"), f"({_UNITARY}) @ {{3}} @ ({_UNITARY}).H", "P.H == P == P @ P"
    ),
}
NORMALISED |= COMPLEX
_NUMBER = Normal((), ("real", "real"), "{0} + 1j * {1}", "a complex number")
TRACED = ("real", "symmetric", "psd", "pd", "diagonal", "upper")  # c * A stays in these for c > 0
SCALED = {"tr": TRACED, "sum": ("real", "nonnegative"), "maxabs": (*TRACED, "skew", "nonnegative")}
LENGTHS = {"normF({x})": 1, "norm2({x})": 1, "norm({x})": 1}
LENGTHS |= {f"{length} ** 2": 2 for length in LENGTHS}
LENGTHS |= dict.fromkeys(("sum({x} ** 2)", "sum({x} * {x})", "tr({x}.T @ {x})", "{x}.T @ {x}"), 2)  # which power it is


@dataclass(frozen=True)
class Drawn:
    """How a variable is drawn that meets the hypothesis `where`: an expression in variables of simpler domains."""

    where: str
    let: Mapping[str, str]
    expression: str


@dataclass
class Unfolded:
    """Variables of simple domains, the expressions that names stand for, the names that asked for variables, and how
    some variables may be drawn."""

    let: dict[str, str]
    define: dict[str, str]
    origin: dict[str, str]
    drawn: dict[str, Drawn]

    def parsed(self) -> list[Parsed]:
        """The expressions, parsed."""
        return [parse(text) for text in (*self.define.values(), *(made.expression for made in self.drawn.values()))]


def unfold(let: Mapping[str, str], given: Mapping[str, Parsed], taken: Iterable[str]) -> Unfolded:
    """Put expressions for the variables of normalised domains, and find how those are drawn that a hypothesis such as
    `tr(R) == 1` or `x.T @ x == 1` speaks of.  Raises ReadingError."""
    out, names = Unfolded({}, {}, {}, {}), {*let, *taken}

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
            made = variables(name, domains)
            out.let |= made
            out.define[name] = expression.format(*made)
            out.origin |= dict.fromkeys((name, *made), name)
    for name, (where, (domains, expression)) in _met(let, given).items():
        made = variables(name, domains)
        out.drawn[name] = Drawn(where, made, expression.format(*made))
    return out


Recipe = tuple[tuple[str, ...], str]  # domains of variables, and the expression in {0}, {1}


def _normal(head: str, text: str) -> Recipe:
    parsed, normal = parse(text), NORMALISED[head]
    call = parsed.tree
    if head == "complex" and not isinstance(call, ast.Call):
        normal = _NUMBER
    given = call.args if isinstance(call, ast.Call) and not call.keywords else []
    if len(given) != len(normal.takes):
        said = f"{head}(...) was given {len(given)} argument{'s' * (len(given) != 1)}"
        error = ReadingError(said, f"write {normal.usage(head)}", position=parsed.position(call))
        error.text = text
        raise error
    arguments = dict(zip(normal.takes, map(parsed.segment, given), strict=True))
    bases = [f"{{{k}}}" for k in range(len(normal.of))]
    return tuple(domain.format(**arguments) for domain in normal.of), normal.expression.format(*bases, **arguments)


def _met(let: Mapping[str, str], given: Mapping[str, Parsed]) -> dict[str, tuple[str, Recipe]]:
    """For variables that an equation among the hypotheses speaks of: which one, and how what meets it is made."""
    out: dict[str, tuple[str, Recipe]] = {}
    for where, parsed in given.items():
        if found := _structured(let, {*out, *_tied(let, given, where)}, parsed.tree):
            out |= {name: (where, recipe) for name, recipe in found.items()}
            continue
        match parsed.tree:
            case ast.Compare(left=side, ops=[ast.Eq()], comparators=[end]) if (c := _number(end)) and c > 0:
                used = {n.id for n in ast.walk(side) if isinstance(n, ast.Name)} & let.keys() - out.keys()
            case _:
                continue
        for name in sorted(used):
            recipe = _recipe(name, let[name], ast.unparse(side), c)
            if recipe is not None:
                out[name] = where, recipe
                break
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


def _tied(let: Mapping[str, str], given: Mapping[str, Parsed], where: str) -> set[str]:
    """Symmetric matrices that another equation speaks of as well: an orthogonal basis of eigenvectors is rational for
    few of those with eigenvalues 1, 0 and -1, and for none of some pairs, such as reflections at 60 degrees."""
    others = [p.tree for key, p in given.items() if key != where]
    equal = [t for t in others if isinstance(t, ast.Compare) and any(isinstance(op, ast.Eq) for op in t.ops)]
    used = {n.id for t in equal for n in ast.walk(t) if isinstance(n, ast.Name)}
    return {name for name in used & let.keys() if let[name].partition("(")[0].strip() in ("symmetric", "psd")}


def _structured(let: Mapping[str, str], known: set[str], tree: ast.expr) -> dict[str, Recipe]:
    """X @ X == I(n), P @ P == P, U.T @ U == I(n) and U.H @ U == I(n) as what is made of X, P and U."""
    match tree:
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            sides = (ast.unparse(left), ast.unparse(right))
        case _:
            return {}
    used = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
    for name in sorted(used & let.keys() - known):
        recipe = _squared(name, let[name], {sides, sides[::-1]})
        if recipe is not None:
            return {name: recipe}
    return {}


def _squared(name: str, text: str, said: set[tuple[str, str]]) -> Recipe | None:
    domain, _, rest = text.replace(" ", "").partition("(")
    sizes = rest.removesuffix(")").split(",")
    n, c, one = sizes[0], sizes[-1], f"I({sizes[-1]})"
    if domain in ("symmetric", "hermitian") and (f"{name} @ {name}", one) in said:  # eigenvalues 1 and -1
        if domain == "symmetric":
            return (f"orthogonal({n})", f"signs({n})"), "{0} @ {1} @ {0}.T"
        return (*(d.format(n=n) for d in _OF_UNITARY), f"signs({n})"), f"({_UNITARY}) @ {{3}} @ ({_UNITARY}).H"
    if domain in ("symmetric", "psd", "hermitian", "complex_psd") and (f"{name} @ {name}", name) in said:
        head = "projector" if domain in ("symmetric", "psd") else "complex_projector"
        return _normal(head, f"{head}({n})")
    tall = n == c or n.isdigit() and c.isdigit() and int(n) >= int(c)
    turned, whole, part = ("T", "orthogonal", "isometry") if domain == "real" else ("H", "unitary", "complex_isometry")
    if domain not in ("real", "complex") or len(sizes) != 2 or c == "1" or not tall:
        return None
    if (f"{name}.{turned} @ {name}", one) not in said and (n != c or (f"{name} @ {name}.{turned}", one) not in said):
        return None
    if n != c:
        return _normal(part, f"{part}({n}, {c})")
    return ((f"orthogonal({n})",), "{0}") if whole == "orthogonal" else _normal(whole, f"{whole}({n})")


def _recipe(name: str, text: str, side: str, c: Fraction) -> Recipe | None:
    """How a variable is made that meets `side == c` by its form."""
    domain, _, rest = text.partition("(")
    arguments = [a.strip() for a in rest.rstrip(") ").split(",")]
    if domain.strip() == "real" and arguments[1:] == ["1"]:
        power = next((k for form, k in LENGTHS.items() if side == form.format(x=name)), None)
        length = c if power == 1 else _root(c) if power == 2 else None
        if length is not None:
            return (f"orthogonal({arguments[0]})",), "{0}[:, 1]" if length == 1 else f"{_text(length)} * {{0}}[:, 1]"
    for function, kept in SCALED.items():
        if side == f"{function}({name})" and domain.strip() in kept:
            return (text,), f"{{0}} / {function}({{0}})" if c == 1 else f"{_text(c)} / {function}({{0}}) * {{0}}"
    return None


def _root(c: Fraction) -> Fraction | None:
    """The square root where it is a fraction."""
    root = Fraction(isqrt(c.numerator), isqrt(c.denominator))
    return root if root**2 == c else None


def _text(c: Fraction) -> str:
    return str(c) if c.denominator == 1 else f"({c})"
