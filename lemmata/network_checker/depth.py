"""Kind "depth": layers given by explicit sequences of eigenvalues for which a claim about great depth fails.

Every product of layers is P(L) = b^L R(L) with R rational.  That is verified by induction: R(0) = 1 and
b R(L) = f(L) R(L - 1) as an identity of polynomials, f being the factor at layer L.  Hypotheses hold at every layer
l >= 1 because all coefficients after the shift l -> l + 1 have one sign.  What is claimed is then a quotient of sums
of terms c b^L L^k; along even L the term of the largest |b|, and in it the highest power of L, decides for all large L
whether it is zero, which sign it has, and whether the quotient tends to 0.
Source: Oyedotun et al. (2021), section 4.1, in the basis of common eigenvectors.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata.checker.exact_numbers import checked
from lemmata.checker.format import KINDS, Kind, NotEstablished, rational, require, well_formed
from lemmata.checker.text_form import HOLDS, Tree, parse_clause, parse_expression
from lemmata.checker.violation import DOMAINS, declarations

Polynomial = dict[tuple[Fraction, int], Fraction]  # the coefficient of b^L L^k by (b, k); of l^k by (1, k)
Quotient = tuple[Polynomial, Polynomial]
Leaf = Callable[[Tree], Quotient | None]
UNIT = (Fraction(1), 0)
ONE: Polynomial = {UNIT: Fraction(1)}
VARIABLE: Quotient = {(Fraction(1), 1): Fraction(1)}, ONE
MAX_TERMS, MAX_POWER, MAX_DEGREE = 2000, 12, 100
NUMBERS = ("real", "positive", "interval", "open_interval")


def plus(a: Polynomial, b: Polynomial, sign: int = 1) -> Polynomial:
    """a + b, or a - b."""
    out = dict(a)
    for term, c in b.items():
        out[term] = out.get(term, Fraction(0)) + sign * c
    return {term: c for term, c in out.items() if c}


def times(a: Polynomial, b: Polynomial) -> Polynomial:
    """a b.  Raises NotEstablished where that has too many terms."""
    require(len(a) * len(b) <= MAX_TERMS, "an expression has too many terms")
    out: Polynomial = {}
    for (p, j), c in a.items():
        for (q, k), d in b.items():
            require(j + k <= MAX_DEGREE, "an expression has too high a degree")
            out[checked(p * q), j + k] = checked(out.get((p * q, j + k), Fraction(0)) + c * d)
    return {term: c for term, c in out.items() if c}


def read(tree: Tree, leaf: Leaf) -> Quotient:
    """A quotient of polynomials; `leaf` knows what names and functions stand for.

    Whatever is divided by stays a factor of the denominator: where that is not zero, every part is defined.
    """
    if (known := leaf(tree)) is not None:
        return known
    match tree:
        case ("num", q):
            return ({UNIT: q} if q else {}), ONE
        case ("neg", a):
            top, bottom = read(a, leaf)
            return plus({}, top, -1), bottom
        case ("add" | "mul" | "div" as kind, a, b):
            (n, d), (m, e) = read(a, leaf), read(b, leaf)
            if kind == "mul":
                return times(n, m), times(d, e)
            if kind == "add":
                return (plus(n, m), d) if d == e else (plus(times(n, e), times(m, d)), times(d, e))
            require(m, "something is divided by zero")
            return times(n, times(e, e)), times(d, times(m, e))
        case ("pow", a, ("num", k)) if k.denominator == 1 and 0 <= k <= MAX_POWER:
            (n, d), (m, e) = read(a, leaf), (ONE, ONE)
            for _ in range(int(k)):
                m, e = times(m, n), times(e, d)
            return m, e
    raise NotEstablished("an expression is none that this kind of certificate knows")


def moved(a: Polynomial, by: int) -> Polynomial:
    """p(x + by) for a polynomial p in x."""
    out: Polynomial = {}
    for k in range(max((k for _, k in a), default=0), -1, -1):  # Horner's scheme
        head = a.get((Fraction(1), k), Fraction(0))
        out = plus(times(out, {(Fraction(1), 1): Fraction(1), UNIT: Fraction(by)}), {UNIT: head} if head else {})
    return out


def sign_from(a: Polynomial, start: int) -> int:
    """Sign of a polynomial at every number >= start: 0 if it is zero, else that of all its coefficients there."""
    c = moved(a, start)
    if not c:
        return 0
    lowest = c.get(UNIT, Fraction(0))
    require(all(x * lowest > 0 for x in c.values()), "the sign of an expression is not seen for all depths")
    return 1 if lowest > 0 else -1


def check_depth(cert: dict[str, Any]) -> list[str]:
    """Explanation of an established failure.  Raises NotEstablished or CertificateError."""
    case = _Case(cert)
    for text in cert["text"]["given"]:
        case.hypothesis(text)
    k, claims = cert["conjunct"], cert["text"]["claim"]
    well_formed(0 <= k < len(claims), "there is no such conjunct")
    compared = [case.compared(text) for text in claims]  # all have to have a meaning
    given = [f"{name}[l] = {body}" for name, body in cert["sequences"].items()]
    forms = [f"({p['base']})^L * ({p['factor']})" for p in cert["products"]]
    return [
        f"{cert['statement']}: violation by {', '.join(given + [f'{x} = {q}' for x, q in cert['numbers'].items()])}",
        *(f"hypothesis established for every layer: {text}" for text in cert["text"]["given"]),
        f"products of layers, verified by induction on L: {', '.join(forms) or 'none'}",
        f"the claim says {claims[k]} (conjunct {k + 1}); {case.failure(*compared[k])}",
        "violation established",
    ]


class _Case:
    """Sequences, numbers and closed forms of products; in a sequence "l" is the layer, in a product "L" the depth."""

    def __init__(self, cert: dict[str, Any]) -> None:
        let, bodies, numbers = declarations(cert["text"]["let"]), cert["sequences"], cert["numbers"]
        depths = [name for name, domain, ends in let if domain == "integer" and [e[0] for e in ends] == ["num"]]
        wanted = sorted(name if domain != "sequence" else f"{name}[]" for name, domain, _ in let if [name] != depths)
        named = len(depths) == 1 and wanted == sorted([*numbers, *(f"{name}[]" for name in bodies)])
        well_formed(named, "the declarations are not one depth without an upper end and what the file names")
        (self.depth,) = depths
        for name, domain, parameters in let:
            require(name not in bodies or not parameters, f"{name} is not declared as any sequence at all")
            if name in numbers:
                ends = [tree[1] for tree in parameters if tree[0] == "num"]
                known = domain in NUMBERS and len(ends) == len(parameters) == 2 * domain.endswith("interval")
                well_formed(known, f"the domain {domain} is none of a number along depth")
                require(DOMAINS[domain][1](numbers[name], *ends), f"{name} = {numbers[name]} is not in its domain")
        self.numbers = {name: read(("num", q), lambda tree: None) for name, q in numbers.items()}
        self.sequences = {name: self._defined(self._rational(body, "l"), 1) for name, body in bodies.items()}
        self.products = [(p["base"], self._defined(self._rational(p["factor"], "L"), 0)) for p in cert["products"]]
        one = all(num.get(UNIT) == den.get(UNIT) for _, (num, den) in self.products)
        require(one, "the closed form of a product is not 1 at depth 0")

    @staticmethod
    def _rational(text: str, name: str) -> Quotient:
        return read(parse_expression(text), lambda tree: VARIABLE if tree == ("name", name) else None)

    @staticmethod
    def _defined(a: Quotient, start: int) -> Quotient:
        """Require the denominator to be of one sign at all layers l >= 1, or at all depths L >= 0."""
        require(sign_from(a[1], start), "a sequence or a product is not defined everywhere")
        return a

    def _layer(self, index: str) -> Leaf:
        """What stands for what at one layer, every term being taken there."""
        taken = index in self.numbers or index in self.sequences or index == self.depth
        require(not taken, f"the layer {index} has the name of a variable")

        def leaf(tree: Tree) -> Quotient | None:
            match tree:
                case ("name", name) if name in self.numbers:
                    return self.numbers[name]
                case ("at", name, ("name", at)) if name in self.sequences and at == index:
                    return self.sequences[name]
                case ("call", "abs", a):
                    num, den = read(a, leaf)
                    return (num, den) if self._sign((num, den)) >= 0 else (plus({}, num, -1), den)
            return None

        return leaf

    def _sign(self, a: Quotient) -> int:
        """Sign at every layer, the denominator being of one sign."""
        above, below = (sign_from(part, 1) for part in a)
        require(below, "a denominator is zero")
        return above * below

    def hypothesis(self, text: str) -> None:
        """Require a relation between numbers, or between terms of sequences at all layers 1..L."""
        clause = parse_clause(text)
        whole = [("num", Fraction(1)), ("name", self.depth)]
        every = not clause.exists and len(clause.ranges) <= 1 and all(ends == whole for _, *ends in clause.ranges)
        require(every, f"{text} does not speak of every layer")
        index = clause.ranges[0][0] if clause.ranges else ""
        for op, a, b in clause.relations:
            sign = self._sign(read(("add", a, ("neg", b)), self._layer(index)))
            require(sign in HOLDS[op], f"hypothesis not established: {text}")

    def _along(self, tree: Tree) -> Quotient | None:
        """What stands for what in a claim: numbers, and products over the layers 1..L."""
        match tree:
            case ("name", name) if name in self.numbers:
                return self.numbers[name]
            case ("over", "product", index, ("num", 1), ("name", depth), body) if depth == self.depth:
                factor = self._defined(read(body, self._layer(index)), 1)
                for base, closed in self.products:
                    if self._is_product(base, closed, factor):
                        terms = closed[0] if base else {}  # 0^L is 0 from L = 1 on
                        return {(base, k): c for (_, k), c in terms.items()}, closed[1]
                raise NotEstablished("a product of layers has none of the closed forms in the file")
        return None

    @staticmethod
    def _is_product(base: Fraction, closed: Quotient, factor: Quotient) -> bool:
        """Whether base R(L) = f(L) R(L - 1) for the closed form base^L R(L) and the factor f."""
        top, bottom = (moved(part, -1) for part in closed)
        left = times(times(closed[0], bottom), factor[1])
        right = times(times(closed[1], top), factor[0])
        return not plus({term: base * c for term, c in left.items() if base}, right, -1)

    def compared(self, text: str) -> tuple[str, Quotient]:
        """The relation of a claim, "->" for a limit, and the difference of its sides.  Raises NotEstablished."""
        before, arrow, rest = text.partition(" -> ")
        relation, eventually, depth = text.partition(" for all large ")
        if arrow and rest.endswith(f" as {self.depth} -> oo"):
            target = rest.removesuffix(f" as {self.depth} -> oo")
            op, a, b = "->", parse_expression(before), parse_expression(target)
        elif eventually and depth == self.depth:
            clause = parse_clause(relation)
            single = not clause.exists and not clause.ranges and len(clause.relations) == 1
            require(single, "the claim is not a single relation")
            op, a, b = clause.relations[0]
        else:
            raise NotEstablished("the claim is neither a limit along the depth nor a relation for all large depths")
        return op, read(("add", a, ("neg", b)), self._along)

    @staticmethod
    def failure(op: str, difference: Quotient) -> str:
        """Why a claim fails at this case, in words.  Raises NotEstablished where that is not seen."""
        above, below = difference
        (n, c), (d, under) = _leading(above), _leading(below)
        require(under, "a denominator is zero at all even depths")
        if op == "->":
            require(c and n >= d, "the claimed limit is the limit along even depths")
            kind = "tends to infinity" if n > d else "tends to a number that is not zero"
            return f"along even depths the modulus of the difference of the two sides {kind}"
        sign = (c * under > 0) - (c * under < 0)
        require(sign not in HOLDS[op], "the relation holds at all large even depths")
        shown = ("zero", "positive", "negative")[sign]
        return f"at all large even depths the left side less the right side is {shown}"


def _leading(a: Polynomial) -> tuple[tuple[Fraction, int], Fraction]:
    """What decides along even L: the largest squared base and the highest power of L next to it, and the coefficient.

    (0, 0) and 0 where all terms cancel.
    """
    found: dict[tuple[Fraction, int], Fraction] = {}
    for (base, power), c in a.items():
        found[base**2, power] = found.get((base**2, power), Fraction(0)) + c
    return max(((key, c) for key, c in found.items() if c), default=((Fraction(0), 0), Fraction(0)))


KINDS["depth"] = Kind(
    {
        "sequences": {str: str},
        "numbers": {str: rational},
        "conjunct": int,
        "products": [{"base": rational, "factor": str}],
    },
    check_depth,
)
