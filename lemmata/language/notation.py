"""From trees to mathematics: one walk that lays expressions out as `boxes`, in the order entered, and their LaTeX.

A class says in its specification in which style it is written; what is no matter of style has a rule in RULES, and
where variables live one in DECLARATIONS.  How tightly the printed form binds is in the specification, too; it differs
from the text form where notation encloses by itself (fractions, roots, bars).  The `writers` turn boxes into
LaTeX and MathML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sympy import Basic, Integer, Rational, pi, preorder_traversal

from lemmata.language import (
    architectures,
    atoms,
    columns,
    core,
    domains,
    experiments,
    families,
    functions,
    matrices,
    networks,
    probability,
    relations,
    sequences,
    training,
    unrolling,
    variables,
)
from lemmata.language.boxes import (
    BIG,
    FRACTION,
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
from lemmata.language.dimensions import length
from lemmata.language.instantiate import fold
from lemmata.language.specification import Call, Laid, Length, Marked, OverEntries, Phrase, Spec, Spectrum
from lemmata.language.statement import Statement, leaves
from lemmata.language.variables import Index
from lemmata.language.writers import write_latex, write_mathml


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
    return STYLES[type(style)](style, node, at)


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


def _over_entries(style: OverEntries, node: Any, at: Setting) -> Box:
    """An operator over the entries of a vector, or in front of several quantities."""
    if indexed(node.args[0]) and len(node.args) == 1:
        letter, body = each_entry(node.args[0], at)
        return row(UnderOver(Op(style.operator), letter), body)
    inside = replace(at, index=None)
    return row(Op(style.operator), Fence("{", joined(Op(","), [layout(a, inside) for a in node.args]), "}"))


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


def _spectrum(style: Spectrum, node: Any, at: Setting) -> Box:
    head: Box = Ident(style.letter) if at.index is None else Sub(Ident(style.letter), at.index)
    return applied(head, layout(node.args[0], replace(at, index=None)))


def _laid(style: Laid, node: Any, at: Setting) -> Box:
    inside = replace(at, index=None)
    return style.make(*(wrapped(a, floor, inside) for a, floor in zip(node.args, style.floors, strict=True)))


def _called(style: Call, node: Any, at: Setting) -> Box:
    """Functions of numbers are shown at the entry that vectors are shown at, functions of a matrix take all of it."""
    inside = at if node.spec.length is Length.ENTRYWISE else replace(at, index=None)
    return applied(style.head, *(layout(a, inside) for a in node.args))


def _marked(style: Marked, node: Any, at: Setting) -> Box:
    below = Sub(Ident(style.letter), joined(Op(","), [layout(a, at) for a in node.args]))
    return Sup(below, Text(style.mark)) if style.mark else below


def _filled(text: str, box: Callable[[str], Box]) -> Box:
    """Words and signs around boxes, for which their names in braces stand."""
    parts = [p for p in re.split(r"(\{\w+\}|[≤≥<>→∞])", text) if p]
    return row(*(box(p[1:-1]) if p[0] == "{" else Op(p) if p in "≤≥<>→∞" else Text(p) for p in parts))


def _phrase(style: Phrase, node: Any, at: Setting) -> Box:
    return _filled(style.text, lambda place: layout(node.args[int(place)], at))


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


def _over(sign: str, below: int = 1, above: int = 2) -> Rule:
    """A sign for all terms or factors over an index, with the ends of its range that are these arguments."""

    def rule(node: Any, at: Setting) -> Box:
        index, body, inside = scope(node, at)
        under = row(layout(index, at), Op("="), layout(node.args[below], at))
        return row(UnderOver(Op(sign), under, layout(node.args[above], at)), wrapped(body, 12, inside))

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


# Rules of single subjects: networks and their parts, training, random matrices and limits, and experiments.
def _saying(text: str) -> Callable[[Any, Any], Box]:
    """Words around a variable `{x}` and the parameters of its domain, by their names."""
    return lambda leaf, domain: _filled(text, lambda name: layout(leaf if name == "x" else getattr(domain, name)))


def _neurons(leaf: Any, domain: architectures.NeuronArrays) -> Box:
    with_channels = "" if domain.channels is None else " with {channels} channels"
    return _saying("{x} is an array of neurons of {network}" + with_channels)(leaf, domain)


def _arrow(head: str, below: str = "") -> Rule:
    """A letter with `A → B` below: weights from one array of neurons to another."""

    def rule(node: Any, at: Setting) -> Box:
        tail, top = (layout(a, at) for a in node.args)
        letter = Sub(Ident(head), row(tail, Op("→"), top))
        return Sup(letter, Text(below)) if below else letter

    return rule


def _dot(node: networks.Dot, at: Setting) -> Box:
    """Sum over the edges for weight columns, angle brackets for anything else."""
    a, b = node.args
    for kind, word, choices in ((networks.InWeights, "in", "a"), (networks.OutWeights, "out", "b")):
        if isinstance(a, kind) and isinstance(b, kind):
            letter, _ = at.letter(choices)
            vertices = [layout(side.args[0], at) for side in (a, b)]
            edges = [Sub(Ident("w"), row(letter, v) if word == "in" else row(v, letter)) for v in vertices]
            under = row(letter, Op("∈"), applied(Ident(word), vertices[0]))
            body = Sup(edges[0], Num("2")) if a == b else row(edges[0], TIMES, edges[1])
            return row(UnderOver(Op("∑"), under), body)
    return Fence("⟨", row(layout(a, at), Op(","), layout(b, at)), "⟩")


def _same_function(node: networks.SameFunction, at: Setting) -> Box:
    """mu(h(x)) = nu(x): the last argument equals the composition of those before it."""
    *inner, nu = (layout(a, at) for a in node.args)
    parts = inner or [Sub(Ident(letter), nu) for letter in "μh"]
    return row(joined(Op("∘"), parts), Op("="), nu)


ACTIVATIONS = {"relu": "ReLU", "leaky": "leaky ReLU"}


def _network(leaf: Any, domain: networks.Networks) -> Box:
    graph = {"dag": "a directed acyclic network", "layered": "a fully connected layered network"}
    *some, final = (ACTIVATIONS.get(a, a) for a in domain.activations)
    words = f"{', '.join(some)} or {final}" if some else final
    return row(layout(leaf), Text(f" is {graph.get(domain.graph, domain.graph)} of {words} neurons"))


LAW_NAMES = {"gaussian": "standard normal", "uniform": "uniform", "rademacher": "Rademacher"}
ARROWS = {"in law": "law", "in probability": "P", "almost surely": "a.s.", "as numbers": ""}


def _probability(node: probability.Probability, at: Setting) -> Box:
    inside = layout(node.event, at)
    if node.condition is not None:
        inside = row(inside, Text(" given "), layout(node.condition, at))
    return row(Ident("P"), Fence("[", inside, "]"))


def _converges(node: probability.Converges, at: Setting) -> Box:
    mark = ARROWS[node.mode]
    arrow: Box = UnderOver(Op("→"), Text(mark)) if mark else Op("→")
    return row(layout(node.value, at), arrow, _phrase(Phrase("{1} as {2}→∞"), node, at))


def _shaped(leaf: Any, domain: Any) -> Box:
    return row(layout(leaf), Op("∈"), Sup(Ident("ℝ"), _size(domain.rows, domain.cols)))


def _iid(leaf: Any, domain: probability.IidMatrices) -> Box:
    laws = " or ".join(LAW_NAMES[law] for law in domain.laws)
    return row(_shaped(leaf, domain), Text(f" with independent {laws} entries of mean 0 and variance 1"))


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _experiment(leaf: Any, domain: experiments.Experiments) -> Box:
    subject = _spaced(domain.subject.rpartition(".")[2])
    settings = "; ".join(f"{_spaced(name)} {', '.join(map(str, values))}" for name, values in domain.settings)
    return row(layout(leaf), Text(f" is the experiment {subject}" + (f" with {settings}" if settings else "")))


# Clauses and declarations as mathematics: what is assumed, what is claimed, and where the variables live.
SIGNS = {"<=": "≤", "<": "<", ">=": "≥", ">": ">", "==": "="}


def _simple(node: Any, at: Setting) -> Box | None:
    """Relations that papers put in words."""
    if not isinstance(node, relations.Relation) or node.rhs != 0:
        return None
    if isinstance(node.lhs, core.Gap) and node.op == ">":
        return row(entry(core.Entry(*node.lhs.args), at), Text(" is simple"))
    if isinstance(node.lhs, atoms.RealEigenvalues) and node.op == "==":
        return row(layout(node.lhs.args[0], at), Text(" has no real eigenvalue"))
    return None


def _comparison(node: Any, at: Setting) -> tuple[Box, list[Box]]:
    """A relation or chain; vectors are compared entry by entry under an index of their own."""
    words = _simple(node, at)
    if words is not None:
        return words, []
    sides = node.args[::2]
    signs = [Op(SIGNS[str(sign)]) for sign in node.args[1::2]]
    ranges: list[Box] = []
    if any(indexed(side) for side in sides):
        letter, at = at.letter("i")
        at = replace(at, index=letter)
        ranges = [row(Text("all "), letter)]
    items: list[Box] = [layout(sides[0], at)]
    for sign, side in zip(signs, sides[1:], strict=True):
        items += [sign, layout(side, at)]
    if isinstance(sides[0], matrices.MatrixTerm) and any(sign.symbol != "=" for sign in signs):
        items.append(Text(" entry by entry"))
    return row(*items), ranges


def _parts(node: Any, at: Setting) -> tuple[Box, list[Box]]:
    """The body of a clause, and what it ranges over."""
    if isinstance(node, relations.ForAll):
        body, ranges = _parts(node.body, replace(at, bound=at.bound | {node.index.name}))
        return body, [span(node.index, node.args[1], node.args[2], at), *ranges]
    if isinstance(node, relations.Relation | relations.Chain):
        return _comparison(node, at)
    return layout(node, at), []


def _clause(node: Any, at: Setting) -> Box:
    body, ranges = _parts(node, at)
    out = row(body, Text(" for "), joined(Text(", "), ranges)) if ranges else body
    return row(out, *_legend(node, at))


def _legend(node: Any, at: Setting) -> Iterator[Box]:
    """Says what the vectors in u_i^T X u_i and u_i^T X v_i are."""
    for cls, matrix, index in dict.fromkeys((type(n), *n.args[:2]) for n in forms(node)):
        u, v = (direction(letter, matrix, index, at) for letter in "uv")
        value = entry(core.Entry((atoms.Lam if cls is atoms.EigenForm else atoms.S)(matrix), index), at)
        yield Text(", where ")
        if cls is atoms.EigenForm:
            yield row(u, Text(" is a unit eigenvector to "), value)
        else:
            yield row(u, Op(","), v, Text(" are unit right and left singular vectors to "), value)


def _exists(node: relations.Exists, at: Setting) -> Box:
    witnesses = [layout(leaf, at) for leaf in dict.fromkeys(leaves(node.body, frozenset()))]
    return row(Op("∃"), joined(Op(","), witnesses), Op(":"), layout(node.body, at))


def declaration(leaf: Any) -> Box:
    """One variable and where it lives, as in M ∈ ℝ^{n×n}.

    Raises TypeError for a domain without notation.
    """
    if isinstance(leaf, families.Layers):
        return _layers(leaf)
    rule = DECLARATIONS.get(type(leaf.domain), _shaped_as)
    if rule is _shaped_as and leaf.domain.words is None:
        raise TypeError(f"{type(leaf.domain).__name__} has no notation")
    return rule(leaf, leaf.domain)


def _layers(family: families.Layers) -> Box:
    """W^l ∈ ℝ^{a_l × a_{l-1}}, with what the widths are, or W^l ∈ ℝ^{n × n} where all of them are n."""
    depth, d, m, k = family.args
    taken = {family.name, *(str(part) for part in family.args)}
    index = next(variables.Index(name) for name in "lpqrs" if name not in taken)
    rows, cols = families.Width(family, index), families.Width(family, index - 1)
    same = d == m == k
    shape = [Sup(symbol(family.name), layout(index)), *(_shape(m, m) if same else _shape(rows, cols))]
    if same:
        return row(*shape, Text(" for "), span(index, Integer(1), depth))
    ends = [row(Sub(Ident("a"), layout(at)), Op("="), layout(width)) for at, width in ((Integer(0), d), (depth, k))]
    inner = row(Text("otherwise "), layout(rows), Op("="), layout(m))
    return row(*shape, Text(" for "), span(index, Integer(1), depth), Text(", "), joined(Text(", "), [*ends, inner]))


def _shape(rows: Any, cols: Any) -> tuple[Box, Box]:
    return Op("∈"), Sup(Ident("ℝ"), layout(rows) if cols == 1 else _size(rows, cols))


def _size(rows: Any, cols: Any) -> Box:
    return row(wrapped(rows, 12), Op("×"), wrapped(cols, 12))


def _integers(leaf: Any, domain: domains.Integers) -> Box:
    ends = "{x}≥{low}" if domain.high is None else "{low}≤{x}≤{high}"
    return _saying(ends + " integer" * isinstance(leaf, variables.Scalar))(leaf, domain)


def _shaped_as(leaf: Any, domain: Any) -> Box:
    return row(layout(leaf), *_shape(*domain.shape), *([Text(f" {domain.words}")] if domain.words else []))


def _ordered(sign: str) -> Callable[[Any, Any], Box]:
    """Positive in the order of symmetric matrices."""
    return lambda leaf, d: row(layout(leaf), Op(sign), Num("0"), Text(" of order "), layout(d.n))


def _selection(leaf: Any, domain: domains.Selection) -> Box:
    bits = Fence("{", row(Num("0"), Op(","), Num("1")), "}")
    members = Sup(bits, _size(domain.rows, domain.n))
    return row(layout(leaf), Op("∈"), members, Text(" selects "), layout(domain.rows), Text(" rows in order"))


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
    atoms.RealEigenvalues: lambda n, at: row(
        Op("#"), Fence("{", row(Text("real eigenvalues of "), layout(n.args[0], at)), "}")
    ),
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
    families.MatProdOver: _over("∏", 2, 1),  # the largest index below the sign: it belongs to the first factor
    families.ProdOver: _over("∏"),
    families.Unit: lambda n, at: Sub(Ident("e"), layout(n.args[1], replace(at, index=None))),
    architectures.OutputWeights: lambda n, at: Sub(Ident("w"), row(Ident("in"), Op("("), Ident("o"), Op(")"))),
    architectures.Between: _arrow("W"),
    architectures.Kernel: _arrow("T"),
    architectures.KernelIn: _arrow("T", "in"),
    architectures.ByChannel: lambda n, at: Sub(
        layout(n.args[0], at), row(Text("by channel of "), layout(n.args[1], at))
    ),
    architectures.HStack: lambda n, at: Fence("[", Table((tuple(layout(a, at) for a in n.args),)), "]"),
    architectures.Above: lambda n, at: _stack(*(layout(a, at) for a in n.args)),
    networks.Dot: _dot,
    networks.SameFunction: _same_function,
    training.RiskChange: lambda n, at: row(
        applied(Ident("R"), row(Ident("w"), Op("-"), layout(n.args[1], at), Op("∇"), Ident("R"))),
        Op("-"),
        applied(Ident("R"), Ident("w")),
    ),
    training.GradientSquare: lambda n, at: Sup(Fence("‖", row(Op("∇"), Ident("R")), "‖"), Num("2")),
    probability.Probability: _probability,
    probability.Expectation: lambda n, at: row(Ident("E"), Fence("[", layout(n.value, at), "]")),
    probability.TracyWidom: lambda n, at: Sub(Ident("TW"), layout(n.args[0], at)),
    probability.ScaledLaw: lambda n, at: row(wrapped(n.args[0], 19, at), TIMES, layout(n.args[1], at)),
    probability.Density: lambda n, at: row(_phrase(Phrase("the law with density {1} at {0}>"), n, at), Num("0")),
    probability.Point: lambda n, at: Ident(n.args[0].name),
    probability.Converges: _converges,
    # the layer is written on top, as the paper does; in parentheses, so that it is no power
    sequences.Term: lambda n, at: Sup(layout(n.args[0], at), parens(layout(n.args[1], at))),
    experiments.Measured: lambda n, at: row(Text(_spaced(n.measure) + " in "), layout(n.experiment, at)),
    relations.Relation: _clause,
    relations.Chain: _clause,
    relations.ForAll: _clause,
    relations.Exists: _exists,
}
STYLES: dict[type, Callable[[Any, Any, Setting], Box]] = {
    Call: _called,
    Laid: _laid,
    Spectrum: _spectrum,
    OverEntries: _over_entries,
    Phrase: _phrase,
    Marked: _marked,
}
DECLARATIONS: dict[type, Callable[[Any, Any], Box]] = {
    architectures.NeuronArrays: _neurons,
    architectures.EdgeSets: _saying("{x} is a set of learnable edges of {network}"),
    unrolling.InputVertices: _saying("{x} is an input vertex of {network}"),
    networks.Networks: _network,
    networks.Vertices: _saying("{x} is an inner vertex of {network} with learnable edges"),
    probability.IidMatrices: _iid,
    probability.ContinuousMatrices: lambda leaf, d: row(_shaped(leaf, d), Text(" with a joint density of its entries")),
    sequences.Sequences: lambda leaf, d: row(
        Sub(parens(Sup(layout(leaf), parens(Ident("l")))), row(Ident("l"), Op("≥"), Text("1"))),
        Text(" is a real sequence"),
    ),
    experiments.Experiments: _experiment,
    domains.Integers: _integers,
    domains.Reals: lambda leaf, domain: row(layout(leaf), Op("∈"), Ident("ℝ")),
    domains.Positive: lambda leaf, domain: row(layout(leaf), Op(">"), Num("0")),
    domains.Interval: _saying("{low}≤{x}≤{high}"),
    domains.OpenInterval: _saying("{low}<{x}<{high}"),
    domains.PSD: _ordered("⪰"),
    domains.PD: _ordered("≻"),
    domains.Activation: lambda leaf, d: row(
        layout(leaf), Op("∈"), applied(Ident("𝒟"), *map(layout, (d.m, d.n, d.eta)))
    ),
    domains.Selection: _selection,
}


# LaTeX and presentation MathML of expressions, clauses and statements.
def latex(node: Any) -> str:
    """LaTeX (amsmath, amssymb) of an expression, a variable or a clause, without dollar signs.

    Raises TypeError for a node without notation.
    """
    return write_latex(layout(node))


def mathml(node: Any) -> str:
    """A `<math>` element for an expression, a variable or a clause.

    Raises TypeError for a node without notation.
    """
    return _math(layout(node))


def latex_statement(statement: Statement) -> dict[str, list[str]]:
    """LaTeX of the variables, hypotheses and claims, line for line as in `Statement.text`."""
    return {part: list(map(write_latex, boxes)) for part, boxes in statement_boxes(statement).items()}


def mathml_statement(statement: Statement) -> dict[str, list[str]]:
    """`<math>` elements of the variables, hypotheses and claims, line for line as in `Statement.text`."""
    return {part: list(map(_math, boxes)) for part, boxes in statement_boxes(statement).items()}


def statement_boxes(statement: Statement) -> dict[str, list[Box]]:
    """Boxes of the variables, hypotheses and claims, line for line as in `Statement.text`."""
    return {
        "let": list(map(declaration, statement.let)),
        "given": list(map(layout, statement.given)),
        "claim": list(map(layout, statement.claim)),
    }


def _math(box: Box) -> str:
    # displaystyle keeps fractions and the ranges of sums legible although the formula stands in a line of text
    return f'<math display="inline" displaystyle="true">{write_mathml(box)}</math>'


core.LateBound.latex = latex
