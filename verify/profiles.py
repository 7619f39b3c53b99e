"""How much work a run does.  Budgets count instances, never seconds, so that a seed fixes the whole run."""

from __future__ import annotations

from dataclasses import dataclass


class UnknownProfile(ValueError):
    """No profile has this name."""


@dataclass(frozen=True)
class Profile:
    """Budgets of one run.

    `instances` is the number of random instances per statement with matrices of order at most 8; `sizes` are the
    values a leading dimension takes, `combinations` the dimension tuples per size, and one in `thinning` ensembles has
    its turn at each; `large` are the instances for each larger size; `lattice` caps each enumeration of small members;
    `restarts` and `steps` drive the gradient adversary at `ascent_sizes`; `suspects` and `tightest` bound how many
    instances are re-evaluated rigorously, `certify_order` their size; `networks` is the number of exact networks.
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


PROFILES = {
    p.name: p
    for p in (
        Profile(
            "quick",
            12_000,
            (1, 2, 3, 5, 8),
            (16, 64),
            40,
            3_000,
            3,
            4,
            (2,),
            16,
            20,
            suspects=24,
            tightest=6,
            certify_order=8,
            networks=60,
        ),
        Profile(
            "standard",
            1_000_000,
            (1, 2, 3, 4, 5, 6, 7, 8),
            (16, 32, 64),
            1_500,
            60_000,
            8,
            1,
            (2, 3),
            64,
            60,
            suspects=80,
            tightest=12,
            certify_order=64,
            networks=600,
        ),
        Profile(
            "deep",
            10_000_000,
            (1, 2, 3, 4, 5, 6, 7, 8),
            (12, 16, 24, 32, 48, 64),
            20_000,
            500_000,
            24,
            1,
            (1, 2, 3, 4, 5),
            512,
            300,
            suspects=2_000,
            tightest=64,
            certify_order=64,
            networks=5_000,
        ),
    )
}


def profile(name: str) -> Profile:
    """The profile of this name.  Raises UnknownProfile with the names there are."""
    if name not in PROFILES:
        raise UnknownProfile(f"unknown profile {name!r}: choose one of {', '.join(PROFILES)}")
    return PROFILES[name]
