"""`lemmata mcp`: the commands as tools of the Model Context Protocol, over standard input and output.

Each call is a `lemmata` command in a process of its own, so that a tool says the word that the command says, and a call
that runs out of time or memory ends alone.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import anyio
from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from lemmata.conjectures.answers import declared
from lemmata.conjectures.short_answers import in_short
from lemmata.language.verdicts import Verdict

LONGEST, LINES, PATIENCE = 4_000, 40, 6  # characters of a text, texts of a list, and wall time per second of work
CERTIFICATE = 2_000_000  # characters
SHELL = re.compile("^lemmata: |--(?=claim|given|let|define|latex|budget)", re.M)  # options are arguments of a tool
AT_ONCE = anyio.Semaphore(2)

Text = Annotated[str, Field(max_length=LONGEST)]
Texts = Annotated[list[Text], Field(max_length=LINES)]
Table = Annotated[dict[Text, Text], Field(max_length=LINES)]
Claim = Annotated[Texts, Field(description="What is claimed, as in ['smax(A + B) <= smax(A) + smax(B)']")]
Let = Annotated[Table, Field(description="Variables and domains, as in {'n': 'integer(1, 4)', 'A': 'real(n, n)'}")]
Given = Annotated[Texts, Field(description="Hypotheses, as in ['tr(A) == 0']")]
Define = Annotated[Table, Field(description="Names of expressions, as in {'C': 'A @ B'}")]
Seconds = Annotated[float, Field(ge=1, le=300, description="Seconds of processor time for the search")]

server = MCPServer(
    "lemmata",
    instructions="Says whether a claim about matrices or deep networks is true, with a counterexample or a proof that "
    "a separate program has checked. Call explain_language before the first claim. 'supported' is no proof.",
    log_level="WARNING",
)


@dataclass
class Answer:
    """What was found of a claim."""

    verdict: Literal["proved", "refuted", "supported", "vacuous", "inconclusive", "error"]
    scope: str  # for which sizes it holds, or where it fails
    read_as: list[str]  # the claim as it was read: compare it with what you meant
    answer: list[str]  # the instance or the theorem, the numbers, what it means
    counterexample: dict[str, Any] | None = None  # sizes and exact entries, as fractions
    certificate: str | None = None  # of a counterexample, where it was asked for: text for `recheck`


@dataclass
class Proof:
    """What was found of a proof."""

    verdict: Literal["proved", "inconclusive"]
    answer: list[str]  # the steps and the axioms used, or what the claim would follow from
    proof: list[str] = field(default_factory=list)  # its text, in the form of docs/proofs.md


@dataclass
class Recheck:
    """What the checker says of a certificate."""

    accepted: bool
    answer: list[str]


@server.tool()
async def check(
    claim: Claim = [],  # noqa: B006 - a default of the schema, never written to
    let: Let = {},  # noqa: B006
    given: Given = [],  # noqa: B006
    define: Define = {},  # noqa: B006
    latex: Annotated[Text, Field(description="The claim as a paper prints it, in place of `claim`")] = "",
    budget: Seconds = 20,
    certificate: Annotated[bool, Field(description="Whether the answer holds the certificate")] = False,
) -> Answer:
    """Say whether a claim is true: a counterexample, a proof, or what was tried."""
    words = [f"--latex={latex}"] if latex else []
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "answer.json"
        command = ["check", *words, *_words(claim, let, given, define), f"--budget={budget:g}", f"--json={kept}"]
        await _ran(command, budget, (0, 1, 3))
        entry = json.loads(kept.read_text(encoding="utf-8"))
    text = entry["text"]
    shown = entry["certificate"] if certificate else None
    *answer, _ = in_short(entry)  # the last names options of the command
    return Answer(
        verdict=Verdict(entry["verdict"]).value,
        scope=entry["scope"],
        read_as=[f"{part} {declared(line) if part == 'let' else line}" for part in text for line in text[part]],
        answer=answer,
        counterexample=entry["counterexample"],
        certificate=json.dumps(shown, ensure_ascii=False) if shown else None,
    )


@server.tool()
async def prove(claim: Claim, let: Let, given: Given = [], define: Define = {}, budget: Seconds = 20) -> Proof:  # noqa: B006
    """Look for a proof of a claim; only what the kernel accepts is called proved."""
    with tempfile.TemporaryDirectory() as folder:
        kept = Path(folder) / "answer.json"
        command = ["prove", "--script", *_words(claim, let, given, define), f"--budget={budget:g}", f"--json={kept}"]
        code, said = await _ran(command, budget, (0, 3))
    lines = said.splitlines()
    first = next((k for k, line in enumerate(lines) if line.startswith("proof ")), len(lines))
    return Proof("inconclusive" if code else "proved", [line.strip() for line in lines[:first]], lines[first:])


@server.tool()
async def recheck(certificate: Annotated[str, Field(max_length=CERTIFICATE)]) -> Recheck:
    """Check a certificate again, by a program that shares no code with the search."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.json"
        file.write_text(certificate, encoding="utf-8")
        code, said = await _ran(["certify", str(file)], 60, (0, 1, 2))
    return Recheck(code == 0, said.replace(str(file), file.name).splitlines())


@server.tool()
async def explain_language(
    topic: Annotated[Literal["guide", "words"], Field(description="Examples, or every word on one page")] = "guide",
) -> str:
    """Say how a claim is written: a guide of twelve examples, or the page with every word."""
    if topic == "guide":
        return files("lemmata.cli").joinpath("SKILL.md").read_text(encoding="utf-8")
    return (await _ran(["check", "--help"], 10, (0,)))[1]


def _words(claim: Sequence[str], let: dict[str, str], given: Sequence[str], define: dict[str, str]) -> list[str]:
    """Options with their values in one word each, so that no value is taken for an option."""
    tables = [f"--{option}={k}={v}" for option, table in (("let", let), ("define", define)) for k, v in table.items()]
    return [*(f"--claim={line}" for line in claim), *(f"--given={line}" for line in given), *tables]


async def _ran(words: Sequence[str], budget: float, usual: tuple[int, ...]) -> tuple[int, str]:
    """Exit code and output of a `lemmata` command.  Raises ToolError with its message, or when time runs out."""
    command = [sys.executable, "-P", "-m", "lemmata", *words]
    async with AT_ONCE:
        with anyio.move_on_after(60 + PATIENCE * budget):
            done = await anyio.run_process(command, check=False)
            said, error = done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace").strip()
            if done.returncode not in usual:
                raise ToolError(SHELL.sub("", error) or f"ended with {done.returncode}")
            return done.returncode, said or error
    raise ToolError(f"no answer within {60 + PATIENCE * budget:g} s: ask for a smaller budget")
