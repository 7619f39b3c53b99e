"""Whether it holds: the engine, its verdicts, the certificates they rest on and the independent checker.

    import verify
    verify.check("smax(A + B) <= smax(A) + smax(B)", let={"n": "integer(1, 6)", "A": "real(n, n)", "B": "real(n, n)"})

Importing this package imports nothing else, so that `python -m verify.checker FILE` needs the standard library alone;
`verify.check` and `verify.Result` load what they need on first use.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.conjectures.result import Result, check

__all__ = ["Result", "check"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from verify.conjectures import result

        return getattr(result, name)
    raise AttributeError(f"module 'verify' has no attribute {name!r}")
