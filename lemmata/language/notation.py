"""From trees to mathematics: one walk that lays expressions out as `boxes`, in the order entered.

A class says in its specification in which style it is written; what is no matter of style has a rule in RULES, to
which `notation_subjects` adds those of networks, training, probability and limits.  How tightly the printed form binds
is in LEVELS; it differs from the text form where notation encloses by itself (fractions, roots, bars).  The writers of
`typeset` turn boxes into LaTeX and MathML.  Clauses (CLAUSES) and declarations are laid out in `sentences`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sympy import Basic, Integer, Rational, pi, preorder_traversal

from lemmata.language import atoms, columns, core, families, functions, matrices
from lemmata.language.boxes import (
    BIG,
    FRACTION,
    POWER,
    PRODUCT,
    SCRIPT,
    TIMES,
    Box,
    Fence,
    Frac,
    Ident,
    Num,
    Op,
    Root,
    Sub,
    Sup,
    Table,
    Text,
    UnderOver,
    applied,
    first,
    joined,
    last,
    parens,
    row,
    symbol,
)
from lemmata.language.instantiate import fold
from lemmata.language.lengths import length
from lemmata.language.specification import Call, Laid, Length, OverEntries, Spec, Spectrum
from lemmata.language.statement import leaves
from lemmata.language.variables import Index


@dataclass(frozen=True)
class Setting:
    """What a rule must know of its surroundings.

    `index` is the entry that vectors are shown at (None: the vector itself), `used` holds the names taken, `bound`
    the indices bound further out, and `several` says that singular or eigenvectors of more than one matrix appear, so
    that each names its matrix.
    """

    index: Box | None = None
    used: frozenset[str] = frozenset()
    bound: frozenset[str] = frozenset()
    several: bool = False

    def letter(self, choices: str) -> tuple[Ident, Setting]:
        """A bound letter that clashes with no name in sight, and the setting inside its scope."""
        free = next((c for c in choices + "ijklpqrt" if c not in self.used), choices[0] + "'")
        return Ident(free), replace(self, used=self.used | {free})


Rule = Callable[[Any, Setting], Box]
LEVELS: dict[type, int] = {
    core.Quotient: FRACTION,
    core.Power: POWER,
    core.Gap: BIG,
    atoms.EigenForm: PRODUCT,
    atoms.SingularForm: PRODUCT,
    atoms.Slope: PRODUCT,
    matrices.Transpose: SCRIPT,
    families.Segment: SCRIPT,
    families.StackOver: 100,
    families.GradientGram: BIG,
    core.RealPower: POWER,
    core.Cumulative: BIG,
    columns.Column: 100,
}


def level(node: Any, at: Setting | None = None) -> int:
    """Binding strength of the laid-out form: what ends in an open sum binds as weakly as the sum."""
    if isinstance(node, columns.Entries):  # printed as its column, or as x_i
        return level(node.args[0]) if at is None or at.index is None or not indexed(node) else 100
    if isinstance(node, Rational):
        return 12 if node < 0 else 100 if isinstance(node, Integer) else FRACTION
    if isinstance(node, core.Max | core.Min) and len(node.args) > 1:
        return 100
    if isinstance(node, core.Times | matrices.MatTimes | matrices.Scaled):
        return BIG if level(node.args[-1]) == BIG else PRODUCT
    if type(node) in LEVELS:
        return LEVELS[type(node)]
    spec = getattr(node, "spec", Spec())
    if spec.binds is None:
        return BIG if isinstance(spec.notation, OverEntries) else getattr(node, "level", 100)
    return spec.binds


def setting(node: Any) -> Setting:
    """The setting at the root of a tree."""
    named = [*preorder_traversal(node), *leaves(node, frozenset())]  # leaves: what only domains mention counts too
    names = frozenset(str(n.name) for n in named if hasattr(n, "name"))
    return Setting(used=names, several=len({(type(n), n.args[0]) for n in forms(node)}) > 1)


def layout(node: Any, at: Setting | None = None) -> Box:
    """The boxes of an expression or a variable.

    Raises TypeError for a node without notation.
    """
    at = at or setting(node)
    if hasattr(node, "domain") and hasattr(node, "name") or isinstance(node, families.Layers):
        return symbol(node.name)
    if isinstance(node, Rational):
        return _number(node)
    if node == pi:
        return Ident("π")
    for cls in type(node).__mro__:
        if cls in RULES:
            return RULES[cls](node, at)
    style = getattr(node, "spec", Spec()).notation
    if style is None:
        raise TypeError(f"{type(node).__name__} has no notation")
    return STYLES[type(style)](style)(node, at)


def event(node: Any, at: Setting) -> Box:
    """The boxes of a clause inside a rule, or of an expression.  Raises TypeError for a node without notation."""
    return CLAUSES.get(type(node), layout)(node, at)


def _number(value: Rational) -> Box:
    size = abs(value)
    box: Box = Num(str(size.p)) if size.q == 1 else Frac(Num(str(size.p)), Num(str(size.q)))
    return row(Op("−"), box) if value < 0 else box


def wrapped(node: Any, floor: int, at: Setting | None = None) -> Box:
    """The boxes of a node, in parentheses where it binds no tighter than `floor`."""
    box = layout(node, at)
    return box if level(node, at) > floor else parens(box)


def _sum(node: Any, at: Setting) -> Box:
    items = [wrapped(node.args[0], 9, at)]
    for term in node.args[1:]:
        negative = isinstance(term, core.Neg | matrices.MatNeg)
        items += [Op("−" if negative else "+"), wrapped(term.args[0] if negative else term, 12, at)]
    return row(*items)


def _negative(node: Any, at: Setting) -> Box:
    return row(Op("−"), wrapped(node.args[0], 12, at))


def _product(node: Any, at: Setting) -> Box:
    """Factors side by side; a dot where two numbers would otherwise run together."""
    *rest, end = node.args
    out = wrapped(rest[0], 19, at)
    for factor in (*rest[1:], end):
        box = wrapped(factor, BIG - 1 if factor is end and level(factor) == BIG else PRODUCT, at)
        head = first(box)
        meets = isinstance(head, Num) or isinstance(head, Frac) and isinstance(last(out), Num | Frac)
        out = row(out, Op("·") if meets else TIMES, box)
    return out


def power(node: Any, at: Setting) -> Box:
    """Base and exponent, both shown at the entry that vectors are shown at."""
    return Sup(wrapped(node.args[0], SCRIPT, at), layout(node.args[1], at))


def indexed(node: Any) -> bool:
    """Whether a quantity is shown entry by entry: a vector, unless it has one entry only."""
    size = length(node)
    return size is not None and size != 1


def each_entry(vector: Any, at: Setting, choices: str = "i") -> tuple[Ident, Box]:
    """A bound letter and the vector's entry at it."""
    letter, inside = at.letter(choices)
    return letter, wrapped(vector, 12, replace(inside, index=letter))


def over_entries(operator: str) -> Rule:
    """The rule for an operator over the entries of a vector, or in front of several quantities."""

    def rule(node: Any, at: Setting) -> Box:
        if indexed(node.args[0]) and len(node.args) == 1:
            letter, body = each_entry(node.args[0], at)
            return row(UnderOver(Op(operator), letter), body)
        inside = replace(at, index=None)
        return row(Op(operator), Fence("{", joined(Op(","), [layout(a, inside) for a in node.args]), "}"))

    return rule


def entry(node: core.Entry, at: Setting) -> Box:
    """One entry of a vector, as s_i(A)."""
    vector, index = node.args
    return wrapped(vector, SCRIPT, replace(at, index=layout(index, replace(at, index=None))))


def _gap(node: core.Gap, at: Setting) -> Box:
    vector, index = node.args
    here = layout(index, replace(at, index=None))
    letter, inside = at.letter("j")
    there = wrapped(vector, 12, replace(inside, index=letter))
    distance = Fence("|", row(there, Op("−"), wrapped(vector, 12, replace(at, index=here))), "|")
    return row(UnderOver(Op("min"), row(letter, Op("≠"), here)), distance)


def named(head: Box) -> Rule:
    """The rule for a head applied to all arguments."""
    return lambda node, at: applied(head, *(layout(a, replace(at, index=None)) for a in node.args))


def _spectrum(letter: str) -> Rule:
    def rule(node: Any, at: Setting) -> Box:
        head: Box = Ident(letter) if at.index is None else Sub(Ident(letter), at.index)
        return applied(head, layout(node.args[0], replace(at, index=None)))

    return rule


def _laid(style: Laid) -> Rule:
    def rule(node: Any, at: Setting) -> Box:
        inside = replace(at, index=None)
        return style.make(*(wrapped(a, floor, inside) for a, floor in zip(node.args, style.floors, strict=True)))

    return rule


def _called(style: Call) -> Rule:
    """Functions of numbers are shown at the entry that vectors are shown at, functions of a matrix take all of it."""

    def rule(node: Any, at: Setting) -> Box:
        inside = at if node.spec.length is Length.ENTRYWISE else replace(at, index=None)
        return applied(style.head, *(layout(a, inside) for a in node.args))

    return rule


def _real_eigenvalues(node: Any, at: Setting) -> Box:
    return row(Op("#"), Fence("{", row(Text("real eigenvalues of "), layout(node.args[0], at)), "}"))


def direction(letter: str, matrix: Any, index: Any, at: Setting) -> Box:
    """A singular or eigenvector, u_i, or u_i(A) where those of several matrices appear."""
    head = Sub(Ident(letter), layout(index, at))
    return applied(head, layout(matrix, at)) if at.several else head


def _form(left: str, right: str) -> Rule:
    def rule(node: Any, at: Setting) -> Box:
        at = replace(at, index=None)
        u, v = (direction(letter, node.args[0], node.args[1], at) for letter in (left, right))
        transposed = Sup(parens(u) if at.several else u, Ident("⊤"))
        return row(transposed, TIMES, wrapped(node.args[2], 19, at), TIMES, v)

    return rule


def forms(node: Any) -> Iterator[Any]:
    """The eigenvector and singular vector forms in a tree."""
    return (n for n in preorder_traversal(node) if isinstance(n, atoms.EigenForm | atoms.SingularForm))


def _slope(node: atoms.Slope, at: Setting) -> Box:
    spectrum, index, variable = node.args
    return row(Frac(Ident("d"), row(Ident("d"), layout(variable, at))), TIMES, entry(core.Entry(spectrum, index), at))


def _transpose(node: matrices.Transpose, at: Setting) -> Box:
    inner = node.args[0]
    if isinstance(inner, families.Segment) and inner.args[1] != inner.args[2]:
        return _segment(inner, at, backwards=True)
    return Sup(wrapped(inner, SCRIPT, at), Ident("⊤"))


def _segment(node: families.Segment, at: Setting, backwards: bool = False) -> Box:
    family, *ends = node.args
    if ends[0] == ends[1]:
        return Sup(symbol(family.name), layout(ends[0], at))
    return Sup(symbol(family.name), joined(Op(":"), [layout(e, at) for e in (ends[::-1] if backwards else ends)]))


def span(index: Any, low: Any, high: Any, at: Setting | None = None) -> Box:
    """What an index ranges over: low ≤ index ≤ high."""
    return row(layout(low, at), Op("≤"), layout(index, at), Op("≤"), layout(high, at))


def scope(node: Any, at: Setting) -> tuple[Any, Any, Setting]:
    """Index, body and inner setting; an index that repeats one bound further out gets a letter of its own."""
    index, body = node.index, node.body
    if index.name in at.bound:
        letter, at = at.letter("j")
        renamed = Index(letter.name)
        index, body = renamed, _at(body, index, renamed)
    return index, body, replace(at, bound=at.bound | {index.name})


def _over(sign: str) -> Rule:
    """A sign for all terms or factors over an index, its ends below and above."""

    def rule(node: Any, at: Setting) -> Box:
        index, body, inside = scope(node, at)
        under = row(layout(index, at), Op("="), layout(node.args[1], at))
        return row(UnderOver(Op(sign), under, layout(node.args[2], at)), wrapped(body, 12, inside))

    return rule


def _max_over(node: families.MaxOver, at: Setting) -> Box:
    index, body, inside = scope(node, at)
    return row(UnderOver(Op("max"), span(index, node.args[1], node.args[2], at)), wrapped(body, 12, inside))


def _stack(*blocks: Box) -> Box:
    return Fence("[", Table(tuple((block,) for block in blocks)), "]")


def _at(node: Any, index: Any, value: Any) -> Any:
    """A body with its index replaced, numbers folded."""
    if node == index:
        return value
    if not isinstance(node, Basic) or not node.has(index):
        return node
    return fold(node.func(*(_at(a, index, value) for a in node.args)))


def _stack_over(node: families.StackOver, at: Setting) -> Box:
    top, bottom = (layout(_at(node.body, node.index, end), at) for end in node.args[1:3])
    return _stack(top, Op("⋮"), bottom)


def _gradient_gram(node: families.GradientGram, at: Setting) -> Box:
    """Mean of J J^T over the columns of the data."""
    family, data = node.args
    i, _ = at.letter("i")
    column = Sub(wrapped(data, SCRIPT, at), row(Op("•"), i))
    jacobian = applied(Sub(Ident("J"), layout(family, at)), column)
    return row(
        Frac(Num("1"), layout(data.shape[1], at)), UnderOver(Op("∑"), i), jacobian, TIMES, Sup(jacobian, Ident("⊤"))
    )


def _cumulative(node: core.Cumulative, at: Setting) -> Box:
    """Partial sums, shown at entry i as the sum over j up to i."""
    if at.index is None:
        return applied(Ident("cumsum"), layout(node.args[0], at))
    letter, body = each_entry(node.args[0], at, "j")
    return row(UnderOver(Op("∑"), row(letter, Op("≤"), at.index)), body)


def _subscripted(node: Any, at: Setting, below: Box) -> Box:
    """A matrix with a subscript, in parentheses where its name has one already."""
    base = wrapped(node, SCRIPT, at)
    return Sub(parens(base) if isinstance(base, Sub) else base, below)


def _entries(node: columns.Entries, at: Setting) -> Box:
    column, inside = node.args[0], replace(at, index=None)
    if at.index is None or not indexed(node):
        return layout(column, inside)
    if isinstance(column, functions.Relu):
        return applied(Ident("ReLU"), layout(columns.entries(column.argument), at))
    return _subscripted(column, inside, at.index)


def _diagonal_entries(node: columns.DiagonalEntries, at: Setting) -> Box:
    inside = replace(at, index=None)
    if at.index is None:
        return applied(Ident("diag"), layout(node.args[0], inside))
    return _subscripted(node.args[0], inside, row(at.index, Op(","), at.index))


def _vector(node: Any, at: Setting) -> tuple[Box, Box | None]:
    """A vector: by its name, or where it is computed entry by entry, its entry under a bound letter."""
    at = replace(at, index=None)
    if isinstance(node, atoms.S | atoms.Lam | columns.Entries | columns.DiagonalEntries | core.Cumulative):
        return layout(node, at), None
    letter, inside = at.letter("i")
    return layout(node, replace(inside, index=letter)), letter


def _column(node: columns.Column, at: Setting) -> Box:
    body, letter = _vector(node.args[0], at)
    return body if letter is None else Sub(parens(body), letter)


def _diagonal_matrix(node: columns.DiagonalMatrix, at: Setting) -> Box:
    body, letter = _vector(node.args[0], at)
    head = Ident("diag")
    return applied(head if letter is None else Sub(head, letter), body)


def _ones(node: functions.Ones, at: Setting) -> Box:
    rows, cols = (wrapped(a, 12, at) for a in node.args)
    return Sub(Ident("𝟏"), row(rows, Op("×"), cols))


def _product_over(node: families.MatProdOver, at: Setting) -> Box:
    """The largest index is written below the sign: it belongs to the first factor."""
    index, body, inside = scope(node, at)
    under = row(layout(index, at), Op("="), layout(node.args[2], at))
    return row(UnderOver(Op("∏"), under, layout(node.args[1], at)), wrapped(body, 12, inside))


def phrase(*parts: str | int) -> Rule:
    """The rule for words around the node's arguments, which numbers stand for."""

    def rule(node: Any, at: Setting) -> Box:
        return row(*(Text(p) if isinstance(p, str) else layout(node.args[p], at) for p in parts))

    return rule


RULES: dict[type, Rule] = {
    core.Plus: _sum,
    core.Neg: _negative,
    core.Times: _product,
    core.Quotient: lambda n, at: Frac(layout(n.args[0], at), layout(n.args[1], at)),
    core.Power: power,
    core.Sqrt: lambda n, at: Root(layout(n.args[0], at)),
    core.Abs: lambda n, at: Fence("|", layout(n.args[0], at), "|"),
    core.Entry: entry,
    core.Gap: _gap,
    atoms.RealEigenvalues: _real_eigenvalues,
    atoms.EigenForm: _form("u", "u"),
    atoms.SingularForm: _form("u", "v"),
    atoms.Slope: _slope,
    matrices.Id: lambda n, at: Sub(Ident("Id"), layout(n.args[0], at)),
    matrices.MatPlus: _sum,
    matrices.MatNeg: _negative,
    matrices.MatTimes: _product,
    matrices.Scaled: _product,
    matrices.Transpose: _transpose,
    families.Segment: _segment,
    families.Width: lambda n, at: Sub(Ident("a"), layout(n.args[1], at)),
    families.SumOver: _over("∑"),
    families.MatSumOver: _over("∑"),
    families.MaxOver: _max_over,
    families.StackOver: _stack_over,
    families.VStack: lambda n, at: _stack(*(layout(a, at) for a in n.args)),
    families.GradientGram: _gradient_gram,
    families.LayerList: lambda n, at: joined(Op(","), [layout(a, at) for a in n.args]),
    core.RealPower: power,
    core.Cumulative: _cumulative,
    columns.Entries: _entries,
    columns.DiagonalEntries: _diagonal_entries,
    columns.Column: _column,
    columns.DiagonalMatrix: _diagonal_matrix,
    functions.Ones: _ones,
    families.MatProdOver: _product_over,
    families.ProdOver: _over("∏"),
    families.Unit: lambda n, at: Sub(Ident("e"), layout(n.args[1], replace(at, index=None))),
}
STYLES: dict[type, Callable[[Any], Rule]] = {
    Call: _called,
    Laid: _laid,
    Spectrum: lambda style: _spectrum(style.letter),
    OverEntries: lambda style: over_entries(style.operator),
}
CLAUSES: dict[type, Rule] = {}
DECLARATIONS: dict[type, Callable[[Any, Any], Box]] = {}
