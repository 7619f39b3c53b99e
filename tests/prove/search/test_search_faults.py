"""A way of the search that stumbles leaves the others running, and is informed of where no proof was found."""

from __future__ import annotations

import pytest

from lemmata.language import conjecture_files
from lemmata.prove.attempts import attempt
from lemmata.prove.search.finding import Search
from lemmata.prove.search.findings import find

LET = {"n": "integer(1, 4)", "A": "real(n, n)", "B": "real(n, n)"}
TRUE = conjecture_files.build("claim", LET, [], ["smax(A + 2 * B) <= smax(A) + 2 * smax(B)"])


def stumbling(monkeypatch, *ways):
    """Make ways of the search end in an error of their own."""

    def way(self, goal, depth):
        raise LookupError("nothing at this place")

    for name in ways:
        monkeypatch.setattr(Search, name, way)


def test_the_other_ways_go_on(monkeypatch):
    stumbling(monkeypatch, "by_one_fact")
    found = find(TRUE, 20.0)
    assert found is not None and found.judgement.accepted


def test_what_stumbled_is_told_where_there_is_no_proof(monkeypatch):
    stumbling(monkeypatch, *(name for name in dir(Search) if name.startswith("by_") and name != "by_op"))
    with pytest.raises(LookupError, match="nothing at this place"):
        find(TRUE, 4.0)
    assert attempt(TRUE, 4.0).faults == ("LookupError: nothing at this place",)
