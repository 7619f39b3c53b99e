"""From bounded text to Python's syntax tree.  Nothing is ever compiled or evaluated."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from lemmata.language.parse import text_limits
from lemmata.language.parse.errors import ReadingError, located
from lemmata.language.parse.tokens import bounded, scan, spelled
from lemmata.language.records import Record

# Each looks on from a fixed word, past one run of spaces, so that together they take time in proportion to the text.
_MODE = r"(?P<mode>in\s+probability|almost\s+surely|a\.s\.)\s*$"
ALMOST_SURELY = re.compile(r"\s(?:almost\s+surely|a\.s\.)\s*$")
BEFORE = re.compile(rf"\s{_MODE}")
ARROW = re.compile(r"\s(?:->|→|tends\s+to|converges\s+to|(?P<grows>grows\s+as))\s")
GROWS = re.compile(rf"\sas\s+(?P<dim>\w+)\s*(?:->|→|tends\s+to)\s*(?:oo|inf|infinity|∞)(?:\s+{_MODE}|\s*$)")


class Limit(NamedTuple):
    """A line `a -> b as n -> oo`: where the arrow begins, the right side with its place, what grows, how it tends."""

    start: int
    right: str
    at: int
    dim: str
    how: str


class Parsed(Record):
    """A syntax tree next to the text it was read from; `offset` is where the tree's column 0 lies in the text."""

    text: str
    tree: ast.expr
    offset: int

    def position(self, node: ast.AST) -> int:
        """Offset in the text where a node begins."""
        return max(0, self.offset + int(getattr(node, "col_offset", 0)))

    def operator(self, left: ast.expr, right: ast.expr) -> int:
        """Offset in the text of the operator between two neighbouring operands."""
        start = self.offset + (left.end_col_offset or 0)
        between = self.text[start : self.offset + right.col_offset]
        return start + next((k for k, c in enumerate(between) if not c.isspace() and c not in "()"), 0)

    def segment(self, node: ast.expr) -> str:
        """What was written for a node."""
        return self.text[self.position(node) : self.offset + (node.end_col_offset or 0)]


def parse(text: str) -> Parsed:
    """The syntax tree of an expression.

    Raises ReadingError, with text and position, for what is too long, too deep, or no expression.
    """
    bounded(text)
    text = spelled(text)
    limit = _tends(text)
    said = None if limit else ALMOST_SURELY.search(text)
    with located(text=text):
        plain = text if said is None else text[: said.start()]
        if limit:  # the two sides, as a pair at the places where they stand
            plain = f"{text[: limit.start]},".ljust(limit.at) + limit.right
        tokens = scan(plain)
        flat = "".join(" " if c.isspace() else c for c in plain)
        for token in tokens:
            if token.text == "..":  # a range, as the operator of Python that binds least and is nothing else here
                flat = f"{flat[: token.at]}| {flat[token.at + 2 :]}"
        offset = len(flat) - len(flat.lstrip()) - 1
        tree = _tree(f"({flat.strip()})", offset)  # in brackets, which `for` behind a relation wants
        if said is not None:
            call = ast.Call(ast.Name("almost_surely", ast.Load()), [tree], [])
            tree = ast.fix_missing_locations(ast.copy_location(call, tree))
        if limit:
            tree = _limit(limit, tree)
        parsed = Parsed(text, tree, offset)
        _bound(parsed)
    return parsed


def _tends(text: str) -> Limit | None:
    """How a line that is a limit is cut; None for another."""
    grows = GROWS.search(text)
    arrow = None if grows is None else ARROW.search(text, 0, grows.start() + 1)
    if grows is None or arrow is None:
        return None
    before = BEFORE.search(text, arrow.end(), grows.start())
    right = text[arrow.end() : before.start() if before else grows.start()].rstrip()
    mode = " ".join(((before and before["mode"]) or grows["mode"] or "").split()).replace("a.s.", "almost surely")
    return Limit(arrow.start(), right, arrow.end(), grows["dim"], "grows" if arrow["grows"] else mode)


def _limit(said: Limit, tree: ast.expr) -> ast.expr:
    """`a -> b as n -> oo` as a call that only a line as a whole can be."""
    if not isinstance(tree, ast.Tuple) or len(tree.elts) != 2:
        raise ReadingError("a limit has two sides", "write smax(G) / sqrt(n) -> 2 as n -> oo")
    named: list[ast.expr] = [ast.Name(said.dim, ast.Load()), ast.Constant(said.how)]
    call = ast.Call(ast.Name("tends", ast.Load()), [*tree.elts, *named], [])
    return ast.fix_missing_locations(ast.copy_location(call, tree))


def _tree(flat: str, offset: int) -> ast.expr:
    try:
        return ast.parse(flat, mode="eval").body
    except SyntaxError as error:
        at = offset + max(0, min((error.offset or 1) - 1, len(flat) - 1))
        raise ReadingError("this is no expression", "check operators, commas and brackets here", position=at) from None
    except (MemoryError, RecursionError, OverflowError, ValueError):
        raise ReadingError(f"nested too deeply: at most {text_limits.DEPTH} levels", "split the claim") from None


def _bound(parsed: Parsed) -> None:
    """Check size and depth without recursion, before anything recursive sees the tree."""
    todo: list[tuple[ast.AST, int]] = [(parsed.tree, 1)]
    count = 0
    while todo:
        node, depth = todo.pop()
        if not isinstance(node, ast.expr | ast.keyword | ast.comprehension):
            continue
        count += 1
        if depth > text_limits.DEPTH:
            at = parsed.position(node)
            raise ReadingError(f"nested too deeply: at most {text_limits.DEPTH} levels", "split the claim", position=at)
        if count > text_limits.NODES:
            raise ReadingError(
                f"too long: at most {text_limits.NODES} names, numbers and operations", "split the claim"
            )
        todo += ((child, depth + 1) for child in ast.iter_child_nodes(node))
