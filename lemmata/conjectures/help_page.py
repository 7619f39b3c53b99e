"""What `lemmata check --help` says: `help_page.txt`, examples and the language on one screen."""

import re
from pathlib import Path

from lemmata.language.parse.usages import FUNCTIONS

_PAGE = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").replace("\\b\n", "\b\n")  # Click: keep lines
_OTHERS = [usage for name, (usage, *_) in FUNCTIONS.items() if not re.search(rf"\b{name}\b", _PAGE)]
CHECK = _PAGE.replace("signs        ", "".join(f"also         {usage}\n" for usage in _OTHERS) + "signs        ")
