"""`python -m lemmata.verify.checker FILE|DIR...`, in bounded memory."""

import signal
import sys

from lemmata.verify.checker import main
from lemmata.verify.checker.format import bounded_memory

if hasattr(signal, "SIGPIPE"):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `... | head` ends quietly, as command line tools do
bounded_memory()
sys.exit(main())
