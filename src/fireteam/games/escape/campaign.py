"""A campaign: a chain of games in which each result decides the next scenario and bears on it (ES-CAMP-01,
ES-CAMP-02)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, ClassVar, NamedTuple

from fireteam.core.dice import Seeded
from fireteam.core.errors import FireteamError, SaveError, SetupError
from fireteam.core.game import Result, Standing
from fireteam.core.match import Match
from fireteam.games.escape.content.pack import Campaign as Plan
from fireteam.games.escape.content.pack import Consequence, ConsequenceCause, Pack
from fireteam.games.escape.content.packs import PACKS
from fireteam.games.escape.content.scenarios import Scenario
from fireteam.games.escape.game import GAME
from fireteam.games.escape.ground import Carryover
from fireteam.games.escape.show.campaign import data, standing
from fireteam.games.escape.state import EQUIPMENT, LEFT, OUT, SIDES
from fireteam.kit import campaign as kit
from fireteam.kit.campaign import FORMAT, want, whole

FIELDS = ("format", "game", "pack", "digest", "factions", "seed", "games", "running")


class Played(NamedTuple):
    """A game of the campaign that is over, as far as the next one depends on it."""

    scenario: str
    winner: str | None
    """The side that won; None: a draw."""
    taken_out: tuple[str, ...]
    left: tuple[tuple[str, str], ...]
    """Who left the board, with the equipment it carried (empty: none)."""
    seed: int | None
    """None: the dice were real ones."""


class Campaign(kit.Campaign):
    """A campaign between two seats that keep their factions to its end (see ES-CAMP-01)."""

    __slots__ = ("factions", "games", "pack", "pack_name", "plan", "seed")
    title = GAME.title
    rule: ClassVar[str] = "ES-CAMP-01"

    def __init__(
        self,
        pack_name: str | None,
        pack: Pack,
        plan: Plan,
        factions: tuple[str, ...],
        seed: int,
        games: list[Played],
        running: str | None,
    ) -> None:
        self.pack_name = pack_name
        self.pack = pack
        self.plan = plan
        self.factions = factions
        self.seed = seed
        self.games = games
        self.running = running

    @classmethod
    def new(cls, factions: Sequence[str] = SIDES, seed: int = 0, pack: str | None = None) -> Campaign:
        """A campaign before its first game; `factions` are those of the two seats (see ES-CAMP-01)."""
        content = PACKS.load(pack)
        if isinstance(factions, str) or sorted(factions) != sorted(SIDES):
            raise SetupError(f"one seat plays the resistance and the other the isc; got {factions!r} (ES-GEN-01)")
        return cls(pack, content, _plan(content), tuple(factions), seed, [], None)

    @staticmethod
    def played() -> Any:
        """ESCAPE."""
        return GAME

    # -- where it stands -----------------------------------------------------------------------------------------------

    @property
    def sides(self) -> tuple[str, ...]:
        """The side of each seat."""
        return self.factions

    @property
    def over(self) -> bool:
        """Whether no game is left to play."""
        return self.next_scenario is None

    def standing(self) -> list[Standing]:
        """Where the campaign stands, for people."""
        return standing(self)

    def data(self) -> dict[str, Any]:
        """Where it stands, for programs."""
        return data(self)

    @property
    def next_scenario(self) -> str | None:
        """The scenario to play now, by the result of the game before; None when the campaign has ended (ES-CAMP-01)."""
        if not self.games:
            return self.plan.start
        if len(self.games) >= self.plan.length:
            return None
        last = self.games[-1]
        following: str = getattr(self.plan.path[last.scenario], last.winner or "draw")
        return None if following == "end" else following

    @property
    def points(self) -> dict[str, int]:
        """What each side has scored so far."""
        score = self.plan.ending_data
        return {
            side: sum(score.win * (game.winner == side) + score.draw * (game.winner is None) for game in self.games)
            for side in SIDES
        }

    @property
    def result(self) -> Result | None:
        """The winning seat of an ended campaign: outright by a decisive game, else by points; None while it goes on
        (see ES-CAMP-01)."""
        if self.next_scenario is not None:
            return None
        decided = self._outright()
        if decided is not None:
            return Result(self.factions.index(decided), "outright", "ES-CAMP-01")
        points = self.points
        if points["resistance"] == points["isc"]:
            return Result(None, "equal points", "ES-CAMP-01")
        return Result(self.factions.index(max(SIDES, key=lambda side: points[side])), "points", "ES-CAMP-01")

    def _outright(self) -> str | None:
        """The side that won a game which wins the campaign; the first such game counts."""
        for number, game in enumerate(self.games, 1):
            for win in self.plan.ending_data.outright:
                if (win.scenario, win.faction) == (game.scenario, game.winner) and (
                    not win.only_if_last or number == len(self.games)
                ):
                    return win.faction
        return None

    # -- the next game -------------------------------------------------------------------------------------------------

    def setup(self) -> dict[str, Any]:
        """What the next game is created with: `fireteam.new("escape", **campaign.setup())`."""
        scenario = self.next_scenario
        if scenario is None:
            raise SetupError("the campaign has ended (ES-CAMP-01)")
        digest = blake2b(f"{self.seed}/{len(self.games)}".encode(), digest_size=6).digest()
        wish: dict[str, Any] = {
            "scenario": scenario,
            "factions": list(self.factions),
            "seed": int.from_bytes(digest, "big"),
        }
        if self.pack_name is not None:
            wish["pack"] = self.pack_name
        carry, nothing = self.carryover()._asdict(), Carryover()._asdict()
        changed = {
            name: [list(pair) for pair in value] if isinstance(value, tuple) else value
            for name, value in carry.items()
            if value != nothing[name]
        }
        if changed:
            wish["campaign"] = changed
        return wish

    def consequences(self) -> list[Consequence]:
        """What the last game does to the next one; nothing reaches further (ES-CAMP-02)."""
        name = self.next_scenario
        if name is None or not self.games:
            return []
        scenario = next(entry for entry in self.pack.scenarios if entry.id == name)
        return [
            item
            for item in self.plan.consequences
            if self._holds(item.cause, self.games[-1]) and _concerns(item, scenario)
        ]

    def carryover(self) -> Carryover:
        """The consequences added up as the next game takes them (see ES-CAMP-02)."""
        carry = Carryover()
        damage: dict[str, int] = {}
        kept: dict[str, str] = {}
        for item in self.consequences():
            effect, last = item.effect, self.games[-1]
            if effect.revolution_tokens is not None:
                carry = carry._replace(revolution=carry.revolution + effect.revolution_tokens)
            elif effect.give_equipment is not None:
                carry = carry._replace(gift=effect.give_equipment.token)
            elif effect.equipment_tokens is not None:
                carry = carry._replace(more_equipment=carry.more_equipment + effect.equipment_tokens)
            elif effect.start_damage is not None:
                for who in self._members(last.taken_out, item.cause.taken_out or "resistance"):
                    damage[who] = damage.get(who, 0) + effect.start_damage
            elif effect.keep_equipment is not None:
                carried = {who: label for who, label in last.left if label}
                kept |= {who: carried[who] for who in self._members(carried, item.cause.left_board or "resistance")}
            elif effect.door_opens is not None:
                carry = carry._replace(open_doors=carry.open_doors + effect.door_opens.count)
            elif effect.courier_damage is not None:
                carry = carry._replace(courier_damage=carry.courier_damage + effect.courier_damage)
            elif effect.terminal_difficulty is not None:
                carry = carry._replace(terminal_difficulty=carry.terminal_difficulty + effect.terminal_difficulty)
            elif effect.internal_factory_radius is not None:
                carry = carry._replace(factory_radius=effect.internal_factory_radius)
        # What somebody kept is not in the bag any more, so it cannot be taken from there.
        bag: dict[str, int] = {str(label): count for label, count in self.pack.tokens.equipment.items()}
        if carry.gift and list(kept.values()).count(carry.gift) >= bag[carry.gift]:
            carry = carry._replace(gift="")
        return carry._replace(damage=tuple(damage.items()), kept=tuple(kept.items()))

    def _members(self, names: Sequence[str] | Mapping[str, str], faction: str) -> Iterator[str]:
        squad: tuple[str, ...] = getattr(self.pack.squads, faction)
        return (name for name in names if name in squad)

    def _holds(self, cause: ConsequenceCause, game: Played) -> bool:
        """Whether everything a consequence asks for happened."""
        left = [who for who, _ in game.left]
        return (
            cause.scenario in (None, game.scenario)
            and cause.won in (None, game.winner)
            and ("draw" not in cause.model_fields_set or cause.draw == (game.winner is None))
            and (cause.taken_out is None or any(self._members(game.taken_out, cause.taken_out)))
            and (cause.left_board is None or any(self._members(left, cause.left_board)))
        )

    # -- games in play and over ----------------------------------------------------------------------------------------

    def record(self, match: Match) -> None:
        """Enter the finished game of the scenario that was due; anything else is refused and changes nothing."""
        self.check(match)
        if not match.over:
            raise SetupError("this game is not over yet (ES-CAMP-01)")
        state, cards = match.state, match.setting.ground(match.state.scenario).cards  # type: ignore[attr-defined]
        held = {c.index: state.tokens[c.holds] for c in state.characters if c.holds}
        self.games.append(
            Played(
                state.scenario,
                SIDES[state.winner] if state.winner >= 0 else None,
                tuple(cards[c.index].id for c in state.characters if c.status == OUT),
                tuple(
                    (
                        cards[c.index].id,
                        held[c.index].label if c.index in held and held[c.index].kind == EQUIPMENT else "",
                    )
                    for c in state.characters
                    if c.status == LEFT
                ),
                match.dice.seed if isinstance(match.dice, Seeded) else None,
            )
        )
        self.running = None

    def hold(self, match: Match, rule: str = "ES-CAMP-01") -> None:
        """Keep a game in progress with the campaign; `resume` gives it back."""
        super().hold(match, rule)

    def check(self, match: Match) -> None:
        """The match is the one that is due: scenario, factions, content, squads and consequences
        (see ES-CAMP-01, ES-CAMP-02)."""
        due = self.next_scenario
        setting: Any = match.setting
        if due is None:
            raise SetupError("the campaign has ended (ES-CAMP-01)")
        if setting.game.name != "escape":
            raise SetupError(f"this is a game of {setting.game.title}, the campaign one of ESCAPE (ES-CAMP-01)")
        state = match.state
        if state.scenario != due:
            raise SetupError(f"the campaign goes on with {due!r}, not with {state.scenario!r} (ES-CAMP-01)")
        if state.seats != (self.factions.index("resistance"), self.factions.index("isc")):
            raise SetupError("the seats keep their factions until the campaign ends (ES-CAMP-01)")
        if setting.pack.digest != self.pack.digest:
            raise SetupError("this game was played with the content of another pack (ES-CAMP-01)")
        if setting.squads != (self.pack.squads.resistance, self.pack.squads.isc):
            raise SetupError("a campaign is played with the whole squads of its pack (ES-CAMP-01)")
        if setting.carry != self.carryover():
            raise SetupError("this game did not begin with the consequences of the one before (ES-CAMP-02)")

    # -- as text -------------------------------------------------------------------------------------------------------

    def save(self) -> str:
        """The campaign as JSON text. It holds the seeds of games to come, so it stays with whoever runs the
        campaign."""
        games = [
            {
                "scenario": g.scenario,
                "winner": g.winner,
                "taken_out": list(g.taken_out),
                "left": dict(g.left),
                "seed": g.seed,
            }
            for g in self.games
        ]
        values = (
            FORMAT,
            "escape",
            self.pack_name,
            self.pack.digest,
            list(self.factions),
            self.seed,
            games,
            self.running,
        )
        return json.dumps(dict(zip(FIELDS, values, strict=True)), indent=1) + "\n"

    @classmethod
    def load(cls, text: str) -> Campaign:
        """A campaign from its text: every entry checked against the pack and the path before anything is kept."""
        data = kit.parse(text, "escape", cls.title, FIELDS)
        want(isinstance(data["pack"], str | None), "'pack' is a name or null")
        want(isinstance(data["factions"], list), "'factions' is a list of the two seats' sides")
        want(whole(data["seed"]), "'seed' is a whole number")
        want(isinstance(data["games"], list), "'games' is a list")
        want(isinstance(data["running"], str | None), "'running' is the text of a save or null")
        try:
            campaign = cls.new([str(side) for side in data["factions"]], data["seed"], data["pack"])
        except FireteamError as error:
            raise SaveError(str(error)) from None
        if data["digest"] != campaign.pack.digest:
            raise SaveError(
                f"the content has changed: made with {str(data['digest'])[:12]}, here is {campaign.pack.digest[:12]}"
            )
        for number, entry in enumerate(data["games"], 1):
            campaign.games.append(campaign._played(entry, f"game {number}"))
        if data["running"] is not None:
            campaign._take_up(data["running"])
        return campaign

    def _played(self, entry: Any, where: str) -> Played:
        """One game of a file; it must be the one that was due after those before it."""
        want(
            isinstance(entry, dict) and set(entry) == set(Played._fields),
            f"{where}: the keys must be {', '.join(Played._fields)}",
        )
        due = self.next_scenario
        want(due is not None, f"{where}: the campaign had ended before")
        want(entry["scenario"] == due, f"{where}: {due!r} was due, not {entry['scenario']!r} (ES-CAMP-01)")
        want(
            entry["winner"] in (*SIDES, None),
            f"{where}: the winner is resistance, isc or null; got {entry['winner']!r}",
        )
        want(entry["seed"] is None or whole(entry["seed"]), f"{where}: 'seed' is a whole number or null")
        out, left = entry["taken_out"], entry["left"]
        want(isinstance(out, list), f"{where}: 'taken_out' is a list of characters")
        want(isinstance(left, dict), f"{where}: 'left' maps characters to the equipment they carried")
        members = (*self.pack.squads.resistance, *self.pack.squads.isc)
        for name in (*out, *left):
            want(name in members, f"{where}: {name!r} is in no squad")
            want((*out, *left).count(name) == 1, f"{where}: {name!r} is named twice")
        for label, count in self.pack.tokens.equipment.items():
            want(list(left.values()).count(label) <= count, f"{where}: there are only {count} of {label!r}")
        for label in left.values():
            want(label in ("", *self.pack.tokens.equipment), f"{where}: no equipment {label!r}")
        return Played(entry["scenario"], entry["winner"], tuple(out), tuple(left.items()), entry["seed"])

    def _take_up(self, text: str) -> None:
        """The game in progress of a file; it must be the one that is due."""
        try:
            self.hold(self.read_match(text))
        except FireteamError as error:
            raise SaveError(f"the running game: {error}") from None
        self.running = text


def _concerns(item: Consequence, scenario: Scenario) -> bool:
    """Whether the scenario has what the effect speaks of: that map, a named character, terminals (see ES-CAMP-02)."""
    effect = item.effect
    if effect.door_opens is not None:
        return scenario.map == effect.door_opens.map
    if effect.courier_damage is not None:
        return any(special.data.name_character is not None for special in scenario.special)
    if effect.terminal_difficulty is not None:
        return bool(scenario.terminals)
    return True


def _plan(pack: Pack) -> Plan:
    """The campaign of a pack, as far as the rules can carry it out."""
    plan = pack.campaign
    if plan is None:
        raise SetupError(f"the pack {pack.info.id!r} has no campaign (ES-CAMP-01)")
    if not plan.factions_locked:
        raise SetupError("a campaign keeps its factions: 'factions_locked' cannot be false (ES-CAMP-01)")
    gifts = [item for item in plan.consequences if item.effect.give_equipment is not None]
    for item in plan.consequences:
        gift, doors = item.effect.give_equipment, item.effect.door_opens
        if gift is not None and gift.faction != "isc":
            raise SetupError(f"consequence {item.id!r}: equipment is given to the isc only (ES-CAMP-02)")
        if doors is not None and doors.chosen_by != "resistance":
            raise SetupError(f"consequence {item.id!r}: doors are chosen by the resistance only (ES-CAMP-02)")
    for scenario in plan.path:
        for winner in (*SIDES, None):
            causes = [item.cause for item in gifts]
            if (
                sum(
                    c.scenario in (None, scenario) and c.won in (None, winner) and not (c.draw and winner)
                    for c in causes
                )
                > 1
            ):
                raise SetupError(
                    f"two consequences give equipment after {scenario!r}; one gift is the most (ES-CAMP-02)"
                )
    return plan
