"""Checking statements about network graphs (kind G) in exact rationals."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from numerics.networks.dag import LINEAR, RELU, Dag, leaky
from numerics.networks.paths import composed_value, depends_on_signs_only, has_unit_weights, is_tree, tree_network
from numerics.networks.sampling import random_dag
from theorems.language import networks
from theorems.language.statement import Statement
from theorems.language.text import write
from verify.profiles import Profile
from verify.verdicts import Finding, Verdict

MIXED = (LINEAR, RELU, leaky())
WEIGHTS = (None, Fraction(-1), Fraction(0), Fraction(2))  # None: no edge
Build = Callable[[Dag], Any]


def holds(clause: Any, net: Dag, x: list[Fraction], build: Build = tree_network) -> bool:
    """Whether one conjunct of the decomposition holds for a network at an input; `build` makes the tree network.

    Raises TypeError for a clause this checker does not know.
    """
    match clause, clause.args:
        case networks.SameFunction(), (networks.TreeNetwork(), networks.PathProducts(), networks.Network()):
            return composed_value(net, build(net), x) == net(x)
        case networks.IsTree(), (subject,):
            return is_tree(_subject(subject, net, build))
        case networks.UnitWeights(), (subject,):
            return has_unit_weights(_subject(subject, net, build))
        case networks.DeterminedBySigns(), (networks.TreeNetwork(), networks.Network()):
            return depends_on_signs_only(net)
    raise TypeError(f"the graph checker does not know {write(clause)}")


def _subject(node: Any, net: Dag, build: Build) -> Dag:
    """The network itself, or its tree network."""
    return build(net).net if isinstance(node, networks.TreeNetwork) else net


def check(statement: Statement, profile: Profile, seed: int) -> Finding:
    """Check a statement about all feedforward networks on small ones (exhaustively) and random ones."""
    rng = random.Random(f"{seed}/{statement.id}")
    stages, checked, broken = [], 0, None
    for name, label, nets in (
        ("small", "all networks on one input and up to two inner vertices, weights -1, 0, 2", _small(rng, profile)),
        ("random", "random networks with skip connections, dead units and zero weights", _random(rng, profile)),
    ):
        before = checked
        for net in nets:
            checked += 1
            x = [Fraction(rng.randint(-6, 6), rng.randint(1, 3)) for _ in net.inputs]
            broken = next(((c, net, x) for c in statement.conjuncts if not holds(c, net, x)), None)
            if broken:
                break
        stages.append({"name": name, "label": label, "tried": checked - before, "found": int(broken is not None)})
    evidence = {
        "instances": checked,
        "searches": 0,
        "certified": checked,
        "min_slack": 0.0,
        "decided": checked,
        "undecided": 0,
        "out_of_domain": 0,
        "stopped": "every planned network was checked exactly" if broken is None else "a counterexample was found",
        "dimensions": "up to 3 inputs and 6 inner vertices",
        "device": "exact rationals",
        "stages": stages,
        "ensembles": [],
        "conjuncts": [{"text": write(c), "min_slack": None, "tight": False} for c in statement.conjuncts],
        "hypotheses": [],
        "tightest": None,
    }
    finding = Finding(Verdict.SUPPORTED, "networks of up to 10 vertices", evidence)
    if broken is not None:
        clause, net, x = broken
        raise RuntimeError(f"{write(clause)} fails for {net.to_dict()} at x = {[str(c) for c in x]}")
    return finding


def _small(rng: random.Random, profile: Profile) -> Iterator[Dag]:
    """Networks x -> a, b -> o with every choice of edges and weights; evenly thinned in the quick profile."""
    pairs = [("x", "a"), ("x", "b"), ("a", "b"), ("x", "o"), ("a", "o"), ("b", "o")]
    choices = list(itertools.product(WEIGHTS, repeat=len(pairs)))
    step = max(len(choices) // (profile.networks * 4), 1)
    for k in range(rng.randrange(step), len(choices), step):
        weights = {e: w for e, w in zip(pairs, choices[k], strict=True) if w is not None}
        yield Dag(["x"], "o", {v: rng.choice(MIXED) for v in ("a", "b", "o")}, weights)


def _random(rng: random.Random, profile: Profile) -> Iterator[Dag]:
    for _ in range(profile.networks):
        yield random_dag(rng, rng.randint(1, 3), rng.randint(1, 6), rng.uniform(0.2, 0.7), activations=MIXED)
