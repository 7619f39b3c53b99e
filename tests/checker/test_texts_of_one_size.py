"""Texts whose shapes agree at one size alone: the language refuses them, the checker judges the instance given."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemmata.language import conjecture_files
from lemmata.language.parse.errors import ReadingError
from tests.certificates.certificate_samples import examine, sealed
from tests.checker.test_exploits import forge

LET = {"n": "integer(1, 3)", "A": "real(n, n)", "x": "real(n, 1)"}
ONE, TWO = {"A": [["2"]], "x": [["3"]]}, {"A": [["2", "0"], ["0", "2"]], "x": [["3"], ["3"]]}


@pytest.mark.parametrize(
    "claim", ["norm2(x @ x) <= 8", "norm2(A + x) <= 4", "A <= 1", "normF(x * A) <= 5", "tr(x) <= n"]
)
def test_the_language_has_no_such_statement_and_a_certificate_is_about_one_instance(
    claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ReadingError):
        conjecture_files.build("one size", LET, [], [claim])
    let = [f"{name} = {domain}" for name, domain in LET.items()]
    small = forge(let, [claim], {"n": 1}, ONE)
    assert examine(tmp_path, small) == 0
    assert f"claim: {claim}" in capsys.readouterr().out  # the text is printed: it is nobody else's
    assert examine(tmp_path, sealed({**small, "statement": "riedi.lemma-21"})) == 2
    assert examine(tmp_path, forge(let, [claim], {"n": 2}, TWO)) == 2
