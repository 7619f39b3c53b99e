"""Kind "depth": layers in closed form for which a claim about great depth fails."""

import copy
import itertools
import random

import pytest

from lemmata import certificates
from lemmata.catalogue import get
from lemmata.certificates import build, write
from lemmata.claims import depth_limits
from lemmata.language.sequences import Sequence
from lemmata.language.verdicts import Verdict
from lemmata.network_checker.network_program import CertificateError, check_certificate
from lemmata.run import engine
from tests.certificates.certificate_samples import examine, resealed
from tests.checker.oracle import violated
from tests.claims.engine_runs import TINY

REFUTED = (
    "oyedotun.thm-1", "oyedotun.thm-1~absolute", "oyedotun.thm-1~direction", "oyedotun.remark-1", "oyedotun.thm-2",
    "oyedotun.thm-2~positive", "oyedotun.thm-2~difference", "oyedotun.thm-3", "oyedotun.thm-3~each-path",
)  # fmt: skip
TRUE = (
    "oyedotun.thm-1~repaired", "oyedotun.thm-1~direction-repaired", "oyedotun.remark-1~repaired",
    "oyedotun.thm-2~repaired", "oyedotun.thm-3~repaired",
)  # fmt: skip
SINGULAR = {"q": "1/2", "alpha_1": "1", "beta_i": "1", "alpha_i": "1", "beta_1": "0"}


def depth(statement, sequences, numbers, products, conjunct=0):
    """A certificate of kind depth, closed forms as pairs of a base and a factor."""
    forms = [{"base": base, "factor": factor} for base, factor in products]
    fields = {"sequences": sequences, "numbers": numbers, "products": forms, "conjunct": conjunct}
    return build(statement, "depth", **fields)


def remark_1(sequences=None, numbers=None, products=None, conjunct=0, statement="oyedotun.remark-1"):
    """Layers diag(2, 1) and the input Id: det H^L = 2^L."""
    return depth(
        get(statement),
        sequences or {"lambda_1": "2", "lambda_i": "1"},
        numbers or SINGULAR,
        [("2", "1"), ("1", "1")] if products is None else products,
        conjunct,
    )


@pytest.mark.parametrize("identifier", REFUTED)
def test_refuted_rows_carry_a_certificate_that_is_accepted(identifier, tmp_path):
    finding = depth_limits.check(get(identifier), TINY, 0)
    assert finding.verdict is Verdict.REFUTED
    result = check_certificate(write(tmp_path / "c.json", finding.certificate))
    assert result.accepted and result.lines[-1] == "violation established", result.lines
    assert violated(finding.certificate)


@pytest.mark.parametrize("identifier", ["oyedotun.remark-1", "oyedotun.thm-1"])
@pytest.mark.parametrize("loss", ["none", "another base"])
def test_nothing_is_refuted_without_its_certificate(identifier, loss, monkeypatch):
    made = certificates.build

    def worse(statement, kind, products, **fields):
        other = [{"base": "7", "factor": "1"}] * len(products)
        return None if loss == "none" else made(statement, kind, products=other, **fields)

    monkeypatch.setattr(certificates, "build", worse)
    finding = engine.dispatch(get(identifier), TINY, 0, "cpu")
    assert finding.verdict is Verdict.INCONCLUSIVE and finding.certificate is None
    assert "certificate" in finding.evidence["stopped"]


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"sequences": {"lambda_1": "2", "lambda_i": "2"}}, 1),  # not smaller
        ({"sequences": {"lambda_1": "2", "lambda_i": "3/2"}}, 1),  # smaller, but not by q
        ({"sequences": {"lambda_1": "2"}}, 2),
        ({"sequences": {"lambda_1": "2", "lambda_i": "1", "mu": "1"}}, 2),
        ({"sequences": {"lambda_1": "2", "lambda_i": "n"}}, 1),
        ({"sequences": {"lambda_1": "2", "lambda_i": "L"}}, 1),
        ({"sequences": {"lambda_1": "2", "lambda_i": "1 / (l - 3)"}}, 1),  # undefined at layer 3
        ({"sequences": {"lambda_1": "2 + (l - 60)**2", "lambda_i": "1"}}, 1),  # the sign is not seen
        # A singular layer: the determinant is 0 at every depth from 1 on, although 0^0 = 1.
        ({"sequences": {"lambda_1": "2", "lambda_i": "0"}, "products": [("2", "1"), ("0", "1")]}, 1),
        ({"sequences": {"lambda_1": "2", "lambda_i": "0"}, "products": [("2", "1"), ("0", "L + 1")]}, 1),
        ({"numbers": {**SINGULAR, "q": "1"}}, 1),  # an end of the open interval
        ({"numbers": {**SINGULAR, "q": "1/3"}}, 1),
        ({"numbers": {**SINGULAR, "alpha_1": "0"}}, 1),  # a singular input: the claim holds
        ({"products": []}, 1),
        ({"products": [("2", "1")]}, 1),
        ({"products": [("3", "1"), ("1", "1")]}, 1),
        ({"products": [("2", "2"), ("1", "1")]}, 1),  # not 1 at depth 0
        ({"products": [("2", "L + 1"), ("1", "1")]}, 1),
        ({"products": [("2", "1 / L"), ("1", "1")]}, 1),
        ({"products": [("2", "(1 + 0 * l)"), ("1", "1")]}, 1),
        ({"conjunct": 1}, 2),
        ({"conjunct": -1}, 2),
    ],
)
def test_what_does_not_fit_is_refused(changes, code, tmp_path):
    assert examine(tmp_path, remark_1(**changes)) == code


def test_a_number_that_is_no_rational_is_not_written():
    with pytest.raises(CertificateError):
        remark_1(numbers={**SINGULAR, "alpha_1": "0.5"})


def test_a_limit_that_holds_is_not_refuted(tmp_path, capsys):
    """Eigenvalues 2 and 1: the product of their quotients does tend to 0."""
    cert = depth(get("oyedotun.thm-1"), {"lambda_1": "2", "lambda_i": "1"}, {"alpha_i": "1"}, [("1/2", "1")])
    assert examine(tmp_path, cert) == 1
    assert "is the limit along even depths" in capsys.readouterr().out


def test_a_quantity_that_is_never_defined_refutes_nothing(tmp_path, capsys):
    """1 + lambda_1 = 1 leaves 0 in the denominator of the quotient of Theorem 2; its condition is not met either."""
    numbers, sequences = {"alpha_i": "1"}, {"lambda_1": "-2", "lambda_i": "1"}
    cert = depth(get("oyedotun.thm-2"), sequences, numbers, [("2", "1"), ("-1", "1")])
    assert examine(tmp_path, cert) == 1
    assert "denominator is zero at all even depths" in capsys.readouterr().out


@pytest.mark.sampled(4)
@pytest.mark.parametrize("identifier", [*REFUTED, *TRUE])
def test_accepted_exactly_where_the_engine_sees_a_violation(identifier, tmp_path):
    """Closed forms, signs and limits come from SymPy there, from arithmetic on coefficients here."""
    statement, rng = get(identifier), random.Random(identifier)
    search = depth_limits._Search(statement, 0)
    sequences = [v.name for v in statement.let if isinstance(v, Sequence)]
    assignments = list(itertools.islice(search._simplest(sequences, {}), 300))
    first = next(a for a in search._simplest(sequences, {}) if search._admits(a))
    for assignment in [first, *assignments[:15], *rng.sample(assignments, 25)]:
        broken = None
        if search._admits(assignment):
            broken = search._breaks(statement.conjuncts[0], assignment)
        reader = depth_limits._Reader(assignment, search.depth)
        try:
            reader.read(getattr(statement.conjuncts[0], "value", None) or statement.conjuncts[0].relation.lhs)
        except depth_limits.NoClosedForm:
            continue
        cert = depth(
            statement,
            {name: str(body) for name, body in assignment.sequences.items()},
            {name: str(q) for name, q in assignment.scalars.items()},
            [(str(p.base), str(p.factor)) for p in reader.products.values()],
        )
        assert examine(tmp_path, cert) == (0 if broken is not None else 1), assignment
        assert identifier not in TRUE or broken is None


@pytest.mark.parametrize(
    "junk",
    [None, True, [], {}, "", 7, "1/0", "9" * 70, "((((l))))" * 200, "l**99", "(l + 1)**12 * (l + 2)**12 * (l + 3)**12"],
)
def test_junk_in_any_place_is_refused_in_one_line(junk, tmp_path, capsys):
    for place in (("sequences",), ("sequences", "lambda_i"), ("numbers",), ("numbers", "q"), ("products",),
                  ("products", 0), ("products", 0, "base"), ("products", 0, "factor"), ("conjunct",)):  # fmt: skip
        cert = copy.deepcopy(remark_1())
        held = cert
        for key in place[:-1]:
            held = held[key]
        held[place[-1]] = junk
        assert examine(tmp_path, resealed(cert)) in (1, 2)
        captured = capsys.readouterr()
        assert (captured.out + captured.err).count("\n") == 1 and "Traceback" not in captured.err
