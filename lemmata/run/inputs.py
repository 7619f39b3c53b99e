"""What a caller asks for: statement ids and globs, seed, workers, device.  Bad input gives one clear line."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from fnmatch import fnmatchcase
from typing import Any

from lemmata.errors import InputError, PaperError, close

DEVICES = ("cpu", "cuda")
MAX_SEED = 2**63 - 1
MAX_WORKERS = 1024
NAMED = re.compile(r"\bclassical\.[a-z0-9-]+")  # textbook facts in a note


BAD = (InputError, PaperError)  # what a caller can fix: exit code 2 and that one line


def select(patterns: Sequence[str], known: Sequence[str]) -> list[str]:
    """The ids of `known` that the patterns name, in the order of `known`; all of them for no pattern.

    A pattern is an id, or a glob with `*`, `?` or `[...]` (case matters). Raises InputError for one that names nothing.
    """
    chosen: set[str] = set()
    for pattern in patterns:
        if pattern in known:
            chosen.add(pattern)
            continue
        found = [i for i in known if fnmatchcase(i, pattern)] if any(c in pattern for c in "*?[") else []
        if not found:
            says = "no statement matches" if any(c in pattern for c in "*?[") else "unknown statement"
            raise InputError(f"{says} {pattern!r}{close(pattern, known)}: `lemmata list` shows every id")
        chosen.update(found)
    return [i for i in known if not patterns or i in chosen]


def of_papers() -> list[str]:
    """The statements of papers, and the textbook facts that their proofs, their printed proofs and their notes use."""
    from lemmata import catalogue
    from lemmata.prove import proofs

    own = [i for i, paper_package in catalogue.ids().items() if not paper_package.paper.textbook]
    said = [name for i in own for s in [catalogue.get(i)] for name in (*s.depends_on, *NAMED.findall(s.notes))]
    used = set(proofs.ground([*own, *said], proofs.named))
    return [i for i in catalogue.ids() if i in used]


def asked(ids: Sequence[str]) -> dict[str, Any]:
    """What a run records of what it was asked for: `selection`, the ids, none where it is everything, and `left_out`,
    how many statements it leaves out, where these are textbook facts that no paper uses."""
    from lemmata import catalogue

    left = catalogue.ids().keys() - set(ids) if ids else set()
    if not left:
        return {"selection": [], "left_out": 0}
    papers = all(catalogue.ids()[i].paper.textbook for i in left) and left.isdisjoint(of_papers())
    return {"selection": list(ids), "left_out": len(left) if papers else None}


def seed(value: int) -> int:
    """The seed itself.  Raises InputError outside 0 ... 2^63 - 1."""
    if not 0 <= value <= MAX_SEED:
        raise InputError(f"--seed {value}: give an integer from 0 to {MAX_SEED}")
    return value


def cores() -> int:
    """Processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def workers(value: int | None, device: str) -> int:
    """Number of worker processes: by default one per core, and one on a GPU.  Raises InputError for a bad number."""
    if value is None:
        return 1 if device == "cuda" else cores()
    if not 1 <= value <= MAX_WORKERS:
        raise InputError(f"--workers {value}: give a number from 1 to {MAX_WORKERS}")
    return value


def resolve_device(name: str) -> str:
    """The device itself.  Raises InputError for an unknown one, and for `cuda` where torch sees no CUDA device."""
    if name not in DEVICES:
        raise InputError(f"--device {name!r}: choose cpu or cuda")
    if name == "cuda":
        import torch

        if not torch.cuda.is_available():
            raise InputError(f"--device cuda: torch {torch.__version__} sees no CUDA device here; use --device cpu")
    return name
