"""Where Fireteam keeps its files: the place of a program's state on this machine."""

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
