"""A principle writes the text of what it grants; a statement is granted where it says just that.

A template takes names, and what else its text depends on, and writes the whole text of a statement.  Nothing of the
statement is looked at otherwise: what the template does not write, a range, a network, a size, a law, cannot be another
one in the claim, and a hypothesis that changes what a word means, as shared weights do, cannot stand next to it.
Which template with which names is a search, which can only fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from lemmata import kernel as logic
from lemmata.kernel import KernelError, Term
from lemmata.language.statement import Statement


class PrincipleError(KernelError):
    """A principle does not give what a statement says; the message says why."""


@dataclass(frozen=True)
class Instance:
    """What a template wrote, line by line, and the identities that the kernel has to prove for it.

    `identities` gives them in words; it raises KernelError where the kernel does not.
    `idle` are hypotheses that may be there as well.
    """

    let: tuple[str, ...]
    given: tuple[str, ...]
    claim: tuple[str, ...]
    identities: Callable[[], list[str]]
    idle: tuple[str, ...] = ()

    def says(self, statement: Statement) -> bool:
        """Whether a statement has this claim, these variables and these hypotheses, and no others but idle ones."""
        text = statement.text
        return (
            self.claim == tuple(text["claim"])
            and set(self.let) == set(text["let"])
            and set(self.given) == set(text["given"]) - set(self.idle)
        )


Template = Callable[[Statement], Iterable[Instance]]


def granted(statement: Statement, templates: Iterable[Template]) -> list[str]:
    """The identities behind the first instance that says what a statement says.

    Raises PrincipleError where there is none, KernelError where the kernel refuses an identity.
    """
    for template in templates:
        for instance in template(statement):
            if instance.says(statement):
                return instance.identities()
    raise PrincipleError("the claim, its variables and its hypotheses are no instance of the principle")


def declared(statement: Statement) -> dict[str, str]:
    """Domain by name, as the text of a statement has them."""
    return {name: domain for name, domain in (line.split(" = ", 1) for line in statement.text["let"])}


def choices(domains: Mapping[str, str], roles: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All ways to give different names to roles; a role is how the text of the domain begins."""
    fitting = [[name for name, domain in domains.items() if domain.startswith(role)] for role in roles]
    return (chosen for chosen in product(*fitting) if len({*chosen}) == len(chosen))


def equal(a: Term, b: Term) -> None:
    """Have the kernel prove that two terms are equal identically.  Raises KernelError where it does not."""
    logic.identity(a, b)
