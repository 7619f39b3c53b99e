"""What a check says of what it tried, in the form that the report reads."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from lemmata.language.statement import Statement
from lemmata.language.text import write
from lemmata.networks.dag import Dag

Shown = dict[str, Any]  # an instance: its dimensions, and its values by name


def account(statement: Statement, instances: int, broken: Collection[int] = (), **more: Any) -> dict[str, Any]:
    """Counts, conjuncts and whatever else there is to say of a check that decided all `instances`.

    `broken` are the numbers of the conjuncts that fail; what `more` names takes the place of what is usual.
    """
    return {
        "instances": instances,
        "searches": 0,
        "certified": 0,
        "min_slack": None,
        "decided": instances,
        "undecided": 0,
        "out_of_domain": 0,
        "stages": [],
        "ensembles": [],
        "conjuncts": [conjunct(c, k in broken) for k, c in enumerate(statement.conjuncts)],
        "hypotheses": [],
        "tightest": None,
        **more,
    }


def conjunct(clause: Any, broken: bool, slack: float | None = None) -> dict[str, Any]:
    """One relation of the claim, with the smallest slack seen."""
    return {"text": write(clause), "min_slack": slack, "tight": False, "status": "broken" if broken else "holds"}


def stage(name: str, label: str, tried: int, found: bool) -> dict[str, Any]:
    """One stage of a search: how much was tried, and whether it found a counterexample."""
    return {"name": name, "label": label, "tried": tried, "found": int(found)}


def hypothesis(clause: Any, met: Shown | None, missed: Shown | None) -> dict[str, Any]:
    """One hypothesis, with an instance that meets it and one that does not."""
    return {
        "text": write(clause),
        "met": met is not None,
        "missed": missed is not None,
        "example_met": met,
        "example_missed": missed,
    }


def counterexample(statement: Statement, k: int, at: Shown, sides: tuple[str, str, str], why: str) -> dict[str, Any]:
    """An instance at which conjunct `k` fails: left side, relation, right side, and a sentence on why."""
    left, relation, right = sides
    return {
        **at,
        "conjunct": k,
        "claim": write(statement.conjuncts[k]),
        "lhs": left,
        "rhs": right,
        "relation": relation,
        "explain": why,
    }


def shown(values: Mapping[str, Any], dims: Mapping[str, int] | None = None) -> Shown:
    """An instance from its values."""
    return {"dims": dict(dims or {}), "values": dict(values)}


def weights(net: Dag) -> dict[str, str]:
    """The weights of a network by edge."""
    return {f"{u}→{v}": str(w) for (u, v), w in net.weights.items()}


def weights_of(net: Dag) -> Shown:
    """A network as an instance."""
    return shown(weights(net))


def points(data: Any) -> dict[str, Any]:
    """Inputs, as columns, and labels of a data set, numbered from 1."""
    inputs = {f"x_{k}": [[str(c)] for c in x] for k, x in enumerate(data.xs, 1)}
    return inputs | {f"y_{k}": str(y) for k, y in enumerate(data.ys, 1)}


def looked_at(sizes: Collection[int], choices: int) -> str:
    """The sizes and the number of choices of parameters that a test of chance looked at; empty where there are none."""
    if not sizes:
        return ""
    least, largest = min(sizes), max(sizes)
    many = f", {choices} choices of parameters" if choices > 1 else ""
    return f"n = {least}{f' … {largest}' if largest > least else ''}{many}"
