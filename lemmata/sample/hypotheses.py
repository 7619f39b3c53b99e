"""Meeting hypotheses instead of waiting for them: random instances moved onto the thin sets that hypotheses describe.

Each rule answers for one pattern of hypothesis (`smax(X) < c`, `X == expression`, `A @ B == B @ A`, `tr(X) == 0`, ...)
and moves the instances it can; whatever is not met this way is left to rejection, and nothing is believed before it is
screened.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch
from sympy import preorder_traversal
from torch import Tensor

from lemmata.evaluate import floats
from lemmata.evaluate.randomness import Stream
from lemmata.language import atoms, columns, core, domains
from lemmata.language.instantiate import Concrete, fold
from lemmata.language.matrices import Id, MatNeg, MatPlus, MatTimes, Scaled, Transpose
from lemmata.language.relations import FLIPPED, Relation
from lemmata.language.trees import free, free_names
from lemmata.language.variables import Matrix
from lemmata.sample.batches import Batch
from lemmata.sample.integer_solutions import commute, plain, roots, square, together, with_roots

Rule = Callable[[Relation, Batch, Stream], "dict[str, Tensor] | None"]


def meet(concrete: Concrete, batch: Batch, stream: Stream) -> Batch:
    """The batch moved towards the hypotheses by every rule that applies, in the order of the hypotheses; half of it to
    what meets several of them together, where such solutions are known."""
    out = dict(batch)
    joint = together(concrete, batch, stream.child("together"))
    settled: set[str] = set()  # numbers in the hypotheses before
    for k, clause in enumerate(concrete.hypotheses):
        if not isinstance(clause, Relation):
            continue
        rules: tuple[Rule, ...] = (*RULES, partial(_bordering_affinely, settled=frozenset(settled)))
        for rule in rules:
            moved = rule(clause, out, stream.child("rule", k))
            if moved is not None:
                out.update(moved)
                break
        settled |= {place.label for place in _places(clause, batch)}
    for name, x in joint.items():
        out[name] = torch.where(torch.arange(len(x), device=x.device)[:, None, None] % 2 == 1, x, out[name])
    return out


def thin(concrete: Concrete) -> bool:
    """Whether some hypothesis is an equation, which hardly any instance meets by chance."""
    return any(isinstance(c, Relation) and c.op == "==" for c in concrete.hypotheses)


def _scalable(node: Any) -> Matrix | None:
    """X, when the argument is X itself, X + X^T or a product with X in it once."""
    if isinstance(node, MatPlus) and len(node.args) == 2:
        a, b = node.args
        if isinstance(a, Matrix) and b == Transpose(a):
            return plain(a)
    if isinstance(node, MatTimes):
        factors = [f.args[0] if isinstance(f, Transpose) else f for f in node.args]
        return next((v for f in factors if (v := plain(f)) is not None and _count(v, node) == 1), None)
    return plain(node)


def _count(variable: Matrix, node: Any) -> int:
    """How often a variable stands in an expression."""
    return sum(part == variable for part in preorder_traversal(node))


def _limit(value: object) -> float | None:
    number = fold(value)
    return float(number) if getattr(number, "is_Rational", False) else None


def _bounded(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`smax(X) < c`, `normF(X) == c` and other homogeneous bounds, or `lmin(X + X^T) >= -c`: by scaling X."""
    atom, limit = clause.lhs, _limit(clause.rhs)
    if limit is None or not hasattr(atom, "argument"):
        return None
    variable = _scalable(atom.argument)
    if variable is None:
        return None
    if atom.spec.norm and clause.op in ("<", "<=", "==") and limit > 0:
        size = floats.evaluate(atom, batch)[:, 0]
        wanted = limit * torch.ones_like(size) if clause.op == "==" else limit * _share(stream, len(size))
        factor = torch.where((size >= limit) | (clause.op == "=="), wanted / size, torch.ones_like(size))
    elif isinstance(atom, atoms.LMin) and clause.op in (">", ">=") and limit < 0:
        size = floats.evaluate(atom, batch)[:, 0]
        factor = torch.where(size <= limit, limit * _share(stream, len(size)) / size, torch.ones_like(size))
    else:
        return None
    factor = torch.where(torch.isfinite(factor), factor, torch.ones_like(factor))
    return {variable.name: batch[variable.name] * factor[:, None, None]}


def shrunk(concrete: Concrete, batch: Batch) -> Batch:
    """The batch with matrices that exceed a bound on a norm taken below it by a power of two: small integers stay
    dyadic, zeros and symmetries stay."""
    out = dict(batch)
    for clause in concrete.hypotheses:
        if not isinstance(clause, Relation) or clause.op not in ("<", "<="):
            continue
        limit, variable = _limit(clause.rhs), _scalable(getattr(clause.lhs, "argument", None))
        if variable is None or limit is None or limit <= 0 or not clause.lhs.spec.norm:
            continue
        size = floats.evaluate(clause.lhs, out)[:, 0]
        factor = torch.exp2(torch.ceil(torch.log2(limit / size)) - 1)
        beyond = size >= limit if clause.op == "<" else size > limit * (1 + 1e-9)  # what floats put on the bound stays
        factor = torch.where(beyond & torch.isfinite(factor), factor, torch.ones_like(factor))
        out[variable.name] = out[variable.name] * factor[:, None, None]
    return out


def _share(stream: Stream, batch: int) -> Tensor:
    """How far towards the limit: anywhere, or within a few ulps to a few per cent of it."""
    near = 1 - torch.exp2(-stream.child("near").integers(4, 40, (batch,)).to(stream.dtype))
    return torch.where(stream.child("which").uniform((batch,)) < 0.5, near, stream.child("far").uniform((batch,)))


def _assigned(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`X == expression` without X, for a plain matrix or a real number X: X takes the value of the expression."""
    if clause.op != "==":
        return None
    for variable, other in ((clause.lhs, clause.rhs), (clause.rhs, clause.lhs)):
        name = getattr(variable, "name", None)
        if name not in batch or name in free_names(other):
            continue
        if plain(variable) is not None:
            return {name: floats.evaluate(other, batch)}
        if type(getattr(variable, "domain", None)) is domains.Reals:
            return {name: floats.evaluate(other, batch)[:, 0]}
    return None


def _eigenpair(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`X @ ... @ w == t * w` for a column w and a real number t: t becomes the Rayleigh quotient of w."""
    left, right = clause.lhs, clause.rhs
    if clause.op != "==" or not (isinstance(left, MatTimes) and isinstance(right, Scaled)):
        return None
    number, w = right.args
    if type(getattr(number, "domain", None)) is not domains.Reals or plain(w) is None or left.args[-1] != w:
        return None
    if number.name not in batch or int(w.shape[1]) != 1:
        return None
    column = batch[w.name]
    image = floats.evaluate(left, batch)
    length = (column * column).sum((1, 2))
    quotient = (column * image).sum((1, 2)) / torch.where(length > 0, length, 1.0)
    return {number.name: torch.where(length > 0, quotient, batch[number.name])}


def _commuting(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`A @ B == B @ A`: B becomes a small integer polynomial in A, or both become diagonal."""
    found = commute(clause) if isinstance(clause.lhs, MatTimes) else None
    a, b = map(square, found[:2]) if found is not None and not found[2] else (None, None)
    if a is None or b is None:
        return None
    x, y = batch[a.name], batch[b.name]
    eye = torch.eye(x.shape[-1], dtype=x.dtype, device=x.device)
    c = stream.integers(-2, 2, (3, len(x), 1, 1)).to(x.dtype)
    diagonal = (stream.child("kind").uniform((len(x), 1, 1)) < 0.25).to(x.dtype)
    first = torch.where(diagonal > 0, x * eye, x)
    return {a.name: first, b.name: torch.where(diagonal > 0, y * eye, c[0] * eye + c[1] * x + c[2] * (x @ x))}


def _power(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`A @ A == 0`, `A @ A == A` and `A @ A == I`: U [[a, X], [0, b]] U^-1 with unit triangular integer U."""
    found = roots(clause)
    if found is None:
        return None
    variable, ends = found
    return {variable.name: with_roots(ends, stream, len(batch[variable.name]), int(variable.shape[0]))}


def _symmetric(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`X == X^T` and `X == -X^T`."""
    variable = square(clause.lhs)
    if clause.op != "==" or variable is None:
        return None
    x = batch[variable.name]
    if clause.rhs == Transpose(variable):
        return {variable.name: x.triu() + x.triu(1).mT}
    if clause.rhs in (MatNeg(Transpose(variable)), Transpose(MatNeg(variable))):
        return {variable.name: x.triu(1) - x.triu(1).mT}
    return None


def _orthogonal(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`X^T X == I` or `X X^T == I`: signed permutations, their leading columns or rows."""
    left = clause.lhs
    if clause.op != "==" or not isinstance(clause.rhs, Id) or not (isinstance(left, MatTimes) and len(left.args) == 2):
        return None
    a, b = left.args
    variable = plain(b) if a == Transpose(b) else plain(a) if b == Transpose(a) else None
    if variable is None:
        return None
    rows, cols = (int(d) for d in variable.shape)
    many, n = len(batch[variable.name]), max(rows, cols)
    eye = torch.eye(n, dtype=stream.dtype, device=stream.device)
    turned = eye[stream.child("order").permutation(many, n)] * stream.child("signs").signs((many, n, 1))
    return {variable.name: turned[:, :rows, :cols].contiguous()}


def _traceless(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`tr(X) == c`: the last diagonal entry makes up for it."""
    atom, limit = clause.lhs, _limit(clause.rhs)
    variable = square(getattr(atom, "argument", None))
    if clause.op != "==" or limit is None or variable is None or not isinstance(atom, atoms.Tr):
        return None
    x = batch[variable.name].clone()
    x[:, -1, -1] += limit - torch.diagonal(x, dim1=-2, dim2=-1).sum(-1)
    return {variable.name: x}


def _deficient(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`det(X) == 0`, `smin(X) == 0`, `rank(X) == k`, `rank(X) <= k`: integer products of inner size k (or less)."""
    atom, limit = clause.lhs, _limit(clause.rhs)
    variable = plain(getattr(atom, "argument", None))
    if limit is None or variable is None:
        return None
    rows, cols = (int(d) for d in variable.shape)
    if isinstance(atom, atoms.Rank) and clause.op in ("==", "<="):
        inner = int(limit)
    elif isinstance(atom, atoms.Det | atoms.SMin) and clause.op == "==" and limit == 0:
        inner = min(rows, cols) - 1
    else:
        return None
    if not 0 <= inner <= min(rows, cols):
        return None
    many = len(batch[variable.name])
    left = stream.child("left").integers(-2, 2, (many, rows, inner)).to(stream.dtype)
    right = stream.child("right").integers(-2, 2, (many, inner, cols)).to(stream.dtype)
    return {variable.name: left @ right}


def _same_spectrum(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`s(A) == s(B)`: B is A between signed permutations."""
    both = isinstance(clause.lhs, atoms.S) and isinstance(clause.rhs, atoms.S)
    if clause.op != "==" or not both:
        return None
    a, b = plain(clause.lhs.argument), plain(clause.rhs.argument)
    if a is None or b is None or a.shape != b.shape:
        return None
    x = batch[a.name]
    many, rows, cols = x.shape
    sides = []
    for name, n in (("left", rows), ("right", cols)):
        eye = torch.eye(n, dtype=x.dtype, device=x.device)
        turn = stream.child(name)
        sides.append(eye[turn.permutation(many, n)] * turn.child("signs").signs((many, n, 1)).to(x.dtype))
    return {b.name: sides[0] @ x @ sides[1]}


def _bordering(clause: Relation, batch: Batch, stream: Stream) -> dict[str, Tensor] | None:
    """`x <= expression` without x, for a number or the entries of a column: to the bound, where x is beyond it and for
    one in four of the others; half of those exactly, half within it by a small share.  Hypotheses are tried where they
    just hold.
    """
    for leaf, other, op in ((clause.lhs, clause.rhs, clause.op), (clause.rhs, clause.lhs, FLIPPED.get(clause.op, ""))):
        variable = leaf.args[0] if isinstance(leaf, columns.Entries) else leaf
        name, inside = getattr(variable, "name", None), free_names(other)
        if op not in FLIPPED or name not in batch or name in inside or not inside & set(batch):
            continue
        column = isinstance(leaf, columns.Entries) and plain(variable) is not None and int(variable.shape[1]) == 1
        positive = type(getattr(variable, "domain", None)) is domains.Positive
        if not (column or positive or type(getattr(variable, "domain", None)) is domains.Reals):
            continue
        x = batch[name]
        bound = floats.evaluate(other, batch)
        bound = bound[:, :, None].expand_as(x) if column else bound[:, 0]
        way = torch.full_like(bound, -1.0 if op in ("<", "<=") else 1.0)
        return {name: _at_border(x, bound, way, clause.op, positive, stream)}
    return None


def _bordering_affinely(
    clause: Relation, batch: Batch, stream: Stream, settled: frozenset[str]
) -> dict[str, Tensor] | None:
    """`f(x) <= 0` with f affine in a number x, a variable or an entry of a column: to the bound as in `_bordering`, so
    that several hypotheses that share numbers hold with equality at once.  A number in a hypothesis before is moved
    only where it has to be."""
    if clause.op not in FLIPPED:
        return None
    for place in sorted(_places(clause, batch), key=lambda place: (place.label in settled, place.label)):
        x = place.of(batch)
        ends = [_excess(clause, place.put(batch, torch.full_like(x, at))) for at in (0.5, 1.0, 2.0)]
        if any(end.shape != x.shape for end in ends):
            continue
        slope = (ends[1] - ends[0]) / 0.5
        curved = (ends[2] - ends[1] - slope).abs() > 1e-9 * (ends[0].abs() + ends[2].abs() + slope.abs())
        if bool(curved.any()) or not bool((slope != 0).any()):
            continue
        way = -slope.sign() if clause.op in ("<", "<=") else slope.sign()
        bound = 0.5 - ends[0] / slope
        moved = _at_border(x, bound, way, clause.op, place.positive, stream)
        moved = torch.where(way * (x - bound) < 0, moved, x) if place.label in settled else moved
        return {place.name: place.put(batch, moved)[place.name]}
    return None


@dataclass(frozen=True)
class _Place:
    """Where a number of a batch stands: a variable, or a row of a column."""

    name: str
    row: int | None
    positive: bool

    @property
    def label(self) -> str:
        return self.name if self.row is None else f"{self.name}[{self.row}]"

    def of(self, batch: Batch) -> Tensor:
        """The numbers there."""
        return batch[self.name] if self.row is None else batch[self.name][:, self.row, 0]

    def put(self, batch: Batch, x: Tensor) -> Batch:
        """The batch with others there."""
        if self.row is None:
            return {**batch, self.name: x}
        column = batch[self.name].clone()
        column[:, self.row, 0] = x
        return {**batch, self.name: column}


def _places(clause: Relation, batch: Batch) -> list[_Place]:
    """The numbers of a clause that may have any value, or any positive one."""
    out = [
        _Place(leaf.name, None, type(leaf.domain) is domains.Positive)
        for leaf in sorted(free(clause), key=lambda leaf: str(leaf.name))
        if type(getattr(leaf, "domain", None)) in (domains.Reals, domains.Positive)
    ]
    for node in clause.atoms(core.Entry):
        column = plain(node.args[0].args[0]) if isinstance(node.args[0], columns.Entries) else None
        row = fold(node.args[1])
        if column is not None and getattr(row, "is_Integer", False):
            out.append(_Place(column.name, int(row) - 1, False))
    return [place for place in out if place.name in batch]


def _excess(clause: Relation, batch: Batch) -> Tensor:
    """Left side less right side, where both are one number."""
    value = floats.evaluate(clause.lhs, batch) - floats.evaluate(clause.rhs, batch)
    return value[:, 0] if value.ndim == 2 and value.shape[1] == 1 else value


def _at_border(x: Tensor, bound: Tensor, way: Tensor, op: str, positive: bool, stream: Stream) -> Tensor:
    """x, or its bound: exactly, or a small share of it further to where the sign of `way` points."""
    many = (len(x), *[1] * (x.ndim - 1))
    share = torch.exp2(-stream.child("share").integers(4, 40, many).to(stream.dtype))
    at = stream.child("at").uniform(many) < (0.5 if op in ("<=", ">=") else 0.0)
    wanted = torch.where(at, bound, bound + way * share * bound.abs())
    moved = (way * (x - bound) < 0) | (stream.child("moved").uniform(many) < 0.25)
    admitted = torch.isfinite(wanted) & (wanted > 0 if positive else True)
    return torch.where(moved & admitted, wanted, x)


RULES: tuple[Rule, ...] = (
    _bounded, _symmetric, _eigenpair, _commuting, _power, _orthogonal, _traceless, _deficient, _same_spectrum,
    _assigned, _bordering,
)  # fmt: skip
