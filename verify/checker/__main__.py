"""`python -m verify.checker FILE...`"""

import signal
import sys

from verify.checker import main

if hasattr(signal, "SIGPIPE"):
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `... | head` ends quietly, as command line tools do
sys.exit(main())
