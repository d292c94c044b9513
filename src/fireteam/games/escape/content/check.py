"""Checks that the parts of an ESCAPE pack fit together; each failure names the file, the line and the rule."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fireteam.core.yamlfile import Lines
from fireteam.games.escape.content.check_maps import MapGrid, check_map
from fireteam.kit.content.checks import Checker

if TYPE_CHECKING:
    from fireteam.games.escape.content.pack import Campaign, Pack
    from fireteam.games.escape.content.parts import Faction
    from fireteam.games.escape.content.scenarios import Condition, Scenario

FACTIONS: tuple[Faction, Faction] = ("resistance", "isc")
TOKEN_ID = re.compile(r"[ce]\d+")
"""The ids that tokens get when they are placed (ES-CRATE-01, ES-EQT-01)."""

Path = tuple[str | int, ...]


def check_pack(pack: Pack, lines: Lines, file: str) -> None:
    """Raise PackError for the first thing in the pack that does not fit."""
    check = _Check(pack, lines, file)
    check.characters()
    check.squads()
    check.tokens()
    check.equipment()
    for name, board in pack.maps.items():
        check.grids[name] = check_map(board, ("maps", name), lines, file)
    check.scenarios()
    if pack.campaign is not None:
        check.campaign(pack.campaign)


class _Check(Checker):
    """The pack under check, with its lines."""

    def __init__(self, pack: Pack, lines: Lines, file: str) -> None:
        super().__init__(lines, file)
        self.pack = pack
        self.grids: dict[str, MapGrid] = {}

    def characters(self) -> None:
        """Each character is unique, and so are the skills of one card (ES-PROF-08)."""
        cards = self.pack.characters
        self.unique((card.id for card in cards), ("characters",), "id", "character id")
        self.unique((card.name for card in cards), ("characters",), "name", "character name")
        for index, card in enumerate(cards):
            if TOKEN_ID.fullmatch(card.id):
                self.fail(
                    ("characters", index, "id"),
                    f"{card.id!r} is what a token is called on the board; give the character another id",
                )
            names = [skill.name for skill in card.skills]
            for place, name in enumerate(names):
                if name in names[:place]:
                    self.fail(("characters", index, "skills", place), f"{card.id} has the skill {name!r} twice")

    def squads(self) -> None:
        """Squads hold existing characters of their faction, each once, within the agreed rank (ES-PROF-08)."""
        cards = {card.id: card for card in self.pack.characters}
        info = self.pack.info
        if set(info.factions) != set(FACTIONS):
            self.fail(("pack", "factions"), "the two factions must be isc and resistance (ES-GEN-01)")
        for faction in FACTIONS:
            members: tuple[str, ...] = getattr(self.pack.squads, faction)
            for index, member in enumerate(members):
                path: Path = ("squads", faction, index)
                self.known(member, cards, path, "character")
                if member in members[:index]:
                    self.fail(path, f"character {member!r} is in the squad twice; each is unique (ES-PROF-08)")
                if cards[member].faction != faction:
                    self.fail(path, f"{member!r} belongs to {cards[member].faction}, not to {faction}")
            total = sum(cards[member].rank for member in members)
            if total > info.total_rank_per_side:
                limit = info.total_rank_per_side
                self.fail(
                    ("squads", faction),
                    f"the squad's ranks sum to {total}, more than total_rank_per_side {limit} (ES-PROF-08)",
                )

    def tokens(self) -> None:
        """Crates have one back each, worth 1 or 2 points (ES-OBJ-01)."""
        crates = self.pack.tokens.crates
        for index, back in enumerate(crates.backs):
            if back not in (1, 2):
                self.fail(
                    ("tokens", "crates", "backs", index), f"an Objective is worth 1 or 2 points, not {back} (ES-OBJ-01)"
                )
        if len(crates.backs) != crates.count:
            self.fail(("tokens", "crates", "backs"), f"{len(crates.backs)} backs for {crates.count} crates (ES-OBJ-01)")
        for name in self.pack.tokens.equipment:
            if name not in self.pack.equipment_data:
                self.fail(("tokens", "equipment", name), f"{name} has no entry in equipment_data")

    def equipment(self) -> None:
        """Every kind of equipment has the numbers that its rule reads (ES-EQ-01 to ES-EQ-13)."""
        if "crate" not in self.pack.equipment_data:
            self.fail(("equipment_data",), "equipment_data lacks 'crate' (ES-EQ-02)")
        for name, item in self.pack.equipment_data.items():
            path: Path = ("equipment_data", name)
            timing, rule, effect = _EQUIPMENT[name]
            if item.timing != timing:
                self.fail((*path, "timing"), f"the timing of {name} is {timing}, not {item.timing} ({rule})")
            if effect is None:
                if item.range is None or item.power is None:
                    self.fail(path, f"{name} is a ranged weapon and needs range and power ({rule})")
            elif item.effect is None or not getattr(item.effect, effect):
                self.fail(path, f"{name} needs effect: {{{effect}: ...}} ({rule})")

    def scenarios(self) -> None:
        """Each scenario fits its map, the tokens and the squads."""
        scenarios = self.pack.scenarios
        self.unique((scenario.id for scenario in scenarios), ("scenarios",), "id", "scenario id")
        self.unique((scenario.number for scenario in scenarios), ("scenarios",), "number", "scenario number")
        for index, scenario in enumerate(scenarios):
            if scenario.id == "end":
                self.fail(
                    ("scenarios", index, "id"), "a scenario cannot be called 'end', the word for the end of a campaign"
                )
            self.known(scenario.map, self.pack.maps, ("scenarios", index, "map"), "map")
            _ScenarioCheck(self, scenario, ("scenarios", index)).run()

    def campaign(self, campaign: Campaign) -> None:
        """The path leads from scenario to scenario that exist, and to each of them from the start (ES-CAMP-01)."""
        ids = [scenario.id for scenario in self.pack.scenarios]
        top: Path = ("campaign",)
        self.known(campaign.start, ids, (*top, "start"), "scenario")
        for name, step in campaign.path.items():
            self.known(name, ids, (*top, "path", name), "scenario")
            for result in ("resistance", "draw", "isc"):
                target: str = getattr(step, result)
                path: Path = (*top, "path", name, result)
                if target != "end":
                    self.known(target, ids, path, "scenario")
                    if target not in campaign.path:
                        self.fail(path, f"the path leads to {target!r} but does not go on from there")
        if campaign.start not in campaign.path:
            self.fail((*top, "path"), f"the path does not go on from the start {campaign.start!r}")
        reached = {campaign.start}
        waiting = [campaign.start]
        while waiting:
            step = campaign.path[waiting.pop()]
            for target in (step.resistance, step.draw, step.isc):
                if target != "end" and target not in reached:
                    reached.add(target)
                    waiting.append(target)
        for name in campaign.path:
            if name not in reached:
                self.fail((*top, "path", name), f"no path leads to the scenario {name!r}")
        for index, outright in enumerate(campaign.ending_data.outright):
            self.known(outright.scenario, ids, (*top, "ending_data", "outright", index), "scenario")
        self.unique((item.id for item in campaign.consequences), (*top, "consequences"), "id", "consequence")
        for index, item in enumerate(campaign.consequences):
            path = (*top, "consequences", index)
            if not item.cause.model_fields_set:
                self.fail((*path, "if"), f"consequence {item.id!r} has no cause")
            if item.cause.scenario is not None:
                self.known(item.cause.scenario, ids, (*path, "if", "scenario"), "scenario")
            if item.effect.door_opens is not None:
                self.known(item.effect.door_opens.map, self.pack.maps, (*path, "then", "door_opens", "map"), "map")
            gift = item.effect.give_equipment
            if gift is not None:
                self.known(
                    gift.token,
                    self.pack.tokens.equipment,
                    (*path, "then", "give_equipment", "token"),
                    "equipment token",
                )


# Timing, rule, and the effect that must be given (None: a ranged weapon).
_EQUIPMENT: dict[str, tuple[str, str, str | None]] = {
    "improvised_shield": ("attack_announced_on_carrier", "ES-EQ-01", "free_dodge"),
    "crate": ("combat_action", "ES-EQ-02", None),
    "datadisk": ("active_any_point", "ES-EQ-03", "extra_action"),
    "combat_drugs": ("active_any_point", "ES-EQ-04", "extra_action"),
    "nitro_vial": ("carrier_taken_out", "ES-EQ-05", "damage"),
    "em_grenade": ("combat_action", "ES-EQ-07", None),
    "gas_grenade": ("combat_action", "ES-EQ-08", None),
    "medkit": ("own_activation", "ES-EQ-09", "heal"),
    "radio": ("end_of_own_activation", "ES-EQ-10", "activate_ally_now"),
}


class _ScenarioCheck:
    """One scenario under check."""

    def __init__(self, check: _Check, scenario: Scenario, path: Path) -> None:
        self.check = check
        self.fail = check.fail
        self.pack = check.pack
        self.scenario = scenario
        self.path = path
        self.board = check.pack.maps[scenario.map]
        self.grid = check.grids[scenario.map]
        self.tags = [item.data.name_character.tag for item in scenario.special if item.data.name_character is not None]

    def run(self) -> None:
        self.deployment()
        self.hacking()
        self.special()
        self.tokens()
        victory = self.scenario.victory_data
        for key, condition in (
            ("end_trigger", victory.end_trigger),
            ("resistance", victory.resistance),
            ("isc", victory.isc),
        ):
            if condition is not None:
                for path, part in _conditions(condition, (*self.path, "victory_data", key)):
                    self.condition(part, path)

    def room(self, code: str, path: Path) -> None:
        self.check.known(code, self.board.areas, path, f"area of map {self.scenario.map}")

    def tokens(self) -> None:
        """The tokens exist and there are rooms for them (ES-CRATE-01, ES-EQT-01)."""
        scenario, tokens = self.scenario, self.pack.tokens
        rooms = {code for code, area in self.board.areas.items() if area.tokens_allowed}
        forbidden = {code for item in scenario.special for code in item.data.crate_forbidden_areas or ()}
        if scenario.crates > tokens.crates.count:
            self.fail(
                (*self.path, "crates"), f"asks for {scenario.crates} crates, but the pack has {tokens.crates.count}"
            )
        if scenario.crates > len(rooms - forbidden):
            self.fail(
                (*self.path, "crates"),
                f"{scenario.crates} crates do not fit into {len(rooms - forbidden)} rooms (ES-CRATE-01)",
            )
        bag = sum(tokens.equipment.values())
        if scenario.equipment > bag:
            self.fail(
                (*self.path, "equipment"), f"asks for {scenario.equipment} Equipment tokens, but the pack has {bag}"
            )
        if scenario.equipment > 2 * len(rooms):
            self.fail(
                (*self.path, "equipment"),
                f"{scenario.equipment} Equipment tokens do not fit into {len(rooms)} rooms (ES-EQT-01)",
            )

    def deployment(self) -> None:
        """Rooms and airlocks exist, and the rooms hold the squads (ES-DEPL-01, ES-DEPL-02)."""
        used: set[str] = set()
        placed = 0
        for faction in FACTIONS:
            plan = getattr(self.scenario.deployment, faction)
            path: Path = (*self.path, "deployment", faction)
            for index, code in enumerate(plan.rooms):
                self.room(code, (*path, "rooms", index))
                if self.board.areas[code].kind != "room":
                    self.fail(
                        (*path, "rooms", index),
                        f"area {code!r} is a corridor; Position deployment is in rooms (ES-TERM-09)",
                    )
            members = len(getattr(self.pack.squads, faction))
            if plan.mode == "position":
                used |= set(plan.rooms)
                placed += members
                space = self.grid.size(plan.rooms)
                if space < members:
                    self.fail((*path, "rooms"), f"{members} characters do not fit on {space} squares (ES-DEPL-01)")
        if placed > self.grid.size(used):
            self.fail(
                (*self.path, "deployment"),
                f"{placed} characters do not fit on {self.grid.size(used)} squares (ES-DEPL-01)",
            )

    def hacking(self) -> None:
        """Terminals stand where they say; each airlock is listed once (ES-AIR-03)."""
        self.check.unique((item.id for item in self.scenario.terminals), (*self.path, "terminals"), "id", "terminal")
        for index, terminal in enumerate(self.scenario.terminals):
            path: Path = (*self.path, "terminals", index)
            self.room(terminal.room, (*path, "room"))
            area = self.grid.area.get(terminal.square)
            if area is None:
                self.fail(
                    (*path, "square"), f"terminal {terminal.id} stands outside the board, on {list(terminal.square)}"
                )
            if area != terminal.room:
                self.fail(
                    (*path, "square"), f"terminal {terminal.id} stands in area {area!r}, not in {terminal.room!r}"
                )
        doors = self.scenario.hacking.airlock
        self.check.unique((item.id for item in doors), (*self.path, "hacking", "airlock"), "id", "airlock")

    def special(self) -> None:
        """Special rules speak of rooms and airlocks that exist."""
        path: Path = (*self.path, "special")
        self.check.unique((item.id for item in self.scenario.special), path, "id", "special rule")
        for index, item in enumerate(self.scenario.special):
            here: Path = (*path, index, "data")
            data = item.data
            for key, codes in (
                ("crate_forbidden_areas", data.crate_forbidden_areas),
                ("short_circuit_forbidden_rooms", data.short_circuit_forbidden_rooms),
            ):
                for code in codes or ():
                    self.room(code, (*here, key))
            if data.bank is not None and not self.objectives():
                self.fail((*here, "bank"), "banks Objectives, but objectives_in_use is not true (ES-OBJ-01)")
            if data.name_character is not None:
                ranks = [card.rank for card in self.pack.characters if card.faction == data.name_character.faction]
                if max(ranks) < data.name_character.min_rank:
                    self.fail(
                        (*here, "name_character", "min_rank"), f"no character has rank {data.name_character.min_rank}"
                    )
                if self.tags.count(data.name_character.tag) > 1:
                    self.fail((*here, "name_character", "tag"), f"tag {data.name_character.tag!r} is given twice")

    def objectives(self) -> bool:
        own = self.scenario.objectives_in_use
        return self.pack.scenario_defaults.objectives_in_use if own is None else own

    def condition(self, condition: Condition, path: Path) -> None:
        """A victory condition can come true: what it names exists, and there is enough of it (ES-RES-01)."""
        scenario = self.scenario
        here: Path = (*path, condition.kind)
        value = condition.value
        if condition.kind == "in_room":
            self.room(value.room, (*here, "room"))
        elif condition.kind in ("left_board_tag", "taken_out_tag"):
            self.check.known(
                value.tag, self.tags, (*here, "tag"), "tag (named by no special rule)" if not self.tags else "tag"
            )
        elif condition.kind == "terminals_hacked" and (value.min or 0) > len(scenario.terminals):
            self.fail(here, f"asks for {value.min} hacked terminals, but the scenario has {len(scenario.terminals)}")
        elif condition.kind in ("turn_ended", "turn_at_least") and value > scenario.turns:
            self.fail(here, f"speaks of turn {value}, but the scenario has {scenario.turns} turns")
        elif condition.kind in ("banked", "banked_lead") and not self.objectives():
            self.fail(here, "speaks of banked points, but objectives_in_use is not true (ES-OBJ-01)")
        faction: str | None = value if isinstance(value, str) else getattr(value, "faction", None)
        if faction is not None and condition.kind != "banked" and not isinstance(value, str):
            squad = len(getattr(self.pack.squads, faction))
            if (value.min or 0) > squad:
                self.fail(here, f"asks for {value.min} characters, but the squad has {squad}")
        if condition.kind in ("left_board", "left_board_after_last_hack"):
            opened = faction == "resistance" and bool(scenario.hacking.airlock)
            if not opened and not getattr(scenario.exits, str(faction)):
                self.fail(here, f"{faction} has no exit to leave by (ES-MOVE-04)")


def _conditions(condition: Condition, path: Path) -> Iterator[tuple[Path, Condition]]:
    """A condition and all those inside it, with their paths."""
    yield path, condition
    for key, parts in (("all", condition.all_of), ("any", condition.any_of)):
        for index, part in enumerate(parts or ()):
            yield from _conditions(part, (*path, key, index))
