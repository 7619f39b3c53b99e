"""Variables as they were written: a check sees real and imaginary parts, and what unit vectors and the like are made
of; its answer shows what these make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import arb, fmpq

from lemmata.conjectures.answers import renamed
from lemmata.evaluate.balls import BallInterpreter
from lemmata.evaluate.exact import ExactInterpreter, Irrational
from lemmata.evaluate.interpreter import NoValue
from lemmata.language import domains
from lemmata.language.complexes import made
from lemmata.language.instance import Instance
from lemmata.language.instantiate import substitute
from lemmata.language.matrices import MatrixTerm
from lemmata.language.relations import conjuncts
from lemmata.language.statement import Kind, Statement, leaves
from lemmata.language.text import write
from lemmata.language.trees import is_leaf
from lemmata.language.trees import substitute as substitute_parts
from lemmata.language.variables import Matrix

BITS, SHOWN = 64, 12  # of what is irrational


def attach(statement: Statement, entry: dict[str, Any]) -> None:
    """Add to an entry its statement as written, and to the instances that it shows the values of variables that the
    check knows by their parts."""
    composed = () if statement.kind in (Kind.PROBABILITY, Kind.LIMIT) else statement.composed  # of draws there is a law
    if statement.written is None or not (statement.complexes or composed):
        return
    entry["written"] = {part: list(lines) for part, lines in statement.written.items()}
    lines = [line for line, clause in zip(statement.written["claim"], statement.claim, strict=True)
             for _ in conjuncts(clause)]  # fmt: skip
    entry["written"]["conjuncts"] = lines
    entry["aliases"] = list(aliases(statement))
    for hypothesis in (entry.get("evidence") or {}).get("hypotheses", ()):
        hypothesis["text"] = renamed(hypothesis["text"], entry["aliases"])
    for shown in _instances(entry):
        shown["complex"], shown["made"], shown["parts"] = {}, {}, []
        for name, re, im in statement.complexes:
            values = _values(shown, re, im)
            if values is not None:
                shown["complex"][name] = dict(zip(("re", "im"), values, strict=True))
                shown["parts"] += _parts(shown, re, im)
        for name, node in composed:
            values = _values(shown, node, exactly=True)
            if values is not None:
                shown["made"][name] = values[0]
                shown["parts"] += _parts(shown, node)
        if shown.get("claim") and shown.get("conjunct") in range(len(lines)):
            shown["claim"] = lines[shown["conjunct"]]


def aliases(statement: Statement) -> Iterator[tuple[str, str]]:
    """Texts of real and imaginary parts and of what they make, with the names that say the same, long ones first."""
    found = []
    for name, re, im in statement.complexes:
        if isinstance(re, MatrixTerm):
            form = write(made(re, im).form)
            found += [(f"{form}.T", f"{name}.H"), (form, name)]
        found += [(write(re), f"re({name})"), (write(im), f"im({name})")]
    found += [(write(node), name) for name, node in statement.composed]
    yield from sorted(found, key=lambda pair: -len(pair[0]))


def wider(let: Mapping[str, str]) -> dict[str, str]:
    """Domains of complex matrices without what makes them special but that they are Hermitian: the parts of such
    matrices are variables, and a claim about them reads as it does about any."""
    out = {}
    for name, text in let.items():
        kind, _, sizes = text.replace(" ", "").partition("(")
        rows = sizes.removesuffix(")")
        if kind in ("unitary", "normal"):
            out[name] = f"complex({rows}, {rows})"
        elif kind in ("complex_psd", "complex_pd", "complex_density", "complex_projector"):
            out[name] = f"hermitian({rows})"
        elif kind in ("complex_unit", "complex_isometry"):
            out[name] = f"complex({rows}, 1)" if kind == "complex_unit" else f"complex({rows})"
    return out


def with_forms(statement: Statement) -> tuple[Statement, list[str]]:
    """The statement with a name R_A for the real form of each complex matrix A, and what these names stand for: to be
    read, not to be checked, as nothing in it says what R_A is."""
    forms: dict[Any, Matrix] = {}
    said = []
    for name, re, im in statement.complexes:
        if not (is_leaf(re) and is_leaf(im)):
            continue  # made of parameters, as unitary matrices are
        x, y = write(re), write(im)
        if isinstance(re, MatrixTerm):
            form = made(re, im).form
            forms[form] = Matrix(f"R_{name}", *form.shape)
            said.append(f"R_{name} = [[{x}, -{y}], [{y}, {x}]] is the real form of {name} = {x} + 1j*{y}")
        else:
            said.append(f"{name} = {x} + 1j*{y}")
    given, claim = (tuple(substitute_parts(c, forms) for c in part) for part in (statement.given, statement.claim))
    return replace(statement, given=given, claim=claim), said


def _instances(entry: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    yield from filter(None, (entry.get("counterexample"), (entry.get("evidence") or {}).get("tightest")))
    for found in (entry.get("sharpness") or {}).get("attained", ()):
        if found.get("instance"):
            yield found["instance"]
    for hypothesis in (entry.get("evidence") or {}).get("hypotheses", ()):
        yield from filter(None, (hypothesis.get("example_met"), hypothesis.get("example_missed")))


def _parts(shown: Mapping[str, Any], *nodes: Any) -> list[str]:
    """The variables of an instance that expressions are made of."""
    return sorted({leaf.name for x in nodes for leaf in leaves(x, frozenset())} & shown["values"].keys())


def _values(shown: Mapping[str, Any], *nodes: Any, exactly: bool = False) -> list[Any] | None:
    """Expressions in the form of an instance; None where a variable has no value there, or one is to be exact and is
    not rational."""
    instance = Instance.from_json(shown)
    used = {leaf.name: leaf for x in nodes for leaf in leaves(x, frozenset()) if leaf.name not in instance.dims}
    free = {name: _zero(leaf, instance) for name, leaf in used.items() if name not in instance.values}
    if None in free.values():
        return None
    instance = replace(instance, values={**instance.values, **free})
    exact = ExactInterpreter(instance)
    balls = None if exactly else BallInterpreter(exact, BITS)
    try:
        return [_value(exact, balls, substitute(x, instance.dims)) for x in nodes]
    except (NoValue, Irrational):
        return None


def _zero(leaf: Any, instance: Instance) -> Any:
    """Zero for a variable on which nothing depends, None where its domain has no zero."""
    if isinstance(leaf.domain, domains.Reals):
        return Fraction(0)
    if not isinstance(leaf.domain, domains.RealMatrices | domains.SymmetricMatrices | domains.Skew):
        return None
    rows, cols = map(int, substitute(leaf, instance.dims).shape)
    return [[Fraction(0)] * cols for _ in range(rows)]


def _value(exact: ExactInterpreter, balls: BallInterpreter | None, node: Any) -> Any:
    if isinstance(node, MatrixTerm):
        try:
            return [[str(x) for x in row] for row in exact.matrix(node).tolist()]
        except Irrational:
            if balls is None:
                raise
            return [[_text(x) for x in row] for row in balls.matrix(node).tolist()]
    try:
        return str(exact.quantity(node)[0])
    except Irrational:
        if balls is None:
            raise
        return _text(balls.quantity(node)[0])


def _text(x: arb | fmpq) -> str:
    """A number near to one that is not rational."""
    return str(x) if isinstance(x, fmpq) else f"{float(x.mid()):.{SHOWN}g}"
