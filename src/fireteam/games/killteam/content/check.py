"""Checks that the parts of a Kill Team pack fit together; each failure names the file, the line and the reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, get_args

from fireteam.core.yamlfile import Lines
from fireteam.games.killteam.abilities.entries import MARKER_WINDOWS
from fireteam.games.killteam.abilities.vocabulary import Ability, Choice, MarkerKind, MarkerWindow
from fireteam.games.killteam.abilities.word import Condition, Effect, Nameable, Word
from fireteam.games.killteam.abilities.words.markers import PlaceMarker
from fireteam.games.killteam.abilities.words.permissions import Allowed, Forbidden, Ignored, Permission
from fireteam.games.killteam.content.check_ops import OpCheck
from fireteam.games.killteam.content.killzones import KillzoneKind
from fireteam.games.killteam.content.parts import WEAPON_RULES, Archetype, Bounds, Weapon
from fireteam.kit.content.checks import Checker

if TYPE_CHECKING:
    from fireteam.games.killteam.content.equipment import Shape
    from fireteam.games.killteam.content.pack import Pack
    from fireteam.games.killteam.content.teams import Datacard, Selection, Team

Path = tuple[str | int, ...]
Entry = tuple[Path, Ability]

MELEE_ONLY = ("Brutal", "Shock")
RANGED_ONLY = (
    "Range", "Blast", "Torrent", "Heavy", "Heavy only", "Silent", "Seek", "Seek Light", "Saturate", "Hot", "Piercing",
    "Piercing Crits", "Devastating area",
)  # fmt: skip
PLOYS_AND_EQUIPMENT = ("strategy_ploys", "firefight_ploys", "faction_equipment")
MOST_EQUIPMENT = 4
GRENADES = {
    "2024-11": {
        "frag": (4, 4, (2, 4), {"Range": 8, "Blast": 2, "Saturate": None}),
        "krak": (4, 4, (4, 5), {"Range": 6, "Piercing": 1, "Saturate": None}),
    },
    "2025-09": {
        "frag": (4, 4, (2, 4), {"Range": 6, "Blast": 2, "Saturate": None}),
        "krak": (4, 4, (4, 5), {"Range": 6, "Piercing": 1, "Saturate": None}),
    },
}
"""The grenades of the rulebook (KT-EQ-21, KT-VER-08)."""


@lru_cache(maxsize=1)
def rule_ids() -> frozenset[str]:
    """The ids of the rulebook; read without building it, because packs are checked when a game starts."""
    text = (FilePath(__file__).parents[1] / "rulebook.yaml").read_text(encoding="utf-8")
    return frozenset(re.findall(r"^  - id: (\S+)$", text, re.MULTILINE))


def check_pack(pack: Pack, lines: Lines, file: str) -> None:
    """Raise PackError for the first thing in the pack that does not fit."""
    check = _Check(pack, lines, file)
    check.teams()
    check.tokens_and_markers()
    check.universal_equipment()
    OpCheck(pack, lines, file).ops()
    if pack.info.complete:
        check.completeness()


class _Check(Checker):
    """The pack under check, with its lines."""

    def __init__(self, pack: Pack, lines: Lines, file: str) -> None:
        super().__init__(lines, file)
        self.pack = pack
        self.envelope = pack.stat_envelope

    # -- teams ---------------------------------------------------------------------------------------------------------

    def teams(self) -> None:
        """Every team by itself, and no id in two of them."""
        teams = self.pack.teams
        self.unique((team.id for team in teams), ("teams",), "id", "team id")
        cards: dict[str, str] = {}
        entries: dict[str, None] = {}
        for index, team in enumerate(teams):
            for place, card in enumerate(team.operatives):
                where = ("teams", index, "operatives", place, "id")
                self.need(
                    card.id not in cards,
                    where,
                    f"operative id {card.id!r} is given twice, also in {cards.get(card.id)}",
                )
                cards[card.id] = team.id
            for path, entry in self.entries(index, team):
                self.need(
                    entry.id not in entries,
                    (*path, "id"),
                    f"id {entry.id!r} is given twice among abilities, ploys and equipment",
                )
                entries[entry.id] = None
            self.team(team, ("teams", index))

    def entries(self, index: int, team: Team) -> Iterator[Entry]:
        """Every ability, ploy and piece of equipment of a team, with its path."""
        for place, card in enumerate(team.operatives):
            for number, ability in enumerate(card.abilities):
                yield ("teams", index, "operatives", place, "abilities", number), ability
        yield ("teams", index, "faction_rule"), team.faction_rule
        for key in PLOYS_AND_EQUIPMENT:
            for number, entry in enumerate(getattr(team, key)):
                yield ("teams", index, key, number), entry

    def team(self, team: Team, path: Path) -> None:
        """Archetypes, cards, weapons, entries, selection and defaults of one team."""
        self.need(
            team.archetypes[0] != team.archetypes[1],
            (*path, "archetypes"),
            f"{team.id} names one archetype twice (KT-OPS-05)",
        )
        profiles: dict[str, Weapon] = {}
        for place, card in enumerate(team.operatives):
            self.card(team, card, (*path, "operatives", place), profiles)
        leaders = [card.id for card in team.operatives if card.role == "leader"]
        self.need(
            len(leaders) == 1, (*path, "operatives"), f"{team.id} must have exactly one leader type, not {len(leaders)}"
        )
        for key in PLOYS_AND_EQUIPMENT:
            found = len(getattr(team, key))
            self.need(found == 4, (*path, key), f"{team.id} must have four {key.replace('_', ' ')}, not {found}")
        keywords = [keyword for card in team.operatives for keyword in card.keywords]
        for where, entry in self.entries(int(path[1]), team):
            self.entry(team, entry, where, list(profiles), keywords)
        self.selection(team, (*path, "selection"), leaders[0])
        self.defaults(team, path)

    def within(self, value: int, bounds: Bounds, path: Path, what: str) -> None:
        """A number lies in the envelope of the pack."""
        if not bounds.least <= value <= bounds.most:
            self.fail(path, f"{what} {value} is outside the pack's envelope of {bounds.least} to {bounds.most}")

    def card(self, team: Team, card: Datacard, path: Path, profiles: dict[str, Weapon]) -> None:
        """The numbers, keywords and weapons of a datacard."""
        for name in ("apl", "move", "save", "wounds"):
            self.within(getattr(card, name), getattr(self.envelope, name), (*path, name), f"{card.id}: {name}")
        bases = self.envelope.base_mm
        self.need(
            card.base in bases,
            (*path, "base"),
            f"{card.id}: a base of {card.base} mm is not one of {', '.join(map(str, bases))}",
        )
        self.need(
            card.base in self.pack.body_height_by_base,
            (*path, "base"),
            f"no body height is given for bases of {card.base} mm (KT-GEO-01)",
        )
        for keyword in team.keywords:
            self.need(
                keyword in card.keywords, (*path, "keywords"), f"{card.id} lacks the keyword {keyword} of its team"
            )
        self.need(
            (card.role == "leader") == ("LEADER" in card.keywords),
            (*path, "keywords"),
            f"{card.id}: the leader, and only it, has the keyword LEADER",
        )
        self.need(
            any(weapon.type == "melee" for weapon in card.weapons),
            (*path, "weapons"),
            f"{card.id} has no melee weapon (KT-FIGHT-04)",
        )
        self.unique((weapon.id for weapon in card.weapons), (*path, "weapons"), "id", f"weapon of {card.id}")
        for place, weapon in enumerate(card.weapons):
            where = (*path, "weapons", place)
            self.weapon(weapon, where)
            same = profiles.setdefault(weapon.id, weapon)
            self.need(same == weapon, where, f"weapon {weapon.id!r} has another profile on another card of {team.id}")
        for place, ability in enumerate(card.abilities):
            support = ability.keyword is None or "SUPPORT" in card.keywords
            self.need(
                support,
                (*path, "abilities", place),
                f"{ability.id} is a SUPPORT rule, but {card.id} lacks the keyword SUPPORT (KT-EQ-03)",
            )

    def weapon(self, weapon: Weapon, path: Path) -> None:
        """A weapon's numbers, and rules that make sense together and for its type (KT-WR-00)."""
        attack = self.envelope.ranged_attack if weapon.type == "ranged" else self.envelope.melee_attack
        self.within(weapon.attack, attack, (*path, "atk"), f"{weapon.id}: atk")
        self.within(weapon.hit, self.envelope.hit, (*path, "hit"), f"{weapon.id}: hit")
        self.within(weapon.damage[0], self.envelope.damage_normal, (*path, "dmg"), f"{weapon.id}: normal damage")
        self.within(weapon.damage[1], self.envelope.damage_critical, (*path, "dmg"), f"{weapon.id}: critical damage")
        names = [rule.name for rule in weapon.rules]
        for place, name in enumerate(names):
            where = (*path, "rules", place)
            self.need(name not in names[:place], where, f"{weapon.id} has the weapon rule {name} twice (KT-WR-00)")
            if weapon.type == "melee":
                self.need(
                    name not in RANGED_ONLY,
                    where,
                    f"{weapon.id} is a melee weapon; {name} is for ranged ones ({WEAPON_RULES[name].rule})",
                )
            else:
                self.need(
                    name not in MELEE_ONLY,
                    where,
                    f"{weapon.id} is a ranged weapon; {name} is for melee ones ({WEAPON_RULES[name].rule})",
                )
        self.need(
            not {"Heavy", "Heavy only"} <= set(names),
            (*path, "rules"),
            f"{weapon.id} is Heavy and Heavy only at once (KT-WR-10)",
        )
        devastating = "Devastating" in names or "Devastating area" in names
        self.need(
            devastating or weapon.damage[1] >= weapon.damage[0],
            (*path, "dmg"),
            f"{weapon.id}: critical damage is below normal damage",
        )

    def selection(self, team: Team, path: Path, leader: str) -> None:
        """The slots list every card once, the leader first; the sizes they allow fit the envelope (see KT-OPS-03)."""
        selection = team.selection
        cards = [card.id for card in team.operatives]
        listed = [card for slot in selection.slots for card in slot.cards]
        for index, slot in enumerate(selection.slots):
            for card in slot.cards:
                self.known(card, cards, (*path, "slots", index), "operative")
        for card in cards:
            times = listed.count(card)
            self.need(
                times == 1, (*path, "slots"), f"the slots of {team.id} must list {card!r} once, not {times} times"
            )
        for key in ("max", "counts_as"):
            for card in getattr(selection, key):
                if not (key == "max" and card == "default"):
                    self.known(card, cards, (*path, key, card), "operative")
        self.need("default" in selection.max, (*path, "max"), "max needs a default")
        first = selection.slots[0]
        self.need(
            first.take == 1 and first.cards == (leader,),
            (*path, "slots", 0),
            f"the first slot must be the leader: take 1 from [{leader}]",
        )
        sizes = team_sizes(selection)
        self.need(sizes, (*path, "slots"), f"the slots of {team.id} cannot be filled")
        for size in (sizes[0], sizes[-1]):
            self.within(size, self.envelope.team_size, (*path, "slots"), f"{team.id}: a team size of")
        self.need(
            selection.size == sizes[-1],
            (*path, "size"),
            f"the slots of {team.id} allow {sizes[-1]} operatives at most, not {selection.size}",
        )

    def defaults(self, team: Team, path: Path) -> None:
        """The roster and the equipment that are offered first are allowed ones (see KT-OPS-03 and KT-OPS-04)."""
        selection, roster = team.selection, team.default_roster
        for place, card in enumerate(roster):
            self.known(card, (other.id for other in team.operatives), (*path, "default_roster", place), "operative")
            most = selection.max.get(card, selection.max["default"])
            self.need(
                roster.count(card) <= most,
                (*path, "default_roster"),
                f"the default roster has {card!r} more than {most} times (KT-OPS-03)",
            )
        for slot in selection.slots:
            filled = sum(selection.counts_as.get(card, 1) for card in roster if card in slot.cards)
            self.need(
                filled == slot.take,
                (*path, "default_roster"),
                f"the default roster fills {filled} of {slot.take} choices of a slot (KT-OPS-03)",
            )
        equipment = team.default_equipment
        options = [entry.id for entry in team.faction_equipment] + list(
            type(self.pack.universal_equipment).model_fields
        )
        for place, option in enumerate(equipment):
            self.known(option, options, (*path, "default_equipment", place), "equipment")
            self.need(
                option not in equipment[:place],
                (*path, "default_equipment", place),
                f"equipment {option!r} is selected twice (KT-OPS-04)",
            )
        self.need(
            len(equipment) <= MOST_EQUIPMENT,
            (*path, "default_equipment"),
            f"{len(equipment)} equipment options; at most four (KT-OPS-04)",
        )

    # -- effects -------------------------------------------------------------------------------------------------------

    def entry(self, team: Team, entry: Ability, path: Path, weapons: list[str], keywords: list[str]) -> None:
        """Weapons, keywords, operatives, tokens and markers that an entry speaks of exist."""
        selector = entry.who.value if entry.who is not None else None
        for keyword in (entry.user, getattr(selector, "keyword", None)):
            self.need(
                keyword is None or keyword in keywords,
                path,
                f"{entry.id}: nobody in {team.id} has the keyword {keyword}",
            )
        for card in entry.by:
            self.known(card, (other.id for other in team.operatives), (*path, "by"), "operative")
        blocks: list[tuple[Path, Ability | Choice]] = [
            (path, entry),
            *(((*path, "choices", name), choice) for name, choice in entry.choices.items()),
        ]
        there = Nameable(weapons, keywords, self.pack.tokens, self.pack.marker_kinds)
        for where, block in blocks:
            for index, condition in enumerate(block.conditions):
                self.word(Condition.written(condition), (*where, "if", index), there)
            for index, effect in enumerate(block.effects):
                self.word(Effect.written(effect), (*where, "do", index), there)

    def word(self, word: Word, path: Path, there: Nameable) -> None:
        """What a word names exists."""
        for what, name, known in word.names(there):
            self.known(name, known, path, what)

    def effects(self) -> list[Effect]:
        """Every effect of the pack."""
        entries = [entry for index, team in enumerate(self.pack.teams) for _, entry in self.entries(index, team)]
        blocks: list[Any] = [block for entry in entries for block in (entry, *entry.choices.values())]
        windows = [window for kind in self.pack.marker_kinds.values() for _, window in self.windows(kind)]
        return [Effect.written(effect) for block in (*blocks, *windows) for effect in block.effects]

    def windows(self, kind: MarkerKind) -> list[tuple[str, MarkerWindow]]:
        """The windows that a kind of marker has, with their names."""
        return [(key, window) for key in MARKER_WINDOWS if (window := getattr(kind, key)) is not None]

    def tokens_and_markers(self) -> None:
        """Tokens and kinds of markers are used, and what they refer to exists."""
        effects = self.effects()
        given = [effect.token() for effect in effects]
        placed = [effect.kind for effect in effects if isinstance(effect, PlaceMarker)]
        choosing = [
            entry.id
            for index, team in enumerate(self.pack.teams)
            for _, entry in self.entries(index, team)
            if entry.choices
        ]
        for name, token in self.pack.tokens.items():
            self.need(name in given, ("tokens", name), f"token {name!r} is given by no effect")
            if token.choices_of is not None:
                self.known(token.choices_of, choosing, ("tokens", name, "choices_of"), "entry with choices")
        there = Nameable([], [], self.pack.tokens, self.pack.marker_kinds)
        for name, kind in self.pack.marker_kinds.items():
            path = ("marker_kinds", name)
            self.need(name in placed, path, f"marker kind {name!r} is placed by no effect")
            self.need(
                kind.like is None or kind.like in rule_ids(), (*path, "like"), f"the rulebook has no rule {kind.like!r}"
            )
            for key, window in self.windows(kind):
                for index, effect in enumerate(window.effects):
                    self.word(Effect.written(effect), (*path, key, "do", index), there)

    # -- universal equipment -------------------------------------------------------------------------------------------

    def universal_equipment(self) -> None:
        """Rules exist, shapes are boxes, and grenades are those of the book (KT-EQ-21, KT-EQ-25, KT-VER-08)."""
        equipment = self.pack.universal_equipment
        top: Path = ("universal_equipment",)
        for name in type(equipment).model_fields:
            item, path = getattr(equipment, name), (*top, name)
            for place, rule in enumerate(item.rules):
                self.need(rule in rule_ids(), (*path, "rules", place), f"the rulebook has no rule {rule!r}")
            for place, shape in enumerate(getattr(item, "shapes", ())):
                self.shape(shape, (*path, "shapes", place))
        facing = equipment.portable_barricade.facing
        self.need(
            facing != (0, 0), (*top, "portable_barricade", "facing"), "a portable barricade faces somewhere (KT-EQ-25)"
        )
        for version, weapons in equipment.explosive_grenades.weapons.items():
            path = (*top, "explosive_grenades", "weapons", version)
            found = {}
            for place, weapon in enumerate(weapons):
                self.weapon(weapon, (*path, place))
                rules = {rule.name: rule.x for rule in weapon.rules}
                found[weapon.id] = (weapon.attack, weapon.hit, weapon.damage, rules)
            for name, profile in GRENADES[version].items():
                self.need(
                    found.get(name) == profile,
                    path,
                    f"the {name} grenade of {version} is not that of the book (KT-EQ-21, KT-VER-08)",
                )

    def shape(self, shape: Shape, path: Path) -> None:
        """A piece is a box that has width and depth, and states its types in both versions (see KT-GEO-01)."""
        west, south, east, north = shape.box
        self.need(
            west < east and south < north, (*path, "box"), f"{shape.name}: a box is west, south, east, north (KT-EQ-25)"
        )
        for version, traits in shape.traits.items():
            typed = {"Heavy", "Light", "Exposed"} & set(traits)
            self.need(
                typed,
                (*path, "traits", version),
                f"{shape.name} is neither Heavy nor Light, and not Exposed (KT-GEO-01)",
            )

    # -- completeness --------------------------------------------------------------------------------------------------

    def completeness(self) -> None:
        """A pack that calls itself complete shows everything that the rules know."""
        pack, effects = self.pack, self.effects()
        cards = [card for team in pack.teams for card in team.operatives]
        rules = [rule.name for card in cards for weapon in card.weapons for rule in weapon.rules]
        self.all_of("weapon rule", WEAPON_RULES, rules)
        self.all_of("effect", Effect.known, [effect.word for effect in effects])
        meanings = (*get_args(Ignored), *get_args(Allowed), *get_args(Forbidden))
        shown = [effect.what for effect in effects if isinstance(effect, Permission)]
        self.all_of("meaning of ignore, allow or forbid", meanings, shown)
        self.all_of(
            "archetype", get_args(Archetype), [archetype for team in pack.teams for archetype in team.archetypes]
        )
        self.all_of("kind of killzone", get_args(KillzoneKind), [killzone.kind for killzone in pack.killzones])
        support = any(ability.keyword == "SUPPORT" for card in cards for ability in card.abilities)
        self.need(support, ("teams",), "a complete pack has a SUPPORT ability (KT-EQ-03)")
        for index, team in enumerate(pack.teams):
            types = len(team.operatives)
            self.need(
                8 <= types <= 10,
                ("teams", index, "operatives"),
                f"a team of a complete pack has 8 to 10 operative types, not {types}",
            )
        for key, least in (("teams", 4), ("killzones", 3), ("crit_ops", 6), ("tac_ops", 8)):
            found = len(getattr(pack, key))
            self.need(
                found >= least, (key,), f"a complete pack has at least {least} {key.replace('_', ' ')}, not {found}"
            )
        for archetype in get_args(Archetype):
            found = sum(op.archetype == archetype for op in pack.tac_ops)
            self.need(found >= 2, ("tac_ops",), f"a complete pack has at least two tac ops of {archetype}, not {found}")

    def all_of(self, what: str, known: Iterable[str], found: Sequence[str]) -> None:
        """Every known word is found at least once."""
        missing = [name for name in known if name not in found]
        self.need(
            not missing, ("pack", "complete"), f"a complete pack shows every {what}; missing: {', '.join(missing)}"
        )


def team_sizes(selection: Selection) -> list[int]:
    """The numbers of operatives that the selection rules allow, rising (see KT-OPS-03)."""
    sizes = {0}
    for slot in selection.slots:
        # How many operatives may stand for so many choices of the slot.
        filled: dict[int, set[int]] = {0: {0}}
        for card in slot.cards:
            cost = selection.counts_as.get(card, 1)
            most = selection.max.get(card, selection.max["default"])
            step: dict[int, set[int]] = {}
            for taken, counts in filled.items():
                for number in range(most + 1):
                    if taken + number * cost <= slot.take:
                        step.setdefault(taken + number * cost, set()).update(count + number for count in counts)
            filled = step
        sizes = {size + count for size in sizes for count in filled.get(slot.take, set())}
    return sorted(sizes)
