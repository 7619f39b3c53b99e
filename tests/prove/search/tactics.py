"""Conjectures, searches for proofs of them, and one tactic of a search by itself."""

import re
import time

from lemmata.language import conjecture_files
from lemmata.prove.search.finding import Search
from lemmata.prove.search.lemma_index import usable
from lemmata.prove.search.search_state import Goal, NotFound


def claim(text, let, given=()):
    """A conjecture in the variables that it speaks of, and those that their domains speak of."""
    spoken = " ".join((text, *given))
    for name in reversed(let):  # a domain speaks of variables before its own
        if re.search(rf"\b{name}\b", spoken):
            spoken += " " + let[name]
    used = {name: domain for name, domain in let.items() if name == "n" or re.search(rf"\b{name}\b", spoken)}
    return conjecture_files.build("claim", used, list(given), [text])


def searching(statement, seconds=20.0):
    """A search for a proof of a statement with all of the textbook."""
    return Search(statement, usable(statement.id), time.process_time() + seconds)


def conclusion(made, k=0):
    """The formula that a search is to prove."""
    return made.search.state.reading.conclusions[k]


def run(made, kind, formula=None, depth=0):
    """The step that tactics of this kind find for a formula, the claim where none is named."""
    goal = Goal(made.opened(conclusion(made)) if formula is None else formula, depth)
    own = {id(way.tactic): way.tactic for way in made.ways if isinstance(way.tactic, kind)}
    failed = None
    for tactic in filter(lambda tactic: tactic.applies(goal), own.values()):
        try:
            return tactic.run(goal, made.search.clock)
        except NotFound as error:
            failed = error
    raise failed or NotFound("does not apply")
