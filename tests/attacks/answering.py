"""The kernel and the checker as programs, and what they answer to files: each file in a fork of a clean process."""

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeGuard

ROOT = Path(__file__).parents[2]
LEMMATA = ROOT / "lemmata"
KERNEL = LEMMATA / "kernel.py"
ANSWERS = {0: "accept", 1: "decline", 2: "reject"}
SECONDS = 300.0

# The program's module is read once; every file is then done by a fork that ends, so that none finds traces of another.
DRIVER = r"""
import importlib, importlib.util, json, os, sys
root, program, function, *files = sys.argv[1:]
sys.path.insert(0, root)
if program.endswith(".py"):
    spec = importlib.util.spec_from_file_location("program", program)
    module = importlib.util.module_from_spec(spec)
    sys.modules["program"] = module
    spec.loader.exec_module(module)
else:
    module = importlib.import_module(program)
codes = {}
for name in files:
    child = os.fork()
    if not child:
        code = 70
        try:
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1), os.dup2(quiet, 2)
            sys.argv = [program, name]
            code = getattr(module, function)() or 0
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 70
        finally:
            os._exit(code)
    codes[name] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
print(json.dumps(codes))
"""


def asked(program: str, function: str, files: Sequence[Path], root: Path = ROOT) -> dict[str, str]:
    """What a program answers to each file, by file name; a crash or a kill is its number.  `root` holds its package."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", DRIVER, str(root), program, function, *map(str, files)],
        capture_output=True, text=True, timeout=SECONDS, check=True,
    )  # fmt: skip
    codes: dict[str, int] = json.loads(done.stdout)
    return {Path(name).name: ANSWERS.get(code, f"ended with {code}") for name, code in codes.items()}


def kernel(files: Sequence[Path], source: Path = KERNEL) -> dict[str, str]:
    """The kernel's answers; it says yes or no, and no is a rejection."""
    said = asked(str(source), "main", files)
    return {name: "reject" if answer == "decline" else answer for name, answer in said.items()}


def checker(files: Sequence[Path], root: Path = ROOT) -> dict[str, str]:
    """The checker's answers, of the program for all kinds."""
    return asked("lemmata.network_checker.network_program", "command", files, root)


def changed_checker(module: str, change: Callable[[str], str], root: Path) -> None:
    """Writes the checker, and the kernel that it asks, into a folder, one module of it changed."""
    (root / "lemmata").mkdir()
    for part in ("__init__.py", "kernel.py", "definitions.txt", "checker", "network_checker"):
        copy = shutil.copytree if (LEMMATA / part).is_dir() else shutil.copy
        copy(LEMMATA / part, root / "lemmata" / part)
    broken = root / "lemmata" / module
    broken.write_text(change(broken.read_text(encoding="utf-8")), encoding="utf-8")


def disagreements(expected: Mapping[str, str], answers: Mapping[str, str]) -> list[str]:
    """A line for every file whose answer is not the expected one."""
    return [f"{name}: {answers.get(name)}, not {want}" for name, want in expected.items() if answers.get(name) != want]


def without(source: str, function: str, message: str) -> str:
    """The source of a program without one refusal: the statement in a function that raises or requires with these words
    in its message.

    Raises ValueError unless there is exactly one.
    """
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            found += [x for x in ast.walk(node) if _refuses(x) and message in ast.unparse(x)]
    if len(found) != 1:
        raise ValueError(f"{function} has {len(found)} refusals that say {message!r}")
    lines = source.splitlines()
    lines[found[0].lineno - 1 : found[0].end_lineno] = [" " * found[0].col_offset + "pass"]
    return "\n".join(lines) + "\n"


def rewritten(source: str, function: str, old: str, new: str) -> str:
    """The source of a program with other words in a function.  Raises ValueError unless they stand there once."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == function:
            lines = source.splitlines(keepends=True)
            body = "".join(lines[node.lineno - 1 : node.end_lineno])
            if body.count(old) == 1:
                return "".join([*lines[: node.lineno - 1], body.replace(old, new), *lines[node.end_lineno :]])
    raise ValueError(f"{function} does not say {old!r} once")


def _refuses(node: ast.AST) -> TypeGuard[ast.stmt]:
    """Whether a statement raises, or calls what does where a condition does not hold."""
    called = ast.unparse(node.value.func) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else ""
    return isinstance(node, ast.Raise) or called in ("_require", "require", "well_formed")
