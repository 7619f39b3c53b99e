"""The search for a proof in a process of its own: a pickled (statement, seconds) in, one line of JSON out."""

from __future__ import annotations

import json
import os
import pickle
import sys

from lemmata.verify.prove.attempts import attempt


def main() -> None:
    """Serve one statement; what a library prints does not mix with the answer."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    statement, seconds = pickle.load(sys.stdin.buffer)
    out.write(json.dumps(attempt(statement, seconds).to_json()) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
