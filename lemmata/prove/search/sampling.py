"""Random instances of a statement: to drop what cannot help.

Nothing is concluded from what holds here; what fails by a clear margin is not tried.
"""

from __future__ import annotations

import ast
import math
import time
from typing import Any

import numpy as np

from lemmata.kernel import Term
from lemmata.language.statement import Statement
from lemmata.prove.search.feasible_samples import bent
from lemmata.prove.search.sampling_values import At, Undefined, Values, holds

TRIES, WANTED = 400, 15
LOOKS = 5  # generic, of low rank, small integers, multiples of the identity, some the same as one before
SCALES = (1.0, 0.3, 0.1, 3.0)


class Sample:
    """A few instances that meet the hypotheses of a statement, none where none are met by chance; what was found so
    far when processor time is beyond `until`."""

    def __init__(
        self,
        statement: Statement,
        names: dict[str, Term],
        hypotheses: list[Term],
        seed: int = 0,
        until: float = math.inf,
    ) -> None:
        self.random = np.random.default_rng(seed)
        self.instances: list[Values] = []
        self.look = 0
        lines = [line.split(" = ", 1) for line in statement.text["let"]]
        kinds = {names[name]: domain.split("(")[0] for name, domain in lines}
        for k in range(TRIES):
            if time.process_time() > until:
                break
            try:
                self.look = k % LOOKS
                at = self._drawn(lines, names, SCALES[k // LOOKS % len(SCALES)])
            except Undefined:
                continue
            if not all(holds(h, at, True) for h in hypotheses):
                bent(at, hypotheses, kinds, self.random)
                if not all(holds(h, at, True) for h in hypotheses):
                    continue
            self.instances.append(At(at))
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
        if kind == "real":
            return m
        if kind == "symmetric":
            return (m + m.T) / 2
        if kind in ("psd", "pd"):
            return m @ m.T + (0.1 * scale * np.eye(r) if kind == "pd" else 0)
        if kind == "skew":
            return m - m.T
        if kind == "orthogonal" and self.look == 2:  # permutations with signs: columns that are orthogonal to others
            return random.choice([-1.0, 1.0], size=(r, 1)) * np.eye(r)[random.permutation(r)]
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
