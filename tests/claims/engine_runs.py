"""Small engine runs for tests: tiny profiles, statements made up on the spot, certificates put to the checker."""

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from lemmata import certificates
from lemmata.claims import registry
from lemmata.claims.profiles import PROFILES, Profile
from lemmata.language import Kind, Statement
from lemmata.language.verdicts import Finding
from lemmata.network_checker.network_program import CertificateError, check_certificate
from lemmata.textbook import TEXTBOOK

TINY = replace(
    PROFILES["quick"],
    name="tiny",
    instances=100,
    sizes=(1, 2, 3),
    large_sizes=(),
    large=0,
    lattice=300,
    combinations=2,
    thinning=1,
    ascent_sizes=(2,),
    restarts=4,
    steps=6,
    suspects=24,
    tightest=3,
    certify_order=8,
    networks=12,
)
NARROW = replace(TINY, sizes=(2,), thinning=4)


def made(claim: Any, given: Any = (), **rest: Any) -> Statement:
    """A made-up statement."""
    return Statement(
        id="classical.made",
        title="",
        source=TEXTBOOK.at("nowhere"),
        kind=Kind.ALGEBRAIC,
        claim=claim,
        given=given,
        **rest,
    )


def check(statement: Statement, profile: Profile = TINY, seed: int = 0) -> Finding:
    """What the engine finds, whatever the kind."""
    return registry.check(statement, profile, seed)


def accepted(cert: dict[str, Any], folder: Path, reseal: bool = False) -> bool:
    """Whether the checker establishes a certificate; an unreadable or altered one is not accepted either."""
    cert = copy.deepcopy(cert)
    if reseal:
        cert["digest"] = certificates.digest(cert)
    path = folder / "certificate.json"
    path.write_text(json.dumps(cert), encoding="utf-8")
    try:
        return check_certificate(path).accepted
    except CertificateError:
        return False


def without_times(value: Any) -> Any:
    """The same data without the entries that say how long something took."""
    if isinstance(value, dict):
        return {k: without_times(v) for k, v in value.items() if k not in ("seconds", "spent")}
    return [without_times(v) for v in value] if isinstance(value, list) else value
