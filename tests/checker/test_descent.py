"""Kinds "descent" and "leap": steps of gradient descent."""

import pytest

from lemmata.catalogue import get
from lemmata.claims import descent as descent_rows
from tests.certificates.certificate_samples import examine, reworded
from tests.claims.engine_runs import TINY


@pytest.fixture(scope="module")
def leap():
    return descent_rows.check(get("le.eq-87~ball"), TINY, 0).certificate


@pytest.fixture(scope="module")
def descent():
    return descent_rows.check(get("le.eq-81"), TINY, 0).certificate


def falls(beta):
    """The text of (87) with this constant."""
    return f"risk_change(nu, min(1, 1 / ({beta}))) <= -min(1, 1 / ({beta})) / 2 * gradient_square(nu)"


@pytest.mark.parametrize(
    "text",
    [
        # No network is smooth with a negative constant: the statement would be true of nothing.
        {"given": ["differentiable_loss()", "smooth_in_ball(nu, 0 - 1)"], "claim": [falls("10**20")]},
        {"given": ["differentiable_loss()", "smooth_in_ball(nu, -1)"]},
        {"given": ["differentiable_loss()", "smooth_in_ball(nu, 0 * beta - 1)"]},
        {"given": ["differentiable_loss(nu)", "smooth_in_ball(nu, beta)"]},
        {"given": ["differentiable_loss()", "smooth_in_ball(beta, beta)"]},
        {"given": ["differentiable_loss()", "smooth_in_ball(nu, beta, beta)"]},
        {"given": ["differentiable_loss()", "smooth_in_ball(nu)"]},
        {"claim": [falls("4 * beta")]},  # a short step, which does descend
        {"claim": [falls("-beta")]},
        {"claim": [falls("0")]},
        {"claim": ["risk_change(beta, nu) <= 0"]},
        {"claim": ["risk_change(nu, 0 - 1) <= -1"]},
        {"claim": ["risk_change(nu, 1) <= gradient_square(beta)"]},
        {"claim": ["gradient_square(nu) < 0"]},
        {"claim": ["0 <= risk_change(nu, 1) <= -1"]},
        {"claim": [falls("gamma")]},
        {"claim": [falls("beta")] * 2},
        {"let": ["nu = network(layered, linear)", "beta = real"]},
        {"let": ["nu = network(layered, linear)", "beta = positive(1)"]},
        {"let": ["nu = network(round, linear)", "beta = positive"]},
        {"let": ["nu = network(layered, sine)", "beta = positive"]},
        {"let": ["nu = network(layered)", "beta = positive"]},
        {"let": ["nu = network(layered, linear)"]},
        {"let": ["nu = network(layered, linear)", "beta = positive", "gamma = positive"]},
    ],
)
def test_hypotheses_and_claims_of_a_leap_are_read_whole(leap, text, tmp_path):
    assert examine(tmp_path, leap) == 0
    assert examine(tmp_path, reworded(leap, **text)) in (1, 2)


def test_other_constants_are_those_of_another_true_statement(leap, tmp_path):
    """Smooth with any constant from 0 on; the step of a smaller constant is as long, being min(1, 1/beta)."""
    assert examine(tmp_path, reworded(leap, given=["differentiable_loss()", "smooth_in_ball(nu, 0)"])) == 0
    assert examine(tmp_path, reworded(leap, claim=[falls("beta / 2")])) == 0


@pytest.mark.parametrize(
    "text",
    [
        {"given": ["signs_kept()", "differentiable_loss()", "same_neighbours(u, v)"]},
        {"given": ["signs_kept(u)", "differentiable_loss()", "same_neighbours(u, v)"]},
        {"given": ["signs_kept(nu, nu)", "differentiable_loss()", "same_neighbours(u, v)"]},
        {"given": ["signs_kept(nu)", "differentiable_loss()", "same_neighbours(u, nu)"]},
        {"given": ["signs_kept(nu)", "differentiable_loss()", "same_slopes(u, v)"]},
        {"given": ["signs_kept(nu)", "differentiable_loss()", "separable_data(nu)"]},
        {"claim": ["descent_balance(dot(w_in(u), w_in(u)) - dot(w_out(u), w_out(u)), nu)"]},  # which is balanced
        {"claim": ["descent_balance(1 / (dot(w_in(u), w_in(v)) - dot(w_in(v), w_in(u))), nu)"]},  # without a value
        {"claim": ["descent_balance(w_in(u), nu)"]},
        {"claim": ["descent_balance(dot(w_in(u), w_in(v)) - dot(w_out(u), w_out(v)), u)"]},
        {"let": ["nu = network(dag, linear, relu)", "u = vertex(nu)", "v = vertex(xi)"]},
        {"let": ["nu = network(dag, linear)", "u = vertex(nu)", "v = vertex(nu)"]},
    ],
)
def test_hypotheses_and_claims_of_a_descent_are_read_whole(descent, text, tmp_path):
    assert examine(tmp_path, descent) == 0
    assert examine(tmp_path, reworded(descent, **text)) in (1, 2)


def test_a_hypothesis_has_to_hold_at_every_step(descent, tmp_path, capsys):
    """Equal slopes are asked for: the units answer differently from the first step on."""
    given = [*descent["text"]["given"], "same_slopes(u, v)"]
    assert examine(tmp_path, reworded(descent, given=given)) == 1
    assert "same_slopes fails" in capsys.readouterr().out
