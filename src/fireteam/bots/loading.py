"""Finding a bot by its name, or in a file of the user's own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from fireteam.core.bot_seat import Bot
from fireteam.core.errors import SetupError
from fireteam.core.yamlfile import suggestion

BOTS = {"random": ("fireteam.bots.random", "RandomBot"), "greedy": ("fireteam.bots.greedy", "GreedyBot")}
"""The bots that come with Fireteam: module and class, loaded when first asked for."""

EXAMPLE = "such as mybot.py:MyBot"


def load_bot(name: str) -> Bot:
    """A new bot: one that comes with Fireteam, or `FILE.py:Class`; what is wrong with the wish is a SetupError."""
    maker = find_bot(name)
    try:
        bot = maker()
    except Exception as error:
        raise SetupError(f"the bot {name!r} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(bot, "choose", None)):
        raise SetupError(f"the bot {name!r} has no method choose(bot_seat)")
    return bot


def find_bot(name: str) -> Callable[[], Bot]:
    """The class behind a bot's name."""
    if name in BOTS:
        module, cls = BOTS[name]
        try:
            found: Callable[[], Bot] = getattr(import_module(module), cls)
        except ImportError as error:
            raise SetupError(f"the bot {name!r} is not in this installation: {error}") from error
        return found
    path, colon, cls = name.rpartition(":")
    if not colon or not path.endswith(".py"):
        raise SetupError(
            f"no bot {name!r}; there are {', '.join(BOTS)}, or a class of your own file, "
            f"{EXAMPLE}{suggestion(name, BOTS)}"
        )
    return _from_file(Path(path), cls)


def available(name: str) -> bool:
    """Whether a bot can be loaded."""
    try:
        find_bot(name)
    except SetupError:
        return False
    return True


def _from_file(path: Path, cls: str) -> Callable[[], Bot]:
    if not path.is_file():
        raise SetupError(f"no file {str(path)!r} to take the bot {cls!r} from")
    module = _module(path.resolve())
    found = getattr(module, cls, None)
    if not isinstance(found, type):
        own = [
            name
            for name, value in vars(module).items()
            if isinstance(value, type) and value.__module__ == module.__name__
        ]
        raise SetupError(
            f"{path} has no class {cls!r}; it has {', '.join(own) or 'no class at all'}{suggestion(cls, own)}"
        )
    return found


@lru_cache(maxsize=16)
def _module(path: Path) -> ModuleType:
    """The user's file as a module under a name of its own; the files beside it can be imported from it."""
    name = f"fireteam_bot_{path.stem}_{sha256(str(path).encode()).hexdigest()[:8]}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SetupError(f"{path} is not a Python file")
    module = module_from_spec(spec)
    sys.modules[name] = module
    sys.path.insert(0, str(path.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise SetupError(f"{path} cannot be loaded: {type(error).__name__}: {error}") from error
    finally:
        sys.path.remove(str(path.parent))
    return module
