"""How sharp a true statement is, as the page shows it: hypotheses, constants, equality, better bounds elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lemmata.report import formats
from lemmata.report.formulas import Formula
from lemmata.report.instances import InstanceView, instance, text
from lemmata.report.records import records
from lemmata.report.typeset_statements import Typeset

NEEDED = {
    "needed": "needed",
    "not needed": "did without it",
    "needed together": "needed together with others",
    "less is enough": "needed, but less is enough",
    "gives meaning": "gives the claim its meaning",
    "undecided": "undecided",
    "not studied": "not studied",
}
CONSTANT = {
    "best": "none below 1",
    "improvable": "improvable",
    "open": "open",
    "gap": "no ratio",
    "no constant": "none to improve",
    "undecided": "undecided",
    "not studied": "not studied",
}
RIVAL = {
    "dominated": "better wherever both apply",
    "equal": "equally good",
    "not dominated": "not always better",
    "undecided": "undecided",
    "not studied": "not studied",
}


@dataclass(frozen=True)
class AblationView:
    """A hypothesis or a domain, and what became of the claim without it."""

    line: Formula
    instead: str | None
    status: str
    detail: str | None
    counterexample: InstanceView | None
    parts: tuple[tuple[Formula, str], ...]


@dataclass(frozen=True)
class BoundView:
    """One inequality: the constant in front of its larger side, and whether equality occurs."""

    line: Formula
    constant: str
    constant_detail: str | None
    at_least: str | None
    survived: str | None
    equality: str
    equality_detail: str | None
    structure: tuple[str, ...]
    instance: InstanceView | None
    sequence: str | None


@dataclass(frozen=True)
class RivalView:
    """Another statement's bound on the same quantity."""

    by: str
    quantity: str
    side: str
    theirs: str
    status: str
    detail: str | None
    strict: InstanceView | None


@dataclass(frozen=True)
class SharpnessView:
    """Everything the study of one statement found."""

    ablations: tuple[AblationView, ...]
    bounds: tuple[BoundView, ...]
    rivals: tuple[RivalView, ...]
    skipped: tuple[str, ...]
    findings: tuple[tuple[str, Formula | None, str], ...]  # words, a formula, more words


def _line(says: Typeset, said: Any) -> Formula:
    wanted = str(said or formats.UNKNOWN)
    return next((line for line in says.let if line.text == wanted), says.in_full(wanted))


def _word(table: Mapping[str, str], status: Any) -> str:
    return table.get(str(status), str(status or formats.UNKNOWN))


def sharpness(data: Any, says: Typeset) -> SharpnessView | None:
    """View of an entry's `sharpness`, None where there is no study; every field of it may be missing."""
    if not isinstance(data, Mapping) or not data:
        return None
    ablations, rivals = records(data.get("hypotheses")), records(data.get("dominated_by"))
    attained = {str(one.get("conjunct")): one for one in records(data.get("attained"))}
    constants = records(data.get("constants"))
    skipped = data.get("skipped")
    return SharpnessView(
        ablations=tuple(_ablation(says, one) for one in ablations),
        bounds=tuple(_bound(says, one, attained.get(str(one.get("conjunct")), {})) for one in constants),
        rivals=tuple(_rival(one) for one in rivals),
        skipped=tuple(map(str, skipped)) if isinstance(skipped, list) else (),
        findings=tuple(_findings(says, ablations, constants, rivals)),
    )


def _ablation(says: Typeset, data: Mapping[str, Any]) -> AblationView:
    parts = [(_line(says, one.get("text")), _word(NEEDED, one.get("status"))) for one in records(data.get("conjuncts"))]
    return AblationView(
        line=_line(says, data.get("text")),
        instead=text(data.get("instead")),
        status=_word(NEEDED, data.get("status")),
        detail=text(data.get("detail")),
        counterexample=instance(data.get("counterexample"), terse=True),
        parts=tuple(parts),
    )


def _bound(says: Typeset, constant: Mapping[str, Any], attained: Mapping[str, Any]) -> BoundView:
    words = attained.get("structure")
    steps = [one.get("slack") for one in records(attained.get("sequence"))]
    return BoundView(
        line=_line(says, constant.get("text")),
        constant=_word(CONSTANT, constant.get("status")),
        constant_detail=text(constant.get("detail")),
        at_least=text(constant.get("at_least")),
        survived=text(constant.get("survived")),
        equality=str(attained.get("status") or formats.UNKNOWN),
        equality_detail=text(attained.get("detail")),
        structure=tuple(map(str, words)) if isinstance(words, list) else (),
        instance=instance(attained.get("instance"), terse=True),
        sequence=" → ".join(formats.slack(x) for x in steps) or None,
    )


def _rival(data: Mapping[str, Any]) -> RivalView:
    return RivalView(
        by=str(data.get("by") or formats.UNKNOWN),
        quantity=str(data.get("quantity") or formats.UNKNOWN),
        side=str(data.get("side") or ""),
        theirs=str(data.get("theirs") or formats.UNKNOWN),
        status=_word(RIVAL, data.get("status")),
        detail=text(data.get("detail")),
        strict=instance(data.get("strict"), terse=True),
    )


def _findings(
    says: Typeset,
    ablations: list[Mapping[str, Any]],
    constants: list[Mapping[str, Any]],
    rivals: list[Mapping[str, Any]],
) -> Iterator[tuple[str, Formula | None, str]]:
    """What a reader should hear first: each finding that improves the statement, in words."""
    for one in ablations:
        if one.get("status") == "not needed":
            instead = f" (tried: {one.get('instead')})" if one.get("instead") else ""
            yield "did without", _line(says, one.get("text")), f"{instead}; {one.get('detail') or ''}"
        elif one.get("status") == "less is enough":
            less = f": {one.get('instead')}; {one.get('detail') or ''}"
            yield "less is enough than", _line(says, one.get("text")), less
    for one in constants:
        if one.get("status") == "improvable":
            yield "a smaller constant survived in", _line(says, one.get("text")), f"; {one.get('detail') or ''}"
    for by in dict.fromkeys(str(one.get("by")) for one in rivals if one.get("status") == "dominated"):
        yield f"bounded better by {by}", None, ""
