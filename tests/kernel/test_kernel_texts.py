"""How the kernel reads lines, against another reading of the grammar; and rows of definitions."""

import ast
import random
from collections.abc import Callable
from typing import Any

import pytest

from lemmata import catalogue, kernel
from lemmata.kernel import ONE, ZERO, KernelError, N, P, R, Reader, Term, Z, num, single
from lemmata.prove.state import text_of
from tests.oracles.kernel_grammar import NoLineError, Parser

WORDS: dict[type, str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@", ast.Pow: "**",
    ast.Eq: "==", ast.LtE: "<=", ast.GtE: ">=", ast.Lt: "<", ast.Gt: ">",
}  # fmt: skip


def tree(node: Any) -> Any:
    """A tree of the kernel in the words of the grammar."""
    if isinstance(node, ast.Constant):
        return ("int", node.value)
    if isinstance(node, ast.Name):
        return ("name", node.id)
    if isinstance(node, ast.UnaryOp):
        return ("neg", tree(node.operand))
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return ("T", tree(node.value))
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return ("seg", tree(node.value), tree(node.slice.lower), tree(node.slice.upper))
    if isinstance(node, ast.BinOp):
        return (WORDS[type(node.op)], tree(node.left), tree(node.right))
    if isinstance(node, ast.GeneratorExp):
        return ("for", tree(node.elt), ranges(node))
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return ("call", node.func.id, [tree(x) for x in node.args])


def ranges(node: ast.GeneratorExp) -> list[Any]:
    spread: list[Any] = [(g.target, g.iter) for g in node.generators]
    return [(target.id, tree(iter_.left), tree(iter_.right)) for target, iter_ in spread]


def clause(line: str) -> tuple[list[Any], list[str], list[Any]]:
    node: Any = single(line)
    over, body = (ranges(node), node.elt) if isinstance(node, ast.GeneratorExp) else ([], node)
    if not isinstance(body, ast.Compare):
        return [tree(body)], [], over
    return [tree(x) for x in [body.left, *body.comparators]], [WORDS[type(op)] for op in body.ops], over


def expression(draw: random.Random, depth: int) -> str:
    """A random expression, with brackets where they matter, where they do not, and not at all."""
    if depth == 0:
        return draw.choice(["0", "7", "12", "x", "A", "lam_1", "T"])
    inner = [expression(draw, depth - 1) for _ in range(2)]
    shape = draw.choice(["+", "-", "*", "/", "@", "**", "neg", "T", "bracket", "call", "seg", "for"])
    if shape in ("+", "-", "*", "/", "@", "**"):
        gap = draw.choice(["", " ", "  "])
        return f"{inner[0]}{gap}{shape}{gap}{inner[1]}"
    texts = {
        "neg": f"-{inner[0]}",
        "T": f"({inner[0]}).T" if inner[0][-1].isdigit() else f"{inner[0]}.T",
        "bracket": f"({inner[0]})",
        "call": f"f({inner[0]}, {inner[1]})",
        "seg": f"W[{inner[0]}:{inner[1]}]",
        "for": f"sum({inner[0]} for i in 1..n)",
    }
    return texts[shape]


def test_expressions_have_the_trees_that_the_grammar_gives_them() -> None:
    draw = random.Random(29)
    for _ in range(3000):
        line = f"{expression(draw, draw.randrange(6))} <= {expression(draw, draw.randrange(4))}"
        assert Parser(line).clause() == clause(line), line


def test_every_line_of_the_catalogue_has_the_tree_that_the_grammar_gives_it() -> None:
    seen = 0
    for statement in catalogue.all_statements():
        for part, line in (x.split(": ", 1) for x in text_of(statement).split("\n")):
            if part in ("given", "claim"):
                try:
                    known = Parser(line).clause()
                except NoLineError:
                    with pytest.raises(KernelError):
                        Reader().clauses(line)
                else:
                    assert clause(line) == known, line
                    seen += 1
    assert seen > 900


n, m, i = ("v", "n", P), ("v", "m", N), ("v", "i", Z)
x, y = ("v", "x", R), ("v", "y", R)
A, B, u, w = (("v", name, ("M", n, cols)) for name, cols in (("A", m), ("B", n), ("u", ONE), ("w", ONE)))


@pytest.mark.parametrize(
    "line",
    ["", "x", "x <=", "<= x", "x <= y z", "x <= 01", "x <= 1_0", "x <= 0x1", "x <= 1.5", "x <= 1e3", "x <= y)",
     "(x <= y",
     "x) <= (y", "x <= y), (x <= y", "x <= f(y", "x <= f(y,)", "x <= f(,y)",
     "x <= y if x else z", "x <= lambda: x", "x <= y for i in 1",
     "x <= y for 1 in 1..n", "x <= y for i in 1..n if i", "x <= A[1]", "x <= A.S", "x <= A.T.", "x <= +y",
     "x <= y // z", "x <= y % z", "x <= 'y'", "x <= y; x", "x = y", "x < = y",
     "x <= (y, z)", "x <= {y}", "x <= y | z", "x <= y..z", "x <= y for i in 1..2..3", "x <= 1for i in 1..n",
     "x <= y in z", "x <= not y", "x <= True", "x <= s(*A)", "x <= s(A=A)", "x <= (y <= z)", "x <= A[1:2:3]",
     "x <= A[1:]", "x <= (y for i in 1..n)", "x <= y for i, z in 1..n", "x <= y async for i in 1..n", "x <= y # z",
     "x <= \u0661", "x <= \xe9"],
)  # fmt: skip
def test_what_the_grammar_does_not_say_is_no_line(line: str) -> None:
    reader = Reader(names=dict.fromkeys("xyz", x) | {"n": n, "A": A})
    with pytest.raises(KernelError):
        reader.clauses(line)


def test_brackets_around_a_part_change_nothing() -> None:
    def said(line: str) -> Any:
        return Reader(names={"x": x, "n": n}).clauses(line)

    assert said("(x <= sum((x for i in (1..n)))) for (i) in (1..n)") == said("x <= sum(x for i in 1..n) for i in 1..n")


REFUSED: dict[str, Callable[[], Any]] = {
    "an eigenvalue of a rectangle": lambda: kernel.meaning("end", "lmax", A),
    "a root of a rectangle": lambda: kernel.meaning("matrix-root", A, "square"),
    "a real index": lambda: kernel.meaning("spectrum", A, x),
    "a matrix for a number": lambda: kernel.meaning("root", B),
    "a number for a matrix": lambda: kernel.meaning("frobenius", x),
    "another word": lambda: kernel.meaning("sign", "det", B),
    "a word too many": lambda: kernel.meaning("root", x, "square"),
    "nothing": lambda: kernel.meaning("root"),
    "a word for a term": lambda: kernel.meaning("root", "x"),
    "max for min": lambda: kernel.meaning("extreme", ("min", x, y), 4),
    "an integer of another kind": lambda: kernel.meaning("extreme", ("max", x, y), num(0)),
    "a matrix where a column is wanted": lambda: kernel.meaning("form", A, i, B, u, B),
    "a product without a column": lambda: kernel.meaning("beside", A, B, B),
    "two stacks of other heights": lambda: kernel.meaning("stacks", ("vst", A, B), ("vst", u, ("T", u))),
    "a unit column of another length": lambda: kernel.meaning("entrywise", A, A, ("e", n, i)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_no_row_speaks_of(name: str) -> None:
    with pytest.raises((KernelError, TypeError)):
        REFUSED[name]()


def test_rows_grant_what_they_say() -> None:
    th = kernel.meaning("form", B, i, B, u, u)
    assert th.conclusion == ("=", ("eigenform", B, i, B), ("tr", ("mm", ("mm", ("T", u), B), u)))
    assert ("=", ("T", B), B) in th.hypotheses and ("simple_lam", B, i) in th.hypotheses
    other = kernel.meaning("form", B, i, B, u, w)
    assert other.conclusion[1][0] == "singularform" and ("<", ZERO, ("s", B, i)) in other.hypotheses
    assert kernel.meaning("root", x).hypotheses == {("<=", ZERO, x)}
    assert kernel.meaning("matrix-root", B, "sign").principles == {"spectral theorem"}


def test_no_row_leaves_a_variable_of_its_own() -> None:
    """Whatever a row speaks of, its patterns bind: otherwise it would be about something that nobody gave."""
    for name, rows in kernel.DEFINED.items():
        for patterns, needs, granted in rows:
            terms = [p for p in patterns if isinstance(p, tuple)]
            bound = frozenset[Term]().union(*map(kernel.free, terms))
            assert not (kernel.free(granted).union(*map(kernel.free, needs)) - bound), name
