"""Terms of the kernel evaluated in floats at instances of a claim."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import flint
import numpy as np

from lemmata.kernel import OVER, Term

Values = dict[Term, Any]
EXPENSIVE = {  # what is computed once at every instance
    "mm", "m+", "s", "lam", "smax", "smin", "lmax", "lmin", "cond", "norm2", "rank", "det", "minv", "pinv", "numradius",
    "rho", "schatten", "expm", "logm", "sqrtm",
}  # fmt: skip
MARGIN = 1e-7
NOISE = 1e-6  # of the largest entry: singular values that count as zero, as samples meet equations up to rounding
EQUAL = 1e-6  # of the margin: what is as close as rounding makes it counts as equal, as at singular matrices


class At(Values):
    """Values of variables, and of what was computed from them."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self.memo: dict[Any, Any] = {}


class Undefined(Exception):
    """A term has no value that is worth comparing."""


def value(t: Term, at: Values, bound: tuple[float, ...] = ()) -> Any:
    """The value of a term, a float or an array; `bound` are the indices around it.  Raises Undefined."""
    op = t[0]
    if op == "q":
        return float(t[1])
    if op == "v":
        if t not in at:
            raise Undefined(t[1])
        return at[t]
    if op == "b":
        return bound[t[1]]
    if op == "^":
        return value(t[1], at, bound) ** t[2]
    if op in OVER or op == "dg":
        return _over(t, at, bound)
    if op not in TABLE:
        raise Undefined(op)
    memo = at.memo if isinstance(at, At) and op in EXPENSIVE else None
    if memo is None:
        return _computed(t, at, bound)
    key = (t, bound)
    if key not in memo:
        try:
            memo[key] = _computed(t, at, bound)
        except Undefined as error:
            memo[key] = error
    if isinstance(memo[key], Undefined):
        raise memo[key]
    return memo[key]


def _computed(t: Term, at: Values, bound: tuple[float, ...]) -> Any:
    op, parts = t[0], [value(x, at, bound) for x in t[1:]]
    try:
        with np.errstate(all="ignore"):
            out = TABLE[op](*parts)
    except (np.linalg.LinAlgError, ValueError, ZeroDivisionError, OverflowError, IndexError) as error:
        raise Undefined(str(error)) from None
    if not (math.isfinite(out) if isinstance(out, float) else np.isfinite(out).all()):
        raise Undefined(op)
    return out


def _over(t: Term, at: Values, bound: tuple[float, ...]) -> Any:
    low, high = (1, value(t[1], at, bound)) if t[0] == "dg" else (value(t[1], at, bound), value(t[2], at, bound))
    terms = [value(t[-1], at, (float(k), *bound)) for k in range(round(low), round(high) + 1)]
    if t[0] == "dg":
        return np.diag(terms)
    if not terms:
        raise Undefined(t[0])
    if t[0] in ("sum", "msum"):
        return sum(terms[1:], terms[0])
    if t[0] == "prod":
        return math.prod(terms)
    if t[0] == "maxo":
        return max(terms)
    if t[0] == "stack":
        return np.vstack(terms)
    out = terms[0]
    for x in terms[1:]:
        out = x @ out
    return out


def _spectrum(a: Any) -> Any:
    if not np.allclose(a, a.T, atol=1e-9 * (1 + np.abs(a).max())):
        raise Undefined("lam")
    return np.linalg.eigvalsh((a + a.T) / 2)[::-1]


def _entry(x: Any, i: float) -> float:
    k = round(i)
    if not 1 <= k <= len(x):
        raise Undefined("index")
    return float(x[k - 1])


def _of_spectrum(a: Any, function: Callable[[Any], Any]) -> Any:
    """A function of a symmetric matrix."""
    _spectrum(a)
    values, vectors = np.linalg.eigh((a + a.T) / 2)
    return (vectors * function(values)) @ vectors.T


def _numerical_radius(a: Any) -> float:
    """The largest eigenvalue of the Hermitian part of the matrix turned by an angle, closer and closer to the best."""
    best, at, width = 0.0, 0.0, np.pi
    for _ in range(5):
        angles = at + np.linspace(-width, width, 41)
        turned = np.exp(1j * angles)[:, None, None] * a
        largest = np.linalg.eigvalsh((turned + turned.conj().transpose(0, 2, 1)) / 2)[:, -1]
        best, at, width = float(largest.max()), float(angles[largest.argmax()]), width / 20
    return best


def _singular(a: Any) -> Any:
    return np.linalg.svd(a, compute_uv=False)


def _cond(a: Any) -> float:
    x = _singular(a)
    kept = x[x > 1e-9 * x[0]]
    if not len(kept):
        raise Undefined("cond")
    return float(x[0] / kept[-1])


def _root(x: float) -> float:
    if x < -1e-12:
        raise Undefined("sqrt")
    return math.sqrt(max(x, 0.0))


def _unit(n: float, i: float) -> Any:
    out = np.zeros((round(n), 1))
    if not 1 <= i <= n:
        raise Undefined("unit")
    out[round(i) - 1] = 1
    return out


def _segment(layers: list[Any], last: float, first: float) -> Any:
    """W^last ... W^first of some layers."""
    if not 1 <= first <= last <= len(layers):
        raise Undefined("layers")
    out = layers[round(first) - 1]
    for w in layers[round(first) : round(last)]:
        out = w @ out
    return out


def _power(x: float, k: float) -> float:
    if x < 0 or x == 0 and k <= 0:
        raise Undefined("rpow")
    return float(x**k)


TABLE: dict[str, Callable[..., Any]] = {
    "+": lambda a, b: a + b,
    "*": lambda a, b: a * b,
    "inv": lambda a: 1 / a,
    "sqrt": _root,
    "abs": abs,
    "max": max,
    "min": min,
    "rpow": _power,
    "tr": lambda a: float(np.trace(a)),
    "s": lambda a, i: _entry(_singular(a), i),
    "lam": lambda a, i: _entry(_spectrum(a), i),
    "smax": lambda a: float(_singular(a)[0]),
    "smin": lambda a: float(_singular(a)[-1]),
    "lmax": lambda a: float(_spectrum(a)[0]),
    "lmin": lambda a: float(_spectrum(a)[-1]),
    "cond": _cond,
    "norm2": lambda a: float(_singular(a)[0]),
    "normF": lambda a: float(np.linalg.norm(a)),
    "maxabs": lambda a: float(np.abs(a).max()),
    "rank": lambda a: float(np.linalg.matrix_rank(a, tol=NOISE * max(1.0, float(np.abs(a).max(initial=0.0))))),
    "det": lambda a: float(np.linalg.det(a)),
    "mm": lambda a, b: a @ b,
    "m+": lambda a, b: a + b,
    "sc": lambda c, a: c * a,
    "T": lambda a: a.T,
    "id": lambda n: np.eye(round(n)),
    "zero": lambda r, c: np.zeros((round(r), round(c))),
    "ones": lambda r, c: np.ones((round(r), round(c))),
    "e": _unit,
    "seg": _segment,
    "kron": np.kron,
    "vst": lambda a, b: np.vstack([a, b]),
    "relu": lambda a: np.maximum(a, 0),
    "minv": np.linalg.inv,
    "pinv": np.linalg.pinv,
    "numradius": _numerical_radius,
    "exp": math.exp,
    "log": math.log,
    "rho": lambda a: float(np.abs(np.linalg.eigvals(a)).max()),
    "schatten": lambda p, a: float((_singular(a) ** p).sum() ** (1 / p)) if p > 0 else math.nan,
    "had": lambda a, b: a * b,
    "expm": lambda a: _of_spectrum(a, np.exp) if np.array_equal(a, a.T) else _expm(a),
    "logm": lambda a: _of_spectrum(a, lambda x: np.log(x) if x.min() > 1e-12 else x * math.nan),
    "sqrtm": lambda a: _of_spectrum(a, lambda x: np.sqrt(np.maximum(x, 0)) if x.min() > -1e-9 else x * math.nan),
}


def _expm(a: Any) -> Any:
    return np.array([[float(x) for x in row] for row in flint.arb_mat(a.tolist()).exp().tolist()]).reshape(a.shape)


def holds(f: Term, at: Values, clearly: bool = False, bound: tuple[float, ...] = ()) -> bool | None:
    """Whether a formula holds up to rounding, a strict one beyond it; None where it has no value.

    `clearly`: a strict one by a margin.
    """
    op = f[0]
    try:
        if op == "all":
            low, high = round(value(f[1], at, bound)), round(value(f[2], at, bound))
            known: bool | None = True
            for k in range(low, high + 1):
                one = holds(f[3], at, clearly, (float(k), *bound))
                if one is False:
                    return False
                known = None if one is None else known
            return known
        if op == "!=":
            return bool(np.abs(value(f[1], at, bound)).max() > 1e-9)
        if op not in ("<=", "<", "="):
            return None
        a, b = value(f[1], at, bound), value(f[2], at, bound)
    except Undefined:
        return None
    scale = MARGIN * (1 + float(np.abs(a).max()) + float(np.abs(b).max()))
    if op == "=":
        return bool(np.abs(a - b).max() <= scale)
    return bool(a <= b + scale) if op == "<=" else bool(a < b - (scale if clearly else EQUAL * scale))
