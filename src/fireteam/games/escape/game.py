"""ESCAPE as the kernel sees it: what can be played, and how a match is prepared (ES-GEN-01, ES-PROF-08,
ES-SETUP-01)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.core.errors import SetupError
from fireteam.games.escape.content.packs import content
from fireteam.games.escape.ground import Carryover
from fireteam.games.escape.setting import Setting
from fireteam.games.escape.state import ISC, RESISTANCE, SIDES
from fireteam.kit import game as kit

if TYPE_CHECKING:
    from fireteam.games.escape.campaign import Campaign
    from fireteam.games.escape.content.pack import Pack
    from fireteam.games.escape.content.scenarios import Scenario
    from fireteam.games.escape.state import State


class Escape(kit.Game):
    """The game of ESCAPE."""

    name = "escape"
    title = "ESCAPE"
    version = "2"
    wishes = ("campaign", "factions", "rank_total", "squads")
    amounts = ("damage ",)
    results = ("taken out ", "hack success", "shifted ", "wall destroyed")
    examples: ClassVar[Mapping[str, Sequence[str]]] = {
        "play": ("--scenario infiltration --side resistance --seed 7", "--bot none --dice typed"),
        "simulate": (
            "--games 1000 --bots greedy,random --swap --workers 4",
            "--games 50 --bots mybot.py:MyBot,random --seed 1 --json",
        ),
        "rules": ("revolution token", "ES-DEF-02"),
        "pack schema": ("> escape-pack.schema.json",),
    }

    def scenarios(self, pack: str | None = None) -> dict[str, str]:
        """The scenarios of a pack."""
        return {entry.id: entry.name for entry in content(pack).scenarios}

    def setup_for(self, sides: Sequence[str]) -> dict[str, Any]:
        """Who plays which side (see ES-GEN-01)."""
        return {"factions": tuple(sides)} if sides else {}

    def turns(self, state: State) -> int:
        """The turns so far."""
        return state.turn

    def campaign(self) -> type[Campaign]:
        """Its campaigns (ES-CAMP-01)."""
        found: type[Campaign] = self.part("campaign").Campaign
        return found

    def prepare(
        self,
        *,
        scenario: str | None = None,
        options: Mapping[str, Any] | None = None,
        pack: str | None = None,
        setup: Mapping[str, Any] | None = None,
    ) -> Setting:
        """A setting for a new match; how distances are counted is the pack's to say where nobody chooses
        (see ES-TERM-03)."""
        found: Setting = super().prepare(
            scenario=scenario, options=with_pack(content(pack), options), pack=pack, setup=setup
        )
        return found

    def setting(
        self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        """A setting for a new match (ES-SETUP-01, ES-PROF-08, ES-GEN-01)."""
        return self.setting_in(content(pack), scenario, options, pack, setup)

    def setting_in(
        self, found: Pack, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        """A setting with the content of a pack that has been read, or changed by hand."""
        entry = _scenario(found, scenario) if scenario is not None else None
        squads = _squads(found, setup.get("squads"), setup.get("rank_total"))
        carry = _carry(found, setup.get("campaign"), squads)
        return Setting(
            self,
            found,
            pack,
            entry.id if entry else None,
            options,
            squads,
            _factions(setup.get("factions")),
            carry,
            setup,
        )


GAME = Escape()


def with_pack(pack: Pack, options: Mapping[str, Any] | None) -> dict[str, Any]:
    """The chosen options, with what the pack says where nothing was chosen (see ES-TERM-03)."""
    return {"distance_metric": pack.info.distance_metric, **(options or {})}


def _scenario(pack: Pack, name: str) -> Scenario:
    for entry in pack.scenarios:
        if str(name).lower() in (entry.id, entry.name.lower(), str(entry.number)):
            return entry
    raise SetupError(f"no scenario {name!r}; there are {', '.join(entry.id for entry in pack.scenarios)}")


def _factions(wish: Any) -> str | tuple[str, ...]:
    if wish is None:
        return SIDES
    if wish == "ask":
        return "ask"
    found = tuple(wish) if isinstance(wish, list | tuple) else ()
    if sorted(found) != sorted(SIDES):
        raise SetupError(f"one seat plays the resistance and the other the isc; got {wish!r} (ES-GEN-01)")
    return found


def _squads(pack: Pack, wish: Any, rank_total: Any) -> tuple[tuple[str, ...], ...]:
    """Both full squads, or squads built by rank: different characters, at least one, at most the agreed total
    (ES-PROF-08)."""
    full = (pack.squads.resistance, pack.squads.isc)
    if wish is not None and not isinstance(wish, Mapping):
        raise SetupError("squads are a mapping of side to character ids (ES-PROF-08)")
    cards = {card.id: card for card in pack.characters}
    found = []
    for side in (RESISTANCE, ISC):
        squad = tuple((wish or {}).get(SIDES[side], full[side]))
        if not squad:
            raise SetupError(f"the {SIDES[side]} squad is empty (ES-PROF-08)")
        if len(set(squad)) != len(squad):
            raise SetupError(f"the {SIDES[side]} squad names a character twice; each is unique (ES-PROF-08)")
        for name in squad:
            if name not in cards or cards[name].faction != SIDES[side]:
                raise SetupError(f"{name!r} is not a character of the {SIDES[side]} (ES-PROF-08)")
        rank = sum(cards[name].rank for name in squad)
        if rank_total is not None and rank > int(rank_total):
            raise SetupError(f"the {SIDES[side]} squad has rank {rank}, more than the agreed {rank_total} (ES-PROF-08)")
        found.append(squad)
    return tuple(found)


def _carry(pack: Pack, wish: Any, squads: tuple[tuple[str, ...], ...]) -> Carryover:
    if not wish:
        return Carryover()
    try:
        data = {
            key: tuple((str(name), what) for name, what in value) if isinstance(value, list | tuple) else value
            for key, value in wish.items()
        }
        carry = Carryover(**data)  # type: ignore[arg-type]  # any file may say anything: the types are looked at below
    except (TypeError, AttributeError, ValueError) as error:
        raise SetupError(f"broken campaign data: {error} (ES-CAMP-02)") from None
    if not _sound(pack, carry):
        raise SetupError("broken campaign data: numbers and names of equipment expected (ES-CAMP-02)")
    members = {name for squad in squads for name in squad}
    strangers = sorted({name for name, _ in (*carry.damage, *carry.kept)} - members)
    if strangers:
        raise SetupError(f"the campaign speaks of {strangers[0]!r}, who is in no squad (ES-CAMP-02)")
    return carry


def _sound(pack: Pack, carry: Carryover) -> bool:
    """Whether what a file says of a campaign is of the right kinds."""
    numbers = (
        carry.revolution,
        carry.more_equipment,
        carry.open_doors,
        carry.courier_damage,
        carry.terminal_difficulty,
    )
    labels = (*(label for _, label in carry.kept), *([carry.gift] if carry.gift else []))
    return (
        all(
            isinstance(number, int)
            for number in (*numbers, carry.factory_radius, *(points for _, points in carry.damage))
        )
        and all(isinstance(label, str) for label in labels)
        and all(label in pack.tokens.equipment for label in labels)
    )
