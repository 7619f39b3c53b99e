"""Histograms, trajectories and the dependency graph."""

from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ElementTree

import pytest

from reports import figures, graph
from reports.graph import Node


def test_histogram_colours_only_what_lies_below_zero() -> None:
    drawn = str(figures.histogram("Gaussian", [-1, -0.5, 0, 0.5, 1], [1, 0, 0, 100]))
    ElementTree.fromstring(drawn)
    assert '<path class="b" d="M0 28v-3h50V28z"/>' in drawn
    assert '<path class="g" d="M150 28v-28h50V28z"/>' in drawn
    assert "101 instances, 1 below zero" in drawn
    rare = str(figures.histogram("rare", [-1, 0, 1], [1, 10**9]))
    assert "v-1h" in rare, "one instance among a thousand million is still seen"


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
    path = re.search(r'class="l0" d="M([^"]*)"', drawn)
    assert path is not None
    heights = [float(point.split()[1]) for point in path.group(1).split("L")]
    assert min(heights) == 10.0 and len(heights) <= figures.MAX_POINTS
    assert "logarithmic" not in str(figures.lines({"series": [{"y": [-1, 0, 2]}]}))


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
    drawn = str(graph.draw(nodes))
    root = ElementTree.fromstring(drawn)
    left = {
        (g.findtext("title") or "").split(":")[0]: int(g.attrib["transform"][10:].split()[0]) for g in root.iter("g")
    }
    assert left["a"] < left["b"] < left["c"] and "lone" not in left
    assert drawn.count('class="e x"') == 1 and "proof broken" in drawn and drawn.count('class="e') == 3


def test_absent_ids_are_grey_and_not_linked() -> None:
    drawn = str(graph.draw(held(node("a", "elsewhere"))))
    assert "v-absent" in drawn and "elsewhere: not in this run" in drawn
    assert 'href="#s-a"' in drawn and "s-elsewhere" not in drawn
    rows = graph.table(held(node("a", "elsewhere"), node("b")))
    assert [(one.id, [o.id for o in leant]) for one, leant in rows] == [("a", ["elsewhere"])]


def test_cycles_and_self_references_are_drawn_and_said() -> None:
    ElementTree.fromstring(str(graph.draw(held(node("a", "b"), node("b", "a"), node("c", "c", "a")))))
    assert graph.draw(held(node("a", "a"), node("b"))) is None
    assert graph.draw({}) is None


def test_boxes_never_overlap() -> None:
    nodes = held(node("base"), *(node(f"n{k}", "base", f"n{k // 2}" if k > 1 else "base") for k in range(60)))
    root = ElementTree.fromstring(str(graph.draw(nodes)))
    corners = [tuple(map(int, g.attrib["transform"][10:-1].split())) for g in root.iter("g")]
    assert len(corners) == len(set(corners)) == 61
    for x, y in corners:
        assert not any(x == a and 0 < abs(y - b) < graph.TALL for a, b in corners)
