"""What a figure or a reported number says: relations between measured quantities of a named experiment.

`collapse = Experiment("collapse", "random_spectra.collapse", n=(5, 10, 25))` names an experiment of
`claims.experiments` and fixes its settings, those of the paper.  `measured(collapse, "widest_gap")` is one of the
numbers it gives, a quantity like any other; a caption is then a relation between such quantities and constants.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

from lemmata.language.core import Quantity
from lemmata.language.domains import Domain
from lemmata.language.variables import _Leaf, _restore

Value = int | Fraction | str
SUBJECT = re.compile(r"[a-z_0-9]+\.[a-z_0-9]+")


class Experiments(Domain, name="experiment"):
    """Runs of one experiment: `subject` is "module.function" below `claims.experiments`, `settings` its values."""

    subject: str
    settings: tuple[tuple[str, tuple[Value, ...]], ...]

    @property
    def parameters(self) -> tuple[Any, ...]:
        """The subject, then each setting as it is written."""
        return (self.subject, *(f"{name} = {' '.join(map(str, values))}" for name, values in self.settings))


class Experiment(_Leaf, Quantity):
    """An experiment with its settings: exact numbers or words, or tuples of them.

    Raises ValueError for a subject that is not "module.function", TypeError for a setting that is not exact.
    """

    domain: Experiments

    def __new__(cls, name: str, subject: str, **settings: Value | tuple[Value, ...]) -> Any:
        if not SUBJECT.fullmatch(subject):
            raise ValueError(f"an experiment is named module.function, not {subject!r}")
        read = tuple((key, value if isinstance(value, tuple) else (value,)) for key, value in settings.items())
        for key, values in read:
            for value in values:
                if isinstance(value, bool) or not isinstance(value, int | Fraction | str):
                    raise TypeError(f"{key} = {value!r} is not exact: write an int, a Fraction or a word")
        return _restore(cls, name, Experiments(subject, read))


class Measured(Quantity, of="experiment: Experiment, measure: str"):
    """A number that an experiment gives, by its name there."""


measured = Measured
