"""Histograms, trajectories and the dependency graph."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree
from typing import Any

import pytest

from lemmata.report import dependencies, figures
from lemmata.report.dependencies import Node
from lemmata.report.figures import panels
from lemmata.report.figures.panels import BOTTOM, TOP
from tests.report.sample_kinds import panels as sample_panels


def test_histogram_colours_only_what_lies_below_zero() -> None:
    drawn = str(figures.histogram("Gaussian", [-1, -0.5, 0, 0.5, 1], [1, 0, 0, 100]))
    ElementTree.fromstring(drawn)
    assert '<path class="b" d="M0 28v-3h50V28z"/>' in drawn
    assert '<path class="g" d="M150 28v-28h50V28z"/>' in drawn
    assert "<title>Gaussian: 101 instances, 1 below 0</title>" in drawn
    rare = str(figures.histogram("rare", [-1, 0, 1], [1, 10**9]))
    assert "v-1h" in rare, "one instance among a thousand million is still seen"


def test_ties_have_a_bin_too_thin_to_see_and_are_seen() -> None:
    drawn = str(figures.histogram("ties", [-1, -1e-9, 1e-9, 1], [0, 900, 4]))
    assert drawn.count("<path") == 1 and "M99 28v-28h2v28z" in drawn and "none below 0" in drawn


@pytest.mark.parametrize(
    ("edges", "counts"),
    [
        (None, None),
        ([], []),
        ([0, 1], [1, 2]),
        ([0, math.nan], [1]),
        ([1, 0], [1]),
        ([0, 1], [-1]),
        ([0, 1], ["x"]),
        ("01", "1"),
    ],
)
def test_malformed_histograms_are_not_drawn(edges: object, counts: object) -> None:
    assert figures.histogram("x", edges, counts) is None


def test_an_empty_histogram_is_drawn_empty() -> None:
    drawn = str(figures.histogram("x", [-1, 0, 1], [0, 0]))
    assert "0 instances" in drawn and 'class="g"' not in drawn


def test_lines_choose_their_scale_and_keep_peaks() -> None:
    spike = [1e-12] * 5000
    spike[2500] = 1e-2
    drawn = str(figures.lines({"kind": "drift", "t": list(range(5000)), "series": [{"label": "a<b", "y": spike}]}))
    ElementTree.fromstring(drawn)
    assert "logarithmic" in drawn and "a&lt;b" in drawn and len(drawn) < 6000
    corners = walked(re.findall(r'class="l0" d="([^"]*)"', drawn)[0])
    low, high = (end(y for _, y in corners) for end in (max, min))
    assert TOP <= high < TOP + 30 and BOTTOM - 30 < low <= BOTTOM and len(corners) <= figures.MAX_POINTS
    assert "logarithmic" not in str(figures.lines({"series": [{"y": [-1, 0, 2]}]}))


def walked(path: str) -> list[tuple[int, int]]:
    """The corners of a path of relative steps."""
    start, _, steps = path.removeprefix("M").partition("l")
    x, y = map(int, start.split())
    corners, numbers = [(x, y)], [int(n) for n in re.findall(r"-?\d+", steps)]
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        corners.append((x, y))
    return corners


def test_a_path_ends_where_its_points_do_in_fewer_steps() -> None:
    points = [(0.4, 9.6), (1.0, 10.2), (2.0, 10.0), (3.0, 10.0), (2.0, 10.0), (2.0, 4.0), (-3.0, 4.4)]
    assert walked(panels.path(points)) == [(0, 10), (3, 10), (2, 10), (2, 4), (-3, 4)]
    assert panels.path([(1.0, 1.0), (1.2, 1.1)]) == "M1 1h0", "a point without extent is still a mark of the pen"


def test_sizes_are_set_on_a_logarithmic_axis_with_their_own_ticks() -> None:
    sizes = [8, 16, 32, 64, 128, 256, 512]
    drawn = str(figures.lines({"kind": "trend", "x_label": "n", "t": sizes, "series": [{"label": "g", "y": sizes}]}))
    assert [n for n in sizes if f">{n}<" in drawn] == sizes
    corners = walked(re.findall(r'class="l0" d="([^"]*)"', drawn)[0])
    assert corners[0][0] == panels.LEFT and corners[-1][0] == panels.RIGHT
    assert len(corners) > 2, "a straight line of sizes is bent on a linear axis"
    assert 'class="l0 p"' in drawn, "few points are shown each"


def test_series_of_one_name_are_told_apart_and_distributions_drawn_beside() -> None:
    curve = {"n": 512, "x": [0, 1, 2], "measured": [0, 0.5, 1], "claimed": [0, 0.4, 1]}
    twice = {"series": [{"label": "g", "y": [1, 2]}, {"label": "g", "y": [2, 3]}], "curve": curve, "title": "T"}
    first, second = figures.drawings(twice)
    assert ">g<" in first.svg and ">g (2)<" in first.svg and first.caption == "T"
    assert second.caption == "Distribution function at n = 512" and ">claimed<" in second.svg


@pytest.mark.parametrize("one", sample_panels(), ids=lambda one: str(one["title"]))
def test_panels_are_drawn_whole(one: dict[str, Any]) -> None:
    drawn = str(figures.panel(one))
    root = ElementTree.fromstring(drawn)
    assert root.findtext("title") == one["title"] and str(one["x_label"]) in (root.findtext("desc") or "")
    shown = one["curves"][: figures.MAX_CURVES]
    for k, curve in enumerate(shown):
        assert f'class="l{k}' in drawn and curve["label"] in (root.findtext("desc") or "")
    assert f'class="l{len(shown)}' not in drawn
    for line in (*one["rules"], *one["marks"]):
        assert f">{line['label']}</text>" in drawn
    assert len(drawn) < 12_000 and "nan" not in drawn and "inf" not in drawn
    numbers = [n for d in re.findall(r' d="M(\d+ \d+)', drawn) for n in map(int, d.split())]
    assert all(0 <= n <= panels.WIDTH for n in numbers)


def test_a_panel_tells_its_kinds_apart() -> None:
    lines, points, steps, _ = (str(figures.panel(one)) for one in sample_panels())
    assert lines.count(' a" d="') == 3 and "logarithmic" in lines and "shaded" in lines
    assert points.count(' p" d="') == 2 * figures.MAX_CURVES, "the shapes and their key"
    assert "1 more not drawn" in points and "1 further curves" in points
    shapes = re.findall(r'l(\d) p" d="M\d+ \d+([^M"]*)"', points)
    assert len({shape for _, shape in shapes}) == figures.MAX_CURVES, "every curve has a shape of its own"
    assert steps.count('z"') == 2 and f"M{panels.LEFT} {BOTTOM}" in steps, "a histogram stands on its axis"


def test_open_sides_of_a_band_reach_the_end_of_the_axis() -> None:
    curve = {"label": "c", "x": [1, 2, 3], "y": [1.0, 2.0, 3.0], "low": [0, None, None], "high": [2, None, None]}
    band = re.findall(r'l0 a" d="([^"]*)z"', str(figures.panel({"curves": [curve]})))
    assert len(band) == 1, "where neither side is known there is no band"
    curve["low"] = [0, 1, 2]
    (band,) = re.findall(r'l0 a" d="([^"]*)z"', str(figures.panel({"curves": [curve]})))
    assert min(y for _, y in walked(band)) == TOP


@pytest.mark.parametrize(
    "bad",
    [
        None, [], {"curves": 3}, {"curves": [None]}, {"curves": [{"x": [1], "y": [None]}]},
        {"curves": [{"x": "ab", "y": [1]}]}, {"kind": "steps", "curves": [{"x": [1, 2], "y": [1, 2]}]},
        {"kind": "steps", "curves": [{"x": [1, None], "y": [1]}]},
    ],
)  # fmt: skip
def test_malformed_panels_are_not_drawn(bad: object) -> None:
    assert figures.panel(bad) is None


@pytest.mark.parametrize("log", [False, True])
@pytest.mark.parametrize("kind", ["lines", "points", "steps"])
@pytest.mark.parametrize("y", [[0], [5, 5], [-1, -2, 0], [1e300, -1e300], [5e-324, 1e308], [None, 3]])
def test_extreme_panels(kind: str, y: list[float], log: bool) -> None:
    x = list(range(len(y) + (kind == "steps")))
    curve = {"label": "", "x": x, "y": y, "low": y, "high": y}
    drawn = str(figures.panel({"curves": [curve], "kind": kind, "log_x": log, "log_y": log, "rules": [{"at": "x"}]}))
    ElementTree.fromstring(drawn)
    assert "nan" not in drawn and "inf" not in drawn


@pytest.mark.parametrize(
    "figure",
    [None, {}, {"series": []}, {"series": [{"y": []}]}, {"series": [{"y": [math.nan, None]}]}, {"series": "x"}],
)
def test_nothing_to_draw(figure: object) -> None:
    assert figures.lines(figure) is None


@pytest.mark.parametrize("heights", [[0], [5, 5, 5], [0, 0], [1e300, -1e300], [1e308, -1e308], [math.inf, 1]])
def test_flat_and_extreme_lines(heights: list[float]) -> None:
    drawn = str(figures.lines({"series": [{"y": heights}]}))
    ElementTree.fromstring(drawn)
    assert "nan" not in drawn and "inf" not in drawn


def node(name: str, *leant: str, verdict: str = "proved", broken: tuple[str, ...] = ()) -> Node:
    return Node(name, verdict, "∎", bool(broken), leant, broken)


def held(*nodes: Node) -> dict[str, Node]:
    return {one.id: one for one in nodes}


def test_layers_run_from_what_is_leant_on() -> None:
    nodes = held(node("a"), node("b", "a"), node("c", "a", "b", verdict="refuted", broken=("b",)), node("lone"))
    drawn = str(dependencies.draw(nodes))
    root = ElementTree.fromstring(drawn)
    left = {
        (g.findtext("title") or "").split(":")[0]: int(g.attrib["transform"][10:].split()[0]) for g in root.iter("g")
    }
    assert left["a"] < left["b"] < left["c"] and "lone" not in left
    assert drawn.count('class="e x"') == 1 and "proof broken" in drawn and drawn.count('class="e') == 3


def test_absent_ids_are_grey_and_not_linked() -> None:
    drawn = str(dependencies.draw(held(node("a", "elsewhere"))))
    assert "v-absent" in drawn and "elsewhere: not in this run" in drawn
    assert 'href="#s-a"' in drawn and "s-elsewhere" not in drawn
    rows = dependencies.table(held(node("a", "elsewhere"), node("b")))
    assert [(one.id, [o.id for o in leant]) for one, leant in rows] == [("a", ["elsewhere"])]


def test_cycles_and_self_references_are_drawn_and_said() -> None:
    ElementTree.fromstring(str(dependencies.draw(held(node("a", "b"), node("b", "a"), node("c", "c", "a")))))
    assert dependencies.draw(held(node("a", "a"), node("b"))) is None
    assert dependencies.draw({}) is None


def test_boxes_never_overlap() -> None:
    nodes = held(node("base"), *(node(f"n{k}", "base", f"n{k // 2}" if k > 1 else "base") for k in range(60)))
    root = ElementTree.fromstring(str(dependencies.draw(nodes)))
    corners = [tuple(map(int, g.attrib["transform"][10:-1].split())) for g in root.iter("g")]
    assert len(corners) == len(set(corners)) == 61
    for x, y in corners:
        assert not any(x == a and 0 < abs(y - b) < dependencies.TALL for a, b in corners)
