"""Which sampler belongs to which domain."""

from __future__ import annotations

from lemmata.language import domains
from lemmata.sample import matrix_samplers, pattern_samplers, scalar_samplers
from lemmata.sample.sampler import Sampler

SAMPLERS: dict[type, Sampler] = {
    domains.Reals: scalar_samplers.RealSampler(),
    domains.Positive: scalar_samplers.PositiveSampler(),
    domains.Interval: scalar_samplers.IntervalSampler(),
    domains.OpenInterval: scalar_samplers.OpenIntervalSampler(),
    domains.Integers: scalar_samplers.IntegerSampler(),
    domains.RealMatrices: matrix_samplers.RealMatrixSampler(),
    domains.SymmetricMatrices: matrix_samplers.SymmetricSampler(),
    domains.PSD: matrix_samplers.PSDSampler(),
    domains.PD: matrix_samplers.PDSampler(),
    domains.Skew: pattern_samplers.SkewSampler(),
    domains.Upper: pattern_samplers.UpperSampler(),
    domains.Nonnegative: pattern_samplers.NonnegativeSampler(),
    domains.Signs: pattern_samplers.SignsSampler(),
    domains.Projection: pattern_samplers.ProjectionSampler(),
    domains.DiagonalMatrices: matrix_samplers.DiagonalSampler(),
    domains.Orthogonal: matrix_samplers.OrthogonalSampler(),
    domains.Activation: pattern_samplers.ActivationSampler(),
    domains.Selection: pattern_samplers.SelectionSampler(),
}


def sampler(domain: domains.Domain) -> Sampler:
    """The sampler of a domain.  Raises KeyError for a domain without one."""
    return SAMPLERS[type(domain)]
