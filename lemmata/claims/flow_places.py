"""Flow statements about arrays of neurons and sets of edges: which networks to try, and where in them.

A network is drawn so that it has the parts a statement names; whether it really has them is then decided by looking at
it (`holds`), and only such places count.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from lemmata.language.architectures import (
    Convolution,
    ConvolutionalNeurons,
    EdgeSet,
    FreeBlock,
    FullyConnected,
    IsCut,
    IsLayer,
    Neurons,
    ResidualBlock,
    SameSlopesWithin,
)
from lemmata.language.networks import (
    DifferentiableLoss,
    SameLayerSlopes,
    SameNeighbours,
    SameSlopes,
    StableSigns,
    Vertex,
)
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.training import SignsKept
from lemmata.networks import arranged
from lemmata.networks import building_blocks as parts
from lemmata.networks.arranged import Arranged, Link, cuts, layers
from lemmata.networks.dag import Activation, Dag, Edge, layers_of
from lemmata.networks.expressions import Misfit, Place, evaluate, layer_number
from lemmata.networks.gradient_flow import Data, Velocity, velocity
from lemmata.networks.random_networks import (
    EVEN,
    FlowInstance,
    eligible_vertices,
    random_data,
    random_weight,
    sample_dag_instance,
    sample_flow_instance,
    sample_twin_instance,
)

KINDS = {
    Convolution: "convolution",
    FullyConnected: "fully_connected",
    ResidualBlock: "residual_block",
    FreeBlock: "free_block",
}
MAP_INSTANCES, ENOUGH = 40, 8  # random networks behind a map, at most and at least
GRAPHS_AT_MOST = 160  # small graphs whose layers are all looked at


def neurons_of(statement: Statement) -> list[Neurons]:
    """The statement's arrays of neurons."""
    return [v for v in statement.let if isinstance(v, Neurons)]


def edge_sets_of(statement: Statement) -> list[EdgeSet]:
    """The statement's sets of edges."""
    return [v for v in statement.let if isinstance(v, EdgeSet)]


def applies(statement: Statement) -> bool:
    """Whether the statement speaks of arrays of neurons or sets of edges."""
    return bool(neurons_of(statement) or edge_sets_of(statement))


def links(statement: Statement) -> list[tuple[Link, ...]]:
    """The chains of parts that give networks of the statement's kind; none where its parts cannot be put in a row."""
    named = tuple(
        (KINDS[type(c)], tuple(leaf.name for leaf in c.args)) for c in statement.hypotheses if type(c) in KINDS
    )
    if named:
        made = [named[0][1][0]]
        for _, (first, *others) in named:
            if first not in made or set(others) & set(made) or len(set(others)) < len(others):
                return []
            made += others
        return [named] if {v.name for v in neurons_of(statement)} <= set(made) else []
    if len(neurons_of(statement)) > 1:
        return []
    (only,) = neurons_of(statement)
    return [
        (("convolution", ("A", only.name)), (kind, (only.name, "C"))) for kind in ("convolution", "fully_connected")
    ]


def channels(statement: Statement) -> dict[str, int]:
    """Numbers of channels the statement prescribes."""
    return {v.name: int(v.domain.channels) for v in neurons_of(statement) if v.domain.channels is not None}


def same_slopes(statement: Statement) -> str | None:
    """The array whose channels must have the same slopes, if any."""
    return next((c.args[0].name for c in statement.hypotheses if isinstance(c, SameSlopesWithin)), None)


def holds(clause: Any, net: Dag, data: Data, place: Place) -> bool | None:
    """Whether a hypothesis holds of what its arguments stand for; None for one on weights or on the loss alone.

    Raises TypeError for a clause of another kind.
    """
    if isinstance(clause, StableSigns | SignsKept | DifferentiableLoss):
        return None  # every network has weights that are not zero, and derivatives that some loss has
    if isinstance(clause, SameNeighbours):
        u, v = (place.vertices[leaf.name] for leaf in clause.args)
        return set(net.ins[u]) == set(net.ins[v]) and set(net.outs[u]) == set(net.outs[v])
    if isinstance(clause, SameSlopes):
        return parts.slopes_agree(net, (tuple(place.vertices[leaf.name] for leaf in clause.args),), data.xs)
    if isinstance(clause, SameLayerSlopes):
        chain, k = layers_of(net), layer_number(clause.args[1], place)
        return 1 <= k < len(chain) and parts.slopes_agree(net, (tuple(chain[k]),), data.xs)
    if isinstance(clause, IsLayer | IsCut):
        chosen = place.edges[clause.args[0].name]
        known = layers(net) if isinstance(clause, IsLayer) else cuts(net)
        return any(set(chosen) == set(edges) for edges in known)
    if not isinstance(clause, tuple(KINDS) + (ConvolutionalNeurons, SameSlopesWithin)):
        raise TypeError(f"{write(clause)} is no hypothesis about a network and its data")
    arrays = [place.arrays[leaf.name] for leaf in clause.args]
    if not all(parts.is_array(net, array) for array in arrays):
        return False
    if isinstance(clause, FullyConnected):
        return parts.is_fully_connected(net, *arrays)
    if isinstance(clause, Convolution):
        return parts.kernel_edges(net, *arrays) is not None
    if isinstance(clause, ResidualBlock):
        return parts.block_variant(net, *arrays) is not None
    if isinstance(clause, FreeBlock):
        return parts.block_variant(net, *arrays) == "free"
    if isinstance(clause, ConvolutionalNeurons):
        return parts.is_convolutional(net, arrays[0])
    return parts.slopes_agree(net, arrays[0], data.xs)


def _cut(statement: Statement) -> bool:
    return any(isinstance(c, IsCut) for c in statement.hypotheses)


def places(statement: Statement, instance: FlowInstance, speed: Velocity) -> Iterator[Place]:
    """Every place of a network the claim speaks of: its arrays, or each set of edges next to the first."""
    sets = edge_sets_of(statement)
    if not sets:
        assert isinstance(instance, Arranged)
        yield Place(instance.net, speed, {}, {}, instance.arrays)
        return
    found = [_sets(statement, leaf, instance.net) for leaf in sets]
    if len(sets) == 1:
        yield from (Place(instance.net, speed, {}, {}, {}, {sets[0].name: edges}) for edges in found[0])
        return
    # Differences from the first say everything about differences between any two.
    for edges in found[1][1:] if found[0] == found[1] else found[1]:
        yield Place(instance.net, speed, {}, {}, {}, {sets[0].name: found[0][0], sets[1].name: edges})


def _sets(statement: Statement, leaf: EdgeSet, net: Dag) -> list[Any]:
    """What the hypotheses leave for a set of edges to be; the single edges, where they say nothing of it."""
    said = [c for c in statement.hypotheses if isinstance(c, IsCut | IsLayer) and c.args[0] == leaf]
    if not said:
        return [frozenset({e}) for e in net.edges if net.own([e])]
    return list(cuts(net) if any(isinstance(c, IsCut) for c in said) else layers(net))


def smallest(statement: Statement, allowed: Sequence[Activation], rng: random.Random) -> Iterator[FlowInstance]:
    """The smallest networks first."""
    if edge_sets_of(statement):
        yield from small_graphs(allowed, rng, plain=not _cut(statement))
        return
    for activation in allowed:
        for chain in links(statement):
            yield from arranged.smallest(chain, activation, channels(statement))


def drawn(
    statement: Statement, allowed: Sequence[Activation], rng: random.Random, count: int
) -> Iterator[FlowInstance]:
    """Random networks; one in four without equal slopes where a statement asks for them."""
    for k in range(count):
        some = [rng.choice(allowed)] if rng.random() < 0.5 else list(allowed)
        if edge_sets_of(statement):
            yield sample_dag_instance(rng, rng.randint(1, 3), rng.randint(0, 3), activations=some, count=1, fixed=True)
            continue
        if not links(statement):
            return
        wanted = same_slopes(statement) if k % 4 else None
        yield arranged.draw(rng, rng.choice(links(statement)), some, channels(statement), wanted)


def around_vertices(
    statement: Statement, allowed: Sequence[Activation], rng: random.Random, count: int
) -> Iterator[FlowInstance]:
    """Random networks for claims about vertices.

    For two vertices half of the networks have twins, with the same neighbours, and a quarter have vertices of several
    layers with as many edges each, whatever the hypotheses say: they decide which pairs count.
    """
    two = sum(isinstance(v, Vertex) for v in statement.let) == 2
    for k in range(count):
        activation = rng.choice(allowed)
        if two and k % 2 == 0:
            yield sample_twin_instance(rng, activation, count=rng.randint(1, 2), activations=allowed, fixed=True)
        elif two and k % 4 == 1:
            yield sample_flow_instance(rng, activation, EVEN, 1)
        else:
            yield sample_dag_instance(
                rng, rng.randint(1, 3), rng.randint(1, 4), activations=allowed, count=rng.randint(1, 2), fixed=True
            )


def small_graphs(allowed: Sequence[Activation], rng: random.Random, plain: bool) -> Iterator[FlowInstance]:
    """Connected networks on x1, x2, a, b, o in which every vertex lies on a path, by number of edges.

    All with up to four edges and a choice of the others; every layer of each is looked at.  `plain`: weights 1, 2, 3,
    .. and the first unit vector as the only data point, where there are up to four edges.
    """
    found = sorted(_graphs(), key=lambda f: len(f[1]))
    few, more = [f for f in found if len(f[1]) <= 4], [f for f in found if len(f[1]) > 4]
    more = [more[k] for k in sorted(rng.sample(range(len(more)), min(len(more), GRAPHS_AT_MOST - len(few))))]
    for inputs, edges in few + more:
        simple = plain and len(edges) <= 4
        activation = allowed[0] if simple else rng.choice(allowed)
        weights = {e: Fraction(k + 1) if simple else random_weight(rng) for k, e in enumerate(edges)}
        net = Dag(inputs, "o", dict.fromkeys(dict.fromkeys(v for _, v in edges), activation), weights)
        data = Data.of([[1, 0][: len(inputs)]], [1]) if simple else random_data(rng, len(inputs), 1)
        if not any(net.kinks(x) for x in data.xs):
            yield FlowInstance(net, data, (Fraction(-1),))


def _graphs() -> Iterator[tuple[tuple[str, ...], tuple[Edge, ...]]]:
    """Inputs and edges of all networks on up to two inputs and two inner vertices, every vertex on a path."""
    for inputs in (("x1",), ("x1", "x2")):
        for inner in ((), ("a",), ("a", "b")):
            later = [*inner, "o"]
            pairs = [(u, v) for u in inputs for v in later]
            pairs += [(u, v) for k, u in enumerate(inner) for v in later[k + 1 :]]
            for kept in product((False, True), repeat=len(pairs)):
                edges = tuple(e for e, k in zip(pairs, kept, strict=True) if k)
                if {u for u, _ in edges} == {*inputs, *inner} and {v for _, v in edges} == {*inner, "o"}:
                    yield inputs, edges


def without(clause: Any, net: Dag, place: Place) -> Dag | None:
    """The network without an edge of the part a hypothesis speaks of; None if it has none."""
    inside = {v for leaf in clause.args for v in parts.flat(place.arrays[leaf.name])}
    if isinstance(clause, ConvolutionalNeurons):
        inside |= {u for v in inside for u in net.ins[v]}
    edge = next((e for e in net.edges if inside >= set(e)), None)
    if edge is None:
        return None
    groups = [group for group in net.shared if edge not in group]
    weights = {e: w for e, w in net.weights.items() if e != edge}
    return Dag(net.inputs, net.output, net.activations, weights, net.frozen - {edge}, groups)


def conserved_map(statement: Statement, activations: dict[str, Activation], rng: random.Random) -> list[dict[str, Any]]:
    """For each activation, which entries of the claimed matrix stay constant at every one of some random networks.

    An entry is called constant if its exact rate is zero on all of them.  Empty for a claim about a number.
    """
    (claim,) = statement.claim
    if not neurons_of(statement) or not links(statement):
        return []
    chain, out = links(statement)[0], []
    layout = arranged.display(chain, channels(statement))
    for name in claim.network.domain.activations:
        constant: list[list[bool]] = []
        for done in range(MAP_INSTANCES):
            if done >= ENOUGH and (settled(constant) or name == "linear" or same_slopes(statement) is not None):
                break
            instance = arranged.draw(rng, chain, [activations[name]], layout=layout, same_slopes=same_slopes(statement))
            speed = velocity(instance.net, instance.data, instance.derivatives)
            try:
                rows = evaluate(claim.invariant, Place(instance.net, speed, {}, {}, instance.arrays))
            except Misfit:
                return []
            here = [[entry.rate == 0 for entry in row] for row in rows]
            constant = both(constant, here) if constant else here
        if len(constant) > 1:
            shared = _shared(statement)
            labels = [f"{shared} {k + 1}" for k in range(len(constant))]
            out.append(entry(name, "W_2^T W_2 - W_1 W_1^T", labels, constant))
    return out


def both(a: list[list[bool]], b: list[list[bool]]) -> list[list[bool]]:
    """Entrywise conjunction."""
    return [[p and q for p, q in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def settled(constant: list[list[bool]]) -> bool:
    """Whether just the diagonal, or nothing, is left to be constant; a column is a diagonal."""
    if any(len(row) == 1 for row in constant):
        return True
    left = {(i, j) for i, row in enumerate(constant) for j, c in enumerate(row) if c}
    return not left or left == {(i, i) for i in range(len(constant))}


def _shared(statement: Statement) -> str:
    """The array both parts have in common: the hidden units of one block, or what one part leads to."""
    clauses = [c for c in statement.hypotheses if type(c) in KINDS]
    if len(clauses) == 1:
        return str(clauses[0].args[1].name)
    return str(clauses[0].args[-1].name)


def entry(activation: str, matrix: str, labels: list[str], constant: list[list[bool]]) -> dict[str, Any]:
    """One map in plain data, with the reason for what it shows; a vector is the diagonal of the matrix."""
    columns = labels if len(constant[0]) == len(labels) else ["diagonal"]
    full = all(all(row) for row in constant)
    if full and columns == ["diagonal"]:
        because = "each entry is the balance of one unit, which holds for every positively homogeneous activation"
    elif full:
        because = "all channels respond with the same slope, so that both products have the same rate"
    elif len(constant[0]) == len(constant) and all(row[k] for k, row in enumerate(constant)):
        because = (
            "diagonal entries are balances of single units and constant; off the diagonal the rate is proportional to "
            "the difference of the two slopes, which is not zero where one unit is active and the other is not"
        )
    else:
        because = "the second matrix is not made of the weights out of these units"
    return {
        "activation": activation,
        "matrix": matrix,
        "rows": labels,
        "cols": columns,
        "entries": constant,
        "because": because,
    }


def vertices_of(statement: Statement, net: Dag) -> Iterator[dict[str, str]]:
    """Every choice of different eligible vertices for a statement's vertex variables."""
    names = [v.name for v in statement.let if isinstance(v, Vertex)]
    for chosen in permutations(eligible_vertices(net), len(names)):
        yield dict(zip(names, chosen, strict=True))
