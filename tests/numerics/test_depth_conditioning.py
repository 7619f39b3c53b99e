"""Condition numbers along depth: against multi-precision arithmetic, known cases, and reversed claims."""

import dataclasses
from fractions import Fraction

import flint
import numpy as np
import pytest
import torch
from flint import arb
from torch.func import jacrev
from torch.nn.functional import conv2d

from lemmata.claims import measured_claims
from lemmata.claims.experiments.record import EFFORTS, Effort, Record, run
from lemmata.claims.profiles import QUICK
from lemmata.evaluate.randomness import Stream
from lemmata.language.relations import Relation
from lemmata.language.verdicts import Verdict
from numerics.oyedotun2021 import depth_conditioning
from numerics.riedi2022 import perturbation_paths as paths
from numerics.riedi2022 import toy_network as toy
from numerics.zhao2024 import convolutions, initial_conditioning, pictures
from numerics.zhao2024.normalised_networks import normalised_gram
from theorems.oyedotun2021 import section6_trends


def test_against_three_thousand_bits() -> None:
    random = np.random.default_rng(5)
    factors = [random.standard_normal((1, 4, 4)) @ random.standard_normal((1, 4, 4)) for _ in range(100)]
    start = random.standard_normal((1, 4, 4))
    found = depth_conditioning.log_condition(factors, start)[-1, 0]
    assert found > 40
    flint.ctx.prec, before = 3_000, flint.ctx.prec
    try:
        whole = flint.arb_mat(start[0].tolist())
        for factor in factors:
            whole = flint.arb_mat(factor[0].tolist()) * whole
        # |H|_2^2 by squaring H^T H sixteen times: trace(G^k)^(1/k) is within n^(1/k) of the largest eigenvalue
        sizes = []
        for matrix in (whole, whole.inv()):
            gram, power = matrix.transpose() * matrix, 1
            for _ in range(40):
                gram, power = gram * gram, 2 * power
            sizes.append(gram.trace().log() / power / 2)
        expected = float(((sizes[0] + sizes[1]) / flint.arb(10).log()).mid())
    finally:
        flint.ctx.prec = before
    assert found == pytest.approx(expected, abs=1e-9)


REVERSED = {"<": ">=", ">": "<="}


@pytest.mark.sampled(3, 1)
@pytest.mark.parametrize(
    "row", [section6_trends.trend, section6_trends.trend_order, section6_trends.trend_shrunk], ids=lambda s: s.id
)
def test_the_reversed_claims_are_refuted(row) -> None:
    for clause in row.conjuncts:
        claim = (Relation(clause.lhs, REVERSED[clause.op], clause.rhs),)
        assert measured_claims.check(dataclasses.replace(row, claim=claim), QUICK, 0).verdict is Verdict.REFUTED


@pytest.mark.parametrize("kind", depth_conditioning.NAMES)
def test_normalised_blocks_are_batch_normalisation(kind: str) -> None:
    random, n, points, paths = np.random.default_rng(3), 3, 12, 2
    drawn: list[np.ndarray] = []

    def draw() -> np.ndarray:
        drawn.append(random.standard_normal((1, n, n)))
        return drawn[-1]

    batch = random.standard_normal((points, n))
    centred = batch - batch.mean(axis=0)
    start = np.linalg.qr(centred[None], mode="r").transpose(0, 2, 1).copy()
    block = depth_conditioning.normalised_blocks(kind, draw, paths, points)
    found = depth_conditioning.log_condition([block] * 3, start)[:, 0]

    weights, h, expected = iter(drawn), centred.T, []
    for _ in range(3):
        out = np.zeros_like(h) if kind == "plain" else h
        for _ in range(paths if kind == "aggregated" else 1):
            z = h
            for _ in range(2):
                z = next(weights)[0] @ z
                z = (z - z.mean(axis=1, keepdims=True)) / z.std(axis=1, keepdims=True)
            out = out + z
        h = out
        expected.append(np.log10(np.linalg.cond(h)))
    assert found == pytest.approx(expected, abs=1e-8)


# --- Convolutional networks: the Jacobian against automatic differentiation, ranks against what is known


@pytest.mark.parametrize("head", convolutions.HEADS)
@pytest.mark.parametrize(("m", "kernel", "padding"), [(1, 1, 0), (2, 3, 0), (3, 3, 1), (2, 4, 0)])
def test_jacobian_is_that_of_the_network(head, m, kernel, padding):
    source = Stream(("cnn", head, m, kernel))
    shapes = convolutions._shapes(head, m, kernel, padding, 2)
    first, last = (source.normal(shape) for shape in shapes)
    pixels = torch.eye(64, dtype=torch.float64)[list(pictures.varying())].reshape(-1, 1, 8, 8)

    def network(first, last):
        hidden = conv2d(pixels, first.reshape(m, 1, kernel, kernel), padding=padding)
        if head == "dense":
            return (hidden.flatten(1) @ last.flatten(1).T).T
        return conv2d(hidden, last.reshape(1, m, kernel, kernel), padding=padding).flatten(1).T

    parts = jacrev(network, argnums=(0, 1))(first, last)
    expected = torch.cat([p.reshape(-1, w.numel()).T for p, w in zip(parts, (first, last), strict=True)])
    assert torch.allclose(convolutions.jacobian(first, last, kernel, padding), expected)


# --- The closed form for batch normalisation against derivatives taken through it


@pytest.mark.parametrize("affine", [False, True])
@pytest.mark.parametrize(("k", "m", "d", "n"), [(2, 5, 3, 9), (1, 4, 4, 6), (3, 3, 2, 20), (1, 1, 1, 3)])
def test_closed_form_has_the_spectrum_of_the_differentiated_network(k, m, d, n, affine):
    source = Stream(("bn", k, m, d, n))
    v, w, x = source.normal((m, d)), source.normal((k, m)), source.normal((n, d)) + 2.0

    def network(v, w, scale, shift):
        hidden = x @ v.T
        centred = hidden - hidden.mean(0)
        return (centred / centred.square().mean(0).sqrt() * scale + shift) @ w.T

    parameters = v, w, torch.ones(m, dtype=torch.float64), torch.zeros(m, dtype=torch.float64)
    parts = jacrev(network, argnums=tuple(range(4)))(*parameters)
    flat = torch.cat([p.reshape(n * k, -1) for p in parts[: 4 if affine else 2]], dim=1)
    expected = torch.linalg.eigvalsh(flat @ flat.T / n).flip(0)
    found = torch.linalg.eigvalsh(normalised_gram(v, w, x, affine)).flip(0)
    length = min(len(found), len(expected))
    assert torch.allclose(found[:length], expected[:length], atol=1e-10 * float(expected[0]))
    assert float(expected[length:].abs().sum()) < 1e-9 * float(expected[0])
    assert float(found[length:].abs().sum()) < 1e-9 * float(expected[0])


def test_the_same_seed_gives_the_same_record():
    settings = {"outputs": (1,), "pictures": (1000,), "widths": (61, 70), "affine": ("yes",)}
    first, second, other = (
        run("normalised_networks.batch_normalisation", settings, Effort("tiny", 2, 10), seed) for seed in (0, 0, 1)
    )
    assert first == second
    assert first.measures != other.measures
    assert set(first.measures) == {"gain_at_width_61", "gain_at_width_70", "exponent_with", "exponent_without"}


# --- The four-layer toy network: its local matrices against automatic differentiation, its trends on known cases

SMALL = Effort("small", 48, 64)
SETTINGS = {
    "inputs": (2,), "width": (4,), "eta": (Fraction(1, 10),), "steps": (8,), "realisations": (8,),
    "shown": (0, 1), "patterns": ("moving",),
}  # fmt: skip


def networks(batch=5, width=4, eta=0.1):
    return toy.drawn(Stream("toy"), batch, 2, width, eta)


def forward(nets, k, W_0, rho):
    """Output of network k with other weights of layer 0, written out a second time."""
    act = lambda t: torch.maximum(t, nets.eta * t)  # noqa: E731
    (first, _, W_1, W_2), (b, b_0, b_1, b_2) = [[a[k] for a in group] for group in (nets.weights, nets.biases)]
    z = act(first @ nets.x[k] + b)
    z_1 = act(W_0 @ z + b_0)
    return act(W_2 @ (act(W_1 @ z_1 + b_1) + rho * z_1) + b_2)


@pytest.mark.parametrize("rho", [0.0, 0.5, 1.0])
def test_the_factors_are_those_of_the_loss(rho):
    """The output is linear in W_0 around the drawn weights: its derivative is M D_0 (x) z."""
    nets = networks()
    MD, z = toy.loss_factors(nets, torch.tensor([rho], dtype=torch.float64))
    for k in range(5):
        jacobian = torch.autograd.functional.jacobian(lambda W, k=k: forward(nets, k, W, rho), nets.weights[1][k])
        assert torch.allclose(jacobian, MD[k, 0][:, :, None] * z[k])


def test_a_seed_fixes_the_record():
    first, again, other = (run("toy_network.singular_values", SETTINGS, SMALL, seed) for seed in (1, 1, 2))
    assert first == again
    assert first.measures != other.measures
    assert len(first.measures["average_kappa"].values) == 8


# --- Experiments about depth, width, bounds, skips, slopes and whitening: known answers, and the same numbers again

TINY = Effort("tiny", 3, 10)
TRENDS = {
    "depth": {"outputs": 1, "widths": 61, "depths": (2, 4)},
    "width": {"outputs": 1, "factors": 40, "fixed": 62, "depths": (2, 3)},
    "convex": {"outputs": 2, "widths": 62, "depths": (1, 2)},
    "whitening": {"outputs": 1, "width": 62, "depths": (2, 3)},
    "residual": {"outputs": 2, "width": 62, "depths": (2, 3), "betas": ("0", "1", "4"), "rounds": 1},
    "leaky": {"outputs": 1, "pictures": 10, "sets": 2, "widths": (30, 61), "slopes": (0, Fraction(1, 2), 1)},
}


def measured(name: str, seed: int = 0, **changes: object) -> Record:
    settings = {k: v if isinstance(v, tuple) else (v,) for k, v in (TRENDS[name] | changes).items()}
    return run(f"initial_conditioning.{name}", settings, TINY, seed)


@pytest.mark.parametrize("name", TRENDS)
def test_the_same_seed_gives_the_same_trend(name: str) -> None:
    first = measured(name)
    assert first == measured(name)
    assert first.measures != measured(name, seed=1).measures
    assert first.runs > 0
    assert all(len(c.x) == len(c.y) == len(c.low) == len(c.high) for p in first.panels for c in p.curves)


def test_without_hidden_layers_whitening_gains_the_condition_number_of_the_data() -> None:
    record = measured("whitening", depths=1)
    (gain,) = record.measures.values()
    kappa = float(torch.linalg.cond(initial_conditioning.pictures.raw_factor())) ** 2
    assert gain.value == pytest.approx(np.log10(kappa), rel=1e-6)


# --- Singular values along an identity shift: exact corners, certain extrema

PATHS = EFFORTS["quick"]


def values(record):
    return {name: m.value for name, m in record.measures.items()}


def test_the_family_of_example_1():
    """diag(-4, -2) + rho, in units of 4: zeros at 1/2 and 1, both moduli 1/4 in between."""
    found = run("perturbation_paths.diagonal", {"entries": (Fraction(-1), Fraction(-1, 2))}, PATHS, 0)
    assert paths.corners((Fraction(-1), Fraction(-1, 2))) == (0, Fraction(1, 2), Fraction(3, 4), 1)
    seen = values(found)
    assert (seen["fall_1"], seen["rise_1"], seen["corners_1"], seen["dent_1"]) == (0.75, 0.25, 1, 0)
    assert (seen["fall_2"], seen["rise_2"], seen["corners_2"], seen["dent_2"]) == (0.75, 0.25, 2, 2)
    assert (seen["zeros"], seen["sharp_zeros"]) == (1, 1)  # the other zero is an end


def test_extrema_are_counted_from_certain_moves_only():
    up_down_up = [arb(0), arb(2), arb(1), arb(3)]
    assert paths.extrema(up_down_up) == 2
    assert paths.extrema([arb(0), arb(1), arb(1, 0.5), arb(2)]) == 0  # a move within the balls is none
    assert paths.extrema([arb(1)]) == paths.extrema([]) == 0
    assert paths.bump(up_down_up) == arb(1.5)
    assert paths.bump([arb(0), arb(1)]) == 0


def test_a_singular_value_that_meets_another_or_zero_is_not_clear():
    assert paths.clear([arb(3), arb(2), arb(1)], 1, 4)
    assert not paths.clear([arb(2.1), arb(2), arb(1)], 1, 4)
    assert not paths.clear([arb(2), arb(0.1)], 1, 4)
    assert paths.clear([arb(2), arb(0.2)], 1, 4)  # zero stands still
    assert not paths.clear([arb(2), arb(1, 2)], 0, 4)
