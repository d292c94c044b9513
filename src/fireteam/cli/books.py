"""Commands about what there is: rules, games, and what need be done once for a machine."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Any

import typer

import fireteam
from fireteam.cli.shared import Json, OwnPack, echo_json
from fireteam.core.rulebook import Rulebook


def rules(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[GAME] [ID|WORDS]...", help="A rule's id, or words to search for.")
    ] = None,
    where: Annotated[
        bool, typer.Option("--where", help="Say where the rules are carried out: file, line and function.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show a rule, or search the rulebooks; with a game, its book alone.

    \b
    fireteam rules dice
    fireteam rules dice --where
    """
    from fireteam.terminal.console import make_console
    from fireteam.terminal.rulesprint import books_for, rules_json, rules_lines

    rest = list(words or ())
    named = [rest.pop(0).lower()] if rest and rest[0].lower() in fireteam.game_names() else list(fireteam.game_names())
    text = " ".join(rest)
    found = {name: fireteam.game(name).rulebook() for name in named}
    books = books_for(list(found.values()), text)
    if where:
        _where({name: book for name, book in found.items() if book in books}, text, as_json)
        return
    if as_json:
        echo_json([entry for book in books for entry in rules_json(book, text)])
        return
    console = make_console()
    for book in books:
        if len(books) > 1:
            console.print(book.game, style="bold")
        for line in rules_lines(book, text, console.width):
            console.print(line)


def _where(books: dict[str, Rulebook], text: str, as_json: bool) -> None:
    """Print the home of each rule that is asked for."""
    from fireteam.core.homes import homes
    from fireteam.terminal.rulesprint import wanted

    rows: list[dict[str, Any]] = []
    for name, book in books.items():
        places = homes(book, Path(fireteam.__file__).parent / "games" / name)
        for entry in wanted(book, text):
            home = places[entry.id][0] if places[entry.id] else None
            rows.append(
                {
                    "rule": entry.id,
                    "title": entry.title,
                    "file": str(home.file) if home else None,
                    "line": home.line if home else None,
                    "function": home.name if home else None,
                }
            )
    if as_json:
        echo_json(rows)
        return
    for row in rows:
        place = f"{row['file']}:{row['line']} {row['function']}" if row["file"] else "nowhere by itself"
        typer.echo(f"{row['rule']}  {row['title']}: {place}")


def games(as_json: Json = False) -> None:
    """List the games and their scenarios.

    \b
    fireteam games
    fireteam games --json
    """
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "title": title,
            "rules": fireteam.game(name).version,
            "scenarios": [{"id": key, "title": text} for key, text in fireteam.game(name).scenarios().items()],
        }
        for name, title in fireteam.games().items()
    ]
    if as_json:
        echo_json(found)
        return
    for entry in found:
        typer.echo(f"{entry['name']}  {entry['title']}")
        for scenario in entry["scenarios"]:
            typer.echo(f"  {scenario['id']:<16} {scenario['title']}")


def warm(
    game: Annotated[str | None, typer.Argument(help="One game; else all of them.")] = None,
    pack: OwnPack = None,
    as_json: Json = False,
) -> None:
    """Do what need be done once for this machine: compile geometry, prepare maps. Nothing else waits for it.

    \b
    fireteam warm
    """
    from fireteam.terminal.progress import steps

    found = [game] if game is not None else list(fireteam.game_names())
    work = [task for name in found for task in getattr(fireteam.game(name), "warm_tasks", lambda _pack: [])(pack)]
    done: list[dict[str, Any]] = []
    for name, task in steps(work, "getting fast", quiet=as_json):
        began = time.perf_counter()
        result = task()
        done.append({"task": name, "seconds": round(time.perf_counter() - began, 2), "done": result is not False})
    if as_json:
        echo_json(done)
        return
    if not done:
        typer.echo("nothing to do: these games are as fast as they get")
    for entry in done:
        typer.echo(
            f"  {entry['seconds']:7.2f} s  "
            f"{entry['task']}{'' if entry['done'] else ': without numba it stays plain Python'}"
        )
