"""What is claimed stands on its own: nothing under `theorems` pulls in the engine or a numeric library."""

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PROGRAM = """
import importlib, json, pkgutil, sys
FOREIGN = {"torch", "flint", "matplotlib", "jinja2", "networkx", "typer", "rich"}
sys.modules.update(dict.fromkeys(FOREIGN))  # None makes `import` fail, for SymPy's optional ones too
import lemmata.theorems as theorems
names = [info.name for info in pkgutil.walk_packages(theorems.__path__, "lemmata.theorems.")]
for name in names:
    importlib.import_module(name)
print(json.dumps([names, sorted(name for name in sys.modules if name.split(".")[0] in FOREIGN and sys.modules[name])]))
"""


def test_no_module_of_theorems_imports_the_engine_or_numeric_libraries():
    done = subprocess.run([sys.executable, "-c", PROGRAM], cwd=ROOT, capture_output=True, text=True, check=True)
    names, loaded = json.loads(done.stdout)
    assert "lemmata.language.typeset" in names and "lemmata.catalogue" in names
    assert loaded == []
