"""The packs of a game: those that come with Fireteam by name, any other by its path.

A game declares its `Packs` in a module that is light to import; the model `Pack`, in the module `pack` beside it,
brings pydantic and is loaded when something must be checked.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_args
from zlib import crc32

from fireteam.core.errors import PackError
from fireteam.core.yamlfile import LARGEST_FILE, Lines, line_of, parse_yaml, read_yaml, suggestion
from fireteam.kit.content.cache import keep, plain, read, revive

if TYPE_CHECKING:
    from fireteam.kit.content.models import BasePack

P = TypeVar("P", bound="BasePack")
MOST_EARLIER = 16
"""Packs of earlier versions that stay in memory."""


def is_name(wish: str | Path) -> bool:
    """Whether a pack that comes with Fireteam is named, and no file given by its path."""
    return isinstance(wish, str) and not wish.endswith((".yaml", ".yml")) and "/" not in wish and "\\" not in wish


class Packs(Generic[P]):
    """The packs of one game, declared in its package `content`.

    `usual` is the pack that is meant where none is named, `contents` says what is in a pack: numbers and lists of ids
    by name. A pack that `extends` another adds to its lists, replaces entries of the same id, and takes over the rest;
    `joined` names the mappings that it adds to as well. `read_by` are patterns of the game's modules outside `content`
    whose text decides how a pack is read.
    """

    def __init__(
        self,
        package: str,
        usual: str,
        *,
        contents: Callable[[P], dict[str, int | list[str]]],
        joined: Sequence[str] = (),
        read_by: Sequence[str] = (),
    ) -> None:
        game = Path(import_module(package).__path__[0]).parent
        self.folder = game / "packs"
        self.usual = usual
        self.contents = contents
        self._module = f"{package}.pack"
        self._joined = joined
        # The bundled packs too: another pack may extend one of them.
        self._readers = [(game, pattern) for pattern in ("content/*.py", *read_by, "packs/*.yaml")]
        self._bundled: dict[str, P] = {}
        self._played: dict[tuple[str, int, int], P] = {}
        self._instead: ContextVar[P | None] = ContextVar(
            f"what is played instead of the packs in {package}", default=None
        )
        self._earlier: dict[str, P] = {}
        """Packs of earlier versions that matches under way are played with, by their text."""

    # -- what packs are ------------------------------------------------------------------------------------------------

    @property
    def model(self) -> type[P]:
        """The model of a whole pack."""
        found: type[P] = import_module(self._module).Pack
        return found

    @property
    def form(self) -> str:
        """What the format of its files begins with."""
        name: str = get_args(self.model.model_fields["format"].annotation)[0]
        return name.partition("/")[0]

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of a pack file, for editors: a pack that extends another need not hold everything."""
        schema = self.model.model_json_schema(by_alias=True)
        if "extends" not in self.model.model_fields:
            return schema
        whole = schema.pop("required")
        return schema | {"anyOf": [{"required": whole}, {"required": ["format", "pack", "extends"]}]}

    def names(self) -> list[str]:
        """The names of the packs that come with Fireteam."""
        return sorted(file.stem.replace("_", "-") for file in self.folder.glob("*.yaml"))

    # -- read and checked ----------------------------------------------------------------------------------------------

    def load(self, path: Path | str | None = None) -> P:
        """Read and check a pack; a bare name, or nothing, means one that comes with Fireteam."""
        if path is not None and not isinstance(path, str | Path):
            raise PackError(repr(path), 0, "a pack is named, or given by its path")
        name = self.usual if path is None else path
        if isinstance(name, Path) or not is_name(name):
            return self._checked(*read_yaml(name), str(name))
        if name not in self._bundled:
            file = self._bundled_file(name, name, 0)
            self._bundled[name] = self._checked(*read_yaml(file), str(file))
        return self._bundled[name]

    def parse(self, text: str, file: str = "pack") -> P:
        """Check a pack given as text; `file` is only named in errors."""
        return self._checked(*parse_yaml(text, file), file)

    def _bundled_file(self, name: str, file: str, line: int) -> Path:
        """The file of a pack that comes with Fireteam; a wrong name is an error at that place."""
        names = self.names()
        if name not in names:
            raise PackError(file, line, f"no such pack; there are: {', '.join(names)}{suggestion(name, names)}")
        return self.folder / f"{name.replace('-', '_')}.yaml"

    def _checked(self, data: object, lines: Lines, file: str, *, closely: bool = True) -> P:
        """The pack that the data of a file is."""
        from fireteam.kit.content.validate import validate  # brings pydantic

        model = self.model
        if "extends" in model.model_fields and isinstance(data, dict) and isinstance(data.get("extends"), str):
            base, _ = read_yaml(self._bundled_file(data["extends"], file, line_of(lines, ("extends",))))
            assert isinstance(base, dict)
            data = extended(data, base, self._joined)
        pack = validate(model, data, lines, file)
        pack.check(lines, file)
        if closely:
            pack.check_closely(lines, file)
        return pack

    # -- for play ------------------------------------------------------------------------------------------------------

    def content(self, path: Path | str | None = None) -> P:
        """A pack for play: as it was checked before and kept on disk, or checked now and kept.

        A kept pack is found by the bytes of its file and of the modules that check packs, so that it can never be
        stale; where nothing can be written, every start checks again.
        """
        instead = self._instead.get()
        if instead is not None and (path is None or is_name(path)):
            return instead
        file = self._file(path)
        if file is None or file.stat().st_size > LARGEST_FILE:
            return self.load(path)  # says what is wrong
        stamp = file.stat()
        seen = (str(file), stamp.st_mtime_ns, stamp.st_size)
        if seen not in self._played:
            data = file.read_bytes()
            try:
                text = data.decode("utf-8-sig")
            except UnicodeDecodeError:
                return self.load(path)
            self._played[seen] = self._kept(file, data, text)
        return self._played[seen]

    def source(self) -> str:
        """The text of the usual pack: with it a match can be played when that pack has changed."""
        return self._bundled_file(self.usual, self.usual, 0).read_text(encoding="utf-8-sig")

    @contextmanager
    def instead(self, text: str) -> Iterator[None]:
        """While this lasts, here and nowhere else, the pack of that text is played instead of one that comes with
        Fireteam."""
        found = self._earlier.get(text)
        if found is None:
            while len(self._earlier) >= MOST_EARLIER:
                self._earlier.pop(next(iter(self._earlier)), None)
            data = text.encode()
            # Called as if it lay beside the others: it did, and was tested there.
            found = self._earlier[text] = self._kept(self.folder / "earlier.yaml", data, text)
        token = self._instead.set(found)
        try:
            yield
        finally:
            self._instead.reset(token)

    def _file(self, wish: object) -> Path | None:
        """The file of a pack, if there is one."""
        path = self.usual if wish is None else wish
        if not isinstance(path, str | Path):
            return None
        file = self.folder / f"{str(path).replace('-', '_')}.yaml" if is_name(path) else Path(path)
        return file if file.is_file() else None

    def _kept(self, file: Path, data: bytes, text: str) -> Any:
        """What was kept of a file, or is checked now: the very text that the key is made from, since the file may
        change between two looks at it."""
        key = self._key(file, data)
        found = read(key)
        if found is None:
            pack = self._checked(*parse_yaml(text, str(file)), str(file), closely=file.parent != self.folder)
            marked, fields = plain(pack)
            fields["digest"] = pack.digest
            keep(key, (marked, fields))
            found = revive((marked, fields))
        return found

    def _key(self, file: Path, data: bytes) -> str:
        readers = [(Path(__file__).parent, "*.py"), *self._readers]
        checks = b"".join(path.read_bytes() for folder, pattern in readers for path in sorted(folder.glob(pattern)))
        version = ".".join(map(str, sys.version_info[:3]))
        return f"{file.stem}-{version}-{len(data)}-{crc32(data):08x}-{crc32(checks):08x}"


def extended(data: dict[Any, Any], base: dict[Any, Any], joined: Sequence[str]) -> dict[Any, Any]:
    """A pack's data with all that it does not give itself; its own entries come first, so that their places stay those
    of its file."""
    whole = dict(data)
    for key, there in base.items():
        here = data.get(key)
        if here is None:
            whole[key] = there
        elif key in joined and isinstance(here, dict):
            whole[key] = {**there, **here}
        elif isinstance(here, list) and isinstance(there, list):
            own = [entry.get("id") for entry in here if isinstance(entry, dict)]
            whole[key] = [*here, *(entry for entry in there if entry["id"] not in own)]
    return whole
