"""One instance at a time in plain NumPy: what a person would evaluate inside a Hypothesis test.

A concrete statement is compiled once into a list of steps, common sub-expressions shared; a run costs a few NumPy
calls, some ten times less than a batch of one in the float interpreter.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
import scipy.linalg
from sympy import Basic, Rational
from sympy.core.numbers import NumberSymbol

from lemmata.language import atoms, columns, core, families, functions, matrices
from lemmata.language.instantiate import Concrete, index_tuples, substitute
from lemmata.language.relations import Clause, strict

TOLERANCE = 1e-9  # relative slack within which a relation counts as an equality
SMALL = 64 * np.finfo(np.float64).eps  # singular values below this part of the largest count as zero, times the order

Value = Any  # a matrix as a 2-d array, a vector as a 1-d array, a scalar as a number


@dataclass(frozen=True)
class Verdict:
    """Whether the hypotheses hold, whether a conjunct fails, and the least relative slack (NaN where undefined)."""

    met: bool
    broken: bool
    slack: float


class Program:
    """The relations of a concrete statement as steps."""

    def __init__(self, concrete: Concrete) -> None:
        self.steps: list[tuple[Callable[..., Value], tuple[int, ...]]] = []
        self.names: dict[str, int] = {}
        self._slots: dict[Basic, int] = {}
        self.given = [self._relation(c) for c in concrete.hypotheses]
        self.claim = [self._relation(c) for c in concrete.claim]

    def _relation(self, clause: Clause) -> tuple[str, list[tuple[int, int]]]:
        indices, tuples, body = index_tuples(clause)
        sides = []
        for values in tuples:
            at = substitute(body, {}, dict(zip(indices, values, strict=True))) if indices else body
            sides.append((self._slot(at.lhs), self._slot(at.rhs)))
        return body.op, sides

    def _slot(self, node: Any) -> int:
        """The step that computes a node, made where there is none yet."""
        if node not in self._slots:
            step, parts = _step(node)
            args = tuple(self._slot(part) for part in parts)
            if hasattr(node, "domain") and hasattr(node, "name"):
                self.names[node.name] = len(self.steps)
            self._slots[node] = len(self.steps)
            self.steps.append((step, args))
        return self._slots[node]

    def run(self, instance: Mapping[str, Value]) -> Verdict:
        """Judge the statement at one instance.  Values that are not finite leave it undecided, never broken."""
        values: list[Value] = [None] * len(self.steps)
        for name, slot in self.names.items():
            values[slot] = instance[name]
        with np.errstate(all="ignore"):
            try:
                for k, (step, args) in enumerate(self.steps):
                    if values[k] is None:
                        values[k] = step(*(values[a] for a in args))
            except (np.linalg.LinAlgError, ZeroDivisionError, OverflowError, ValueError):
                return Verdict(False, False, math.nan)  # a factorisation gave up, or a division by zero
            met = all(self._least(op, sides, values)[1] for op, sides in self.given)
            slacks = [self._least(op, sides, values) for op, sides in self.claim]
        return Verdict(met, any(failed for _, _, failed in slacks), min(x for x, _, _ in slacks))

    @staticmethod
    def _least(op: str, sides: list[tuple[int, int]], values: list[Value]) -> tuple[float, bool, bool]:
        """Least relative slack, whether the relation holds up to the tolerance, whether it fails beyond it."""
        least = math.inf
        for left, right in sides:
            lhs, rhs = values[left], values[right]
            absolute = -np.abs(lhs - rhs) if op == "==" else (rhs - lhs if op[0] == "<" else lhs - rhs)
            size = np.abs(lhs) + np.abs(rhs)
            relative = float(np.min(absolute / np.where(size == 0, 1.0, size), initial=math.inf))
            if not math.isfinite(relative):
                return math.nan, False, False
            least = min(least, relative)
        return (
            least,
            (least > TOLERANCE if strict(op) else least >= -TOLERANCE),
            least < -TOLERANCE or (strict(op) and least <= 0),
        )


def _step(node: Any) -> tuple[Callable[..., Value], tuple[Any, ...]]:
    """How a node is computed, and from what."""
    if hasattr(node, "domain") and hasattr(node, "name"):
        return lambda: None, ()  # its value is put in place for each instance
    if isinstance(node, Rational | NumberSymbol):
        number = float(node)
        return lambda: number, ()
    if isinstance(node, matrices.Id | functions.Ones):
        rows, cols = (int(d) for d in node.shape)
        table = np.eye(rows) if isinstance(node, matrices.Id) else np.ones((rows, cols))
        return lambda: table, ()
    if isinstance(node, families.Unit):
        column = np.eye(int(node.args[0]))[:, int(node.args[1]) - 1 : int(node.args[1])]
        return lambda: column, ()
    if isinstance(node, core.Power):
        exponent = int(node.args[1])
        return lambda x: x**exponent, (node.args[0],)
    return RULES[type(node)], node.args


@lru_cache(maxsize=256)
def program(concrete: Concrete) -> Program:
    """The compiled statement, remembered."""
    return Program(concrete)


def _singular(a: np.ndarray) -> np.ndarray:
    return np.linalg.svd(a, compute_uv=False)


def _nonzero(a: np.ndarray) -> np.ndarray:
    spectrum = _singular(a)
    return spectrum[spectrum > spectrum[0] * SMALL * len(a)]


def _cond(a: np.ndarray) -> float:
    kept = _nonzero(a)
    return kept[0] / kept[-1] if len(kept) else math.nan


def _lam(a: np.ndarray) -> np.ndarray:
    return np.linalg.eigvalsh((a + a.T) / 2)[::-1]


def _radius(a: np.ndarray) -> float:
    return np.abs(np.linalg.eigvals(a)).max()


def _real_eigenvalues(a: np.ndarray) -> int:
    found = np.linalg.eigvals(a)
    scale = max(np.abs(found).max(), 1e-300) * 1e-6
    real = np.sort(found.real[np.abs(found.imag) <= scale])
    return int(len(real) and 1 + (np.diff(real) > scale).sum())


def _function(f: Callable[[np.ndarray], np.ndarray]) -> Callable[[np.ndarray], np.ndarray]:
    def apply(a: np.ndarray) -> np.ndarray:
        spectrum, basis = np.linalg.eigh((a + a.T) / 2)
        return (basis * f(spectrum)) @ basis.T

    return apply


def _absm(a: np.ndarray) -> np.ndarray:
    _, spectrum, right = np.linalg.svd(a, full_matrices=False)
    return (right.T * spectrum) @ right


def _product(*factors: np.ndarray) -> np.ndarray:
    out = factors[0]
    for factor in factors[1:]:
        out = out @ factor
    return out


def _times(*factors: Value) -> Value:
    out = factors[0]
    for factor in factors[1:]:
        out = out * factor
    return out


def _plus(*terms: Value) -> Value:
    out = terms[0]
    for term in terms[1:]:
        out = out + term
    return out


def _many(f: Callable[[Any], Value]) -> Callable[..., Value]:
    return lambda *xs: f(xs[0] if len(xs) == 1 else xs)


def _schatten(p: float, a: np.ndarray) -> float:
    return (_singular(a) ** p).sum() ** (1 / p)


RULES: dict[type, Callable[..., Value]] = {
    core.Plus: _plus,
    core.Neg: lambda x: -x,
    core.Times: _times,
    core.Quotient: np.divide,
    core.RealPower: np.power,
    core.Sqrt: np.sqrt,
    core.Abs: np.abs,
    core.Max: _many(np.max),
    core.Min: _many(np.min),
    core.Total: np.sum,
    core.Product: np.prod,
    core.Cumulative: np.cumsum,
    core.Entry: lambda v, k: v[int(k) - 1],
    matrices.MatPlus: _plus,
    matrices.MatNeg: lambda a: -a,
    matrices.MatTimes: _product,
    matrices.Scaled: lambda c, a: c * a,
    matrices.Transpose: lambda a: a.T,
    matrices.Kron: np.kron,
    functions.Hadamard: lambda a, b: a * b,
    functions.Relu: lambda a: np.maximum(a, 0),
    functions.Inverse: np.linalg.inv,
    functions.MatExp: scipy.linalg.expm,
    functions.MatLog: _function(np.log),
    functions.MatSqrt: _function(lambda w: np.sqrt(np.maximum(w, 0))),
    functions.MatAbs: _absm,
    columns.Entries: lambda a: a[:, 0],
    columns.Column: lambda v: v[:, None],
    columns.DiagonalMatrix: np.diag,
    columns.DiagonalEntries: np.diag,
    atoms.S: _singular,
    atoms.SMax: lambda a: _singular(a)[0],
    atoms.SMin: lambda a: _singular(a)[-1],
    atoms.Lam: _lam,
    atoms.LMax: lambda a: _lam(a)[0],
    atoms.LMin: lambda a: _lam(a)[-1],
    atoms.Cond: _cond,
    atoms.Norm2: lambda a: np.linalg.norm(a, 2),
    atoms.NormF: np.linalg.norm,
    atoms.NormN: lambda a: _singular(a).sum(),
    atoms.Schatten: _schatten,
    atoms.Rho: _radius,
    atoms.Tr: np.trace,
    atoms.Det: np.linalg.det,
    atoms.Rank: lambda a: len(_nonzero(a)),
    atoms.RealEigenvalues: _real_eigenvalues,
    atoms.MaxAbs: lambda a: np.abs(a).max(),
}
