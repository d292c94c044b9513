"""The terminal plays any game from its scene: one without a board, and boards of cells with parts that no game here
has."""

from __future__ import annotations

from pathlib import Path

from fireteam.core.dice import Seeded
from fireteam.core.scene import Card, Part, PartKind, PartState, Piece, Scene
from fireteam.terminal.cellboard import CellDrawing
from fireteam.terminal.console import ASCII, UNICODE, make_console
from fireteam.terminal.play import Session
from fireteam.terminal.reading import Quit, Reader
from fireteam.terminal.screen import screen
from tests.core.toygame import toy


class Lines(Reader):
    """A person who types these lines and then leaves."""

    def __init__(self, *lines: str) -> None:
        super().__init__(make_console())
        self.lines = list(lines)

    def ask(self, prompt: str) -> str:
        if not self.lines:
            raise Quit
        return self.lines.pop(0)


def test_a_game_without_a_board_is_played(tmp_path: Path) -> None:
    asked = Lines(
        *(
            "help",
            "goal",
            "board",
            "team",
            "card x",
            "look x",
            "way 1,1",
            "walk 1,1",
            "why fly",
            "? fly",
            "add 2",
            "undo",
        ),
        *("add 2", "log", f"save {tmp_path / 'toy.txt'}"),
    )
    match = toy(Seeded(1))
    session = Session(match, {}, "none", asked.console, asked, None)
    session.keeping = False
    with asked.console.capture() as heard:
        session.run()
    text = heard.get()
    for said in (
        "TOY",
        "Sum: 0",
        "Sum: 2",
        "what is played is not chosen yet",
        "whose card?",
        "look at whom?",
        "taken back",
        "add 2",
    ):
        assert said in text, said
    assert match.state.sum == 2
    assert (tmp_path / "toy.txt").is_file()


def part(
    kind: PartKind,
    line: tuple[int, int, int, int] | None = None,
    cell: tuple[int, int] | None = None,
    state: PartState | None = None,
) -> Part:
    found: Part = {"name": kind, "kind": kind, "sort": f"a {kind}", "shape": {}}
    if line is not None:
        found["shape"]["line"] = [place * 300 for place in line]
    if cell is not None:
        found["shape"]["rect"] = [place * 300 for place in (*cell, 1, 1)]
    if state is not None:
        found["state"] = state
    return found


def scene() -> Scene:
    """Cells of three units: edges and fillings of many kinds, and two members in one of them."""
    piece: Piece = {
        "name": "Ada", "kind": "member", "form": "disc", "at": [450, 750], "radius": 50, "mark": "AD", "text": "Ada",
        "seat": 0,
    }  # fmt: skip
    card: Card = {
        "seat": 1, "name": "Bob the Long-named Builder", "mark": "bo", "title": "", "state": "ready", "status": "",
        "figures": [], "tags": [], "rows": [], "piece": "bob", "wounds": [2, 9],
    }  # fmt: skip
    return {
        "game": "cubes",
        "title": "Cubes",
        "sides": [{"name": "First", "mark": "F", "form": "disc"}, {"name": "Second", "mark": "S", "form": "square"}],
        "status": {"vp": {"label": "Points", "value": "3"}, "turn": {"label": "Round", "value": "2", "rank": 0}},
        "briefing": [],
        "board": {
            "name": "The yard", "unit": "cube", "width": 1200, "height": 900, "areas": {}, "grid": {"size": 300,
            "columns": 4, "rows": 3},
        },
        "parts": {
            "w1": part("wall", (1, 0, 1, 2)), "w2": part("window", (2, 0, 2, 1)), "w3": part("low", (2, 1, 3, 1)),
            "s1": part("solid", cell=(3, 2)), "d01": part("door", (3, 0, 3, 1), state="open"),
        },
        "pieces": {"ada": piece, "bob": {**piece, "name": "Bob", "mark": "bo", "seat": 1, "at": [1050, 150],
        "state": "active"}},
        "cards": {"bob": card},
    }  # fmt: skip


def test_parts_on_edges_and_in_cells_have_signs() -> None:
    assert [line.plain for line in CellDrawing(scene(), UNICODE).lines()] == [
        "     0   1   2   3",
        "   ╔═══╤═══════╤═══╗",
        " 0 ║ · │ · = 01/▶bo║",
        "   ║   │    ░░░│   ║",
        " 1 ║ · │ ·   ·   · ║",
        "   ║   │           ║",
        " 2 ║ ·   AD  ·  ▓▓▓║",
        "   ╚═══════════════╝",
    ]
    plain = [line.plain for line in CellDrawing(scene(), ASCII).lines()]
    assert all(sign.isascii() for sign in "".join(plain))


def test_the_screen_says_the_most_important_first_and_explains_its_signs() -> None:
    text = "\n".join(line.plain for line in screen(scene(), UNICODE, 100, None, 0))
    assert text.startswith("CUBES (The yard)\nRound: 2 · Points: 3\n")
    for said in ("First, you", "/ open a door", "= a window", "Bob ", "2/9"):
        assert said in text, said
