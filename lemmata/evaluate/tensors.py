"""Batches of float numbers as tensors: the arithmetic in which `float_rules` computes values, with derivatives.

Every quantity has shape (B, K, k) and every matrix (B, K, r, c): B instances, K index tuples of an enclosing `forall`
(or 1), k entries.  Axes of length 1 stand for anything that does not vary there.

Undefined values (quotient by zero, root of a negative number, index out of range, `cond` of the zero matrix, a form
at a multiple eigenvalue) are NaN.  Everything but `rank` and `real_eigenvalues` is differentiable, with finite
gradients where the value itself is defined but has no derivative (repeated singular values, zero matrices).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.evaluate import spectral_floats as spectral
from lemmata.evaluate.float_rules import VALUES, rule_for, size_rule
from lemmata.evaluate.spectral_floats import FiniteGradient, eigenvalues_and_vectors, guarded, marked, prepared
from lemmata.language import atoms
from lemmata.language.forms import symmetric_by_form
from lemmata.language.specification import Specified
from lemmata.language.trees import free_names

# Functions of whole matrices in float batches: roots, logarithms, absolute values, inverses, spectral radii.
#
# Inputs are (..., n, n) or (..., r, c); what has no value is NaN.  Derivatives are the exact ones (Daleckii and Krein's
# divided differences, the implicit equation of the root), finite also at repeated eigenvalues, and 0 along directions
# in which they do not exist.
WIDEST = 1e-6  # cosine between left and right eigenvectors below which an eigenvalue's slope is no longer scaled up


def symmetric_root(n: Tensor, noise: Tensor) -> Tensor:
    """Positive semidefinite root of symmetric matrices; NaN where an eigenvalue lies below -noise.

    `noise` broadcasts against (...,): eigenvalues between -noise and 0 are taken for the zeros they stand for.
    """
    return _of_spectrum(n, noise, _root, _root_slopes)


def symmetric_log(n: Tensor) -> Tensor:
    """Logarithm of symmetric matrices; NaN where an eigenvalue is not positive."""
    return _of_spectrum(n, n.new_zeros(()), _log, _log_slopes)


def absolute(a: Tensor) -> Tensor:
    """(A^T A)^(1/2): (..., r, c) to (..., c, c), from singular values rather than the Gram matrix."""
    flat, _, bad = prepared(a)
    return marked(_Absolute.apply(flat), bad).reshape(*a.shape[:-2], a.shape[-1], a.shape[-1])


def inverse(a: Tensor) -> Tensor:
    """Inverse; NaN where the matrix is singular up to rounding."""
    flat, _, bad = prepared(a)
    order = a.shape[-1]
    out, failed = torch.linalg.inv_ex(flat)
    with torch.no_grad():
        condition = torch.linalg.vector_norm(flat, dim=(-2, -1)) * torch.linalg.vector_norm(out, dim=(-2, -1))
        bad = bad | (failed != 0) | ~(condition * order * torch.finfo(a.dtype).eps < 1)
    if bool(bad.any()):
        eye = torch.eye(order, dtype=a.dtype, device=a.device)
        out = torch.linalg.inv_ex(torch.where(bad[:, None, None], eye, flat))[0]
    return marked(out, bad).reshape(a.shape)


def pseudo_inverse(a: Tensor) -> Tensor:
    """Pseudo-inverse (..., c, r) of (..., r, c); the rank is read off the singular values, and only nominates."""
    flat, _, bad = prepared(a)
    rate = max(a.shape[-2:]) * torch.finfo(a.dtype).eps
    (out,) = guarded(lambda x: torch.linalg.pinv(x, rtol=rate), FiniteGradient.apply(flat))
    return marked(out, bad).reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])


def pivoting(a: Tensor) -> Tensor:
    """The permutation matrices of elimination with partial pivoting; moduli that are equal up to rounding tie."""
    flat, _, bad = prepared(a.detach())
    work, order = flat.clone(), a.shape[-1]
    out, places = torch.eye(order, dtype=a.dtype, device=a.device).expand_as(work).clone(), torch.arange(len(work))
    for k in range(order - 1):
        sizes = work[:, k:, k].abs()
        tied = sizes >= sizes.amax(-1, keepdim=True) * (1 - order * 8 * torch.finfo(a.dtype).eps)
        best = k + tied.to(torch.uint8).argmax(-1)
        for table in (work, out):
            front = table[places, best]
            table[places, best] = table[:, k].clone()
            table[:, k] = front
        pivot = work[:, k, k, None]
        factor = torch.where(pivot == 0, 0.0, work[:, k + 1 :, k] / pivot)
        work[:, k + 1 :] -= factor[..., None] * work[:, k : k + 1]
    return marked(out, bad).reshape(a.shape)


def exponential(a: Tensor) -> Tensor:
    """Matrix exponential; NaN or infinite where it overflows."""
    flat, _, bad = prepared(a)
    return marked(torch.linalg.matrix_exp(flat), bad).reshape(a.shape)


def spectral_radius(a: Tensor) -> tuple[Tensor, Tensor]:
    """Largest modulus of an eigenvalue, and how far the eigenvectors magnify perturbations; both (...,).

    The second is the condition number of the matrix of eigenvectors (Bauer and Fike's theorem), infinite where the
    eigenvectors are dependent; it has no derivative.
    """
    flat, _, bad = prepared(a)
    radius, condition = _Radius.apply(flat)
    return marked(radius, bad).reshape(a.shape[:-2]), marked(condition, bad).reshape(a.shape[:-2])


def _of_spectrum(n: Tensor, noise: Tensor, function: Any, slopes: Any) -> Tensor:
    flat, _, bad = prepared((n + n.mT) / 2)
    out = _OfSpectrum.apply(flat, noise.expand(n.shape[:-2]).reshape(-1), function, slopes)
    return marked(out, bad).reshape(n.shape)


def _over(a: Tensor, b: Tensor) -> Tensor:
    """Quotient, 0 where the denominator is 0."""
    return torch.where(b > 0, a / torch.where(b > 0, b, 1.0), 0.0)


def _finite(x: Tensor) -> Tensor:
    return torch.nan_to_num(x, nan=0.0, posinf=0.0, neginf=0.0)


class _OfSpectrum(torch.autograd.Function):
    """A function of symmetric matrices by its values at their eigenvalues, NaN where one of these is.

    `slopes` gives its divided differences.
    """

    @staticmethod
    def forward(ctx: Any, n: Tensor, noise: Tensor, function: Any, slopes: Any) -> Tensor:
        values, q = guarded(torch.linalg.eigh, n)
        ctx.slopes = slopes
        ctx.save_for_backward(values, q)
        return (q * function(values, noise)[..., None, :]) @ q.mT

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None, None, None]:
        values, q = ctx.saved_tensors
        inner = q.mT @ (grads[0] + grads[0].mT) @ q / 2
        return _finite(q @ (ctx.slopes(values) * inner) @ q.mT), None, None, None


def _root(values: Tensor, noise: Tensor) -> Tensor:
    return torch.where(values[..., :1] >= -noise[:, None], values.clamp(min=0).sqrt(), torch.nan)


def _root_slopes(values: Tensor) -> Tensor:
    """1 / (root_i + root_j)."""
    roots = values.clamp(min=0).sqrt()
    sums = roots[..., :, None] + roots[..., None, :]
    return _over(torch.ones_like(sums), sums)


def _log(values: Tensor, noise: Tensor) -> Tensor:
    return torch.where(values[..., :1] > 0, values, torch.nan).log()


def _log_slopes(values: Tensor) -> Tensor:
    """log1p(d) / (d low) with d = (high - low) / low."""
    x, y = values[..., :, None], values[..., None, :]
    low = torch.minimum(x, y)
    usable = low > 0
    low = torch.where(usable, low, 1.0)
    d = torch.where(usable, (x - y).abs() / low, 0.0)
    return torch.where(usable, torch.where(d > 0, torch.log1p(d) / torch.where(d > 0, d, 1.0), 1.0) / low, 0.0)


class _Absolute(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        left, values, right = guarded(lambda x: torch.linalg.svd(x, full_matrices=False), a)
        ctx.save_for_backward(left, values, right)
        return right.mT @ (values[..., None] * right)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        """From H dH + dH H = A^T dA + dA^T A: in the singular bases dH_ij = (s_i Y_ij + s_j Y_ji) / (s_i + s_j)."""
        left, values, right = ctx.saved_tensors  # right holds rows
        g = grads[0] + grads[0].mT
        weights = _over(
            values[..., :, None].expand(-1, -1, values.shape[-1]), values[..., :, None] + values[..., None, :]
        )
        inside = right @ g @ right.mT
        outside = (values > 0).to(g.dtype)[..., None] * (right @ g - inside @ right)  # where the other s_j is zero
        return _finite(left @ ((weights * inside) @ right + outside))


class _Radius(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, a: Tensor) -> tuple[Tensor, Tensor]:
        top = a.abs().amax((-2, -1), keepdim=True)
        top = torch.where(top > 0, top, 1.0)  # the solver gives up on badly scaled matrices
        scaled = a / top
        values, vectors = guarded(eigenvalues_and_vectors, scaled)
        back, failed = torch.linalg.inv_ex(vectors)
        condition = torch.linalg.vector_norm(vectors, dim=(-2, -1)) * torch.linalg.vector_norm(back, dim=(-2, -1))
        condition = torch.where((failed == 0) & condition.isfinite(), condition, torch.inf)
        radius, place = values.abs().max(-1)
        ctx.save_for_backward(scaled, values.gather(-1, place[..., None]))
        ctx.mark_non_differentiable(condition)
        return radius * top[..., 0, 0], condition

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        """d|z| = Re(conj(z) / |z| y^* dA x / (y^* x)), y and x the left and right null vectors of A - z I."""
        a, z = ctx.saved_tensors
        eye = torch.eye(a.shape[-1], dtype=z.dtype, device=a.device)
        fixed = torch.where(z.isfinite(), z, 0.0)
        left, _, right = guarded(torch.linalg.svd, a - fixed[..., None] * eye)
        y, x = left[..., :, -1], right[..., -1, :].conj()
        cosine = (y.conj() * x).sum(-1, keepdim=True)
        size = cosine.abs()
        turn = torch.where(size > 0, cosine / torch.where(size > 0, size, 1.0), 1.0) * size.clamp(min=WIDEST)
        modulus = fixed.abs()
        phase = torch.where(modulus > 0, fixed.conj() / torch.where(modulus > 0, modulus, 1.0), 1.0)
        slope = ((phase / turn)[..., None] * (y.conj()[..., :, None] * x[..., None, :])).real
        return _finite(grads[0][:, None, None] * slope)


# Numerical radii in floats: the best of some directions, improved by Newton's method.
#
# Hermitian matrices X + iY stand as [[X, -Y], [Y, X]]: the solvers for real symmetric ones mark what they cannot solve.
DIRECTIONS = 24
STARTS = 3
STEPS = 12
SMALL = 1e-8
SAME = 1e-13  # relative difference of blocks that are equal but for rounding


def numerical_radius(a: Tensor) -> Tensor:
    """w of real square matrices (..., n, n), as (...); NaN where one is not finite or not solved.

    The real form of X + iY is recognised by its value and stands for X + iY, which has the same radius.  The derivative
    is that of |z^* A z| at the vector z that was found.
    """
    x, y = _halves(a)
    with torch.no_grad():
        p = _real_form((x + x.mT) / 2, (y - y.mT) / 2)
        q = _real_form((y + y.mT) / 2, (x.mT - x) / 2)
        angles = torch.linspace(-torch.pi, torch.pi, DIRECTIONS + 1, dtype=a.dtype, device=a.device)[1:]
        family = p[..., None, :, :] * _wide(angles.cos()) + q[..., None, :, :] * _wide(angles.sin())
        tops = spectral.symmetric_eigenvalues(family)[..., 0].nan_to_num()
        before, after = tops.roll(1, -1), tops.roll(-1, -1)
        bend = (2 * tops - before - after).clamp(min=torch.finfo(a.dtype).tiny)
        shift = ((after - before) / (2 * bend)).clamp(-1, 1)  # to the top of the parabola through three neighbours
        peaks = torch.where((tops >= before) & (tops >= after), tops + bend * shift**2 / 2, tops)
        peaks, place = peaks.topk(STARTS, -1)
        angle = (angles + 2 * torch.pi / DIRECTIONS * shift).gather(-1, place)
        even, odd = (part[..., None, :, :].expand(*angle.shape, -1, -1).flatten(0, -3) for part in (p, q))
        vector, value = _improved(even, odd, angle.reshape(-1))
        place = value.reshape(angle.shape).argmax(-1)[..., None, None]
        vector = vector.reshape(*angle.shape, -1).take_along_dim(place, -2)[..., 0, :]
        n = x.shape[-1]
        u, v = vector[..., :n, None], vector[..., n:, None]
    inside, outside = _form(u, x, u) + _form(v, x, v), _form(u, x, v) - _form(v, x, u)
    turned, other = _form(u, y, u) + _form(v, y, v), _form(u, y, v) - _form(v, y, u)
    return _modulus(inside - other, outside + turned)


def _improved(p: Tensor, q: Tensor, angle: Tensor) -> tuple[Tensor, Tensor]:
    """Eigenvectors (B, m) to the largest eigenvalues of cos(t) P + sin(t) Q and these, the directions t improved until
    the steps are small: the error of the value is that of the direction squared."""
    vector, best = torch.zeros_like(p[..., 0]), torch.full_like(angle, -torch.inf)
    left = torch.arange(len(angle), device=angle.device)
    for _ in range(STEPS):
        c, s = _wide(angle[left].cos()), _wide(angle[left].sin())
        values, vectors = spectral.eigenvectors(p[left] * c + q[left] * s)
        top = values[..., 0]
        better = ~(top < best[left])
        best[left] = torch.where(better, top, best[left])
        vector[left] = torch.where(better[..., None], vectors[..., 0], vector[left])
        along = (vectors.mT @ (q[left] * c - p[left] * s) @ vectors[..., :1])[..., 0]
        gaps = (top[..., None] - values).clamp(min=torch.finfo(p.dtype).eps * (1 + top.abs()[..., None]))
        bend = 2 * (along[..., 2:] ** 2 / gaps[..., 2:]).sum(-1) - top
        # Newton's step where the largest eigenvalue bends down, elsewhere on to where z^* A z itself points
        newton = (along[..., 0] / torch.where(bend < 0, -bend, 1.0)).clamp(-0.2, 0.2)
        move = torch.where(bend < 0, newton, torch.atan2(along[..., 0], top))
        angle[left] = angle[left] + move
        left = left[move.abs() > SMALL]  # not where it is no number
        if not len(left):
            break
    return vector, best


def _form(u: Tensor, a: Tensor, v: Tensor) -> Tensor:
    return (u.mT @ a @ v)[..., 0, 0]


def _modulus(re: Tensor, im: Tensor) -> Tensor:
    return spectral.frobenius(torch.stack([re, im], -1)[..., None])


def _wide(x: Tensor) -> Tensor:
    return x[..., None, None]


def _real_form(x: Tensor, y: Tensor) -> Tensor:
    return torch.cat([torch.cat([x, -y], -1), torch.cat([y, x], -1)], -2)


def _halves(a: Tensor) -> tuple[Tensor, Tensor]:
    """X and Y where all matrices read [[X, -Y], [Y, X]], else the matrix and zero."""
    n = a.shape[-1]
    k = n // 2
    if n % 2 == 0:
        (x, minus), (y, again) = ((part[..., :k], part[..., k:]) for part in (a[..., :k, :], a[..., k:, :]))
        size = a.detach().abs().amax((-2, -1), keepdim=True) * SAME
        if bool((((x - again).abs() <= size) & ((y + minus).abs() <= size)).all()):
            return x, y
    return a, torch.zeros_like(a)


COUNTED = 2**53  # whole numbers up to this one are doubles

ROUNDINGS = 64  # differences below this many roundings of the matrix are noise
DISTINCT = 1e-6  # relative distance (and imaginary part) at which eigenvalues count as distinct (as not real)


@lru_cache(maxsize=1 << 12)
def known_symmetric(node: Any) -> bool:
    """Whether a matrix node is symmetric by its form: its value is then symmetric up to rounding."""
    return symmetric_by_form(node)


def asymmetry(x: Tensor) -> Tensor:
    """Largest difference between mirrored entries of square matrices (..., n, n), as (..., 1)."""
    x = x.detach()
    return (x - x.mT).abs().amax((-2, -1))[..., None]


def pick(vector: Tensor, index: Tensor) -> Tensor:
    """Entries of (B, K, k) at indices (B, K, 1) counted from 1; NaN where there is no such entry."""
    place = index.detach().round()
    inside = (place >= 1) & (place <= vector.shape[-1]) & ((index - place).abs() < 1e-6)
    at = torch.where(inside, place, 1.0).long() - 1
    axes = torch.broadcast_shapes(vector.shape[:-1], at.shape[:-1])
    taken = torch.gather(vector.expand(*axes, -1), -1, at.expand(*axes, 1))
    return taken if bool(inside.all()) else torch.where(inside, taken, torch.nan)


def distance(vector: Tensor, index: Tensor) -> Tensor:
    """Distance of the indexed entry to the nearest other one: (B, K, 1), infinite for vectors of length 1."""
    places = torch.arange(1, vector.shape[-1] + 1, device=vector.device)
    apart = (vector - pick(vector, index)).abs()
    return torch.where(places == index.detach().round(), torch.inf, apart).amin(-1, keepdim=True)


def schatten(values: Tensor, p: Tensor) -> Tensor:
    """(sum_i s_i^p)^(1/p) over the last axis, kept as one entry, scaled by the largest; NaN unless p > 0.

    Zeros contribute nothing, to the derivative either.
    """
    top = values.detach().amax(-1, keepdim=True)
    top = torch.where(top > 0, top, 1.0)
    positive = values > 0
    allowed = p > 0
    exponent = torch.where(allowed, p, 1.0)
    terms = torch.where(positive, torch.where(positive, values / top, 1.0) ** exponent, 0.0)
    found = terms.sum(-1, keepdim=True)
    some = found > 0
    norm = torch.where(some, top * torch.where(some, found, 1.0) ** (1 / exponent), 0.0)
    known = values.detach().sum(-1, keepdim=True).isfinite()
    return torch.where(allowed & known, norm, torch.nan)


class _Determinant(torch.autograd.Function):
    """Determinant whose derivative is the matrix of cofactors, also where the matrix is singular."""

    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        ctx.save_for_backward(a)
        return torch.linalg.det(a)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        (a,) = ctx.saved_tensors
        left, values, right = spectral.singular_vectors(a)
        sign = torch.linalg.det(left) * torch.linalg.det(right)
        order = values.shape[-1]
        eye = torch.eye(order, dtype=torch.bool, device=a.device)
        others = torch.where(eye, 1.0, values[..., None, :]).prod(-1)
        return (grads[0] * sign)[..., None, None] * ((left * others[..., None, :]) @ right.mT)


KINDS = {torch.float64, torch.float32}
REACH = 2.0**-4  # largest step of a difference quotient, in units of the time until neighbours could meet


class Evaluation:
    """Values of nodes on one batch, each computed once.

    `env` maps names to tensors: (B, r, c) matrices, (B,) scalars, (B,) int64 indices, all floating ones of one dtype
    on one device.  Inside, quantities are (B, K, k) and matrices (B, K, r, c).  The methods from
    `roundings` on are the arithmetic of `float_rules`; a size in doubt is infinite.

    Raises ValueError for tensors that do not fit together.
    """

    def __init__(self, env: Mapping[str, Tensor]) -> None:
        kinds = {t.dtype for t in env.values() if t.is_floating_point()}
        if len(kinds) > 1 or not kinds <= KINDS:
            raise ValueError(f"values must be all float64 or all float32, not {sorted(map(str, kinds))}")
        if len({t.device for t in env.values()}) > 1 or len({len(t) for t in env.values()}) > 1:
            raise ValueError("values must lie on one device and have one batch size")
        self.dtype = kinds.pop() if kinds else torch.float64
        self.device = next(iter(env.values())).device if env else torch.device("cpu")
        self.batch = len(next(iter(env.values()))) if env else 1
        self._values = {name: _lifted(name, t, self.dtype) for name, t in env.items()}
        self._parent: Evaluation | None = None
        self._memo: dict[Any, Any] = {}

    def value(self, node: Any) -> Tensor:
        """Value of a node.  Raises TypeError for a node without a rule, ValueError for a variable without a value."""
        return self.shared("value", node, partial(self._value, node))

    def _value(self, node: Any) -> Tensor:
        rule = rule_for(VALUES, node) or (node.spec.tensor if isinstance(node, Specified) else None)
        if rule is None:
            raise TypeError(f"the float interpreter has no rule for {type(node).__name__}")
        found: Tensor = rule(self, node)
        return found

    def shared(self, key: str, node: Any, make: Callable[[], Any]) -> Any:
        """What `make` returns, once per node and key; nodes that no bound name touches are computed outside."""
        if self._parent is not None and free_names(node).isdisjoint(self._values):
            # `make` would close over this scope, where the node has the same value: its parts live outside as well.
            return self._parent.shared(key, node, make)
        found = self._memo.get((key, node))
        if found is None:
            found = self._memo[(key, node)] = make()
        return found

    def reported(self, node: Any, value: Tensor, size: Tensor) -> None:
        """Take these for the value of a node and its magnitude, so that nothing in it needs a value."""
        self._memo["value", node], self._memo["magnitude", node] = value, size
        self.batch = max(self.batch, len(value))

    def leaf(self, node: Any) -> Tensor:
        """Value of a variable.  Raises ValueError when it has none or one of another shape."""
        found = self._values.get(node.name)
        if found is None and self._parent is not None:
            return self._parent.leaf(node)
        if found is None:
            raise ValueError(f"no value for {node.name}")
        expected = tuple(int(n) for n in node.shape) if node.is_Matrix else (1,)
        if tuple(found.shape[2:]) != expected:
            raise ValueError(f"{node.name} has shape {tuple(found.shape[2:])}, not {expected}")
        return found

    def size(self, node: Any) -> Tensor:
        """The size behind the value of a node, broadcasting against it: (B, K, 1 or k); matrices have one.

        Raises TypeError for a node without a rule.
        """
        return self.shared("magnitude", node, partial(self._size, node))

    def _size(self, node: Any) -> Tensor:
        rule = size_rule(node)
        if rule is None:
            raise TypeError(f"{type(node).__name__} has no magnitude")
        found: Tensor = rule(self, node)
        return found

    def noise(self, node: Any) -> Tensor:
        """Rounding error to be expected of the value of a node: (B, K, 1 or k); no derivative."""
        with torch.no_grad():
            return self.roundings * self.size(node)

    def bind(self, values: dict[str, Tensor]) -> Evaluation:
        """A scope in which some names have other values, of shape (1 or B, K, 1)."""
        inner = Evaluation.__new__(Evaluation)
        inner.dtype, inner.device, inner.batch = self.dtype, self.device, self.batch
        inner._values, inner._parent, inner._memo = dict(values), self, {}
        return inner

    def double(self) -> Evaluation:
        """The same scope in float64."""
        if self.dtype == torch.float64:
            return self
        found = self._memo.get("double")
        if found is None:
            found = Evaluation.__new__(Evaluation)
            found.dtype, found.device, found.batch = torch.float64, self.device, self.batch
            found._values, found._memo = {name: t.double() for name, t in self._values.items()}, {}
            found._parent = None if self._parent is None else self._parent.double()
            self._memo["double"] = found
        return found

    # Numbers, entry by entry.
    @property
    def roundings(self) -> float:
        return ROUNDINGS * torch.finfo(self.dtype).eps

    @property
    def tiny(self) -> float:
        return torch.finfo(self.dtype).tiny

    def number(self, number: Any) -> Tensor:
        return torch.tensor(float(number), dtype=self.dtype, device=self.device).reshape(1, 1, 1)

    def over(self, a: Tensor | float, b: Tensor) -> Tensor:
        """Quotient, NaN where the denominator is zero, with finite gradients elsewhere."""
        zero = b == 0
        return torch.where(zero, torch.nan, a / torch.where(zero, 1.0, b))

    def raised(self, base: Tensor, exponent: int) -> Tensor:
        """base ** exponent for exponent >= 0; NaN, which decides nothing, for exponents that doubles do not count."""
        return base**exponent if exponent <= COUNTED else torch.full_like(base, torch.nan)

    def power(self, base: Tensor, exponent: Tensor) -> Tensor:
        """base**exponent for base > 0, 0 for base = 0 < exponent (with derivative 0), NaN elsewhere."""
        positive = base > 0
        out = torch.where(positive, base, 1.0) ** exponent
        return torch.where(positive, out, torch.where((base == 0) & (exponent > 0), 0.0, torch.nan))

    def log(self, x: Tensor) -> Tensor:
        """Natural logarithm, NaN at and below zero, with finite gradients elsewhere."""
        positive = x > 0
        return torch.where(positive, torch.where(positive, x, 1.0).log(), torch.nan)

    def greater(self, x: Tensor, y: Tensor | float) -> Tensor:
        return torch.maximum(x, y) if isinstance(y, Tensor) else x.clamp(min=y)

    def root_error(self, root: Tensor, size: Tensor) -> Tensor:
        most = (size / torch.finfo(self.dtype).eps).sqrt()
        return torch.where(root > 0, torch.minimum(size / torch.where(root > 0, root, 1.0), most), most)

    def log_size(self, x: Tensor) -> Tensor:
        return torch.where(x > 0, torch.where(x > 0, x, 1.0).log().abs(), 0.0)

    sqrt = staticmethod(spectral.safe_sqrt)
    exp = staticmethod(torch.exp)
    erf = staticmethod(torch.erf)
    relu = staticmethod(torch.relu)
    lesser = staticmethod(torch.minimum)
    from_zero = staticmethod(lambda x: x.clamp(min=0))
    positive = staticmethod(lambda x: torch.where(x > 0, x, torch.nan))
    doubtful = staticmethod(lambda size: torch.where(size.isnan(), torch.inf, size))

    # Vectors.
    def highest(self, *parts: Tensor) -> Tensor:
        return _joined(parts).amax(-1, keepdim=True)

    def lowest(self, *parts: Tensor) -> Tensor:
        return _joined(parts).amin(-1, keepdim=True)

    def sums(self, x: Tensor, count: int | None = None) -> Tensor:
        return (x if count is None else x.expand(*x.shape[:-1], count)).cumsum(-1)

    def together(self, x: Tensor, count: int) -> Tensor:
        return torch.linalg.vector_norm(x.expand(*x.shape[:-1], count), dim=-1, keepdim=True)

    def entry(self, vector: Tensor, index: Any) -> Tensor:
        return pick(vector, self.value(index))

    def gap(self, vector: Tensor, index: Any) -> Tensor:
        return distance(vector, self.value(index))

    count = staticmethod(lambda x: x.shape[-1])
    total = staticmethod(lambda x: x.sum(-1, keepdim=True))
    product = staticmethod(lambda x: x.prod(-1, keepdim=True))
    place = staticmethod(lambda x, k: x[..., [k]])
    schatten = staticmethod(schatten)

    # Matrices.
    def matrix(self, table: Any) -> Tensor:
        return torch.tensor(np.asarray(table), dtype=self.dtype, device=self.device)[None, None]

    def stacked(self, *blocks: Tensor) -> Tensor:
        axes = torch.broadcast_shapes(*(b.shape[:2] for b in blocks))
        return torch.cat([b.expand(*axes, -1, -1) for b in blocks], -2)

    def kron(self, a: Tensor, b: Tensor) -> Tensor:
        product = a[..., :, None, :, None] * b[..., None, :, None, :]
        return product.reshape(*product.shape[:2], a.shape[-2] * b.shape[-2], a.shape[-1] * b.shape[-1])

    flat = staticmethod(lambda x: x.flatten(2))
    shaped = staticmethod(lambda x, rows, cols: x.unflatten(-1, (rows, cols)))
    column = staticmethod(lambda x: x[..., None])
    scaled = staticmethod(lambda c, x: c[..., None] * x)
    transpose = staticmethod(lambda x: x.mT)
    matmul = staticmethod(torch.matmul)
    diagonal = staticmethod(lambda x: x.diagonal(dim1=-2, dim2=-1))
    diagonal_matrix = staticmethod(torch.diag_embed)
    norm = staticmethod(lambda x: spectral.frobenius(x)[..., None])
    determinant = staticmethod(lambda x: _Determinant.apply(x)[..., None])
    inverse = staticmethod(inverse)
    pseudo_inverse = staticmethod(pseudo_inverse)
    pivoting = staticmethod(pivoting)
    exponential = staticmethod(exponential)
    absolute = staticmethod(absolute)
    root_matrix = staticmethod(lambda x, noise: symmetric_root(x, noise[..., 0]))
    log_matrix = staticmethod(lambda x, noise: symmetric_log(x))
    numerical_radius = staticmethod(lambda x: numerical_radius(x)[..., None])

    # Spectra.
    def where_symmetric(self, n: Any, result: Tensor) -> Tensor:
        """A result computed from a matrix node, NaN where the value of that node is not symmetric up to rounding."""
        if known_symmetric(n):
            return result
        skew = asymmetry(self.value(n)) > self.noise(n)
        return torch.where(skew.reshape(*skew.shape[:2], *[1] * (result.ndim - 2)), torch.nan, result)

    def radius(self, x: Tensor) -> tuple[Tensor, Tensor]:
        """Spectral radius, and the condition number of the eigenvectors, (B, K, 1) each."""
        found, condition = spectral_radius(x)
        return found[..., None], condition[..., None]

    def condition(self, values: Tensor, longer: int) -> Tensor:
        """The largest singular value over the least that is not zero up to rounding."""
        smallest = torch.where(_kept(values, longer), values, torch.inf).amin(-1, keepdim=True)
        top = values[..., :1]
        return torch.where(top > 0, top / torch.where(top > 0, smallest, 1.0), torch.nan)

    def rank(self, values: Tensor, longer: int) -> Tensor:
        count = _kept(values, longer).sum(-1, keepdim=True).to(values.dtype)
        return torch.where(values.detach()[..., :1].isnan(), torch.nan, count)

    def real_eigenvalues(self, a: Any) -> Tensor:
        """Distinct real eigenvalues, by thresholds on imaginary parts and distances: nominates only."""
        x = self.value(a).detach()
        bad = ~torch.isfinite((x * 0).sum((-2, -1)))
        values = spectral.general_eigenvalues(torch.where(bad[..., None, None], 0.0, x))
        bad = bad | values.isnan().any(-1)
        scale = values.abs().amax(-1, keepdim=True)
        real = values.imag.abs() <= DISTINCT * scale
        ordered = torch.where(real, values.real, torch.inf).sort(-1).values
        new = torch.isfinite(ordered[..., 1:]) & (ordered[..., 1:] - ordered[..., :-1] > DISTINCT * scale)
        count = real.any(-1, keepdim=True).to(x.dtype) + new.sum(-1, keepdim=True)
        return torch.where(bad[..., None], torch.nan, count)

    def eigen_form(self, node: Any) -> Tensor:
        n, i, x = node.args
        matrix, index = self.value(n), self.value(i)
        values, vectors = self.shared("eigh", n, lambda: spectral.eigenvectors(matrix))
        values = self.where_symmetric(n, values)
        u = _column(vectors, index)
        return torch.where(_simple(values, index), (u.mT @ self.value(x) @ u)[..., 0], torch.nan)

    def singular_form(self, node: Any) -> Tensor:
        a, i, x = node.args
        index = self.value(i)
        left, values, right = self.shared("svd", a, lambda: spectral.singular_vectors(self.value(a)))
        form = (_column(right, index).mT @ self.value(x) @ _column(left, index))[..., 0]
        noise = ROUNDINGS * torch.finfo(values.dtype).eps * values.detach()[..., :1]
        return torch.where(_simple(values, index) & (pick(values.detach(), index) > noise), form, torch.nan)

    def slope(self, node: Any) -> tuple[Tensor, Tensor]:
        """Derivative of an entry of a sorted spectrum, and the norm of the matrix's derivative."""
        found = self.shared("slope", node, lambda: _slope_and_speed(self.double(), node))
        return found[0].to(self.dtype), found[1].to(self.dtype)

    def gradient_gram(self, node: Any) -> Tensor:
        """Reverse-mode derivatives of the network itself, for all instances and inputs at once; no Kronecker
        formula."""
        weights = [self.value(w) for w in node.args[0].args]
        data = self.value(node.args[1])
        axes = torch.broadcast_shapes(data.shape[:2], *(w.shape[:2] for w in weights))
        flat = [t.expand(*axes, -1, -1).reshape(-1, *t.shape[-2:]) for t in (*weights, data.mT)]

        def network(ws: tuple[Tensor, ...], x: Tensor) -> Tensor:
            for w in ws:
                x = w @ x
            return x

        jacobians = torch.func.vmap(torch.func.vmap(torch.func.jacrev(network), (None, 0)))(tuple(flat[:-1]), flat[-1])
        rows = torch.cat([j.flatten(-2) for j in jacobians], -1)  # (B, N, outputs, parameters)
        gram = torch.einsum("bnop,bnoq->bpq", rows, rows) / data.shape[-1]
        return gram.reshape(*axes, *gram.shape[-2:])

    singular = staticmethod(spectral.singular_values)
    symmetric = staticmethod(spectral.symmetric_eigenvalues)


def _lifted(name: str, value: Tensor, dtype: torch.dtype) -> Tensor:
    if value.ndim not in (1, 3):
        raise ValueError(f"{name} has {value.ndim} axes: give (B,) for scalars, (B, r, c) for matrices")
    value = value.to(dtype)
    return value[:, None, None] if value.ndim == 1 else value[:, None]


def _joined(parts: tuple[Tensor, ...]) -> Tensor:
    return parts[0] if len(parts) == 1 else torch.cat(torch.broadcast_tensors(*parts), -1)


def _kept(values: Tensor, longer: int) -> Tensor:
    """Mask of the singular values above max(r, c) roundings of the largest.  A rank read off floats only nominates."""
    values = values.detach()
    return values > longer * torch.finfo(values.dtype).eps * values[..., :1]


def _column(vectors: Tensor, index: Tensor) -> Tensor:
    """Columns of (B, K, n, k) at indices (B, K, 1) from 1: (B, K, n, 1)."""
    at = (index.detach().round().clamp(1, vectors.shape[-1]).long() - 1)[..., None]
    axes = torch.broadcast_shapes(vectors.shape[:2], at.shape[:2])
    return torch.gather(vectors.expand(*axes, -1, -1), -1, at.expand(*axes, vectors.shape[-2], 1))


def _simple(values: Tensor, index: Tensor) -> Tensor:
    """Mask (B, K, 1) of indices in range whose value stands clear of the others by more than rounding."""
    noise = ROUNDINGS * torch.finfo(values.dtype).eps * values.detach().abs().amax(-1, keepdim=True)
    return distance(values.detach(), index) > noise


def _slope_and_speed(scope: Evaluation, node: Any) -> tuple[Tensor, Tensor]:
    """See `Evaluation.slope`.

    Central differences of the sorted spectrum in float64 at steps h, h/2, h/4, extrapolated twice (error of order
    h^6); no eigenvector enters.  Sorted values are smooth as long as neighbours do not meet: they approach each other
    at most at twice the norm of the matrix's derivative, and h is a small part of that time.  Good to about 1e-7 of
    that norm.
    """
    spectral_node, i, variable = node.args
    matrix_node = spectral_node.args[0]
    at, values, index = scope.value(variable), scope.value(spectral_node), scope.value(i)

    def shifted(step: Tensor) -> Evaluation:
        return scope.bind({variable.name: at + step})

    with torch.no_grad():
        room = distance(values, index)
        if isinstance(spectral_node, atoms.S):  # the negatives of singular values are neighbours too
            room = torch.minimum(room, 2 * pick(values, index))
        longest = 2.0**-7 * torch.clamp(at.abs(), min=1.0)
        probe = 2.0**-10 * longest
        rise = shifted(probe).value(matrix_node) - shifted(-probe).value(matrix_node)
        speed = torch.linalg.vector_norm(rise, dim=(-2, -1))[..., None] / (2 * probe)
        step = torch.minimum(longest, REACH * room / speed.clamp(min=1e-300))
        usable = step > 0
        step = torch.where(usable, step, longest)
    quotients = []
    for h in (step, step / 2, step / 4):
        ahead, behind = (pick(shifted(d).value(spectral_node), index) for d in (h, -h))
        quotients.append((ahead - behind) / (2 * h))
    once = [(4 * fine - rough) / 3 for rough, fine in zip(quotients, quotients[1:], strict=False)]
    return torch.where(usable, (16 * once[1] - once[0]) / 15, torch.nan), speed
