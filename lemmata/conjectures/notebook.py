"""A result as a notebook shows it: self-contained HTML with MathML, or LaTeX.  No scripts; everything is escaped."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from lemmata.conjectures import answers, numpy_form
from lemmata.language.notation import latex_statement, mathml_statement
from lemmata.language.statement import Statement
from lemmata.report.formulas import equation
from lemmata.report.instances import values

COLOURS = {"proved": "#1a7f37", "supported": "#1a7f37", "refuted": "#a0267a", "error": "#b3261e"}
NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)*")
TEX = str.maketrans(
    {c: f"\\{c}" for c in "#$%&_{}"}
    | {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "\n": " "}
)


def html(statement: Statement, entry: Mapping[str, Any]) -> str:
    """One `<div>`: verdict, statement, the instance as matrices, the findings, NumPy code folded away."""
    verdict = entry["verdict"]
    colour = COLOURS.get(verdict, "#8a6100")
    scope = f", {entry['scope']}" if entry["scope"] else ""
    said = mathml_statement(statement)
    parts = [f'<p><strong style="color:{colour}">{escape(verdict)}</strong>{escape(scope)}</p>']
    for part, lead in (("let", "Let"), ("given", "Given"), ("claim", "Then")):
        if entry.get("written"):
            formulas = [f"<code>{escape(text)}</code>" for text in entry["written"][part]]
        else:
            formulas = said[part]
        if formulas:
            parts.append(f"<p>{lead} {', '.join(formulas)}</p>")
    shown = entry["counterexample"] or answers.nearest(entry)[0]
    if shown:
        lead = "It fails at" if entry["counterexample"] else "Tightest at"
        numbers = values(shown)
        equations = ", ".join(equation(name, value).__html__() for name, value in numbers.items())
        parts.append(f"<p>{lead} {equations}</p>")
        code = "\n".join(numpy_form.assignments(shown))
        parts.append(f"<details><summary>NumPy</summary><pre>{escape(code)}</pre></details>")
    lines = "\n".join(answers.findings(entry))
    parts.append(f"<details><summary>Evidence</summary><pre>{escape(lines)}</pre></details>")
    return f'<div class="lemmata">{"".join(parts)}</div>'


def _typewriter(line: str) -> str:
    return rf"\texttt{{{line.translate(TEX)}}}"


def latex(statement: Statement) -> str:
    """Variables, hypotheses and claims, aligned; as typewriter text where a variable's name is no plain name."""
    if statement.written is not None and statement.complexes:
        said = {part: [_typewriter(line) for line in lines] for part, lines in statement.written.items()}
    elif all(NAME.fullmatch(leaf.name) for leaf in statement.let):
        said = latex_statement(statement)
    else:
        said = {part: [_typewriter(line) for line in lines] for part, lines in statement.text.items()}
    leads = (("let", "let"), ("given", "given"), ("claim", "then"))
    lines = [
        rf"\text{{{lead if k == 0 else ''}}}\quad & {formula}"
        for part, lead in leads
        for k, formula in enumerate(said[part])
    ]
    return r"\begin{array}{rl} " + r" \\ ".join(lines) + r" \end{array}"
