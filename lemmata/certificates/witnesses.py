"""Witnesses for certificates: what makes checking cheap, found here with everything at hand, verified by the checker.

The checker's own reading of a certificate is followed; wherever it asks for a witness, one is computed to the digits
wanted, and the digits are raised until the certificate is established.
"""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import mpmath
from flint import fmpz_mat

from lemmata.certificates.level_forms import level_forms
from lemmata.checker.evaluate import Evaluator
from lemmata.checker.exact_numbers import Undecided, ends
from lemmata.checker.format import CertificateError, NotEstablished, fields, within
from lemmata.checker.text_form import Tree
from lemmata.checker.witnessed_spectra import Mat, exact
from lemmata.linalg.convert import to_fmpq_mat, to_fraction, to_fraction_rows
from lemmata.linalg.numerical_radius import parts, settled
from lemmata.linalg.rational_functions import kernel
from lemmata.network_checker.network_program import KINDS, explained

DIGITS = (18, 40, 90, 200, 450)
NESTED = 8  # the digits of a witness are at least one part in so many of those of what it rests on
CLEAR = 4  # digits by which a smallest eigenvalue exceeds the error of what is known of its matrix
SECONDS = 30.0  # for all of a certificate
SIMPLE = 10**6  # the largest denominator of a spectral radius that is taken to be rational
GUARD = 20  # digits by which a dilation is closer than the radius that it bounds
MAX_ORDER = 10  # forms that bound a spectral radius solve a system with the square of that many unknowns
Rows = list[list[Fraction]]


def attach(cert: dict[str, Any], levels: Sequence[int] = DIGITS) -> dict[str, Any]:
    """The certificate with the witnesses and ties it needs; with those found last where it is not established."""
    if cert.get("kind") not in KINDS or "witnesses" not in KINDS[cert["kind"]].optional:
        return cert
    end, tried = time.monotonic() + SECONDS, set[tuple[Tree, Tree]]()
    for digits in levels:
        finder = Finder(digits)
        with within(end - time.monotonic()), finder.asked():
            why, alone = _refusal(cert), finder.consulted
            with supposed() as equations:
                helps = "decided" in why and "ties" in KINDS[cert["kind"]].optional and not _refusal(cert)
        if helps and (new := equations - tried):
            from lemmata.certificates import denials  # the prover takes long to load

            tried |= new
            proofs = denials.proofs(cert, new)
            with within(end - time.monotonic()), supposed(proofs) as needed:
                _refusal(cert, finder.found)
            cert = {**cert, **denials.ties([proofs[tie] for tie in proofs if tie in needed])}
            why = "" if needed else why
        # With its ties it would be established: where these have no proof, digits help only what is asked without them.
        consulted = alone if helps else finder.consulted
        if digits == levels[-1] or not consulted or not re.search("decided|witness", why):
            break
    return {**cert, "witnesses": finder.found} if finder.found else cert


def _refusal(cert: dict[str, Any], known: Mapping[str, Any] | None = None) -> str:
    """Why the checker does not establish a certificate, its witnesses being `known`, or found while it asks.

    Nothing where it does, or where no witness will help.
    """
    try:
        explained({**fields(cert), "witnesses": known or {}})
    except NotEstablished as why:
        return str(why)
    except CertificateError:  # malformed: the checker will say so
        pass
    return ""


@contextmanager
def supposed(among: Container[tuple[Tree, Tree]] | None = None) -> Iterator[set[tuple[Tree, Tree]]]:
    """While this lasts, evaluators of the checker take ties that they ask for as given; yields these ties.

    They take every tie, or those among some.
    """
    asked, kept = set[tuple[Tree, Tree]](), Evaluator.tied

    def tied(_: Evaluator, left: Tree, right: Tree) -> bool:
        if among is None or (left, right) in among:
            asked.add((left, right))
        return (left, right) in asked

    Evaluator.tied = tied  # type: ignore[method-assign,assignment]
    try:
        yield asked
    finally:
        Evaluator.tied = kept  # type: ignore[method-assign]


class Finder:
    """Finds witnesses to a number of digits and keeps them by name."""

    def __init__(self, digits: int) -> None:
        self.digits = digits
        self.found: dict[str, Any] = {}
        self.reached: dict[str, int] = {}  # the digits of each
        self.consulted = False

    @contextmanager
    def asked(self) -> Iterator[None]:
        """While this lasts, evaluators of the checker ask here for their witnesses.

        What was found of a matrix while its enclosure was wide gives way once the enclosure bears more digits: roots
        within roots lose half of them each, and would keep to those of the first precision.
        """
        kept = Evaluator.witness

        def witness(ev: Evaluator, name: str, matrix: Mat) -> Any:
            self.consulted = True
            if self.reached.get(name, 0) < self.digits:
                digits = self.borne(matrix)
                if name not in self.found and not digits:  # the next precision tells more
                    raise Undecided("entries are enclosed too widely to look for a witness")
                if digits > self.reached.get(name, 0):
                    self.found[name], self.reached[name] = Finder(digits).find(name, matrix), digits
            ev.used.add(name)
            return self.found[name]

        Evaluator.witness = witness  # type: ignore[method-assign,assignment]
        try:
            yield
        finally:
            Evaluator.witness = kept  # type: ignore[method-assign]

    def borne(self, matrix: Mat) -> int:
        """The digits that a witness about a matrix may have; 0 where its entries are enclosed too widely.

        A matrix made of functions that rest on witnesses themselves is known to fewer digits than these have: its own
        witness has as many as the enclosure bears, from an eighth of them on.
        """
        widest = max(high - low for row in matrix.rows for low, high in map(ends, row)) * matrix.cols
        digits = self.digits
        while NESTED * digits >= self.digits and widest * 10 ** (digits + 2) > 1:
            digits -= 1
        return digits if NESTED * digits >= self.digits else 0

    def find(self, name: str, matrix: Mat) -> Any:
        """A witness for what the name says of a matrix."""
        with mpmath.workdps(8 * self.digits + 20):
            match name.partition("(")[0]:
                case "sqrtm" | "absm":
                    return self._root(matrix)
                case "logm":
                    return self._logarithm(matrix)
                case "rho":
                    return self._radius(matrix)
                case "numradius":
                    return self._numerical_radius(matrix)
            return self._eigenvalues(matrix)

    def _eigenvalues(self, a: Mat) -> list[str]:
        """Eigenvalues of a symmetric matrix, descending: 'p/q' where rational, decimals elsewhere."""
        rational = _rational_eigenvalues(a) if exact(a) else []
        out = []
        for x in sorted(mpmath.eigsy(_mp(a), eigvals_only=True), reverse=True):
            near = min(rational, key=lambda q: abs(_number(q) - x), default=None)
            if near is not None and abs(_number(near) - x) * 10**self.digits < 1:
                rational.remove(near)
                out.append(str(near))
            else:
                out.append(self._decimal(x))
        return out

    def _decimal(self, x: Any) -> str:
        """A decimal with `digits` digits behind the point."""
        scaled = int(mpmath.nint(x * mpmath.mpf(10) ** self.digits))
        whole, rest = divmod(abs(scaled), 10**self.digits)
        return f"{'-' if scaled < 0 else ''}{whole}.{rest:0{self.digits}d}"

    def _rounded(self, rows: Any, more: int = 0) -> Rows:
        """The symmetric matrix of decimals nearest to rows."""
        scale = 10 ** (self.digits + more)
        n = range(rows.rows)
        below = [[Fraction(int(mpmath.nint(rows[i, j] * scale)), scale) for j in range(i + 1)] for i in n]
        return [[below[max(i, j)][min(i, j)] for j in n] for i in n]

    def _root(self, a: Mat) -> list[list[str]]:
        """A root: exact where it is rational, else approximate (half of its digits are lost) and semidefinite."""
        rows = self._rounded(_applied(a, lambda x: mpmath.sqrt(x) if x > 0 else mpmath.mpf(0)), 2 * self.digits)
        if exact(a):
            for size in (10, 10**3, 10**6, 10 ** (self.digits // 2)):
                guess = [[x.limit_denominator(size) for x in row] for row in rows]
                if to_fmpq_mat(guess) * to_fmpq_mat(guess) == to_fmpq_mat(a.rows):
                    return _texts(guess)
        lifted = Fraction(len(rows), 10 ** (3 * self.digits))
        return _texts([[x + lifted * (i == j) for j, x in enumerate(row)] for i, row in enumerate(rows)])

    def _logarithm(self, a: Mat) -> list[list[str]]:
        """A logarithm, to more digits than the smallest eigenvalue has zeros behind the point: it is near where its
        exponential is nearer to the matrix than that eigenvalue to zero."""
        least = min(mpmath.eigsy(_mp(a), eigvals_only=True))
        if not least * mpmath.mpf(10) ** (self.digits - CLEAR) > 1:
            raise Undecided("the digits of a logarithm do not reach the smallest eigenvalue")
        return _texts(self._rounded(_applied(a, mpmath.log)))

    def _radius(self, a: Mat) -> dict[str, Any]:
        """Bounds on the spectral radius with the quadratic forms that prove them: solutions of Stein's equation."""
        if a.cols > MAX_ORDER:
            raise NotEstablished(f"no forms are looked for that bound the spectral radius at order {a.cols}")
        size = max(abs(x) for x in mpmath.eig(_mp(a), left=False, right=False))
        apart = mpmath.mpf(10) ** (2 - self.digits)
        near = Fraction(int(mpmath.nint(size * 10**self.digits)), 10**self.digits).limit_denominator(SIMPLE)
        below, growing = self._stein(a, max(size - apart, mpmath.mpf(0)), -1)
        above, shrinking = self._stein(a, size + apart, 1)
        if exact(a) and abs(_number(near) - size) < apart:
            if (forms := level_forms(a, near)) is not None:
                growing, shrinking = map(to_fraction_rows, forms)
                below = above = near
            elif (form := _left_eigenvector(a, near)) is not None:  # powers of a / near may grow
                below, growing = near, form
        return {
            "above": str(above),
            "below": str(below),
            "shrinking": _texts(shrinking),
            "growing": _texts(growing),
        }

    def _stein(self, a: Mat, size: Any, sign: int) -> tuple[Fraction, Rows]:
        """A number r near `size` and P with sign (r**2 P - A^T P A) positive definite."""
        r = Fraction(int(mpmath.nint(size * 10**self.digits)), 10**self.digits)
        n, rows = a.cols, _mp(a)
        system = mpmath.matrix(n * n, n * n)
        for i in range(n):
            for j in range(n):
                for k in range(n):
                    for m in range(n):
                        system[i * n + j, k * n + m] = -rows[k, i] * rows[m, j]
                system[i * n + j, i * n + j] += _number(r) ** 2
        right = mpmath.matrix([sign * (i == j) for i in range(n) for j in range(n)])
        try:
            solved = mpmath.lu_solve(system, right)
        except ZeroDivisionError:  # r is no bound at all; the checker will refuse it
            solved = right
        return r, self._rounded(mpmath.matrix([[solved[i * n + j] for j in range(n)] for i in range(n)]), self.digits)

    def _numerical_radius(self, a: Mat) -> dict[str, Any]:
        """Bounds on the numerical radius: a vector at which it is nearly attained, and a dilation (Ando)."""
        middle = to_fmpq_mat([[sum(ends(x)) / Fraction(2) for x in row] for row in a.rows])
        (c, s), below, above = settled(*parts(middle), int(3.33 * self.digits))
        near, high = _mp(a), to_fraction(above)
        turned = mpmath.mpc(_number(to_fraction(c)), -_number(to_fraction(s))) * near
        top = mpmath.eighe((turned + turned.H) / 2)[1][:, a.cols - 1]
        scale = 10**self.digits
        u, v = ([Fraction(int(mpmath.nint(f(x) * scale)), scale) for x in top] for f in (mpmath.re, mpmath.im))
        form = to_fmpq_mat([u, v])
        (p, q), (r, s) = (form * middle * form.transpose()).tolist()
        square = to_fraction((p + s) ** 2 + (q - r) ** 2) / sum(x * x for x in u + v) ** 2
        low = Fraction(math.isqrt(int(square * scale**4)), scale**2)
        between = _number(to_fraction(below.mid().fmpq()))
        solved = _largest_solution(near, _number(high) + between)
        return {
            "above": str(high),
            "below": str(low),
            "dilation": _texts(self._rounded(solved - _number(high) * mpmath.eye(a.cols), GUARD)),
            "vector": [[str(x), str(y)] for x, y in zip(u, v, strict=True)],
        }


def _largest_solution(a: Any, q: Any) -> Any:
    """The largest solution of X + A^T X^-1 A = q, which there is where 2 w(A) <= q (Meini 2002, cyclic reduction)."""
    x = y = q * mpmath.eye(a.rows)
    while mpmath.mnorm(a, 1) * mpmath.mpf(10) ** mpmath.mp.dps > q:
        over = y**-1
        down, up = a.T * over * a, a * over * a.T
        a, x, y = a * over * a, x - down, y - down - up
    return x


def _number(q: Fraction) -> Any:
    return mpmath.mpf(q.numerator) / q.denominator


def _mp(a: Mat) -> Any:
    """Midpoints of the entries."""
    return mpmath.matrix([[_number(sum(ends(x)) / Fraction(2)) for x in row] for row in a.rows])


def _applied(a: Mat, f: Callable[[Any], Any]) -> Any:
    """f of a symmetric matrix, approximately."""
    values, basis = mpmath.eigsy(_mp(a))
    return basis * mpmath.diag([f(x) for x in values]) * basis.T


def _texts(rows: Rows) -> list[list[str]]:
    return [[str(x) for x in row] for row in rows]


def _rational_eigenvalues(a: Mat) -> list[Fraction]:
    """With their multiplicities: roots of the linear factors of the characteristic polynomial."""
    scale = math.lcm(*(Fraction(x).denominator for row in a.rows for x in row))
    _, factors = fmpz_mat([[int(x * scale) for x in row] for row in a.rows]).charpoly().factor()
    linear = [(Fraction(-int(p[0]), int(p[1]) * scale), k) for p, k in factors if p.degree() == 1]
    return [root for root, k in linear for _ in range(k)]


def _left_eigenvector(a: Mat, size: Fraction) -> Rows | None:
    """Q = y y^T with y^T A = t y^T for a rational t of this modulus, if there is one."""
    for t in (size, -size):
        shifted = [[a.rows[j][i] - (t if i == j else 0) for j in range(a.cols)] for i in range(a.cols)]
        if vectors := to_fraction_rows(kernel(to_fmpq_mat(shifted)).transpose()):
            return [[p * q for q in vectors[0]] for p in vectors[0]]
    return None
