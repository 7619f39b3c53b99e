"""`python -I -S lemmata/checker FILE|DIR...` imports these files and the standard library, and nothing else."""

import os
import sys

if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    if not sys.flags.isolated:  # the current folder is on the path, or what PYTHONPATH names
        os.execv(sys.executable, [sys.executable, "-I", "-S", here, *sys.argv[1:]])
    root = os.path.dirname(os.path.dirname(here))
    sys.path[:] = [*(p for p in sys.path if os.path.abspath(p) != here), root]

    from lemmata.checker.program import command

    sys.exit(command())
