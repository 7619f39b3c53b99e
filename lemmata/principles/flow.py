"""Gradient flow and gradient descent: what stays constant at a vertex, between layers, around neurons, over cuts.

Each template writes a whole statement.  The reason is first order in the weights at hand, at one data point (rates are
linear in them), with the slopes of all activations fixed: there the risk is bilinear in the two kinds of weights, by
the chain rule and Euler's identity for homogeneous activations.  The kernel proves for this risk that what is called a
gradient is one, and that a step t against it changes the quantity by the terms in t^2 alone: its rate vanishes.

With q(w) = B(w, w), the rate along -g is -2 B(w, g), linear in g and continuous in (w, g).  For almost every w each
unit has on each data point a value that is not zero, or is zero nearby too, where every slope gives the chain rule.  So
B(w_k, grad R(w_k)) = 0 there, hence for limits of such gradients and their convex hull: for every Clarke subgradient
at every w (Clarke, Optimization and Nonsmooth Analysis, Theorem 2.5.1).  That slopes are the same is open in w, as it
says that the units are at no kink.  No sign of a weight is used: templates ask for no stable signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from lemmata import kernel as logic
from lemmata.kernel import ONE, P, R, Term, num, sub
from lemmata.language.statement import Statement
from lemmata.principles.templates import Instance, choices, declared, equal

UNITS = ("linear", "relu", "leaky")  # the positively homogeneous activations
FLOW = "conserved({}, {})"
DESCENT = "descent_balance({}, {})"
T: Term = ("v", "t", R)


class Network(NamedTuple):
    """A network of a statement, and the text of its domain."""

    name: str
    domain: str

    def let(self) -> str:
        """Its line."""
        return f"{self.name} = {self.domain}"


def networks(statement: Statement, graph: str, units: Sequence[str]) -> Iterator[Network]:
    """The networks whose units are among these."""
    allowed = _domains(graph, units)
    return (Network(name, domain) for name, domain in declared(statement).items() if domain in allowed)


def _domains(graph: str, units: Sequence[str]) -> list[str]:
    """The text of the domains with some of the units, in the order given."""
    some: list[tuple[str, ...]] = [()]
    for unit in units:
        some += [(*chosen, unit) for chosen in some]
    return [f"network({', '.join((graph, *chosen))})" for chosen in some if chosen]


def _written(
    nu: Network, let: Sequence[str], given: Sequence[str], quantity: str, identities: Callable[[], list[str]],
    claim: str = FLOW,
) -> Instance:  # fmt: skip
    signs = (f"stable_signs({nu.name})", f"signs_kept({nu.name})")
    given = ("differentiable_loss()", *given)
    return Instance((nu.let(), *let), given, (claim.format(quantity, nu.name),), identities, signs)


def one_vertex(statement: Statement) -> Iterator[Instance]:
    """w_in^T w_in - w_out^T w_out at a vertex, along gradient flow or over steps of gradient descent."""
    for nu in networks(statement, "dag", UNITS):
        for (v,) in choices(declared(statement), ("vertex(",)):
            quantity = f"dot(w_in({v}), w_in({v})) - dot(w_out({v}), w_out({v}))"
            for words in (FLOW, DESCENT):
                yield _written(nu, [f"{v} = vertex({nu.name})"], (), quantity, _at_a_vertex, words)


def two_vertices(statement: Statement) -> Iterator[Instance]:
    """w_in^T w_in' - w_out^T w_out' at two units with the same neighbours: linear ones, or of the same slopes."""
    for nu in networks(statement, "dag", UNITS):
        for u, v in choices(declared(statement), ("vertex(", "vertex(")):
            quantity = f"dot(w_in({u}), w_in({v})) - dot(w_out({u}), w_out({v}))"
            let = [f"{w} = vertex({nu.name})" for w in (u, v)]
            near, slopes = f"same_neighbours({u}, {v})", f"same_slopes({u}, {v})"
            for words in (FLOW, DESCENT):
                if nu.domain == _domains("dag", UNITS[:1])[0]:
                    yield _written(nu, let, [near], quantity, _at_two_vertices, words)
                yield _written(nu, let, [near, slopes], quantity, _at_two_vertices, words)


def two_layers(statement: Statement) -> Iterator[Instance]:
    """W_2^T W_2 - W_1 W_1^T of consecutive layers: of a linear network, or around units of the same slopes; its
    diagonal always."""
    for nu in networks(statement, "layered", UNITS):
        for (index,) in choices(declared(statement), ("integer(",)):
            let, slopes = [f"{index} = integer(1)"], f"same_layer_slopes({nu.name}, {index})"
            balance = _balance(f"layer({nu.name}, {index} + 1)", f"layer({nu.name}, {index})")
            if nu.domain == _domains("layered", UNITS[:1])[0]:
                yield _written(nu, let, (), balance, _between_layers)
            yield _written(nu, let, [slopes], balance, _around_neurons)
            yield _written(nu, let, (), f"diag({balance})", _one_channel)


def two_channels(statement: Statement) -> Iterator[Instance]:
    """Products of the weights of two channels between a convolution and another or a fully connected layer, of linear
    units or with the same slopes at each position.

    Every pair of taps and neighbours occurs once, so that the sums are the entries (1, 2) of the products of weights.
    """
    for nu in networks(statement, "dag", UNITS):
        for a, b, c in choices(declared(statement), ("neurons(",) * 3):
            let = [f"{a} = neurons({nu.name})", f"{b} = neurons({nu.name}, 2)", f"{c} = neurons({nu.name})"]
            balance = f"sum(in_products({b})) - sum(some_out_products({b}))"
            for after in ("convolution", "fully_connected"):
                given = [f"convolution({a}, {b})", f"{after}({b}, {c})"]
                if nu.domain == _domains("dag", UNITS[:1])[0]:
                    yield _written(nu, let, given, balance, _around_neurons)
                yield _written(nu, let, [*given, f"same_slopes_within({b})"], balance, _around_neurons)


class Meeting(NamedTuple):
    """Parts of a network that share an array of neurons: hypotheses, all weights into the array and all out of it."""

    parts: tuple[str, ...]
    into: str
    out: str


MEETINGS = (  # the array is B; A, C, G and H are others
    Meeting(("residual_block({A}, {B}, {C})",), "weights({A}, {B})", "weights({B}, {C})"),
    Meeting(("convolution({A}, {B})", "convolution({B}, {C})"), "kernel({A}, {B})", "kernel_in({B}, {C})"),
    Meeting(
        ("convolution({A}, {B})", "fully_connected({B}, {C})"), "kernel({A}, {B})", "by_channel(weights({B}, {C}), {B})"
    ),
    Meeting(
        ("convolution({A}, {B})", "free_block({B}, {H}, {C})"),
        "kernel({A}, {B})",
        "by_channel(vstack(weights({B}, {H}), weights({B}, {C})), {B})",
    ),
    Meeting(
        ("free_block({A}, {G}, {B})", "free_block({B}, {H}, {C})"),
        "hstack(weights({G}, {B}), weights({A}, {B}))",
        "vstack(weights({B}, {H}), weights({B}, {C}))",
    ),
    Meeting(
        ("free_block({A}, {G}, {B})", "fully_connected({B}, {C})"),
        "hstack(weights({G}, {B}), weights({A}, {B}))",
        "weights({B}, {C})",
    ),
    Meeting(
        ("fully_connected({A}, {B})", "free_block({B}, {H}, {C})"),
        "weights({A}, {B})",
        "vstack(weights({B}, {H}), weights({B}, {C}))",
    ),
)


def neurons(statement: Statement) -> Iterator[Instance]:
    """W_2^T W_2 - W_1 W_1^T of all weights into an array of neurons and all out of it.

    The whole matrix for linear units and where the channels of a position share their slope, its diagonal always.
    """
    domains = declared(statement)
    for meeting in MEETINGS:
        letters = [x for x in "ABCGH" if any(f"{{{x}}}" in part for part in meeting.parts)]
        for chosen in choices(domains, ["neurons("] * len(letters)):
            names = dict(zip(letters, chosen, strict=True))
            given = [part.format(**names) for part in meeting.parts]
            balance = _balance(meeting.out.format(**names), meeting.into.format(**names))
            for nu in networks(statement, "dag", UNITS):
                let = [f"{name} = neurons({nu.name})" for name in chosen]
                yield _written(nu, let, given, f"diag({balance})", _one_channel)
                if nu.domain == "network(dag, linear)":
                    yield _written(nu, let, given, balance, _around_neurons)
                yield _written(nu, let, [*given, f"same_slopes_within({names['B']})"], balance, _around_neurons)


def _balance(out: str, into: str) -> str:
    return f"{out}.T @ {out} - {into} @ {into}.T"


def cuts(statement: Statement) -> Iterator[Instance]:
    """The difference of the squared weights of two cuts; the weights into the output are one."""
    domains = declared(statement)
    for nu in networks(statement, "dag", UNITS):
        for f, g in choices(domains, ("edges(", "edges(")):
            let, given = [f"{x} = edges({nu.name})" for x in (f, g)], [f"is_cut({x})" for x in (f, g)]
            yield _written(nu, let, given, _squares(f"edge_weights({f})", f"edge_weights({g})"), _over_cuts)
        for (f,) in choices(domains, ("edges(",)):
            quantity = _squares(f"edge_weights({f})", f"output_weights({nu.name})")
            yield _written(nu, [f"{f} = edges({nu.name})"], [f"is_cut({f})"], quantity, _over_cuts)


def _squares(a: str, b: str) -> str:
    return f"dot({a}, {a}) - dot({b}, {b})"


TEMPLATES = (one_vertex, two_vertices, two_layers, two_channels, neurons, cuts)


# --- the identities, proved by the kernel


def dim(name: str) -> Term:
    """A size."""
    return ("v", name, P)


def array(name: str, rows: Term, cols: Term) -> Term:
    """A matrix variable."""
    return ("v", name, ("M", rows, cols))


def times(*factors: Term) -> Term:
    """A product of matrices."""
    out = factors[0]
    for x in factors[1:]:
        out = ("mm", out, x)
    return out


def inner(a: Term, b: Term) -> Term:
    """tr A^T B."""
    return ("tr", times(("T", a), b))


Of = Callable[..., Term]


def constant(quantity: Of, risk: Of, weights: Sequence[Term], gradients: Sequence[Term]) -> list[str]:
    """Have the kernel prove that a quadratic quantity has the rate 0 along the gradient flow of a bilinear risk.

    Raises KernelError where a gradient is wrong or the quantity changes at first order.
    """
    changes = [("v", f"d_{w[1]}", w[2]) for w in weights]
    moved = [("m+", w, ("sc", T, d)) for w, d in zip(weights, changes, strict=True)]
    first: Term = num(0)
    for gradient, d in zip(gradients, changes, strict=True):
        first = ("+", first, inner(gradient, d))
    square: Term = ("^", T, 2)
    equal(risk(*moved), ("+", ("+", risk(*weights), ("*", T, first)), ("*", square, risk(*changes))))
    after = [("m+", w, ("sc", ("*", num(-1), T), g)) for w, g in zip(weights, gradients, strict=True)]
    now, then, rest = quantity(*weights), quantity(*after), quantity(*gradients)
    matrix = then[0] == "m+"
    equal(then, ("m+", now, ("sc", square, rest)) if matrix else ("+", now, ("*", square, rest)))
    return [f"gradient in {w[1]}: {shown(g)}" for w, g in zip(weights, gradients, strict=True)] + [
        "a step against the gradient changes the quantity by terms of second order alone"
    ]


def shown(t: Term) -> str:
    """A gradient for people."""
    op = t[0]
    if op in ("v", "q"):
        return str(t[1]) if t != ONE else ""
    if op == "id":
        return ""
    if op == "T":
        return f"{shown(t[1])}.T" if shown(t[1]) else ""
    if op in ("mm", "sc", "*"):
        return " ".join(word for x in t[1:] if (word := shown(x)))
    return f"{op}({', '.join(shown(x) for x in t[1:])})"


def _difference(a: Term, b: Term, c: Term, d: Term) -> Term:
    return sub(inner(a, b), inner(c, d))


def _at_a_vertex() -> list[str]:
    """x holds the values of the in-vertices, delta the derivatives of the risk in the inputs of the out-vertices.

    A positively homogeneous activation sends z to g z with g its derivative at z (Euler).
    """
    g: Term = ("v", "g", R)
    w, z = array("w_in", dim("p"), ONE), array("w_out", dim("q"), ONE)
    x, delta = array("x", dim("p"), ONE), array("delta", dim("q"), ONE)
    return constant(
        lambda a, b: _difference(a, a, b, b),
        lambda a, b: ("*", inner(delta, b), ("*", g, inner(x, a))),
        (w, z),
        (("sc", ("*", g, inner(delta, z)), x), ("sc", ("*", g, inner(x, w)), delta)),
    )


def _at_two_vertices() -> list[str]:
    """The same for two different units with one x, which holds the slope they share, and one delta; where the two are
    one, they are a vertex."""
    x, delta = array("x", dim("p"), ONE), array("delta", dim("q"), ONE)
    w, y = array("w_in_u", dim("p"), ONE), array("w_in_v", dim("p"), ONE)
    z, q = array("w_out_u", dim("q"), ONE), array("w_out_v", dim("q"), ONE)
    _at_a_vertex()
    return constant(
        lambda a, b, c, d: _difference(a, b, c, d),
        lambda a, b, c, d: ("+", ("*", inner(delta, c), inner(x, a)), ("*", inner(delta, d), inner(x, b))),
        (w, y, z, q),
        (("sc", inner(delta, z), x), ("sc", inner(delta, q), x), ("sc", inner(x, w), delta),
         ("sc", inner(x, y), delta)),
    )  # fmt: skip


def _two(p: Term, q: Term, e: Term) -> list[str]:
    """The risk tr(E^T P W_2 W_1 Q) and W_2^T W_2 - W_1 W_1^T."""
    w, z = array("W_1", dim("b"), dim("a")), array("W_2", dim("c"), dim("b"))
    return constant(
        lambda a, b: ("m+", times(("T", b), b), ("sc", num(-1), times(a, ("T", a)))),
        lambda a, b: inner(e, times(p, b, a, q)),
        (w, z),
        (times(("T", times(p, z)), e, ("T", q)), times(("T", p), e, ("T", times(w, q)))),
    )


def _between_layers() -> list[str]:
    """Q holds the layers below times all data points, P the layers above, E the derivatives in the outputs."""
    return _two(array("P", ONE, dim("c")), array("Q", dim("a"), dim("N")), array("E", ONE, dim("N")))


def _around_neurons() -> list[str]:
    """The columns of X are what W_1 sees at each position on each data point, times the slope there, which all
    channels share; the columns of E what the outputs' derivatives say to W_2."""
    return _two(("id", dim("c")), array("X", dim("a"), dim("N")), array("E", dim("c"), dim("N")))


def _one_channel() -> list[str]:
    """The weights of one channel, at one position on one data point: those of a vertex."""
    return _at_a_vertex()


def _over_cuts() -> list[str]:
    """Every path holds one edge of a cut and no edge lies beyond another, so the output is c^T w with w the weights of
    the cut and c independent of them, for both cuts; the gradient is the derivative of the loss, e, times c."""
    e: Term = ("v", "e", R)
    w, z = array("w_F", dim("p"), ONE), array("w_G", dim("q"), ONE)
    c, d = array("c_F", dim("p"), ONE), array("c_G", dim("q"), ONE)
    after = [("m+", a, ("sc", ("*", num(-1), ("*", T, e)), b)) for a, b in ((w, c), (z, d))]
    now, then, rest = (_difference(a, a, b, b) for a, b in ((w, z), (after[0], after[1]), (c, d)))
    step: Term = ("*", T, e)
    goal: Term = ("=", then, ("+", now, ("*", ("^", step, 2), rest)))
    output = logic.assume(("=", inner(c, w), inner(d, z)))
    logic.linear(goal, [(("*", num(-2), step), None, output)])
    return ["gradient in the weights of a cut: e c", "c^T w is the output for both cuts, so that the rates are equal"]
