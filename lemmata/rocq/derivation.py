"""A derivation of the kernel as a file of lemmas, one for each step, closed over its variables and hypotheses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from lemmata.kernel import N, P, R, Term, Theorem, Z, defined, opened, read, sort_of, substitute, within
from lemmata.rocq.canonical import NotExportable
from lemmata.rocq.context import Context, Step, applied, binders_of, opening, sequent
from lemmata.rocq.identities import Identities
from lemmata.rocq.meanings import Meanings
from lemmata.rocq.printing import Names, variables
from lemmata.rocq.rule_scripts import Rules


@dataclass(frozen=True)
class Import:
    """A statement that another file proves: its module, what it assumes there, how many conjuncts it has."""

    module: str
    laws: tuple[str, ...]
    assumed: tuple[tuple[str, str], ...]


Library = Mapping[tuple[str, str], Import]  # by id and hash of the statement


class Derivation:
    """Collects the lemmas behind some theorems, and what they assume; `library` is what other files prove."""

    def __init__(self, library: Library | None = None) -> None:
        self.library = library or {}
        self.imports: list[str] = []
        self.known: list[str] = []  # "Known", where facts are used that the libraries prove
        self.identities = Identities()
        self.assumed: dict[str, tuple[str, str]] = {}  # name of a hypothesis -> what it is called, the proposition
        self.laws: list[str] = []
        self._steps: dict[Any, Step] = {}
        self._rules = Rules(self.use, self.instance, self.converted, self.resized)
        self._meanings = Meanings(self._law)

    @property
    def lines(self) -> list[str]:
        """The lemmas, each after those it needs."""
        return self.identities.lines

    def add(self, th: Theorem) -> None:
        """The lemmas of a theorem."""
        for step in _in_order(th):
            key = (step.hypotheses, step.conclusion)
            if key not in self._steps and step.rule != "assume":
                self._steps[key] = self._made(step)

    def _made(self, th: Theorem) -> Step:
        if th.rule == "axiom" or believed(th):
            return self._assumption(th)
        context, hypotheses = opening(th, self.identities)
        names = context.names
        moved = " ".join([*context.domains.values(), *context.hypotheses.values()])
        start = (f"move=> {moved}; " if moved else "") + _introduced(context, th)
        script = self._meanings(context, th) if th.rule == "meaning" else self._rules(th, context)
        name = f"t{len(self._steps) + 1}"
        said = f"{names.binders()} : {sequent(names, hypotheses, th.conclusion)}"
        self.lines.append(f"Lemma {name} {said}.\nProof. {start}{script} Qed.")
        return Step(name, names, tuple(hypotheses))

    def _assumption(self, th: Theorem) -> Step:
        """A textbook fact or an instance of a principle: a hypothesis of the theorem."""
        if th.rule == "axiom":
            identifier, letter, text, conjunct = th.arguments
            reading = read(identifier, letter, text)
            hypotheses = tuple(dict.fromkeys(reading.hypotheses[conjunct]))
            called = f"{identifier}, conjunct {conjunct + 1}, {reading.hash}"
        else:
            hypotheses = tuple(dict.fromkeys(defined(*th.arguments)[0]))
            called = f"the principle {th.arguments[0]}, an instance"
        names = binders_of(hypotheses, th.conclusion)
        binders = names.binders()
        said = sequent(names, hypotheses, th.conclusion)
        source = self.library.get((th.arguments[0], called.rsplit(" ", 1)[-1])) if th.rule == "axiom" else None
        if th.rule == "axiom" and (known := proved_by_libraries(th.arguments[0], th.arguments[3])):
            return self._known(*known, Step("", names, hypotheses), f"forall {binders}, {said}")
        if source is not None:
            return self._imported(source, th.arguments[3], Step("", names, hypotheses), f"forall {binders}, {said}")
        return Step(self._assume(called, f"forall {binders}, {said}" if binders else said), names, hypotheses)

    def _assume(self, called: str, said: str) -> str:
        """The name of a hypothesis of the file's theorem."""
        known = next((name for name, known in self.assumed.items() if known == (called, said)), None)
        if known is None:
            known = f"a{len(self.assumed) + 1}"
            self.assumed[known] = (called, said)
        return known

    def _imported(self, source: Import, conjunct: int, step: Step, said: str) -> Step:
        """What another file proves, from what is assumed there, which is assumed here too."""
        if source.module not in self.imports:
            self.imports.append(source.module)
        given = [self._law(x) for x in source.laws] + [self._assume(*x) for x in source.assumed]
        name = f"t{len(self._steps) + 1}"
        used = " ".join([f"{source.module}.used_{conjunct + 1} V", *given])
        self.lines.append(f"Lemma {name} : {said}.\nProof. exact: ({used}). Qed.")
        return Step(name, step.names, step.hypotheses)

    def _known(self, lemma: str, laws: tuple[str, ...], step: Step, said: str) -> Step:
        """A textbook fact that the libraries prove, from some laws."""
        self.known = ["Known"]
        for law in laws:
            self._law(law)
        name = f"t{len(self._steps) + 1}"
        self.lines.append(f"Lemma {name} : {said}.\nProof. by move=> *; apply: Known.{lemma}. Qed.")
        return Step(name, step.names, step.hypotheses)

    def _law(self, name: str) -> str:
        if name not in self.laws:
            self.laws.append(name)
        return f"{name}_V"

    # --- using what is there

    def use(self, context: Context, th: Theorem, extra: dict[Term, str] | None = None) -> str:
        """A proof of a theorem's conclusion in a context; `extra` are proofs of hypotheses it does not list."""
        if th.rule == "assume":
            return (extra or {}).get(th.conclusion) or context.hypothesis(th.conclusion)
        used, proofs = self.instance(context, th, {}, {}, extra)
        return f"({used} {proofs})" if proofs else f"({used})"

    def instance(
        self,
        context: Context,
        th: Theorem,
        values: dict[Term, Term],
        naturals: dict[Term, str],
        extra: dict[Term, str] | None = None,
    ) -> tuple[str, str]:
        """A lemma at values of its variables, and the proofs that it asks for."""
        step = self._steps.get((th.hypotheses, th.conclusion))
        if step is None:  # an assumption that is not used at once
            step = self._steps[(th.hypotheses, th.conclusion)] = self._made(th)
        return applied(step, context, values, lambda h: (extra or {}).get(h) or context.hypothesis(h), naturals)

    def resized(self, context: Context, th: Theorem, values: dict[Term, Term]) -> list[str]:
        """Rewritings of the sizes that an instance of a lemma writes in another order than its own terms do."""
        step = self._steps[(th.hypotheses, th.conclusion)]
        raw = Names(())
        for v, name in step.names.of.items():
            whole = values.get(v, substitute(v, values))
            sized = v[2] in (P, N) and variables(whole) <= set(context.names.of)
            if sized:
                raw.of[v] = context.names.natural(whole) if within(sort_of(whole), N) else name
            else:
                known = v[2] in (Z, R) and variables(whole) <= set(context.names.of)
                raw.of[v] = context.names.term(whole) if known else name
        return context.resizing(step.names.sizes, values, raw)

    def converted(self, context: Context, f: Term, g: Term, proof: str) -> str:
        """A proof of g from one of f, which has the same normal form."""
        change = self._conversion(context, f, g)
        return proof if change is None else f"({change} {proof})"

    def _conversion(self, context: Context, f: Term, g: Term) -> str | None:
        names = context.names
        if f == g or names.formula(f) == names.formula(g):
            return None
        op = f[0]
        if op == "all":
            index = ("v", f"#all{len(names.of)}", Z)
            inner = context.copy()
            inner.names.of[index] = inner.fresh("k")
            body = self._conversion(inner, opened(f[3], index), opened(g[3], index)) or "(fun h => h)"
            ends = [self.identities.same(a, b, names) for a, b in zip(f[1:3], g[1:3], strict=True)]
            return f"(conv_all {' '.join(ends)} (fun {inner.names.of[index]} => {body}))"
        if op == "!=":
            return f"(conv_ne {self.identities.same(f[1], g[1], names)})"
        if op not in ("<=", "<", "="):
            raise NotExportable(f"a change of form under {op}")
        sides = [self.identities.same(a, b, names) for a, b in zip(f[1:], g[1:], strict=True)]
        return f"(conv_{ {'<=': 'le', '<': 'lt', '=': 'eq'}[op] } {' '.join(sides)})"


def believed(th: Theorem) -> bool:
    """Whether a step is an instance of a principle, which no library proves."""
    return th.rule == "meaning" and th.arguments[0] in ("differentiable-vectors", "simple-eigenspace")


@cache
def library_lemmas() -> dict[str, tuple[str, ...]]:
    """The lemmas of `Known.v`, with the laws that they assume."""
    said = (Path(__file__).parent / "Known.v").read_text()
    found = re.findall(r"^Lemma (known_\w+)(.*?)\.(?:$| Proof)", said, flags=re.MULTILINE | re.DOTALL)
    return {name: tuple(re.findall(r": law_(\w+) V", rest)) for name, rest in found}


def proved_by_libraries(identifier: str, conjunct: int) -> tuple[str, tuple[str, ...]] | None:
    """The lemma of `Known.v` for a conjunct of a textbook fact, and the laws that it assumes."""
    name = f"known_{identifier.removeprefix('classical.').replace('-', '_')}_{conjunct + 1}"
    return (name, library_lemmas()[name]) if name in library_lemmas() else None


def _introduced(context: Context, th: Theorem) -> str:
    """Members of the sorts of variables that stand in the premises but not in what follows from them.

    The context knows them from then on; they do not count among the variables of the lemma.
    """
    if th.rule in ("instantiate", "meaning", "assume"):
        return ""
    bound = {"generalise": th.arguments[1:2], "induction": th.arguments[2:3]}
    own = set(bound.get(th.rule, ())) | ({th.arguments[2]} if th.rule == "rewrite" else set())
    used = variables(*_terms(th.arguments)).union(*(variables(p.conclusion, *p.hypotheses) for p in premises(th)))
    script = ""
    context.names = context.copy().names
    missing = Names(used - set(context.names.of) - own)
    for v in missing.of:
        name = context.fresh(missing.of[v])
        context.names.of[v] = name
        if v[2] in (P, Z):
            proof = context.fresh(f"d{len(context.domains) + 1}")
            context.domains[v] = proof
            said, member = ("(0 < {0})%N", "1%N") if v[2] == P else ("isint {0}", "0")
            shown = f"by exists {member}; exact: default_{v[2][0]}"
            script += f"have [{name} {proof}] : exists {name}, {said.format(name)} {shown}. "
        else:
            value = {N: "0%N", R: "0", "L": "((fun _ _ _ => 0) : layers)"}.get(v[2][0] if v[2][0] == "L" else v[2])
            value = value or f"(zerom {' '.join(context.names.natural(x) for x in v[2][1:])})"
            script += f"move: {value} => {name}. "
    return script


def _terms(x: Any) -> Iterator[Term]:
    if isinstance(x, tuple) and x and isinstance(x[0], str):
        yield x
    elif isinstance(x, list | tuple):
        for part in x:
            yield from _terms(part)


def premises(th: Theorem) -> Iterator[Theorem]:
    """The theorems that a step uses."""
    if th.rule not in ("axiom", "meaning"):
        yield from _within(th.arguments)


def _within(x: Any) -> Iterator[Theorem]:
    if isinstance(x, Theorem):
        yield x
    elif isinstance(x, list | tuple) and not (x and isinstance(x[0], str)):
        for part in x:
            yield from _within(part)


def _in_order(th: Theorem) -> Iterator[Theorem]:
    """All steps of a derivation, each once and after its premises."""
    seen: set[int] = set()
    stack = [(th, False)]
    while stack:
        step, ready = stack.pop()
        if ready:
            yield step
        elif id(step) not in seen:
            seen.add(id(step))
            stack.append((step, True))
            stack.extend((p, False) for p in premises(step) if id(p) not in seen)
