"""Lemmata: is a theorem about matrices and deep networks true as printed?

    import lemmata
    lemmata.check("smax(A + B) <= smax(A) + smax(B)", let={"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)"})

`docs/architecture.md` says what each package inside is for.  Importing this one imports nothing else, so that the
checker of certificates needs the standard library alone; `check` and `Result` load what they need on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lemmata.conjectures.result import Result, check

__all__ = ["Result", "check"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from lemmata.conjectures import result

        return getattr(result, name)
    raise AttributeError(f"module 'lemmata' has no attribute {name!r}")
