"""Statements, certificates and ways to alter them that the tests of certificates share."""

import json
from fractions import Fraction
from functools import cache

from lemmata.catalogue import get
from lemmata.certificates import at_indices, build, build_denial, build_violation, denials, digest
from lemmata.certificates.witnesses import attach
from lemmata.checker.format import validate
from lemmata.evaluate.decide import decide
from lemmata.language import (
    Dim,
    Index,
    Kind,
    Matrix,
    Scalar,
    chain,
    eigenform,
    entry,
    eq,
    forall,
    lam,
    normF,
    s,
    slope,
    smax,
    smin,
)
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.network_checker.network_program import CertificateError, main
from lemmata.networks.dag import Activation
from lemmata.networks.gradient_flow import SQUARED
from tests.attacks.forged_certificates import about
from tests.made import statement
from tests.oracles.smallest_drift import UNITS, smallest_drift

n = Dim("n")
i, j = Index("i"), Index("j")
A, B = Matrix("A", n, n), Matrix("B", n, n)

WEYL_HALVED = statement(
    forall(i, 1, n, j, 1, n + 1 - i, entry(s(A), i + j - 1) <= entry(s(B), i) + entry(s(A - B), j) / 2),
    name="made.weyl-halved",
)
NORM_BELOW = statement(
    chain(smax(A), "<=", normF(A), "<=", smax(A)),
    (smax(A) < 2, smin(A) > 0, smax(B) >= smin(A), forall(i, 1, n, entry(s(A), i) <= 2)),
    name="made.norm-below",
)
STRICT = statement(smax(A + B) < smax(A) + smax(B), name="made.strict")
rho = Scalar("rho")
HALF_SLOPE = statement(
    eq(slope(lam(A + A.T + rho * (B + B.T)), 1, rho), eigenform(A + A.T + rho * (B + B.T), 1, B)),
    kind=Kind.DERIVATIVE,
    name="made.half-slope",
)

NAMES = ["skip-shift", "lemma-20", "lemma-18", "gauss-newton", "weyl", "weyl-3", "norms", "strict", "half-slope"]


def mat(*rows):
    return [[Fraction(x) for x in row] for row in rows]


def certificate(statement, dims, conjunct, indices=(), judged=True, **values):
    """A certificate as the engine writes it: enclosures from the engine's own decisions."""
    exact = {k: v if isinstance(v, list) else Fraction(v) for k, v in values.items()}
    instance = Instance(dims, exact)
    concrete = instantiate(statement, dims)
    relation = at_indices(concrete.claim[conjunct], indices)
    decision = decide(relation, instance)
    if judged:
        assert decision.status == "broken"
    hypotheses = [(clause, decide(clause, instance)) for clause in concrete.given]
    recorded = [(clause, d.lhs, d.rhs) for clause, d in hypotheses]
    return build_violation(
        statement, instance, conjunct, relation, decision.lhs, decision.rhs, recorded, decision.precision or 64
    )


@cache
def examples():
    w, nilpotent = mat([1], [0]), mat([0, 1], [0, 0])
    one = mat([1])
    return {
        "skip-shift": certificate(get("zhao.skip-shift"), {"n": 1}, 1, S=one, U=mat([-1]), V=one, beta=1),
        "lemma-20": certificate(get("riedi.lemma-20"), {"n": 2}, 1, M_o=nilpotent, w=w, rho_o=0, rho="1/2"),
        "lemma-18": certificate(get("riedi.lemma-18"), {"n": 2}, 1, M_o=nilpotent, w=w, rho_o=0, t=0, mu=0, rho="1/2"),
        "gauss-newton": certificate(
            get("zhao.lemma-1"), {"m": 3, "d": 1, "k": 2}, 1, W=mat([1, 0, 0], [0, 0, 0]), V=mat([1], [0], [0]), R=one
        ),
        "weyl": certificate(WEYL_HALVED, {"n": 2}, 0, (1, 1), A=mat([1, 1], [0, 1]), B=mat([0, 0], [0, 0])),
        "weyl-3": certificate(
            WEYL_HALVED,
            {"n": 3},
            0,
            (2, 2),
            A=mat([3, 1, 0], [0, 2, 1], [1, 0, 5]),
            B=mat([1, 0, 0], [0, 0, 0], [0, 0, 0]),
        ),
        "norms": certificate(NORM_BELOW, {"n": 2}, 1, A=mat([1, 1], [0, 1]), B=mat([1, 0], [0, 1])),
        "strict": certificate(STRICT, {"n": 2}, 0, A=mat([1, 1], [0, 0]), B=mat([1, 1], [0, 0])),
        "half-slope": certificate(HALF_SLOPE, {"n": 2}, 0, A=mat([1, 2], [0, 0]), B=mat([0, 1], [1, 1]), rho="1/3"),
    }


def examine(tmp_path, cert, text=None):
    """Exit code and output lines of the checker."""
    path = tmp_path / "c.json"
    path.write_text(json.dumps(cert) if text is None else text, encoding="utf-8")
    return main([str(path)])


def sealed(cert):
    """The certificate with its digest, and nothing else, computed again."""
    return {**cert, "digest": digest(cert)}


def resealed(cert):
    """What an able forger makes of an altered certificate: the best witnesses, and the digest computed again."""
    cert = sealed({k: v for k, v in cert.items() if k != "witnesses"})
    try:
        validate(cert)
    except CertificateError:
        return cert
    return sealed(attach(cert, (18, 40)))


def reworded(cert, **text):
    """The certificate with parts of its text replaced, under an id that is bound to none."""
    return resealed(about(cert, **text))


def at(value, path):
    """What stands at a place of a structure."""
    for key in path:
        value = value[key]
    return value


def placed(value, path, new):
    at(value, path[:-1])[path[-1]] = new


def places(value, path=()):
    """The places below a structure, each before those inside it."""
    if isinstance(value, dict | list):
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield (*path, key)
            yield from places(item, (*path, key))


def numbers_in(value):
    """Places of all numbers of an instance."""
    return [place for place in places(value) if isinstance(at(value, place), str)]


def flow_certificate(kind, identifier, activation, loss=SQUARED, **changes):
    net, data, derivatives, rate = smallest_drift(kind, Activation.parse(activation), loss)
    at = {"pair": dict(zip(("u", "v"), UNITS, strict=True)), "layer": {"l": 1}}[kind]
    arguments = dict(
        network=net.to_dict(),
        data=[[str(c) for c in x] for x in data.xs],
        labels=list(data.ys),
        slopes=[str(d) for d in derivatives],
        at=at,
        rate=rate,
    )
    return build(get(identifier), "flow", **{**arguments, **changes})


@cache
def denial(identifier="riedi.lemma-24.leaky"):
    """The certificate of an existence claim that is false."""
    statement = get(identifier)
    return build_denial(statement, denials.derivation(statement))
