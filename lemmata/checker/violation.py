"""Kinds "violation" and "witness": an instance in the domains that meets every hypothesis, and breaks one relation of
the claim, or meets what is claimed to exist.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from typing import Any

from lemmata.checker import format, text_form
from lemmata.checker import witnessed_spectra as spectra
from lemmata.checker.evaluate import Evaluator, judge, readable
from lemmata.checker.exact_numbers import Undefined, ends, shown
from lemmata.checker.format import KINDS, CertificateError, Kind, require, well_formed
from lemmata.checker.text_form import HOLDS, Clause, Relation, Sizes, Tree, instances, instantiate, parse_clause
from lemmata.checker.witnessed_spectra import Mat, diagonal, entries, identity, inertia, on_diagonal, symmetric

LINE = re.compile(r"(\w+) = (\w+)(?:\((.*)\))?")
MAX_DIMENSION = 64
MATRICES = "real(rows, columns)"  # the domain "real" with parameters
Declaration = tuple[str, str, list[Tree]]


def declarations(lines: list[str]) -> list[Declaration]:
    """(name, domain, parameters) of each line of `let`."""
    out = []
    for line in lines:
        found = LINE.fullmatch(line)
        if not found:
            raise CertificateError(f"cannot read the declaration {line[:60]!r}")
        name, domain, text = found.groups()
        read = text_form.parse_expression(f"max({text})") if text else ("call", "max")
        well_formed(read[:2] == ("call", "max"), f"cannot read the parameters of {name}")
        out.append((name, MATRICES if domain == "real" and text else domain, list(read[2:])))
    well_formed(len({name for name, *_ in out}) == len(out), "a variable is declared twice")
    well_formed(not any(name == "pi" for name, *_ in out), "pi is a number and no variable")
    return out


def read_instance(cert: dict[str, Any]) -> tuple[Sizes, dict[str, Any]]:
    """Sizes and values of the instance, every variable declared, given, of its shape and in its domain.

    Raises CertificateError for an instance that does not fit the declarations, NotEstablished outside a domain.
    """
    let, dims, given = declarations(cert["text"]["let"]), cert["dims"], cert["values"]
    integers = {name for name, domain, _ in let if domain == "integer"}
    well_formed(set(dims) == integers, "dims does not hold exactly the integers")
    sizes = sizes_of(let, dims)
    plain = [declaration for declaration in let if declaration[1] != "layers"]
    named = {*sizes.shapes, *(name for name, *_ in plain)} == {*dims, *given} and not set(dims) & set(given)
    well_formed(named, "dims and values do not name exactly the declared variables")
    values: dict[str, Any] = {name: Fraction(n) for name, n in dims.items()}
    values |= {name: v for name, v in given.items() if isinstance(v, Fraction)}
    scalars = Evaluator(dict(values))
    values |= {name: _shaped(given[name], shape, name) for name, shape in sizes.shapes.items()}
    for name, domain, parameters in plain:
        well_formed(domain in DOMAINS, f"unknown domain {domain!r} of {name}")
        well_formed(name in values, f"{name} is a matrix where a number is declared")
        try:
            numbers = [scalars(instantiate(p, sizes)) for p in parameters]
            inside = DOMAINS[domain][1](values[name], *numbers)
        except (TypeError, Undefined) as error:
            raise CertificateError(f"the domain of {name} has unsuitable parameters") from error
        require(inside, f"{name} is not in its domain {domain}({', '.join(map(str, numbers))})")
    return sizes, values


def sizes_of(let: list[Declaration], dims: dict[str, int]) -> Sizes:
    """The integers, the widths of the families of layers, and the shapes of all matrices, as they are declared."""
    families, shapes = dict[str, list[int]](), dict[str, tuple[int, int]]()
    for name, domain, parameters in let:
        places = (0, 1, 2, 3) if domain == "layers" else DOMAINS[domain][0] if domain in DOMAINS else ()
        well_formed(len(parameters) > max(places, default=-1), f"the domain of {name} lacks parameters")
        numbers = [text_form.as_integer(instantiate(parameters[k], Sizes(dims, {}))) for k in places]
        if domain == "layers":
            fits = 1 <= min(numbers) <= max(numbers) <= MAX_DIMENSION
            well_formed(fits, f"the sizes of {name} are unsuitable")
            depth, d, m, k = numbers
            families[name] = widths = [d, *[m] * (depth - 1), k]
            shapes |= {f"{name}_{k}": (widths[k], widths[k - 1]) for k in range(1, depth + 1)}
        elif places:
            shapes[name] = numbers[0], numbers[1]
    return Sizes(dims, families, shapes)


def _shaped(rows: Any, shape: tuple[int, int], name: str) -> Mat:
    r, c = shape
    well_formed(isinstance(rows, list), f"{name} is a number where a matrix is declared")
    well_formed(min(r, c) >= 1, f"{name} of shape {r} x {c} is empty, and so is its domain")
    fits = len(rows) == r and all(len(row) == c for row in rows)
    well_formed(fits, f"{name} is not of its declared shape {r} x {c}")
    return spectra.matrix(rows, c)


def _diagonal(a: Mat, *among: Any) -> bool:
    """Whether a matrix is diagonal, its diagonal entries among some numbers (any, if there are none)."""
    found = on_diagonal(a)
    return a == diagonal(found) and (not among or set(found) <= set(among))


def _activation(d: Mat, m: Fraction, n: Fraction, eta: Fraction) -> bool:
    """Riedi & Baraniuk (55): diagonal, m entries eta, the others 1."""
    wanted = [eta] * int(m) + [Fraction(1)] * int(n - m)
    return _diagonal(d) and m.denominator == 1 and 0 <= m <= n and sorted(on_diagonal(d)) == sorted(wanted)


def _selection(a: Mat, *_: Any) -> bool:
    """Rows are distinct unit rows in their natural order."""
    kept = [row.index(1) for row in a.rows if sorted(row) == [0] * (a.cols - 1) + [1]]
    return len(kept) == len(a.rows) and kept == sorted(set(kept))


# Which parameters are the rows and columns of a matrix, none of a number, and who is in the domain.
DOMAINS: dict[str, tuple[tuple[int, ...], Callable[..., bool]]] = {
    "integer": ((), lambda x, low, high=None: x.denominator == 1 and low <= x and (high is None or x <= high)),
    "real": ((), lambda x: True),
    "positive": ((), lambda x: x > 0),
    "interval": ((), lambda x, low, high: low <= x <= high),
    "open_interval": ((), lambda x, low, high: low < x < high),
    MATRICES: ((0, 1), lambda a, rows, cols: True),
    "nonnegative": ((0, 1), lambda a, rows, cols: all(x >= 0 for x in entries(a))),
    "symmetric": ((0, 0), lambda a, n: symmetric(a)),
    "psd": ((0, 0), lambda a, n: symmetric(a) and spectra.semidefinite(a)),
    "pd": ((0, 0), lambda a, n: symmetric(a) and inertia(a) == (a.cols, 0)),
    "diagonal": ((0, 0), lambda a, n: _diagonal(a)),
    "orthogonal": ((0, 0), lambda a, n: a.T @ a == identity(a.cols)),
    "skew": ((0, 0), lambda a, n: a.scaled(Fraction(-1)) == a.T),
    "signs": ((0, 0), lambda a, n: _diagonal(a, 1, -1)),
    "projection": ((0, 0), lambda a, n: _diagonal(a, 0, 1)),
    "upper": ((0, 0), lambda a, n: all(x == 0 for i, row in enumerate(a.rows) for x in row[:i])),
    "activation": ((1, 1), _activation),
    "selection": ((0, 1), _selection),
}


def check_violation(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established violation.  Raises NotEstablished or CertificateError."""
    well_formed(cert["precision"] >= 1, "precision must be positive")
    sizes, ev = _evaluator(cert)
    text, clause, relation = _linked(cert["broken"], cert["text"]["claim"], sizes)
    require(not clause.exists, "an existence claim cannot be broken by one instance")
    judged = {case: judge(case, ev) for case in instances(clause, sizes)}
    for status, found in judged.values():
        require(status != "undefined", f"a part of {text} is undefined at this instance ({found})")
        require(found, "whether all parts of the claim are defined could not be decided")
    status, found = judged[relation]
    require(status == "broken", f"{text} {'holds' if status == 'holds' else 'could not be decided'} at this instance")
    broken = [(a, b) for a, b, order in found if order is not None and order not in HOLDS[relation[0]]]
    met = [pair for pair in broken if _meets(pair, cert)]
    well_formed(met, "the recorded enclosures of the two sides are not those of the broken relation")
    a, b = map(shown, met[0])
    where = "".join(f", {name} = {k}" for name, k in cert["broken"]["indices"].items())
    return _explained(
        cert,
        ev,
        "violation",
        f"the claim asks for {text} (conjunct {cert['broken']['conjunct'] + 1}{where})",
        f"the left side is {a}, the right side {b}: {a} {relation[0]} {b} is false",
    )


def check_witness(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established existence: every link and case of the only clause holds at the instance.

    Raises NotEstablished or CertificateError.
    """
    sizes, ev = _evaluator(cert)
    claims = cert["text"]["claim"]
    clause = parse_clause(claims[0])
    require(len(claims) == 1 and clause.exists, "the claim is not a single one that something exists")
    require(_held(clause, sizes, ev, "a link of the claim"), "the claim says nothing at this instance")
    return _explained(cert, ev, "existence", f"the claim asks for {claims[0]}, which this instance meets")


def _explained(cert: dict[str, Any], ev: Evaluator, what: str, *why: str) -> list[str]:
    idle = sorted(set(ev.witnesses) - ev.used)
    well_formed(not idle, f"the witness for {str(idle[:1])[:100]} is for nothing in the text")
    well_formed(ev.ties <= ev.used, "a tie decides nothing in the text")
    given = (f"hypothesis established: {text}" for text in cert["text"]["given"])
    return [f"{cert['statement']}: {what} at {_instance(cert)}", *given, *why, f"{what} established"]


def _meets(pair: tuple[Any, Any], record: dict[str, Any]) -> bool:
    """Whether both recorded enclosures meet the recomputed ones; an infinite gap has none."""
    sides = zip(pair, (record["lhs"], record["rhs"]), strict=True)
    return all(low <= ends(x)[1] and ends(x)[0] <= high for x, (low, high) in sides)


def _evaluator(cert: dict[str, Any]) -> tuple[Sizes, Evaluator]:
    """Sizes and an evaluator of the instance, where every hypothesis holds, and what is recorded of them is so."""
    sizes, values = read_instance(cert)
    ev, lines = Evaluator(values, cert.get("witnesses"), cert.get("ties", ())), cert["text"]["given"]
    known: dict[Relation, list[Any]] = {}
    for clause in map(parse_clause, lines + cert["text"]["claim"]):
        for side in (side for _, *sides in clause.relations for side in sides):
            whole = reduce(lambda body, place: ("over", "max", *place, body), reversed(clause.ranges), side)
            readable(whole, frozenset({*values, "pi"}), sizes.families)
    for text in lines:
        clause = parse_clause(text)
        require(not clause.exists, "an existence hypothesis cannot be certified")
        known |= _held(clause, sizes, ev, f"hypothesis not established: {text}")
    for record in cert.get("given", ()):
        text, _, relation = _linked(record, lines, sizes)
        met = any(_meets((a, b), record) for a, b, _ in known[relation])
        well_formed(met, f"the recorded enclosures of {text} are not those of its sides")
    return sizes, ev


def _held(clause: Clause, sizes: Sizes, ev: Evaluator, what: str) -> dict[Relation, list[Any]]:
    """The sides of every link at every case of a clause that holds at the instance.  Raises NotEstablished."""
    known = dict[Relation, list[Any]]()
    for relation in instances(clause, sizes):
        if relation not in known:
            status, known[relation] = judge(relation, ev)
            require(status == "holds", f"{what} is {status} at this instance")
    return known


def _linked(record: dict[str, Any], lines: list[str], sizes: Sizes) -> tuple[str, Clause, Relation]:
    """The clause of which a record names a link and the values of its indices, and the relation at these."""
    links = [
        (text, clause, k) for text in lines for clause in [parse_clause(text)] for k in range(len(clause.relations))
    ]
    wanted, indices = record["conjunct"], record["indices"]
    well_formed(0 <= wanted < len(links), f"there is no conjunct {wanted}")
    text, clause, link = links[wanted]
    inside = any(indices == case for case in text_form.cases(clause.ranges, sizes))
    well_formed(inside, f"the indices of conjunct {wanted} are out of range")
    return text, clause, text_form.relation_at(clause, link, indices, sizes)


def _instance(cert: dict[str, Any]) -> str:
    def text(value: Any) -> str:
        return f"[{', '.join(map(text, value))}]" if isinstance(value, list) else str(value)

    shown = ", ".join(f"{k} = {text(v)}" for k, v in {**cert["dims"], **cert["values"]}.items())
    return shown if len(shown) <= 600 else shown[:600] + "..."


SIDES = {"lhs": format.enclosure, "rhs": format.enclosure}
PLACE = {"conjunct": int, "indices": {str: int}}
INSTANCE = {"dims": {str: int}, "values": {str: format.number_or_rows}}
WITNESSED = {"witnesses": dict}
VIOLATION = INSTANCE | SIDES | {"precision": int, "broken": PLACE, "given": [SIDES | PLACE]}
KINDS["violation"] = Kind(VIOLATION, check_violation, WITNESSED)
KINDS["witness"] = Kind(INSTANCE, check_witness, WITNESSED)
