"""The rules as WebAssembly for tests, and Node to run them."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
MADE = WEB / "src" / "rules" / "made"
FOUND = str(Path(sys.executable).parent)
NPX = shutil.which("npx", path=FOUND) or shutil.which("npx")
NODE = shutil.which("node", path=FOUND) or shutil.which("node")


def build(folder: Path) -> None:
    """Build them in a process of its own."""
    subprocess.run([sys.executable, "-m", "brocante.wasm.build", str(folder)], check=True, timeout=900)


def vitest(file: str, **variables: str) -> str:
    """Run tests of the client in Node; what they print. All of them must run and pass."""
    done = subprocess.run(
        [str(NPX), "vitest", "run", file],
        cwd=WEB,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "skipped" not in done.stdout, done.stdout
    return done.stdout
