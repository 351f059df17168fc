"""Pages of the site that are kept elsewhere: rules beside their code, README, CONTRIBUTING and CHANGELOG at the top."""

import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
GAMES = ROOT / "src" / "brocante" / "games"
TOP = ("CONTRIBUTING", "CHANGELOG")


def on_files(files: Files, config: Any) -> Files:
    """Add them, with links that fit the site."""
    pages = {"index.md": ROOT / "README.md"}
    pages.update({f"{name.lower()}.md": ROOT / f"{name}.md" for name in TOP})
    pages["rules/index.md"] = GAMES / "rules.md"
    for page in sorted(GAMES.glob("*/rules.md")):
        pages[f"rules/{page.parent.name.replace('_', '-')}.md"] = page
    for name, source in pages.items():
        files.append(File.generated(config, name, content=for_the_site(source.read_text(encoding="utf-8"))))
    return files


def for_the_site(text: str) -> str:
    text = re.sub(r"\(src/brocante/games/(\w+)/rules\.md\)", lambda at: f"(rules/{at[1].replace('_', '-')}.md)", text)
    text = text.replace("(src/brocante/games/rules.md)", "(rules/index.md)")
    for name in TOP:
        text = text.replace(f"({name}.md)", f"({name.lower()}.md)")
    return text.replace("(docs/", "(")
