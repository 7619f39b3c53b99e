"""What a person sees of a mutation run on the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from statistics import median
from typing import Any

from rich.table import Table
from rich.text import Text

from lemmata.mutants.explanations import unexplained
from lemmata.mutants.trial import OUTCOMES
from lemmata.mutants.trials import Outcome, tally
from lemmata.run.progress import Console, Progressing, short

STYLES = {"killed": "green", "survived": "magenta", "equivalent": "cyan", "error": "bold red"}
TELLING = ("survived", "vacuous", "inconclusive", "error")  # outcomes that get a line of their own


class MutantProgress(Progressing):
    """A bar with the mutants at work; a line for each that was not killed."""

    counted = "mutant"

    def reported(self, name: str, entry: Mapping[str, Any]) -> None:
        """Say what became of one that was not killed."""
        outcome = entry["outcome"]
        if outcome in TELLING:
            line = Text.assemble((f"{outcome:12} ", STYLES.get(outcome, "yellow")), f"{name}  ")
            self.console.print(line.append(entry["now"]))


def summary(to: Console, outcome: Outcome) -> None:
    """Outcomes per statement and per operator, the time to a kill, what is not explained, and where the report is."""
    for key, title in (("statement", "statement"), ("operator", "operator")):
        counts = tally(outcome.records, key)
        if not counts:
            continue
        table = Table(box=None, pad_edge=False, header_style="italic")
        table.add_column(title)
        for name in OUTCOMES:
            table.add_column(name, justify="right", style=STYLES.get(name, "yellow"))
        for name, row in counts.items():
            table.add_row(Text(name), *(str(row[o] or "") for o in OUTCOMES))
        to.print(table)
    left_out = [s for s in outcome.statements if s["skipped"]]
    if left_out:
        to.print(Text(f"{len(left_out)} statements were not mutated: " + ", ".join(s["id"] for s in left_out)))
    times = [r["seconds"] for r in outcome.records if r["outcome"] == "killed"]
    total = Counter(r["outcome"] for r in outcome.records)
    to.print(Text(", ".join(f"{total[o]} {o}" for o in OUTCOMES if total[o]) or "no mutant was tried"))
    if times:
        to.print(Text(f"median time to a kill: {median(times):.2f} s"))
    for record in unexplained(outcome.records):
        to.print(Text(f"{record['id']}: survived and nobody has explained it: see lemmata/mutants/mutants.toml", "red"))
    for record in outcome.records:
        if record["outcome"] == "error":
            to.print(Text(f"{record['id']}: {record['reason'].strip().splitlines()[-1]}", "red"))
    to.print(Text(f"report: {short(outcome.page)}"))
