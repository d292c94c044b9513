"""Where Fireteam keeps its files on this machine: what must stay, and what may be thrown away."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def home() -> Path:
    """FIRETEAM_HOME, else the platform's place for a program's state."""
    wish = os.environ.get("FIRETEAM_HOME")
    if wish:
        return Path(wish)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "fireteam"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "fireteam"
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "fireteam"


def cache_folder() -> Path:
    """FIRETEAM_HOME, else the platform's place for things that may be thrown away."""
    wish = os.environ.get("FIRETEAM_HOME")
    if wish:
        return Path(wish) / "cache"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "fireteam" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "fireteam"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "fireteam"
