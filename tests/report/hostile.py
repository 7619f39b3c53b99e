"""Strings that would act if a page forgot to escape them."""

from typing import Any

XSS = '<script>alert(1)</script><img src=x onerror="alert(2)">\'"&'
MATH = '<math><mi onclick="alert(3)" href="javascript:alert(4)">x</mi><script>alert(5)</script></math>'

HOSTILE: dict[str, Any] = dict(
    paper=XSS,
    locator=XSS,
    title=XSS,
    kind=XSS,
    reason=XSS,
    scope=XSS,
    notes=XSS,
    expected=XSS,
    depends_on=[XSS],
    broken_by=[XSS],
    siblings=[XSS],
    hash=XSS,
    certificate=f"javascript:{XSS}",
    reproduce=XSS,
    text={"let": [XSS], "given": [XSS], "claim": [XSS]},
    proof={
        "scope": XSS,
        "method": XSS,
        "leans_on": [XSS],
        "script": XSS,
        "steps": [
            {"text": XSS, "because": XSS, "ok": False, "mathml": MATH},
        ],
    },
    counterexample={
        "dims": {XSS: XSS},
        "values": {XSS: [[XSS]]},
        "claim": XSS,
        "lhs": XSS,
        "rhs": XSS,
        "relation": XSS,
        "explain": XSS,
    },
    figure={"kind": XSS, "t": [0, 1], "series": [{"label": XSS, "y": [1, 2]}]},
    evidence={
        "instances": XSS,
        "stopped": XSS,
        "min_slack": XSS,
        XSS: XSS,
        "stages": [{"name": XSS, "label": XSS, "tried": XSS, "found": XSS, "seconds": XSS}],
        "ensembles": [
            {"label": XSS, "generated": XSS, "accepted": XSS, "min_slack": XSS, "edges": [0, 1], "counts": [3]}
        ],
        "conjuncts": [{"text": XSS, "min_slack": XSS, "tight": True, "status": XSS}],
        "hypotheses": [
            {"text": XSS, "met": True, "missed": False, "acceptance": XSS, "example_met": {"values": {XSS: XSS}}}
        ],
        "tightest": {"values": {XSS: [XSS]}, "lhs": XSS, "rhs": XSS, "slack": XSS, "relation": XSS},
    },
)
