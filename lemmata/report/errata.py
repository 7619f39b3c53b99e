"""Errata of one paper, from a run: what does not hold as printed, what holds instead, what else was found out."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lemmata.language.boxes import Row, Text
from lemmata.report import formats
from lemmata.report.formulas import Formula, lengths, named
from lemmata.report.prose import prose
from lemmata.report.records import mapping, records
from lemmata.report.run_view import RunView, run_view
from lemmata.report.typeset_statements import Catalogue, StepView
from lemmata.report.views import KINDS, StatementView
from lemmata.report.writing import Block, Code, Heading, Inline, Items, Link, Paragraph, Strong, Table
from lemmata.report.writing.paragraphs import Line

PROOF_LINES = 5
RESULT = re.compile(r"(?:Theorem|Lemma|Proposition|Corollary|Example|Remark|Definition) [\w.]+")
REPLACED = {  # what `_change` says of the nearest version that holds, in the letter
    "a hypothesis": "It holds under one more hypothesis",
    "another hypothesis": "It holds under another hypothesis",
    "a part of the claim": "A part of the claim holds",
    "one side": "The equation holds with another side",
    "a constant or a bound": "It holds with another constant or bound",
    "the claim": "Another statement holds in its place",
    "open": "No version is settled yet",
}
LONGEST_SIDE = 60  # letters of a side of a broken relation that are still read at a glance
TRIED = ("instances", "decided", "undecided", "searches", "certified", "dimensions", "power")


@dataclass(frozen=True)
class Errata:
    """The title of the page and its text, for a writer of :mod:`report.writing`; `failing` counts what it lists."""

    title: str
    blocks: tuple[Block, ...]
    failing: int


def errata(data: Mapping[str, Any], paper: str, folder: Path, catalogue: Catalogue | None = None) -> Errata | None:
    """The errata of the paper with this key, from a parsed ``verdicts.json``; None where the run holds none of it.

    ``folder`` is that of the run: the hash of a certificate is that of its file, or where there is none next to the run
    the one that the run recorded.
    """
    catalogue = catalogue or Catalogue.installed()
    entries = [entry for entry in records(data["statements"]) if entry.get("paper") == paper]
    if not entries:
        return None
    run = run_view({**data, "statements": entries}, catalogue)
    about = catalogue.find(entries[0]["id"])
    paper_of = about.source.paper if about is not None else None
    title = paper_of.title if paper_of else formats.paper_label(paper)
    authors = paper_of.authors if paper_of else ""
    digests = {str(e["id"]): digest for e in entries if (digest := _digest(e, folder))}
    return _Note(run, catalogue, paper, title, authors, digests).errata()


def _digest(entry: Mapping[str, Any], folder: Path) -> str | None:
    """SHA-256 of the certificate of an entry, None where it has none."""
    name = entry.get("certificate")
    if not isinstance(name, str) or not name:
        return None
    path = (folder / name).resolve()
    if path.is_relative_to(folder.resolve()) and path.is_file():
        return hashlib.sha256(path.read_bytes()).hexdigest()
    recorded = mapping(mapping(entry.get("evidence")).get("checker")).get("sha256")
    return str(recorded) if recorded else None


def why(reason: str | None) -> str | None:
    """The reviewed reason as a reader of the page wants it.

    The verdict stands above it, so that it need not begin with "False", and what it calls a row stands below.
    """
    if not reason:
        return None
    said = re.sub(r"^False(?: as printed)?[:.] (?:By hand: )?", "", reason.strip())
    return re.sub(r"\bsee the (?:repaired|sharpened|fixed) row\b", "see the version below", said)


def reviewed(reason: str | None) -> str:
    """The reviewed reason of what is proved, without that word."""
    said = re.sub(r"^(?:Proved|True)(?: as printed)?[:.,] *", "", (reason or "").strip())
    said = re.sub(r"\b(sharpened|repaired|fixed|printed) row\b", r"\1 version", said)
    return said[:1].upper() + said[1:] if re.match(r"(?:and|a|the|[a-z]{4,}) [a-z]", said) else said


def essence(steps: Sequence[StepView], lines: int = PROOF_LINES) -> list[StepView]:
    """The steps that carry a proof, at most so many and in their order: what it takes from elsewhere, and its end.

    Each statement that is taken counts once before any counts twice, and the later steps before the earlier ones.
    """
    if len(steps) <= lines:
        return list(steps)
    last, once, again = len(steps) - 1, dict[str, int](), list[int]()
    for k in range(last - 1, -1, -1):
        cited = re.search(r"\(([a-z]+\.[\w.~-]+)\)", steps[k].because or "")
        if cited is None or cited[1] in once:
            again.append(k)
        else:
            once[cited[1]] = k
    return [steps[k] for k in [*sorted([*once.values(), *again][: lines - 1]), last]]


def _sentence(method: str) -> str:
    """The method of a proof as a sentence; a formula in front keeps its small letter, which is a name of its own."""
    word = re.match(r"(?:[a-z]{2,}|a(?= [a-z]{2}))(?![\w^(])", method)
    return f"{method[:1].upper() if word else method[:1]}{method[1:].rstrip('.')}."


def _split(said: str, between: str) -> list[str]:
    """The parts of a text that a sign divides outside of brackets."""
    parts, depth = [""], 0
    for piece in re.split(rf"({re.escape(between)}|[()\[\]])", said):
        depth += (piece in ("(", "[")) - (piece in (")", "]"))
        if piece == between and not depth:
            parts.append("")
        else:
            parts[-1] += piece
    return parts


def _reason(because: str, counted: bool) -> str:
    """Why a step holds: facts alone, without the coefficients and instances that `lemmata show` prints."""
    combined = re.match(r"(?:matrix combination of|combination of|otherwise contradiction:) (.*)", because)
    if combined:
        facts = [re.sub(r"^\((.*)\)$", r"\1", _split(part, " × ")[-1]) for part in _split(combined[1], ", ")]
        names = [fact if fact.startswith("sum(") else re.split(r"[(\[]", fact)[0] for fact in facts]
        because = "from " + ", ".join(dict.fromkeys(names))
    because = re.sub(r"(\([a-z]+\.[\w.~-]+\)) with .*", r"\1", because)
    if counted:
        because = re.sub(r"\bgiven[ _](\d+)\b", lambda k: f"hypothesis {int(k[1]) + 1}", because)
    return re.sub(r"(?<=[a-z])_(?=\w)", " ", because.replace(" @ ", " ").replace(".T", "^T"))


def _of_a_row(text: str) -> bool:
    """Whether the text of a step is an instance of a statement, whose formula nobody wrote."""
    return re.match(r"[a-z]+\.[\w.~-]+\(", text) is not None


def _measured(said: str) -> str:
    """What was measured; the event of a single probability, typed there, stands above it as a formula."""
    return (
        re.sub(r": P\(.*\) lies in \[", ": the probability lies in [", said) if said.count("lies in [") == 1 else said
    )


def _in_part(s: StatementView) -> bool:
    """Whether a proof is of a part of what is printed."""
    return "; of what is printed, " in (s.scope or "")


def _joined(parts: Iterable[Inline | Line], between: str = ", ") -> Line:
    out: list[Inline] = []
    for part in parts:
        held = part if isinstance(part, tuple) else (part,)
        out += [between, *held] if out else [*held]
    return tuple(out)


def _declared(line: Formula) -> Formula:
    """A variable after "Let": "n is a network" as "n be a network"."""
    if not isinstance(line.box, Row):
        return line
    said = [Text(re.sub(r"^( ?)is\b", r"\1be", b.words)) if isinstance(b, Text) else b for b in line.box.items]
    return Formula(line.text, Row(tuple(said)))


def _of_existence(s: StatementView) -> bool:
    """Whether it claims that some instance exists, which no single instance refutes."""
    return any(line.text.startswith("exists: ") for line in s.says.claim)


def _place(s: StatementView, other: StatementView) -> str:
    """Where a statement stands in the paper, with its title if the other one stands there too."""
    return f"{s.locator} (“{s.title}”)" if s.locator == other.locator else s.locator or s.id


def _change(s: StatementView) -> str:
    """What the nearest version that holds has otherwise than the printed one."""
    if s.fixed is None:
        return "open"
    words = {word for word, _ in s.fix}
    if words <= {"given", "for", "no longer needs"}:
        return "another hypothesis" if "no longer needs" in words else "a hypothesis"
    if "claims only" in words:
        return "a part of the claim"
    old, new = ({side for line in o.says.claim for side in _sides(line.text)} for o in (s, s.fixed))
    equation = all(" == " in line.text for line in s.says.claim)
    return ("one side" if equation else "a constant or a bound") if old & new else "the claim"


def _sides(text: str) -> list[str]:
    return [side.strip() for side in re.split(r" (?:<=|>=|==|<|>) ", text)]


def _listed(lead: str, found: Sequence[StatementView], most: int = 12, others: Sequence[StatementView] = ()) -> str:
    """The places of some statements after a few words, with their titles where `others` stand there too; empty where
    there are none."""
    shared = {s.locator for s in others}
    places = list(dict.fromkeys(_place(s, s) if s.locator in shared else s.locator or s.id for s in found))
    more = f", and {len(places) - most} more" if len(places) > most else ""
    return f"{lead}: {'; '.join(places[:most])}{more}." if places else ""


def _some(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


class _Note:
    """The text of one paper's errata."""

    def __init__(
        self, run: RunView, catalogue: Catalogue, paper: str, title: str, authors: str, digests: Mapping[str, str]
    ) -> None:
        self.run, self.catalogue, self.paper, self.digests = run, catalogue, paper, digests
        self.title, self.authors = title, authors
        self.printed = [s for s in run.statements if s.printed]
        self.failing = [s for s in self.printed if s.verdict.name == "refuted"]

    def errata(self) -> Errata:
        blocks = [*self._opening(), *self._failing(), *self._proved(), *self._sharpened(), *self._open(), *self._how()]
        return Errata(f"Errata: {self.title}", tuple(blocks), len(self.failing))

    def _opening(self) -> list[Block]:
        run, failing = self.run, len(self.failing)
        proved, supported = (sum(s.verdict.name == name for s in self.printed) for name in ("proved", "supported"))
        rest = len(self.printed) - failing - proved - supported
        partly = sum(s.verdict.name == "proved" and _in_part(s) for s in self.printed)
        shares = f" ({partly} of them in part)" if partly else ""
        counts = [f"{proved} proved{shares}", f"{supported} supported by a search that could not break them"]
        counts += [f"{rest} undecided"] if rest else []
        held = (
            f"{_some(len(self.printed), 'statement', 'statements')} of the paper "
            f"{'was' if len(self.printed) == 1 else 'were'} examined: {', '.join(counts)}, and "
            f"{failing} {'does' if failing == 1 else 'do'} not hold as printed."
        )
        nature = (
            "A statement is listed when one instance meets every hypothesis as printed and breaks the conclusion; for "
            "claims that something exists, when the opposite is proved; for statements about random quantities, when "
            "an exact test excludes it. That is a remark on the "
            "printed form, often on a missing hypothesis or a misprint, and none on the results that do not need it. "
            "The formulas are transcriptions; where one misreads the paper, the mistake is in the transcription, and "
            "we are glad to fix it."
        )
        by = (f"{self.authors}. ",) if self.authors else ()
        which = f"Run of {run.date}, profile {run.profile}, seed {run.seed}."
        older = [s for s in self.run.statements if self._changed(s)]
        changed = (
            f"{_some(len(older), 'statement was', 'statements were')} changed since this run and stand here as they "
            f"were: {', '.join(s.id for s in older)}. Run again for a page of today."
        )
        return [
            Heading(1, (f"Errata for “{self.title}”",)),
            Paragraph((*by, which)),
            *([Paragraph((changed,), "Older than its statements")] if older else []),
            *self._letter(held),
            Paragraph((nature,)),
        ]

    def _changed(self, s: StatementView) -> bool:
        """Whether the catalogue has another statement of this id than the run had."""
        now = self.catalogue.find(s.id)
        return now is not None and s.hash is not None and now.hash != s.hash

    def _letter(self, held: str) -> list[Block]:
        """Ten lines to the authors: what holds, what does not, what replaces it, and how to check it."""
        failing, fixes = self.failing, dict[str, list[StatementView]]()
        for s in failing:
            fixes.setdefault(_change(s), []).append(s)
        likely = [s for s in failing if s.fixed is not None and s.fixed.verdict.name == "supported"]
        needing = [s for s in self.printed if s.proof_broken and s not in failing]
        weighty = max(failing, key=lambda s: len([*itertools.chain(*self._dependents(s))]), default=None)
        count = len([*itertools.chain(*self._dependents(weighty))]) if weighty else 0
        proved = [s for s in self.printed if s.verdict.name == "proved"]
        results = [s for s in proved if RESULT.match(s.locator or "") and not _in_part(s)]
        lines = [
            held,
            _listed("Proved as printed", results, others=failing),
            _listed("Proved in part", list(filter(_in_part, proved))),
            _listed("Not as printed", failing, 20),
            f"Most depends on {weighty.locator or weighty.id}: {_some(count, 'printed result', 'printed results')}."
            if weighty and count
            else "",
            _listed(
                "The printed proof uses what fails, the statement itself does not fall, for", needing, others=failing
            ),
            *(_listed(f"{REPLACED[change]} for", found, 20) for change, found in fixes.items()),
            _listed("Of these versions not proved, but withstanding every search, those for", likely),
            "Each finding has one instance that can be checked by hand or by a small program of its own."
            if failing
            else "",
            "A paper may be right in what it needs and wrong in what it prints; where we misread a definition, the "
            "mistake is ours to correct, and we would be glad to hear of it.",
        ]
        greeting = f"To the authors: {self.authors}." if self.authors else "To the authors."
        return [Paragraph((greeting,)), *(Paragraph((line,)) for line in lines if line), *self._weights()]

    def _weights(self) -> list[Block]:
        """A table with a line for each finding: what has to change, and what depends on it."""
        heads = ("Place", "What fails", "What has to change", "What depends on it")
        rows = []
        for s in self.failing:
            direct, further = self._dependents(s)
            fallen, count = sum(o in self.failing for o in (*direct, *further)), len(direct) + len(further)
            nothing = "the proof it stands in" if (s.locator or "").startswith("Proof of") else "nothing printed"
            weight = _some(count, "printed result", "printed results") if count else nothing
            weight += (
                ", false too"
                if fallen == count == 1
                else ", all false too"
                if fallen == count > 1
                else f", {fallen} of them false too"
                if fallen
                else ""
            )
            rows.append(((Link(s.locator or s.id, f"#{s.anchor}"),), (s.title,), (_change(s),), (weight,)))
        return [Table(heads, tuple(rows), "findings")] if rows else []

    def _dependents(self, s: StatementView) -> tuple[list[StatementView], list[StatementView]]:
        """The printed statements whose proofs use one, and those that use it through others."""
        direct = [o for o in self.printed if s.id in o.depends_on]
        return direct, [o for o in self.printed if s.id in o.broken_by and o not in direct and o is not s]

    # --- what fails

    def _failing(self) -> list[Block]:
        if not self.failing:
            return []
        blocks: list[Block] = [Heading(2, ("What does not hold as printed",), "failing")]
        for s in self.failing:
            quoted = "" if self._changed(s) else self.catalogue.quoted(s.id)
            blocks += [Heading(3, (f"{s.locator or s.id}. {s.title}",), s.anchor)]
            blocks += (
                [Paragraph(prose(f"“{quoted}”"), "As printed"), *self._says(s, "Tested on")]
                if quoted
                else (self._says(s, "As printed"))
            )
            blocks += [Paragraph(self._worded(s.notes, s), "How it was read")] if s.notes else []
            said = self._worded(why(s.reason), s)
            blocks += [Paragraph(said, "Why")] if said else []
            blocks += [*self._instance(s), *self._leaning(s), *self._instead(s), *self._certificate(s)]
        return blocks

    def _worded(self, said: str | None, s: StatementView) -> Line:
        """Words of a review, with the places of the statements that they name by our ids, or by what these end in."""
        known = {o.id: o for o in self.run.statements}

        def place(found: re.Match[str]) -> str:
            other = known.get(found[1])
            if other is None:
                return found[0]
            return "the version below" if s.fixed is not None and other.id == s.fixed.id else _place(other, s)

        papers = "|".join(sorted({name.partition(".")[0] for name in known}))
        whole = self._whole(said, s)
        return prose(re.sub(rf"(?:\bthe row )?\b((?:{papers})\.[\w.~-]*\w)(?: row)?\b", place, whole))

    @staticmethod
    def _whole(said: str | None, s: StatementView) -> str:
        """Words in which the versions of a statement have their full ids, not what these end in."""
        return re.sub(r"(?<![\w.~-])~(?=[a-z])", f"{s.id}~", said or "")

    def _says(self, s: StatementView, lead: str) -> list[Block]:
        """A statement in words and formulas, a paragraph or a list."""
        says = s.says
        line: list[Inline] = []
        if _of_existence(s):  # the claim lists again what is to be chosen
            among = [*_joined((*says.let, *says.given)), ": "]
            return [Paragraph(("Among ", *among, *_joined(says.claim), "."), lead)]
        if says.let:
            line += ["Let ", *_joined(map(_declared, says.let)), ". "]
        if says.given:
            line += ["Suppose ", *_joined(says.given), ". "]
        where: Line = (", where ", *_joined(says.where), ".") if says.where else (".",)
        if len(says.claim) == 1:
            return [Paragraph((*line, "Then " if line else "", says.claim[0], *where), lead)]
        if not says.claim:
            return [Paragraph(("The run recorded no text of this statement.",), lead)]
        blocks: list[Block] = [Paragraph((*line, "Then" if line else ""), lead)]
        blocks.append(Items(tuple((one,) for one in says.claim), numbered=True))
        return [*blocks, Paragraph(("Where ", *where[1:]))] if says.where else blocks

    def _instance(self, s: StatementView) -> list[Block]:
        c = s.counterexample
        if c is None:
            return [Paragraph((s.test,), "Test")] if s.test else []
        if s.test:
            measured: list[Block] = [Paragraph((c.claim,), "Conclusion that fails")] if c.claim else []
            return [*measured, Paragraph(prose(_measured(c.explain or "")), "Measured"), Paragraph((s.test,), "Test")]
        if _of_existence(s):
            return [Paragraph(prose(c.explain), "The opposite")] if c.explain else []
        blocks: list[Block] = [Paragraph((*_joined(c.formulas, ",  "), "."), "Counterexample")] if c.formulas else []
        if c.claim is not None and len(s.says.claim) > 1:
            blocks.append(Paragraph((c.claim,), "Conclusion that fails"))
        sides = (c.lhs or "", c.rhs or "")
        limit = bool(c.explain) and (s.kind == KINDS["L"] or any("∞" in side for side in sides))
        explain = re.sub(r"(?<!\w)oo(?!\w)", "∞", c.explain or "")
        if all(sides) and max(map(len, sides)) <= LONGEST_SIDE and s.says.claim and not limit:
            blocks.append(
                Paragraph(
                    (f"{sides[0]} on the left, {sides[1]} on the right: {sides[0]} {c.failed} {sides[1]}.",), "Found"
                )
            )
        elif explain:
            blocks.append(Paragraph(prose(f"{explain[:1].upper()}{explain[1:]}"), "Found"))
        return blocks

    def _leaning(self, s: StatementView) -> list[Block]:
        direct, further = self._dependents(s)
        if not direct and not further:
            proof = re.match(r"Proof of ([^,]*)", s.locator or "")
            none = "o other printed proof" if proof else "o printed proof"
            where = f"The proof of {proof[1]}, in which it stands; n" if proof else "N"
            return [Paragraph((f"{where}{none} among the statements examined.",), "What depends on it")]
        line = list(_joined(self._named(o, s) for o in direct))
        line += ["; through these, " if direct else "", *_joined(self._named(o, s) for o in further)] if further else []
        return [Paragraph((*line, "."), "What depends on it")]

    def _named(self, s: StatementView, other: StatementView) -> Line:
        """A statement by its place, and by its title where that is the place of the other, with its own verdict."""
        own = {"proved": "proved here by another way", "supported": "no counterexample to it was found"}
        verdict = own.get(s.verdict.name, "does not hold as printed either" if s.verdict.name == "refuted" else "open")
        place = _place(s, other)
        here = Link(place, f"#{s.anchor}") if s in self.failing else place
        return (here, f" ({verdict})")

    def _instead(self, s: StatementView) -> list[Block]:
        m = s.fixed
        if m is None:
            return [Paragraph(("No version of it is settled yet.",), "Holds instead")]
        sure = {"proved": "proved", "supported": "not proved; no counterexample found"}.get(
            m.verdict.name, m.verdict.name
        )
        scope = f", {m.scope}" if m.scope and m.verdict.name == "proved" else ""
        blocks = self._says(m, f"Holds instead ({sure}{scope})")
        noted = m.notes if m.notes != s.notes else None
        blocks += [Paragraph(self._worded(noted, s), "Remark")] if noted else []
        blocks += self._proof(m)
        for other in self.run.statements:  # a version that the remark uses is printed where it is used
            used = re.search(rf"{re.escape(other.id)}(?![\w~-])", self._whole(noted, s))
            if used and other.id != m.id and not other.printed:
                blocks += self._says(other, f"{other.title} ({other.verdict.name})")
        return blocks

    def _proof(self, m: StatementView) -> list[Block]:
        """The proof in five lines, for what was proved."""
        steps = self.catalogue.steps(m.id, m.hash, m.script) if m.script else m.steps
        if m.verdict.name != "proved" or not steps:
            return [self._tried(m)] if m.verdict.name == "supported" else []
        kept = essence(steps)
        claim, single = m.says.claim, len(m.says.claim) == 1
        claims = {line.text: "The claim" if single else f"Claim {k}" for k, line in enumerate(claim, 1)}
        counted = len(m.says.hypotheses) == len(m.says.given)  # no chain among them, so that they can be counted
        typeset = {s.formula.text: lengths(s.formula.box) for s in kept if s.formula.box is not None}
        typeset = {text: box for text, box in typeset.items() if text not in claims}
        boxes, meanings = named([*typeset.values()])
        short = dict(zip(typeset, boxes, strict=True))
        lines = []
        for step in kept:
            text, why = step.formula.text, step.because and _reason(step.because, counted)
            name = step.name.replace("_", " ") if step.name and not (step is kept[-1] and text in claims) else ""
            said: Inline | None = claims.get(text) or (Formula(text, short[text]) if text in short else None)
            if said is None and (why is None or len(text) <= LONGEST_SIDE and not _of_a_row(text)):
                said = Formula(text)
            line = [said] if said is not None else []
            line += [f" ({name})" if said is not None else name] if name else []
            line += [" — " if said is not None else ": " if name else "", why] if why else []
            lines.append(tuple(line))
        where: list[Block] = []
        if meanings:
            where = [Paragraph(("Where ", *_joined(Formula("", box) for box in meanings), "."))]
        left = f" {len(kept)} of its {len(steps)} steps; all of them: " if len(steps) > len(kept) else ""
        shown: Line = (left, Code(f"lemmata show {m.id}"), ".") if left else ()
        return [
            Paragraph((*prose(_sentence(m.proof_method or "checked steps")), *shown), "Proof"),
            Items(tuple(lines), numbered=True),
            *where,
        ]

    def _certificate(self, s: StatementView) -> list[Block]:
        if not s.certificate:
            return [Paragraph((Code(s.reproduce),), "Check it")] if s.reproduce else []
        digest = self.digests.get(s.id)
        line: list[Inline] = ["SHA-256 ", Code(digest), ". "] if digest else []
        line += [Code(f"{s.reproduce} --out run"), ", then "] if s.reproduce else []
        line += [Code(f"lemmata certify run/{s.certificate}")]
        return [Paragraph((*line, "."), "Certificate")]

    # --- what was found besides

    def _proved(self) -> list[Block]:
        rows = [
            ((s.locator or s.id,), (s.title,), (s.scope or "",), (self._judge(s),), self._worded(reviewed(s.reason), s))
            for s in self.printed
            if s.verdict.name == "proved"
        ]
        heads = ("Place", "Statement", "Holds for", "Accepted by", "Review")
        return [Heading(2, ("What was proved",), "proved"), Table(heads, tuple(rows), "proved")] if rows else []

    @staticmethod
    def _judge(s: StatementView) -> str:
        if "named principle" in s.judges:
            return s.judges.rpartition(": ")[2].rstrip(".")
        broken = "; the printed argument depends on what fails" if s.proof_broken else ""
        return ("kernel and Rocq" if "its export by" in s.judges else "kernel") + broken

    def _sharpened(self) -> list[Block]:
        """The sharpened versions in full, and a table of what else holds, whether its parent is a row or not."""
        shown = [s.fixed.id for s in self.failing if s.fixed is not None]
        held = [o for o in self.run.statements if not o.printed and o.verdict.name in ("proved", "supported")]
        sharpened = [o for o in held if "~sharpened" in o.id]
        others = [o for o in held if o not in sharpened and o.id not in shown]
        blocks: list[Block] = [Heading(2, ("What was sharpened",), "sharpened")] if sharpened else []
        for o in sharpened:
            blocks += [Heading(3, (f"{o.locator or o.id}. {o.title}",)), *self._says(o, o.verdict.name.capitalize())]
        rows = tuple(
            ((o.locator or o.id,), (o.title,), (o.verdict.name,), (Code(f"lemmata show {o.id}"),)) for o in others
        )
        if rows:
            blocks += [Heading(2, ("Further versions that hold",), "versions")]
            blocks += [Table(("Place", "Version", "Verdict", "In full"), rows, "further versions")]
        return blocks

    def _open(self) -> list[Block]:
        rows = [s for s in self.printed if s.verdict.name not in ("proved", "refuted")]
        if not rows:
            return []
        blocks: list[Block] = [
            Heading(2, ("What has neither a checked proof nor a counterexample",), "open"),
            Paragraph(
                (
                    "How hard it was tried stands with each. Where a reason is an argument, no program has checked it; "
                    "no verdict here says that a statement is true.",
                )
            ),
        ]
        for s in rows:
            blocks += [
                Heading(3, (f"{s.locator or s.id}. {s.title}",)),
                Paragraph((Strong(s.verdict.name), ". ", *self._worded(why(s.reason), s))),
            ]
            blocks.append(self._tried(s))
        return blocks

    @staticmethod
    def _tried(s: StatementView) -> Block:
        facts = [
            f"{count} {name}" if name not in ("dimensions", "power") else count
            for name, count in s.facts
            if name in TRIED
        ]
        slack = f"; smallest slack {s.min_slack}" if s.min_slack != formats.UNKNOWN else ""
        stopped = f"; stopped because {s.stopped}" if s.stopped else ""
        return Paragraph((f"{'; '.join(facts) or 'Nothing was recorded'}{slack}{stopped}; {s.seconds}.",), "Tried")

    def _how(self) -> list[Block]:
        globbed = sorted({s.id.partition(".")[0] for s in self.printed})
        commands = _joined((Code(f"lemmata verify '{key}.*'"),) for key in globbed)
        again: Line = (
            "Everything above can be had again: ", *commands, " checks the statements, ",
            Code(f"lemmata errata {self.paper}"), " writes this page from the run, ", Code("lemmata show ID"),
            " prints a statement with its proof.",
        )  # fmt: skip
        rules = (
            "No tolerance decides: floating point only suggests an instance, which is evaluated exactly or in ball "
            "arithmetic until every sign is certain, and checked again from its certificate by a small independent "
            "program. Proofs are accepted by a kernel, step by step."
        )
        return [Heading(2, ("How this was checked",), "how"), Paragraph((rules,)), Paragraph(again)]
