"""Checking statements about network graphs (kind G) in exact rationals."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import networkx as nx

from lemmata import certificates
from lemmata.claims import evidence
from lemmata.claims.profiles import Profile
from lemmata.language import networks, unrolling
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.unrolling import InputVertex
from lemmata.language.verdicts import Finding, Verdict
from lemmata.networks.dag import (
    ACTIVATIONS,
    LINEAR,
    RELU,
    Activation,
    Dag,
    TreeNetwork,
    absolute_tree_network,
    layered,
    path_enumeration,
    path_inputs,
    pull_back,
    pull_back_input,
    sgn,
    sign_copy,
    tree_network,
    unroll,
    unroll_by_vertices,
)
from lemmata.networks.random_networks import random_dag, random_fully_connected
from lemmata.shrink.greedy import simplest

# Making a network at which a claim fails readable: fewer vertices, fewer edges, weights among -1, 0, 1, 2.
PLAIN = tuple(Fraction(k) for k in (1, 2, -1, 0))  # simplest first
ORDER = (LINEAR, RELU)
SHRINKING = 2000  # cases looked at


@dataclass(frozen=True)
class Case:
    """A network, an input of it, and the vertex the statement's vertex variable stands for, if it has one."""

    net: Dag
    x: tuple[Fraction, ...]
    at: str | None = None

    @property
    def complexity(self) -> tuple[int, ...]:
        """How hard the case is to read.

        Vertices off every path and weights zero come first: a network without them shows more than a smaller one.
        """
        net = self.net
        return (
            len(net.vertices) - len(net.live),
            sum(w == 0 for w in net.weights.values()),
            len(net.vertices),
            len(net.edges),
            sum(_cost(w) for w in net.weights.values()),
            sum(ORDER.index(a) if a in ORDER else len(ORDER) for a in net.activations.values()),
            sum(_cost(c) for c in self.x),
        )


def _cost(value: Fraction) -> int:
    if value in PLAIN:
        return PLAIN.index(value)
    return len(PLAIN) + abs(value.numerator) + 4 * value.denominator + (value < 0)


def _moves(case: Case, allowed: Sequence[Activation]) -> Iterator[Case]:
    """Cases one vertex, edge, weight, activation or coordinate away."""
    net, x = case.net, case.x
    for v in net.vertices:
        if v != net.output:
            yield _without(case, v)
    for v in net.inner:
        yield _bypassed(case, v)
    for edge in net.edges:
        yield Case(_rebuilt(net, {e: w for e, w in net.weights.items() if e != edge}), x)
        for w in PLAIN:
            yield Case(net.with_weights({edge: w}), x)
    for v in net.activations:
        for activation in allowed:
            changed = {**net.activations, v: activation}
            yield Case(Dag(net.inputs, net.output, changed, net.weights, net.frozen), x)
    for k in range(len(x)):
        for c in PLAIN:
            yield Case(net, (*x[:k], c, *x[k + 1 :]))


def _rebuilt(net: Dag, weights: dict[tuple[str, str], Fraction]) -> Dag:
    return Dag(net.inputs, net.output, net.activations, weights, net.frozen & set(weights))


def _without(case: Case, v: str) -> Case:
    """The network without a vertex and its edges."""
    net = case.net
    inputs = [(i, c) for i, c in zip(net.inputs, case.x, strict=True) if i != v]
    weights = {e: w for e, w in net.weights.items() if v not in e}
    activations = {u: a for u, a in net.activations.items() if u != v}
    made = Dag([i for i, _ in inputs], net.output, activations, weights, net.frozen & set(weights))
    return Case(made, tuple(c for _, c in inputs))


def _bypassed(case: Case, v: str) -> Case:
    """The network with an inner vertex replaced by edges past it."""
    net = case.net
    past = {(a, b): net.weights[a, v] * net.weights[v, b] for a in net.ins[v] for b in net.outs[v]}
    weights = {**past, **{e: w for e, w in net.weights.items() if v not in e}}
    activations = {u: a for u, a in net.activations.items() if u != v}
    return Case(Dag(net.inputs, net.output, activations, weights, net.frozen & set(weights)), case.x)


# What the claims about network graphs mean, in exact rationals, and what shows that one of them fails.
#
# Source: Le & Jegelka (2022), section 3 and appendix B.  A witness is plain data: the two values of a function, the
# vertices of a cycle, an edge with its weight, or another network with the same signs.
Build = Callable[[Dag], TreeNetwork]
Input = Sequence[Fraction]
Witness = dict[str, Any]


def holds(clause: Any, net: Dag, x: Input, build: Build = tree_network, at: str | None = None) -> bool:
    """Whether a clause holds for a network at an input; see `failure`."""
    return failure(clause, net, x, build, at) is None


def failure(clause: Any, net: Dag, x: Input, build: Build = tree_network, at: str | None = None) -> Witness | None:
    """What shows that a clause fails for a network at an input, None where it holds; `build` makes the tree network.

    `at` is the vertex that the statement's vertex variable stands for. Raises TypeError for a clause this checker does
    not know.
    """
    match clause, clause.args:
        case unrolling.SingleOut(), (_,) if at is not None:
            return None if len(net.outs[at]) == 1 else {"out": list(net.outs[at])}
        case networks.SameFunction(), (subject, *fed, networks.Network()) if (
            made := _made(subject, net, at) or _tree(subject, net, build)
        ) is not None:
            composed, direct = made(_fed(subject, fed, net, x, at, build)), net(x)
            return None if composed == direct else {"lhs": str(composed), "rhs": str(direct)}
        case networks.IsTree(), (unrolling.UnrolledByVertices() as subject,) if _plain(subject):
            return _no_tree(unroll_by_vertices(net))
        case networks.IsTree(), (subject,) if (made := _network(subject, net, at, build)) is not None:
            return _no_tree(made.graph)
        case networks.UnitWeights(), (subject,) if (made := _network(subject, net, at, build)) is not None:
            return next(({"edge": list(e), "weight": str(w)} for e, w in made.weights.items() if abs(w) != 1), None)
        case networks.DeterminedBySigns(), (networks.PathProducts() as h, networks.Network()) if _plain(h.args[0]):
            return _more_than_signs(net, lambda other: _products(h, other, x, build))
        case networks.DeterminedBySigns(), (subject, networks.Network()) if (
            _network(subject, net, at, build) is not None
        ):
            return _more_than_signs(net, lambda other: _network(subject, other, at, build))
        case networks.StableSigns(), (networks.Network(),):
            return next(({"edge": list(e), "weight": "0"} for e, w in net.weights.items() if w == 0), None)
    raise TypeError(f"the graph checker does not know {write(clause)}")


def _plain(subject: Any) -> bool:
    """Whether something is the network or its tree network, and nothing nested deeper."""
    wrapped = isinstance(subject, networks.TreeNetwork | unrolling.UnrolledByVertices)
    inner = subject.args[0] if wrapped else subject
    return isinstance(inner, networks.Network)


def _network(subject: Any, net: Dag, at: str | None, build: Build) -> Dag | None:
    """The network itself, its tree network or one of appendix B, None for any other term."""
    plain = net if _plain(subject) else None
    return _made(subject, net, at) or _tree(subject, net, build) or plain


def _products(h: Any, net: Dag, x: Input, build: Build) -> list[Fraction]:
    """The coordinate a path starts from times the weights along it: the network's, or its tree network's own."""
    tree = build(net)
    if isinstance(h.args[0], networks.TreeNetwork):
        return path_enumeration(tree.net, path_inputs(net, tree.paths, x))
    return path_enumeration(net, x, tree.paths)


# Every conjunct asks for the trees of a network and of its sign copy.
_unrolled = lru_cache(maxsize=4)(unroll)


@lru_cache(maxsize=4)
def _absolute(net: Dag) -> Dag:
    return absolute_tree_network(net)[0].net


def _made(subject: Any, net: Dag, at: str | None) -> Dag | None:
    """The network of appendix B that a term stands for, None for any other term."""
    if not subject.args or not isinstance(subject.args[0], networks.Network):
        return None
    if isinstance(subject, unrolling.UnrolledNetwork):
        return _unrolled(net).net
    if isinstance(subject, unrolling.AbsoluteTree):
        return _absolute(net)
    if isinstance(subject, unrolling.PulledBack) and at is not None:
        return pull_back_input(net, at)[0] if at in net.inputs else pull_back(net, at)
    return None


def _tree(subject: Any, net: Dag, build: Build) -> Dag | None:
    """The tree network that a term stands for, None for any other term."""
    return build(net).net if isinstance(subject, networks.TreeNetwork) and _plain(subject) else None


def _fed(subject: Any, fed: Sequence[Any], net: Dag, x: Input, at: str | None, build: Build) -> list[Fraction]:
    """What such a network is fed. Raises TypeError for inputs that are not those of its kind."""
    if isinstance(subject, unrolling.PulledBack):
        if not fed:
            return list(x)
        if isinstance(fed[0], unrolling.ScaledInput) and at in net.inputs:
            _, factor = pull_back_input(net, at)
            return [c * factor if i == at else c for i, c in zip(net.inputs, x, strict=True)]
    elif len(fed) == 1 and isinstance(fed[0], networks.PathProducts) and _plain(fed[0].args[0]):
        return _products(fed[0], net, x, build)
    elif len(fed) == 1 and isinstance(fed[0], unrolling.PathInputs):
        return path_inputs(net, _unrolled(net).paths, x)
    elif len(fed) == 1 and isinstance(fed[0], unrolling.AbsolutePathProducts):
        return path_enumeration(net, x, absolute=True)
    raise TypeError(f"the graph checker does not know what {write(subject)} is fed")


def _no_tree(directed: nx.DiGraph) -> Witness | None:
    """A shortest cycle of a cycle basis, or a vertex that cannot be reached from the first one."""
    graph = directed.to_undirected()
    if cycles := nx.cycle_basis(graph):
        return {"cycle": min(cycles, key=lambda c: (len(c), c))}
    first = next(iter(directed))
    reached = nx.node_connected_component(graph, first)
    return next(({"apart": [first, v]} for v in directed if v not in reached), None)


def _more_than_signs(net: Dag, read: Callable[[Dag], Any]) -> Witness | None:
    """The weights of another network with the same signs of which something else is read; None where none is."""
    if read(net) == read(sign_copy(net)):
        return None
    return {"other": [[u, v, str(sgn(w))] for (u, v), w in net.weights.items() if w != sgn(w)]}


WEIGHTS = (None, Fraction(-1), Fraction(0), Fraction(2))  # None: no edge
ENOUGH = 3  # networks that meet all hypotheses, without which a statement is vacuous


@dataclass
class _Search:
    """What has been looked at so far, and the simplest case at which a conjunct fails."""

    statement: Statement
    network: networks.Network
    build: Build
    vertex: Any = None  # the statement's vertex variable
    tried: int = 0
    met: int = 0
    broken: dict[int, Case] = field(default_factory=dict)  # by conjunct, the simplest case seen
    stages: list[dict[str, Any]] = field(default_factory=list)
    examples: dict[tuple[int, bool], Case] = field(default_factory=dict)  # by hypothesis and whether it is met
    inputs: int = 0
    inner: int = 0

    @property
    def allowed(self) -> list[Activation]:
        """Activations the neurons of the statement's networks may have."""
        return [ACTIVATIONS[name] for name in self.network.domain.activations]

    def belongs(self, net: Dag) -> bool:
        """Whether a network is of the kind the statement speaks of."""
        if self.network.domain.graph == "layered" and not layered(net):
            return False
        return set(net.activations.values()) <= set(self.allowed)

    def meets(self, case: Case) -> bool:
        """Whether a case meets every hypothesis; examples of each are kept."""
        met = True
        for k, clause in enumerate(self.statement.hypotheses):
            here = holds(clause, case.net, case.x, self.build, case.at)
            self.examples.setdefault((k, here), case)
            met = met and here
        return met

    def fails(self, case: Case, conjunct: int) -> Witness | None:
        """What shows that a conjunct fails at a case that meets every hypothesis; None otherwise."""
        if not self.belongs(case.net) or not self.meets(case):
            return None
        if case.at is not None and case.at not in self.choices(case.net):
            return None
        return failure(self.statement.conjuncts[conjunct], case.net, case.x, self.build, case.at)

    def choices(self, net: Dag) -> tuple[str, ...]:
        """The vertices the statement's vertex variable ranges over."""
        return net.inputs if isinstance(self.vertex, InputVertex) else net.inner

    def expanded(self, case: Case) -> list[Case]:
        """The case with each value of the vertex variable, if the statement has one."""
        return [case] if self.vertex is None else [replace(case, at=v) for v in self.choices(case.net)]

    def stage(self, name: str, label: str, cases: Iterable[Case]) -> None:
        """Check every conjunct at every case, to the end: a simpler failure may follow a first one."""
        before = self.tried
        for case in itertools.chain.from_iterable(map(self.expanded, cases)):
            self.tried += 1
            self.inputs = max(self.inputs, len(case.net.inputs))
            self.inner = max(self.inner, len(case.net.inner))
            if not self.meets(case):
                continue
            self.met += 1
            for k, clause in enumerate(self.statement.conjuncts):
                simpler = k not in self.broken or case.complexity < self.broken[k].complexity
                if simpler and failure(clause, case.net, case.x, self.build, case.at) is not None:
                    self.broken[k] = case
        self.stages.append(evidence.stage(name, label, self.tried - before, bool(self.broken)))


def check(statement: Statement, profile: Profile, seed: int, build: Build = tree_network) -> Finding:
    """Check a statement about all feedforward networks on small ones and random ones; `build` makes tree networks.

    Raises TypeError for a statement that is not about a single network, or a clause this checker does not know.
    """
    nets = [v for v in statement.let if isinstance(v, networks.Network)]
    vertices = [v for v in statement.let if isinstance(v, networks.Vertex | InputVertex)]
    if len(nets) != 1 or len(vertices) > 1 or len(statement.let) != 1 + len(vertices):
        raise TypeError(f"{statement.id}: the graph checker reads claims about one network and one vertex of it")
    # Every conjunct asks for the trees of a network and of its sign copy.
    once = lru_cache(maxsize=4)(build)
    search, rng = _Search(statement, nets[0], once, *vertices), random.Random(f"{seed}/{statement.id}")
    step = _step(profile)
    some = "all" if step == 1 else f"one in {step} of the"
    label = f"{some} networks on one input and up to two inner vertices, weights -1, 0, 2"
    search.stage("small", label, _small(search, rng, step))
    if not search.broken:
        label = "random networks with skip connections, dead units and zero weights"
        if search.network.domain.graph == "layered":
            label = "random fully connected networks"
        search.stage("random", label, _random(search, rng, profile.networks))
    finding = Finding(Verdict.SUPPORTED, f"networks of up to {search.inputs + search.inner + 1} vertices", {})
    if search.broken:
        _refute(search, finding)
        return finding
    finding.evidence = _evidence(search)
    if search.met < ENOUGH:
        finding.verdict, finding.scope = Verdict.VACUOUS, "no network"
        finding.evidence["stopped"] = "too few of the networks drawn meet the hypotheses"
    return finding


def _step(profile: Profile) -> int:
    return max(len(WEIGHTS) ** 6 // (profile.networks * 4), 1)


def _input(rng: random.Random, net: Dag) -> Case:
    return Case(net, tuple(Fraction(rng.randint(-6, 6), rng.randint(1, 3)) for _ in net.inputs))


def _small(search: _Search, rng: random.Random, step: int) -> Iterator[Case]:
    """Networks x -> a, b -> o with every choice of edges and weights, evenly thinned to one in `step`."""
    pairs = [("x", "a"), ("x", "b"), ("a", "b"), ("x", "o"), ("a", "o"), ("b", "o")]
    choices = list(itertools.product(WEIGHTS, repeat=len(pairs)))
    for k in range(rng.randrange(step), len(choices), step):
        weights = {e: w for e, w in zip(pairs, choices[k], strict=True) if w is not None}
        net = Dag(["x"], "o", {v: rng.choice(search.allowed) for v in ("a", "b", "o")}, weights)
        case = _input(rng, net)
        if search.belongs(net):
            yield case


def _random(search: _Search, rng: random.Random, count: int) -> Iterator[Case]:
    for _ in range(count):
        if search.network.domain.graph == "layered":
            activation = rng.choice(search.allowed)
            widths = [*(rng.randint(1, 3) for _ in range(rng.randint(1, 3))), 1]
            yield _input(rng, random_fully_connected(rng, widths, activation, activation))
            continue
        size = rng.randint(1, 3), rng.randint(1, 6), rng.uniform(0.2, 0.7)
        yield _input(rng, random_dag(rng, *size, activations=search.allowed))


def _evidence(search: _Search) -> dict[str, Any]:
    statement = search.statement
    equalities = [k for k, c in enumerate(statement.conjuncts) if isinstance(c, networks.SameFunction)]
    # An equality that held exactly everywhere has slack 0; the other claims have no margin.
    held = [k for k in equalities if search.met and k not in search.broken]
    examples = {place: _shown(case) for place, case in search.examples.items()}
    return evidence.account(
        statement,
        search.met,
        certified=search.met,
        min_slack=0.0 if held and not search.broken else None,
        generated=search.tried,
        out_of_domain=search.tried - search.met,
        stopped="a counterexample was found" if search.broken else "every planned network was checked exactly",
        dimensions=f"up to {search.inputs} inputs and {search.inner} inner vertices",
        device="exact rationals",
        stages=search.stages,
        conjuncts=[
            evidence.conjunct(c, k in search.broken, 0.0 if k in held else None)
            for k, c in enumerate(statement.conjuncts)
        ],
        hypotheses=[
            evidence.hypothesis(c, examples.get((k, True)), examples.get((k, False)))
            for k, c in enumerate(statement.hypotheses)
        ],
    )


def _shown(case: Case) -> evidence.Shown:
    """A case in plain data: weights by edge, coordinates by input."""
    chosen = {} if case.at is None else {"vertex": case.at}
    inputs = dict(zip(case.net.inputs, map(str, case.x), strict=True))
    return evidence.shown({**chosen, **evidence.weights(case.net), **inputs})


def _refute(search: _Search, finding: Finding) -> None:
    """Shrink the simplest failure seen, and write it down."""
    statement = search.statement
    conjunct = min(search.broken, key=lambda k: (search.broken[k].complexity, k))

    def moves(case: Case) -> Iterator[Case]:
        yield from (replace(c, at=case.at) for c in _moves(case, search.allowed) if case.at in (None, *c.net.vertices))

    first = search.broken[conjunct]
    (case, _), asked = simplest(
        (first, {}), moves, lambda c: c.complexity,
        lambda c: None if (witness := search.fails(c, conjunct)) is None else (c, witness), SHRINKING,
    )  # fmt: skip
    search.stages.append(evidence.stage("shrink", "fewer vertices and edges, smaller numbers", asked, True))
    witness = search.fails(case, conjunct)
    assert witness is not None
    clause = statement.conjuncts[conjunct]
    left, right, because = _reported(clause, case, witness)
    finding.verdict, finding.scope = Verdict.REFUTED, f"{len(case.net.vertices)} vertices"
    finding.evidence = _evidence(search)
    finding.certificate = certificates.build(
        statement,
        "graph",
        network=case.net.to_dict(),
        input=case.x,
        at={} if search.vertex is None else {search.vertex.name: str(case.at)},
        conjunct=conjunct,
    )
    why = f"{_units(case.net)} {because}"
    finding.counterexample = evidence.counterexample(statement, conjunct, _shown(case), (left, "==", right), why)


def _units(net: Dag) -> str:
    """What the numbers alone do not tell of a network."""
    kinds = {str(a) for a in net.activations.values()}
    if len(kinds) == 1:
        return f"Every vertex but the inputs is {kinds.pop()}."
    return f"The vertices are {', '.join(f'{v} {a}' for v, a in net.activations.items())}."


def _reported(clause: Any, case: Case, witness: Witness) -> tuple[str, str, str]:
    """Both sides of the equation that fails, and a sentence that a reader can check by hand."""
    net, text = case.net, write(clause.args[0])
    if "lhs" in witness:
        at = f"({', '.join(map(str, case.x))})"
        what = "tree network" if "tree" in text or "unrolled" in text else "changed network"
        said = f"At x = {at} the {what} gives {witness['lhs']} and the network {witness['rhs']}."
        return witness["lhs"], witness["rhs"], said
    if "cycle" in witness:
        cycle = witness["cycle"]
        subject = text if "tree" in text or "unrolled" in text else "the network"
        said = f"Without directions the edges between {', '.join(cycle)} close a cycle, so {subject} is no tree."
        return "1", "0", f"{said} (The two sides count cycles.)"
    if "apart" in witness:
        first, other = witness["apart"]
        said = f"No edges join {first} and {other}, so the graph is in pieces and no tree."
        return "2", "1", f"{said} (The two sides count pieces.)"
    if "edge" in witness:
        (u, v), w = witness["edge"], witness["weight"]
        said = f"The edge {u}→{v} of {text} has weight {w}, which is neither 1 nor -1. (The two sides are moduli.)"
        return w.lstrip("-"), "1", said
    changed = witness["other"]
    own = ", ".join(str(net.weights[u, v]) for u, v, _ in changed)
    said = ", ".join(f"{w} on {u}→{v}" for u, v, w in changed)
    others = ", ".join(w for *_, w in changed)
    return own, others, f"With {said} instead every sign is the same, but {text} is another one."
