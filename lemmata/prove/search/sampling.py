"""Random instances of a statement: to drop what cannot help.

Nothing is concluded from what holds here; what fails by a clear margin is not tried.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import flint
import numpy as np

from lemmata.kernel import OVER, Term, free
from lemmata.language.families import Layers
from lemmata.prove.state import State

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
    kept = x[x > 1e-6 * x[0]]
    if not len(kept) or np.any(x[len(kept) :] > 1e-12 * x[0]):  # the smallest may be zero or not
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
    "pinv": lambda a: np.linalg.pinv(a, rcond=NOISE),
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
        if op == "!=" and f[1][0] == "det":  # rounding makes determinants of singular matrices large
            sizes = np.linalg.svd(value(f[1][1], at, bound), compute_uv=False)
            return bool(sizes.min() > REGULAR * sizes.max())
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


REGULAR = 1e-9  # a least singular value that is not rounding, next to the largest
STEPS, ENTRIES, HALVED = 24, 80, 6
DIFFERENCE, SMALL, CLOSE = 1e-6, 1e-9, 1e-14  # the last below NOISE squared: what is left near singular solutions
TINY = 1e-4  # entries below come of steps that tend to zero, and that the differences stop
LARGE = 1e3  # entries above come of steps away from a matrix that is singular: what is made of them is rounding
Map = Callable[[Any], Any]


def _half(a: Any) -> Any:
    values, vectors = np.linalg.eigh(a)
    return vectors * np.sqrt(np.maximum(values, 0))


COORDINATES: dict[str, tuple[Map, Map]] = {  # of what a domain has, from coordinates that are free, and back
    "real": (lambda z: z, lambda a: a),
    "symmetric": (lambda z: (z + z.T) / 2, lambda a: a),
    "skew": (lambda z: (z - z.T) / 2, lambda a: a),
    "diagonal": (lambda z: np.diag(np.diag(z)), lambda a: a),
    "upper": (np.triu, lambda a: a),
    "psd": (lambda z: z @ z.T, _half),
    "pd": (lambda z: z @ z.T, _half),
    "nonnegative": (lambda z: z * z, np.sqrt),
    "positive": (np.exp, np.log),
}


def bent(at: Values, hypotheses: list[Term], kinds: dict[Term, str], random: Any) -> None:
    """Change values, for one relation that fails after the other, and for all of them at once in the end."""
    relations = [h for h in hypotheses if h[0] in ("=", "<=", "<")]
    movable = {h: [v for v in sorted(free(h)) if kinds.get(v) in COORDINATES] for h in relations}
    every = sorted({v for open_ in movable.values() for v in open_})
    for some, open_ in (*(([h], [v]) for h in relations for v in movable[h]), (relations, every)):
        if any(holds(h, at, True) is False for h in some):
            before = dict(at)
            solve(at, some, open_, kinds, random.exponential(size=len(some)))
            for v in (v for v in open_ if kinds[v] == "real"):
                at[v] = at[v] * (np.abs(at[v]) >= TINY)
            if any(not 0 < np.abs(at[v]).max() < LARGE for v in open_):  # at zero everything seems true, and equal
                at.update(before)


def solve(at: Values, relations: list[Term], open_: list[Term], kinds: dict[Term, str], room: Any) -> None:
    """Change values of some variables until equations hold, and inequalities with so much room; they stay as they are
    where a few steps do not reach that.

    The steps are those of Gauss and Newton, with Jacobians by differences; semidefinite matrices are squares in them,
    positive numbers exponentials.  Whether the relations hold in the end is looked at elsewhere.
    """
    ways = [COORDINATES[kinds[v]] for v in open_]
    with np.errstate(divide="ignore"):  # log 0
        first = [np.asarray(back(at[v]), dtype=float) for v, (_, back) in zip(open_, ways, strict=True)]
    ends = np.cumsum([0, *(z.size for z in first)])
    if not open_ or ends[-1] > ENTRIES:
        return

    def place(flat: Any) -> None:
        for k, (v, (there, _)) in enumerate(zip(open_, ways, strict=True)):
            new = there(flat[ends[k] : ends[k + 1]].reshape(first[k].shape))
            at[v] = float(new) if isinstance(at[v], float) else new

    def residual(flat: Any) -> Any:
        place(flat)
        gaps = [np.ravel(value(h[2], at) - value(h[1], at)) for h in relations]
        return np.concatenate(
            [g if h[0] == "=" else np.minimum(g - r, 0) for h, g, r in zip(relations, gaps, room, strict=True)]
        )

    before = {v: at[v] for v in open_}
    z = np.concatenate([np.ravel(x) for x in first])
    steps = DIFFERENCE * np.eye(len(z))
    try:
        with np.errstate(all="ignore"):
            r = residual(z)
            for _ in range(STEPS):
                jacobian = np.stack([(residual(z + s) - r) / DIFFERENCE for s in steps], axis=1)
                if not np.isfinite(jacobian).all():
                    break
                move = np.linalg.lstsq(jacobian, r, rcond=1e-10)[0]
                if np.abs(move).max() < SMALL or np.abs(r).max() < CLOSE:
                    place(z)  # near a singular solution steps stay long while little is left
                    return
                k = next((k for k in range(HALVED) if smaller(residual(z - move / 2**k), r)), HALVED)
                z, r = z - move / 2**k, residual(z - move / 2**k)
    except (Undefined, np.linalg.LinAlgError):
        pass
    at.update(before)


def smaller(r: Any, s: Any) -> bool:
    """Whether less is left."""
    return bool(np.abs(r).max() < np.abs(s).max())


TRIES, WANTED = 400, 15
LOOKS = 5  # generic, of low rank, small integers, multiples of the identity, some the same as one before
SCALES = (1.0, 0.3, 0.1, 3.0)


Leaf = tuple[Term, str, tuple[Term, ...]]


class Sample:
    """A few instances that meet the hypotheses of a statement, none where none are met by chance; what was found so
    far when processor time is beyond `until`."""

    def __init__(self, state: State, hypotheses: list[Term], seed: int = 0, until: float = math.inf) -> None:
        self.random = np.random.default_rng(seed)
        self.instances: list[Values] = []
        self.look = 0
        leaves = [_drawn_as(state, leaf) for leaf in state.statement.let]
        kinds = {v: kind for v, kind, _ in leaves}
        for k in range(TRIES):
            if time.process_time() > until:
                break
            try:
                self.look = k % LOOKS
                at = self._drawn(leaves, SCALES[k // LOOKS % len(SCALES)])
            except Undefined:
                continue
            if not all(holds(h, at, True) for h in hypotheses):
                bent(at, hypotheses, kinds, self.random)
                if not all(holds(h, at, True) for h in hypotheses):
                    continue
            self.instances.append(At(at))
            if len(self.instances) >= WANTED:
                break

    def _drawn(self, leaves: list[Leaf], scale: float) -> Values:
        at: Values = {}
        for v, kind, parameters in leaves:
            drawn = self._one(kind, [value(t, at) for t in parameters], scale)
            alike = [at[w] for w, *domain in leaves if domain == [kind, parameters] and w in at]
            if self.look == LOOKS - 1 and alike and not isinstance(drawn, float) and self.random.random() < 0.7:
                drawn = alike[0]
            at[v] = drawn
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
        if kind == "activation":
            slopes = np.where(np.arange(round(a[1])) < round(a[0]), a[2], 1.0)
            return np.diag(random.permutation(slopes))
        if kind == "layers" and len(a) == 4 and a[0] >= 1:
            widths = [round(x) for x in (a[1], *[a[2]] * (round(a[0]) - 1), a[3])]
            return [scale * self._matrix(r, c) for c, r in zip(widths, widths[1:], strict=False)]
        if len(a) not in (1, 2) or min(a) < 0 or not math.isfinite(max(a)):
            raise Undefined(kind)
        r, c = (round(x) for x in (a if len(a) == 2 else (a[-1], a[-1])))
        m = scale * self._matrix(r, c)
        if kind in COORDINATES:
            return COORDINATES[kind][0](m) + (0.1 * scale * np.eye(r) if kind == "pd" else 0)
        if kind == "orthogonal" and self.look == 2:  # permutations with signs: columns that are orthogonal to others
            return random.choice([-1.0, 1.0], size=(r, 1)) * np.eye(r)[random.permutation(r)]
        if kind == "orthogonal":
            return np.linalg.qr(random.normal(size=(r, r)))[0]
        if kind in ("signs", "projection"):
            return np.diag(random.choice([-1.0 if kind == "signs" else 0.0, 1.0], size=r))
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


def _drawn_as(state: State, leaf: Any) -> Leaf:
    """A variable of a statement, the name of its domain, and the parameters of that."""
    if isinstance(leaf, Layers):
        return state.names[leaf.name], "layers", tuple(map(state.term, leaf.args))
    parameters = (getattr(leaf.domain, part.name) for part in fields(leaf.domain))
    return state.names[leaf.name], leaf.domain.name, tuple(state.term(x) for x in parameters if x is not None)
