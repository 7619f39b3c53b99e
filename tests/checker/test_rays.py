"""Kind "ray": trajectories along a ray; what they show and what they do not."""

import pytest

from lemmata.catalogue import get
from lemmata.claims import whole_trainings
from tests.certificates.certificate_samples import examine, reworded
from tests.claims.engine_runs import TINY


@pytest.fixture(scope="module")
def ray():
    return whole_trainings.check(get("le.thm-2.eq-15"), TINY, 0).certificate


@pytest.mark.parametrize(
    "hypothesis",
    [
        "diverges(-normF(layer(nu, l)), nu)",  # tends to minus infinity
        "diverges(normF(layer(nu, l)) - normF(layer(nu, l)), nu)",
        "diverges(normF(layer(nu, l)) / normF(layer(nu, l)), nu)",
        "diverges(1 / normF(layer(nu, l)), nu)",
        "diverges(normF(at_start(layer(nu, l))), nu)",
        "diverges(normF(layer(nu, l)), l)",
        "diverges(normF(layer(nu, 9)), nu)",
        "diverges(normF(layer(l, l)), nu)",
        "no_zero_in_limit()",
        "no_zero_in_limit(l)",
        "logistic_loss(nu)",
        "separable_data()",
        "small_initial_risk(nu, nu)",
        "same_layer_slopes(nu, l)",  # each unit answers to one of the two points
        "same_neighbours(nu, l)",
        "signs_kept(nu)",
        "stable_signs(l)",
    ],
)
def test_hypotheses_are_read_whole(ray, hypothesis, tmp_path):
    assert examine(tmp_path, ray) == 0
    assert examine(tmp_path, reworded(ray, given=[hypothesis])) in (1, 2)


@pytest.mark.parametrize(
    ("claim", "code"),
    [
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), 1/2, nu)", 0),  # it is 4/5 at all times
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), 4/5, nu)", 1),
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), l, nu)", 0),  # l is 1 here
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), l - 1/5, nu)", 1),
        ("tends_to(norm2(layer(nu, l)), 1, nu)", 1),  # it grows: not seen by this kind
        ("tends_to(norm2(layer(nu, l)) / normF(layer(nu, l)), 1, l)", 1),
        ("bounded_above(normF(layer(nu, l))**2, nu)", 0),
        ("bounded_above(-normF(layer(nu, l))**2, nu)", 1),
        ("bounded_above(normF(at_start(layer(nu, l)))**2, nu)", 1),
        ("bounded_above(normF(layer(nu, l)) / normF(layer(nu, l)), nu)", 1),
        ("bounded_above(1 / (norm2(layer(nu, l)) - norm2(layer(nu, l))), nu)", 1),  # without a value
        ("stays_below(normF(layer(nu, l)), 2 * normF(at_start(layer(nu, l))), nu)", 1),  # holds up to factor 2
        ("stays_below(normF(layer(nu, l)), normF(layer(nu, l)), nu)", 1),
        ("stays_below(normF(layer(nu, l)), 1, l)", 1),
        ("separable_data(nu)", 1),
        ("norm2(layer(nu, l)) <= 1", 2),
    ],
)
def test_claims_are_read_whole(ray, claim, code, tmp_path):
    found = examine(tmp_path, reworded(ray, claim=[claim], given=[]))
    assert found == code or code and found


def test_a_conjunct_that_is_none_spoils_the_others(ray, tmp_path):
    broken = ray["text"]["claim"][0]
    for other in ("tends_to(norm2(layer(nu, 7)), 1, nu)", "zz(nu)", "tends_to(layer(l, nu), 1, nu)"):
        assert examine(tmp_path, reworded(ray, claim=[broken, other])) in (1, 2)
