"""Attacks that come to nothing: `hostile_cases.toml` put to the readers, the checker, the prover and a whole check."""

import hashlib
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lemmata.evaluate.decide import judge
from lemmata.kernel import KernelError, read
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.instantiate import instantiate
from lemmata.language.parse import ReadingError
from lemmata.prove.attempts import attempt
from tests.certificates.certificate_samples import examine, sealed
from tests.checker.test_attacks import violation

CASES = tomllib.loads(Path(__file__).with_name("hostile_cases.toml").read_text(encoding="utf-8"))
UNREADABLE, FALSE, NEVER = CASES["unreadable"], CASES["false"], CASES["never"]
VALUES = {"real": "2", "positive": "2", "(real)": "2", "positive(3)": "2"}


@pytest.mark.parametrize("name", UNREADABLE)
def test_no_reader_takes_it(name: str, tmp_path: Path) -> None:
    let, claim = UNREADABLE[name]
    text = "\n".join([*(f"let: {line}" for line in let), f"claim: {claim}"])
    with pytest.raises(KernelError):
        read("made.hostile", "A", text)
    dims, values = {}, dict[str, Any]()
    for line in let:
        variable, domain = line.split(" = ")
        sizes = [int(x) for x in re.findall(r"\d", domain)] * 2
        if domain.startswith("integer"):
            dims[variable] = 2
        elif domain in VALUES:
            values[variable] = VALUES[domain]
        else:
            values[variable] = [[str(int(i == j) + 1) for j in range(sizes[1] if "real" in domain else sizes[0])]
                                for i in range(sizes[0])]  # fmt: skip
    assert examine(tmp_path, violation(let, claim, dims, values)) == 2
    for part, line in (("claim", claim), ("given", f"{claim} for nobody in 2..1")):  # of which nothing is evaluated
        hidden = violation(["z = real", *let], "z <= 1", dims, {"z": "2", **values})
        hidden["text"][part] += [line]
        lines = [f"{part}: {line}" for part in ("let", "given", "claim") for line in hidden["text"][part]]
        hidden["hash"] = hashlib.sha256("\n".join(["A", *lines]).encode(errors="replace")).hexdigest()
        assert examine(tmp_path, sealed(hidden)) == 2


def statement(let: dict[str, str], given: list[str], claim: str) -> Any:
    return conjecture_files.build("hostile", let, given, [claim])


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_somewhere_is_not_proved(name: str) -> None:
    let, given, claim, dims, values = FALSE[name]
    made = statement(let, given, claim)
    at = Instance(dims, {k: [[Fraction(x) for x in row] for row in v] if isinstance(v, list) else Fraction(v)
                         for k, v in values.items()})  # fmt: skip
    assert judge(instantiate(made, dims), at).outcome == "violation"
    assert attempt(made, 1.0).report is None


@pytest.mark.parametrize("name", NEVER)
def test_what_is_never_said_is_neither_refuted_nor_supported(name: str) -> None:
    from lemmata.claims.budget import Budget
    from lemmata.conjectures.checking import check

    entry = check(statement(*NEVER[name]), Budget(0.3), 0)
    assert entry["verdict"] in ("vacuous", "inconclusive"), entry["verdict"]


@pytest.mark.parametrize("claim", ["sum(a for a in 1..n) <= n * a", "sum(sum(i for i in 1..i) for i in 1..n) <= n**2"])
def test_an_index_is_not_called_like_another_thing(claim: str) -> None:
    with pytest.raises(ReadingError, match="already"):
        statement({"n": "integer(1, 3)", "a": "real"}, [], claim)
