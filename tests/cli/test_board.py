"""The board in text: signs of walls, doors, tokens and characters; walking; lists of options and refusals."""

from __future__ import annotations

from typing import Any

import fireteam
from fireteam.core.dice import Given, Seeded
from fireteam.core.match import Match
from fireteam.core.scene import QuestionView, RefusalView, Scene
from fireteam.games.escape import GAME, arena
from fireteam.games.escape.show.walking import find_path
from fireteam.terminal import listing
from fireteam.terminal.cellboard import CellDrawing
from fireteam.terminal.chronicle import Chronicle, entry_lines
from fireteam.terminal.console import ASCII, UNICODE, make_console
from fireteam.terminal.listing import find, refusal_lines
from fireteam.terminal.play import Session
from fireteam.terminal.reading import Reader
from fireteam.terminal.screen import screen


def position(**wishes: Any) -> Match:
    """Ashton is active on the ring corridor of the upper deck, Mamushi beside him."""
    setting = GAME.prepare(scenario="evasion", options=None, pack=None, setup={})
    at = {"ashton": (6, 9), "mamushi": (7, 9), "jimmy": (4, 9)}
    return arena.lay(setting, wishes.pop("dice", Seeded(3)), wishes.pop("at", at), active="ashton", **wishes)


def scene_of(match: Match, seat: int = 0) -> Scene:
    _ = match.over
    return match.setting.scene(match.table, seat)


def question_of(match: Match) -> QuestionView:
    decision = match.decision
    return match.setting.question_view(match.table, decision, True)


def refusals_of(match: Match) -> list[RefusalView]:
    return [match.setting.why_view(match.table, refusal) for refusal in match.refusals()]


def option_lines(match: Match, width: int) -> list[Any]:
    return listing.option_lines(question_of(match), scene_of(match), width)


def row(match: Match, y: int, glyphs: Any = UNICODE) -> str:
    """One row of squares as it is drawn."""
    return CellDrawing(scene_of(match), glyphs).lines()[2 * y + 2].plain


def told(match: Match, *lines: str) -> str:
    """What the terminal answers to some lines."""
    console = make_console()
    session = Session(match, {}, "none", console, Reader(console), None)
    session.keeping = False
    with console.capture() as heard:
        for line in lines:
            word, _, rest = line.partition(" ")
            session.commands[word](rest)
    return heard.get()


def test_codes_differ_and_tell_the_sides_apart() -> None:
    assert {name: card["mark"] for name, card in scene_of(position())["cards"].items()} == {
        **{"ashton": "AS", "jimmy": "JI", "solenne": "SO", "bruno": "BR", "tilt": "TI", "rivet": "RI"},
        **{"ubume": "ub", "mamushi": "ma", "bailiff": "ba", "magnes": "mg", "static": "st"},
    }


def test_characters_tokens_and_doors_on_the_corridor() -> None:
    match = position(
        crates=[(6, 9), (0, 7)], equipment=[(1, 7), ((2, 7), "medkit")], open_doors=["A12", "A07"], unlocked=["A08"]
    )
    assert row(match, 9) == " 9 ║ ·   ·   ·   · │ JI  ·  ▶AS  ma  ·   ·   · │ ·   ·   ·   · ║"
    assert row(match, 9, ASCII) == " 9 ! .   .   .   . | JI  .  >AS  ma  .   .   . | .   .   .   . !"
    assert row(match, 7).startswith(" 7 ║ C   ?   M   · │")
    assert row(match, 8).startswith(" 8 ║ ·   ·   ·   · +08 ║")  # unlocked, but shut
    assert row(match, 5).startswith(" 5 ┆(4)  ·   ·   · /07 ║")
    below = CellDrawing(scene_of(match), UNICODE).lines()[2 * 9 + 1].plain
    assert "╚════════/12════════╝" in below


def test_broken_walls_and_darkness() -> None:
    match = position(broken_walls=[((3, 9), (4, 9))], dark="J")
    assert row(match, 9).startswith(" 9 ║░░░ ░░░ ░░░ ░░░░ JI ")


def test_every_scenario_fits_into_100_columns() -> None:
    for scenario in GAME.scenarios():
        match = fireteam.new("escape", scenario=scenario, seed=1)
        for glyphs in (UNICODE, ASCII):
            lines = screen(scene_of(match, 1), glyphs, 100, question_of(match), 1)
            assert max(line.cell_len for line in lines) <= 100
        assert all(ord(sign) < 128 for line in screen(scene_of(match, 1), ASCII, 100) for sign in line.plain)


def test_a_narrow_screen_puts_the_roster_below() -> None:
    scene = scene_of(position())
    wide, narrow = screen(scene, UNICODE, 100), screen(scene, UNICODE, 80)
    assert len(narrow) > len(wide)
    assert max(line.cell_len for line in narrow) <= 80


def test_walking_finds_the_shortest_way() -> None:
    match = position(at={"ashton": (6, 9), "jimmy": (10, 3)})
    assert find_path(match, (4, 8)) == ["step 5,9", "step 4,9", "step 4,8"]
    assert find_path(match, (4, 6)) is None  # five steps, Mvt 4
    assert find_path(match, (7, 8)) is None  # a locked door
    assert "Walk to 4,8: 3 steps" in told(match, "way 4,8", "walk 4 8")
    assert match.decision.topic == "action of ashton"
    assert scene_of(match)["pieces"]["ashton"]["at"] == [450, 850]
    assert "There is no way to 12,12 with the Movement actions left." in told(match, "walk 12,12")


def test_walking_pays_with_own_actions_where_a_token_could_pay() -> None:
    match = position(at={"ashton": (6, 9), "jimmy": (10, 3)}, revolution=2)
    assert "Walk to 5,9: 1 step\n" in told(match, "walk 5,9")
    assert match.state.revolution == 2
    assert scene_of(match)["cards"]["ashton"]["figures"][0]["left"] == 3


def test_options_are_found_by_number_key_square_and_beginning() -> None:
    options = position().decision.options
    keys = [option.key for option in options]
    assert keys == ["end", "step 5,9", "attack mamushi"]
    for typed, key in (
        ("1", "end"),
        ("END", "end"),
        ("5,9", "step 5,9"),
        ("st", "step 5,9"),
        ("attack  Mamushi", "attack mamushi"),
    ):
        found = find(options, typed).option
        assert found is not None
        assert found.key == key
    for typed in ("5 9", "(5,9)", "5, 9", "st 5"):
        assert find(options, typed).option is options[1]
    for typed in ("mamushi", "mam", "a m"):
        assert find(options, typed).option is options[2]
    assert find(options, "4").reason == "there is no option 4; there are 1 to 3"
    assert find(options, "fly") == (None, "")


def test_options_are_listed_with_numbers_and_words() -> None:
    assert [line.plain for line in option_lines(position(), 100)] == [
        "  1 end             End the activation",
        "  2 step 5,9        Move to 5,9",
        "  3 attack mamushi",
    ]


def test_several_squares_share_a_line() -> None:
    match = position(at={"ashton": (12, 7), "jimmy": (10, 3)})
    assert [line.plain for line in option_lines(match, 100)] == [
        "  1 end  End the activation",
        "  2 step 12,6    3 step 11,7    4 step 13,7    5 step 12,8   walk x,y goes further",
    ]
    assert max(line.cell_len for line in option_lines(match, 30)) <= 30


def test_dozens_of_squares_are_told_by_room() -> None:
    match = fireteam.new("escape", scenario="infiltration", seed=4)
    lines = [line.plain for line in option_lines(match, 100)]
    assert lines[:3] == [
        "  Type a square, such as 0,0 (or crate at 0,0): 171 squares in 11 areas, marked on the board.",
        "    Archive       x 0-4, y 0-2      (15)    East hall     x 11-14, y 6-9    (16)",
        "    North hall    x 5-9, y 0-2      (15)    Cells         x 0-4, y 10-12    (15)",
    ]
    assert len(lines) == 7
    assert max(line.cell_len for line in option_lines(match, 80)[1:]) <= 80


def test_refusals_can_be_asked_for_by_their_beginning() -> None:
    match = position()
    lines = [line.plain for line in refusal_lines(refusals_of(match), {}, "use")]
    assert lines == [
        "Not possible now; behind each what it needs and does not have:",
        '  use medkit: needs "a Medkit is carried" (ES-EQ-09)',
    ]
    assert [line.plain for line in refusal_lines(refusals_of(match), {}, "fly")] == [
        "  nothing like 'fly' is ruled out here"
    ]


def test_a_choice_that_an_event_tells_is_told_once() -> None:
    match = position(dice=Given([4, 2]))
    match.answer("attack mamushi")
    match.answer("no dodge")
    lines = [line.plain for line in entry_lines(Chronicle(match).follow(), ASCII, ("Resistance", "I.S.C."))]
    assert lines[-3:] == [
        "Resistance > Ashton attacks Mamushi. ES-CBT-02",
        "I.S.C. > Do not dodge",
        "  attack die of Ashton: 4",
    ]


def test_the_same_reason_is_told_once() -> None:
    match = position()
    names = {name: card["name"] for name, card in scene_of(match)["cards"].items()}
    lines = [line.plain for line in refusal_lines(refusals_of(match), names)]
    assert '  step 6,8, 6,10: needs "no wall or shut door between 6,9 and it" (ES-MOVE-02)' in lines
    assert len(lines) == len(set(lines)) < 40


def test_the_chronicle_has_each_die_where_it_fell() -> None:
    match = position(dice=Given([4, 2]))
    match.answer("attack mamushi")
    match.answer("dodge")
    match.answer("keep")
    entries = [(entry.kind, entry.text, entry.faces) for entry in Chronicle(match).follow()]
    rolls = [entry for entry in entries if entry[0] == "roll"]
    assert rolls == [("roll", "attack die of ashton", (4,)), ("roll", "dodge die of mamushi", (2,))]
    texts = [text for kind, text, _ in entries if kind == "event"]
    assert "Ashton hits Mamushi: 4 attack die + 3 Cbt of Ashton - 2 dodge die - 2 Cbt of Mamushi = 3." in texts


def test_the_chronicle_follows_an_undo() -> None:
    match = position()
    chronicle = Chronicle(match)
    match.answer("step 5,9")
    assert any(entry.text == "Ashton moves from 6,9 to 5,9." for entry in chronicle.follow())
    match.undo()
    assert not any(entry.kind == "choice" for entry in chronicle.follow())
