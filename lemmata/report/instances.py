"""Instances and counterexamples as the page shows them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lemmata.language.boxes import Text
from lemmata.report import formats
from lemmata.report.formulas import Formula, equation, is_cut, plain, typed
from lemmata.report.typeset_statements import Typeset

BRIEF = 90  # letters
SEQUENCE = re.compile(r"^[\dl+*/^() -]*\bl\b[\dl+*/^() -]*$")  # a sequence is recorded by its term at the layer l
PARAMETERS = "parameters"  # the name under which limits record all their parameters in one text


@dataclass(frozen=True)
class InstanceView:
    """An instance as formulas, and as exact text where the formulas cut something."""

    formulas: tuple[Formula, ...]
    exact: str | None = None
    lhs: str | None = None
    rhs: str | None = None
    relation: str | None = None
    slack: str | None = None
    claim: Formula | None = None
    conjunct: int | None = None
    exact_tie: bool = False
    explain: str | None = None
    brief: str | None = None  # the values in one short line, where they fit one

    @property
    def asked(self) -> str:
        """The sign of the relation that is claimed."""
        return formats.RELATIONS.get(self.relation or "", self.relation or "")

    @property
    def failed(self) -> str:
        """The sign that says that it fails."""
        return formats.FAILED.get(self.relation or "", "breaks " + (self.relation or "the claim"))

    @property
    def spoken(self) -> str:
        """The same in words, between the two sides."""
        return formats.SPOKEN.get(self.relation or "", "does not stand in the claimed relation to")


def instance(
    data: Any, conjuncts: Sequence[Mapping[str, Any]] = (), says: Typeset | None = None, terse: bool = False
) -> InstanceView | None:
    """View of an instance object, None for null; ``conjuncts`` and ``says`` supply the relation it speaks of.

    A ``terse`` view types its larger matrices instead of setting them.
    """
    if not isinstance(data, Mapping):
        return None
    pairs = values(data)
    cut = any(is_cut(item) for item in pairs.values())
    exact = "\n".join(f"{name} = {plain(item)}" for name, item in pairs.items())
    index = data.get("conjunct")
    known = isinstance(index, int) and not isinstance(index, bool) and 0 <= index < len(conjuncts)
    claim = text(data.get("claim") or (conjuncts[index].get("text") if known and index is not None else None))
    return InstanceView(
        formulas=tuple(_formula(name, item, terse, says or Typeset()) for name, item in pairs.items()),
        exact=exact if cut and len(exact) <= 6000 else None,
        lhs=formats.enclosure(data["lhs"]) if data.get("lhs") is not None else None,
        rhs=formats.enclosure(data["rhs"]) if data.get("rhs") is not None else None,
        relation=text(data.get("relation")),
        slack=formats.slack(data["slack"]) if "slack" in data else None,
        claim=None if claim is None else (says or Typeset()).line(claim),
        conjunct=index if known else None,
        exact_tie=bool(data.get("exact_tie")),
        explain=text(data.get("explain")),
        brief=None if cut else _brief(pairs),
    )


def values(data: Mapping[str, Any]) -> dict[str, Any]:
    """Dimensions and variables of an instance by name; complex ones, as text, in the place of their parts."""
    pairs: dict[str, Any] = {}
    hidden = data.get("parts") or ()
    for part in ("dims", "complex", "made", "values"):
        held = data.get(part)
        if isinstance(held, Mapping):
            shown = ((str(name), _paired(item) if part == "complex" else item) for name, item in held.items())
            pairs.update((name, item) for name, item in shown if part != "values" or name not in hidden)
    return pairs


def _paired(item: Any) -> Any:
    """A complex number, or the rows of a matrix, of its real and imaginary parts."""
    held = item if isinstance(item, Mapping) else {}
    re, im = held.get("re"), held.get("im")
    if isinstance(re, list) and isinstance(im, list):
        return [_paired({"re": x, "im": y}) for x, y in zip(re, im, strict=False)]
    minus = str(im).startswith("-")
    size = str(im).removeprefix("-")
    imaginary = "i" if size == "1" else f"{size} i"
    if str(im) == "0":
        return str(re)
    return f"{'-' if minus else ''}{imaginary}" if str(re) == "0" else f"{re} {'-' if minus else '+'} {imaginary}"


def _formula(name: str, item: Any, terse: bool, says: Typeset) -> Formula:
    if name == PARAMETERS:
        return Formula(plain(item), Text(plain(item)))
    if isinstance(item, str) and SEQUENCE.search(item):
        member = says.read({"l": "real", name: "real"}, f"{name} == {item.replace('^', '**')}")
        if member is not None:
            return Formula(f"{name} = {item}", member)
    return equation(name, item, terse)


def _brief(pairs: Mapping[str, Any]) -> str | None:
    said = ", ".join(plain(item) if name == PARAMETERS else f"{name} = {typed(item)}" for name, item in pairs.items())
    return said if 0 < len(said) <= BRIEF else None


def text(value: Any) -> str | None:
    """``value`` as text, None where there is nothing to say."""
    return None if value is None or value == "" else str(value)
