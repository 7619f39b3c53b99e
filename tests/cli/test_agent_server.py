"""A client of the Model Context Protocol asks the server that `lemmata mcp` is."""

import json
import re
import sys
import tomllib
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import pytest

pytest.importorskip("mcp", reason="the model context protocol (the extra mcp) is not installed")

from mcp import StdioServerParameters, stdio_client  # noqa: E402
from mcp.client import Client  # noqa: E402

import lemmata.cli  # noqa: E402

GUIDE = (Path(lemmata.cli.__file__).parent / "SKILL.md").read_text(encoding="utf-8")
EXAMPLES = [  # what the guide says of each, and how it is written
    (said, tomllib.loads(text))
    for said, text in re.findall(r"^\d+\. ([^:;]*)[^\n]*\n\n```toml\n(.*?)```", GUIDE, re.M | re.S)
]
A, AB = {"A": "real(2, 2)"}, {"A": "real(2, 2)", "B": "real(2, 2)"}
PSD = {"A": "psd(2)", "B": "psd(2)"}
FALSE = [
    (claim, let)
    for let, claims in (
        (A, ["smax(A) <= smin(A)", "rho(A) == smax(A)", "det(A) >= 0", "tr(A) <= rank(A)", "normF(A) <= norm2(A)",
             "cond(A) <= 2", "normN(A) <= normF(A)", "rank(A @ A) == rank(A)"]),
        (AB, ["A @ B == B @ A", "rho(A + B) <= rho(A) + rho(B)", "det(A + B) == det(A) + det(B)", "tr(A @ B) >= 0",
              "norm2(A @ B) >= norm2(A) * norm2(B)", "rank(A + B) >= rank(A)", "smin(A + B) <= smin(A) + smin(B)"]),
        (PSD, ["lmin(A @ B + B @ A) >= 0", "A <= B", "norm2(A - B) >= norm2(A)"]),
    )
    for claim in claims
]  # fmt: skip
TRUE = [
    (claim, let)
    for let, claims in (
        (A, ["rho(A) <= smax(A)", "norm2(A) <= normF(A)", "smin(A) <= smax(A)", "rank(A @ A) <= rank(A)"]),
        (AB, ["tr(A @ B) == tr(B @ A)", "det(A @ B) == det(A) * det(B)", "normF(A + B) <= normF(A) + normF(B)"]),
        (PSD, ["tr(A @ B) >= 0", "lmin(A + B) >= lmin(A) + lmin(B)", "det(A) <= det(A + B)"]),
    )
    for claim in claims
]  # fmt: skip
HOSTILE: dict[str, Mapping[str, Any]] = {  # what each asks for, by what the answer has to say
    "nothing is claimed": {"claim": []},
    "did you mean": {"claim": ["smaxx(A) <= 1"], "let": A},
    "less than or equal": {"claim": ["smax(A) <= 1"], "let": A, "budget": 1e9},
    "at most 4000 characters": {"claim": ["1" * 5000]},
    "at most 40 items": {"claim": ["1 <= 2"] * 50},
    "__import__": {"claim": ["__import__('os').system('true') <= 1"]},
    "valid list": {"claim": 3},
    "domain": {"claim": ["x <= 1"], "let": {"x": "--out=/tmp/x"}},
    "is no relation": {"claim": ["--out=x"]},
}


@asynccontextmanager
async def client() -> AsyncIterator[Client]:
    command = [sys.executable, "-P", "-m", "lemmata", "mcp"]
    async with Client(stdio_client(StdioServerParameters(command=command[0], args=command[1:]))) as opened:
        yield opened


async def said(opened: Client, tool: str, **words: Any) -> Any:
    """The typed result of a call that went well."""
    result = await opened.call_tool(tool, words)
    assert not result.is_error, result.content
    return result.structured_content


def test_a_counterexample_goes_out_and_its_certificate_comes_back() -> None:
    async def talk() -> None:
        async with client() as opened:
            tools = {tool.name: tool for tool in (await opened.list_tools()).tools}
            assert set(tools) == {"check", "prove", "recheck", "explain_language"}
            for tool in tools.values():
                assert tool.description and tool.input_schema["type"] == "object"
                assert tool.output_schema is not None
            false = await said(opened, "check", claim=["tr(A) <= rank(A)"], let=A, budget=2, certificate=True)
            assert false["verdict"] == "refuted" and false["counterexample"]["values"]["A"]
            assert false["read_as"] == ["let A = real(2, 2)", "claim tr(A) <= rank(A)"]
            assert (await said(opened, "recheck", certificate=false["certificate"]))["accepted"]
            certificate = json.loads(false["certificate"])
            certificate["text"]["claim"] = ["tr(A) <= 2 * rank(A)"]
            forged = await said(opened, "recheck", certificate=json.dumps(certificate))
            assert not forged["accepted"] and forged["answer"]
            true = await said(opened, "prove", claim=["tr(A @ B) >= 0"], let=PSD, budget=10)
            assert true["verdict"] == "proved" and true["proof"][0].startswith("proof ")
            assert (await said(opened, "explain_language"))["result"] == GUIDE

    anyio.run(talk)


def test_what_is_no_claim_is_refused_with_a_reason() -> None:
    async def talk() -> None:
        async with client() as opened:
            for reason, words in HOSTILE.items():
                result = await opened.call_tool("check", dict(words))
                assert result.is_error
                text = result.content[0].text  # type: ignore[union-attr]
                assert reason in text and "lemmata: " not in text and "--let" not in text, text
            result = await opened.call_tool("recheck", {"certificate": "{"})
            assert result.structured_content is not None and not result.structured_content["accepted"]

    anyio.run(talk)


@pytest.mark.long
def test_forty_claims_get_forty_answers() -> None:
    """The twelve of the guide, with the word it gives each, and others of known truth."""
    asked: list[tuple[str, Mapping[str, Any]]] = [
        *EXAMPLES,
        *(("Refuted", {"claim": [claim], "let": let}) for claim, let in FALSE),
        *(("Supported or proved", {"claim": [claim], "let": let}) for claim, let in TRUE),
    ]
    assert len(EXAMPLES) == 12 and len(asked) == 40
    wrong: list[str] = []

    async def talk() -> None:
        async with client() as opened:
            for expected, words in asked:
                answer = await said(opened, "check", **words, budget=10)
                if answer["verdict"] not in expected.lower():
                    wrong.append(f"{words.get('claim')}: {answer['verdict']}, not {expected}")

    anyio.run(talk)
    assert wrong == []
