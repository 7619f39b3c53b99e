"""Terms of the kernel written as expressions of the language, so that what was found can stand in a proof script."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Rational

from lemmata import language
from lemmata.kernel import ONE, N, Poly, Term, Z, free, opened, scalar, size, sort_of, within
from lemmata.language.columns import Entries
from lemmata.language.core import power
from lemmata.language.families import MatProdOver, MatSumOver, MaxOver, ProdOver, StackOver, SumOver, Unit, VStack
from lemmata.language.relations import ForAll, Relation
from lemmata.prove.normal_words import atom_term, nested
from lemmata.prove.search.match_matrices import factors_of

READ_OFF = (
    "tr", "smax", "smin", "lmax", "lmin", "cond", "norm2", "normF", "maxabs", "rank", "det", "rho", "numradius",
    "real_eigenvalues",
)  # fmt: skip
ENTRY = ("v", "#d", Z)  # the index of the entries of a vector
FUNCTIONS = {
    **{name: getattr(language, name) for name in ("relu", "expm", "logm", "sqrtm", "pinv", "kron", "had")},
    "minv": language.inv, "vst": VStack,
}  # fmt: skip
OF_NUMBERS = {
    "exp": language.exp, "log": language.log, "sqrt": language.sqrt, "abs": abs, "max": language.maximum,
    "min": language.minimum,
}  # fmt: skip
OVER = {
    "sum": SumOver, "prod": ProdOver, "maxo": MaxOver, "msum": MatSumOver, "mprod": MatProdOver, "stack": StackOver,
}  # fmt: skip


class Unwritable(Exception):
    """The language has no words for a term."""


class Writer:
    """Writes terms in the variables of one statement; `names` are the language's leaves by their kernel variables."""

    def __init__(self, names: dict[Term, Any]) -> None:
        self.names = names
        self.bound = 0

    def relation(self, f: Term) -> Any:
        """A formula as a clause.  Raises Unwritable."""
        if f[0] == "all":
            i, index = self._bound()
            self.names[i] = index
            return ForAll(index, self.number(f[1]), self.number(f[2]), self.relation(opened(f[3], i)))
        if f[0] not in ("<=", "<", "="):
            raise Unwritable(f[0])
        side = self.matrix if sort_of(f[1])[0] == "M" else self.number
        return Relation(side(f[1]), "==" if f[0] == "=" else f[0], side(f[2]))

    def value(self, t: Term) -> Any:
        """A number or a matrix; what may be a size as sizes are written."""
        if t in self.names:
            return self.names[t]
        if sort_of(t)[0] == "M":
            return self.matrix(t)
        return self.size(t) if within(sort_of(t), N) else self.number(t)

    def number(self, t: Term) -> Any:
        """A number, its polynomial normal form written term by term."""
        return self.polynomial(scalar(t))

    def polynomial(self, p: Poly) -> Any:
        """A polynomial: positive terms first, numbers last, denominators under a bar."""
        out: Any = None
        for m, c in sorted(p.items(), key=lambda x: (x[1] < 0, not x[0], x[0])):
            above, below = [], []
            for x, k in m:
                t = atom_term(x)
                if t[0] == "inv":
                    below.append((self.number(t[1]), k))
                else:
                    above.append((self._atom(t), k))
            term = self._product(abs(c), above)
            if below:
                term = term / self._product(Fraction(1), below)
            if out is None:
                out = -term if c < 0 else term
                continue
            out = out - term if c < 0 else out + term
        return Rational(0) if out is None else out

    def _product(self, c: Fraction, factors: list[tuple[Any, int]]) -> Any:
        out: Any = None if c == 1 and factors else Rational(c.numerator, c.denominator)
        for x, k in factors:
            power = x if k == 1 else x**k
            out = power if out is None else out * power
        return out

    def size(self, t: Term) -> Any:
        """A number of rows or columns: powers written as products, since sizes are compared so."""
        out: Any = None
        for m, c in size(t):
            term = self._product(Fraction(c), [(self.number(x), 1) for x in m])
            out = term if out is None else out + term
        return Rational(0) if out is None else out

    def _bound(self) -> tuple[Term, Any]:
        self.bound += 1
        name = f"k_{self.bound}"
        return ("v", name, Z), language.Index(name)

    def _over(self, t: Term) -> Any:
        i, index = self._bound()
        self.names[i] = index
        return OVER[t[0]](index, self.number(t[1]), self.number(t[2]), self.value(opened(t[3], i)))

    def _atom(self, t: Term) -> Any:
        op = t[0]
        if op == "v" and t in self.names:
            return self.names[t]
        if op == "tr" and ENTRY in free(t):
            return self._entry(t)
        if op in READ_OFF:
            return getattr(language, "spectral_radius" if op == "rho" else op)(self.matrix(t[1]))
        if op == "schatten":
            return language.schatten(self.number(t[1]), self.matrix(t[2]))
        if op in OF_NUMBERS:
            return OF_NUMBERS[op](*map(self.number, t[1:]))
        if op in ("s", "lam"):
            a, i = self.matrix(t[1]), scalar(t[2])
            if t[2] == ENTRY:
                return getattr(language, op)(a)
            rows, cols = (scalar(x) for x in sort_of(t[1])[1:])
            if i == scalar(ONE):
                return (language.smax if op == "s" else language.lmax)(a)
            if i == rows == cols or op == "s" and i == scalar(("min", *sort_of(t[1])[1:])):
                return (language.smin if op == "s" else language.lmin)(a)
            return getattr(language, op)(a, self.number(t[2]))
        if op == "rpow":
            m, c = next(iter(scalar(t[2]).items()), ((), Fraction(0)))
            if len(scalar(t[2])) <= 1 and not m and c.denominator > 1:
                return self.number(t[1]) ** Fraction(c)
            if set(scalar(t[2])) - {()}:
                return power(self.number(t[1]), self.number(t[2]))
        if op in ("sum", "prod", "maxo"):
            return self._over(t)
        raise Unwritable(op)

    def matrix(self, t: Term) -> Any:
        """A matrix, as it is built."""
        op = t[0]
        if op == "v" and t in self.names:
            return self.names[t]
        if op == "mm":
            return self.matrix(t[1]) @ self.matrix(t[2])
        if op == "m+":
            a, b = t[1:]
            if b[0] == "sc" and set(scalar(b[1])) == {()} and scalar(b[1])[()] < 0:
                return self.matrix(a) - self._scaled(-scalar(b[1])[()], b[2])
            return self.matrix(a) + self.matrix(b)
        if op == "sc":
            p = scalar(t[1])
            if set(p) == {()}:
                return -self._scaled(-p[()], t[2]) if p[()] < 0 else self._scaled(p[()], t[2])
            return self.polynomial(p) * self.matrix(t[2])
        if op == "T":
            return self.matrix(t[1]).T
        if op == "id":
            return language.Id(self.size(t[1]))
        if op == "zero":
            return Rational(0) * language.ones(self.size(t[1]), self.size(t[2]))
        if op == "ones":
            return language.ones(self.size(t[1]), self.size(t[2]))
        if op == "e":
            return Unit(self.size(t[1]), self.number(t[2]))
        if op == "seg" and t[1] in self.names:
            return self.names[t[1]].product(self.number(t[2]), self.number(t[3]))
        if op in FUNCTIONS:
            return FUNCTIONS[op](*map(self.matrix, t[1:]))
        if op in ("msum", "mprod", "stack"):
            return self._over(t)
        if op == "dg":
            return self._diagonal(t)
        raise Unwritable(op)

    def _scaled(self, c: Fraction, t: Term) -> Any:
        return self.matrix(t) if c == 1 else Rational(c.numerator, c.denominator) * self.matrix(t)

    def _diagonal(self, t: Term) -> Any:
        """diag(x) for vectors of the language: spectra, diagonals, columns, and what is made of them entry by entry."""
        body = opened(t[2], ENTRY)
        if ENTRY not in free(body):
            raise Unwritable("dg")
        return language.diag(self.number(body))

    def _entry(self, t: Term) -> Any:
        """The vector of which e_i^T C, or e_i^T A e_i, is the entry with index i."""
        factors = factors_of(t[1])
        first = factors[0][1] if factors[0][0] == "T" else factors[0]
        ends = [x[0] == "e" and x[2] == ENTRY for x in (first, factors[-1])]
        inner = factors[ends[0] : len(factors) - ends[1]]
        if not inner or any(ENTRY in free(x) for x in inner):
            raise Unwritable("dg")
        if not ends[0]:
            inner = [x[1] if x[0] == "T" else ("T", x) for x in reversed(inner)]
        whole = self.matrix(nested("mm", inner))
        return language.diag(whole) if all(ends) else Entries(whole)


__all__ = ["Unwritable", "Writer"]
