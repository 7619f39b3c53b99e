"""Which statement's printed proof depends on which, in layers from what is used to what uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import networkx as nx
from markupsafe import Markup

from lemmata.report import formats

COLUMN, ROW, BOX, TALL, PAGE = 236, 27, 206, 20, 1152


@dataclass(frozen=True)
class Node:
    """A statement as the graph shows it; ``verdict`` is "absent" for an id that is not in the run."""

    id: str
    verdict: str
    symbol: str
    proof_broken: bool = False
    depends_on: tuple[str, ...] = ()
    broken_by: tuple[str, ...] = ()


def build(nodes: Mapping[str, Node]) -> nx.DiGraph:
    """Edges from each statement to every one that depends on it; statements without edges are left out."""
    graph = nx.DiGraph()
    for node in nodes.values():
        for used in node.depends_on:
            if used != node.id:
                graph.add_edge(used, node.id)
    return graph


def _layers(part: nx.DiGraph) -> dict[str, int]:
    """Longest-path layer of every node; the members of a cycle (a mistake worth seeing) share one layer."""
    knots = nx.condensation(part)
    depth: dict[int, int] = {}
    for knot in nx.topological_sort(knots):
        depth[knot] = max((depth[before] + 1 for before in knots.predecessors(knot)), default=0)
    return {node: depth[knot] for knot in knots for node in knots.nodes[knot]["members"]}


def _order(part: nx.DiGraph, layers: Mapping[str, int]) -> list[list[object]]:
    """Each layer from top to bottom: ids, and (start, end, layer) where an edge over several layers passes."""
    columns: list[list[object]] = [[] for _ in range(max(layers.values()) + 1)]
    links: dict[object, list[object]] = {}
    for node in sorted(layers):
        columns[layers[node]].append(node)
    for start, end in sorted(part.edges):
        before: object = start
        for between in range(layers[start] + 1, layers[end]):
            passing = (start, end, between)
            columns[between].append(passing)
            links.setdefault(before, []).append(passing)
            links.setdefault(passing, []).append(before)
            before = passing
        if layers[end] > layers[start]:
            links.setdefault(before, []).append(end)
            links.setdefault(end, []).append(before)
    place = {item: k for column in columns for k, item in enumerate(column)}
    rank = {item: depth for depth, column in enumerate(columns) for item in column}

    def middle(item: object, depth: int) -> float:
        near = [place[other] for other in links.get(item, ()) if rank[other] == depth]
        return sum(near) / len(near) if near else place[item]

    for sweep in range(6):
        step = 1 if sweep % 2 == 0 else -1
        for depth in range(len(columns))[::step]:
            columns[depth].sort(key=partial(middle, depth=depth - step))
            place.update({item: k for k, item in enumerate(columns[depth])})
    return columns


def _positions(part: nx.DiGraph) -> tuple[dict[object, tuple[int, int]], int, int]:
    """Top-left corners of everything in one component, with its width and height."""
    columns = _order(part, _layers(part))
    rows = max(len(column) for column in columns)
    places: dict[object, tuple[int, int]] = {}
    for depth, column in enumerate(columns):
        start = (rows - len(column)) * ROW // 2
        for k, item in enumerate(column):
            places[item] = (depth * COLUMN, start + k * ROW)
    return places, (len(columns) - 1) * COLUMN + BOX, rows * ROW


def _here(identifier: str) -> str:
    return f"#{formats.anchor(identifier)}"


def draw(nodes: Mapping[str, Node], href: Callable[[str], str] = _here) -> Markup | None:
    """The drawing, or None where no statement depends on another; ``href`` gives the address of a statement."""
    graph = build(nodes)
    if not graph:
        return None
    components = [graph.subgraph(sorted(c)) for c in nx.weakly_connected_components(graph)]
    components.sort(key=lambda c: (-len(c), min(c)))
    paths, boxes = [], []
    x = y = paper_package = width = 0
    for part in components:
        places, wide, tall = _positions(part)
        if x and x + wide > PAGE:
            x, y, paper_package = 0, y + paper_package + ROW // 2, 0
        corner = {item: (x + left, y + up) for item, (left, up) in places.items()}
        paths += [_edge(nodes, corner, start, end) for start, end in sorted(part.edges)]
        boxes += [_box(nodes.get(name) or Node(name, "absent", "·"), *corner[name], href) for name in sorted(part)]
        x, paper_package, width = x + wide + COLUMN - BOX, max(paper_package, tall), max(width, x + wide)
    desc = f"{len(graph)} statements, {graph.number_of_edges()} links. The table that follows says the same in words."
    return Markup(
        '<svg class="deps" role="group" aria-label="links" width="{w}" height="{h}" viewBox="-1 -1 {w} {h}">'
        "<title>What depends on what</title><desc>{desc}</desc>{paths}{boxes}</svg>"
    ).format(
        w=width + 2, h=y + paper_package + 2, desc=desc, paths=Markup("").join(paths), boxes=Markup("").join(boxes)
    )


def _edge(nodes: Mapping[str, Node], corner: Mapping[object, tuple[int, int]], start: str, end: str) -> Markup:
    stops: list[tuple[int, int]] = []
    column = corner[start][0]
    while True:
        column += COLUMN
        passing = next((xy for item, xy in corner.items() if xy[0] == column and _passes(item, start, end)), None)
        if passing is None:
            break
        stops.append(passing)
    x, y = corner[start][0] + BOX, corner[start][1] + TALL // 2
    path = f"M{x} {y}"
    for left, up in [*stops, corner[end]]:
        bend = (x + left) // 2
        path += f"C{bend} {y} {bend} {up + TALL // 2} {left} {up + TALL // 2}"
        x, y = left, up + TALL // 2
        if (left, up) in stops:
            path += f"h{BOX}"
            x += BOX
    node = nodes.get(end)
    broken = node is not None and start in node.broken_by
    return Markup('<path class="{}" d="{}"/>').format("e x" if broken else "e", path)


def _passes(item: object, start: str, end: str) -> bool:
    return isinstance(item, tuple) and item[:2] == (start, end)


def _box(node: Node, x: int, y: int, href: Callable[[str], str]) -> Markup:
    room = 26 if node.proof_broken else 29
    # the end of an id tells siblings apart, so what is cut is cut before it
    label = node.id if len(node.id) <= room else f"{node.id[: room - 12]}…{node.id[-11:]}"
    mark = Markup('<tspan class="x" dx="5">⚡</tspan>') if node.proof_broken else Markup("")
    reported = f"{node.id}: {'not in this run' if node.verdict == 'absent' else node.verdict}"
    inside = Markup(
        '<g class="n v-{v}{broken}" transform="translate({x} {y})"><title>{reported}{proof}</title>'
        '<rect width="{w}" height="{h}" rx="3"/><text x="7" y="14"><tspan class="s">{s}</tspan>'
        '<tspan dx="5">{label}</tspan>{mark}</text></g>'
    ).format(
        v=node.verdict, broken=" broken" if node.proof_broken else "", x=x, y=y, reported=reported, w=BOX, h=TALL,
        proof=", proof broken" if node.proof_broken else "", s=node.symbol, label=label, mark=mark,
    )  # fmt: skip
    if node.verdict == "absent":
        return inside
    return Markup('<a href="{}">{}</a>').format(href(node.id), inside)


def table(nodes: Mapping[str, Node]) -> Sequence[tuple[Node, tuple[Node, ...]]]:
    """The same in words: each statement that depends on another, with those it depends on, in the run's order."""
    return [
        (node, tuple(nodes.get(used) or Node(used, "absent", "·") for used in node.depends_on))
        for node in nodes.values()
        if node.depends_on
    ]
