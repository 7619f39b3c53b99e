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
            instances=12_000,
            sizes=(1, 2, 3, 5, 8),
            large_sizes=(16, 64),
            large=40,
            lattice=3_000,
            combinations=3,
            thinning=4,
            ascent_sizes=(2,),
            restarts=16,
            steps=20,
            suspects=24,
            tightest=6,
            certify_order=8,
            networks=60,
        ),
        Profile(
            "standard",
            instances=1_000_000,
            sizes=(1, 2, 3, 4, 5, 6, 7, 8),
            large_sizes=(16, 32, 64),
            large=1_500,
            lattice=60_000,
            combinations=8,
            thinning=1,
            ascent_sizes=(2, 3),
            restarts=64,
            steps=60,
            suspects=80,
            tightest=12,
            certify_order=64,
            networks=600,
        ),
        Profile(
            "deep",
            instances=10_000_000,
            sizes=(1, 2, 3, 4, 5, 6, 7, 8),
            large_sizes=(12, 16, 24, 32, 48, 64),
            large=20_000,
            lattice=500_000,
            combinations=24,
            thinning=1,
            ascent_sizes=(1, 2, 3, 4, 5),
            restarts=512,
            steps=300,
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
