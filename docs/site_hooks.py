"""What the site adds to the documents: the page of commands, generated, and links from errata to their pages."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import typer

PARTS = re.compile(r"\x08|\[/?[a-z]+\]")  # marks for the terminal


def commands() -> str:
    """Every command with its help and options, as Markdown, from the application itself."""
    from lemmata.cli.app import app

    group: Any = typer.main.get_command(app)
    lines = ["# Commands", "", "`lemmata COMMAND --help` says the same.", ""]
    for name, command in _flat("lemmata", group):
        lines += [f"## {name}", "", *_help(command), ""]
        for parameter in command.params:
            if getattr(parameter, "hidden", False) or parameter.name == "help":
                continue
            names = ", ".join(f"`{word}`" for word in parameter.opts) if parameter.opts[0].startswith("-") else ""
            said = PARTS.sub("", getattr(parameter, "help", "") or "")
            lines.append(f"- {names or f'`{parameter.metavar or parameter.name}`'}: {said}")
        lines.append("")
    return "\n".join(lines)


def _flat(name: str, group: Any) -> list[tuple[str, Any]]:
    found = []
    for word, command in group.commands.items():
        full = f"{name} {word}"
        found += _flat(full, command) if hasattr(command, "commands") else [(full, command)]
    return found


def _help(command: Any) -> list[str]:
    """The help as it stands: what is laid out by hand stays as typed."""
    text = (command.help or "").strip("\n")
    blocks = [block.strip("\n") for block in text.split("\n\n")]
    out = []
    for block in blocks:
        typed = "\x08" in block or any(line.startswith("  ") for line in block.splitlines())
        plain = PARTS.sub("", block).strip("\n")
        out += ["```", plain, "```", ""] if typed else [plain, ""]
    return out


def on_files(files: Any, config: Any) -> Any:
    """Add the page of commands."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, "commands.md", content=commands()))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """On the site the errata that were written are read as pages, with formulas set."""
    if page.file.src_path == "errata/README.md":
        for written in sorted((Path(__file__).parent / "errata").glob("*.html")):
            markdown = markdown.replace(f"`{written.stem}`", f"[page]({written.name})")
    return markdown


def on_post_build(config: Any, **_: Any) -> None:
    """Put the scripts of the report next to the page that checks certificates, which asks for them."""
    page, scripts = Path(config.site_dir) / "play" / "index.html", "../../lemmata/report/templates/"
    text = page.read_text(encoding="utf-8")
    for name in re.findall(rf'src="{re.escape(scripts)}(\w+\.js)"', text):
        shutil.copy(Path(__file__).parent / "play" / scripts / name, page.with_name(name))
    page.write_text(text.replace(scripts, ""), encoding="utf-8")
