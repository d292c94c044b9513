"""Compiled kernels on disk: numba keeps them as pickles, unpickled here only where their checksum is right."""

from __future__ import annotations

import pickle
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import Any, Protocol, cast

from fireteam.core.cachefile import read_whole, write_whole

MARK = b"fireteam kernel 1\n"
ENDINGS = (".nbi", ".nbc")
"""What numba calls the index of a kernel, and its code."""


class Overloads(Protocol):
    """Where numba keeps the compiled forms of one function."""

    def save(self, key: Any, data: Any) -> None:
        """Keep one."""

    def load(self, key: Any) -> Any:
        """One that is kept, or None."""


def checked(kernel: Any) -> Any:
    """A kernel whose compiled code is kept with checksums; what is damaged is compiled anew."""
    cache = kernel._cache
    plain = cache._cache_file
    caching = import_module("numba.core.caching")
    dumps = import_module("numba.core.serialize").dumps

    class Checked(caching.IndexDataCacheFile):  # type: ignore[misc,name-defined]  # numba is there at run time only
        """Numba's files, each behind a checksum."""

        def _load_index(self) -> dict[Any, str]:
            data = read_whole(Path(self._index_path), MARK)
            version, stamp, overloads = (None, None, {}) if data is None else pickle.loads(data)
            return cast("dict[Any, str]", overloads) if (version, stamp) == (self._version, self._source_stamp) else {}

        def _save_index(self, overloads: dict[Any, str]) -> None:
            write_whole(Path(self._index_path), MARK, dumps((self._version, self._source_stamp, overloads)))

        def _load_data(self, name: str) -> Any:
            data = read_whole(Path(self._data_path(name)), MARK)
            if data is None:
                raise FileNotFoundError(name)  # numba compiles again what its index names and nobody finds
            return pickle.loads(data)

        def _save_data(self, name: str, data: Any) -> None:
            write_whole(Path(self._data_path(name)), MARK, dumps(data))

    cache._cache_file = Checked(plain._cache_path, cache._impl.filename_base, plain._source_stamp)
    return kernel


def all_sound(folder: Path) -> bool:
    """Whether every compiled kernel below a folder is as it was written."""
    files = [file for ending in ENDINGS for file in folder.rglob(f"*{ending}")]
    return all(read_whole(file, MARK) is not None for file in files)


class FromSource(SourceFileLoader):
    """Loads a module from its text alone: nobody checks the bytecode that lies beside it."""

    def get_code(self, fullname: str) -> CodeType:
        """What the text says."""
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)
