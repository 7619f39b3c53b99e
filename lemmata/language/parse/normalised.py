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
from itertools import count

from lemmata.language.parse.derived import OF_UNITARY, UNITARY, met
from lemmata.language.parse.errors import ReadingError, located, one_line
from lemmata.language.parse.syntax import Parsed, parse


@dataclass(frozen=True)
class Normal:
    """Arguments by name, the domains of the variables it is made of, and the expression in them, or, in its place,
    an equation that a variable of the one domain meets."""

    takes: tuple[str, ...]
    of: tuple[str, ...]
    expression: str
    means: str

    def usage(self, name: str) -> str:
        """How the domain is written, as in `stochastic(n, m)`."""
        return f"{name}({', '.join(self.takes)})"


NORMALISED: dict[str, Normal] = {
    "unit": Normal(("n",), ("orthogonal({n})",), "{0}[:, 1]", "vectors of length one"),
    "simplex": Normal(("n",), ("nonnegative({n}, 1)",), "sum({0}) == 1", "probabilities: not negative, sum one"),
    "stochastic": Normal(
        ("r", "c"), ("nonnegative({r}, {c})",), "diag(1 / ({0} @ ones({c}, 1))) @ {0}", "not negative, rows sum to one"
    ),
    "density": Normal(("n",), ("psd({n})",), "tr({0}) == 1", "semidefinite, trace one"),
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
_SQUARE = ("real({n}, {n})", "real({n}, {n})")
COMPLEX: Mapping[str, Normal] = {
    "complex": Normal(
        ("r", "c"), ("real({r}, {c})", "real({r}, {c})"), _PAIR, "complex entries; complex alone: a number"
    ),
    "hermitian": Normal(("n",), ("symmetric({n})", "skew({n})"), _PAIR, "A.H == A"),
    "unitary": Normal(("n",), OF_UNITARY, UNITARY, "U.H @ U == I(n)"),
    "normal": Normal(
        ("n",),
        (*OF_UNITARY, "real({n}, 1)", "real({n}, 1)"),
        f"({UNITARY}) @ (diag({{3}}) + 1j * diag({{4}})) @ ({UNITARY}).H",
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
        ("r", "c"), tuple(d.replace("{n}", "{r}") for d in OF_UNITARY), f"({UNITARY})[:, 1..{{c}}]", "V.H @ V == I(c)"
    ),
    "complex_gaussian": Normal(
        ("r", "c"),
        ("gaussian({r}, {c})", "gaussian({r}, {c})"),
        f"{_PAIR} / sqrt(2)",
        "independent complex Gaussian entries of variance one",
    ),
    "complex_projector": Normal(
        ("n",), (*OF_UNITARY, "projection({n})"), f"({UNITARY}) @ {{3}} @ ({UNITARY}).H", "P.H == P == P @ P"
    ),
}
NORMALISED |= COMPLEX
_NUMBER = Normal((), ("real", "real"), "{0} + 1j * {1}", "a complex number")


@dataclass(frozen=True)
class Drawn:
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


def _normal(head: str, text: str) -> tuple[tuple[str, ...], str]:
    """Domains of variables, and the expression in {0}, {1}."""
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
