"""Claims that are rows of the textbook in other words are recognised before anything is searched; others are not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.known_claims import Claim, chosen
from lemmata.language import conjecture_files
from lemmata.prove.search import row_index
from lemmata.prove.search.recognition import ON_TRUST, known

CLAIMS = {claim.name: claim for _, claim in chosen("*textbook-in-other-words")}
SAMPLE = (
    "hoffman-wielandt",
    "image-length-2",
    "submultiplicative-3",
    "form-nonnegative",
    "inner-product-3",
    "gram-norms",
)
REAL = {"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)"}
SYMMETRIC = {"n": "integer(1, 6)", "A": "symmetric(n)", "B": "symmetric(n)"}


@pytest.mark.parametrize("claim", [CLAIMS[name] for name in SAMPLE], ids=SAMPLE)
def test_a_row_in_other_words_is_recognised(claim: Claim) -> None:
    found = known(claim.statement())
    assert found is not None and found.report is not None and found.report["ok"] and found.derivations
    assert found.report["standing"].startswith(("this is ", "it follows from "))


def test_there_are_sixty_claims_and_more() -> None:
    assert len(CLAIMS) >= 60 and all(claim.truth for claim in CLAIMS.values())


def test_an_axiom_is_named_and_proves_nothing() -> None:
    for line in (
        "tr(expm(A) @ expm(B)) >= tr(expm(A + B))",
        "lam(A + B, i + j - 1) <= lam(A, i) + lam(B, j) for i in 1..n for j in 1..n + 1 - i",
    ):
        found = known(conjecture_files.build("claim", SYMMETRIC, [], [line]))
        assert found is not None and found.report is None and found.trusted.endswith(ON_TRUST)


@pytest.mark.parametrize(
    "line", ["s(A + B) <= s(A) + s(B)", "smax(A @ B) <= smax(A) + smax(B)", "normF(A @ B) <= smax(A) * smax(B)"]
)
def test_what_is_false_is_no_row(line: str) -> None:
    assert known(conjecture_files.build("claim", REAL, [], [line])) is None


def test_what_is_recognised_needs_no_numerical_library() -> None:
    program = (
        "import sys\nfrom lemmata.language import conjecture_files\n"
        "from lemmata.prove.search.recognition import known\n"
        f"assert known(conjecture_files.build('claim', {REAL}, [], ['normF(A) >= smax(A)'])).report\n"
        "print([name for name in ('torch', 'numba', 'networkx') if name in sys.modules])"
    )
    known(conjecture_files.build("claim", REAL, [], ["normF(A) >= smax(A)"]))  # its index and its derivation are kept
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_an_index_that_was_altered_is_made_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(row_index, "_place", lambda: tmp_path / "index.json")
    (tmp_path / "index.json").write_text('{"entries": [["classical.weyl"]], "lines": {}}')
    row_index.index.cache_clear()
    try:
        again = row_index.index()
        assert len(again.entries) > 1_000
        row_index.index.cache_clear()
        assert row_index.index() == again
    finally:
        row_index.index.cache_clear()
