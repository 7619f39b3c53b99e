"""How much work a run does.  Budgets count instances, never seconds, so that a seed fixes the whole run."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

FEW_SHAPES = 3  # dimension tuples at which small members of what is proved, or leaned on, are enumerated
PLENTY = 150  # statements up to which each has the whole budget of a profile that is not thorough


class UnknownProfile(ValueError):
    """No profile has this name."""


@dataclass(frozen=True)
class Profile:
    """Budgets of one run.

    `instances` is the number of random instances per statement with matrices of order at most 8; `sizes` are the values
    a leading dimension takes, `combinations` the dimension tuples per size, and one in `thinning` ensembles has its
    turn at each; `large` are the instances for each larger size; `lattice` caps each enumeration of small members, done
    at `shapes` dimension tuples per size and, canonical forms alone, at `enumerated` larger sizes; `restarts` and
    `steps` drive the gradient adversary at `ascent_sizes` and then at `growth_sizes`; hill climbs take `climbs` steps
    to the best of `width` neighbours; `turns` are those of the anytime search where there is no deadline; `walks` are
    the steps from fixed matrices next to random ones to where there is least slack; unless `thorough`, the expensive
    searches are left out where a proof is at hand; `suspects` and `tightest` bound how many instances are re-evaluated
    rigorously, `certify_order` their size; `after` is the share of random instances screened for the record once a
    statement is refuted; `first` are the budgets of a pass before the whole; `networks` is the number of exact
    networks; `chunks` is the number of pieces a check is done in, each with so many random instances, and with `sweep`
    more that are drawn where they are judged, at the processor's speed.
    """

    name: str
    instances: int
    sizes: tuple[int, ...]
    large_sizes: tuple[int, ...]
    large: int
    lattice: int
    combinations: int
    thinning: int
    ascent_sizes: tuple[int, ...]
    restarts: int
    steps: int
    suspects: int
    tightest: int
    certify_order: int
    networks: int
    first: Profile | None = None
    thorough: bool = True
    growth_sizes: tuple[int, ...] = ()
    climbs: int = 0
    width: int = 0
    after: float = 0.0
    turns: int = 0
    walks: int = 12
    shapes: int = 24
    enumerated: tuple[int, ...] = (4, 5, 6)
    chunks: int = 1
    sweep: int = 0

    def shared(self, statements: int) -> Profile:
        """The budgets of one of so many statements: unless `thorough`, random instances and steps of ascent get fewer
        as the catalogue grows, so that a run stays short.  Enumerations, which find what is false, keep theirs."""
        share = PLENTY / statements
        if self.thorough or share >= 1:
            return self
        steps = max(int(self.steps * share), self.steps // 2)
        return replace(self, instances=int(self.instances * share), thinning=round(self.thinning / share), steps=steps)

    def of_the_textbook(self) -> Profile:
        """What is left to do, unless `thorough`, for a fact that is leaned on and not under review."""
        if self.thorough:
            return self
        return replace(
            self,
            lattice=self.lattice // 2,
            combinations=2,
            large_sizes=self.large_sizes[:1],
            ascent_sizes=self.ascent_sizes[:1],
            steps=self.steps // 2,
            shapes=FEW_SHAPES,
        )

    def next_to_a_proof(self) -> Profile:
        """What is left to do where a proof is accepted: enough to show that formula and proof mean the same."""
        return replace(
            self,
            instances=self.instances // (10 if self.thorough else 3),
            lattice=self.lattice // 3,
            combinations=min(self.combinations, 2),
            thinning=self.thinning if self.thorough else 2 * self.thinning,  # cells cost more than what is in them
            large_sizes=self.large_sizes[:1],
            large=self.large // (10 if self.thorough else 1),
            ascent_sizes=self.ascent_sizes[:1] if self.thorough else (),
            restarts=min(self.restarts, 32),
            steps=self.steps // 2,
            thorough=False,
            first=None,
            turns=0,
            shapes=self.shapes if self.thorough else FEW_SHAPES,
            enumerated=self.enumerated if self.thorough else (),
        )


def _read() -> dict[str, Profile]:
    """The profiles of `profiles.toml`, by name."""
    found: dict[str, Profile] = {}
    for name, row in tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")).items():
        base = vars(found[row.pop("like")]) if "like" in row else {}
        said: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
        if "first" in row:
            said["first"] = found[row["first"]]
        found[name] = Profile(**{**base, **said, "name": name})
    return found


EVERY = _read()
PROFILES = {name: EVERY[name] for name in ("quick", "standard", "deep")}  # those that can be asked for
QUICK = PROFILES["quick"]
MOST_CHUNKS = 10**6


def in_chunks(budgets: Profile, chunks: int) -> Profile:
    """The same budgets in another number of pieces.  Raises ValueError where the profile has none, or for a bad one."""
    if budgets.chunks == 1:
        raise ValueError(f"--chunks: the profile {budgets.name} is done in one piece; choose --profile deep")
    if not 1 <= chunks <= MOST_CHUNKS:
        raise ValueError(f"--chunks {chunks}: give a number from 1 to {MOST_CHUNKS}")
    return replace(budgets, chunks=chunks)


def profile(name: str) -> Profile:
    """The profile of this name.  Raises UnknownProfile with the names there are."""
    if name not in PROFILES:
        raise UnknownProfile(f"unknown profile {name!r}: choose one of {', '.join(PROFILES)}")
    return PROFILES[name]
