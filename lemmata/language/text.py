"""The text form: the syntax users type, printed exactly in the order in which a statement was entered."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from sympy import Integer, Rational, pi
from sympy.core.symbol import Str

from lemmata.language import (
    atoms,
    columns,
    core,
    experiments,
    families,
    matrices,
    probability,
    relations,
    sequences,
)
from lemmata.language.core import LateBound
from lemmata.language.specification import Specified


def write(node: Any) -> str:
    """Text form of an expression or clause; a class without a rule here is written as a call.

    Raises TypeError for a node without one.
    """
    if hasattr(node, "name") and hasattr(node, "domain") or isinstance(node, families.Layers | Str):
        return str(node.name)
    if isinstance(node, Integer):
        return str(node)
    if isinstance(node, Rational):
        return f"{node.p}/{node.q}"
    if node == pi:
        return "pi"
    for cls in type(node).__mro__:
        if cls in _RULES:
            return _RULES[cls](node)
    if isinstance(node, Specified):
        return _call(node)
    raise TypeError(f"{type(node).__name__} has no text form")


def _level(node: Any) -> int:
    if isinstance(node, Rational) and not isinstance(node, Integer):
        return 20
    if isinstance(node, Integer) and node < 0:
        return 12
    return 100 if isinstance(node, families._Over) else getattr(node, "level", 100)


def _wrap(node: Any, level: int) -> str:
    text = write(node)
    return text if _level(node) > level else f"({text})"


def _sum(node: Any) -> str:
    out = _wrap(node.args[0], 9)
    for term in node.args[1:]:
        if isinstance(term, core.Neg | matrices.MatNeg):
            out += " - " + _wrap(term.args[0], 10)
        else:
            out += " + " + _wrap(term, 10)
    return out


def _word(cls: type) -> str:
    """The name a class is written by: its own, or that of the class in small letters, as in `same_slopes`."""
    return getattr(cls, "name", "") or getattr(cls, "word", "") or re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def _call(node: Any) -> str:
    return f"{_word(type(node))}({', '.join(write(a) for a in node.args)})"


def _entry(node: core.Entry) -> str:
    vector, index = node.args
    if not isinstance(vector, atoms.S | atoms.Lam):
        return f"entry({write(vector)}, {write(index)})"
    return f"{vector.name}({write(vector.args[0])}, {write(index)})"


def _quantified(node: relations.ForAll) -> str:
    ranges, body = [], node
    while isinstance(body, relations.ForAll):
        ranges.append(f"for {body.index.name} in {write(body.args[1])}..{write(body.args[2])}")
        body = body.body
    return f"{write(body)} {' '.join(ranges)}"


def _over(node: Any) -> str:
    return f"{node.word}({write(node.body)} for {node.index.name} in {write(node.args[1])}..{write(node.args[2])})"


def _factors(n: matrices.MatTimes) -> list[Any]:
    """The factors of a product and of the products among them: brackets within it mean nothing."""
    return [part for a in n.args for part in (_factors(a) if isinstance(a, matrices.MatTimes) else [a])]


_RULES: dict[type, Callable[[Any], str]] = {
    core.Plus: _sum,
    matrices.MatPlus: _sum,
    core.Neg: lambda n: "-" + _wrap(n.args[0], 20),
    matrices.MatNeg: lambda n: "-" + _wrap(n.args[0], 20),
    core.Times: lambda n: " * ".join([_wrap(n.args[0], 19), *(_wrap(a, 20) for a in n.args[1:])]),
    core.Quotient: lambda n: f"{_wrap(n.args[0], 19)} / {_wrap(n.args[1], 20)}",
    core.Power: lambda n: f"{_wrap(n.args[0], 40)}**{_wrap(n.args[1], 40)}",
    core.RealPower: lambda n: f"{_wrap(n.args[0], 40)}**{_wrap(n.args[1], 40)}",
    core.Entry: _entry,
    columns.Entries: lambda n: write(n.args[0]),
    columns.Column: lambda n: write(n.args[0]),
    matrices.Id: lambda n: f"I({write(n.args[0])})",
    matrices.Scaled: lambda n: f"{_wrap(n.args[0], 19)} * {_wrap(n.args[1], 20)}",
    matrices.MatTimes: lambda n: " @ ".join(_wrap(a, 20 if k else 19) for k, a in enumerate(_factors(n))),
    matrices.Transpose: lambda n: f"{_wrap(n.args[0], 59)}.T",
    families.Segment: lambda n: f"{n.args[0].name}[{write(n.args[1])}:{write(n.args[2])}]",
    families.Width: lambda n: f"width({n.args[0].name}, {write(n.args[1])})",
    families._Over: _over,
    families.LayerList: lambda n: ", ".join(write(a) for a in n.args),
    relations.Relation: lambda n: f"{write(n.lhs)} {n.op} {write(n.rhs)}",
    relations.Chain: lambda n: " ".join(write(a) for a in n.args),
    relations.ForAll: _quantified,
    relations.Exists: lambda n: f"exists: {write(n.body)}",
    probability.Probability: lambda n: f"P({' | '.join(write(a) for a in n.args)})",
    probability.ScaledLaw: lambda n: f"{_wrap(n.args[0], 19)} * {write(n.args[1])}",
    probability.Point: lambda n: write(n.args[0]),
    probability.Converges: lambda n: (
        f"{write(n.value)} -> {write(n.target)}{'' if n.mode == 'as numbers' else f' {n.mode}'} as {write(n.dim)} -> oo"
    ),
    probability.Grows: lambda n: f"{write(n.value)} grows as {write(n.rate)} as {write(n.dim)} -> oo",
    probability.AlmostSurely: lambda n: f"almost surely: {write(n.event)}",
    experiments.Measured: lambda n: f"{write(n.experiment)}.{n.measure}",
    sequences.Term: lambda n: f"{write(n.args[0])}[{write(n.args[1])}]",
    sequences.Eventually: lambda n: f"{write(n.relation)} for all large {write(n.dim)}",
}


def declaration(leaf: Any) -> str:
    """One line of `let`: name and domain, as in `M = real(n, n)`."""
    if isinstance(leaf, families.Layers):
        return f"{leaf.name} = layers({', '.join(write(a) for a in leaf.args)})"
    parameters = ", ".join(p if isinstance(p, str) else write(p) for p in leaf.domain.parameters)
    bare = leaf.domain.name in ("real", "positive") and not parameters
    return f"{leaf.name} = {leaf.domain.name}" + ("" if bare else f"({parameters})")


LateBound.write = write
