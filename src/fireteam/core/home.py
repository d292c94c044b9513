"""Where Fireteam keeps its files on this machine: what must stay, and what may be thrown away."""

from __future__ import annotations

import os
import sys
from pathlib import Path

NAME = "fireteam"


def home() -> Path:
    """FIRETEAM_HOME, else the platform's place for a program's state."""
    wish = os.environ.get("FIRETEAM_HOME")
    if wish:
        return Path(wish)
    from platformdirs import user_state_path  # waits until a file is wanted: `import fireteam` must stay light

    folder = user_state_path(NAME, appauthor=False)
    if sys.platform == "darwin" and not folder.exists():
        # XDG_STATE_HOME means nothing to most programs there; matches that were kept without it are found.
        usual = Path.home() / "Library" / "Application Support" / NAME
        return usual if usual.exists() else folder
    return folder


def cache_folder() -> Path:
    """FIRETEAM_HOME, else the platform's place for things that may be thrown away."""
    wish = os.environ.get("FIRETEAM_HOME")
    if wish:
        return Path(wish) / "cache"
    from platformdirs import user_cache_path  # the same

    return user_cache_path(NAME, appauthor=False)
