"""Gradient flow at consecutive layers, at vertices and around neurons that two parts of a network share.

Everything is first order in the weights at hand, at one data set (or one data point: rates are linear in them), with
the slopes of all activations fixed.
"""

from __future__ import annotations

from typing import Any

from lemmata.theorems.language import architectures, columns
from lemmata.theorems.language.architectures import Above, Beside, Between, ByChannel, Kernel, KernelIn
from lemmata.theorems.language.networks import InWeights, LayerMatrix, OutWeights, SameNeighbours, Vertex
from lemmata.theorems.language.proof import Step
from lemmata.theorems.language.statement import Statement
from lemmata.theorems.language.text import write
from lemmata.theorems.language.trees import free, substitute
from lemmata.theorems.language.variables import Dim, Matrix
from lemmata.verify.kernel import ONE, R, Term, Z, num, plus, scalar
from lemmata.verify.kernel import constant as number
from lemmata.verify.principles.claim_terms import PrincipleError, array, conserved, constant, dim, inner, read, times


def layers(statement: Statement, step: Step) -> list[str]:
    """Two consecutive layers of a linear network: outputs P W_{l+1} W_l Q, with P and Q made of the other layers.

    Q holds the layers below times all data points, P the layers above (1 x 1 and equal to one for the last layer),
    E the derivatives of the risk in the outputs.
    """
    claim = conserved(statement, step.states, "layered")
    if claim.network.domain.activations != ("linear",):
        raise PrincipleError("the outputs are a product of the layers for linear units only")
    used = sorted(claim.invariant.atoms(LayerMatrix), key=write)
    pairs = [(a, b) for a in used for b in used if _next(a.args[1], b.args[1])]
    if len(used) != 2 or len(pairs) != 1 or claim.invariant.atoms(InWeights, OutWeights):
        raise PrincipleError(f"{write(claim.invariant)} does not speak of two consecutive layers alone")
    ((after, before),) = pairs
    a, b, c = Dim("a"), Dim("b"), Dim("c")
    plain = substitute(claim.invariant, {after: Matrix("W_2", c, b), before: Matrix("W_1", b, a)})
    p, q, e = array("P", ONE, dim("c")), array("Q", dim("a"), dim("N")), array("E", ONE, dim("N"))
    return _two(plain, (p, q, e), (dim("a"), dim("b"), dim("c")))


def _next(a: Any, b: Any) -> bool:
    """Whether an index is another one plus one."""
    names = {leaf.name: ("v", leaf.name, Z) for leaf in free(a) | free(b) if isinstance(leaf.name, str)}
    return plus(scalar(read(a, names)), scalar(read(b, names)), -1) == number(1)


def _two(invariant: Any, outside: tuple[Term, Term, Term], sizes: tuple[Term, Term, Term]) -> list[str]:
    """The risk tr(E^T P W_2 W_1 Q) to first order, and an invariant of W_1 and W_2."""
    (p, q, e), (a, b, c) = outside, sizes
    w1, w2 = array("W_1", b, a), array("W_2", c, b)
    risk = inner(e, times(p, w2, w1, q))
    gradients = {w2: times(("T", p), e, ("T", times(w1, q))), w1: times(("T", times(p, w2)), e, ("T", q))}
    return constant(read(invariant, {"W_1": w1, "W_2": w2}), risk, gradients)


def vertices(statement: Statement, step: Step) -> list[str]:
    """One vertex, or two with the same neighbours, and one data point.

    x holds the values of the in-vertices, delta the derivatives of the risk in the inputs of the out-vertices.  A
    positively 1-homogeneous activation sends z to g z with g its derivative at z (Euler); g = 1 for linear units.
    """
    claim = conserved(statement, step.states, "dag")
    found = sorted(claim.invariant.atoms(Vertex), key=lambda v: v.name)
    if any(v.domain.network != claim.network for v in found) or not 1 <= len(found) <= 2:
        raise PrincipleError(f"{write(claim.invariant)} does not speak of one or two vertices of the network")
    if claim.invariant.atoms(LayerMatrix):
        raise PrincipleError(f"{write(claim.invariant)} speaks of the weights of a layer")
    alike = [set(c.args) for c in statement.hypotheses if isinstance(c, SameNeighbours)]
    if len(found) == 2 and set(found) not in alike:
        raise PrincipleError(f"{found[0].name} and {found[1].name} need not have the same neighbours")
    linear = claim.network.domain.activations == ("linear",)
    said = _at(claim.invariant, {v: v.name for v in found}, linear)
    if len(found) == 2:  # nothing keeps the two from being one and the same
        _at(claim.invariant, dict.fromkeys(found, "v"), linear)
    return said


def _at(invariant: Any, called: dict[Any, str], linear: bool) -> list[str]:
    """Weights at vertices of these names, the same for two that are one vertex."""
    p, q = dim("p"), dim("q")
    x, delta = array("x", p, ONE), array("delta", q, ONE)
    values: dict[Any, Any] = {}
    for v, k in called.items():
        values |= {InWeights(v): Matrix(f"w_in_{k}", Dim("p"), 1), OutWeights(v): Matrix(f"w_out_{k}", Dim("q"), 1)}
    risk, gradients = None, {}
    for k in dict.fromkeys(called.values()):
        into, out = array(f"w_in_{k}", p, ONE), array(f"w_out_{k}", q, ONE)
        slope: Term = ONE if linear else ("v", f"g_{k}", R)
        term = ("*", inner(delta, out), ("*", slope, inner(x, into)))
        risk = term if risk is None else ("+", risk, term)
        gradients[into] = ("sc", ("*", slope, inner(delta, out)), x)
        gradients[out] = ("sc", ("*", slope, inner(x, into)), delta)
    assert risk is not None
    names = {w[1]: w for w in gradients}
    return constant(read(substitute(invariant, values), names), risk, gradients)


def neurons(statement: Statement, step: Step) -> list[str]:
    """The balance W_2^T W_2 - W_1 W_1^T of an array of neurons.

    The columns of X are what W_1 sees at each position on each data point, times the slope there, the columns of E what
    the outputs' derivatives say to W_2: the risk is tr(E^T W_2 W_1 X) to first order where the channels of a position
    share their slope.  For a diagonal entry one channel with any slope is enough.
    """
    claim = conserved(statement, step.states, "dag")
    place, into, out = _meeting(statement, claim.invariant)
    if isinstance(claim.invariant, columns.DiagonalEntries):
        return _one_channel()
    same = any(isinstance(c, architectures.SameSlopesWithin) and c.args[0] == place for c in statement.hypotheses)
    if not same and claim.network.domain.activations != ("linear",):
        raise PrincipleError(f"the channels of {place.name} need not have the same slopes")
    a, b, c = Dim("a"), Dim("b"), Dim("c")
    plain = substitute(claim.invariant, {into: Matrix("W_1", b, a), out: Matrix("W_2", c, b)})
    x, e = array("X", dim("a"), dim("N")), array("E", dim("c"), dim("N"))
    return _two(plain, (("id", dim("c")), x, e), (dim("a"), dim("b"), dim("c")))


def _one_channel() -> list[str]:
    """tr(w_2 w_2^T) - tr(w_1 w_1^T) for the weights of one channel, slope g at one position on one data point."""
    g: Term = ("v", "g", R)
    w1, w2 = array("w_1", dim("p"), ONE), array("w_2", dim("q"), ONE)
    x, e = array("x", dim("p"), ONE), array("e", dim("q"), ONE)
    risk = ("*", inner(e, w2), ("*", g, inner(x, w1)))
    gradients = {w1: ("sc", ("*", g, inner(e, w2)), x), w2: ("sc", ("*", g, inner(x, w1)), e)}
    return constant(("+", inner(w2, w2), ("*", num(-1), inner(w1, w1))), risk, gradients)


def _ends(statement: Statement) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """For each array of neurons the matrix of all weights into it, and those of all weights out of it.

    A matrix out of it may be cut into rows of as many entries as it has channels: then positions are rows too.
    """
    into: dict[Any, Any] = {}
    out: dict[Any, list[Any]] = {}
    for clause in statement.hypotheses:
        match clause, clause.args:
            case architectures.FullyConnected(), (a, b):
                into[b] = Between(a, b)
                out[a] = [Between(a, b), ByChannel(Between(a, b), a)]
            case architectures.Convolution(), (a, b):
                into[b], out[a] = Kernel(a, b), [KernelIn(a, b)]
            case architectures.ResidualBlock() | architectures.FreeBlock(), (a, h, b):
                into[h], out[h] = Between(a, h), [Between(h, b)]
                if isinstance(clause, architectures.FreeBlock):
                    into[b] = Beside(Between(h, b), Between(a, b))
                    stacked = Above(Between(a, h), Between(a, b))
                    out[a] = [stacked, ByChannel(stacked, a)]
    convolved = {c.args[1] for c in statement.hypotheses if isinstance(c, architectures.Convolution)}
    return into, {b: [w for w in ways if _fits(w, b in convolved)] for b, ways in out.items()}


def _fits(way: Any, several: bool) -> bool:
    """Out of neurons at several positions, weights are taken by channel; KernelIn is."""
    return isinstance(way, ByChannel | KernelIn) if several else True


def _meeting(statement: Statement, invariant: Any) -> tuple[Any, Any, Any]:
    """The array at which the two matrices of a balance meet, the matrix into it and the matrix out of it."""
    into, out = _ends(statement)
    for place in into.keys() & out.keys():
        for way in out[place]:
            balance = way.T @ way - into[place] @ into[place].T
            if invariant in (balance, columns.DiagonalEntries(balance)):
                return place, into[place], way
    raise PrincipleError(f"{write(invariant)} is not the balance of all weights into an array and all out of it")
