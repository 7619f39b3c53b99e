"""Random terms of the kernel, and changes to terms, formulas and theorems: most of them wrong, some harmless."""

import random
from fractions import Fraction
from typing import Any

from tests import split

Term = Any
ONE, TWO = ("q", Fraction(1)), ("q", Fraction(2))
P, N, Z, R = ("P",), ("N",), ("Z",), ("R",)
SIZES = [ONE, ONE, ("v", "n", P), ("v", "n", P), ("v", "k", P), TWO, ("v", "m", N)]
BINDERS = ("sum", "prod", "maxo", "msum", "mprod", "stack")
DEPTH = ("v", "L", P)
FAMILY = ("v", "W", ("L", DEPTH, SIZES[2], SIZES[2], SIZES[2]))


INNER = split("""
+; *; ^; max; abs; sqrt; inv; tr; tr; s; lam; smax; lmin; normF; sum; sum; prod; maxo; det; eigenform; exp; log;
rho; schatten; rpow
""")


def number(draw: random.Random, depth: int, indices: int = 0) -> Term:
    """A term for a number."""
    leaves = ["q", "x", "y", "size", *["index"] * min(2 * indices, 4)]
    kind = draw.choice(leaves if depth <= 0 else [*INNER, *leaves[:2]])
    match kind:
        case "q":
            return ("q", Fraction(draw.randint(-3, 3), draw.choice([1, 1, 2])))
        case "x" | "y":
            return ("v", kind, R)
        case "size":
            return draw.choice(SIZES)
        case "index":
            return ("b", draw.randrange(indices))
        case "+" | "*" | "max":
            op = draw.choice(["max", "min"]) if kind == "max" else kind
            return (op, number(draw, depth - 1, indices), number(draw, depth - 1, indices))
        case "^":
            return ("^", number(draw, depth - 1, indices), draw.randint(0, 3))
        case "rpow":
            return (kind, number(draw, depth - 1, indices), number(draw, 0, indices))
        case "schatten":
            return (kind, number(draw, 0, indices), matrix(draw, *draw.choices(SIZES, k=2), depth - 1, indices))
        case "abs" | "sqrt" | "inv" | "exp" | "log":
            return (kind, number(draw, depth - 1, indices))
        case "sum" | "prod" | "maxo":
            return (kind, integer(draw, indices), integer(draw, indices), number(draw, depth - 1, indices + 1))
        case "s":
            return (
                "s",
                matrix(draw, draw.choice(SIZES), draw.choice(SIZES), depth - 1, indices),
                integer(draw, indices),
            )
        case "smax" | "normF":
            return (kind, matrix(draw, draw.choice(SIZES), draw.choice(SIZES), depth - 1, indices))
    n = draw.choice(SIZES)
    a = matrix(draw, n, n, depth - 1, indices)
    if kind == "lam":
        return ("lam", a, integer(draw, indices))
    if kind == "eigenform":
        return ("eigenform", a, integer(draw, indices), matrix(draw, n, n, depth - 1, indices))
    return (kind, a)


def integer(draw: random.Random, indices: int) -> Term:
    """A term for an integer."""
    plain = [ONE, TWO, ("q", Fraction(0)), ("v", "n", P), ("v", "i", Z), ("q", Fraction(3))]
    return draw.choice(plain + [("b", draw.randrange(indices))] * 2 if indices else plain)


def matrix(draw: random.Random, r: Term, c: Term, depth: int, indices: int = 0) -> Term:
    """A term for an r x c matrix."""
    square = r == c
    kinds = ["v", "v", "v", "ones", "zero", *["id", "id"] * square, *["e", "e"] * (c == ONE)]
    if depth > 0:
        kinds += ["m+", "sc", "mm", "mm", "mm", "T", "T", "kron", "kron", "msum", "relu", "had", "had"]
        kinds += ["minv", "dg", "mprod", "expm", "logm", "sqrtm"] * square
        kinds += ["seg", "seg"] * (r == c == SIZES[2])
    kind = draw.choice(kinds)
    below = depth - 1
    match kind:
        case "v":
            return ("v", draw.choice("ABu"), ("M", r, c))
        case "ones" | "zero":
            return (kind, r, c)
        case "id":
            return ("id", r)
        case "e":
            return ("e", r, integer(draw, indices))
        case "m+" | "had":
            return (kind, matrix(draw, r, c, below, indices), matrix(draw, r, c, below, indices))
        case "sc":
            return ("sc", number(draw, below, indices), matrix(draw, r, c, below, indices))
        case "mm":
            m = draw.choice(SIZES)
            return ("mm", matrix(draw, r, m, below, indices), matrix(draw, m, c, below, indices))
        case "T":
            return ("T", matrix(draw, c, r, below, indices))
        case "kron":
            left, right = draw.choice(
                [((r, c), (ONE, ONE)), ((ONE, ONE), (r, c)), ((r, ONE), (ONE, c)), ((ONE, c), (r, ONE))]
            )
            return ("kron", matrix(draw, *left, below, indices), matrix(draw, *right, below, indices))
        case "msum" | "mprod":
            return (kind, integer(draw, indices), integer(draw, indices), matrix(draw, r, c, below, indices + 1))
        case "relu" | "minv" | "expm" | "logm" | "sqrtm":
            return (kind, matrix(draw, r, c, below, indices))
        case "seg":
            return ("seg", FAMILY, integer(draw, 0), integer(draw, 0))
    return ("dg", r, number(draw, below, indices + 1))


def spots(t: Term, inside: int = 0) -> list[tuple[tuple[int, ...], int]]:
    """Where the parts of a term stand, each with the number of binders above it."""
    out: list[tuple[tuple[int, ...], int]] = [((), inside)]
    if t[0] in ("q", "b", "v") or t[0] in ("P", "N", "Z", "R", "M", "L"):
        return out
    binds = t[0] in (*BINDERS, "all", "dg", "slope_s", "slope_lam")
    for k, part in enumerate(t[1:], start=1):
        if isinstance(part, tuple):
            out += [((k, *path), d) for path, d in spots(part, inside + (binds and k == len(t) - 1))]
    return out


def at(t: Term, path: tuple[int, ...]) -> Term:
    for k in path:
        t = t[k]
    return t


def put(t: Term, path: tuple[int, ...], new: Term) -> Term:
    return new if not path else (*t[: path[0]], put(t[path[0]], path[1:], new), *t[path[0] + 1 :])


def moved(t: Term, draw: random.Random, inside: int = 0) -> Term:
    """The term with one part written otherwise, rightly or wrongly."""
    path, binders = draw.choice(spots(t, inside))
    part = at(t, path)
    options = rewritten(part, draw, binders)
    return put(t, path, draw.choice(options)) if options else t


def rewritten(t: Term, draw: random.Random, binders: int) -> list[Term]:
    """Other ways to write a term, some of them false."""
    op, out = t[0], []
    minus = ("q", Fraction(-1))
    if op in ("+", "*", "max", "min", "mm", "m+", "kron", "<=", "<", "="):
        out += [(op, t[2], t[1])]
    if op in ("+", "*", "mm", "m+", "kron") and t[1][0] == op:
        out += [(op, t[1][1], (op, t[1][2], t[2]))]
    if op in ("mm", "*", "kron") and t[1][0] in ("+", "m+"):
        plus = t[1][0]
        out += [(plus, (op, t[1][1], t[2]), (op, t[1][2], t[2]))]
    if op == "mm" and t[1][0] == t[2][0] == "kron":
        (_, a, b), (_, c, d) = t[1:]
        out += [("kron", ("mm", a, c), ("mm", b, d)), ("kron", ("mm", a, d), ("mm", b, c))]
    if op == "mm":
        out += [("T", ("mm", ("T", t[2]), ("T", t[1]))), ("mm", ("T", t[2]), ("T", t[1]))]
    if op == "kron":
        out += [
            ("T", ("kron", ("T", t[1]), ("T", t[2]))),
            ("T", ("kron", ("T", t[2]), ("T", t[1]))),
            ("mm", t[1], t[2]),
        ]
    if op == "tr":
        out += [("tr", ("T", t[1]))]
        if t[1][0] == "mm":
            out += [("tr", ("mm", t[1][2], t[1][1])), ("*", ("tr", t[1][1]), ("tr", t[1][2]))]
        if t[1][0] == "m+":
            out += [("+", ("tr", t[1][1]), ("tr", t[1][2]))]
    if op == "T":
        out += [t[1], ("T", ("T", t))]
    if op == "sc":
        out += [("kron", ("sc", t[1], ("id", ONE)), t[2]), t[2]]
        if t[2][0] in ("mm", "kron"):
            out += [(t[2][0], t[2][1], ("sc", t[1], t[2][2]))]
    if op == "^":
        out += [("*", t[1], ("^", t[1], max(t[2] - 1, 0))), ("^", ("*", minus, t[1]), t[2]), ("^", t[1], t[2] + 1)]
    if op in ("abs", "sqrt", "inv", "s"):
        out += [(op, ("*", minus, t[1]), *t[2:])]
    if op in ("sqrt", "abs") and t[1][0] == "^":
        out += [t[1][1]]
    if op == "seg" and t[1][0] == "v" and t[1][2][0] == "L":
        out += [("seg", t[1], t[3], t[2]), ("id", t[1][2][2])]
    if op in BINDERS:
        out += [(op, t[2], t[1], t[3]), (draw.choice(BINDERS), *t[1:]), (*t[:3], moved(t[3], draw, binders + 1))]
    if op == "dg":
        out += [("T", t)]
    if op == "b" and binders:
        out += [("b", draw.randrange(binders + 1)), ("v", "#1", Z), ("v", "#2", Z)]
    if op == "q":
        out += [("q", t[1] + draw.choice([1, -1])), ("q", -t[1])]
    if op == "v":
        out += [("v", draw.choice("ABuxyinkW"), t[2]), ("v", t[1], draw.choice([P, N, Z, R]))]
        if t[2] in (P, N, Z):
            out += [("+", t, ONE), ONE, ("q", Fraction(0))]
    if op == "id":
        out += [("zero", t[1], t[1]), ("kron", t, ("id", ONE)), ("ones", t[1], t[1])]
    if op in ("mm", "m+", "T", "kron", "sc", "e", "dg"):
        out += [("m+", t, t), ("sc", TWO, t), ("T", t)]
    if op in ("<=", "<", "="):
        out += [(draw.choice(["<=", "<", "="]), t[1], t[2]), (op, t[1], ("+", t[2], ONE)), ("!=", t[1])]
    if op in ("lmax", "lmin", "smax", "smin", "normF", "norm2", "cond", "det", "tr", "rank"):
        out += [(draw.choice(["lmax", "lmin", "smax", "smin", "normF", "norm2", "cond", "det", "tr"]), t[1])]
    return out


__all__ = ["at", "integer", "matrix", "moved", "number", "put", "rewritten", "spots"]
