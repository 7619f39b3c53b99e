"""Conjectures from Python and notebooks: `lemmata.check(...)` and what it returns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from lemmata.claims import budget as budgets
from lemmata.conjectures import answers, notebook, numpy_form
from lemmata.conjectures.checking import check as check_statement
from lemmata.errors import InputError
from lemmata.language import conjecture_files
from lemmata.language.instance import Instance
from lemmata.language.parse.latex_input import understood
from lemmata.language.statement import Kind, Statement
from lemmata.language.verdicts import Verdict
from lemmata.prove.derivation_files import settle
from lemmata.run import inputs

Claim = str | Sequence[str] | Path | Statement


@dataclass(frozen=True, eq=False)
class Exhibit(Instance):
    """An exact instance that can be handed to NumPy; `complexes` are complex variables, as the entry has them."""

    complexes: Mapping[str, Any] = field(default_factory=dict)
    parts: Sequence[str] = ()

    def numpy(self) -> dict[str, Any]:
        """Dimensions as integers, scalars as floats, matrices as float64 arrays, complex ones as complex numbers and
        complex128 arrays next to their parts; fractions are rounded."""
        import numpy

        numbers: dict[str, Any] = dict(self.dims)
        for name, pair in self.complexes.items():
            numbers[name] = _floats(pair["re"]) + 1j * _floats(pair["im"])
        for name, value in self.values.items():
            rows = value if isinstance(value, list) else None
            numbers[name] = numpy.array([[float(x) for x in row] for row in rows]) if rows else _float(value)
        return numbers

    @property
    def code(self) -> str:
        """Lines of Python that make the instance with NumPy, `np`."""
        beside = {"complex": self.complexes, "parts": self.parts}
        return "\n".join(numpy_form.assignments({**self.to_json(), **beside}))


def _floats(value: Any) -> Any:
    import numpy

    if isinstance(value, list):
        return numpy.array([[float(Fraction(x)) for x in row] for row in value])
    return float(Fraction(value))


def _float(value: Any) -> float:
    assert isinstance(value, Fraction)
    return float(value)


@dataclass(frozen=True, eq=False)
class Result:
    """What a check found.

    `instance` is the counterexample of a refuted statement, else the tightest instance certified (a case of equality
    with sides that are not zero where one was found), else None;
    `certificate` is what `lemmata certify` checks again; `evidence` counts what was tried; `entry` is all of it as
    plain data, in the form of `lemmata check --json`.
    """

    verdict: Verdict
    statement: Statement
    instance: Exhibit | None
    certificate: Mapping[str, Any] | None
    evidence: Mapping[str, Any]
    entry: Mapping[str, Any] = field(repr=False)
    seconds: float = 0.0

    @property
    def holds(self) -> bool:
        """Whether the statement was proved or survived."""
        return self.verdict in (Verdict.PROVED, Verdict.SUPPORTED)

    @property
    def latex(self) -> str:
        """The statement in LaTeX (amsmath, amssymb), without dollar signs."""
        return notebook.latex(self.statement)

    def __bool__(self) -> bool:
        raise TypeError("a result is not true or false: ask for result.verdict or result.holds")

    def __repr__(self) -> str:
        scope = f", {self.entry['scope']}" if self.entry["scope"] else ""
        lines = [f"{self.verdict.value}{scope}", *answers.statement(self.entry), *answers.findings(self.entry)]
        return "\n".join([*lines, f"{self.seconds:.1f} s"])

    def _repr_html_(self) -> str:
        return notebook.html(self.statement, self.entry)

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex}$"


def check(
    claim: Claim | None = None,
    let: Mapping[str, str] | None = None,
    given: str | Sequence[str] = (),
    *,
    latex: str | None = None,
    define: Mapping[str, str] | None = None,
    name: str = "conjecture",
    budget: float = budgets.DEFAULT,
    seed: int = 0,
    device: str = "cpu",
) -> Result:
    """Check a conjecture: a claim in words (or several), the path of a conjecture file, or a `Statement`.

        lemmata.check("smax(A + B) <= smax(A) + smax(B)",
                     let={"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)"})

    `let`, `define` and `given` go with a claim in words; text that ends in `.toml` is a path.  `latex` is a claim as it
    stands in a paper, in place of one in words.  The answer comes within
    `budget` seconds.  Raises ReadingError, in one line with the place and the fix, for what cannot be read, and
    InputError for other bad input.
    """
    allowed, seed = budgets.seconds(budget), inputs.seed(seed)
    if latex is not None:
        found = understood(latex, let)
        claim, let = found.claim, {**(let or {}), **found.let}
        given = [*([given] if isinstance(given, str) else given), *found.given]
    if claim is None:
        raise InputError("nothing is claimed: give a claim, or latex=...")
    statement = _statement(claim, let, given, name, define)
    device = inputs.resolve_device(device)
    with _one_thread():
        entry = check_statement(statement, budgets.Budget(allowed), seed, device, whole=True)
    settle([entry], entry["derivations"])
    if entry["interrupted"]:
        raise KeyboardInterrupt
    shown = entry["counterexample"] or answers.nearest(entry)[0]
    drawn = statement.kind in (
        Kind.PROBABILITY,
        Kind.LIMIT,
    )  # a counterexample is a choice of parameters
    shown = {} if drawn else shown or {}
    exhibit = None
    if shown:
        exact = Instance.from_json(shown)
        made = Instance.from_json({"dims": {}, "values": shown.get("made", {})}).values
        exhibit = Exhibit(exact.dims, {**exact.values, **made}, shown.get("complex", {}), shown.get("parts", ()))
    return Result(
        verdict=Verdict(entry["verdict"]),
        statement=statement,
        instance=exhibit,
        certificate=entry["certificate"],
        evidence=entry["evidence"],
        entry=entry,
        seconds=entry["seconds"],
    )


def _statement(
    claim: Claim,
    let: Mapping[str, str] | None,
    given: str | Sequence[str],
    name: str,
    define: Mapping[str, str] | None,
) -> Statement:
    if isinstance(claim, Statement | Path) or isinstance(claim, str) and claim.strip().endswith(".toml"):
        if let or given or define:
            kind = "a Statement" if isinstance(claim, Statement) else "a file"
            raise InputError(f"{kind} has its own variables and hypotheses: leave out let, define and given")
        return claim if isinstance(claim, Statement) else conjecture_files.load(claim)
    claims = [claim] if isinstance(claim, str) else list(claim)
    hypotheses = [given] if isinstance(given, str) else list(given)
    return conjecture_files.build(name, let or {}, hypotheses, claims, define=define)


@contextmanager
def _one_thread() -> Iterator[None]:
    """Small matrices are fastest on one thread; the caller's setting comes back.  Without PyTorch there is none."""
    try:
        import torch
    except ModuleNotFoundError:
        yield
        return
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
