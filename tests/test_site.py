"""The site is built without a warning: every link leads somewhere, every page is reached."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_site_is_built_and_its_links_lead_somewhere(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    reference = (tmp_path / "reference.html").read_text(encoding="utf-8")
    for name in ("brocante.new", "brocante.games.game.Game.play", "brocante.lab.vector.VectorEnv.step"):
        assert f'id="{name}"' in reference
    assert "K3.1" in (tmp_path / "rules" / "klunker.html").read_text(encoding="utf-8")
    pages = {path.name for path in (ROOT / "docs").glob("*.md")}
    menu = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    assert [page for page in sorted(pages) if page not in menu] == []
