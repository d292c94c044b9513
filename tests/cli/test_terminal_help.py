"""The terminal helps along: ready-made scenarios, advice, a set-up done for you, the shown text as an answer."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import fireteam
from fireteam.core.errors import SetupError
from fireteam.core.match import Match
from fireteam.terminal.console import make_console
from fireteam.terminal.listing import find
from fireteam.terminal.play import Session
from fireteam.terminal.reading import Quit, Reader
from fireteam.terminal.start import Wishes, start
from tests.cli.commands import typed

GAMES = ("escape", "killteam", "deadzone", "necromunda")
READY = (
    ("quick-1", "1", ("Cinder Vigil", "Saltmarsh Levy")),
    ("Quick-1", "2", ("Cinder Vigil", "Saltmarsh Levy")),
    ("QUICK-2 ", "", ("Veilrunners of the Ninth Quay", "Ironroot Menagerie")),
    ("7", "2", ("Saltmarsh Levy", "Veilrunners of the Ninth Quay")),
    ("ironroot menagerie against cinder vigil, spine of the derelict", "1", ("Ironroot Menagerie", "Cinder Vigil")),
)


class Lines(Reader):
    """A person who types these lines and then leaves; what was asked is kept."""

    def __init__(self, *lines: str) -> None:
        super().__init__(make_console())
        self.lines = list(lines)

    def ask(self, prompt: str) -> str:
        self.console.print(prompt)
        if not self.lines:
            raise Quit
        return self.lines.pop(0)


def kept(home: Path) -> Match:
    """The game that was left."""
    return fireteam.load((home / "autosave.txt").read_text(encoding="utf-8"))


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, home: Path, wishes: Wishes, *lines: str) -> tuple[Session, str]:
    """A session that is started by a person who types these lines, and what was seen until then."""
    person = Lines(*lines)
    monkeypatch.setenv("FIRETEAM_HOME", str(home))
    monkeypatch.setattr("fireteam.terminal.start.Reader", lambda _: person)
    monkeypatch.setattr("fireteam.warm", lambda *_, **__: None)
    with person.console.capture() as seen:
        session = start(wishes, person.console, interactive=True)
    return session, seen.get()


@pytest.mark.parametrize(("wish", "typed_side", "names"), READY)
def test_a_ready_made_game_asks_for_its_own_two_sides_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, wish: str, typed_side: str, names: tuple[str, str]
) -> None:
    wishes = Wishes("killteam", scenario=wish, bot="random", seed=3)
    session, seen = at_a_terminal(monkeypatch, tmp_path, wishes, typed_side)
    assert session.names() == names
    assert set(session.bots) == {0 if typed_side == "2" else 1}
    assert f"1 {names[0]}" in seen
    assert f"2 {names[1]}" in seen
    assert "3 " not in seen


def test_a_scenario_that_does_not_exist_is_said_before_anything_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(SetupError, match=r"no scenario 'quick-9'; there is shellmarket, .*did you mean 'quick-"):
        at_a_terminal(monkeypatch, tmp_path, Wishes("killteam", scenario="quick-9"))


def test_a_ready_made_game_of_an_own_pack_settles_its_sides(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pack = tmp_path / "own.yaml"
    pack.write_text(
        "format: killteam-content/2\npack: {id: own, title: Own}\nextends: four-lamps\nquick_start:\n"
        "  - {id: mine, killzone: shellmarket, crit_op: plant-the-seals, teams: [veilrunners, cinder-vigil], "
        "tac_ops: [beacon-line, take-it-off-them], primary: [crit, tac]}\n",
        encoding="utf-8",
    )
    wishes = Wishes("killteam", scenario="Mine", bot="random", seed=3, pack=str(pack))
    session, seen = at_a_terminal(monkeypatch, tmp_path, wishes, "2")
    assert session.names() == ("Veilrunners of the Ninth Quay", "Cinder Vigil")
    assert "3 " not in seen
    assert set(session.bots) == {0}


def test_wrong_set_ups_are_one_sentence(tmp_path: Path) -> None:
    wrong = typed(tmp_path, [], "play", "escape", "--setup", "maybe")
    assert wrong.returncode == 2
    assert wrong.stderr.startswith("Error: a set-up is ask or auto; got 'maybe'")


@pytest.mark.parametrize("game", GAMES)
def test_set_up_for_me_is_the_first_choice_and_one_undo_takes_it_back(tmp_path: Path, game: str) -> None:
    ready = ("--scenario", "quick-1") if game == "killteam" else ()
    arguments = ("play", game, "--bot", "random", "--seed", "4", *ready)
    asked = typed(tmp_path, ["quit"], *arguments, NO_COLOR="1", COLUMNS="100")
    listed = asked.stdout.splitlines()
    place = listed.index("  0 set up for me  The rest of the set-up is chosen for you")
    assert re.match(r"^(  1 |  Type a square)", listed[place + 1]), "before all options"
    before = kept(tmp_path)
    done = typed(tmp_path, ["0", "log 1", "quit"], *arguments, NO_COLOR="1", COLUMNS="100")
    assert (done.returncode, done.stderr) == (0, "")
    assert "the game is set up for " in done.stdout
    match = kept(tmp_path)
    assert "setup" not in _view(match)
    undone = typed(tmp_path, ["Set up for me.", "undo", "quit"], *arguments, NO_COLOR="1", COLUMNS="100")
    assert "taken back" in undone.stdout
    assert kept(tmp_path).state.dump() == before.state.dump()
    auto = typed(tmp_path, ["quit"], *arguments, "--setup", "auto", NO_COLOR="1", COLUMNS="100")
    assert "0 set up for me" not in auto.stdout
    again = kept(tmp_path)
    assert [*map(str, again.answers())] == [*map(str, match.answers())], "asked for or by a flag: the same set-up"


def test_two_people_have_their_set_ups_done_one_by_one(tmp_path: Path) -> None:
    arguments = ("play", "deadzone", "--bot", "none", "--seed", "4")
    game = typed(tmp_path, ["0", "board", "quit"], *arguments, NO_COLOR="1", COLUMNS="100")
    assert "the game is set up for Cinder Guild" in game.stdout
    assert "set up for Lantern Wardens" not in game.stdout
    seat = kept(tmp_path).decision.seat
    assert seat == 0, "the other person still places models by hand"
    both = typed(tmp_path, ["quit"], *arguments, "--setup", "auto", NO_COLOR="1", COLUMNS="100")
    assert "the game is set up for Lantern Wardens" in both.stdout
    assert "the game is set up for Cinder Guild" in both.stdout
    assert "setup" not in _view(kept(tmp_path))


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_told_and_taken_if_wished(tmp_path: Path, game: str) -> None:
    arguments = ("play", game, "--bot", "random", "--seed", "4", "--setup", "auto")
    told = typed(tmp_path, ["suggest", "suggest loudly", "quit"], *arguments, NO_COLOR="1", COLUMNS="200")
    assert (told.returncode, told.stderr) == (0, "")
    assert "suggest alone tells what a bot would choose" in told.stdout
    before = kept(tmp_path)
    line = next(line for line in told.stdout.splitlines() if line.startswith("  suggested: "))
    advised = next(option for option in before.decision.options if line.startswith(f"  suggested: {option.key} ("))
    taken = typed(tmp_path, ["suggest take", "quit"], *arguments, NO_COLOR="1", COLUMNS="200")
    assert line in taken.stdout
    before.answer(advised)
    after = kept(tmp_path)
    assert [*map(str, after.answers())][: len(before.answers())] == [*map(str, before.answers())]


def test_help_names_both(tmp_path: Path) -> None:
    game = typed(tmp_path, ["help", "quit"], "play", "escape", "--bot", "random", NO_COLOR="1", COLUMNS="120")
    assert 'suggest         what the bot that gives advice would choose; "suggest take" chooses it' in game.stdout
    assert "0               set up for me" in game.stdout


def _view(match: Match) -> Any:
    question = match.decision  # wakes the match: only then it has a table
    return match.setting.question_view(match.table, question, True)


@pytest.mark.parametrize("game", GAMES)
def test_the_text_that_is_shown_is_an_answer(game: str) -> None:
    match = fireteam.new(game, seed=5)
    checked = 0
    while checked < 40 and not match.over:
        options = match.decision.options
        texts = [option["text"] for option in _view(match)["options"]]
        for option, text in zip(options, texts, strict=True):
            found = find(options, text, texts)
            if texts.count(text) == 1 and text.lower() not in (other.key.lower() for other in options):
                assert found.option == option, text
                assert find(options, f" {text.upper()}. ", texts).option == option
        checked += 1
        match.answer(options[checked % len(options)])


def test_a_beginning_of_the_text_is_enough_unless_it_is_that_of_several() -> None:
    match = fireteam.new("killteam", scenario="quick-1", seed=3)
    match.answer("drop zone A")
    while match.decision.find("ammo_cache") is None:
        match.answer(match.decision.options[0])
    options = match.decision.options
    texts = [option["text"] for option in _view(match)["options"]]
    assert find(options, "take ammo", texts).option == match.decision.find("ammo_cache")
    several = find(options, "take u", texts)
    assert several.option == match.decision.find("utility_grenades")
    reason = find(options, "take l", texts).reason
    assert reason == "'take l' could be 'Take Light barricades', 'Take ladders'; type more of it, or the number"
    assert find(options, "take nothing of the kind", texts) == (None, "")


def test_a_text_that_begins_like_a_command_is_an_answer_when_it_is_whole(tmp_path: Path) -> None:
    match = fireteam.new("escape", seed=1)
    person = Lines()
    session = Session(match, {}, "none", person.console, person, None)
    whole: str = _view(match)["options"][0]["text"]
    assert session._is_option(whole.upper())
    assert not session._is_option("look ashton")
