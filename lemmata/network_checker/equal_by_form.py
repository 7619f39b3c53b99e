"""Ties that enclosures never show: two matrices are equal where they are one sum of products of the same factors.

A term is a product of words for its factors, of which what is exact side by side is multiplied, behind the numbers that
scale it; transposes are moved to the factors, where f(A^T) = f(A)^T.  What is equal in words is equal.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from lemmata.checker.evaluate import EQUAL, Evaluator
from lemmata.checker.exact_numbers import Undecided
from lemmata.checker.text_form import Tree
from lemmata.checker.witnessed_spectra import Mat, exact

ALWAYS = ("logm", "sqrtm", "absm", "diag")  # symmetric wherever they are defined (diag: as a matrix)
COVARIANT = ("expm", "inv", "pinv", "relu", "had", "kron")  # f(A^T) = f(A)^T
INVARIANT = ("normF", "normN", "norm2", "smax", "smin", "tr", "det", "rank", "maxabs")  # f(A^T) = f(A)


def equal_by_form(ev: Evaluator, left: Tree, right: Tree) -> bool:
    """Whether two trees are matrices and the same sum of products."""
    try:
        matrices = all(isinstance(ev(side), Mat) for side in (left, right))
        return matrices and terms(ev, left, False) == terms(ev, right, False)
    except Undecided:
        return False


def terms(ev: Evaluator, tree: Tree, flipped: bool) -> list[str]:
    """Terms of a sum in a fixed order, each a product of factors in words, of the transpose if `flipped`.

    A matrix equals its transpose for certain where both have the same terms, whatever enclosures say.
    """
    if ("terms", tree, flipped, ev.bits) not in ev.kept:
        ev.kept["terms", tree, flipped, ev.bits] = _terms(ev, tree, flipped)
    return list(ev.kept["terms", tree, flipped, ev.bits])


def word(ev: Evaluator, tree: Tree, flipped: bool) -> str:
    """One word for the terms."""
    return named(ev, tuple(terms(ev, tree, flipped)))


def named(ev: Evaluator, words: Any) -> str:
    """A short name, one for the same words: what is nested does not grow."""
    return str(ev.kept.setdefault(("word", words), f"word {len(ev.kept)}"))


def _terms(ev: Evaluator, tree: Tree, flipped: bool) -> list[str]:
    value = ev.matrix(tree)
    if exact(value):
        return [repr(value.T if flipped else value)]
    match tree:
        case ("T", a):
            return terms(ev, a, not flipped)
        case ("add", a, b) if all(isinstance(ev(side), Mat) for side in (a, b)):
            return sorted([*terms(ev, a, flipped), *terms(ev, b, flipped)])
        case ("neg" | "matmul" | "mul" | "div", *_):
            numbers, rest = unscaled(ev, tree)
            if numbers:
                return [f"{term} {' '.join(sorted(numbers))}" for term in terms(ev, rest, flipped)]
            if tree[0] == "matmul":
                return [" @ ".join(factors(ev, tree, flipped))]
        case ("call", name, *_) if name in ALWAYS and value.cols > 1:
            return [repr(tree)]
        case ("call", "vstack", *_):
            grid = laid_out(ev, tree)
            return [repr(list(zip(*grid, strict=True)) if flipped else [tuple(row) for row in grid])]
        case ("call", name, *args) if name in COVARIANT:
            inner = [word(ev, a, flipped) for a in args]
            return [f"{name}({', '.join(sorted(inner) if name == 'had' else inner)})"]
    return [f"{tree} {flipped}"]


def laid_out(ev: Evaluator, tree: Tree) -> list[list[Any]]:
    """Rows of a stack, each entry in words or, where it is rational, itself: what is equal in words is equal."""
    value = ev.matrix(tree)
    match tree:
        case ("T", a):
            return [list(row) for row in zip(*laid_out(ev, a), strict=True)]
        case ("call", "vstack", *blocks):
            return [row for block in blocks for row in laid_out(ev, block)]
        case ("mul", a, ("call", "I", ("num", 1))) if not isinstance(ev(a), Mat):
            words: Any = [[in_words(ev, a)]]
        case _:  # entry i, j is entry j, i of the transpose
            straight, turned = word(ev, tree, False), word(ev, tree, True)
            words = [[min((straight, i, j), (turned, j, i)) for j in range(value.cols)] for i in range(value.shape[0])]
    rows = zip(value.rows, words, strict=True)
    return [[x if isinstance(x, Fraction) else word for x, word in zip(*row, strict=True)] for row in rows]


def in_words(ev: Evaluator, tree: Tree) -> str:
    """A number in words that are the same for some expressions that are equal by form."""
    match tree:
        case ("call", name, a) if name in INVARIANT:
            return named(ev, (name, min(word(ev, a, False), word(ev, a, True))))
        case ("add" | "mul" as kind, a, b):
            return named(ev, (kind, *sorted((in_words(ev, a), in_words(ev, b)))))
        case ("neg" | "div" as kind, *parts):
            return named(ev, (kind, *(in_words(ev, part) for part in parts)))
        case ("call", "sqrt", a):
            return named(ev, ("sqrt", in_words(ev, a)))
    return named(ev, tree)


def factors(ev: Evaluator, tree: Tree, flipped: bool) -> list[str]:
    """Factors of a product in words, of the transpose if `flipped`; what is exact side by side is multiplied."""
    listed: list[Any] = []
    for part, turned in _chain(tree, flipped):
        value = ev.matrix(part)
        if not exact(value):
            found = terms(ev, part, turned)
            listed.append(found[0] if len(found) == 1 else f"({' + '.join(found)})")
            continue
        value = value.T if turned else value
        listed = [*listed[:-1], listed[-1] @ value] if listed and isinstance(listed[-1], Mat) else [*listed, value]
    return [x if isinstance(x, str) else repr(x) for x in listed]


def unscaled(ev: Evaluator, tree: Tree) -> tuple[list[str], Tree]:
    """The numbers that scale the factors of a product, in words, and the product without them."""
    match tree:
        case ("matmul", a, b):
            (first, left), (last, right) = unscaled(ev, a), unscaled(ev, b)
            return first + last, ("matmul", left, right)
        case ("neg", a):
            numbers, rest = unscaled(ev, a)
            return ["-", *numbers], rest
        case ("mul" | "div" as kind, a, b) if isinstance(ev(a), Mat) and not isinstance(ev(b), Mat):
            numbers, rest = unscaled(ev, a)
            return [f"{kind} {b}", *numbers], rest
        case ("mul", a, b) if isinstance(ev(b), Mat) and not isinstance(ev(a), Mat):
            numbers, rest = unscaled(ev, b)
            return [f"mul {a}", *numbers], rest
    return [], tree


def _chain(tree: Tree, flipped: bool) -> list[tuple[Tree, bool]]:
    """The factors of a product of products and their transposes, in order, and whether each is transposed."""
    match tree:
        case ("T", a):
            return _chain(a, not flipped)
        case ("matmul", a, b):
            first, last = (b, a) if flipped else (a, b)
            return _chain(first, flipped) + _chain(last, flipped)
    return [(tree, flipped)]


EQUAL.append(equal_by_form)
