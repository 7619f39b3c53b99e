"""Normal forms of scalar and vector quantities: rational functions of symbols, one symbol per distinct atom.

Atoms read off matrices with the same normal form share one symbol, so nothing has to be said about rewriting inside
them.  Vector quantities are treated entry by entry; `length` keeps vectors of different lengths apart.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from sympy import QQ, Expr, Integer, Mul, Number, Poly, Rational, Symbol, cancel, expand, factor, fraction, together
from sympy.core.numbers import NumberSymbol

from theorems.language import atoms, columns, core, families, networks
from theorems.language.domains import PSD, Integers, Interval, OpenInterval, Positive
from verify.proofs.matrixforms import BOUND, Form, MatrixForms, inside
from verify.proofs.trees import entry_of, free, is_leaf, substitute
from verify.proofs.words import ProofError, SumLetter, Word, transposed

NON_NEGATIVE = (
    atoms.S, atoms.SMax, atoms.SMin, atoms.Norm2, atoms.NormF, atoms.MaxAbs, atoms.Rank, atoms.RealEigenvalues,
    core.Gap,
)  # fmt: skip


@dataclass
class About:
    """What is known of a symbol: what it is, a lower bound, the square of it where that is simpler, its variables."""

    kind: str
    node: Any = None
    lower: Expr | None = None
    strict: bool = False
    square: Expr | None = None
    length: Any = None
    words: list[Word] = field(default_factory=list)
    bound: bool = False  # depends on the index of the sum it stands in


class Forms:
    """One table of symbols, shared by everything in a proof."""

    def __init__(self) -> None:
        self.about: dict[Symbol, About] = {}
        self._symbols: dict[Hashable, Symbol] = {}
        self._scalars: dict[Any, Expr] = {}
        self._ranks: dict[Any, int] = {}
        self._canonical: dict[Expr, Expr] = {}
        self._rays: dict[Expr, Expr] = {}
        self.matrix = MatrixForms(self)
        self._rules: dict[type, Callable[[Any], Expr]] = {
            core.Plus: lambda q: sum((self.scalar(a) for a in q.args), Integer(0)),
            core.Neg: lambda q: -self.scalar(q.args[0]),
            core.Times: lambda q: Mul(*(self.scalar(a) for a in q.args)),
            core.Quotient: lambda q: self._divide(self.scalar(q.args[0]), self.scalar(q.args[1])),
            core.Power: self._power,
            core.RealPower: self._real_power,
            core.Sqrt: self._sqrt,
            core.Abs: self._abs,
            core.Max: lambda q: self._extreme("max", q),
            core.Min: lambda q: self._extreme("min", q),
            core.Total: self._total,
            core.Product: lambda q: self.symbol(("prod", q.args[0]), "prod", uses=[q]),
            core.Entry: self._entry,
            core.Gap: lambda q: self._indexed("gap", q, 0),
            atoms.Tr: lambda q: self.matrix.trace(self.matrix(q.args[0])),
            atoms.EigenForm: lambda q: self._form(q, symmetric=True),
            atoms.SingularForm: lambda q: self._form(q, symmetric=False),
            atoms.Slope: self._slope,
            networks.Dot: lambda q: self.matrix.trace(self.matrix(q.args[0].T @ q.args[1])),
            families.Width: self._width,
            networks.LayerWidth: lambda q: self.symbol(
                ("width", q.args[0], self.scalar(q.args[1])), "width", lower=Integer(1)
            ),
            families.SumOver: self._sum_over,
            families.MaxOver: self._max_over,
        }

    # --- symbols

    def symbol(self, key: Hashable, kind: str, words: Iterable[Word] = (), uses: Any = (), **about: Any) -> Symbol:
        """The symbol of an atom, made on first use."""
        if key not in self._symbols:
            bound = any(BOUND in free(u) for u in uses) or any(self.bound(w) for w in words)
            made = Symbol(f"x{len(self._symbols)}")
            self._symbols[key] = made
            self.about[made] = About(kind, words=list(words), bound=bound, **about)
        return self._symbols[key]

    def bound(self, word: Word) -> bool:
        """Whether a letter of the word depends on the index `#`."""
        nodes = [n for letter in word for n in ([letter.node] if hasattr(letter, "node") else [])]
        inner = [w for letter in word if hasattr(letter, "left") for w in (letter.left, letter.right)]
        return any(BOUND in free(n) for n in nodes) or any(map(self.bound, inner))

    def rank(self, letter: Any) -> int:
        """Position of a letter in an order fixed at first sight."""
        return self._ranks.setdefault(letter, len(self._ranks))

    def order(self, word: Word) -> tuple[int, ...]:
        """Key that sorts words."""
        return tuple(self.rank(letter) for letter in word)

    def bilinear(self, word: Word) -> Expr:
        """The 1 x 1 product of a word, equal to its transpose; a sum of numbers as `SumOver` has it."""
        if len(word) == 1 and isinstance(word[0], SumLetter) and not word[0].word:
            s = word[0]
            return self.symbol(("sum", s.low, s.high, s.weight), "sum") if s.weight != 1 else s.high - s.low + 1
        units = self._inner_product_of_units(word)
        if units is not None:
            return units
        flipped = transposed(word)
        half = len(word) // 2
        square = len(word) % 2 == 0 and transposed(word[:half]) == word[half:]
        key = min(word, flipped, key=self.order)
        return self.symbol(("form", key), "form", words=[word], lower=Integer(0) if square else None)

    def _inner_product_of_units(self, word: Word) -> Expr | None:
        """e_i^T e_i = 1, and e_i^T e_j = 0 where i and j are different numbers."""
        if len(word) != 2 or not all(isinstance(getattr(a, "node", None), families.Unit) for a in word):
            return None
        if not word[0].turned or word[1].turned:
            return None
        (_, i), (_, j) = word[0].node.args, word[1].node.args
        apart = self.scalar(i) - self.scalar(j)
        return Integer(apart == 0) if isinstance(apart, Integer) else None

    # --- scalars

    def canonical(self, e: Expr) -> Expr:
        """The one way a rational function of the symbols is written."""
        if e not in self._canonical:
            self._canonical[e] = self._reduced(e)
        return self._canonical[e]

    def _reduced(self, e: Expr) -> Expr:
        if not any(self.about[x].square is not None for x in e.free_symbols):
            out = expand(e) if e.is_polynomial() else _quotient(e)
            return expand(out) if out.is_polynomial() else out
        num, den = fraction(_quotient(e))
        for _ in range(20):
            rooted = [x for x in (num.free_symbols | den.free_symbols) if self.about[x].square is not None]
            todo = [x for x in rooted if any(Poly(p, x).degree() > 1 for p in (num, den) if p.has(x))]
            if not todo:
                return _quotient(num / den)
            x = max(todo, key=lambda s: int(s.name[1:]))
            num, den = fraction(_quotient(self._square_out(num, x) / self._square_out(den, x)))
        raise ProofError("roots do not reduce")

    def ray(self, e: Expr) -> Expr:
        """A canonical expression up to a positive factor: the same for positive multiples of each other."""
        if e not in self._rays:
            num, den = (_primitive(p) for p in fraction(e))
            self._rays[e] = num / den
        return self._rays[e]

    def _square_out(self, p: Expr, x: Symbol) -> Expr:
        square = self.about[x].square
        if not p.has(x) or square is None:
            return p
        return sum((c * square ** (k // 2) * x ** (k % 2) for (k,), c in Poly(p, x).terms()), Integer(0))

    def scalar(self, q: Any) -> Expr:
        """Normal form of a quantity.  Raises ProofError for quantities nothing is known about."""
        if isinstance(q, int):
            return Integer(q)
        if isinstance(q, Number | NumberSymbol):
            return q
        if q not in self._scalars:
            self._scalars[q] = self.canonical(self._read(q))
        return self._scalars[q]

    def _read(self, q: Any) -> Expr:
        if is_leaf(q):
            return self._leaf(q)
        rule = self._rules.get(type(q))
        if rule:
            return rule(q)
        if isinstance(q, atoms.SpectralAtom):
            return self._spectral(q)
        raise ProofError(f"{q} has no normal form")

    def _leaf(self, q: Any) -> Symbol:
        lower, strict = None, False
        if isinstance(q.domain, Positive):
            lower, strict = Integer(0), True
        elif isinstance(q.domain, Integers | Interval | OpenInterval):
            low = self.scalar(q.domain.low)
            lower, strict = (low, isinstance(q.domain, OpenInterval)) if isinstance(low, Rational) else (None, False)
        return self.symbol(("leaf", q), "leaf", uses=[q], node=q, lower=lower, strict=strict)

    def _spectral(self, q: Any) -> Symbol:
        form = self.matrix(q.args[0])
        lower = Integer(0) if isinstance(q, NON_NEGATIVE) else Integer(1) if isinstance(q, atoms.Cond) else None
        if isinstance(q, atoms.LMin) and is_leaf(q.args[0]) and isinstance(q.args[0].domain, PSD):
            lower = Integer(0)
        return self.symbol(
            (type(q), form.key), q.name, words=list(form.terms), uses=[q], node=q, lower=lower, length=self.length(q)
        )

    def _divide(self, a: Expr, b: Expr) -> Expr:
        if b == 0:
            raise ProofError("division by zero")
        return a / b

    def _power(self, q: Any) -> Expr:
        base, exponent = self.scalar(q.args[0]), int(q.args[1])
        return base**exponent if exponent >= 0 else self._divide(Integer(1), base**-exponent)

    def _real_power(self, q: Any) -> Expr:
        """A symbol of its own: how powers of one base multiply is left to `classical.powers`."""
        base, exponent = (self.scalar(a) for a in q.args)
        if self.length(q.args[0]) is not None:
            raise ProofError(f"{q} is a power of a vector")
        return self.symbol(("power", base, exponent), "power", uses=[q], node=q, lower=Integer(0))

    def _sqrt(self, q: Any) -> Expr:
        inner = self.scalar(q.args[0])
        return self.symbol(("sqrt", inner), "sqrt", uses=[q], lower=Integer(0), square=inner, length=self.length(q))

    def _abs(self, q: Any) -> Expr:
        inner = self.scalar(q.args[0])
        if isinstance(inner, Number):
            return abs(inner)
        inner = min(inner, self.canonical(-inner), key=str)
        return self.symbol(
            ("abs", inner), "abs", uses=[q], lower=Integer(0), square=expand(inner**2), length=self.length(q)
        )

    def _extreme(self, which: str, q: Any) -> Expr:
        lengths = [self.length(a) for a in q.args]
        if len(q.args) == 1 or any(x is not None for x in lengths):
            key = (which, "vector", tuple(self.scalar(a) for a in q.args), tuple(lengths))
            return self.symbol(key, which, uses=[q])
        among = (which, frozenset(self.scalar(a) for a in q.args))
        return self.symbol(among, f"{which} of numbers", uses=[q], node=q)

    def meant(self, e: Expr) -> Expr:
        """A canonical expression with what atoms mean put in: normF(A)^2 = tr(A^T A), (max - x)(max - y) = 0."""
        num, den = fraction(e)
        for x in sorted(num.free_symbols, key=lambda x: -int(x.name[1:])):
            square = self._square_meant(x)
            if square is not None and Poly(num, x).degree() > 1:
                rest = Poly(num, x).rem(Poly(x**2 - square, x))
                num = self.canonical(rest.as_expr())
        return self.canonical(num / den)

    def _square_meant(self, x: Symbol) -> Expr | None:
        """What the square of a symbol is, beyond what normal forms see to."""
        about = self.about[x]
        if isinstance(about.node, atoms.NormF):
            a = about.node.args[0]
            return self.scalar(atoms.Tr(a.T @ a))
        if isinstance(about.node, core.Max | core.Min) and len(about.node.args) == 2:
            a, b = (self.scalar(y) for y in about.node.args)
            return expand((a + b) * x - a * b)
        return None

    def _total(self, q: Any) -> Expr:
        """Sum of the entries of a vector: linear."""
        length = self.length(q.args[0])
        if length is None:
            raise ProofError(f"{q.args[0]} is no vector")
        num, den = fraction(self.scalar(q.args[0]))
        out: Expr = Integer(0)
        for term in expand(num).as_ordered_terms():
            factors = Mul.make_args(factor(term / den))
            inside = Mul(*(f for f in factors if any(self.about[x].length is not None for x in f.free_symbols)))
            outside = Mul(*(f for f in factors if not any(self.about[x].length is not None for x in f.free_symbols)))
            total = length if inside == 1 else self.symbol(("total", self.canonical(inside)), "total", uses=[q])
            out += outside * total
        return out

    def _entry(self, q: Any) -> Expr:
        vector, index = q.args
        if isinstance(vector, columns.Entries):  # the index-th unit row times the column
            column = vector.args[0]
            if isinstance(column, families.StackOver) and column.args[1] == 1 and column.body.shape == (1, 1):
                return self.scalar(atoms.Tr(substitute(column.body, {column.index: index})))
            return self.matrix.trace(self.matrix(families.Unit(column.shape[0], index).T @ column))
        if not isinstance(vector, atoms.S | atoms.Lam):
            return self.scalar(entry_of(vector, index))
        at, last = self.scalar(index), self.length(vector)
        singular = isinstance(vector, atoms.S)
        if at == 1:
            return self._spectral((atoms.SMax if singular else atoms.LMax)(vector.args[0]))
        if at == last:
            return self._spectral((atoms.SMin if singular else atoms.LMin)(vector.args[0]))
        form = self.matrix(vector.args[0])
        lower = Integer(0) if singular else None
        key = ("entry", type(vector), form.key, at)
        return self.symbol(key, "entry", list(form.terms), uses=[q], node=q, lower=lower)

    def _indexed(self, kind: str, q: Any, lower: int | None) -> Expr:
        key = (kind, *(self.scalar(a) for a in q.args))
        return self.symbol(key, kind, uses=[q], node=q, lower=None if lower is None else Integer(lower))

    def _form(self, q: Any, symmetric: bool) -> Expr:
        """u^T X u or u^T X v: linear in X."""
        base, index, form = self.matrix(q.args[0]), self.scalar(q.args[1]), self.matrix(q.args[2])
        out: Expr = Integer(0)
        for word, c in form.terms.items():
            if symmetric and not word:
                out += c  # u is a unit vector
                continue
            key = min(word, transposed(word), key=self.order) if symmetric else word
            out += c * self.symbol((type(q), base.key, index, key), q.name, [word], uses=[q])
        return out

    def _slope(self, q: Any) -> Expr:
        spectrum, index, variable = q.args
        key = ("slope", type(spectrum), self.matrix(spectrum.args[0]).key, self.scalar(index), variable)
        return self.symbol(key, "slope", uses=[q])

    def _width(self, q: Any) -> Expr:
        family, layer = q.args
        depth, at = self.scalar(family.args[0]), self.scalar(layer)
        if at in (0, depth) or len(set(family.args[1:])) == 1:  # at an end, or all layers equally wide
            return self.scalar(family.args[1 if at == 0 else 3])
        return self.symbol(("width", family.args, at), "width", uses=[q], node=q, lower=Integer(1))

    # --- sums over an index

    def split(self, e: Expr) -> list[tuple[Expr, Expr]]:
        """Terms of an expression, each as a factor free of the index `#` and the rest."""
        num, den = fraction(self.canonical(e))
        out = []
        for term in expand(num).as_ordered_terms():
            factors = Mul.make_args(factor(term / den))
            inner = Mul(*(f for f in factors if any(self.about[x].bound for x in f.free_symbols)))
            outer = Mul(*(f for f in factors if not any(self.about[x].bound for x in f.free_symbols)))
            out.append((outer, self.canonical(inner)))
        return out

    def _body(self, q: Any) -> tuple[Expr, Expr, Expr]:
        low, high = (self.scalar(a) for a in q.args[1:3])
        return low, high, self.scalar(inside(q))

    def _sum_over(self, q: Any) -> Expr:
        return self.summed(*self._body(q), uses=[q])

    def summed(self, low: Expr, high: Expr, body: Expr, uses: Any = ()) -> Expr:
        """Sum over low..high of an expression with the index `#`."""
        out: Expr = Integer(0)
        for outer, inner in self.split(body):
            inside = high - low + 1 if inner == 1 else self.symbol(("sum", low, high, inner), "sum", uses=uses)
            out += outer * inside
        return out

    def _max_over(self, q: Any) -> Expr:
        return self.symbol(("maxover", *self._body(q)), "max", uses=[q])

    # --- vectors

    def length(self, q: Any) -> Any:
        """Length of a vector quantity, None for scalars.  Raises ProofError where lengths differ."""
        if isinstance(q, atoms.SpectralAtom):
            if not q.vector:
                return None
            rows, cols = self.matrix(q.args[0]).shape
            return rows if rows == cols else ("min", rows, cols)
        if not isinstance(q, core.Plus | core.Neg | core.Times | core.Quotient | core.Power | core.Sqrt | core.Abs):
            return None
        lengths = {x for a in q.args if (x := self.length(a)) is not None}
        if len(lengths) > 1:
            raise ProofError(f"{q} mixes vectors of different lengths")
        return lengths.pop() if lengths else None


def _quotient(e: Expr) -> Expr:
    """A rational function as a quotient of two polynomials with integer coefficients and no common factor."""
    if e.atoms(NumberSymbol) or not e.free_symbols:
        return cancel(together(e))
    fractions = _field(tuple(sorted(e.free_symbols, key=lambda x: int(x.name[1:]))))
    return fractions.to_sympy(fractions.from_sympy(e))


@cache
def _field(symbols: tuple[Symbol, ...]) -> Any:
    return QQ.frac_field(*symbols)


def _primitive(p: Expr) -> Expr:
    """A polynomial divided by its content; a number becomes its sign."""
    if not p.free_symbols:
        return p if not isinstance(p, Number) else Integer(0) if p == 0 else p / abs(p)
    return Poly(p, *sorted(p.free_symbols, key=str)).primitive()[1].as_expr()


__all__ = ["About", "Form", "Forms"]
