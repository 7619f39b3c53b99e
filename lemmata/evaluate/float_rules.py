"""One rule per node class: how the float interpreter computes it on a batch.

Inside, every quantity has shape (B, K, k) and every matrix (B, K, r, c): B instances, K index tuples of an enclosing
`forall` (or 1), k entries.  Axes of length 1 stand for anything that does not vary there.

Undefined values (quotient by zero, root of a negative number, index out of range, `cond` of the zero matrix, a form
at a multiple eigenvalue) are NaN. Everything but `rank` and `real_eigenvalues` is differentiable, with finite
gradients where the value itself is defined but has no derivative (repeated singular values, zero matrices).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Protocol

import torch
from sympy import Rational
from sympy.core.numbers import NumberSymbol
from torch import Tensor

from lemmata.evaluate import spectral_floats as spectral
from lemmata.evaluate.spectral_floats import eigenvalues_and_vectors, guarded, marked, prepared
from lemmata.language import atoms, columns, core, families, functions, matrices, variables
from lemmata.language.forms import symmetric_by_form
from lemmata.language.numerical_range import NumRadius

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
    return _symmetric(_Root, n, noise)


def symmetric_log(n: Tensor) -> Tensor:
    """Logarithm of symmetric matrices; NaN where an eigenvalue is not positive."""
    return _symmetric(_Log, n, n.new_zeros(()))


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
    return marked(_PseudoInverse.apply(flat), bad).reshape(*a.shape[:-2], a.shape[-1], a.shape[-2])


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


def _symmetric(function: Any, n: Tensor, noise: Tensor) -> Tensor:
    flat, _, bad = prepared((n + n.mT) / 2)
    return marked(function.apply(flat, noise.expand(n.shape[:-2]).reshape(-1)), bad).reshape(n.shape)


def _sandwich(q: Tensor, middle: Tensor) -> Tensor:
    return q @ middle @ q.mT


def _over(a: Tensor, b: Tensor) -> Tensor:
    """Quotient, 0 where the denominator is 0."""
    return torch.where(b > 0, a / torch.where(b > 0, b, 1.0), 0.0)


class _Root(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, n: Tensor, noise: Tensor) -> Tensor:
        values, q = guarded(torch.linalg.eigh, n)
        roots = values.clamp(min=0).sqrt()
        ctx.save_for_backward(roots, q)
        out = (q * roots[..., None, :]) @ q.mT
        return torch.where((values[..., :1] >= -noise[:, None])[..., None], out, torch.nan)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        """Divided differences of the root: 1 / (root_i + root_j)."""
        roots, q = ctx.saved_tensors
        sums = roots[..., :, None] + roots[..., None, :]
        weights = _over(torch.ones_like(sums), sums)
        inner = q.mT @ (grads[0] + grads[0].mT) @ q / 2
        return torch.nan_to_num(_sandwich(q, weights * inner), nan=0.0, posinf=0.0, neginf=0.0), None


class _Log(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, n: Tensor, noise: Tensor) -> Tensor:
        values, q = guarded(torch.linalg.eigh, n)
        ctx.save_for_backward(values, q)
        logs = torch.where(values[..., :1] > 0, values, torch.nan).log()
        return (q * logs[..., None, :]) @ q.mT

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        """Divided differences of the logarithm, log1p(d) / (d low) with d = (high - low) / low."""
        values, q = ctx.saved_tensors
        x, y = values[..., :, None], values[..., None, :]
        low = torch.minimum(x, y)
        usable = low > 0
        low = torch.where(usable, low, 1.0)
        d = torch.where(usable, (x - y).abs() / low, 0.0)
        weights = torch.where(usable, torch.where(d > 0, torch.log1p(d) / torch.where(d > 0, d, 1.0), 1.0) / low, 0.0)
        inner = q.mT @ (grads[0] + grads[0].mT) @ q / 2
        return torch.nan_to_num(_sandwich(q, weights * inner), nan=0.0, posinf=0.0, neginf=0.0), None


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
        return torch.nan_to_num(left @ ((weights * inside) @ right + outside), nan=0.0, posinf=0.0, neginf=0.0)


class _PseudoInverse(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        left, values, right = guarded(lambda x: torch.linalg.svd(x, full_matrices=False), a)
        kept = values > max(a.shape[-2:]) * torch.finfo(a.dtype).eps * values[..., :1]
        out = right.mT @ (_over(kept.to(a.dtype), values)[..., None] * left.mT)
        out = torch.where(values[..., :1, None].isnan(), torch.nan, out)
        ctx.save_for_backward(a, out)
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        """The derivative at constant rank (Golub and Pereyra)."""
        a, x = ctx.saved_tensors
        g, xt = grads[0], x.mT
        off_range = g.mT - a @ (x @ g.mT)
        below = g.mT - (g.mT @ x) @ a
        return torch.nan_to_num(off_range @ x @ xt + xt @ x @ below - xt @ g @ xt, nan=0.0, posinf=0.0, neginf=0.0)


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
        return torch.nan_to_num(grads[0][:, None, None] * slope, nan=0.0, posinf=0.0, neginf=0.0)


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


class Scope(Protocol):
    """What a rule may ask of the interpreter (see `floats.Evaluation`)."""

    @property
    def dtype(self) -> torch.dtype: ...

    @property
    def device(self) -> torch.device: ...

    def value(self, node: Any) -> Tensor: ...

    def shared(self, key: str, node: Any, make: Callable[[], Any]) -> Any: ...

    def leaf(self, node: Any) -> Tensor: ...

    def double(self) -> Scope: ...

    def bind(self, values: dict[str, Tensor]) -> Scope: ...

    def noise(self, node: Any) -> Tensor: ...


Rule = Callable[[Scope, Any], Tensor]
ROUNDINGS = 64  # differences below this many roundings of the matrix are noise
DISTINCT = 1e-6  # relative distance (and imaginary part) at which eigenvalues count as distinct (as not real)


def constant(scope: Scope, number: Any) -> Tensor:
    """An exact number as a (1, 1, 1) tensor."""
    return torch.tensor(float(number), dtype=scope.dtype, device=scope.device).reshape(1, 1, 1)


def spectrum(scope: Scope, a: Any) -> Tensor:
    """Singular values of a matrix node: one decomposition serves every atom of that matrix."""
    return scope.shared("s", a, lambda: spectral.singular_values(scope.value(a)))


def eigenvalues(scope: Scope, n: Any) -> Tensor:
    """Eigenvalues of a symmetric matrix node, NaN where it is not symmetric as a value."""
    return scope.shared("lam", n, lambda: where_symmetric(scope, n, spectral.symmetric_eigenvalues(scope.value(n))))


@lru_cache(maxsize=1 << 12)
def known_symmetric(node: Any) -> bool:
    """Whether a matrix node is symmetric by its form: its value is then symmetric up to rounding."""
    return symmetric_by_form(node)


def asymmetry(x: Tensor) -> Tensor:
    """Largest difference between mirrored entries of square matrices (..., n, n), as (..., 1)."""
    x = x.detach()
    return (x - x.mT).abs().amax((-2, -1))[..., None]


def where_symmetric(scope: Scope, n: Any, result: Tensor) -> Tensor:
    """A result computed from a matrix node, NaN where the value of that node is not symmetric up to rounding."""
    if known_symmetric(n):
        return result
    skew = asymmetry(scope.value(n)) > scope.noise(n)
    return torch.where(skew.reshape(*skew.shape[:2], *[1] * (result.ndim - 2)), torch.nan, result)


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


def logarithm(x: Tensor) -> Tensor:
    """Natural logarithm, NaN at and below zero, with finite gradients elsewhere."""
    positive = x > 0
    return torch.where(positive, torch.where(positive, x, 1.0).log(), torch.nan)


def real_power(base: Tensor, exponent: Tensor) -> Tensor:
    """base**exponent for base > 0, 0 for base = 0 < exponent (with derivative 0), NaN elsewhere."""
    positive = base > 0
    out = torch.where(positive, base, 1.0) ** exponent
    return torch.where(positive, out, torch.where((base == 0) & (exponent > 0), 0.0, torch.nan))


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


def radius(scope: Scope, a: Any) -> tuple[Tensor, Tensor]:
    """Spectral radius of a matrix node and the condition number of its eigenvectors, (B, K) each."""
    return scope.shared("rho", a, lambda: spectral_radius(scope.value(a)))


def _kyfan(scope: Scope, node: Any) -> Tensor:
    k, a = node.args
    return pick(spectrum(scope, a).cumsum(-1), scope.value(k))


def _root(scope: Scope, node: Any) -> Tensor:
    n = node.args[0]
    return where_symmetric(scope, n, symmetric_root(scope.value(n), scope.noise(n)[..., 0]))


def _log(scope: Scope, node: Any) -> Tensor:
    n = node.args[0]
    return where_symmetric(scope, n, symmetric_log(scope.value(n)))


def _ones(scope: Scope, node: Any) -> Tensor:
    return torch.ones(1, 1, *(int(d) for d in node.args), dtype=scope.dtype, device=scope.device)


def _unit(scope: Scope, node: Any) -> Tensor:
    length, place = (int(a) for a in node.args)
    return torch.eye(length, dtype=scope.dtype, device=scope.device)[None, None, :, place - 1 : place]


def _fold(step: Callable[[Tensor, Tensor], Tensor]) -> Rule:
    def rule(scope: Scope, node: Any) -> Tensor:
        out = scope.value(node.args[0])
        for a in node.args[1:]:
            out = step(out, scope.value(a))
        return out

    return rule


def divide(a: Tensor, b: Tensor) -> Tensor:
    """Quotient, NaN where the denominator is zero, with finite gradients elsewhere."""
    zero = b == 0
    return torch.where(zero, torch.nan, a / torch.where(zero, 1.0, b))


def whole_power(base: Tensor, exponent: int) -> Tensor:
    """base ** exponent for exponent >= 0; NaN, which decides nothing, for exponents that doubles do not count."""
    return base**exponent if exponent <= COUNTED else torch.full_like(base, torch.nan)


def _power(scope: Scope, node: Any) -> Tensor:
    base, exponent = scope.value(node.args[0]), int(node.args[1])
    out = whole_power(base, abs(exponent))
    return divide(torch.ones_like(out), out) if exponent < 0 else out


def _extreme(name: str) -> Rule:
    def rule(scope: Scope, node: Any) -> Tensor:
        parts = torch.broadcast_tensors(*(scope.value(a) for a in node.args))
        values = parts[0] if len(parts) == 1 else torch.cat(parts, -1)
        return getattr(values, name)(-1, keepdim=True)

    return rule


def _first(of: Callable[[Scope, Any], Tensor], place: int) -> Rule:
    def rule(scope: Scope, node: Any) -> Tensor:
        return of(scope, node.args[0])[..., [place]]

    return rule


def numerical_rank(values: Tensor, shape: tuple[int, ...]) -> Tensor:
    """Mask of the singular values above max(r, c) roundings of the largest.  A rank read off floats only nominates."""
    with torch.no_grad():
        return values > max(shape[-2:]) * torch.finfo(values.dtype).eps * values[..., :1]


def _cond(scope: Scope, node: Any) -> Tensor:
    values = spectrum(scope, node.args[0])
    kept = numerical_rank(values, scope.value(node.args[0]).shape)
    smallest = torch.where(kept, values, torch.inf).amin(-1, keepdim=True)
    top = values[..., :1]
    return torch.where(top > 0, top / torch.where(top > 0, smallest, 1.0), torch.nan)


def _rank(scope: Scope, node: Any) -> Tensor:
    values = spectrum(scope, node.args[0]).detach()
    count = numerical_rank(values, scope.value(node.args[0]).shape).sum(-1, keepdim=True).to(values.dtype)
    return torch.where(values[..., :1].isnan(), torch.nan, count)


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


def _real_eigenvalues(scope: Scope, node: Any) -> Tensor:
    """Distinct real eigenvalues, by thresholds on imaginary parts and distances: nominates only."""
    a = scope.value(node.args[0]).detach()
    bad = ~torch.isfinite((a * 0).sum((-2, -1)))
    values = spectral.general_eigenvalues(torch.where(bad[..., None, None], 0.0, a))
    bad = bad | values.isnan().any(-1)
    scale = values.abs().amax(-1, keepdim=True)
    real = values.imag.abs() <= DISTINCT * scale
    ordered = torch.where(real, values.real, torch.inf).sort(-1).values
    new = torch.isfinite(ordered[..., 1:]) & (ordered[..., 1:] - ordered[..., :-1] > DISTINCT * scale)
    count = real.any(-1, keepdim=True).to(a.dtype) + new.sum(-1, keepdim=True)
    return torch.where(bad[..., None], torch.nan, count)


def _column(vectors: Tensor, index: Tensor) -> Tensor:
    """Columns of (B, K, n, k) at indices (B, K, 1) from 1: (B, K, n, 1)."""
    at = (index.detach().round().clamp(1, vectors.shape[-1]).long() - 1)[..., None]
    axes = torch.broadcast_shapes(vectors.shape[:2], at.shape[:2])
    return torch.gather(vectors.expand(*axes, -1, -1), -1, at.expand(*axes, vectors.shape[-2], 1))


def _simple(values: Tensor, index: Tensor) -> Tensor:
    """Mask (B, K, 1) of indices in range whose value stands clear of the others by more than rounding."""
    noise = ROUNDINGS * torch.finfo(values.dtype).eps * values.detach().abs().amax(-1, keepdim=True)
    return distance(values.detach(), index) > noise


def _eigenform(scope: Scope, node: Any) -> Tensor:
    n, i, x = node.args
    matrix, index = scope.value(n), scope.value(i)
    values, vectors = scope.shared("eigh", n, lambda: spectral.eigenvectors(matrix))
    values = where_symmetric(scope, n, values)
    u = _column(vectors, index)
    form = (u.mT @ scope.value(x) @ u)[..., 0]
    return torch.where(_simple(values, index), form, torch.nan)


def _singularform(scope: Scope, node: Any) -> Tensor:
    a, i, x = node.args
    index = scope.value(i)
    left, values, right = scope.shared("svd", a, lambda: spectral.singular_vectors(scope.value(a)))
    form = (_column(right, index).mT @ scope.value(x) @ _column(left, index))[..., 0]
    noise = ROUNDINGS * torch.finfo(values.dtype).eps * values.detach()[..., :1]
    return torch.where(_simple(values, index) & (pick(values.detach(), index) > noise), form, torch.nan)


REACH = 2.0**-4  # largest step of a difference quotient, in units of the time until neighbours could meet


def slope_and_speed(scope: Scope, node: Any) -> tuple[Tensor, Tensor]:
    """Derivative of an entry of a sorted spectrum, and the norm of the matrix's derivative.

    Central differences of the sorted spectrum in float64 at steps h, h/2, h/4, extrapolated twice (error of order
    h^6); no eigenvector enters.  Sorted values are smooth as long as neighbours do not meet: they approach each other
    at most at twice the norm of the matrix's derivative, and h is a small part of that time.  Good to about 1e-7 of
    that norm.
    """
    spectral_node, i, variable = node.args
    scope = scope.double()
    matrix_node = spectral_node.args[0]
    at, values, index = scope.value(variable), scope.value(spectral_node), scope.value(i)

    def shifted(step: Tensor) -> Scope:
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


def _slope(scope: Scope, node: Any) -> Tensor:
    return scope.shared("slope", node, lambda: slope_and_speed(scope, node))[0].to(scope.dtype)


def _kron(scope: Scope, node: Any) -> Tensor:
    a, b = (scope.value(x) for x in node.args)
    product = a[..., :, None, :, None] * b[..., None, :, None, :]
    return product.reshape(*product.shape[:2], a.shape[-2] * b.shape[-2], a.shape[-1] * b.shape[-1])


def _vstack(scope: Scope, node: Any) -> Tensor:
    blocks = [scope.value(x) for x in node.args]
    axes = torch.broadcast_shapes(*(b.shape[:2] for b in blocks))
    return torch.cat([b.expand(*axes, -1, -1) for b in blocks], -2)


def _gradient_gram(scope: Scope, node: Any) -> Tensor:
    """Reverse-mode derivatives of the network itself, for all instances and inputs at once; no Kronecker formula."""
    weights = [scope.value(w) for w in node.args[0].args]
    data = scope.value(node.args[1])
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


RULES: dict[type, Rule] = {
    Rational: constant,
    NumberSymbol: constant,
    variables.Scalar: lambda scope, node: scope.leaf(node),
    variables.Index: lambda scope, node: scope.leaf(node),
    variables.Matrix: lambda scope, node: scope.leaf(node),
    core.Plus: _fold(torch.add),
    core.Neg: lambda scope, node: -scope.value(node.args[0]),
    core.Times: _fold(torch.mul),
    core.Quotient: _fold(divide),
    core.Power: _power,
    core.Sqrt: lambda scope, node: spectral.safe_sqrt(scope.value(node.args[0])),
    core.Abs: lambda scope, node: scope.value(node.args[0]).abs(),
    core.Max: _extreme("amax"),
    core.Min: _extreme("amin"),
    core.Total: lambda scope, node: scope.value(node.args[0]).sum(-1, keepdim=True),
    core.Entry: lambda scope, node: pick(scope.value(node.args[0]), scope.value(node.args[1])),
    core.Gap: lambda scope, node: distance(scope.value(node.args[0]), scope.value(node.args[1])),
    matrices.Id: lambda scope, node: torch.eye(int(node.args[0]), dtype=scope.dtype, device=scope.device)[None, None],
    matrices.MatPlus: _fold(torch.add),
    matrices.MatNeg: lambda scope, node: -scope.value(node.args[0]),
    matrices.MatTimes: _fold(torch.matmul),
    matrices.Scaled: lambda scope, node: scope.value(node.args[0])[..., None] * scope.value(node.args[1]),
    matrices.Transpose: lambda scope, node: scope.value(node.args[0]).mT,
    matrices.Kron: _kron,
    families.VStack: _vstack,
    families.GradientGram: _gradient_gram,
    atoms.S: lambda scope, node: spectrum(scope, node.args[0]),
    atoms.SMax: _first(spectrum, 0),
    atoms.SMin: _first(spectrum, -1),
    atoms.Lam: lambda scope, node: eigenvalues(scope, node.args[0]),
    atoms.LMax: _first(eigenvalues, 0),
    atoms.LMin: _first(eigenvalues, -1),
    atoms.Cond: _cond,
    atoms.Norm2: _first(spectrum, 0),
    atoms.NormF: lambda scope, node: spectral.frobenius(scope.value(node.args[0]))[..., None],
    atoms.Tr: lambda scope, node: scope.value(node.args[0]).diagonal(dim1=-2, dim2=-1).sum(-1, keepdim=True),
    atoms.Det: lambda scope, node: _Determinant.apply(scope.value(node.args[0]))[..., None],
    atoms.Rank: _rank,
    atoms.RealEigenvalues: _real_eigenvalues,
    atoms.EigenForm: _eigenform,
    atoms.SingularForm: _singularform,
    atoms.Slope: _slope,
    core.Exp: lambda scope, node: scope.value(node.args[0]).exp(),
    core.Erf: lambda scope, node: scope.value(node.args[0]).erf(),
    core.Log: lambda scope, node: logarithm(scope.value(node.args[0])),
    core.RealPower: lambda scope, node: real_power(scope.value(node.args[0]), scope.value(node.args[1])),
    core.Product: lambda scope, node: scope.value(node.args[0]).prod(-1, keepdim=True),
    core.Cumulative: lambda scope, node: scope.value(node.args[0]).cumsum(-1),
    atoms.NormN: lambda scope, node: spectrum(scope, node.args[0]).sum(-1, keepdim=True),
    atoms.MaxAbs: lambda scope, node: scope.value(node.args[0]).abs().amax((-2, -1))[..., None],
    atoms.Rho: lambda scope, node: radius(scope, node.args[0])[0][..., None],
    NumRadius: lambda scope, node: numerical_radius(scope.value(node.args[0]))[..., None],
    atoms.Schatten: lambda scope, node: schatten(spectrum(scope, node.args[1]), scope.value(node.args[0])),
    atoms.KyFan: _kyfan,
    columns.DiagonalEntries: lambda scope, node: scope.value(node.args[0]).diagonal(dim1=-2, dim2=-1),
    columns.Entries: lambda scope, node: scope.value(node.args[0])[..., 0],
    columns.Column: lambda scope, node: scope.value(node.args[0])[..., None],
    columns.DiagonalMatrix: lambda scope, node: torch.diag_embed(scope.value(node.args[0])),
    functions.Inverse: lambda scope, node: inverse(scope.value(node.args[0])),
    functions.PseudoInverse: lambda scope, node: pseudo_inverse(scope.value(node.args[0])),
    functions.Pivoting: lambda scope, node: pivoting(scope.value(node.args[0])),
    functions.MatExp: lambda scope, node: exponential(scope.value(node.args[0])),
    functions.MatLog: _log,
    functions.MatSqrt: _root,
    functions.MatAbs: lambda scope, node: absolute(scope.value(node.args[0])),
    functions.Relu: lambda scope, node: torch.relu(scope.value(node.args[0])),
    functions.Hadamard: lambda scope, node: scope.value(node.args[0]) * scope.value(node.args[1]),
    functions.Ones: _ones,
    families.Unit: _unit,
}
