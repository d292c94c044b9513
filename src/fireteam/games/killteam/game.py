"""Kill Team as the kernel sees it: what can be played, and how a match is prepared (KT-OPS-01, KT-VER-01)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from fireteam.core.errors import SetupError
from fireteam.core.refusals import Check
from fireteam.core.yamlfile import suggestion
from fireteam.games.killteam import warm as warming
from fireteam.games.killteam.content.packs import content
from fireteam.games.killteam.setting import Setting, setting_of
from fireteam.games.killteam.setup.rosters import (
    EQUIPMENT,
    KINDS_OF_GRENADES,
    MOST_EQUIPMENT,
    NOTHING,
    PRIMARY,
    ROSTER,
    TAC_OP,
    Made,
    in_order,
    may_equip,
    may_lead,
)
from fireteam.kit import game as kit
from fireteam.space.plane.warm import use_compiled

if TYPE_CHECKING:
    from threading import Thread

    from fireteam.games.killteam.content.ops import QuickStart
    from fireteam.games.killteam.content.pack import Pack
    from fireteam.games.killteam.content.teams import Team
    from fireteam.games.killteam.state import State

PRIMARIES = ("crit", "kill", "tac")


class KillTeam(kit.Game):
    """The game of Kill Team."""

    name = "killteam"
    title = "Kill Team"
    version = "1"
    secrets = True
    wishes = ("teams", "crit_op", "rosters", "equipment", "grenades", "tac_ops", "primary")
    """Whatever is not given is drawn, or asked in the set-up."""
    amounts = ("damage ",)
    results = ("incapacitated ",)
    examples: ClassVar[Mapping[str, Sequence[str]]] = {
        "play": ("--scenario shellmarket --side cinder-vigil",),
        "simulate": (
            "--matrix --games 200 --bots greedy,greedy",
            "--sides veilrunners,cinder-vigil --games 100 --bots greedy,random",
        ),
        "rules": ("cover",),
        "warm": ("--pack mycards.yaml",),
        "pack schema": ("> killteam-pack.schema.json",),
    }

    def scenarios(self, pack: str | None = None) -> dict[str, str]:
        """The killzones of a pack, and its ready-made games."""
        found = content(pack)
        titles = {killzone.id: killzone.title for killzone in found.killzones}
        return titles | {quick.id: quick_title(found, quick) for quick in found.quick_start}

    def setup_for(self, sides: Sequence[str]) -> dict[str, Any]:
        """Which kill team each seat plays (KT-OPS-01)."""
        return {"teams": tuple(sides)} if sides else {}

    def turns(self, state: State) -> int:
        """The turning points so far."""
        return state.turn

    def warm_now(self) -> None:
        """The plane compiled, where that is possible (KT-GEO-05, KT-GEO-15)."""
        use_compiled()

    def warm(self, *, may_compile: bool) -> Thread:
        """The plane compiled and the maps prepared in the background."""
        return warming.warm(may_compile=may_compile)

    def warm_tasks(self, pack: str | None = None) -> list[tuple[str, Callable[[], object]]]:
        """The plane to compile, and the maps to prepare."""
        return warming.warm_tasks(pack)

    def setting(
        self, scenario: str | None, options: dict[str, Any], pack: str | None, setup: Mapping[str, Any]
    ) -> Setting:
        """A setting for a new match: killzone or ready-made game, kill teams, and what is settled beforehand
        (KT-OPS-01)."""
        found = content(pack)
        quick = next((entry for entry in found.quick_start if entry.id == scenario), None)
        killzone = quick.killzone if quick is not None else _killzone(found, scenario)
        wanted = setup if quick is None else _quick_wishes(quick, setup)
        teams = _teams(found, wanted.get("teams"))
        settled = _settled(found, teams, wanted)
        if quick is not None:
            settled["initiative"] = 0
        return setting_of(
            found,
            killzone,
            (teams[0].id, teams[1].id),
            options,
            self,
            beginning={"scenario": quick.id if quick is not None else killzone, "pack": pack, "setup": dict(setup)},
            **settled,
        )


def quick_title(pack: Pack, quick: QuickStart) -> str:
    """What a ready-made game is called: who meets whom, and where."""
    names = {team.id: team.name for team in pack.teams}
    killzone = next(entry.title for entry in pack.killzones if entry.id == quick.killzone)
    return f"{names[quick.teams[0]]} against {names[quick.teams[1]]}, {killzone}"


def _named(entries: Sequence[Any], wish: object, what: str, rule: str) -> Any:
    """The entry of a pack with that id or name."""
    for entry in entries:
        if str(wish).lower() in (entry.id, str(getattr(entry, "name", getattr(entry, "title", ""))).lower()):
            return entry
    known = [entry.id for entry in entries]
    raise SetupError(f"no {what} {wish!r}; there is {', '.join(known)}{suggestion(str(wish), known)} ({rule})")


def _killzone(pack: Pack, scenario: str | None) -> str:
    """The killzone that is meant; the first of the pack if none is named."""
    if scenario is None:
        return pack.killzones[0].id
    for entry in pack.killzones:
        if str(scenario).lower() in (entry.id, entry.title.lower()):
            return entry.id
    known = [*(entry.id for entry in pack.killzones), *(entry.id for entry in pack.quick_start)]
    raise SetupError(f"no scenario {scenario!r}; there is {', '.join(known)}{suggestion(str(scenario), known)}")


def _quick_wishes(quick: QuickStart, wished: Mapping[str, Any]) -> dict[str, Any]:
    """What a ready-made game settles; a wish may add to it, not change it."""
    fixed: dict[str, Any] = {
        "teams": quick.teams,
        "crit_op": quick.crit_op,
        "tac_ops": quick.tac_ops,
        "primary": quick.primary,
    }
    for name, value in fixed.items():
        given = wished.get(name, value)
        if (tuple(given) if isinstance(given, list) else given) != value:
            raise SetupError(f"{quick.id} is a ready-made game: its {name} cannot be chosen")
    return {**wished, **fixed}


def _for_each(wish: Any, name: str) -> tuple[Any, Any]:
    """A wish for each seat, in the order of the seats; None for a seat that is asked."""
    if not isinstance(wish, list | tuple) or len(wish) != 2:
        raise SetupError(f"{name} are given for each of the two seats, None for one that is asked; got {wish!r}")
    return (wish[0], wish[1])


def _names(wish: Any, name: str) -> list[str]:
    if not isinstance(wish, list | tuple) or not all(isinstance(entry, str) for entry in wish):
        raise SetupError(f"{name} of a seat are a list of ids, or 'default'; got {wish!r}")
    return list(wish)


def _teams(pack: Pack, wish: Any) -> tuple[Team, Team]:
    """The kill teams of both seats; two different ones of the pack if none are named (KT-OPS-01)."""
    if wish is None:
        return pack.teams[0], pack.teams[min(1, len(pack.teams) - 1)]
    first, second = (_named(pack.teams, name, "kill team", "KT-OPS-01") for name in _for_each(wish, "teams"))
    return first, second


def _settled(pack: Pack, teams: tuple[Team, Team], wanted: Mapping[str, Any]) -> dict[str, Any]:
    """What is not drawn or asked any more, as the set-up takes it."""
    found: dict[str, Any] = {}
    if wanted.get("crit_op") is not None:
        found["crit_op"] = _named(pack.crit_ops, wanted["crit_op"], "crit op", "KT-OPS-01").id
    if wanted.get("rosters") is not None:
        found[ROSTER] = tuple(
            _roster(team, wish) for team, wish in zip(teams, _both(wanted["rosters"], "rosters"), strict=True)
        )
    if wanted.get("grenades") is not None and wanted.get("equipment") is None:
        raise SetupError("grenades are chosen along with equipment: give both")
    if wanted.get("equipment") is not None:
        grenades = _for_each(wanted.get("grenades") or (None, None), "grenades")
        both = zip(teams, _both(wanted["equipment"], "equipment"), grenades, strict=True)
        found[EQUIPMENT] = tuple(_equipment(pack, team, wish, kinds) for team, wish, kinds in both)
    if wanted.get("tac_ops") is not None:
        both_ops = zip(teams, _for_each(wanted["tac_ops"], "tac_ops"), strict=True)
        found[TAC_OP] = tuple(_tac_op(pack, team, wish) for team, wish in both_ops)
    if wanted.get("primary") is not None:
        found[PRIMARY] = _for_each(wanted["primary"], "primary")
        for choice in found[PRIMARY]:
            if choice is not None and choice not in PRIMARIES:
                raise SetupError(f"no primary op {choice!r}; there is {', '.join(PRIMARIES)} (KT-OPS-15)")
    return found


def _both(wish: Any, name: str) -> tuple[Any, Any]:
    """A wish for each seat; 'default' alone is meant for both."""
    return (wish, wish) if wish == "default" else _for_each(wish, name)


def _roster(team: Team, wish: Any) -> Made | None:
    """A roster that follows the selection rules (KT-OPS-03)."""
    if wish is None:
        return None
    roster = list(team.default_roster) if wish == "default" else _names(wish, "rosters")
    why: list[Check] = []
    if not may_lead(team, roster, why):
        raise SetupError(
            f"{', '.join(roster) or 'nobody'} cannot be a roster of {team.id}; this does not hold: {why[-1].text} "
            f"(KT-OPS-03)"
        )
    return (*in_order(team, roster), *[NOTHING] * (team.selection.size - len(roster)))


def _equipment(pack: Pack, team: Team, wish: Any, kinds: Any) -> Made | None:
    """Up to four options, each once, and which grenades they hold: one of each kind if that is not said (KT-OPS-04)."""
    if wish is None:
        return None
    wanted = list(team.default_equipment) if wish == "default" else _names(wish, "equipment")
    for place, name in enumerate(wanted):
        why: list[Check] = []
        if not may_equip(team, wanted[:place], name, why):
            raise SetupError(f"{team.id} cannot select {name!r}; this does not hold: {why[-1].text} ({why[-1].rule})")
    given = None if kinds is None else _names(kinds, "grenades")
    mixes: list[str] = []
    for option, (first, second) in KINDS_OF_GRENADES.items():
        if option in wanted:
            count = getattr(pack.universal_equipment, option).choose
            chosen = [first, second][:count] if given is None else [kind for kind in given if kind in (first, second)]
            if len(chosen) != count:
                raise SetupError(
                    f"{option} are {count} of {first} and {second}; got {', '.join(chosen) or 'none'} (KT-EQ-16, "
                    f"KT-EQ-21)"
                )
            mixes.append("+".join(sorted(chosen)))
        else:
            mixes.append(NOTHING)
    strangers = [kind for kind in given or () if not any(kind in mix.split("+") for mix in mixes)]
    if strangers:
        raise SetupError(f"no equipment of {team.id} holds a {strangers[0]!r} (KT-EQ-16, KT-EQ-21)")
    return (*wanted, *[NOTHING] * (MOST_EQUIPMENT - len(wanted)), *mixes)


def _tac_op(pack: Pack, team: Team, wish: Any) -> Made | None:
    """A tac op of an archetype of the team (KT-OPS-05)."""
    if wish is None:
        return None
    op = _named(pack.tac_ops, wish, "tac op", "KT-OPS-05")
    if op.archetype not in team.archetypes:
        open_to = [entry.id for entry in pack.tac_ops if entry.archetype in team.archetypes]
        raise SetupError(
            f"{op.id} is of {op.archetype}, which {team.id} has not; there is {', '.join(open_to)} (KT-OPS-05)"
        )
    return (op.id,)


GAME = KillTeam()
