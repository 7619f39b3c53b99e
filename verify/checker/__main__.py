"""`python -m lemmata.verify.checker FILE|DIR...`, in bounded memory."""

import signal
import sys

from lemmata.verify.checker import main
from lemmata.verify.checker.format import bounded_memory


def confined() -> int:
    """The command, in a process that is not to take all there is."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `... | head` ends quietly, as command line tools do
    bounded_memory()
    return main()


if __name__ == "__main__":
    sys.exit(confined())
