"""Games until everything has happened: every skill, every token, every event, every option, every ending, every
refusal."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import fireteam
from fireteam.core.match import Match
from fireteam.core.questions import Option
from fireteam.games.escape.actions import activation, combat, hacking, handling, movement
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.options import KINDS
from fireteam.games.escape.skills import SKILLS
from fireteam.games.escape.state import RESISTANCE, SIDES
from tests.escape.directing import Director, armed_pack
from tests.escape.playing import OTHER_OPTIONS, SCENARIOS

MOST_GAMES = 2400

CAMPAIGN = {"revolution": 2, "gift": "datadisk", "open_doors": 1, "kept": [["tilt", "medkit"]]}

POSSIBLE_ENDINGS = {(scenario, winner) for scenario in SCENARIOS for winner in ("resistance", "isc", "draw")} - {
    ("last-bastion", "draw")
}
"""How games can end. Last Bastion has no draw: at the end of its last turn the Resistance wins with at least so many in
the room and the I.S.C. with fewer, so exactly one condition holds; before that a game ends only by a victory, and since
nobody can leave by an airlock there, a Resistance with nobody left was Taken out, which is a victory of the I.S.C. as
well."""

SKILL_OF_OPTION = {
    "veteran": "Seasoned veteran", "attract": "Attraction", "push": "Digging arm", "leader_int": "Leadership",
    "drill": "Drill", "with_intellect": "Hypnosis",
}  # fmt: skip
SKILL_OF_REFUSAL = {"ES-SKILL-07": "Scrambler", "ES-SKILL-15": "Armless"}


def law_rules() -> set[str]:
    """The rule ids of every check in the laws of actions, read from their source."""
    found: set[str] = set()
    for module in (activation, combat, hacking, handling, movement):
        for function in _functions(module):
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in ("need", "Check"):
                    place = 2 if call.func.id == "need" else 0
                    rule = call.args[place]
                    names = rule.id if isinstance(rule, ast.Name) else ""
                    nodes: list[ast.AST] = [rule]
                    if names:  # the id was chosen above, in the same function
                        nodes = [
                            n.value
                            for n in ast.walk(function)
                            if isinstance(n, ast.Assign) and ast.unparse(n.targets[0]) == names
                        ]
                    for node in nodes:
                        for part in ast.walk(node):
                            if isinstance(part, ast.Constant) and re.fullmatch(r"ES-[A-Z]+-\d+", str(part.value)):
                                found.add(str(part.value))
    return found


def _functions(module: ModuleType) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(node, ast.FunctionDef):
            yield node


class Tally:
    """What has happened so far, and what is still to happen."""

    def __init__(self) -> None:
        self.options = set(KINDS)
        self.skills = set(SKILLS)
        self.equipment = {*PACKS.load(None).equipment_data}
        self.events = set(range(2, 13))
        self.endings = set(POSSIBLE_ENDINGS)
        self.refusals = law_rules()

    def missing(self) -> list[str]:
        """Everything that has not happened yet."""
        parts: dict[str, set[Any]] = {
            "option": self.options, "skill": self.skills, "equipment": self.equipment, "event": self.events,
            "ending": self.endings, "refusal": self.refusals,
        }  # fmt: skip
        return [f"{name} {entry}" for name, entries in parts.items() for entry in sorted(entries, key=str)]

    def before(self, match: Match, option: Option, look: bool) -> None:
        """An option is about to be taken."""
        self.options.discard(option.kind)
        if option.kind in SKILL_OF_OPTION:
            self.skills.discard(SKILL_OF_OPTION[option.kind])
        if option.kind == "pay_pilot":
            self.skills -= {"Robot", "Pilot"}
        if option.kind == "pay_equipment":
            self.equipment.discard(option.args[0])
        for kind, label in (
            ("dodge_shield", "improvised_shield"),
            ("radio", "radio"),
            ("medkit", "medkit"),
            ("throw", "crate"),
        ):
            if option.kind == kind:
                self.equipment.discard(label)
        if option.kind == "dodge_own" and match.decision.topic.endswith("after the roll"):
            self.skills.discard("Elusive")
        if option.kind == "step" and self.skills & {"Anti-gravity field", "Burrowing"}:
            self._step(match, option.args[0])
        if option.kind == "hack_door" and "Otaku" in self.skills:
            door = match.table.ground.board.doors[option.args[0]]
            if match.state.characters[match.state.active].square not in (door.a, door.b):
                self.skills.discard("Otaku")
        if look and self.refusals and match.decision.topic.startswith("action of"):
            for refusal in match.refusals():
                rule = refusal.decisive.rule
                self.refusals.discard(rule)
                self.skills.discard(SKILL_OF_REFUSAL.get(rule, ""))

    def _step(self, match: Match, to: int) -> None:
        s, squares = match.state, match.table.ground.squares
        here = s.characters[s.active].square
        if not squares.adjacent[here] >> to & 1:
            self.skills.discard("Anti-gravity field")
        elif s.shut >> squares.edge(here, to) & 1:
            self.skills.discard("Burrowing")

    def after(self, match: Match) -> None:
        """A game is over."""
        assert match.result is not None
        winner = match.state.winner
        ending = (match.state.scenario, SIDES[winner] if winner >= 0 else "draw")
        assert ending in POSSIBLE_ENDINGS
        self.endings.discard(ending)
        for event in match.log:
            if event.code == "event":
                self.events.discard(event.params["event"])
            elif event.code == "nitro":
                self.equipment.discard("nitro_vial")
            elif event.code == "penalised" and event.rule == "ES-SKILL-18":
                self.skills.discard("Electric bludgeon")
            elif event.code == "absorbed" or (
                event.code == "hurt" and any(part.rule == "ES-SKILL-02" for part in event.params["parts"])
            ):
                self.skills.discard("Armor")
            elif event.code == "throws" and event.rule == "ES-EQ-06":
                holder = match.table.ground.cards[match.table.ground.card_index[event.params["who"]]]
                self.equipment.discard("em_grenade" if holder.side == RESISTANCE else "gas_grenade")


def new_match(number: int, armed: str) -> Match:
    """Scenarios rotate, then options; some games belong to a campaign, some use the armed pack, some ask for
    everything."""
    wishes: dict[str, Any] = {"options": OTHER_OPTIONS if number // 6 % 2 else None, "seed": number}
    if number % 7 == 3:
        wishes["campaign"] = CAMPAIGN
    if number % 5 == 4:
        wishes["pack"] = armed
    if number % 11 == 5:
        return fireteam.new("escape", factions="ask", **wishes)
    return fireteam.new("escape", scenario=SCENARIOS[number % 6], **wishes)


def test_everything_happens_sooner_or_later(tmp_path: Path) -> None:
    tally = Tally()
    armed = armed_pack(tmp_path)
    for number in range(MOST_GAMES):
        match = new_match(number, armed)
        director = Director(number, tally.options)
        place = 0
        while not match.over:
            option = director.pick(match)
            place += 1
            tally.before(match, option, look=place % 4 == 0)
            match.answer(option)
            assert place < 20_000
        tally.after(match)
        if not tally.missing():
            break
    assert tally.missing() == [], f"after {number + 1} games"
