"""Blocks of the documents that are marked `<!-- run -->`: their commands run, and print what stands there."""

import os
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from tests import python
from tests.run.test_beginnings import plugin_words

ROOT = Path(__file__).parents[1]
PART = re.compile(
    r"^In `(?P<file>[^`]+)`:\n\n```\w*\n(?P<text>.*?)```$"
    r"|^<!-- run(?:: exit (?P<code>\d))? -->\n```console\n(?P<block>.*?)```$",
    re.MULTILINE | re.DOTALL,
)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
DOCUMENTS = [path for path in PAGES if "<!-- run" in path.read_text(encoding="utf-8")]


class Reader:
    """Somebody who follows a document in an empty folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder, [str(ROOT)]

    def run(self, command: str) -> tuple[int, str]:
        """Exit code and output of a command; `pip install -e` leaves what an installer would."""
        program, *words = shlex.split(command)
        if (program, words[:2]) == ("pip", ["install", "-e"]):
            return self.install(self.folder / words[2])
        start = {"lemmata": ["-m", "lemmata"], "pytest": ["-m", "pytest", "-p", "no:cacheprovider", *plugin_words()]}
        done = python(*start[program], *words, cwd=self.folder, PYTHONPATH=os.pathsep.join(self.path))
        return done.returncode, done.stdout if done.returncode < 2 else done.stdout + done.stderr

    def install(self, source: Path) -> tuple[int, str]:
        project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        info = source / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
        info.mkdir()
        head = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        (info / "METADATA").write_text(head, encoding="utf-8")
        groups = ("\n".join([f"[{group}]", *(f"{k} = {v}" for k, v in named.items())])
                  for group, named in project["entry-points"].items())  # fmt: skip
        (info / "entry_points.txt").write_text("\n".join(groups), encoding="utf-8")
        self.path.insert(0, str(source))
        return 0, ""


def says(pattern: str, output: str) -> bool:
    """Whether the output is what stands in the block, where `...` stands for anything."""
    parts = (re.escape(part) for part in pattern.strip().split("..."))
    return re.fullmatch(".*?".join(parts), output.strip(), re.DOTALL) is not None


def follow(text: str, folder: Path) -> int:
    """Write the files and run the commands of a document in order; returns how many commands there were."""
    reader, count = Reader(folder), 0
    for part in PART.finditer(text):
        if part["file"]:
            (folder / part["file"]).parent.mkdir(parents=True, exist_ok=True)
            (folder / part["file"]).write_text(part["text"], encoding="utf-8")
            continue
        steps = re.split(r"^\$ ", part["block"], flags=re.MULTILINE)[1:]
        for number, step in enumerate(steps, 1):
            command, _, wanted = step.partition("\n")
            code, output = reader.run(command)
            expected = int(part["code"] or 0) if number == len(steps) else 0
            assert code == expected, f"{command}: exit code {code}\n{output}"
            assert says(wanted, output), f"{command}\n--- said\n{output}\n--- wanted\n{wanted}"
            count += 1
    return count


@pytest.mark.long
@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_what_a_document_runs(path: Path, tmp_path: Path) -> None:
    assert follow(path.read_text(encoding="utf-8"), tmp_path) > 0


def test_what_is_not_so_is_seen(tmp_path: Path) -> None:
    block = "<!-- run -->\n```console\n$ lemmata new conjecture x.toml\nwrote y.toml\n```"
    with pytest.raises(AssertionError, match="wanted"):
        follow(block, tmp_path)
    with pytest.raises(AssertionError, match="exit code 2"):
        follow(block.replace("x.toml", "x.txt"), tmp_path)
    assert says("a\n...\nc", "a\nb\nc\n") and not says("a\nc", "a\nb\nc")
