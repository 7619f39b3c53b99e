"""`python -I -S lemmata/network_checker FILE|DIR...` imports the two checkers and the standard library alone."""

import os
import sys

if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    if not sys.flags.isolated:  # the current folder is on the path, or what PYTHONPATH names
        os.execv(sys.executable, [sys.executable, "-I", "-S", here, *sys.argv[1:]])
    root = os.path.dirname(os.path.dirname(here))
    sys.path[:] = [*(p for p in sys.path if os.path.abspath(p) != here), root]

    from lemmata.network_checker.network_program import command

    sys.exit(command())
