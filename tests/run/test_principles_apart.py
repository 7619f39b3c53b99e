"""What is proved on a principle counts apart, and is proved by a file or not at all."""

import io
import json
from typing import Any

import pytest
from rich.console import Console

from lemmata.language.verdicts import tally, verdict_words
from lemmata.prove import derivation_files
from lemmata.run.progress import verdict_line


def entry(identifier: str, digest: str, principle: str, tried: int = 3) -> dict[str, Any]:
    kernel = {"accepted": False, "principles": [principle], "outside": principle}
    evidence = {"instances": tried}
    return {
        "id": identifier, "hash": digest, "verdict": "proved", "proof": {"kernel": kernel}, "evidence": evidence,
        "seconds": 1.0, "as_expected": True,
    }  # fmt: skip


@pytest.mark.parametrize(("tried", "verdict"), [(3, "supported"), (0, "inconclusive")])
def test_a_principle_without_a_file_proves_nothing(tried, verdict):
    """A row of a paper that the manifest does not have, or a claim of a user."""
    one = entry("stranger.row", "0" * 64, "gradient flow", tried)
    derivation_files.settle([one], {})
    assert one["verdict"] == verdict and one["proof"] is None and one["principles"] == []
    assert "the principle gradient flow supports it" in one["unproved"]


def test_a_file_that_names_a_principle_proves_no_other_text():
    one = entry("stranger.row", "0" * 64, "gradient flow")
    file = json.dumps({"principle": "gradient flow", "statement": ["stranger.row", "T", "claim: 1 <= 0"]})
    derivation_files.settle([one], {"stranger.row": file})
    assert one["verdict"] == "supported"


def test_principles_are_named_and_counted_apart():
    plain = {"verdict": "proved", "principles": [], "id": "made.plain", "seconds": 1.0, "as_expected": True}
    flow = plain | {"principles": ["gradient flow"], "id": "made.flow"}
    assert verdict_words(plain) == "proved" and verdict_words(flow) == "proved, on the principle *gradient flow*"
    assert tally([plain, flow, {"verdict": "refuted"}]) == "2 proved (1 of them on a principle), 1 refuted"
    assert tally([plain]) == "1 proved"
    to = Console(file=io.StringIO(), width=200)
    to.print(verdict_line(flow))
    assert "proved, on the principle *gradient flow*" in to.file.getvalue()
