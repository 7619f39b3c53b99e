"""The commands about a claim of one's own: `check` and `prove`.  Their work is in `conjectures`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated

import typer

from lemmata.conjectures.help_page import CHECK
from lemmata.errors import InputError

_STARTED = time.time()
Statements = Annotated[
    list[str] | None,
    typer.Argument(metavar="[ID|FILE|EXPR]...", help="Statements by id or glob, files of claims, or a claim."),
]
Given = Annotated[list[str] | None, typer.Option(metavar="EXPR", help="A hypothesis; may be repeated.")]
Let = Annotated[list[str] | None, typer.Option(metavar="NAME=DOMAIN", help="A variable; repeat it.")]
Define = Annotated[list[str] | None, typer.Option(metavar="NAME=EXPR", help="A name for an expression; repeat it.")]
Found = Annotated[str | None, typer.Option("--json", metavar="FILE|-", help="Write what was found as JSON.")]


def register(app: typer.Typer) -> None:
    """Give the application these commands."""
    app.command(help=CHECK)(check)
    app.command()(prove)
    app.command()(sharpen)


def check(
    path: Annotated[
        Path | None,
        typer.Argument(metavar="[CLAIM|FILE.toml|DIR]", help="A claim, a conjecture file, or a folder of them."),
    ] = None,
    claim: Annotated[
        list[str] | None, typer.Option(metavar="EXPR", help="What is claimed, as in 'a <= b'; may be repeated.")
    ] = None,
    latex: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="The claim as it stands in a paper, in place of --claim.")
    ] = None,
    given: Given = None,
    let: Annotated[
        list[str] | None, typer.Option(metavar="NAME=DOMAIN", help="A variable, as in 'A=real(n, n)'; repeat it.")
    ] = None,
    define: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=EXPR", help="A name for an expression, as in 'Y=A @ B'; repeat it."),
    ] = None,
    name: Annotated[str | None, typer.Option(metavar="TEXT", help="What to call the conjecture.")] = None,
    budget: Annotated[
        str,
        typer.Option(
            metavar="SECONDS",
            help="Work for a counterexample, and from 5 s on as much for a proof: seconds, or 15m, or 2h.",
        ),
    ] = "30",
    seed: Annotated[int, typer.Option(help="Names the instances: same seed, same instances.")] = 0,
    device: Annotated[str, typer.Option(help="Where floats are screened: cpu or cuda.")] = "cpu",
    json: Annotated[
        str | None, typer.Option("--json", metavar="FILE|-", help="Write the verdict as JSON, certificate inline.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep certificate, verdicts.json and a report page there.")
    ] = None,
    read: Annotated[
        bool, typer.Option("--read", help="Say how the claim is read, as a file and in LaTeX, and check nothing.")
    ] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="The whole account: evidence, searches, sharpness; five lines without.")
    ] = False,
    sup: Annotated[
        list[str] | None, typer.Option(metavar="EXPR", help="How large does it become?  In place of a claim.")
    ] = None,
    journal: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Note the search there; given again, it goes on from there."),
    ] = None,
) -> None:
    from lemmata.claims import budget as budgets
    from lemmata.conjectures import command

    options = command.Options(budgets.seconds(budget), seed, device, json, out, read, explain, journal)
    words = (claim or (), given or (), let or (), define or ())
    asked = [f"--{option}" for option, texts in (("latex", latex), ("sup", sup)) for _ in texts or ()]
    if len(asked) > 1:
        raise InputError(f"{' and '.join(asked)} were given: each says what is asked, keep one")
    if sup:
        raise typer.Exit(command.largest(sup[0], path, *words, options))
    raise typer.Exit(command.check(path, *words, name, options, started(), latex[0] if latex else None))


def prove(
    statements: Statements = None,
    claim: Annotated[list[str] | None, typer.Option(metavar="EXPR", help="What is to be proved; repeat it.")] = None,
    given: Given = None,
    let: Let = None,
    define: Define = None,
    budget: Annotated[str, typer.Option(metavar="SECONDS", help="Time for each of them, as 60, 5m or 1h.")] = "30",
    script: Annotated[bool, typer.Option("--script", help="Print the proof.")] = False,
    json: Found = None,
    write: Annotated[bool, typer.Option("--write", help="Add the proofs of rows to those of their paper.")] = False,
) -> None:
    """Look for a proof: theorems of the textbook, combined; only what the kernel accepts is shown.

    \b
    lemmata prove 'normF(A @ B) <= smax(A) * normF(B)' --let 'A=real(n, n)' --let 'B=real(n, n)'
    lemmata prove classical.psd-sum --script
    lemmata prove 'products.*' --write

    Exit codes: 0 proved, 2 bad input, 3 no proof was found, 4 an internal error.
    """
    from lemmata.conjectures import prove_command

    words = {"claim": claim or (), "given": given or (), "let": let or (), "define": define or ()}
    raise typer.Exit(prove_command.prove(statements or (), words, budget, script, json, write))


def sharpen(
    statements: Statements = None,
    claim: Annotated[list[str] | None, typer.Option(metavar="EXPR", help="What is to be sharpened.")] = None,
    given: Given = None,
    let: Let = None,
    define: Define = None,
    budget: Annotated[str, typer.Option(metavar="SECONDS", help="Time for each of them, as 60, 5m or 1h.")] = "60",
    seed: Annotated[int, typer.Option(help="Names the instances: same seed, same instances.")] = 0,
    json: Found = None,
) -> None:
    """What a true claim could say beyond what it says.

    Equality cases, hypotheses that are not needed, the best constants, and forms of the claim with one place changed:
    a norm by a smaller one, a dimension by a rank, something that is not negative added.  What survives the search is
    given to the prover; what is not proved is printed as a conjecture, with its evidence.

    \b
    lemmata sharpen 'normF(A @ B) <= normF(A) * normF(B)' --let 'A=real(n, n)' --let 'B=real(n, n)'
    lemmata sharpen riedi.lemma-18 --budget 5m

    Exit codes: 0 done, 1 the claim is false, 2 bad input, 3 it is not known to hold, 4 an internal error.
    """
    from lemmata.conjectures import sharpen_command

    words = {"claim": claim or (), "given": given or (), "let": let or (), "define": define or ()}
    raise typer.Exit(sharpen_command.sharpen(statements or (), words, budget, seed, json))


def started() -> float:
    """When this process did, or at least this module, on `time.time`'s clock."""
    return _STARTED
