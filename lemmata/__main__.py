"""`python -m lemmata` is `lemmata`."""

import sys

from lemmata.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
