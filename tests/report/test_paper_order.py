"""The order in which statements stand in their paper."""

from __future__ import annotations

import pytest

from lemmata.report.paper_order import in_paper_order


@pytest.mark.parametrize(
    "places",
    [
        ["Introduction", "Theorem 1, (3)", "(4)", "Theorem 2, after (4)", "Section 5, before (6)", "Fig. 1, (6), (9)"],
        ["Lemma 8, (37)", "Lemma 9", "Corollary 11", "Lemma 12, (45)", "Lemma 13"],  # numbered through
        ["Lemma 1, (2)", "Theorem 1, (3)", "Theorem 2, (9)", "Lemma 2", "Lemma 3, (25)"],  # not through
        ["Theorem 4.1, (5)", "Theorem 4.4", "Proposition 4.7, (25)", "Theorem 4.8", "Proof of Theorem 4.4, (39)"],
        ["Theorem 1.1, (6)", "Theorem 1.2, (6)", "Theorem 1.10"],
    ],
)
def test_places_are_sorted_as_a_paper_has_them(places: list[str]) -> None:
    assert [places[::-1][k] for k in in_paper_order(places[::-1])] == places


def test_what_names_no_place_stays_where_it_was() -> None:
    assert in_paper_order(["A", "(7)", "B", "(3)", "Appendix C"]) == [0, 3, 4, 1, 2]
    assert in_paper_order([]) == []
