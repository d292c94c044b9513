"""The setting of a match of Kill Team: killzone, kill teams, options; and how the kernel runs the game (KT-TURN-01, KT-OPS-01)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fireteam.core.errors import RuleFault
from fireteam.core.game import Result
from fireteam.core.questions import Choose, Option, Rule
from fireteam.games.killteam import (
    aftermath,
    equipment,
    fighting,
    firefight,
    inflicting,
    ops,
    scouting,
    selecting_teams,
    setup,
    shooting,
    turn,
)
from fireteam.games.killteam.acting import Action
from fireteam.games.killteam.entries import book_of
from fireteam.games.killteam.fighting import Fight
from fireteam.games.killteam.hooks import Datacard, Weapon
from fireteam.games.killteam.inflicting import Blow
from fireteam.games.killteam.looks import Looks
from fireteam.games.killteam.shooting import Shooting
from fireteam.games.killteam.state import NOBODY, State, blank
from fireteam.games.killteam.state import Sequence as Record
from fireteam.games.killteam.table import Table
from fireteam.games.killteam.teams import card_name, cards_of
from fireteam.games.killteam.zone import Zone, bare_zone, zone_of
from fireteam.space.plane.legs import Gait
from fireteam.space.plane.placing import Ground

if TYPE_CHECKING:
    import random

    from fireteam.core.chronicle import Entry
    from fireteam.core.odds import Outcome
    from fireteam.core.scene import Told
    from fireteam.games.killteam.pack import Pack
    from fireteam.games.killteam.packparts_teams import Team

Step = Callable[[Table], Rule[None]]
"""A step of the game: restarts from the state alone."""

STEPS: dict[str, Step] = {
    "setup": setup.set_up,
    "drop_zones": setup.drop_zones,
    "operatives": selecting_teams.operatives,
    "equipment": selecting_teams.equipment,
    "tac_op": selecting_teams.tac_op,
    "items": setup.items,
    "op_markers": setup.op_markers,
    "deployment": setup.deployment,
    "scouting": scouting.scouting,
    "scouted": scouting.scouted,
    "first_initiative": scouting.first_initiative,
    "initiative": turn.initiative,
    "ready": turn.ready,
    "ready_rules": turn.ready_rules,
    "gambit": turn.gambit,
    "firefight": firefight.firefight,
    "activation_start": firefight.activation_start,
    "activation": firefight.activation,
    "activation_end": firefight.activation_end,
    "counteraction": firefight.counteraction,
    "turning_point_end": turn.turning_point_end,
    "battle_end": turn.battle_end,
}
"""The explicit state machine of the game (KT-OPS-01, KT-TURN-01)."""

OPTIONS: dict[str, Any] = {
    "rules_version": "2025-09",
    "core_errata": False,
    "merge_horizontal": True,
    "climb_reach": "nearest_part",
    "razor_wire_climb": True,
    "operatives_block_visibility": False,
}
"""The options of the catalogue with their defaults (KT-VER-01)."""

RECORDS: dict[str, Callable[[Mapping[str, Any]], Record]] = {
    "shooting": Shooting.load, "fight": Fight.load, "action": Action.load, "damage": Blow.load,
}  # fmt: skip


def load_record(data: Mapping[str, Any]) -> Record:
    """Something under way from its dump."""
    if data["kind"] not in RECORDS:
        raise ValueError(f"no sequence {data['kind']!r}")
    return RECORDS[data["kind"]](data)


def go_on(t: Table) -> Rule[None]:
    """The next stage of the innermost thing under way: it begins from its record alone."""
    record = t.state.sequences[-1]
    if isinstance(record, Shooting):
        return shooting.STAGES[record.stage](t, record)
    if isinstance(record, Fight):
        return fighting.STAGES[record.stage](t, record)
    if isinstance(record, Action):
        return aftermath.go_on(t, record)
    if isinstance(record, Blow):
        return inflicting.go_on(t, record)
    raise RuleFault(f"no rule goes on with a {record.kind}")


class Setting(Looks):
    """Everything about one match that never changes. What is under way goes before the steps of the turn."""

    def __init__(
        self,
        game: Any,
        cards: Sequence[Datacard],
        seats: Sequence[int],
        options: Mapping[str, Any],
        zone: Zone | None = None,
        *,
        pack: Pack | None = None,
        teams: tuple[Team, Team] | None = None,
        wishes: Mapping[str, Any] | None = None,
        beginning: Mapping[str, Any] | None = None,
    ) -> None:
        self.game = game
        self.cards = tuple(cards)
        """The datacards of both sides."""
        self.card_seats = tuple(seats)
        """The seat of each of them."""
        self.options: dict[str, Any] = {**OPTIONS, **options}
        self.zone = zone or bare_zone()
        self.pack = pack
        """The content; None where operatives are laid by hand."""
        self.teams = teams
        self.wishes = dict(wishes or {})
        """What the set-up need not draw or ask any more."""
        self.beginning = dict(beginning or {"scenario": None, "pack": None, "setup": {}})
        """How the match was asked for: scenario, pack and setup."""
        self.gait = Gait(
            wire=2 if self.options["rules_version"] == "2024-11" else 1,
            wire_climb=self.options["razor_wire_climb"],
            merge=self.options["merge_horizontal"],
            top_edge=self.options["climb_reach"] == "top_edge",
            errata=bool(self.options["core_errata"]),
        )
        self.mission = None if pack is None else ops.mission_of(pack)
        """The ops of the pack, compiled."""
        self.book = book_of(pack, teams, self.cards)
        """What the kill teams bring along, compiled."""
        self.notes: dict[Any, Any] = {}
        """What counsel has worked out for decisions that follow one another; nothing hangs on it but time."""
        self._seats = {card.id: seat for card, seat in zip(self.cards, self.card_seats, strict=True)}
        self._grounds: dict[Any, Ground] = {}
        self._last: tuple[Any, Any, Any, Ground] | None = None

    def header(self) -> dict[str, Any]:
        """What must be known to build this setting again (KT-VER-01)."""
        return {**self.beginning, "options": self.options, "digest": self.pack.digest if self.pack is not None else ""}

    def seat_of(self, name: str) -> int:
        """The seat of an operative, by its id."""
        return self._seats[name] if name in self._seats else self._seats[card_name(name)]

    def ground(self, state: State) -> Ground:
        """The killzone as it stands in a state."""
        last = self._last
        if last is not None and last[0] is state.hatches and last[1] is state.pieces and last[2] is state.gone:
            return last[3]
        pieces = tuple(state.pieces.values())
        key = (state.hatches, pieces, state.gone)
        found = self._grounds.get(key)
        if found is None:
            found = self._grounds[key] = self.zone.ground(state.hatches, equipment.features(self, pieces), state.gone)
        self._last = (state.hatches, state.pieces, state.gone, found)
        return found

    def equipment_weapons(self, t: Table, who: int) -> tuple[Weapon, ...]:
        """The weapons that equipment gives an operative (KT-EQ-21)."""
        return equipment.weapons(t, who)

    def equipment_weapon(self, t: Table, name: str) -> Weapon:
        """A weapon that equipment gives, by its id, used up or not (KT-EQ-22)."""
        return equipment.weapon(t, name)

    # -- states --------------------------------------------------------------------------------------------------------

    def first_state(self) -> State:
        """Before the first step nobody stands in the killzone."""
        return blank()

    def load_state(self, data: dict[str, Any]) -> State:
        """A state from its dump; what cannot be a state of this setting is a ValueError."""
        state = State.load(data, load_record)
        crew = state.operatives
        if any(not 0 <= o.card < len(self.cards) or self.card_seats[o.card] != o.seat or crew[o.index] is not o for o in crew):
            raise ValueError("operatives that are in no kill team of this match")
        if state.phase != "over" and state.phase not in STEPS:
            raise ValueError(f"no phase {state.phase!r}")
        return state

    def table(self, state: State, listening: bool) -> Table:
        """A table over a copy of the state."""
        return Table(self, state, [] if listening else None)

    def step(self, table: Table) -> Rule[None] | None:
        """The rule that goes on from the state alone: what is under way, else the step of the phase."""
        state = table.state
        if state.sequences:
            return go_on(table)
        return None if state.phase == "over" else STEPS[state.phase](table)

    def result(self, state: State) -> Result | None:
        """Winner and reason, once the game is over."""
        if not state.ending:
            return None
        return Result(state.winner if state.winner != NOBODY else None, state.ending, "KT-OPS-19")

    # -- secrets -----------------------------------------------------------------------------------------------------------

    def imagined(self, state: State, seat: int, rng: random.Random) -> State:
        """A state like this one in which what the other seat keeps secret is drawn afresh (KT-OPS-20)."""
        from fireteam.games.killteam.secrets import imagined

        return imagined(self, state, seat, rng)

    def told(self, entry: Entry) -> Told:
        """An entry of the chronicle as a line of the log that everybody may read."""
        from fireteam.games.killteam.secrets import is_secret, veiled
        from fireteam.games.killteam.tray import told

        return told(veiled(entry) if is_secret(entry) else entry)

    def told_to(self, entry: Entry, seat: int) -> Told:
        """An entry as a line of one seat's log: its own secrets are told (KT-OPS-20)."""
        from fireteam.games.killteam.tray import told

        return told(entry) if self.keeps(entry, seat) else self.told(entry)

    def retold(self, entry: Entry) -> bool:
        """What an operative does is told by its events; secret answers are summed up by one, whatever their number."""
        from fireteam.games.killteam.secrets import is_secret
        from fireteam.games.killteam.tray import RETOLD

        return is_secret(entry) or entry.code in RETOLD

    def keeps(self, entry: Entry, seat: int) -> bool:
        """A seat's own secret answers stand in its log (KT-OPS-20)."""
        from fireteam.games.killteam.secrets import is_secret

        return entry.seat == seat and is_secret(entry)

    # -- odds and bots ---------------------------------------------------------------------------------------------------

    def outcome(self, before: State, after: State) -> Outcome:
        """What changed between two states: wounds lost, who was incapacitated or stunned, command points spent."""
        found: list[tuple[str, int]] = []
        for was, now in zip(before.operatives, after.operatives, strict=False):
            if was is now:
                continue
            name = now.name
            if now.wounds != was.wounds:
                found.append((f"damage {name}", was.wounds - now.wounds))
                if now.wounds <= 0 < was.wounds:
                    found.append((f"incapacitated {name}", 1))
            if now.effects != was.effects and any(effect.name == "stun" and effect not in was.effects for effect in now.effects):
                found.append((f"stunned {name}", 1))
        if after.cp != before.cp:
            found += [(f"command points {seat}", before.cp[seat] - after.cp[seat]) for seat in (0, 1) if after.cp[seat] != before.cp[seat]]
        return tuple(sorted(found))

    def together(self, first: Outcome, second: Outcome) -> Outcome:
        """What two outcomes come to, one after the other: amounts add up, and who is stunned is so once."""
        found = dict(first)
        for label, amount in second:
            found[label] = 1 if label.startswith("stunned ") else found.get(label, 0) + amount
        return tuple(sorted((label, amount) for label, amount in found.items() if amount))

    def aims(self) -> Mapping[str, Any]:
        """What odds may be solved for."""
        from fireteam.games.killteam.arena import AIMS

        return AIMS

    def appraise(self, state: State, seat: int) -> float:
        """How good a position looks for a seat: victory points, operatives, command points."""
        from fireteam.games.killteam.appraisal import appraise

        return appraise(self, state, seat)

    def counsel(self, table: Table, question: Choose) -> list[tuple[Option, float]] | None:
        """Quick worths of the options of a decision, from what its seat may know."""
        from fireteam.games.killteam.counsel import counsel

        return counsel(table, question)


def setting_of(
    pack: Pack,
    killzone: str,
    teams: tuple[str, str],
    options: Mapping[str, Any],
    game: Any = None,
    *,
    beginning: Mapping[str, Any] | None = None,
    **wishes: Any,
) -> Setting:
    """A setting with two kill teams and a killzone of a pack; two teams of the same kind are kept apart by a suffix."""
    found = tuple(next(team for team in pack.teams if team.id == name) for name in teams)
    first = cards_of(pack, found[0])
    second = cards_of(pack, found[1], "-b" if teams[0] == teams[1] else "")
    zone = zone_of(next(entry for entry in pack.killzones if entry.id == killzone))
    seats = (0,) * len(first) + (1,) * len(second)
    return Setting(game, (*first, *second), seats, options, zone, pack=pack, teams=(found[0], found[1]), wishes=wishes, beginning=beginning)
