"""Membership of every variable in its domain, exactly, from lines such as `M = real(n, n)`."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata.verify.checker.evaluate import Evaluator
from lemmata.verify.checker.exact_numbers import Undefined
from lemmata.verify.checker.format import CertificateError, manifest, require, well_formed
from lemmata.verify.checker.linear_algebra import Mat, identity, inertia, matrix, semidefinite, symmetric
from lemmata.verify.checker.text_form import (
    Sizes,
    Tree,
    as_integer,
    exponents,
    instantiate,
    names_in,
    parse_clause,
    parse_expression,
    sizing,
)

LINE = re.compile(r"(\w+) = (\w+)(?:\((.*)\))?")
MAX_DIMENSION = 64
Declaration = tuple[str, str, list[Tree]]


def declarations(lines: list[str]) -> list[Declaration]:
    """(name, domain, parameters) of each line of `let`."""
    out = []
    for line in lines:
        found = LINE.fullmatch(line)
        if not found:
            raise CertificateError(f"cannot read the declaration {line[:60]!r}")
        name, domain, text = found.groups()
        read = parse_expression(f"max({text})") if text else ("call", "max")
        well_formed(read[:2] == ("call", "max"), f"cannot read the parameters of {name}")
        out.append((name, domain, list(read[2:])))
    well_formed(len({name for name, *_ in out}) == len(out), "a variable is declared twice")
    well_formed(not any(name == "pi" for name, *_ in out), "pi is a number and no variable")
    return out


def read_instance(cert: dict[str, Any]) -> tuple[Sizes, dict[str, Any]]:
    """Sizes and values of the instance, every variable declared, given, of its shape and in its domain.

    Raises CertificateError for an instance that does not fit the declarations, NotEstablished outside a domain.
    """
    let, dims, given = declarations(cert["text"]["let"]), cert["dims"], cert["values"]
    for name, n in dims.items():
        well_formed(0 <= n <= MAX_DIMENSION, f"dimension {name} = {n} is outside 0..{MAX_DIMENSION}")
    _dimensions(cert, let)
    shapes: dict[str, tuple[int, int]] = {}
    sizes = Sizes(dims, {name: _family(name, ps, dims) for name, domain, ps in let if domain == "layers"}, shapes)
    layers = {
        f"{family}_{k}": (sizes.width(family, k), sizes.width(family, k - 1))
        for family, (depth, *_) in sizes.families.items()
        for k in range(1, depth + 1)
    }
    plain = [declaration for declaration in let if declaration[1] != "layers"]
    named = {name for name, *_ in plain} | set(layers) == set(dims) | set(given) and not set(dims) & set(given)
    well_formed(named, "dims and values do not name exactly the declared variables")
    values: dict[str, Any] = {name: Fraction(n) for name, n in dims.items()}
    values |= {name: v for name, v in given.items() if isinstance(v, Fraction)}
    scalars = Evaluator(values)
    values |= {name: _shaped(given[name], shape, name) for name, shape in layers.items()}
    for name, domain, parameters in plain:
        well_formed(domain in DOMAINS, f"unknown domain {domain!r} of {name}")
        shape_of, rule = DOMAINS[domain]
        try:
            numbers = [scalars(instantiate(p, sizes)) for p in parameters]
            shape = shape_of(*numbers)
            fits = (shape is None) == (name in values)
            well_formed(fits, f"{name} is a matrix where a number is declared, or the other way round")
            values[name] = _shaped(given[name], shape, name) if shape else values[name]
            inside = rule(values[name], *numbers)
        except (TypeError, Undefined) as error:
            raise CertificateError(f"the domain of {name} has unsuitable parameters") from error
        require(inside, f"{name} is not in its domain {domain}({', '.join(map(str, numbers))})")
    shapes |= {name: value.shape for name, value in values.items() if isinstance(value, Mat)}
    return sizes, values


def _dimensions(cert: dict[str, Any], let: list[Declaration]) -> None:
    """Require that `dims` holds the dimensions alone: a power with another integer in its exponent is a real one.

    The manifest says which variables are dimensions; beyond it those are that a domain, a range or a size mentions, or
    without an end.
    """
    known = manifest().get(cert["statement"])
    integers = {name: ps for name, domain, ps in let if domain == "integer"}
    mentioned = {name for _, _, ps in let for p in ps for name in names_in(p)}
    sure = set(known["dims"]) if known else {name for name, ps in integers.items() if name in mentioned or len(ps) == 1}
    if set(cert["dims"]) <= sure:
        return
    clauses = [parse_clause(line) for part in ("given", "claim") for line in cert["text"][part]]
    if not known:
        ends = [end for c in clauses for _, *both in c.ranges for end in both]
        sure |= integers.keys() & (sizing(tuple(c.relations for c in clauses)) | names_in(tuple(ends)))
    for name in set(cert["dims"]) - sure:
        harmless = not known and name in integers and not any(name in exponents(c.relations) for c in clauses)
        well_formed(harmless, f"{name} is listed under dims but is no dimension")


def _family(name: str, parameters: list[Tree], dims: dict[str, int]) -> tuple[int, int, int, int]:
    well_formed(len(parameters) == 4, f"the family {name} needs a depth and three widths")
    depth, d, m, k = (as_integer(instantiate(p, Sizes(dims, {}))) for p in parameters)
    well_formed(1 <= min(depth, d, m, k) <= max(depth, d, m, k) <= MAX_DIMENSION, f"the sizes of {name} are unsuitable")
    return depth, d, m, k


def _shaped(rows: Any, shape: tuple[Any, Any], name: str) -> Mat:
    r, c = shape
    well_formed(isinstance(rows, list), f"{name} is a number where a matrix is declared")
    well_formed(min(r, c) >= 1, f"{name} of shape {r} x {c} is empty, and so is its domain")
    fits = len(rows) == r and all(len(row) == c for row in rows)
    well_formed(fits, f"{name} is not of its declared shape {r} x {c}")
    return matrix(rows, int(c))


def _off_diagonal(a: Mat) -> set[Any]:
    return {x for i, row in enumerate(a.rows) for j, x in enumerate(row) if i != j}


def _diagonal(a: Mat, *among: Any) -> bool:
    """Whether a matrix is diagonal, its diagonal entries among some numbers (any, if there are none)."""
    entries = {row[k] for k, row in enumerate(a.rows)}
    return _off_diagonal(a) <= {0} and (not among or entries <= set(among))


def _activation(d: Mat, m: Fraction, n: Fraction, eta: Fraction) -> bool:
    """Riedi & Baraniuk (55): diagonal, m entries eta, the others 1."""
    entries = sorted(row[k] for k, row in enumerate(d.rows))
    return _diagonal(d) and 0 <= m <= n and entries == sorted([eta] * int(m) + [Fraction(1)] * int(n - m))


def _selection(a: Mat, *_: Any) -> bool:
    """Rows are distinct unit rows in their natural order."""
    kept = [row.index(1) for row in a.rows if sorted(row) == [0] * (a.cols - 1) + [1]]
    return len(kept) == len(a.rows) and kept == sorted(set(kept))


def _rows_cols(*shape: Any) -> Any:
    if len(shape) not in (0, 2):
        raise TypeError("a shape has rows and columns")
    return shape or None


def _number(*_: Any) -> None:
    return None


def _square(n: Any) -> Any:
    return n, n


DOMAINS: dict[str, tuple[Callable[..., Any], Callable[..., bool]]] = {  # the shape, None for a number, and who is in it
    "integer": (_number, lambda x, low, high=None: x.denominator == 1 and low <= x and (high is None or x <= high)),
    "real": (_rows_cols, lambda x, *_: True),
    "positive": (_number, lambda x: x > 0),
    "interval": (_number, lambda x, low, high: low <= x <= high),
    "open_interval": (_number, lambda x, low, high: low < x < high),
    "symmetric": (_square, lambda a, n: symmetric(a)),
    "psd": (_square, lambda a, n: symmetric(a) and semidefinite(a)),
    "pd": (_square, lambda a, n: symmetric(a) and inertia(a) == (a.cols, 0)),
    "diagonal": (_square, lambda a, n: _diagonal(a)),
    "orthogonal": (_square, lambda a, n: a.T @ a == identity(a.cols)),
    "skew": (_square, lambda a, n: a.scaled(Fraction(-1)) == a.T),
    "signs": (_square, lambda a, n: _diagonal(a, 1, -1)),
    "projection": (_square, lambda a, n: _diagonal(a, 0, 1)),
    "nonnegative": (_rows_cols, lambda a, *_: all(x >= 0 for row in a.rows for x in row)),
    "upper": (_square, lambda a, n: all(x == 0 for i, row in enumerate(a.rows) for x in row[:i])),
    "activation": (lambda m, n, eta: (n, n), _activation),
    "selection": (lambda rows, n: (rows, n), _selection),
}
