"""Checking conservation along gradient flow (kind T): exact rates at rational points.

Away from kinks the derivative of a claimed invariant is a rational number.  The loss enters only through its
derivatives at the margins, which may be any numbers for "any differentiable loss", so they are drawn freely.  All
weights are non-zero at the point, hence keep their signs for a while (le2022, Assumption 1).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

from lemmata import certificates
from lemmata.claims import evidence
from lemmata.claims.exact_search import ExactSearch
from lemmata.claims.power.measure import RECHECK
from lemmata.claims.profiles import Profile
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
from lemmata.language.columns import DiagonalEntries
from lemmata.language.networks import (
    Conserved,
    DifferentiableLoss,
    LayerMatrix,
    SameLayerSlopes,
    SameNeighbours,
    SameSlopes,
    StableSigns,
    Vertex,
)
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.training import SignsKept
from lemmata.language.verdicts import Finding, Verdict
from lemmata.networks import arranged
from lemmata.networks import building_blocks as parts
from lemmata.networks.arranged import Arranged, Link, cuts, layers
from lemmata.networks.dag import ACTIVATIONS, Activation, Dag, Edge, fully_connected, layered, layers_of
from lemmata.networks.expressions import Misfit, Place, Rows, evaluate, layer_number, only
from lemmata.networks.gradient_flow import Data, Velocity, velocity
from lemmata.networks.random_networks import (
    EVEN,
    FlowInstance,
    candidates,
    eligible_vertices,
    random_data,
    random_weight,
    sample_dag_instance,
    sample_flow_instance,
    sample_twin_instance,
)
from lemmata.shrink import greedy

# Flow statements about arrays of neurons and sets of edges: which networks to try, and where in them.
#
# A network is drawn so that it has the parts a statement names; whether it really has them is then decided by looking
# at it (`holds`), and only such places count.
KINDS = {
    Convolution: "convolution",
    FullyConnected: "fully_connected",
    ResidualBlock: "residual_block",
    FreeBlock: "free_block",
}
MAP_INSTANCES, ENOUGH_MAPPED = 40, 8  # random networks behind a map, at most and at least
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
    """The chains of parts that give networks of the statement's kind; none where its parts cannot be put in a row.

    Arrays of which no hypothesis speaks come last, each after a residual block.
    """
    named = tuple(
        (KINDS[type(c)], tuple(leaf.name for leaf in c.args)) for c in statement.hypotheses if type(c) in KINDS
    )
    if named:
        made = [named[0][1][0]]
        for _, (first, *others) in named:
            if first not in made or set(others) & set(made) or len(set(others)) < len(others):
                return []
            made += others
        for free in (v.name for v in neurons_of(statement) if v.name not in made):  # of which no hypothesis speaks
            named += (("free_block", (made[-1], f"{free}_rest", free)),)
            made.append(free)
        return [named]
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


def constant_entries(drawn: Callable[[], Rows | None], plain: bool) -> list[list[bool]]:
    """Which entries have the rate zero at all of some random networks, `None` where one does not count; `plain` says
    that a few of them tell as much as many."""
    constant: list[list[bool]] = []
    for done in range(MAP_INSTANCES):
        if done >= ENOUGH_MAPPED and (plain or constant and settled(constant)):
            break
        if (rows := drawn()) is not None:
            here = [[entry.rate == 0 for entry in row] for row in rows]
            constant = both(constant, here) if constant else here
    return constant


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


# Making a point of a gradient flow readable at which a claim fails: fewer data, whole numbers, small ones first.
PLAIN = tuple(Fraction(k) for k in (1, -1, 2, -2, 3, -3))  # simplest first
ATTEMPTS = 600


def readable(instance: FlowInstance) -> bool:
    """Whether every number of an instance is whole."""
    return all(x.denominator == 1 for x in _numbers(instance))


def simplest(found: Any, breaks: Callable[[FlowInstance], Any]) -> Any:
    """What `breaks` finds at the simplest instance reached by changes of one number, or by leaving out a datum.

    `found` is what it found at the first, the instance at its head; one of whole numbers stays.
    """

    def tried(instance: FlowInstance) -> Any:
        with suppress(ValueError):  # a kink, or one margin with two derivatives of the loss
            return breaks(instance)

    return found if readable(found[0]) else greedy.simplest(found, _moves, _complexity, tried, ATTEMPTS)[0]


def _numbers(instance: FlowInstance) -> Iterator[Fraction]:
    yield from instance.net.weights.values()
    yield from instance.derivatives
    for x in instance.data.xs:
        yield from x


def _complexity(instance: FlowInstance) -> tuple[int, int]:
    return len(instance.data.xs), sum(map(_cost, _numbers(instance)))


def _cost(value: Fraction) -> int:
    if value in PLAIN or not value:
        return PLAIN.index(value) if value else 0
    return len(PLAIN) + abs(value.numerator) + 4 * value.denominator


def _values(value: Fraction) -> Iterator[Fraction]:
    """What may stand in the place of a number."""
    yield from (v for v in (*PLAIN, Fraction(value.numerator)) if v not in (0, value))


def _moves(instance: FlowInstance) -> Iterator[FlowInstance]:
    """Instances with one datum less, or one weight, coordinate or derivative of the loss changed."""
    net, data, slopes = instance.net, instance.data, instance.derivatives
    points = list(zip(data.xs, data.ys, slopes, strict=True))
    for k in range(len(points) if len(points) > 1 else 0):
        xs, ys, kept = zip(*(p for j, p in enumerate(points) if j != k), strict=True)
        yield replace(instance, data=Data.of(xs, ys), derivatives=kept)
    tied = {e for group in net.shared for e in group}
    for edges in [*map(tuple, net.shared), *((e,) for e in net.edges if e not in tied)]:
        for value in _values(net.weights[edges[0]]):
            yield replace(instance, net=net.with_weights(dict.fromkeys(edges, value)))
    for k, (x, _, slope) in enumerate(points):
        for j, coordinate in enumerate(x):
            for value in (Fraction(0), *_values(coordinate)):
                moved = Data.of([*data.xs[:k], (*x[:j], value, *x[j + 1 :]), *data.xs[k + 1 :]], data.ys)
                if moved.within_unit_ball:  # le2022 asks for it throughout
                    yield replace(instance, data=moved)
        for value in _values(slope):
            yield replace(instance, derivatives=(*slopes[:k], value, *slopes[k + 1 :]))


WIDTHS = ((1, 1, 1), (1, 2, 1), (2, 2, 1), (2, 3, 1), (1, 2, 2, 1), (2, 3, 2, 1), (3, 2, 3, 2, 1))
IN_A_ROW = fully_connected([[[1]], [[1]], [[1]]])  # two hidden units, which share no neighbours
PARTS = (*KINDS, ConvolutionalNeurons)
NON_DIFFERENTIABLE = evidence.shown({"loss": "max(0, 1 - z) at margin z = 1"})
Broken = tuple[FlowInstance, Place, Rows]


@dataclass
class _Search(ExactSearch[FlowInstance]):
    """What has been looked at so far; the example is the first at which the claimed quantity has several entries."""

    claim: Conserved
    misfits: int = 0
    place: Place | None = None  # in the example
    several: bool = False  # whether the claimed quantity has several entries there

    @property
    def vertices(self) -> list[str]:
        """Names of the statement's vertex variables, in order of appearance."""
        return [v.name for v in self.statement.let if isinstance(v, Vertex)]

    def places_of(self, net: Dag, speed: Velocity) -> Iterator[Place]:
        """Every choice of vertices, or of a layer, the statement may speak of; its hypotheses decide between them."""
        if self.claim.invariant.has(LayerMatrix):
            index = next(v.name for v in self.statement.let if v.name not in (self.claim.network.name, *self.vertices))
            for k in range(1, len(layers_of(net))):
                yield Place(net, speed, {}, {index: k})
        else:
            for chosen in vertices_of(self.statement, net):
                yield Place(net, speed, chosen, {})

    def breaks(self, instance: FlowInstance) -> Broken | None:
        """Exact rates at one instance: the first place where one is not zero."""
        speed = velocity(instance.net, instance.data, instance.derivatives)
        wide = applies(self.statement)
        for place in places(self.statement, instance, speed) if wide else self.places_of(instance.net, speed):
            if not self._admits(instance, place):
                continue
            try:
                value = evaluate(self.claim.invariant, place)
            except Misfit:
                self.misfits += 1
                continue
            self.places += 1
            if self.example is None or len(value) > 1 and not self.several:
                self.example, self.place, self.several = instance, place, len(value) > 1
            if any(x.rate for row in value for x in row):
                return instance, place, value
        return None

    def _admits(self, instance: FlowInstance, place: Place) -> bool:
        """Whether the hypotheses hold of the place; the first that does not is kept with the network."""
        for clause in self.statement.hypotheses:
            if holds(clause, instance.net, instance.data, place) is False:
                self.missed.setdefault(clause, instance)
                return False
        return True

    def shown(self, instance: FlowInstance) -> evidence.Shown:
        return evidence.weights_of(instance.net)

    def missing(self, clause: Any) -> evidence.Shown | None:
        """A network, a loss or a set of edges that misses a hypothesis."""
        example, net = self.example, self.missed[clause].net if clause in self.missed else None
        if isinstance(clause, StableSigns):
            return without_first_edge(example.net) if example else None
        if isinstance(clause, DifferentiableLoss):
            return NON_DIFFERENTIABLE
        if isinstance(clause, IsLayer | IsCut) and example:  # of a connected graph the empty set is none
            return evidence.shown({**evidence.weights(example.net), clause.args[0].name: "no edge"})
        if isinstance(clause, PARTS) and example and self.place:
            net = without(clause, example.net, self.place)
            if net is None or holds(clause, net, example.data, self.place) is not False:
                return None
        elif isinstance(clause, SameNeighbours):
            net = net or IN_A_ROW
        return evidence.weights_of(net) if net else None

    def refute(self, finding: Finding) -> None:
        """Write down what breaks the claim."""
        instance, place, value = self.broken
        net = instance.net
        rates = [[entry.rate for entry in row] for row in value]
        rate: Any = rates[0][0] if len(rates) == len(rates[0]) == 1 else rates
        finding.scope = f"{len(net.inner)} hidden units"
        finding.certificate = certificates.build(
            self.statement, "flow", network=net.to_dict(), data=instance.data.xs, labels=instance.data.ys,
            slopes=instance.derivatives, at=_at(self.statement, place), rate=rate,
        )  # fmt: skip
        names = {str(a) for v, a in net.activations.items() if v != net.output} or {str(net.activations[net.output])}
        wide = applies(self.statement)
        weights: dict[str, Any] = _named(self.statement, place) if wide else {}
        if not wide and layered(net):
            weights |= {f"W_{k + 1}": m for k, m in enumerate(_matrices(net))}
        else:
            weights |= evidence.weights(net)
        what = f"A network of {len(net.inner)} hidden" if wide else "One hidden layer,"
        shown = (
            str(rate) if isinstance(rate, Fraction) else "[" + "; ".join(", ".join(map(str, r)) for r in rates) + "]"
        )
        slopes = {f"loss derivative {k}": str(d) for k, d in enumerate(instance.derivatives, 1)}
        at = evidence.shown({**weights, **evidence.points(instance.data), **slopes})
        why = (
            f"{what} {', '.join(sorted(names))} units: at these weights, which keep their signs for a while, "
            f"the claimed invariant changes at rate {shown} instead of 0."
        )
        finding.counterexample = evidence.counterexample(self.statement, 0, at, (shown, "==", "0"), why)


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check one conservation statement.

    Raises TypeError for a claim that is not a single `Conserved`, or speaks of another network than the one that flows.
    """
    (claim,) = statement.claim
    if not isinstance(claim, Conserved):
        raise TypeError(f"{statement.id}: the trajectory checker reads conserved(...), not {write(claim)}")
    only(claim.network, statement.let)
    search, rng = _Search(statement, claim), random.Random(f"{seed}/{statement.id}")
    allowed = [ACTIVATIONS[name] for name in claim.network.domain.activations]
    if applies(statement):
        label = "smallest networks of these parts, integer weights"
        first = smallest(statement, allowed, rng)
    else:
        label, first = "smallest networks, two hidden units, integer weights", _smallest(allowed)
    search.stage("smallest", label, first)
    if search.broken is None:
        search.stage("random", "random rational networks", _random(search, rng, allowed, profile.networks))
    if search.broken:
        search.broken = simplest(search.broken, lambda x: _Search(statement, claim).breaks(x))
    account = search.account(
        "every planned network was checked exactly",
        min_slack=0.0 if search.broken is None else None,
        out_of_domain=search.misfits,
        places=search.places,
        dimensions="one to three hidden layers, up to 3 inputs",
        conjuncts=[{"text": write(claim), "min_slack": None, "tight": False}],
    )
    finding = Finding(search.verdict(), "networks of depth up to 4", account)
    finding.evidence["conserved"] = _conserved(statement, claim, rng)
    if search.broken:
        search.refute(finding)
    elif finding.verdict is Verdict.VACUOUS:
        finding.evidence["stopped"] = "no network with such vertices could be drawn"
    finding.extra[RECHECK] = lambda altered: check(altered, profile, seed).verdict
    return finding


def _smallest(allowed: list[Activation]) -> Iterator[FlowInstance]:
    """One-hidden-layer networks with two units, simplest first, loss derivative -1 at every margin."""
    for activation in allowed:
        for inputs in (1, 2):
            for count, (matrices, data) in enumerate(candidates(inputs, 1)):
                net = fully_connected(matrices, activation)
                if not any(net.kinks(x) for x in data.xs):
                    yield FlowInstance(net, data, (Fraction(-1),) * len(data.ys))
                if count > 60:
                    break


def _random(search: _Search, rng: random.Random, allowed: list[Activation], count: int) -> Iterator[FlowInstance]:
    """Networks of the kind the statement speaks of, of all activations allowed."""
    if applies(search.statement):
        yield from drawn(search.statement, allowed, rng, count)
        return
    if search.claim.network.domain.graph != "layered":
        yield from around_vertices(search.statement, allowed, rng, count)
        return
    for _ in range(count):
        yield sample_flow_instance(rng, rng.choice(allowed), rng.choice(WIDTHS), rng.randint(1, 3))


def _conserved(statement: Statement, claim: Conserved, rng: random.Random) -> list[dict[str, Any]]:
    """For each activation, which entries of the claimed matrix stay constant at every one of some random networks.

    An entry is called constant if its exact rate is zero on all of them.  Empty for a claim about a number, and for a
    column of weights of layers, of which a map says no more than the verdict.
    """
    by_layers = claim.invariant.has(LayerMatrix)
    if claim.invariant.has(DiagonalEntries) if by_layers else not neurons_of(statement) or not links(statement):
        return []
    chain, shared = (None, None) if by_layers else (links(statement)[0], same_slopes(statement))
    layout = None if chain is None else arranged.display(chain, channels(statement))
    out = []
    for name in claim.network.domain.activations:

        def drawn(unit: Activation = ACTIVATIONS[name]) -> Rows | None:
            if chain is not None:
                found = arranged.draw(rng, chain, [unit], layout=layout, same_slopes=shared)
                speed = velocity(found.net, found.data, found.derivatives)
                return evaluate(claim.invariant, Place(found.net, speed, {}, {}, found.arrays))
            instance, search = sample_flow_instance(rng, unit, (2, 3, 2, 1), 1), _Search(statement, claim)
            place = next(search.places_of(instance.net, velocity(instance.net, instance.data, instance.derivatives)))
            return evaluate(claim.invariant, place) if search._admits(instance, place) else None

        try:
            constant = constant_entries(drawn, name == "linear" or shared is not None)
        except Misfit:
            return []
        if by_layers:
            labels, constant = [f"unit {k}" for k in (1, 2, 3)], constant or [[True] * 3 for _ in range(3)]
        elif len(constant) > 1:
            labels = [f"{_shared(statement)} {k + 1}" for k in range(len(constant))]
        else:
            continue
        out.append(entry(name, "W_2^T W_2 - W_1 W_1^T", labels, constant))
    return out


def without_first_edge(net: Dag) -> evidence.Shown:
    """The weights of a network with the first of them zero: signs that do not last."""
    shown = evidence.weights(net)
    return evidence.shown({**shown, next(iter(shown)): "0"})


def _at(statement: Statement, place: Place) -> dict[str, Any]:
    """What the statement's variables stand for, as certificates write it."""
    arrays = {v.name: [list(position) for position in place.arrays[v.name]] for v in neurons_of(statement)}
    edges = {name: [list(e) for e in chosen] for name, chosen in place.edges.items()}
    return {**place.vertices, **place.layers, **arrays, **edges}


def _named(statement: Statement, place: Place) -> dict[str, str]:
    """The arrays and edge sets of a place in words."""
    arrays = {v.name: "; ".join(", ".join(p) for p in place.arrays[v.name]) for v in neurons_of(statement)}
    edges = {name: ", ".join(f"{u}→{v}" for u, v in chosen) for name, chosen in place.edges.items()}
    return {**arrays, **edges}


def _matrices(net: Dag) -> list[list[list[str]]]:
    layers = layers_of(net)
    return [[[str(net.weights[u, v]) for u in a] for v in b] for a, b in zip(layers, layers[1:], strict=False)]
