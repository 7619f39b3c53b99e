"""Random instances of a statement, and terms of the kernel evaluated at them in floats: to drop what cannot help.

Nothing is concluded from what holds here; what fails by a clear margin is not tried.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.linalg import expm

from lemmata.theorems.language.statement import Statement
from lemmata.verify.kernel.terms import OVER, Term, Z

Values = dict[Term, Any]
TRIES, WANTED, MARGIN = 400, 15, 1e-7
LOOKS = 5  # generic, of low rank, small integers, multiples of the identity, some the same as one before
SCALES = (1.0, 0.3, 0.1, 3.0)


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
    parts = [value(x, at, bound) for x in t[1:]]
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
    "rank": lambda a: float(np.linalg.matrix_rank(a)),
    "det": lambda a: float(np.linalg.det(a)),
    "mm": lambda a, b: a @ b,
    "m+": lambda a, b: a + b,
    "sc": lambda c, a: c * a,
    "T": lambda a: a.T,
    "id": lambda n: np.eye(round(n)),
    "zero": lambda r, c: np.zeros((round(r), round(c))),
    "ones": lambda r, c: np.ones((round(r), round(c))),
    "e": _unit,
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
    "expm": lambda a: _of_spectrum(a, np.exp) if np.array_equal(a, a.T) else expm(a),
    "logm": lambda a: _of_spectrum(a, lambda x: np.log(x) if x.min() > 1e-12 else x * math.nan),
    "sqrtm": lambda a: _of_spectrum(a, lambda x: np.sqrt(np.maximum(x, 0)) if x.min() > -1e-9 else x * math.nan),
}


def holds(f: Term, at: Values, clearly: bool = False, bound: tuple[float, ...] = ()) -> bool | None:
    """Whether a formula holds up to rounding; None where it has no value.  `clearly`: a strict one by a margin."""
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
    return bool(a <= b + scale) if op == "<=" else bool(a < b - scale if clearly else a < b + scale)


class Sample:
    """A few instances that meet the hypotheses of a statement, none where none are met by chance."""

    def __init__(self, statement: Statement, names: dict[str, Term], hypotheses: list[Term], seed: int = 0) -> None:
        self.random = np.random.default_rng(seed)
        self.instances: list[Values] = []
        self.look = 0
        lines = [line.split(" = ", 1) for line in statement.text["let"]]
        for k in range(TRIES):
            try:
                self.look = k % LOOKS
                at = self._drawn(lines, names, SCALES[k // LOOKS % len(SCALES)])
            except Undefined:
                continue
            if all(holds(h, at, True) for h in hypotheses):
                self.instances.append(at)
            if len(self.instances) >= WANTED:
                break

    def _drawn(self, lines: list[list[str]], names: dict[str, Term], scale: float) -> Values:
        at: Values = {}
        sizes: dict[str, Any] = {}
        for name, domain in lines:
            node = ast.parse(domain, mode="eval").body
            called = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            kind = node.func.id if called else domain  # type: ignore[attr-defined]
            arguments = [_number(a, sizes) for a in node.args] if isinstance(node, ast.Call) else []
            drawn = self._one(kind, arguments, scale)
            alike = [at[names[other]] for other, d in lines if d == domain and names[other] in at]
            if self.look == LOOKS - 1 and alike and not isinstance(drawn, float) and self.random.random() < 0.7:
                drawn = alike[0]
            at[names[name]] = drawn
            if isinstance(drawn, float):
                sizes[name] = drawn
        return at

    def _one(self, kind: str, a: list[float], scale: float) -> Any:
        random = self.random
        if kind == "integer":
            low, high = round(a[0]), round(a[1]) if len(a) > 1 else round(a[0]) + 3
            if high < low:
                raise Undefined("empty")
            return float(random.integers(low, min(high, low + 3) + 1))
        if kind in ("interval", "open_interval"):
            return float(random.uniform(a[0], a[1]))
        if kind == "positive":
            return float(scale * random.exponential())
        if kind == "real" and not a:
            return float(scale * random.normal())
        r, c = (round(x) for x in (a if len(a) == 2 else (a[-1], a[-1])))
        m = scale * self._matrix(r, c)
        if kind == "real":
            return m
        if kind == "symmetric":
            return (m + m.T) / 2
        if kind in ("psd", "pd"):
            return m @ m.T + (0.1 * scale * np.eye(r) if kind == "pd" else 0)
        if kind == "skew":
            return m - m.T
        if kind == "orthogonal":
            return np.linalg.qr(random.normal(size=(r, r)))[0]
        if kind == "diagonal":
            return np.diag(np.diag(m))
        if kind == "nonnegative":
            return np.abs(m)
        if kind in ("signs", "projection"):
            return np.diag(random.choice([-1.0 if kind == "signs" else 0.0, 1.0], size=r))
        if kind == "upper":
            return np.triu(m)
        raise Undefined(kind)

    def _matrix(self, r: int, c: int) -> Any:
        """Entries of one of the looks; degenerate matrices show which hypotheses fail."""
        random = self.random
        if self.look == 1:
            k = int(random.integers(0, min(r, c) + 1))
            return random.normal(size=(r, k)) @ random.normal(size=(k, c))
        if self.look == 2:
            return random.integers(-1, 2, size=(r, c)).astype(float)
        if self.look == 3:
            return random.normal() * np.eye(r, c)
        return random.normal(size=(r, c))


def _number(node: ast.AST, sizes: dict[str, float]) -> float:
    """A parameter of a domain."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return float(node.value)
    if isinstance(node, ast.Name) and node.id in sizes:
        return sizes[node.id]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_number(node.operand, sizes)
    if isinstance(node, ast.BinOp):
        a, b = _number(node.left, sizes), _number(node.right, sizes)
        found = {ast.Add: a + b, ast.Sub: a - b, ast.Mult: a * b, ast.Div: a / b if b else math.nan}
        if type(node.op) in found:
            return found[type(node.op)]
    raise Undefined(ast.dump(node))


__all__ = ["Sample", "Undefined", "Z", "holds", "value"]
