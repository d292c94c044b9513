"""The matches of a table brought up to this version, or a look at what that would do."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Any

import typer

from fireteam.cli.admin import Data
from fireteam.cli.shared import Json, echo_json
from fireteam.core.errors import FireteamError


def migrate(
    check: Annotated[
        bool, typer.Option("--check", help="Change nothing: say what would happen. A server of any version may run.")
    ] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Bring the matches of a table up to this version; before an update, the new version can say what would happen.

    \b
    fireteam migrate --check
    fireteam migrate
    """
    from fireteam.server.migrating import look_at, matches_of
    from fireteam.server.serve import alone
    from fireteam.server.sqlite import FORMAT
    from fireteam.server.stores import store_file
    from fireteam.terminal.progress import steps

    place = store_file(data)
    form, matches = matches_of(place)
    rows: list[dict[str, Any]] = []
    work = [(match, match) for match in matches]
    if check:
        for _, match in steps(work, "looking", quiet=as_json):
            rows.append(look_at(place, match))
    else:
        with alone(place.parent):
            rows = asyncio.run(_brought_up(place, work, as_json))
    if as_json:
        echo_json({"format": form, "new_format": FORMAT, "matches": rows})
    else:
        _say(rows, form, FORMAT, check)
    if any(row["fate"] == "broken" for row in rows):
        raise typer.Exit(1)


async def _brought_up(place: Path, work: list[tuple[str, str]], quiet: bool) -> list[dict[str, Any]]:
    """The file in the newest format, and every match woken; what that takes is kept beside its log."""
    from fireteam.server.migrating import fate_of
    from fireteam.server.sqlite import SqliteStorage
    from fireteam.server.waking import wake
    from fireteam.terminal.progress import steps

    storage = SqliteStorage(place)
    rows = []
    try:
        for _, match in steps(work, "bringing up to date", quiet=quiet):
            try:
                stored = await storage.load(match)
                assert stored is not None
                woken = wake(stored)
                await woken.keep(storage)
            except FireteamError as error:
                rows.append(fate_of(match, error))
            else:
                rows.append(fate_of(match, woken))
    finally:
        await storage.close()
    return rows


def _say(rows: list[dict[str, Any]], form: int, newest: int, check: bool) -> None:
    """What happens to whom, for people: matches that stay as they are are only counted."""
    if form < newest:
        typer.echo(f"the file has format {form}{' and gets' if check else ', now'} {newest}")
    for row in rows:
        for text in row["told"]:
            typer.echo(f"{row['match']}: {text}")
    counts = {fate: sum(row["fate"] == fate for row in rows) for fate in ("as it is", "from its checkpoint", "broken")}
    typer.echo(f"{len(rows)} matches: " + ", ".join(f"{number} {fate}" for fate, number in counts.items()))
