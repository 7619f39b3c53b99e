"""Rates of change around neurons that two parts of a network share, and over cuts, by the chain rule.

Everything is first order in the weights at hand, at one data set, with the slopes of all activations fixed.
"""

from __future__ import annotations

from typing import Any

from sympy import Symbol

from theorems.language import architectures, atoms, columns, matrices, proof
from theorems.language.architectures import Above, Beside, Between, ByChannel, Kernel, KernelIn
from theorems.language.networks import Dot
from theorems.language.text import write
from theorems.language.variables import Dim, Matrix, Scalar
from verify.proofs.book import Book
from verify.proofs.facts import Fact
from verify.proofs.flows import MINUS, _claim, _constant, _gradient
from verify.proofs.trees import derivative, substitute
from verify.proofs.words import ProofError


def _ends(book: Book) -> tuple[dict[Any, Any], dict[Any, Any]]:
    """For each array of neurons the matrix of all weights into it, and those of all weights out of it.

    A matrix out of it may be cut into rows of as many entries as it has channels: then positions are rows too.
    """
    into: dict[Any, Any] = {}
    out: dict[Any, list[Any]] = {}
    for clause in book.statement.hypotheses:
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
    convolved = {c.args[1] for c in book.statement.hypotheses if isinstance(c, architectures.Convolution)}
    return into, {b: [w for w in ways if _fits(w, b in convolved)] for b, ways in out.items()}


def _fits(way: Any, several: bool) -> bool:
    """Out of neurons at several positions, weights are taken by channel; KernelIn is."""
    return isinstance(way, ByChannel | KernelIn) if several else True


def _meeting(book: Book, invariant: Any) -> tuple[Any, Any, Any]:
    """The array at which the two matrices of a balance meet, the matrix into it and the matrix out of it."""
    into, out = _ends(book)
    for array in into.keys() & out.keys():
        for way in out[array]:
            balance = way.T @ way - into[array] @ into[array].T
            if invariant in (balance, columns.DiagonalEntries(balance)):
                return array, into[array], way
    raise ProofError(f"{write(invariant)} is not the balance of all weights into an array and all weights out of it")


def parts_flow(book: Book, reason: proof.PartsFlow, target: Fact) -> Fact:
    """The balance W_2^T W_2 - W_1 W_1^T of an array of neurons.

    The columns of X are what W_1 sees at each position on each data point, times the slope there, the columns of E what
    the outputs' derivatives say to W_2: the risk is tr(E^T W_2 W_1 X) to first order where the channels of a position
    share their slope.  For a diagonal entry one channel with any slope is enough.
    """
    claim = _claim(book, target, "dag")
    array, into, out = _meeting(book, claim.invariant)
    if isinstance(claim.invariant, columns.DiagonalEntries):
        _one_channel(book)
        return book.shown(target)
    same = any(isinstance(c, architectures.SameSlopesWithin) and c.args[0] == array for c in book.statement.hypotheses)
    if not same and claim.network.domain.activations != ("linear",):
        raise ProofError(f"the channels of {array.name} need not have the same slopes")
    b, p, q, places = Dim("b"), Dim("p"), Dim("q"), Dim("N")
    w1, w2 = Matrix("W_1", b, p), Matrix("W_2", q, b)
    x, e = Matrix("X", p, places), Matrix("E", q, places)
    risk = atoms.Tr(e.T @ (w2 @ w1 @ x))
    gradients = {w1: w2.T @ e @ x.T, w2: e @ (w1 @ x).T}
    for weights, gradient in gradients.items():
        _gradient(book, risk, weights, gradient)
    plain = substitute(claim.invariant, {into: w1, out: w2})
    _constant(book, plain, {w: matrices.Scaled(MINUS, g) for w, g in gradients.items()})
    return book.shown(target)


def _one_channel(book: Book) -> None:
    """tr(w_2 w_2^T) - tr(w_1 w_1^T) for the weights of one channel, slope g at one position on one data point."""
    p, q, g = Dim("p"), Dim("q"), Scalar("g")
    w1, w2 = Matrix("w_1", p, 1), Matrix("w_2", q, 1)
    x, e = Matrix("x", p, 1), Matrix("e", q, 1)
    risk = atoms.Tr(e.T @ w2) * g * atoms.Tr(x.T @ w1)
    gradients = {w1: matrices.Scaled(g * atoms.Tr(e.T @ w2), x), w2: matrices.Scaled(g * atoms.Tr(x.T @ w1), e)}
    for weights, gradient in gradients.items():
        _gradient(book, risk, weights, gradient)
    rates = {w: matrices.Scaled(MINUS, grad) for w, grad in gradients.items()}
    _constant(book, atoms.Tr(w2.T @ w2) - atoms.Tr(w1.T @ w1), rates)


def cut_flow(book: Book, reason: proof.CutFlow, target: Fact) -> Fact:
    """Differences of squared weights over cuts.

    Every path holds exactly one edge of a cut and no edge lies beyond another, so the output is c^T w with w the
    weights of the cut and c independent of them; times the derivative of the loss that is one number for all cuts.
    """
    claim = _claim(book, target, "dag")
    cuts = [c.args[0] for c in book.statement.hypotheses if isinstance(c, architectures.IsCut)]
    allowed = {architectures.EdgeWeights(f) for f in cuts} | {architectures.OutputWeights(claim.network)}
    used = sorted(claim.invariant.atoms(architectures.EdgeWeights, architectures.OutputWeights), key=write)
    if not used or not set(used) <= allowed:
        raise ProofError(f"{write(claim.invariant)} does not speak of cuts alone")
    rates, values, traces = {}, {}, {}
    total = Symbol("e")
    for k, weights in enumerate(used):
        size = Dim(f"p_{k}")
        w, c = Matrix(f"w_{k}", size, 1), Matrix(f"c_{k}", size, 1)
        _gradient(book, atoms.Tr(c.T @ w), w, c)
        rates[w], values[weights] = matrices.Scaled(MINUS, c), w
        traces[book.forms.scalar(atoms.Tr(c.T @ w))] = total
    rate = derivative(_dots(substitute(claim.invariant, values)), rates.get)
    if rate is None or book.forms.scalar(rate).subs(traces) != 0:
        raise ProofError(f"the rate of change of {write(claim.invariant)} does not vanish")
    book.remarks.append("each sum of squares has the rate -2 e, e the derivative of the loss times the output")
    return book.shown(target)


def _dots(node: Any) -> Any:
    if isinstance(node, Dot):
        return atoms.Tr(node.args[0].T @ node.args[1])
    if not getattr(node, "args", ()) or hasattr(node, "domain"):
        return node
    return node.func(*(_dots(a) for a in node.args))
