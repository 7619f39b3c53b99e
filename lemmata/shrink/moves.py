"""Instances one change away from an instance: of one variable, or of all variables that share a dimension."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from lemmata.language import domains
from lemmata.language.families import Layers
from lemmata.language.instance import Exact, Instance
from lemmata.language.instantiate import Concrete
from lemmata.language.variables import Dim
from lemmata.sample import batches
from lemmata.sample.batches import ordered
from lemmata.shrink import rows as plain
from lemmata.shrink.members import MOVES
from lemmata.shrink.scalars import nearest, scalar_moves

HOMOGENEOUS = (  # closed under positive multiples
    domains.RealMatrices, domains.Nonnegative, domains.SymmetricMatrices, domains.Skew, domains.Upper,
    domains.DiagonalMatrices, domains.PSD, domains.PD,
)  # fmt: skip
ONE_SIDED = (domains.Nonnegative, domains.PSD, domains.PD)


def shapes(concrete: Concrete) -> dict[str, tuple[Any, Any]]:
    """Rows and columns of every matrix variable as the statement writes them, in its dimensions."""
    out: dict[str, tuple[Any, Any]] = {}
    for leaf in concrete.statement.let:
        if isinstance(leaf, Layers):
            depth = int(concrete.dims[leaf.args[0].name])
            for k in range(1, depth + 1):
                out[f"{leaf.name}_{k}"] = (leaf.width(k, depth), leaf.width(k - 1, depth))
        elif isinstance(getattr(leaf, "domain", None), domains.MatrixDomain):
            out[leaf.name] = leaf.domain.shape
    return out


def fitted(concrete: Concrete, values: Mapping[str, Exact]) -> Instance:
    """The member of all domains nearest to these values, which have the right shapes."""
    out: dict[str, Any] = {}
    for leaf in ordered(concrete):
        value: Any = values[leaf.name]
        if isinstance(value, Fraction):
            out[leaf.name] = nearest(leaf.domain, value)
        else:
            out[leaf.name] = MOVES[type(leaf.domain)].fit(leaf.domain, value, out)
    return Instance(dict(concrete.dims), out)


def propose(concrete: Concrete, instance: Instance, tier: str) -> Iterator[Instance]:
    """Instances one move of this tier away, inside the domains as far as known; some may read less easily."""
    for leaf in ordered(concrete):
        value: Any = instance.values[leaf.name]
        if not isinstance(value, Fraction):
            moves = MOVES[type(leaf.domain)].propose(tier, leaf.domain, value, instance.values)
            yield from (_with(instance, {leaf.name: v}) for v in moves)
        elif tier == "whole":
            for x in scalar_moves(leaf.domain, value):
                yield _refitted(concrete, _with(instance, {leaf.name: x}))
    if tier == "whole":
        yield from _together(concrete, instance)
    if tier == "labels":
        yield from _relabelled(concrete, instance)


def _with(instance: Instance, values: Mapping[str, Exact]) -> Instance:
    return Instance(instance.dims, {**instance.values, **values})


def _refitted(concrete: Concrete, instance: Instance) -> Instance:
    """Activation patterns follow the scalar they take their entries from."""
    patterns = [v for v in concrete.variables.values() if isinstance(v.domain, domains.Activation)]
    for v in patterns:
        value: Any = instance.values[v.name]
        instance = _with(instance, {v.name: MOVES[domains.Activation].fit(v.domain, value, instance.values)})
    return instance


def _together(concrete: Concrete, instance: Instance) -> Iterator[Instance]:
    """All matrices that may be scaled at once: rounded, scaled, with the other sign."""
    names = [v.name for v in concrete.variables.values() if isinstance(v.domain, HOMOGENEOUS)]
    if not names:
        return
    matrices: dict[str, Any] = {name: instance.values[name] for name in names}
    stacked = [[x for rows in matrices.values() for row in rows for x in row]]
    widths = {name: (len(rows), len(rows[0])) for name, rows in matrices.items()}

    def split(flat: list[Fraction]) -> dict[str, Exact]:
        numbers = iter(flat)
        return {name: [[next(numbers) for _ in range(n)] for _ in range(m)] for name, (m, n) in widths.items()}

    for factor in plain.scalings(stacked):
        yield _with(instance, split([factor * x for x in stacked[0]]))
    yield from rounded(concrete, [instance])
    if not any(isinstance(concrete.variables[name].domain, ONE_SIDED) for name in names):
        yield _with(instance, split([-x for x in stacked[0]]))


def rounded(concrete: Concrete, found: list[Instance], grids: tuple[int, ...] = plain.GRIDS) -> list[Instance]:
    """All numbers of each instance rounded to multiples of 1 / grid, within their domains; none where floats cannot
    hold them."""
    try:
        batch = batches.as_batch(concrete, found)
    except OverflowError:
        return []
    return [batches.exact(concrete, batch, row, grid) for grid in grids for row in range(len(found))]


def _relabelled(concrete: Concrete, instance: Instance) -> Iterator[Instance]:
    """Basis vectors of one dimension exchanged or given the other sign in every variable that has it: in its rows and
    columns, in its rows, in its columns."""
    written = shapes(concrete)
    for dim in (leaf for leaf in concrete.statement.let if isinstance(leaf, Dim)):
        touched = {name: (r == dim, c == dim) for name, (r, c) in written.items() if dim in (r, c)}
        size = concrete.dims[dim.name]
        for down, across in ((True, True), (True, False), (False, True)) if touched else ():
            places = {name: (r and down, c and across) for name, (r, c) in touched.items()}
            for order in plain.swaps(size):
                yield _with(instance, {k: _ordered(instance.values[k], order, *at) for k, at in places.items()})
            for i in range(size):
                yield _with(instance, {k: _signed(instance.values[k], i, *at) for k, at in places.items()})


def _ordered(value: Any, order: list[int], down: bool, across: bool) -> Exact:
    return plain.picked(value, order if down else range(len(value)), order if across else range(len(value[0])))


def _signed(value: Any, k: int, down: bool, across: bool) -> Exact:
    return [
        [-x if (down and i == k) != (across and j == k) else x for j, x in enumerate(row)]
        for i, row in enumerate(value)
    ]
