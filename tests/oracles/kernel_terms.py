"""An interpreter of kernel terms and formulas, apart from the kernel's own code, in exact rationals and floats.

A value is a Fraction, or a float where a spectrum, a root or a real power came in; a matrix is an array of those.  What
is undefined gets a random value that depends on the seed, the operation and its arguments alone: functions are total
and nothing more is known of them.
"""

import math
import random
from collections.abc import Callable
from fractions import Fraction
from math import isqrt
from typing import Any

import numpy as np
from scipy.linalg import expm

from tests.oracles.kernel_matrices import Layers, exactly, eye, floats, is_symmetric, rank_one, small, times, zeros

Value = Any
CLEAR = 1e-6  # what floats may miss by before a relation counts as broken


class Interpreter:
    """Values of terms for given values of variables; `seed` settles what is undefined."""

    def __init__(self, values: dict[Any, Value], seed: int) -> None:
        self.values, self.seed = values, seed

    def undefined(self, *key: Any) -> random.Random:
        shown = repr([_rounded(x) for x in key])
        return random.Random(f"{self.seed} {shown}")

    def number(self, *key: Any) -> Fraction:
        return Fraction(self.undefined(*key).randint(-5, 5))

    def __call__(self, t: Any, bound: tuple[Value, ...] = ()) -> Value:
        op = t[0]
        if op == "q":
            return t[1]
        if op == "b":
            return bound[t[1]]
        if op == "v":
            return self.values[t]
        if op == "^":
            return self(t[1], bound) ** t[2]
        if op in ("sum", "prod", "maxo", "msum", "mprod", "stack"):
            return self.over(t, bound)
        if op == "dg":
            n = int(self(t[1], bound))
            out = zeros(n, n)
            for i in range(n):
                out[i, i] = self(t[2], (Fraction(i + 1), *bound))
            return out
        if op in ("slope_s", "slope_lam"):
            return self.slope(t, bound)
        arguments = [self(x, bound) for x in t[1:]]
        own = getattr(self, f"op_{op}", None)  # which a subclass may have in place of a rule
        return own(*arguments) if own else RULES[op](self, *arguments)

    # --- numbers

    def op_sqrt(self, a: Value) -> Value:
        if a < 0:
            return 0.0 if not exactly(a) and a > -1e-9 else self.number("sqrt", a)
        if exactly(a):
            root = Fraction(isqrt(a.numerator), isqrt(a.denominator))
            if root**2 == a:
                return root
        return float(a) ** 0.5

    def op_rpow(self, a: Value, k: Value) -> Value:
        if a > 0:
            return float(a) ** float(k)
        return Fraction(0) if a == 0 and k > 0 else self.number("rpow", a, k)

    # --- over an index

    def over(self, t: Any, bound: tuple[Value, ...]) -> Value:
        op, low, high = t[0], int(self(t[1], bound)), int(self(t[2], bound))
        terms = [self(t[3], (Fraction(i), *bound)) for i in range(low, high + 1)]
        if op == "maxo":
            return max(terms) if terms else self.number("maxo", low, high)
        if op in ("sum", "prod"):
            total = Fraction(int(op == "prod"))
            for x in terms:
                total = total + x if op == "sum" else total * x
            return total
        if not terms:  # the shape of the body at any index
            shape = self.shape(t[3], bound, low)
            return {"msum": zeros(*shape), "mprod": eye(shape[0]), "stack": zeros(0, shape[1])}[op]
        if op == "stack":
            return np.vstack(terms)
        total = terms[0]
        for x in terms[1:]:
            total = total + x if op == "msum" else times(x, total)
        return total

    def shape(self, body: Any, bound: tuple[Value, ...], low: int) -> tuple[int, int]:
        return self(body, (Fraction(low), *bound)).shape  # type: ignore[no-any-return]

    # --- matrices

    def op_kron(self, a: Any, b: Any) -> Any:
        out = zeros(a.shape[0] * b.shape[0], a.shape[1] * b.shape[1])
        for r in range(out.shape[0]):
            for c in range(out.shape[1]):
                out[r, c] = a[r // b.shape[0], c // b.shape[1]] * b[r % b.shape[0], c % b.shape[1]]
        return out

    def op_minv(self, a: Any) -> Any:
        n = a.shape[0]
        if abs(self.op_det(a)) < 1e-12:
            return small(self.undefined("minv", a), n, n)
        rows = [[*a[r], *eye(n)[r]] for r in range(n)]
        return np.array([row[n:] for row in _reduced(rows)], dtype=object).reshape(n, n)

    def of_spectrum(self, op: str, a: Any, function: Any, least: float) -> Any:
        """A function of the eigenvalues of a symmetric matrix, arbitrary where one of them is below the least."""
        values, vectors = np.linalg.eigh(floats(a)) if a.size and is_symmetric(a) else (np.array([-1.0]), None)
        if a.size and values.min() <= least or not is_symmetric(a):
            return small(self.undefined(op, a), *a.shape)
        return ((vectors * function(values)) @ vectors.T).astype(object) if a.size else a

    def op_seg(self, w: Layers, last: Value, first: Value) -> Any:
        last, first = int(last), int(first)
        out = eye(w.width(first - 1))
        if last == first - 1:
            return out
        if not 1 <= first <= last <= w.depth:
            return small(self.undefined("seg", last, first), w.width(last), w.width(first - 1))
        for i in range(first, last + 1):
            out = times(w.layers[i - 1], out)
        return out

    # --- spectra

    def op_det(self, a: Any) -> Value:
        n, sign, rows = a.shape[0], 1, [list(row) for row in a]
        total: Value = Fraction(1)
        noise = 1e-9 * max((float(abs(x)) for row in rows for x in row), default=0.0)  # what floats leave of a zero
        for c in range(n):
            at = max(range(c, n), key=lambda r: abs(rows[r][c]), default=c)
            if abs(rows[at][c]) <= (0 if exactly(rows[at][c]) else noise):
                return Fraction(0)
            if at != c:
                rows[at], rows[c], sign = rows[c], rows[at], -sign
            total *= rows[c][c]
            for r in range(c + 1, n):
                f = rows[r][c] / rows[c][c]
                rows[r] = [p - f * q for p, q in zip(rows[r], rows[c], strict=True)]
        return total * sign

    def op_s(self, a: Any, i: Value) -> Value:
        if not 1 <= i <= min(a.shape):
            return self.number("s", a, i)
        return float(np.linalg.svd(floats(a), compute_uv=False)[int(i) - 1])

    def op_lam(self, a: Any, i: Value) -> Value:
        if not 1 <= i <= a.shape[0] or not is_symmetric(a):
            return self.number("lam", a, i)
        return float(np.linalg.eigvalsh(floats(a))[::-1][int(i) - 1])

    def op_eigenvector(self, a: Any, i: Value) -> Value:
        if not 1 <= i <= a.shape[0] or not is_symmetric(a):
            return self.column(a.shape[0], "eigenvector", a, i)
        return np.linalg.eigh(floats(a))[1][:, ::-1][:, int(i) - 1 : int(i)].astype(object)

    def op_right_vector(self, a: Any, i: Value) -> Value:
        return self._singular_vector("right_vector", a, i, a.shape[1])

    def op_left_vector(self, a: Any, i: Value) -> Value:
        return self._singular_vector("left_vector", a, i, a.shape[0])

    def _singular_vector(self, side: str, a: Any, i: Value, length: int) -> Value:
        if not 1 <= i <= min(a.shape):
            return self.column(length, side, a, i)
        left, _, right = np.linalg.svd(floats(a))
        return (right.T if side == "right_vector" else left)[:, int(i) - 1 : int(i)].astype(object)

    def op_eigenvector_rate(self, a: Any, b: Any, c: Any, i: Value, t: Value) -> Value:
        family, rate = a + b * t + c * t**2, b + c * (2 * t)
        if not self.simple("lam", family, i) or not is_symmetric(rate):
            return self.column(a.shape[0], "eigenvector_rate", a, b, c, i, t)
        return _resolvent(floats(family), floats(rate), self.op_lam(family, i), floats(self.op_eigenvector(family, i)))

    def _singular_rate(self, a: Any, b: Any, c: Any, i: Value, t: Value) -> Value:
        """Derivatives of right and left singular vectors, stacked: an eigenvector of [[0, A^T], [A, 0]]."""
        family, rate = a + b * t + c * t**2, b + c * (2 * t)
        if not self.simple("s", family, i) or self.op_s(family, i) < 1e-9:
            return self.column(sum(a.shape), "singular_rate", a, b, c, i, t)
        pair = np.vstack([floats(self.op_right_vector(family, i)), floats(self.op_left_vector(family, i))])
        return _resolvent(_dilated(floats(family)), _dilated(floats(rate)), self.op_s(family, i), pair)

    def column(self, length: int, *key: Any) -> Value:
        """An arbitrary column."""
        out = zeros(length, 1)
        for k in range(length):
            out[k, 0] = self.number(*key, k)
        return out

    def op_cond(self, a: Any) -> Value:
        if not a.size or not np.any(a != 0):
            return self.number("cond", a)
        values = np.linalg.svd(floats(a), compute_uv=False)
        return float(values[0] / values[self._rank(a) - 1])

    def op_numradius(self, a: Any) -> Value:
        turned = [np.exp(1j * angle) * floats(a) for angle in np.linspace(0, 2 * np.pi, 721)] if a.size else []
        return float(max((np.linalg.eigvalsh((x + x.conj().T) / 2)[-1] for x in turned), default=0.0))

    def op_schatten(self, p: Value, a: Any) -> Value:
        if p <= 0:
            return self.number("schatten", p, a)
        values = np.linalg.svd(floats(a), compute_uv=False) if a.size else np.zeros(1)
        return float((values ** float(p)).sum() ** (1 / float(p)))

    def _rank(self, a: Any) -> int:
        return int(np.linalg.matrix_rank(floats(a))) if a.size else 0

    def op_rank(self, a: Any) -> Fraction:
        return Fraction(self._rank(a))

    def op_real_eigenvalues(self, a: Any) -> Fraction:
        roots = np.linalg.eigvals(floats(a)) if a.size else np.array([])
        return Fraction(len({round(float(z.real), 5) for z in roots.astype(complex) if abs(z.imag) < 1e-7}))

    def simple(self, kind: str, a: Any, i: Value) -> bool:
        """Whether a singular value or eigenvalue is in range and apart from the others."""
        if not 1 <= i <= min(a.shape) or kind == "lam" and not is_symmetric(a):
            return False
        values = np.linalg.svd(floats(a), compute_uv=False) if kind == "s" else np.linalg.eigvalsh(floats(a))[::-1]
        return all(abs(values[int(i) - 1] - y) > 1e-6 for k, y in enumerate(values) if k != i - 1)

    def op_eigenform(self, a: Any, i: Value, x: Any) -> Value:
        if not self.simple("lam", a, i) or x.shape != a.shape:
            return self.number("eigenform", a, i, x)
        u = np.linalg.eigh(floats(a))[1][:, ::-1][:, int(i) - 1]
        return float(u @ floats(x) @ u)

    def op_singularform(self, a: Any, i: Value, x: Any) -> Value:
        if not self.simple("s", a, i) or self.op_s(a, i) < 1e-9 or x.shape != a.shape[::-1]:
            return self.number("singularform", a, i, x)
        left, _, right = np.linalg.svd(floats(a))
        return float(right[int(i) - 1] @ floats(x) @ left[:, int(i) - 1])

    def slope(self, t: Any, bound: tuple[Value, ...]) -> Value:
        kind, i, at = t[0].removeprefix("slope_"), self(t[1], bound), self(t[2], bound)
        step = Fraction(1, 2**10)
        a, above, below = (self(t[3], (at + k * step, *bound)) for k in (0, 1, -1))
        rate = (above - below) * (1 / (2 * step))
        form = self.op_eigenform if kind == "lam" else self.op_singularform
        defined = self.simple(kind, a, i) and (kind == "s" or is_symmetric(rate))
        if not defined or kind == "s" and self.op_s(a, i) < 1e-9:
            return self.number("slope", kind, a, i, rate)
        return form(a, i, rate if kind == "lam" else rate.T)

    # --- formulas

    def margin(self, f: Any, bound: tuple[Value, ...] = ()) -> float | None:
        """How far two sides are from a relation between numbers: below zero where it fails, scaled; 0 where exact.

        None for a formula whose truth these numbers do not show.
        """
        op = f[0]
        if op == "all":
            low, high = int(self(f[1], bound)), int(self(f[2], bound))
            each = [self.margin(f[3], (Fraction(i), *bound)) for i in range(low, high + 1)]
            return None if None in each else min((p for p in each if p is not None), default=0.0)
        if op in ("simple_s", "simple_lam"):
            a, i = self(f[1], bound), self(f[2], bound)
            return 0.0 if self.simple(op.removeprefix("simple_"), a, i) else -1.0
        if op == "!=":
            value = self(f[1], bound)
            return 0.0 if (value != 0 if exactly(value) else abs(value) > CLEAR) else -1.0
        a, b = (self(x, bound) for x in f[1:3])
        if isinstance(a, np.ndarray):
            return min((_against("=", p, q) for p, q in zip(a.flat, b.flat, strict=True)), default=0.0)
        return _against(op, a, b)

    def holds(self, f: Any) -> bool | None:
        """Whether a formula is surely true."""
        margin = self.margin(f)
        return None if margin is None else margin >= -1e-9

    def clear(self, f: Any) -> bool:
        """Whether the formula is surely true, by rational arithmetic or by more than floats may miss by."""
        if f[0] in ("<=", "<", "=") and not isinstance(self(f[1]), np.ndarray):
            a, b = self(f[1]), self(f[2])
            exact = exactly(a) and exactly(b)
            return bool(self.holds(f)) if exact else f[0] != "=" and float(b - a) > CLEAR * max(1.0, abs(float(a)))
        return False

    def fails(self, f: Any) -> bool:
        """Whether a formula is surely false."""
        margin = self.margin(f)
        return margin is not None and margin < -CLEAR


def _against(op: str, a: Value, b: Value) -> float:
    if exactly(a) and exactly(b):
        good = {"=": a == b, "<=": a <= b, "<": a < b}[op]
        return 0.0 if good else -max(float(abs(a - b)), 1.0)
    scale = max(1.0, abs(float(a)), abs(float(b)))
    gap = float(b - a) / scale
    if op == "<" and abs(gap) < 1e-9:
        return -1e-8  # neither surely true nor surely false
    return -abs(gap) if op == "=" else min(gap, 0.0)


def _resolvent(family: Any, rate: Any, value: float, vector: Any) -> Any:
    """The derivative of an eigenvector of a symmetric matrix whose derivative is `rate`."""
    return (np.linalg.pinv(value * np.eye(len(family)) - family, rcond=1e-9) @ rate @ vector).astype(object)


def _dilated(a: Any) -> Any:
    return np.block([[np.zeros((a.shape[1],) * 2), a.T], [a, np.zeros((a.shape[0],) * 2)]])


def _rounded(x: Any) -> Any:
    if isinstance(x, np.ndarray):
        return [x.shape, [_rounded(y) for y in x.flat]]
    return round(float(x), 6) if isinstance(x, int | float | Fraction) else x


def _reduced(rows: list[list[Value]]) -> list[list[Value]]:
    """Gauss and Jordan, for a square block in front that is regular."""
    n = len(rows)
    for c in range(n):
        at = max(range(c, n), key=lambda r: abs(rows[r][c]))
        rows[at], rows[c] = rows[c], rows[at]
        rows[c] = [x / rows[c][c] for x in rows[c]]
        for r in range(n):
            if r != c and rows[r][c]:
                f = rows[r][c]
                rows[r] = [p - f * q for p, q in zip(rows[r], rows[c], strict=True)]
    return rows


RULES: dict[str, Callable[..., Value]] = {  # by the kernel's word: of the interpreter and the values of the arguments
    "+": lambda at, a, b: a + b,
    "*": lambda at, a, b: a * b,
    "inv": lambda at, a: 1 / a if abs(a) > 1e-12 else at.number("inv"),
    "abs": lambda at, a: abs(a),
    "max": lambda at, a, b: max(a, b),
    "min": lambda at, a, b: min(a, b),
    "exp": lambda at, a: math.exp(min(float(a), 300.0)),
    "log": lambda at, a: math.log(a) if a > 0 else at.number("log", a),
    "mm": lambda at, a, b: times(a, b),
    "m+": lambda at, a, b: a + b,
    "sc": lambda at, x, a: a * x if a.size else a,
    "T": lambda at, a: a.T,
    "id": lambda at, n: eye(int(n)),
    "zero": lambda at, r, c: zeros(int(r), int(c)),
    "ones": lambda at, r, c: zeros(int(r), int(c)) + Fraction(1) if int(r) * int(c) else zeros(int(r), int(c)),
    "e": lambda at, n, i: rank_one(int(n), int(i)) if 1 <= i <= n else small(at.undefined("e", n, i), int(n), 1),
    "vst": lambda at, a, b: np.vstack([a, b]),
    "relu": lambda at, a: np.array([[max(x, Fraction(0)) for x in row] for row in a], dtype=object).reshape(a.shape),
    "had": lambda at, a, b: a * b,
    "pinv": lambda at, a: np.linalg.pinv(floats(a)).astype(object) if a.size else a.T,
    "expm": lambda at, a: expm(floats(a)).astype(object) if a.size else a,
    "logm": lambda at, a: at.of_spectrum("logm", a, np.log, 1e-9),
    "sqrtm": lambda at, a: at.of_spectrum("sqrtm", a, lambda x: np.sqrt(np.maximum(x, 0)), -1e-9),
    "width": lambda at, w, i: Fraction(w.width(int(i))),
    "tr": lambda at, a: sum((a[i, i] for i in range(a.shape[0])), Fraction(0)),
    "eigenvector_at": lambda at, a, b, c, i, t: at.op_eigenvector(a + b * t + c * t**2, i),
    "right_at": lambda at, a, b, c, i, t: at.op_right_vector(a + b * t + c * t**2, i),
    "left_at": lambda at, a, b, c, i, t: at.op_left_vector(a + b * t + c * t**2, i),
    "right_rate": lambda at, a, b, c, i, t: at._singular_rate(a, b, c, i, t)[: a.shape[1]],
    "left_rate": lambda at, a, b, c, i, t: at._singular_rate(a, b, c, i, t)[a.shape[1] :],
    "smax": lambda at, a: at.op_s(a, 1),
    "smin": lambda at, a: at.op_s(a, min(a.shape)),
    "lmax": lambda at, a: at.op_lam(a, 1) if is_symmetric(a) else at.number("lmax", a),
    "lmin": lambda at, a: at.op_lam(a, a.shape[0]) if is_symmetric(a) else at.number("lmin", a),
    "norm2": lambda at, a: float(np.linalg.norm(floats(a), 2)) if a.size else Fraction(0),
    "normF": lambda at, a: at.op_sqrt(sum((x * x for x in a.flat), Fraction(0))),
    "maxabs": lambda at, a: max((abs(x) for x in a.flat), default=Fraction(0)),
    "rho": lambda at, a: float(np.abs(np.linalg.eigvals(floats(a))).max()) if a.size else Fraction(0),
}


__all__ = ["Interpreter", "Layers"]
