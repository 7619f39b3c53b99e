"""Kind "depth": layers given by explicit sequences of eigenvalues for which a claim about great depth fails.

Every product of layers is P(L) = b^L R(L) with R rational.  That is verified by induction: R(0) = 1 and
b R(L) = f(L) R(L - 1) as an identity of polynomials, f being the factor at layer L.  Hypotheses hold at every layer
l >= 1 because all coefficients after the shift l -> l + 1 have one sign.  What is claimed is then a quotient of sums
of terms c(L) b^L; along even L the term of the largest |b|, and in it the highest power of L, decides for all large L
whether it is zero, which sign it has, and whether the quotient tends to 0.
Source: Oyedotun et al. (2021), section 4.1, in the basis of common eigenvectors.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from verify.checker.algebra import Polynomial, Quotient, coefficients, letter, moved, plus, read, sign_from, times
from verify.checker.domains import declarations
from verify.checker.format import CertificateError, NotEstablished, integer
from verify.checker.limits import conform
from verify.checker.syntax import Tree, parse_clause, parse_expression

LIMIT = re.compile(r"(?P<value>.+) -> (?P<target>.+) as (?P<depth>\w+) -> oo")
EVENTUALLY = re.compile(r"(?P<relation>.+) for all large (?P<depth>\w+)")
HOLDS = {"<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1), "==": (0,)}


def check_depth(cert: dict[str, Any], seconds: float) -> list[str]:
    """Explanation of an established failure.  Raises NotEstablished or CertificateError."""
    case = _Case(cert)
    for text in cert["text"]["given"]:
        case.hypothesis(text)
    k = integer(cert["conjunct"], "conjunct")
    if not 0 <= k < len(cert["text"]["claim"]):
        raise CertificateError("there is no such conjunct")
    text = cert["text"]["claim"][k]
    why = case.failure(text)
    given = [f"{name}[l] = {body}" for name, body in cert["sequences"].items()]
    given += [f"{name} = {q}" for name, q in cert["numbers"].items()]
    forms = [f"({p['base']})^L * ({p['factor']})" for p in cert["products"]]
    return [
        f"{cert['statement']}: violation by {', '.join(given)}",
        *(f"hypothesis established for every layer: {text}" for text in cert["text"]["given"]),
        f"products of layers, verified by induction on L: {', '.join(forms) or 'none'}",
        f"the claim says {text} (conjunct {k + 1}); {why}",
        "violation established",
    ]


class _Case:
    """Sequences, numbers and closed forms of products; in a sequence "l" is the layer, in a product "L" the depth."""

    def __init__(self, cert: dict[str, Any]) -> None:
        let = declarations(cert["text"]["let"])
        bodies = conform(cert["sequences"], {str: str}, "sequences")
        numbers = conform(cert["numbers"], {str: Fraction}, "numbers")
        products = conform(cert["products"], [{"base": Fraction, "factor": str}], "products")
        depths = [name for name, domain, ends in let if domain == "integer" and [e[0] for e in ends] == ["num"]]
        wanted = sorted(name if domain != "sequence" else f"{name}[]" for name, domain, _ in let if [name] != depths)
        if len(depths) != 1 or wanted != sorted([*numbers, *(f"{name}[]" for name in bodies)]):
            raise CertificateError("the declarations are not one depth without an upper end and what the file names")
        (self.depth,) = depths
        for name, domain, parameters in let:
            if name in numbers and not _inside(domain, parameters, numbers[name]):
                raise NotEstablished(f"{name} = {numbers[name]} is not in its domain")
            if name in bodies and parameters:
                raise NotEstablished(f"{name} is not declared as any sequence at all")
        self.numbers = {name: read(("num", q), _variable("l")) for name, q in numbers.items()}
        self.sequences = {name: self._defined(_rational(body, "l"), "l") for name, body in bodies.items()}
        self.products = [(p["base"], self._defined(_rational(p["factor"], "L"), "L")) for p in products]
        for _, (num, den) in self.products:
            if coefficients(num, "L")[:1] != coefficients(den, "L")[:1]:
                raise NotEstablished("the closed form of a product is not 1 at depth 0")

    def _defined(self, a: Quotient, name: str) -> Quotient:
        """Require the denominator to be of one sign at all layers l >= 1, or at all depths L >= 0."""
        if not sign_from(coefficients(a[1], name), int(name == "l")):
            raise NotEstablished("a sequence or a product is not defined everywhere")
        return a

    def _layer(self, index: str) -> Callable[[Tree], Quotient | None]:
        """What stands for what at one layer, every term being taken there."""
        if index in self.numbers or index in self.sequences or index == self.depth:
            raise NotEstablished(f"the layer {index} has the name of a variable")

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
        above, below = (sign_from(coefficients(part, "l"), 1) for part in a)
        if not below:
            raise NotEstablished("a denominator is zero")
        return above * below

    def hypothesis(self, text: str) -> None:
        """Require a relation between numbers, or between terms of sequences at all layers 1..L."""
        clause = parse_clause(text)
        whole = [("num", Fraction(1)), ("name", self.depth)]
        if clause.exists or len(clause.ranges) > 1 or any(ends != whole for _, *ends in clause.ranges):
            raise NotEstablished(f"{text} does not speak of every layer")
        index = clause.ranges[0][0] if clause.ranges else ""
        for op, a, b in clause.relations:
            sign = self._sign(read(("add", a, ("neg", b)), self._layer(index)))
            if sign not in HOLDS[op]:
                raise NotEstablished(f"hypothesis not established: {text}")

    def _along(self, tree: Tree) -> Quotient | None:
        """What stands for what in a claim: numbers, and products over the layers 1..L."""
        match tree:
            case ("name", name) if name in self.numbers:
                return self.numbers[name]
            case ("over", "product", index, ("num", 1), ("name", depth), body) if depth == self.depth:
                num, den = self._defined(read(body, self._layer(index)), "l")
                for base, closed in self.products:
                    if self._is_product(base, closed, (num, den)):
                        terms = closed[0] if base else {}  # 0^L is 0 from L = 1 on
                        return {(base, letters, ()): c for (_, letters, _), c in terms.items()}, closed[1]
                raise NotEstablished("a product of layers has none of the closed forms in the file")
        return None

    def _is_product(self, base: Fraction, closed: Quotient, factor: Quotient) -> bool:
        """Whether base R(L) = f(L) R(L - 1) for the closed form base^L R(L) and the factor f."""
        here = [_polynomial(coefficients(part, "L")) for part in closed]
        before = [_polynomial(moved(coefficients(part, "L"), Fraction(-1), Fraction(1))) for part in closed]
        f = [_polynomial(coefficients(part, "l")) for part in factor]
        left = times(times(here[0], before[1]), f[1])
        right = times(times(here[1], before[0]), f[0])
        return not plus({term: base * c for term, c in left.items()}, right, -1)

    def failure(self, text: str) -> str:
        """Why a claim fails at this case, in words.  Raises NotEstablished where that is not seen."""
        limit, eventually = LIMIT.fullmatch(text), EVENTUALLY.fullmatch(text)
        if limit and limit["depth"] == self.depth:
            value, target = parse_expression(limit["value"]), parse_expression(limit["target"])
            above, below = read(("add", value, ("neg", target)), self._along)
            (n, c), (d, under) = _leading(above), _leading(below)
            if not under:
                raise NotEstablished("a denominator is zero at all even depths")
            if not c or n < d:
                raise NotEstablished("the claimed limit is the limit along even depths")
            kind = "tends to infinity" if n > d else "tends to a number that is not zero"
            return f"along even depths the modulus of the difference of the two sides {kind}"
        if eventually and eventually["depth"] == self.depth:
            clause = parse_clause(eventually["relation"])
            if clause.exists or clause.ranges or len(clause.relations) != 1:
                raise NotEstablished("the claim is not a single relation")
            op, a, b = clause.relations[0]
            above, below = read(("add", a, ("neg", b)), self._along)
            upper, lower = _leading(above)[1], _leading(below)[1]
            if not lower:
                raise NotEstablished("a denominator is zero at all even depths")
            sign = (upper * lower > 0) - (upper * lower < 0)
            if sign in HOLDS[op]:
                raise NotEstablished("the relation holds at all large even depths")
            shown = ("zero", "positive", "negative")[sign]
            return f"at all large even depths the left side less the right side is {shown}"
        raise NotEstablished("the claim is neither a limit along the depth nor a relation for all large depths")


def _variable(name: str) -> Callable[[Tree], Quotient | None]:
    """Reads one variable, and no other name."""
    return lambda tree: letter(name) if tree == ("name", name) else None


def _rational(text: str, name: str) -> Quotient:
    """A rational function of one variable."""
    return read(parse_expression(text), _variable(name))


def _polynomial(c: list[Fraction]) -> Polynomial:
    """A polynomial in L from its coefficients, lowest first."""
    return {(Fraction(1), ("L",) * k, ()): x for k, x in enumerate(c) if x}


def _leading(a: Polynomial) -> tuple[tuple[Fraction, int], Fraction]:
    """What decides along even L: the largest squared base and the highest power of L beside it, and the coefficient.

    (0, 0) and 0 where all terms cancel.
    """
    found: dict[tuple[Fraction, int], Fraction] = {}
    for (base, letters, _), c in a.items():
        found[base**2, len(letters)] = found.get((base**2, len(letters)), Fraction(0)) + c
    return max(((key, c) for key, c in found.items() if c), default=((Fraction(0), 0), Fraction(0)))


def _inside(domain: str, parameters: list[Tree], x: Fraction) -> bool:
    """Whether a number is in its domain.  Raises CertificateError for an unknown domain."""
    match domain, parameters:
        case "real", []:
            return True
        case "positive", []:
            return x > 0
        case "interval", [("num", low), ("num", high)]:
            return bool(low <= x <= high)
        case "open_interval", [("num", low), ("num", high)]:
            return bool(low < x < high)
    raise CertificateError(f"the domain {domain} is none of a number along depth")
