"""Working precision of ball arithmetic as a scope.

python-flint keeps one precision per process, so a function that raises it for its own sake must put it back, also when
it leaves by an exception.  All functions of this package take ``prec`` (bits) as an argument and open such a scope
themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flint import ctx

MIN_BITS = 2
MAX_BITS = 10_000_000


@contextmanager
def precision(bits: int) -> Iterator[None]:
    """Run the body with ``flint.ctx.prec == bits`` and restore the former precision afterwards.

    ``bits`` ranges over 2 .. 10 000 000.  Raises ValueError outside that range.  Not thread-safe (the setting is
    process-global): parallelise with processes.
    """
    if not MIN_BITS <= bits <= MAX_BITS:
        raise ValueError(f"precision must lie between {MIN_BITS} and {MAX_BITS} bits, got {bits}")
    before = ctx.prec
    ctx.prec = int(bits)
    try:
        yield
    finally:
        ctx.prec = before
