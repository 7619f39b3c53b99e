"""Membership of every variable in its domain, exactly, from lines such as `M = real(n, n)`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from verify.checker.evaluate import Evaluator
from verify.checker.format import CertificateError, NotEstablished, integer, manifest, rational, rational_rows
from verify.checker.matrices import Mat, identity, inertia, matrix, semidefinite, symmetric
from verify.checker.numbers import Undefined
from verify.checker.syntax import Sizes, Tree, exponents, instantiate, names_in, parse_clause, parse_expression

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
        call = parse_expression(f"max({text})") if text else ("call", "max")
        out.append((name, domain, list(call[2:])))
    if len({name for name, *_ in out}) != len(out):
        raise CertificateError("a variable is declared twice")
    return out


def read_instance(cert: dict[str, Any]) -> tuple[Sizes, dict[str, Any]]:
    """Sizes and values of the instance, every variable declared, given, of its shape and in its domain.

    Raises CertificateError for an instance that does not fit the declarations, NotEstablished outside a domain.
    """
    let = declarations(cert["text"]["let"])
    dims, given = cert["dims"], cert["values"]
    if not isinstance(dims, dict) or not isinstance(given, dict):
        raise CertificateError("dims and values must be objects")
    for name, n in dims.items():
        if not 0 <= integer(n, f"dimension {name}") <= MAX_DIMENSION:
            raise CertificateError(f"dimension {name} = {n} is outside 0..{MAX_DIMENSION}")
    _dimensions(cert, let)
    sizes = Sizes(dict(dims), {name: _family(name, ps, dims) for name, domain, ps in let if domain == "layers"})
    shapes = {
        f"{family}_{k}": (sizes.width(family, k), sizes.width(family, k - 1))
        for family, (depth, *_) in sizes.families.items()
        for k in range(1, depth + 1)
    }
    plain = [declaration for declaration in let if declaration[1] != "layers"]
    if {name for name, *_ in plain} | set(shapes) != set(dims) | set(given) or set(dims) & set(given):
        raise CertificateError("dims and values do not name exactly the declared variables")
    raw = {name: rational(v, name) if isinstance(v, str) else rational_rows(v, name) for name, v in given.items()}
    values: dict[str, Any] = {name: Fraction(n) for name, n in dims.items()}
    values |= {name: v for name, v in raw.items() if isinstance(v, Fraction)}
    scalars = Evaluator(values, math.inf)
    values |= {name: _shaped(raw[name], shape, name) for name, shape in shapes.items()}
    for name, domain, parameters in plain:
        shape_of, rule = DOMAINS.get(domain, (None, None))
        if shape_of is None or rule is None:
            raise CertificateError(f"unknown domain {domain!r} of {name}")
        try:
            numbers = [scalars(instantiate(p, sizes)) for p in parameters]
            shape = shape_of(*numbers)
            value = values[name] if name in values else _shaped(raw[name], shape, name) if shape else None
            if (shape is None) != (value is not None and not isinstance(value, Mat)):
                raise CertificateError(f"{name} is a matrix where a number is declared, or the other way round")
            inside = rule(value, *numbers)
        except (TypeError, Undefined) as error:
            raise CertificateError(f"the domain of {name} has unsuitable parameters") from error
        if not inside:
            raise NotEstablished(f"{name} is not in its domain {domain}({', '.join(map(str, numbers))})")
        values[name] = value
    return sizes, values


def _dimensions(cert: dict[str, Any], let: list[Declaration]) -> None:
    """Require that `dims` holds the dimensions alone: a power with another integer in its exponent is a real one.

    The manifest says which variables are dimensions; beyond it those are that a domain mentions, or without an end.
    """
    known = manifest().get(cert["statement"])
    integers = {name: ps for name, domain, ps in let if domain == "integer"}
    mentioned = {name for _, _, ps in let for p in ps for name in names_in(p)}
    sure = set(known["dims"]) if known else {name for name, ps in integers.items() if name in mentioned or len(ps) == 1}
    for name in set(cert["dims"]) - sure:
        clauses = [parse_clause(line) for part in ("given", "claim") for line in cert["text"][part]]
        if known or name not in integers or any(name in exponents(clause.relations) for clause in clauses):
            raise CertificateError(f"{name} is listed under dims but is no dimension")


def _family(name: str, parameters: list[Tree], dims: dict[str, int]) -> tuple[int, int, int, int]:
    numbers = [instantiate(p, Sizes(dims, {})) for p in parameters]
    fits = (t[0] == "num" and t[1].denominator == 1 and 1 <= t[1] <= MAX_DIMENSION for t in numbers)
    if len(numbers) != 4 or not all(fits):
        raise CertificateError(f"the family {name} needs a depth and three widths")
    depth, d, m, k = (int(t[1]) for t in numbers)
    return depth, d, m, k


def _shaped(rows: Any, shape: tuple[Any, Any], name: str) -> Mat:
    r, c = shape
    if not isinstance(rows, list):
        raise CertificateError(f"{name} is a number where a matrix is declared")
    if min(r, c) < 1:
        raise CertificateError(f"{name} of shape {r} x {c} is empty, and so is its domain")
    if len(rows) != r or any(len(row) != c for row in rows):
        raise CertificateError(f"{name} is not of its declared shape {r} x {c}")
    return matrix(rows, int(c))


def _zero_off_diagonal(a: Mat) -> bool:
    return all(x == 0 for i, row in enumerate(a.rows) for j, x in enumerate(row) if i != j)


def _diagonal(a: Mat) -> list[Any]:
    return [row[k] for k, row in enumerate(a.rows)]


def _activation(d: Mat, m: Fraction, n: Fraction, eta: Fraction) -> bool:
    """Riedi & Baraniuk (55): diagonal, m entries eta, the others 1."""
    return _zero_off_diagonal(d) and sorted(_diagonal(d)) == sorted([eta] * int(m) + [Fraction(1)] * int(n - m))


def _selection(a: Mat, *_: Any) -> bool:
    """Rows are distinct unit rows in their natural order."""
    kept = [row.index(1) for row in a.rows if sorted(row) == [0] * (a.cols - 1) + [1]]
    return len(kept) == len(a.rows) and kept == sorted(set(kept))


def _rows_cols(*shape: Any) -> Any:
    if len(shape) not in (0, 2):
        raise TypeError("a shape has rows and columns")
    return shape or None


DOMAINS: dict[str, tuple[Callable[..., Any], Callable[..., bool]]] = {
    "integer": (
        lambda *_: None,
        lambda x, low, high=None: x.denominator == 1 and low <= x and (high is None or x <= high),
    ),
    "real": (_rows_cols, lambda x, *_: True),
    "positive": (lambda *_: None, lambda x: x > 0),
    "interval": (lambda *_: None, lambda x, low, high: low <= x <= high),
    "open_interval": (lambda *_: None, lambda x, low, high: low < x < high),
    "symmetric": (lambda n: (n, n), lambda a, n: symmetric(a)),
    "psd": (lambda n: (n, n), lambda a, n: symmetric(a) and semidefinite(a)),
    "pd": (lambda n: (n, n), lambda a, n: symmetric(a) and inertia(a) == (a.cols, 0)),
    "diagonal": (lambda n: (n, n), lambda a, n: _zero_off_diagonal(a)),
    "orthogonal": (lambda n: (n, n), lambda a, n: a.T @ a == identity(int(n))),
    "skew": (lambda n: (n, n), lambda a, n: a.scaled(Fraction(-1)) == a.T),
    "signs": (lambda n: (n, n), lambda a, n: _zero_off_diagonal(a) and set(_diagonal(a)) <= {1, -1}),
    "projection": (lambda n: (n, n), lambda a, n: _zero_off_diagonal(a) and set(_diagonal(a)) <= {0, 1}),
    "nonnegative": (_rows_cols, lambda a, *_: all(x >= 0 for row in a.rows for x in row)),
    "upper": (lambda n: (n, n), lambda a, n: all(x == 0 for i, row in enumerate(a.rows) for x in row[:i])),
    "activation": (lambda m, n, eta: (n, n), _activation),
    "selection": (lambda rows, n: (rows, n), _selection),
}
