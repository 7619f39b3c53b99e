"""Numbers and names as readers see them."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lemmata.report import formats


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "—"),
        ("[0.2500000000000000000000 +/- 1.2e-38]", "0.25 ± 1.2×10⁻³⁸"),
        ("[+/- 1e-30]", "0 ± 10⁻³⁰"),
        ("[-2 +/- 0]", "−2 ± 0"),
        ("1/2", "1/2"),
        ("-3/4", "−3/4"),
        ("-123456789123456789123/1000000007", "−123456788259.25…"),
        ("0.1234567890123456789", "0.12345678901234…"),
        ("123/1000000000000000000000000000007", "1.2299999999999…×10⁻²⁸"),
        ("1/0", "1/0"),
        ("1e999999999", "10⁹⁹⁹⁹⁹⁹⁹⁹⁹"),
        ("[nan +/- inf]", "nan ± inf"),
        (0.1, "0.1"),
        (math.nan, "NaN"),
        (7, "7"),
        ("five", "five"),
        ("-oo", "−∞"),
        ("oops", "oops"),
        ("[-2; 1/3; 0]", "[−2; 1/3; 0]"),
        ("[-x; 0]", "[-x; 0]"),
    ],
)
def test_enclosure(value: object, shown: str) -> None:
    assert formats.enclosure(value) == shown


@given(st.fractions())
def test_a_cut_number_is_below_in_size_and_close(value: Fraction) -> None:
    shown = formats._cut(value, 6)
    read = Fraction(shown.replace(formats.MINUS, "-").replace("…", "").partition(formats.TIMES)[0])
    if formats.TIMES not in shown:
        assert abs(read) <= abs(value) <= abs(read) + max(abs(value), Fraction(1)) / 10**5
        assert ("…" in shown) == (read != value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "—"), (0.0, "0"), (2.1e-9, "2.1×10⁻⁹"), (-0.5, "−0.5"), (1e5, "10⁵"), ("nan", "NaN"), ("-inf", "−∞"),
        (math.inf, "∞"), ("-1/3", "−1/3"), ("odd", "odd"), (10**400, "∞"),
    ],
)  # fmt: skip
def test_slack(value: object, shown: str) -> None:
    assert formats.slack(value) == shown


def test_durations_dates_counts() -> None:
    assert [formats.seconds(v) for v in (0.01, 3.14, 61, 7260, None, math.nan)] == [
        "<\u202f0.1\u202fs", "3.1\u202fs", "1\u202fmin 1\u202fs", "2\u202fh 1\u202fmin", "—", "—",
    ]  # fmt: skip
    assert formats.date("2026-11-21T12:00:00Z") == "21 November 2026, 12:00 UTC"
    assert formats.date("2026-11-21T12:00:00+02:00") == "21 November 2026, 10:00 UTC"
    assert formats.date("yesterday") == "yesterday"
    assert [formats.count(v) for v in (1000000, -1, None, True, 2.0, 0.5, "many")] == [
        "1,000,000", "−1", "—", "yes", "2", "0.5", "many",
    ]  # fmt: skip
    assert [formats.percent(v) for v in (0, 1, 0.41, 1e-6, 1 - 1e-9)] == [
        "0\u202f%", "100\u202f%", "41\u202f%", "<\u202f0.1\u202f%", ">\u202f99.9\u202f%",
    ]  # fmt: skip


@given(st.text(), st.text())
def test_anchors_are_one_to_one_and_plain(one: str, other: str) -> None:
    assert (formats.anchor(one) == formats.anchor(other)) == (one == other)
    assert formats.anchor(one).replace("_", "").replace("~", "").replace(".", "").replace("-", "").isascii()


def test_paper_labels() -> None:
    assert formats.paper_label("riedi2022") == "Riedi 2022"
    assert formats.paper_label("macdonald2022", "J. Valmadre, L. E. MacDonald") == "MacDonald 2022"
    assert formats.paper_label("macdonald2022", "J. Valmadre, MacDonaldson") == "Macdonald 2022"
    assert formats.paper_label("my conjectures") == "My conjectures"
