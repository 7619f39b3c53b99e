"""Whether the statement in a certificate is violated by its witness, by the suite's own interpreters.

The text is read back into the language (its clauses are Python syntax) and handed to the code that finds
counterexamples; sequences, identities and positive numbers are tried out in numbers.  Whatever is not a statement is
not violated.
"""

import itertools
import operator
import re
from fractions import Fraction

import numpy as np
from sympy import Rational

from lemmata.claims import descent as descent_rows
from lemmata.claims import graph as graph_claims
from lemmata.claims import trajectory
from lemmata.claims import whole_trainings as rays
from lemmata.language import architectures as arch
from lemmata.language import atoms, eq, minimum, networks, training, unrolling
from lemmata.language.columns import column
from lemmata.language.core import Total
from lemmata.language.relations import Relation
from lemmata.language.variables import Index
from lemmata.networks import decoupled
from lemmata.networks.dag import Dag, layers_of
from lemmata.networks.expressions import Place, evaluate
from lemmata.networks.gradient_flow import Data, velocity
from lemmata.networks.gradient_steps import BrokenLine, Descent, Leap, defect
from lemmata.networks.random_networks import eligible_vertices

LINE = re.compile(r"(\w+) = (\w+)(?:\((.*)\))?")
WORDS = {
    "w_in": networks.InWeights, "w_out": networks.OutWeights, "layer": networks.LayerMatrix, "dot": networks.Dot,
    "stable_signs": networks.StableSigns, "differentiable_loss": networks.DifferentiableLoss,
    "same_neighbours": networks.SameNeighbours, "same_slopes": networks.SameSlopes,
    "same_layer_slopes": networks.SameLayerSlopes, "conserved": networks.Conserved,
    "tree_network": networks.TreeNetwork, "path_products": networks.PathProducts,
    "same_function": networks.SameFunction, "is_tree": networks.IsTree, "unit_weights": networks.UnitWeights,
    "determined_by_signs": networks.DeterminedBySigns, "edge_weights": arch.EdgeWeights,
    "output_weights": arch.OutputWeights, "weights": arch.Between, "kernel": arch.Kernel, "kernel_in": arch.KernelIn,
    "by_channel": arch.ByChannel, "hstack": arch.HStack, "vstack": arch.Above, "in_products": arch.InProducts,
    "out_products": arch.OutProducts, "some_out_products": arch.SomeOutProducts, "is_layer": arch.IsLayer,
    "is_cut": arch.IsCut, "fully_connected": arch.FullyConnected, "convolution": arch.Convolution,
    "residual_block": arch.ResidualBlock, "free_block": arch.FreeBlock,
    "convolutional_neurons": arch.ConvolutionalNeurons, "same_slopes_within": arch.SameSlopesWithin,
    "unrolled": unrolling.UnrolledNetwork, "unrolled_by_vertices": unrolling.UnrolledByVertices,
    "absolute_tree": unrolling.AbsoluteTree, "path_inputs": unrolling.PathInputs,
    "absolute_path_products": unrolling.AbsolutePathProducts, "pulled_back": unrolling.PulledBack,
    "scaled_input": unrolling.ScaledInput, "single_out_edge": unrolling.SingleOut, "at_start": training.AtStart,
    "stays_below": training.StaysBelow, "bounded_above": training.BoundedAbove, "tends_to": training.TendsTo,
    "diverges": training.Diverges, "separable_data": training.SeparableData, "logistic_loss": training.LogisticLoss,
    "small_initial_risk": training.SmallInitialRisk, "no_zero_in_limit": training.NoZeroInLimit,
    "signs_kept": training.SignsKept, "descent_balance": training.DescentBalance,
    "smooth_in_ball": training.SmoothInBall, "risk_change": training.RiskChange,
    "gradient_square": training.GradientSquare, "min": minimum, "eq": eq, "norm2": atoms.Norm2,
    "Rational": Rational,
    "normF": atoms.NormF, "smax": atoms.SMax, "eigenform": atoms.EigenForm, "abs": abs,
    "sum": lambda a: Total(a if isinstance(a, arch._Measured) is False else column(a)),
}  # fmt: skip


class NoStatement(Exception):
    """The text is not a statement of this kind, or the witness not in its domains."""


def violated(cert):
    """Whether every hypothesis holds at the witness and the claim fails there."""
    try:
        return bool(ORACLES[cert["kind"]](cert))
    except (NoStatement, NameError, SyntaxError, TypeError, ValueError, AttributeError, KeyError, ZeroDivisionError):
        return False


def require(condition):
    if not condition:
        raise NoStatement


class Setting:
    """Network, variables and clauses of a certificate about networks."""

    def __init__(self, cert, net=None):
        text, at = cert["text"], cert.get("at", {})
        let = [LINE.fullmatch(line).groups() for line in text["let"]]
        self.net = net or Dag.from_dict(cert["network"])
        ((name, parameters),) = [(name, p) for name, domain, p in let if domain == "network"]
        kind, *allowed = parameters.split(", ")
        require(kind in ("dag", "layered") and allowed and set(allowed) <= {"linear", "relu", "leaky"})
        kinds = {v: str(a).partition(":")[0] for v, a in self.net.activations.items()}
        require(all(a in allowed or (v, a) == (self.net.output, "linear") for v, a in kinds.items()))
        if kind == "layered":
            layers_of(self.net)
        self.nu = networks.Network(name, kind, tuple(allowed))
        self.env, self.at = {name: self.nu}, at
        self.vertices, self.layers, self.arrays, self.edges = {}, {}, {}, {}
        require(set(at) == {n for n, domain, _ in let if domain != "network"} and len(let) == 1 + len(at))
        for variable, domain, given in let:
            if domain != "network":
                self.env[variable] = self.variable(variable, domain, given, at[variable], name)
        self.given = [self.read(line) for line in text["given"]]
        # A conjunction is false where one conjunct is, whatever the others say.
        self.claim = (
            [self.read(text["claim"][cert["conjunct"]])] if "conjunct" in cert else list(map(self.read, text["claim"]))
        )

    def variable(self, variable, domain, given, value, name):
        if domain == "integer":
            low, *high = map(int, given.split(", "))
            require(low <= value and (not high or value <= high[0]))
            self.layers[variable] = value
            return Index(variable)
        if domain == "positive":
            require(Fraction(value) > 0 and not given)
            return Fraction(value)
        first, *channels = given.split(", ")
        require(first == name)
        if domain in ("vertex", "input_vertex"):
            require(value in (eligible_vertices(self.net) if domain == "vertex" else self.net.inputs) and not channels)
            self.vertices[variable] = value
            made = networks.Vertex if domain == "vertex" else unrolling.InputVertex
            return made(variable, self.nu)
        if domain == "edges":
            chosen = tuple(map(tuple, value))
            require(all(e in self.net.weights and e not in self.net.frozen for e in chosen) and not channels)
            require(len(set(chosen)) == len(chosen) and not {e for group in self.net.shared for e in group} & {*chosen})
            self.edges[variable] = chosen
            return arch.EdgeSet(variable, self.nu)
        require(domain == "neurons" and len(channels) <= 1)
        require(all(len(position) == int(c) for c in channels for position in value))
        self.arrays[variable] = tuple(map(tuple, value))
        return arch.Neurons(variable, self.nu, *map(int, channels))

    def read(self, text):
        """A clause, whose networks are all the declared one."""
        exact = re.sub(r"\b(\d+) ?/ ?(\d+)\b", r"Rational(\1, \2)", text)
        left, equal, right = exact.partition(" == ")  # which Python would answer at once
        exact = f"eq({left}, {right})" if equal else exact
        clause = eval(exact, {"__builtins__": {}}, {**WORDS, **self.env})  # the tests' own texts
        require(all(isinstance(v, networks.Network) is False or v == self.nu for v in clause.atoms(networks.Network)))
        return clause

    def place(self, net, speed):
        return Place(net, speed, self.vertices, self.layers, self.arrays, self.edges)

    def holds(self, clause, net, data):
        """Whether a hypothesis on one instant holds."""
        match clause:
            case networks.DifferentiableLoss():
                return not clause.args
            case networks.StableSigns():
                return clause.args == (self.nu,) and all(net.weights.values())
            case networks.SameNeighbours():
                u, v = (self.vertices[leaf.name] for leaf in clause.args)
                return net.ins[u] == net.ins[v] and net.outs[u] == net.outs[v]
            case networks.SameSlopes():
                return self.same([self.vertices[leaf.name] for leaf in clause.args], net, data)
            case networks.SameLayerSlopes():
                k = int(clause.args[1].subs({self.env[n]: v for n, v in self.layers.items()}))
                return clause.args[0] == self.nu and self.same(layers_of(net)[k], net, data)
        return trajectory.holds(clause, net, data, self.place(net, {})) is True

    def same(self, units, net, data):
        slopes = [tuple(net.activations[v].derivative(net.forward(x).pre[v]) for v in units) for x in data.xs]
        return len(units) > 1 and all(len(set(row)) == 1 for row in slopes)


def flow(cert):
    s = Setting(cert)
    data, slopes = Data.of(cert["data"], cert["labels"]), [Fraction(d) for d in cert["slopes"]]
    (claim,) = s.claim
    require(isinstance(claim, networks.Conserved) and len(claim.args) == 2 and claim.network == s.nu)
    rows = evaluate(claim.invariant, s.place(s.net, velocity(s.net, data, slopes)))
    return (
        all(s.net.weights.values())
        and all(s.holds(c, s.net, data) for c in s.given)
        and any(x.rate for row in rows for x in row)
    )


def ray(cert):
    s = Setting(cert)
    found = decoupled.ray(s.net, Data.of(cert["data"], cert["labels"]))
    require(found is not None)
    bound = {s.env[name]: k for name, k in s.layers.items()}
    for clause in s.given:
        require(isinstance(clause, rays.KNOWN))
        require(not isinstance(clause, training.SeparableData) or rays.separator(found))
        require(not isinstance(clause, training.SmallInitialRisk) or found.margin > 0)
        if isinstance(clause, training.Diverges):  # where it does, no constant bounds it
            require(rays._broken(training.BoundedAbove(*clause.args), found, bound))
    clause = s.claim[0]
    count = len(layers_of(s.net)) - 1
    require(isinstance(clause, training.FLOW_CLAIMS) and clause.args[-1] == s.nu)
    return rays._speaks_of_layers(clause, bound, count) and rays._broken(clause, found, bound) is not None


def descent(cert):
    s = Setting(cert)
    data, sizes = Data.of(cert["data"], cert["labels"]), [Fraction(x) for x in cert["sizes"]]
    nets, gradients = [s.net], []
    for size, slopes in zip(sizes, cert["slopes"], strict=True):
        gradients.append({e: -v for e, v in velocity(nets[-1], data, [Fraction(d) for d in slopes]).items()})
        nets.append(nets[-1].with_weights({e: w - size * gradients[-1][e] for e, w in nets[-1].weights.items()}))
    run = Descent(tuple(nets), data, tuple(sizes), (), tuple(gradients))
    (claim,) = s.claim
    require(isinstance(claim, training.DescentBalance) and claim.args[1] == s.nu)
    for clause in s.given:
        if isinstance(clause, training.SignsKept):
            require(clause.args == (s.nu,))
        else:
            require(all(s.holds(clause, net, data) for net in nets[:-1]))
    return run.signs_kept and defect(claim.args[0], run, s.vertices) != 0


def leap(cert):
    weight, line = Fraction(cert["weight"]), BrokenLine(tuple((Fraction(z), Fraction(u)) for z, u in cert["slope"]))
    s = Setting(cert, Dag(["x"], "o", {"o": rays.ACTIVATIONS["linear"]}, {("x", "o"): weight}))
    (claim,) = s.claim
    for clause in s.given:
        if isinstance(clause, training.SmoothInBall):
            beta = Fraction(str(clause.args[1]))
            require(clause.args[0] == s.nu and beta >= 0 and Leap(weight, line, beta).steepest <= beta)
        else:
            require(isinstance(clause, networks.DifferentiableLoss) and not clause.args)
    step = Leap(weight, line, Fraction(1))
    require(
        isinstance(claim, Relation)
        and all(descent_rows._side(x.args[1], step) >= 0 for x in claim.atoms(training.RiskChange))
    )
    known = {"<=": operator.gt, "<": operator.ge, ">=": operator.lt, ">": operator.le, "==": operator.ne}
    return known[claim.op](descent_rows._side(claim.lhs, step), descent_rows._side(claim.rhs, step))


def graph(cert):
    s = Setting(cert)
    x = [Fraction(c) for c in cert["input"]]
    at = next(iter(s.vertices.values()), None)
    if any(graph_claims.failure(c, s.net, x, at=at) is not None for c in s.given):
        return False
    return graph_claims.failure(s.claim[0], s.net, x, at=at) is not None


def depth(cert):
    """Exact values at the first layers and at depths 64 and 128."""
    text, (last, *_) = cert["text"], [LINE.fullmatch(line)[1] for line in cert["text"]["let"] if "integer(" in line]
    numbers = {name: Fraction(q) for name, q in cert["numbers"].items()}
    for name, domain, ends in (LINE.fullmatch(line).groups() for line in text["let"]):
        if domain in ("interval", "open_interval"):
            low, high = map(Fraction, ends.split(", "))
            require(low <= numbers[name] <= high and (domain == "interval" or numbers[name] not in (low, high)))
        require(domain in ("integer", "sequence") or domain in ("real", "positive") and not ends or name in numbers)
        require(domain != "positive" or numbers[name] > 0)
        require(domain != "integer" or ends.isdigit())

    def sequence(body):
        return [None, *(eval(body, {"__builtins__": {}}, {"l": Fraction(k)}) for k in range(1, 129))]

    env = {**numbers, **{name: sequence(body) for name, body in cert["sequences"].items()}, "abs": abs}

    def value(expression, size):
        def product(body, low, high):
            out = Fraction(1)
            for k in range(low, high + 1):
                out *= body(k)
            return out

        spread = re.sub(r"product\((.*?) for (\w+) in (\w+)\.\.(\w+)\)", r"product(lambda \2: \1, \3, \4)", expression)
        return Fraction(eval(spread, {"__builtins__": {}, **env, last: size, "product": product}))

    for line in text["given"]:
        body, _, ranged = line.partition(" for ")
        index, low, high = re.fullmatch(r"(\w+) in (\w+)\.\.(\w+)", ranged).groups() if ranged else ("_", "1", last)
        require(high == last)
        for k in range(int(low), 129):
            require(eval(body, {"__builtins__": {}, **env, index: k}))
    claim = text["claim"][cert["conjunct"]]
    if found := re.fullmatch(r"(.+) -> (.+) as (\w+) -> oo", claim):
        require(found[3] == last)
        near, far = (abs(value(found[1], size) - value(found[2], size)) for size in (64, 128))
        return far > Fraction(1, 10**6) and 4 * far > 3 * near
    found = re.fullmatch(r"(.+?) (==|<=|>=|<|>) (.+) for all large (\w+)", claim)
    require(found[4] == last)
    a, b = value(found[1], 128), value(found[3], 128)
    return not {"==": a == b, "<=": a <= b, ">=": a >= b, "<": a < b, ">": a > b}[found[2]]


def negation(cert):
    """No instance drawn has the singular values the claim speaks of."""
    rng = np.random.default_rng(0)
    (claim,) = cert["text"]["claim"]
    left, right = re.fullmatch(r"exists: s\((.+), (?:\w+)\) < s\((.+), (?:\w+)\)", claim).groups()
    for _, n in itertools.product(range(40), (1, 2, 3)):
        env = {"I": np.eye}

        def values(texts, env=env):
            return [eval(t, {"__builtins__": {}, **env}) for t in texts.split(", ")]

        for name, domain, ends in (LINE.fullmatch(line).groups() for line in cert["text"]["let"]):
            match domain:
                case "integer":
                    low, *high = values(ends)
                    require(1 <= len((low, *high)) <= 2 and all(isinstance(x, int) for x in (low, *high)))
                    if low > 10**6 or high and low > high[0]:
                        return True  # of no such order can anything be tried, or there is none
                    env[name] = max(n, low) if not high else int(rng.integers(low, max(low, high[0]) + 1))
                case "interval" | "open_interval":
                    low, high = values(ends)
                    if low > high:
                        return True  # nothing exists where a domain is empty
                    env[name] = low + (high - low) * rng.random()
                case "real" if ends:
                    env[name] = rng.standard_normal(values(ends))
                case "real":
                    env[name] = rng.standard_normal()
                case "symmetric" | "diagonal" | "orthogonal":
                    env[name] = np.diag(rng.standard_normal(*values(ends)))
                case "activation":
                    count, order, eta = values(ends)
                    require(isinstance(count, int))
                    if not 0 <= count <= order:
                        return True
                    env[name] = np.diag([float(eta)] * count + [1.0] * (order - count))
        a, b = (np.linalg.svd(eval(t, {"__builtins__": {}, **env}), compute_uv=False) for t in (left, right))
        require(len(a) == len(b))
        if np.any(a < b * (1 - 1e-9) - 1e-9):
            return False
    return True


def opposite(cert):
    (claim,) = cert["text"]["claim"]
    names = [LINE.fullmatch(line).groups() for line in cert["text"]["let"]]
    names = [line for line in names if re.search(rf"\b{line[0]}\b", claim)]  # what nothing is said of may be anything
    require(all(domain == "positive" and not ends for _, domain, ends in names))
    points = itertools.product(*([[0.001, 0.3, 1.0, 2.0, 40.0]] * len(names)))
    body = re.fullmatch(r"exists: (.+)", claim)[1]
    envs = [dict(zip((name for name, *_ in names), point, strict=True)) for point in points]
    return not any(eval(body, {"__builtins__": {}, **env}) for env in envs)


def denial(cert):
    return (negation if "exists: s(" in cert["text"]["claim"][0] else opposite)(cert)


ORACLES = {
    "flow": flow, "ray": ray, "descent": descent, "leap": leap, "graph": graph, "depth": depth, "denial": denial,
}  # fmt: skip
