"""What networks compute: equal at every vertex by induction, and of first order in each layer.

Units are positively homogeneous: sigma(z) = g z, where the slope g is that of every positive multiple of z.  Unrolling
a network copies a vertex once for each path from it to the output; pulling the weight w of the only out-edge of a
vertex back through it puts sgn(w) in its place and |w| on what comes in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lemmata.kernel import ONE, R, Term
from lemmata.language.statement import Statement
from lemmata.principles.flow import T, array, dim, times
from lemmata.principles.templates import Instance, choices, declared, equal

UNITS = "network(dag, linear, relu, leaky)"
TREES = (("unrolled({nu})", "path_inputs({nu})"), ("absolute_tree({nu})", "absolute_path_products({nu})"),
         ("tree_network({nu})", "path_products({nu})"))  # fmt: skip


def trees(statement: Statement) -> Iterator[Instance]:
    """The network as a tree over its paths: with the same weights, and with their signs over products of weights."""
    for (nu,) in choices(declared(statement), ("network(",)):
        for tree, inputs in ((a.format(nu=nu), b.format(nu=nu)) for a, b in TREES):
            shape = (f"same_function({tree}, {inputs}, {nu})", f"is_tree({tree})")
            signs = (f"unit_weights({tree})", f"determined_by_signs({tree}, {nu})")
            claim = shape if tree.startswith("unrolled") else (*shape, *signs)
            yield Instance((f"{nu} = {UNITS}",), (), claim, _at_a_vertex)


def pulled_back(statement: Statement) -> Iterator[Instance]:
    """A weight pulled back through the vertex, or the input, whose only out-edge bears it."""
    for nu, v in choices(declared(statement), ("network(", "vertex(")):
        let, given = (f"{nu} = {UNITS}", f"{v} = vertex({nu})"), (f"single_out_edge({v})",)
        yield Instance(let, given, (f"same_function(pulled_back({nu}, {v}), {nu})",), _at_a_vertex)
    for nu, i in choices(declared(statement), ("network(", "input_vertex(")):
        let, given = (f"{nu} = {UNITS}", f"{i} = input_vertex({nu})"), (f"single_out_edge({i})",)
        claim = f"same_function(pulled_back({nu}, {i}), scaled_input({nu}, {i}), {nu})"
        yield Instance(let, given, (claim,), _at_a_vertex)


def layer_gradients(statement: Statement) -> Iterator[Instance]:
    """The average of outer products of the gradients of a linear network in its layers, weights row by row."""
    for depth, d, m, k, count, w, x in choices(declared(statement), (*["integer(1)"] * 5, "layers(", "real(")):
        blocks = f"vstack(kron({w}[{depth}:l + 1].T, {w}[l - 1:1]) for l in 1..{depth})"
        let = (*(f"{size} = integer(1)" for size in (depth, d, m, k, count)),
               f"{w} = layers({depth}, {d}, {m}, {k})", f"{x} = real({d}, {count})")  # fmt: skip
        claim = f"gradient_gram({w}, {x}) == {blocks} @ kron(I({k}), 1 / {count} * ({x} @ {x}.T)) @ {blocks}.T"
        yield Instance(let, (), (claim,), _in_a_layer)


TEMPLATES: tuple[Callable[[Statement], Iterator[Instance]], ...] = (trees, pulled_back, layer_gradients)


def _at_a_vertex() -> list[str]:
    """w is sgn(w) |w|; |w| passes the unit with its slope g, and a weight spreads over what two edges bring."""
    sign, modulus, g, x, y = (("v", name, R) for name in ("sgn", "abs", "g", "x", "y"))
    z: Term = ("+", x, y)
    equal(("*", ("*", sign, modulus), ("*", g, z)), ("*", sign, ("*", g, ("+", ("*", modulus, x), ("*", modulus, y)))))
    return ["w sigma(x + y) = sgn(w) sigma(|w| x + |w| y), by induction over the vertices in topological order"]


def _in_a_layer() -> list[str]:
    """The output P W Q x changes by t P D Q x; at the output i the derivative is (P^T e_i) (Q x)^T, entry by entry."""
    rows = [dim(name) for name in ("k", "q", "p", "d")]
    p, w, d, q = (array(name, a, b) for name, a, b in (("P", rows[0], rows[1]), ("W", rows[1], rows[2]),
                                                       ("D", rows[1], rows[2]), ("Q", rows[2], rows[3])))  # fmt: skip
    x, e = array("x", rows[3], ONE), array("e", rows[0], ONE)
    equal(times(p, ("m+", w, ("sc", T, d)), q, x), ("m+", times(p, w, q, x), ("sc", T, times(p, d, q, x))))
    gradient = times(("T", p), e, ("T", times(q, x)))
    equal(("tr", times(("T", e), p, d, q, x)), ("tr", times(("T", gradient), d)))
    return ["the output is linear in each layer", "its derivative in W is P^T e (Q x)^T at the output e"]
