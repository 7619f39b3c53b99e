"""Notation of experiments and of what is measured in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.language import experiments
from lemmata.language.boxes import Box, Text, row
from lemmata.language.notation import RULES, Setting, layout


def _words(name: str) -> str:
    return name.replace("_", " ")


def _measured(node: experiments.Measured, at: Setting) -> Box:
    return row(Text(_words(node.measure) + " in "), layout(node.experiment, at))


RULES |= {experiments.Measured: _measured}


def _experiment(leaf: Any, domain: experiments.Experiments) -> Box:
    subject = _words(domain.subject.rpartition(".")[2])
    settings = "; ".join(f"{_words(name)} {', '.join(map(str, values))}" for name, values in domain.settings)
    return row(layout(leaf), Text(f" is the experiment {subject}" + (f" with {settings}" if settings else "")))


DECLARATIONS: dict[type, Callable[[Any, Any], Box]] = {experiments.Experiments: _experiment}
