"""`python -m verify.checker FILE...`"""

import sys

from verify.checker import main

sys.exit(main())
