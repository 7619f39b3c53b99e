"""Searches, and one tactic of a search by itself."""

import time

from lemmata.prove.search.finding import Search
from lemmata.prove.search.lemma_index import usable
from lemmata.prove.search.search_state import Goal


def searching(statement, seconds=20.0):
    """A search for a proof of a statement with all of the textbook."""
    return Search(statement, usable(statement.id), time.process_time() + seconds)


def conclusion(made, k=0):
    """The formula that a search is to prove."""
    return made.search.state.reading.conclusions[k]


def run(made, kind, formula=None, depth=0):
    """The step that the tactic of this kind finds for a formula, the claim where none is named."""
    tactic = next(way.tactic for way in made.ways if isinstance(way.tactic, kind))
    return tactic.run(Goal(conclusion(made) if formula is None else formula, depth), made.search.clock)
