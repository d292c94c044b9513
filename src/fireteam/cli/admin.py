"""Commands for whoever runs a table: its matches listed, exported, deleted, copied and checked; a server may run."""

from __future__ import annotations

import shutil
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

from fireteam.cli.shared import Json, echo_json, group
from fireteam.core.errors import FireteamError, SetupError
from fireteam.core.saves import write_file

ADMIN_HELP = """Look after the matches of a table: list, export, delete, copy, check. A server may run meanwhile.

\b
fireteam admin list
fireteam admin verify
fireteam admin backup matches.backup
fireteam admin expire --days 180 --dry-run
"""
DAY = 24 * 3600.0

admin_app = group(ADMIN_HELP)

Data = Annotated[
    Path | None, typer.Option("--data", help="Where the matches are kept; FIRETEAM_HOME if not given.", file_okay=False)
]
MatchId = Annotated[str, typer.Argument(metavar="MATCH", help="The id of a match (`fireteam admin list`).")]


def _file(data: Path | None) -> Path:
    from fireteam.server.stores import store_file

    return store_file(data)


def _when(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _row(kept: Any) -> dict[str, Any]:
    """A match in a few words, for programs."""
    found: dict[str, Any] = kept._asdict()
    return {**found, "created": _when(kept.created), "updated": _when(kept.updated)}


def _line(kept: Any) -> str:
    return f"{kept.id:<14} {kept.game:<11} {_when(kept.updated)[:16]}  {kept.entries:>6}  {kept.title}"


@admin_app.command("list")
def list_matches(
    game: Annotated[str | None, typer.Option(help="Only matches of this game.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """List the matches, the one that was touched last at the end.

    \b
    fireteam admin list
    fireteam admin list --json
    """
    from fireteam.server.storefile import StoreFile

    with StoreFile(_file(data)) as store:
        found = [kept for kept in store.all_kept() if game in (None, kept.game)]
    if as_json:
        echo_json([_row(kept) for kept in found])
        return
    for kept in found:
        typer.echo(_line(kept))
    typer.echo(f"{len(found)} {'match' if len(found) == 1 else 'matches'}")


@admin_app.command("show")
def show_match(match: MatchId, data: Data = None, as_json: Json = False) -> None:
    """Show what is kept of a match, and whether it can be played on.

    \b
    fireteam admin show Ab3xYz9_kQ2w
    """
    from fireteam.server.storefile import StoreFile
    from fireteam.server.waking import wake

    with StoreFile(_file(data)) as store:
        stored = store.load(match)
        (kept,) = [kept for kept in store.all_kept() if kept.id == match]
    found = {
        **_row(kept),
        "dice": stored.row.dice,
        "imported": stored.row.imported,
        "kept": sorted(stored.notes),
        "revoked": sorted(role for role, generation in stored.generations.items() if generation),
    }
    try:
        woken = wake(stored)
    except FireteamError as error:
        found["trouble"] = str(error)
    else:
        found |= {"over": woken.position.match.over, "told": woken.told}
    if as_json:
        echo_json(found)
        return
    for name, value in found.items():
        typer.echo(f"{name + ':':<10} {', '.join(map(str, value)) if isinstance(value, list | tuple) else value}")


@admin_app.command("export")
def export(
    match: MatchId,
    file: Annotated[Path | None, typer.Argument(help="Where the save goes; the terminal if not given.")] = None,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Write a match as a save, with its seed: whoever has it knows all dice to come.

    \b
    fireteam admin export Ab3xYz9_kQ2w match.txt
    """
    from fireteam.server.storefile import StoreFile
    from fireteam.server.waking import wake

    with StoreFile(_file(data)) as store:
        text = wake(store.load(match)).position.match.save()
    if file is not None:
        _written(file, text)
    if as_json:
        echo_json({"match": match, "file": None if file is None else str(file), "save": text})
    elif file is None:
        typer.echo(text, nl=False)
    else:
        typer.echo(f"{match} is in {file}")


def _written(file: Path, text: str) -> None:
    try:
        write_file(file, text)
    except OSError as error:
        raise SetupError(f"{file} cannot be written: {error.strerror or error}") from None


@admin_app.command("delete")
def delete(
    matches: Annotated[list[str], typer.Argument(metavar="MATCH...", help="The ids of the matches.")],
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Delete matches for good: their bytes are overwritten. Copies that were made before still hold them.

    \b
    fireteam admin delete Ab3xYz9_kQ2w
    fireteam admin delete Ab3xYz9_kQ2w --yes
    """
    from fireteam.server.storefile import StoreFile

    with StoreFile(_file(data), write=True) as store:
        known = set(store.ids())
        unknown = [match for match in matches if match not in known]
        if unknown:
            raise SetupError(f"there is no match {unknown[0]!r}; nothing was deleted")
        if not yes and not typer.confirm(f"Delete {', '.join(matches)} for good?", err=True):
            raise typer.Exit(1)
        _deleted(store, matches, as_json)


@admin_app.command("expire")
def expire(
    days: Annotated[float, typer.Option(help="Matches that nobody has touched for so many days go.", min=0)],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say which.")] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Delete matches that nobody has touched for long, for good.

    \b
    fireteam admin expire --days 180 --dry-run
    fireteam admin expire --days 180
    """
    from fireteam.server.storefile import StoreFile

    before = time.time() - days * DAY
    with StoreFile(_file(data), write=not dry_run) as store:
        old = [kept for kept in store.all_kept() if kept.updated < before]
        if not dry_run:
            _deleted(store, [kept.id for kept in old], as_json)
        elif as_json:
            echo_json([_row(kept) for kept in old])
        else:
            for kept in old:
                typer.echo(_line(kept))
            typer.echo(f"{len(old)} would be deleted")


def _deleted(store: Any, matches: list[str], as_json: bool) -> None:
    """Delete matches one after the other, so that a table in use never waits long, and say so."""
    from fireteam.terminal.progress import steps

    gone = True
    for _, match in steps([(match, match) for match in matches], "deleting", quiet=as_json):
        gone = store.delete([match])
    if as_json:
        echo_json({"deleted": matches, "overwritten": gone})
        return
    typer.echo(f"{len(matches)} deleted")
    if not gone:
        typer.echo(
            "the log beside the file still holds bytes of them, since somebody reads it; they go when the server "
            "is stopped",
            err=True,
        )


@admin_app.command("backup")
def backup(
    file: Annotated[Path, typer.Argument(help="Where the copy goes; there must be no such file.")],
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Copy all matches at one moment, with what signs their links, while the table is in use; the copy is checked.

    \b
    fireteam admin backup matches.backup
    """
    from fireteam.server.links import SECRET_FILE, secret_of
    from fireteam.server.storefile import StoreFile
    from fireteam.terminal.progress import progress

    if file.exists():
        raise SetupError(f"there is a file {file} already")
    place = _file(data)
    with StoreFile(place) as store:
        secret = secret_of(place.parent) if (place.parent / SECRET_FILE).exists() else b""
        if as_json:
            store.copy_to(file, secret, lambda done, pages: None)
        else:
            with progress(100, "copying") as tell:
                store.copy_to(file, secret, lambda done, pages: tell(100 * done // max(1, pages)))
    with StoreFile(file) as copy:
        faults, matches = copy.damage(), len(copy.ids())
    if faults:
        raise SetupError(f"the copy is damaged: {faults[0]}")
    if as_json:
        echo_json({"file": str(file), "matches": matches, "bytes": file.stat().st_size})
    else:
        typer.echo(
            f"{matches} matches are in {file}, {file.stat().st_size} bytes; it holds their seeds: keep it to yourself"
        )


@admin_app.command("restore")
def restore(
    file: Annotated[Path, typer.Argument(help="A copy that `fireteam admin backup` made.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Put the matches that are there aside, as table.db.before.")
    ] = False,
    data: Data = None,
    as_json: Json = False,
) -> None:
    """Put a copy in place, once it was checked. No server may run on the folder.

    \b
    fireteam admin restore matches.backup
    fireteam admin restore matches.backup --replace
    """
    from fireteam.server.restoring import put_in_place

    matches, aside = put_in_place(file, _file(data), replace=replace)
    if as_json:
        echo_json({"matches": matches, "aside": None if aside is None else str(aside)})
        return
    typer.echo(f"{matches} matches are in place")
    if aside is not None:
        typer.echo(f"what was there is in {aside}")


@admin_app.command("verify")
def verify(data: Data = None, as_json: Json = False) -> None:
    """Check every match against its checksum; exit code 1 if one is damaged, which is named. The others can be played.

    \b
    fireteam admin verify
    fireteam admin verify --json
    """
    from fireteam.server.storefile import StoreFile
    from fireteam.terminal.progress import steps

    with StoreFile(_file(data)) as store:
        faults, broken, without = store.damage(), {}, 0
        matches = store.ids()
        for _, match in steps([(match, match) for match in matches], "checking", quiet=as_json):
            fault = store.fault(match)
            if fault:
                broken[match] = fault
            elif not store.has_sum(match):
                without += 1
    if as_json:
        echo_json({"matches": len(matches), "damaged": broken, "file": faults, "without_checksum": without})
    else:
        for fault in (*faults, *broken.values()):
            typer.echo(fault, err=True)
        sound = "all is well" if not broken and not faults else f"{len(broken)} damaged"
        more = f"; {without} from an older version have no checksum yet" if without else ""
        typer.echo(f"{len(matches)} matches checked: {sound}{more}")
    if broken or faults:
        raise typer.Exit(1)


@admin_app.command("stats")
def stats(data: Data = None, as_json: Json = False) -> None:
    """Count the matches and what they take.

    \b
    fireteam admin stats
    """
    from fireteam.server.storefile import StoreFile

    place = _file(data)
    with StoreFile(place) as store:
        found, form = store.all_kept(), store.format
    games: dict[str, int] = {}
    for kept in found:
        games[kept.game] = games.get(kept.game, 0) + 1
    sizes = {file.name: file.stat().st_size for file in sorted(place.parent.glob(f"{place.name}*")) if file.is_file()}
    numbers = {
        "matches": len(found),
        "entries": sum(kept.entries for kept in found),
        "touched_today": sum(kept.updated > time.time() - DAY for kept in found),
        "games": games,
        "oldest": _when(min(kept.created for kept in found)) if found else None,
        "newest": _when(max(kept.updated for kept in found)) if found else None,
        "format": form,
        "files": sizes,
        "free_bytes": shutil.disk_usage(place.parent).free,
    }
    if as_json:
        echo_json(numbers)
        return
    for name, value in numbers.items():
        shown = ", ".join(f"{key} {number}" for key, number in value.items()) if isinstance(value, dict) else value
        typer.echo(f"{name.replace('_', ' ') + ':':<15} {shown}")
