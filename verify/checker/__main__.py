"""`python -m verify.checker FILE|DIR...`, in at most MEMORY bytes."""

import contextlib
import signal
import sys

from verify.checker import main

MEMORY = 1 << 29

if hasattr(signal, "SIGPIPE"):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `... | head` ends quietly, as command line tools do
with contextlib.suppress(ImportError, OSError, ValueError):  # systems without limits: those inside the checker remain
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
sys.exit(main())
