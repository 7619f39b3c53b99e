"""A statement with its kernel theorems as a Rocq file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lemmata.kernel import Term, Theorem, read, same_formula
from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.context import binders_of, granting, sequent
from lemmata.rocq.derivation import Derivation, Import, Library


@dataclass(frozen=True)
class Source:
    """A Rocq file, and what its theorem assumes next to the laws of the vocabulary."""

    name: str
    text: str
    laws: tuple[str, ...]
    assumed: tuple[str, ...]
    lemmas: int
    imports: tuple[str, ...]  # modules of other files
    offers: Import  # what other files may use


def module_name(identifier: str) -> str:
    """The name of the file of a statement."""
    return "".join(c if c.isascii() and c.isalnum() else "_" for c in identifier)


def comment(text: str) -> str:
    """A text as it may stand in a comment, which it can neither end nor make longer."""
    return text.replace('"', "''").replace("(*", "( *").replace("*)", "* )").replace("(*", "( *")


def write_statement(
    identifier: str, letter: str, text: str, theorems: Sequence[Theorem], library: Library | None = None
) -> Source:
    """The file that proves all conjuncts of a statement.  Raises NotExportable for what the export lacks."""
    reading = read(identifier, letter, text)
    derivation, ends, statements = Derivation(library), list[str](), list[str]()
    for k, th in enumerate(theorems):
        granted = tuple(dict.fromkeys(reading.hypotheses[k]))
        conclusion = reading.conclusions[k]
        names = binders_of(granted, conclusion)
        said = sequent(names, granted, conclusion)
        binders = names.binders()
        statements.append(f"forall {binders}, {said}" if binders else said)
        derivation.add(th)
        ends.append(_ending(derivation, th, granted, conclusion))
    name = module_name(identifier)
    given = [f"law_{x} V" for x in derivation.laws] + [f"axiom_{x} V" for x in derivation.assumed]
    goals = [f"statement_{k + 1}" for k in range(len(statements))]
    lines = [
        f"(* {comment(identifier)}, {reading.hash}\n{comment(text)} *)",
        "From Lemmata Require Import Blocks.",
        *(f"From Lemmata Require {x}." for x in (*derivation.imports, *derivation.known)),
        "Open Scope R_scope.\n",
    ]
    for x, (called, said) in derivation.assumed.items():
        lines.append(f"(* {comment(called)} *)\nDefinition axiom_{x} (V : vocabulary) : Prop :=\n  {said}.")
    for goal, said in zip(goals, statements, strict=True):
        lines.append(f"Definition {goal} (V : vocabulary) : Prop :=\n  {said}.")
    lines.append("\nSection Derivation.\nVariable V : vocabulary.")
    lines += [f"Hypothesis {x}_V : law_{x} V." for x in derivation.laws]
    lines += [f"Hypothesis {x} : axiom_{x} V." for x in derivation.assumed]
    lines += derivation.lines
    for goal, script in zip(goals, ends, strict=True):
        lines.append(f"Lemma proved_{goal} : {goal} V.\nProof. {script} Qed.")
    arrows = "".join(f"{x} -> " for x in given)
    claims = " /\\ ".join(f"{goal} V" for goal in goals)
    split = "".join(f"split; first by apply: proved_{goal}. " for goal in goals[:-1])
    lines.append(f"End Derivation.\n\nTheorem proved : forall V : vocabulary, {arrows}{claims}.")
    lines.append(f"Proof. move=> V *. {split}by apply: proved_{goals[-1]}. Qed.")
    for k, goal in enumerate(goals):  # the conjuncts for other files
        lines.append(f"Theorem used_{k + 1} : forall V : vocabulary, {arrows}{goal} V.")
        lines.append(f"Proof. by move=> V *; apply: proved_{goal}. Qed.")
    assumed = tuple(called for called, _ in derivation.assumed.values())
    offers = Import(name, tuple(derivation.laws), tuple(derivation.assumed.values()))
    laws, imports = tuple(derivation.laws), tuple(derivation.imports)
    return Source(name, "\n".join(lines) + "\n", laws, assumed, len(derivation.lines), imports, offers)


def _ending(derivation: Derivation, th: Theorem, granted: tuple[Term, ...], conclusion: Term) -> str:
    """The statement from its theorem, whose hypotheses are granted up to normal forms."""
    context = granting(granted, conclusion, derivation.identities)
    extra = {}
    for h in th.hypotheses:
        if h not in context.hypotheses:
            g = next((g for g in granted if same_formula(h, g)), None)
            if g is None:
                raise NotExportable("a theorem asks for more than its text grants")
            extra[h] = derivation.converted(context, g, h, context.hypotheses[g])
    moved = " ".join([*context.names.of.values(), *context.domains.values(), *context.hypotheses.values()])
    return f"move=> {moved}; exact: {derivation.use(context, th, extra)}."
