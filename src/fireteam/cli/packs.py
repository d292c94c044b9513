"""Commands for data packs."""

from __future__ import annotations

from typing import Annotated

import typer

import fireteam
from fireteam.cli.shared import GameCommand, Json, echo_json, group
from fireteam.core.errors import PackError, SetupError
from fireteam.core.game import Packs
from fireteam.kit.content.packs import is_name

PACK_HELP = """Check a data pack of a game, or print the JSON Schema of its packs.

\b
fireteam pack check mypack.yaml
fireteam pack schema > pack.schema.json
"""


pack_app = group(PACK_HELP)


def _packs() -> dict[str, Packs]:
    """The packs of every game that is played with some."""
    found = {name: fireteam.game(name).packs() for name in fireteam.game_names()}
    return {name: files for name, files in found.items() if files is not None}


def _game_of(file: str, packs: dict[str, Packs]) -> str:
    """The game that a pack is for: a bundled one by its name, a file by its format."""
    from fireteam.core.yamlfile import line_of, read_yaml, suggestion

    if is_name(file):
        names = {name: game for game, files in packs.items() for name in files.names()}
        if file not in names:
            raise PackError(file, 0, f"no such pack; there are: {', '.join(names)}{suggestion(file, names)}")
        return names[file]
    data, lines = read_yaml(file)
    form = data.get("format") if isinstance(data, dict) else None
    for game, files in packs.items():
        if str(form).partition("/")[0] == files.form:
            return game
    listed = " or ".join(f"{files.form}/..." for files in packs.values())
    raise PackError(
        file, line_of(lines, ("format",)), f"format must say which game the pack is for: {listed}, not {form!r}"
    )


def _counted(contents: dict[str, int | list[str]]) -> str:
    """What is in a pack, for people."""
    numbers = {name: len(value) if isinstance(value, list) else value for name, value in contents.items()}
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in numbers.items())


@pack_app.command("check")
def pack_check(
    file: Annotated[str, typer.Argument(help="A pack file (.yaml), or the name of a bundled pack.")],
    as_json: Json = False,
) -> None:
    """Check a data pack; exit code 1 with file, line and reason if it is broken.

    \b
    fireteam pack check mypack.yaml
    """
    packs = _packs()
    try:
        game = _game_of(file, packs)
        pack = packs[game].load(file)
    except PackError as error:
        if as_json:
            echo_json({"file": error.file, "line": error.line, "error": error.reason})
        else:
            typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    contents = packs[game].contents(pack)
    if as_json:
        echo_json(
            {
                "file": file,
                "game": game,
                "id": pack.info.id,
                "title": pack.info.title,
                **contents,
                "digest": pack.digest,
            }
        )
        return
    typer.echo(f"{file}: {pack.info.title}: {_counted(contents)}; all is well")


@pack_app.command("schema", cls=GameCommand)
def pack_schema(
    game: Annotated[
        str | None, typer.Argument(help="The game whose packs are meant; the first one if none is named.")
    ] = None,
) -> None:
    """Print the JSON Schema of a game's pack files, for editors."""
    packs = _packs()
    name = next(iter(packs)) if game is None else game
    if name not in packs:
        raise SetupError(f"no packs of {name!r}; there are those of {' and '.join(packs)}")
    echo_json(packs[name].schema())
