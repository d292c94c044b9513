"""A scenario of an ESCAPE pack as it is written in YAML: deployment, hacking, special rules and victory conditions."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from fireteam.games.escape.content.parts import AirlockNumber, AreaCode, Difficulty, Faction, Square
from fireteam.kit.content.models import OneKey, Part, Positive, Slug, Text, Whole, Yes

DeploymentOrder = Literal["setup_initiative_winner_first", "resistance_first", "isc_first"]
ScalingFormula = Literal["unchanged", "ceil(n / 2)", "n - ceil(n / 2) + 1", "max(1, round(n / 3))"]
EventTotal = Annotated[int, Field(ge=2, le=12)]


class LockedDoorHacking(Part):
    """Who may hack a locked door, and from where (ES-INT-04)."""

    who: Faction
    reach: Literal["adjacent"]
    difficulty: Literal["door"]


class TerminalHacking(Part):
    """Who may hack a terminal, and from where."""

    who: Faction
    reach: Literal["same_square_or_adjacent_with_los"]
    difficulty: Literal["terminal"]
    once_each: Yes = True


class AirlockHacking(Part):
    """An airlock that a successful hack opens as an exit for the Resistance (ES-AIR-03)."""

    id: AirlockNumber
    difficulty: Difficulty


class HackingDefaults(Part):
    """What may be hacked in every scenario."""

    locked_door: LockedDoorHacking
    terminal: TerminalHacking


class ScenarioHacking(Part):
    """What a scenario changes about hacking, or adds to it."""

    locked_door: LockedDoorHacking | None = None
    terminal: TerminalHacking | None = None
    airlock: tuple[AirlockHacking, ...] = ()


class SquadScaling(Part):
    """How numbers of a scenario shrink for a Resistance squad of n characters instead of the full one (ES-PROF-08)."""

    left_board_min: ScalingFormula
    taken_out_min: ScalingFormula
    in_room_min: ScalingFormula
    terminals_and_points: ScalingFormula


class ScenarioDefaults(Part):
    """What holds in every scenario that does not say otherwise."""

    hacking: HackingDefaults
    deployment_order: DeploymentOrder
    internal_factory: Literal["normal"]
    objectives_in_use: Yes
    end_check: Literal["end_of_turn"]
    squad_scaling: SquadScaling


class Deployment(Part):
    """How one side comes onto the board: in rooms, or by airlocks (ES-DEPL-01, ES-DEPL-02)."""

    mode: Literal["position", "entry"]
    rooms: tuple[AreaCode, ...] = ()
    airlocks: tuple[AirlockNumber, ...] = ()

    @model_validator(mode="after")
    def fits_mode(self) -> Self:
        if self.mode == "position" and (not self.rooms or self.airlocks):
            raise ValueError("mode position names rooms, and no airlocks (ES-DEPL-01)")
        if self.mode == "entry" and (not self.airlocks or self.rooms):
            raise ValueError("mode entry names airlocks, and no rooms (ES-DEPL-02)")
        return self


class Deployments(Part):
    """The deployment of both sides."""

    resistance: Deployment
    isc: Deployment


class Exits(Part):
    """The airlocks by which each side may leave the board (ES-MOVE-04)."""

    resistance: tuple[AirlockNumber, ...] = ()
    isc: tuple[AirlockNumber, ...] = ()


class Terminal(Part):
    """A terminal to hack, on a square of a room."""

    id: Text
    square: Square
    room: AreaCode
    difficulty: Difficulty


class FactoryChange(Part):
    """The Internal factory works only from this turn on."""

    from_turn: Positive


class Bank(Part):
    """How one side banks Objectives: by leaving, or by a Movement action on an airlock's square."""

    faction: Faction
    by: Literal["leaving", "movement_action"]
    airlocks: tuple[AirlockNumber, ...] = Field(min_length=1)


class NameCharacter(Part):
    """One side names a character before deployment; conditions speak of it by the tag."""

    faction: Faction
    min_rank: Positive = 1
    tag: Slug


class SpecialData(OneKey):
    """What a special rule of a scenario changes: exactly one of these."""

    internal_factory: FactoryChange | None = None
    bank: Bank | None = None
    crate_forbidden_areas: tuple[AreaCode, ...] | None = None
    short_circuit_forbidden_rooms: tuple[AreaCode, ...] | None = None
    event_override: dict[EventTotal, Literal["ras"]] | None = None
    name_character: NameCharacter | None = None


class Special(Part):
    """A special rule of a scenario, for people and as data."""

    id: Text
    text: Text
    data: SpecialData


class Bounds(Part):
    """At least `min` and at most `max`; one of them is given."""

    min: Whole | None = None
    max: Whole | None = None

    @model_validator(mode="after")
    def some_bound(self) -> Self:
        if self.min is None and self.max is None:
            raise ValueError("min or max must be given")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"min {self.min} is more than max {self.max}")
        return self


class FactionCount(Part):
    """At least `min` characters of a side."""

    faction: Faction
    min: Positive


class BankedPoints(Bounds):
    """Points that one side, or any side, has banked."""

    faction: Faction | None = None
    any_side: Yes = False

    @model_validator(mode="after")
    def one_side(self) -> Self:
        if (self.faction is None) == (not self.any_side):
            raise ValueError("either faction or any_side: true must be given")
        return self


class InRoom(Bounds):
    """How many characters of a side are in a room."""

    faction: Faction
    room: AreaCode


class Tagged(Part):
    """The character that a special rule has named."""

    tag: Slug


class Condition(OneKey):
    """A victory condition: exactly one of these; `all` and `any` hold further conditions (ES-RES-01)."""

    all_of: tuple[Condition, ...] | None = Field(default=None, alias="all", min_length=1)
    any_of: tuple[Condition, ...] | None = Field(default=None, alias="any", min_length=1)
    terminals_hacked: Bounds | None = None
    on_board: FactionCount | None = None
    all_taken_out: Faction | None = None
    none_left: Faction | None = None
    turn_ended: Positive | None = None
    turn_at_least: Positive | None = None
    left_board: FactionCount | None = None
    taken_out_count: FactionCount | None = None
    banked: BankedPoints | None = None
    banked_lead: Faction | None = None
    in_room: InRoom | None = None
    left_board_after_last_hack: FactionCount | None = None
    left_board_tag: Tagged | None = None
    taken_out_tag: Tagged | None = None


class VictoryText(Part):
    """The victory conditions for people."""

    resistance: Text
    isc: Text
    early_end: str | None = None
    otherwise: Literal["draw"] = "draw"


class VictoryData(Part):
    """The victory conditions as data; with `end_trigger` they are looked at only once it holds."""

    end_trigger: Condition | None = None
    resistance: Condition
    isc: Condition


class Scenario(Part):
    """One scenario."""

    id: Slug
    number: Positive
    name: Text
    map: Text
    turns: Positive
    crates: Whole
    equipment: Whole
    objectives_in_use: Yes | None = None
    deployment_order: DeploymentOrder | None = None
    deployment: Deployments
    hacking: ScenarioHacking = ScenarioHacking()
    terminals: tuple[Terminal, ...] = ()
    exits: Exits = Exits()
    special: tuple[Special, ...] = ()
    victory: VictoryText
    victory_data: VictoryData
