"""Checking statements about network graphs (kind G) in exact rationals."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from lemmata import certificates
from lemmata.claims.graph_claims import Build, Witness, failure, holds
from lemmata.claims.graph_shrink import Case, shrink
from lemmata.claims.profiles import Profile
from lemmata.language import networks
from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.language.unrolling import InputVertex
from lemmata.language.verdicts import Finding, Verdict
from lemmata.networks.dag import LINEAR, RELU, Activation, Dag, layered, leaky
from lemmata.networks.paths import tree_network
from lemmata.networks.random_networks import random_dag, random_fully_connected

ACTIVATIONS: dict[str, Activation] = {"linear": LINEAR, "relu": RELU, "leaky": leaky()}
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
        self.stages.append(
            {"name": name, "label": label, "tried": self.tried - before, "found": int(bool(self.broken))}
        )


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
    hypotheses = []
    for k, clause in enumerate(statement.hypotheses):
        met, missed = (search.examples.get((k, wanted)) for wanted in (True, False))
        hypotheses.append(
            {
                "text": write(clause),
                "met": met is not None,
                "missed": missed is not None,
                "example_met": met and _shown(met),
                "example_missed": missed and _shown(missed),
            }
        )
    equalities = [k for k, c in enumerate(statement.conjuncts) if isinstance(c, networks.SameFunction)]
    return {
        "instances": search.met,
        "searches": 0,
        "certified": search.met,
        # An equality that held exactly everywhere has slack 0; the other claims have no margin.
        "min_slack": 0.0 if search.met and not search.broken and equalities else None,
        "generated": search.tried,
        "decided": search.met,
        "undecided": 0,
        "out_of_domain": search.tried - search.met,
        "stopped": "a counterexample was found" if search.broken else "every planned network was checked exactly",
        "dimensions": f"up to {search.inputs} inputs and {search.inner} inner vertices",
        "device": "exact rationals",
        "stages": search.stages,
        "ensembles": [],
        "conjuncts": [
            {
                "text": write(c),
                "min_slack": 0.0 if k in equalities and k not in search.broken and search.met else None,
                "tight": False,
                "status": "broken" if k in search.broken else "holds",
            }
            for k, c in enumerate(statement.conjuncts)
        ],
        "hypotheses": hypotheses,
        "tightest": None,
    }


def _shown(case: Case) -> dict[str, Any]:
    """A case in plain data: weights by edge, coordinates by input."""
    weights = {f"{u}→{v}": str(w) for (u, v), w in case.net.weights.items()}
    chosen = {} if case.at is None else {"vertex": case.at}
    return {"dims": {}, "values": {**chosen, **weights, **dict(zip(case.net.inputs, map(str, case.x), strict=True))}}


def _refute(search: _Search, finding: Finding) -> None:
    """Shrink the simplest failure seen, and write it down."""
    statement = search.statement
    conjunct = min(search.broken, key=lambda k: (search.broken[k].complexity, k))
    case, asked = shrink(search.broken[conjunct], lambda c: search.fails(c, conjunct) is not None, search.allowed)
    search.stages.append(
        {"name": "shrink", "label": "fewer vertices and edges, smaller numbers", "tried": asked, "found": 1}
    )
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
    finding.counterexample = {
        **_shown(case),
        "conjunct": conjunct,
        "claim": write(clause),
        "lhs": left,
        "rhs": right,
        "relation": "==",
        "explain": f"{_units(case.net)} {because}",
    }


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
