"""No refuted row of these kinds loses its certificate."""

import pytest

from lemmata.catalogue import all_statements, expected
from lemmata.certificates import write
from lemmata.language import Kind
from lemmata.language.relations import Exists
from lemmata.language.verdicts import Verdict
from lemmata.network_checker.network_program import KINDS, check_certificate
from lemmata.run import engine
from tests.claims.engine_runs import TINY

EXPECTED = expected.load()
REFUTED = {
    s.id: s
    for s in all_statements()
    if s.id in EXPECTED
    and EXPECTED[s.id].verdict == "refuted"
    and (
        s.kind in (Kind.TRAJECTORY, Kind.GRAPH)
        or s.kind is Kind.LIMIT
        and s.id.startswith(("le.", "oyedotun."))
        or s.id == "oyedotun.remark-1"
        or any(isinstance(c, Exists) for c in s.claim)
    )
}


def test_there_are_rows_of_every_kind():
    assert len(REFUTED) >= 57


@pytest.mark.sampled(4)
@pytest.mark.parametrize("identifier", sorted(REFUTED))
def test_the_row_is_refuted_with_a_certificate(identifier, tmp_path):
    finding = engine.dispatch(REFUTED[identifier], TINY, 0, "cpu")
    assert finding.verdict is Verdict.REFUTED and finding.certificate["kind"] in KINDS
    result = check_certificate(write(tmp_path / "c.json", finding.certificate))
    assert result.accepted, result.lines
