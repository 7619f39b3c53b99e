"""Section 3: the printed quadratic form falls at two weights, the one written out is the Hessian of the loss."""

from fractions import Fraction

import pytest
import torch

from lemmata.certificates import write
from lemmata.claims import counterexample
from lemmata.evaluate import floats
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate, substitute
from lemmata.language.proof import Combine, Proof, Step
from lemmata.network_checker.network_program import check_certificate
from lemmata.prove.proofs import examine
from tests.theorems.riedi_statements import PROOFS, STATEMENTS, exact, verdict
from theorems.riedi2022 import section3_loss as s3
from theorems.riedi2022 import section6_random as s6

F64 = torch.float64
TWO_WEIGHTS = {"M": [[1]], "D": [[1]], "W": [[1, 1]], "z": [[1], [1]]}
ONE_DATUM = {"M_1": [[1]], "Z": [[1], [1]]}
TWO_DATA = {"M_1": [[1]], "M_2": [[1]], "Z": [[1, 1], [0, 1]], "low": 1, "high": 1}
FALLS = [
    ("riedi.lemma-8.eq-37", {"c": 1, "d": 2}, TWO_WEIGHTS),  # 4 against 2
    ("riedi.lemma-8.eq-37~rows", {"c": 1, "d": 2}, TWO_WEIGHTS),
    ("riedi.lemma-10.eq-43", {"G": 1, "c": 1, "d": 2}, ONE_DATUM),  # eigenvalue 2 above 1
    ("riedi.lemma-10.eq-44", {"G": 1, "c": 1, "d": 2}, ONE_DATUM),  # eigenvalue 0 below 1
    ("riedi.cor-11", {"G": 2, "c": 1, "d": 2}, TWO_DATA),  # (3 + sqrt 5)/2 above sqrt 2
]


@pytest.mark.parametrize(("name", "dims", "values"), FALLS, ids=[name for name, _, _ in FALLS])
def test_counterexamples_by_hand(name, dims, values, tmp_path):
    statement = STATEMENTS[name]
    judgement = verdict(statement, dims, **values)
    assert judgement.outcome == "violation"
    concrete = instantiate(statement, dims)
    instance = Instance(dict(dims), {k: exact(v) for k, v in values.items()})
    path = write(tmp_path / "certificate.json", counterexample.certificate(statement, concrete, instance, judgement))
    assert check_certificate(path).accepted


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("riedi.lemma-8.eq-37", "riedi.lemma-8.eq-37~repaired"),
        ("riedi.lemma-10.eq-43", "riedi.lemma-10.eq-43~repaired"),
        ("riedi.lemma-10.eq-44", "riedi.lemma-10.eq-44~repaired"),
    ],
)
def test_a_proof_of_the_repaired_row_is_none_of_the_printed_one(name, instead):
    assert not examine(STATEMENTS[name], PROOFS[instead]).ok


def test_a_last_step_that_overreaches_is_refused():
    good = PROOFS["riedi.lemma-10.eq-43~repaired"]
    *steps, last = good.steps
    claim = s3.lemma_10_eq_43.claim[0]
    forged = Proof(good.method, (*steps, Step(last.name, claim, last.by)))
    assert not examine(s3.lemma_10_eq_43, forged).ok
    assert isinstance(last.by, Combine)


# --- against automatic differentiation

WIDTHS = (2, 3, 3)  # inputs of the trained layer, its outputs, outputs of the layer after it


class Toy:
    """x -> f_1(f_0(x)) with leaky ReLU, f_1 with a skip link rho; the loss is squared and W_0 is trained."""

    def __init__(self, seed: int, rho: float, data: int) -> None:
        generator = torch.Generator().manual_seed(seed)
        d, c, out = WIDTHS
        draw = [
            torch.randn(shape, generator=generator, dtype=F64) for shape in ((c, d), (out, c), (d, data), (out, data))
        ]
        self.W, self.W_1, self.Z, self.labels = draw
        self.rho, self.eta = rho, 0.1

    def slopes(self, t):
        return torch.where(t > 0, torch.ones_like(t), torch.full_like(t, self.eta))

    def loss(self, w):
        """Mean squared error over the batch as a function of the columns of W_0, one below the other."""
        W = w.reshape(self.W.shape[1], self.W.shape[0]).T
        before = W @ self.Z
        hidden = before * self.slopes(before)
        after = self.W_1 @ hidden
        return ((self.labels - after * self.slopes(after) - self.rho * hidden) ** 2).sum() / self.Z.shape[1]

    def layers(self):
        """M^g D^g of every datum, in the region that W_0 lies in."""
        before = self.W @ self.Z
        D = self.slopes(before)
        after = self.slopes(self.W_1 @ (before * D))
        eye = torch.eye(self.W_1.shape[0], dtype=F64)
        return [(after[:, g, None] * self.W_1 + self.rho * eye) @ torch.diag(D[:, g]) for g in range(self.Z.shape[1])]


def gram_of(toy, node):
    d, data = toy.Z.shape
    sizes = {"G": data, "c": WIDTHS[1], "d": d}
    values = {f"M_{g + 1}": M[None] for g, M in enumerate(toy.layers())} | {"Z": toy.Z[None]}
    return floats.evaluate(substitute(node, sizes), values)[0]


@pytest.mark.parametrize("rho", [0.0, 0.4, 1.0])
@pytest.mark.parametrize("data", [1, 3])
def test_the_form_is_half_the_hessian_of_the_loss(rho, data):
    toy = Toy(11, rho, data)
    hessian = torch.autograd.functional.hessian(toy.loss, toy.W.T.reshape(-1))
    assert torch.allclose(2 * gram_of(toy, s3.gram), hessian, atol=1e-12)
    assert (2 * gram_of(toy, s3.as_printed) - hessian).abs().max() > 1e-3  # inputs are multiplied in pairs


# --- Section 6.2: what holds for every realisation, and the inequality of (77) that does not


def zeros(size):
    return [[0] * size for _ in range(size)]


@pytest.mark.parametrize(("size", "outcome"), [(2, "holds"), (3, "holds"), (4, "violation"), (9, "violation")])
def test_the_inequality_of_77_falls_from_order_four_on(size, outcome):
    """At K = 0 the left side is 0, the right one (1 - n^(-2/3) mu_n/(sqrt(2) q_n))/(2 r^2), which turns negative."""
    assert verdict(s6.lemma_36_eq_77_inequality, {"n": size}, K=zeros(size), r=2).outcome == outcome


def test_the_certificate_of_77_is_accepted(tmp_path):
    statement, dims = s6.lemma_36_eq_77_inequality, {"n": 4}
    judgement = verdict(statement, dims, K=zeros(4), r=2)
    instance = Instance(dims, {"K": exact(zeros(4)), "r": Fraction(2)})
    certificate = counterexample.certificate(statement, instantiate(statement, dims), instance, judgement)
    assert check_certificate(write(tmp_path / "certificate.json", certificate)).accepted


def test_the_proof_of_the_equality_is_none_of_the_inequality():
    assert not examine(s6.lemma_36_eq_77_inequality, PROOFS["riedi.lemma-36.eq-77.equality"]).ok


def test_the_strict_form_of_theorem_41_needs_its_hypothesis():
    """W_1 = diag(1/2, 1/2) has condition number 1 < 3: the hypothesis is not met."""
    eye = [[1, 0], [0, 1]]
    judgement = verdict(s6.thm_41, {"n": 2, "m": 0}, W_1=[["1/2", 0], [0, "1/2"]], D=eye, D_1=eye)
    assert judgement.outcome == "out_of_domain"
