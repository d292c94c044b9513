"""Where a server keeps its matches: in a file of its directory, or in a database that is named."""

from __future__ import annotations

import os
from pathlib import Path

from fireteam.core.errors import SetupError
from fireteam.core.home import home
from fireteam.server.sqlite import SqliteStorage
from fireteam.server.sqlstore import SqlStorage

DATABASE = "table.db"
SETTING = "FIRETEAM_STORE"
"""The variable that names a database for all commands."""
SCHEMES = ("postgresql://", "postgres://")


def check_store(wish: str) -> None:
    """A SetupError for what names no database."""
    if wish and not wish.startswith(SCHEMES):
        # What was said is not repeated: a password may stand in it.
        raise SetupError("--store is the address of a PostgreSQL database, like postgresql://user@host/database")


def store_file(data: Path | None) -> Path:
    """The file with the matches of a directory, for commands that work on files; a SetupError where none is meant."""
    if data is None and os.environ.get(SETTING):
        raise SetupError(
            f"the matches are in PostgreSQL ({SETTING}), and this command works on files: pg_dump copies a database; "
            f"--data names the directory of a file"
        )
    return (data or home()) / DATABASE


def open_store(wish: str, directory: Path) -> SqlStorage:
    """The store that was wished for; without a wish, the file of the directory."""
    check_store(wish)
    if not wish:
        return SqliteStorage(directory / DATABASE)
    try:
        # Most servers need no PostgreSQL, and have no psycopg.
        from fireteam.server.postgres import PostgresStorage
    except ImportError as error:
        raise SetupError(f"PostgreSQL needs psycopg; install it: pip install 'fireteam[postgres]' ({error})") from None
    return PostgresStorage(wish)
