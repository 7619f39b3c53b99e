"""Float rules of the elementary functions, norms and matrix functions; conventions as in `float_rules`."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

from lemmata.evaluate import spectral_functions as functions_of
from lemmata.evaluate.float_rules import Rule, Scope, pick, spectrum, where_symmetric
from lemmata.evaluate.radius_floats import numerical_radius
from lemmata.language import atoms, columns, core, families, functions
from lemmata.language.numerical_range import NumRadius


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
    return scope.shared("rho", a, lambda: functions_of.spectral_radius(scope.value(a)))


def _kyfan(scope: Scope, node: Any) -> Tensor:
    k, a = node.args
    return pick(spectrum(scope, a).cumsum(-1), scope.value(k))


def _root(scope: Scope, node: Any) -> Tensor:
    n = node.args[0]
    return where_symmetric(scope, n, functions_of.symmetric_root(scope.value(n), scope.noise(n)[..., 0]))


def _log(scope: Scope, node: Any) -> Tensor:
    n = node.args[0]
    return where_symmetric(scope, n, functions_of.symmetric_log(scope.value(n)))


def _ones(scope: Scope, node: Any) -> Tensor:
    return torch.ones(1, 1, *(int(d) for d in node.args), dtype=scope.dtype, device=scope.device)


def _unit(scope: Scope, node: Any) -> Tensor:
    length, place = (int(a) for a in node.args)
    return torch.eye(length, dtype=scope.dtype, device=scope.device)[None, None, :, place - 1 : place]


RULES: dict[type, Rule] = {
    core.Exp: lambda scope, node: scope.value(node.args[0]).exp(),
    core.Erf: lambda scope, node: scope.value(node.args[0]).erf(),
    core.Log: lambda scope, node: logarithm(scope.value(node.args[0])),
    core.RealPower: lambda scope, node: real_power(scope.value(node.args[0]), scope.value(node.args[1])),
    core.Product: lambda scope, node: scope.value(node.args[0]).prod(-1, keepdim=True),
    core.Cumulative: lambda scope, node: scope.value(node.args[0]).cumsum(-1),
    atoms.NormN: lambda scope, node: spectrum(scope, node.args[0]).sum(-1, keepdim=True),
    atoms.MaxAbs: lambda scope, node: scope.value(node.args[0]).abs().amax((-2, -1))[..., None],
    atoms.Rho: lambda scope, node: radius(scope, node.args[0])[0][..., None],
    NumRadius: lambda scope, node: numerical_radius(scope.value(node.args[0]), scope.solver)[..., None],
    atoms.Schatten: lambda scope, node: schatten(spectrum(scope, node.args[1]), scope.value(node.args[0])),
    atoms.KyFan: _kyfan,
    columns.DiagonalEntries: lambda scope, node: scope.value(node.args[0]).diagonal(dim1=-2, dim2=-1),
    columns.Entries: lambda scope, node: scope.value(node.args[0])[..., 0],
    columns.Column: lambda scope, node: scope.value(node.args[0])[..., None],
    columns.DiagonalMatrix: lambda scope, node: torch.diag_embed(scope.value(node.args[0])),
    functions.Inverse: lambda scope, node: functions_of.inverse(scope.value(node.args[0])),
    functions.PseudoInverse: lambda scope, node: functions_of.pseudo_inverse(scope.value(node.args[0])),
    functions.Pivoting: lambda scope, node: functions_of.pivoting(scope.value(node.args[0])),
    functions.MatExp: lambda scope, node: functions_of.exponential(scope.value(node.args[0])),
    functions.MatLog: _log,
    functions.MatSqrt: _root,
    functions.MatAbs: lambda scope, node: functions_of.absolute(scope.value(node.args[0])),
    functions.Relu: lambda scope, node: torch.relu(scope.value(node.args[0])),
    functions.Hadamard: lambda scope, node: scope.value(node.args[0]) * scope.value(node.args[1]),
    functions.Ones: _ones,
    families.Unit: _unit,
}
