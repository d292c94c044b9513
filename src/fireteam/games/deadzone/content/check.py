"""Checks that the cards, tables, rosters and scenarios of a Deadzone pack fit together; each failure names the file,
the line and the rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, get_args

from fireteam.core.yamlfile import Lines
from fireteam.games.deadzone.cards import ITEMS, KEYWORDS, Deck, Unit, Weapon, deck, weapon_card, word
from fireteam.games.deadzone.content.parts import ItemName, Result
from fireteam.games.deadzone.content.teams import NO_PLAIN_SHOT, force_list, needed_victory_points, of_roster
from fireteam.kit.content.checks import Checker

if TYPE_CHECKING:
    from fireteam.games.deadzone.content.pack import Pack
    from fireteam.games.deadzone.content.parts import Pricing, Roster
    from fireteam.games.deadzone.content.parts import Unit as UnitData
    from fireteam.games.deadzone.content.scenarios import Scenario

Path = tuple[str | int, ...]
Square = tuple[int, int]

ADDERS = ("Firing Platform", "Holo-Sight", "Weight of Fire", "Sniper Scope")
"""What adds or re-rolls dice of a SHOOT."""
AFTER_SHOTS = ("Blast", "Knockback", "Life Drain", "Rapid Fire", "Stun", "Suppression")
"""What follows a shot at one model, or takes its place."""
SHOT_ONLY = (
    "Explosive", "Firing Platform", "Grenade", "Heavy", "Holo-Sight", "Indirect", "Invigorate", "It Burns!",
    "Psychic", "Rapid Fire", "Sniper Scope", "Suppression", "Trap", "Weight of Fire",
)  # fmt: skip
CLOSE_ONLY = ("Frenzy", "Smash")
LANDS = ("Frag", "Blast", "Smoke", "Stun", "Gas Cloud", "Trap")
"""What a shot at a cube may bring with it."""
ON_FOOT = ("Agile", "Charged", "Evade", "Scout", "Teleport", "Jump Pack", "Flight")
NEEDS_INJURY = ("Rampage", "Life Support")
EFFECT_MOMENTS = {
    "grant": ("before_survive_dice", "activation_start"),
    "push": ("after_attack",),
    "smoke": ("activation_start", "activation_end"),
    "move_friends": ("activation_start", "activation_end"),
    "discard_dice": ("after_command_rerolls",),
    "recover": ("on_death",),
}
"""When the effect of an order has something to work on."""
MOMENT_LIMITS = {"before_survive_dice": "test", "after_command_rerolls": "round"}
"""How often an order of a moment may be given: `activation`, but for these."""


def check_pack(pack: Pack, lines: Lines, file: str) -> None:
    """Raise PackError for the first thing in the pack that does not fit."""
    check = _Check(pack, lines, file)
    check.names()
    check.orders()
    check.references()
    check.weapons()
    check.units()
    if pack.pricing is not None:
        check.prices(pack.pricing)
    check.rosters()
    check.tables()
    check.scenarios()
    if pack.info.complete:
        check.completeness()


def turned(square: Square, size: Square) -> Square:
    """A square after a half-turn of the board."""
    return size[0] + 1 - square[0], size[1] + 1 - square[1]


class _Check(Checker):
    """The pack under check, with its lines."""

    def __init__(self, pack: Pack, lines: Lines, file: str) -> None:
        super().__init__(lines, file)
        self.pack = pack

    @cached_property
    def cards(self) -> Deck:
        """The cards of the pack; asked for once all that they name is known to exist."""
        return deck(self.pack)

    def names(self) -> None:
        """Ids are unique among their kind, names among all that has one."""
        pack = self.pack
        for key in ("orders", "factions", "scenarios", "maps"):
            self.unique((entry.id for entry in getattr(pack, key)), (key,), "id", f"{key[:-1]} id")
        named: list[tuple[Path, str, str]] = [
            ((key, index, "name"), entry.name, key[:-1])
            for key in ("orders", "factions", "scenarios", "maps")
            for index, entry in enumerate(getattr(pack, key))
        ]
        ids: set[str] = set()
        for path, unit in self.all_units():
            self.need(unit.id not in ids, (*path, "id"), f"unit id {unit.id!r} is given twice")
            ids.add(unit.id)
            named.append(((*path, "name"), unit.name, "unit"))
        named += [(("weapons", id, "name"), weapon.name, "weapon") for id, weapon in pack.weapons.items()]
        seen: dict[str, str] = {}
        for path, name, kind in named:
            self.need(name.lower() not in seen, path, f"{kind} {name!r} is called like a {seen.get(name.lower())}")
            seen[name.lower()] = kind

    def all_units(self) -> Iterator[tuple[Path, UnitData]]:
        """Every unit, with its path."""
        for index, faction in enumerate(self.pack.factions):
            for place, unit in enumerate(faction.units):
                yield ("factions", index, "units", place), unit

    # -- orders --------------------------------------------------------------------------------------------------------

    def orders(self) -> None:
        """The moment of an order suits what it does (see DZ-CMD-12)."""
        for index, order in enumerate(self.pack.orders):
            path: Path = ("orders", index)
            effect, moments = order.effect.kind, EFFECT_MOMENTS[order.effect.kind]
            self.need(
                order.moment in moments,
                (*path, "moment"),
                f"{order.id}: {effect} belongs to {' or '.join(moments)}, not to {order.moment} (DZ-CMD-12)",
            )
            limit = MOMENT_LIMITS.get(order.moment, "activation")
            self.need(
                order.limit == limit,
                (*path, "limit"),
                f"{order.id}: {order.moment} comes once per {limit}, not per {order.limit} (DZ-CMD-12)",
            )
            if order.effect.grant is not None:
                granted = word(order.effect.grant.keyword)
                form = KEYWORDS[granted.name]
                self.need(
                    "unit" in form.on,
                    (*path, "effect", "grant", "keyword"),
                    f"{order.id}: a model cannot have the keyword {granted} ({form.rule})",
                )
                self.need(
                    order.moment != "before_survive_dice" or granted.name == "Resilient",
                    (*path, "effect", "grant", "keyword"),
                    f"{order.id}: {granted} does nothing for a SURVIVE test (DZ-AB-RESILIENT-01)",
                )

    # -- weapons -------------------------------------------------------------------------------------------------------

    def weapons(self) -> None:
        """Every weapon is carried, and every keyword on it can do something."""
        carried = {weapon for _, unit in self.all_units() for weapon in unit.weapons}
        for id, weapon in self.pack.weapons.items():
            self.need(id in carried, ("weapons", id), f"weapon {id!r} is carried by nobody")
            self.weapon(weapon_card(id, weapon), ("weapons", id))

    def weapon(self, weapon: Weapon, path: Path) -> None:
        """RANGE and keywords of one weapon."""
        id, names = weapon.id, [found.name for found in weapon.keywords]
        here = (*path, "keywords")
        if weapon.close:
            for name in names:
                self.need(name not in SHOT_ONLY, here, f"{id} is a CC weapon; {name} is for SHOOT ({self.rule(name)})")
        else:
            for name in names:
                self.need(name not in CLOSE_ONLY, here, f"{id} is for SHOOT; {name} is for FIGHT ({self.rule(name)})")
            invigorates = "Invigorate" in names
            self.need(
                bool(weapon.range) != invigorates,
                (*path, "range"),
                f"{id}: RANGE 0 is the own cube, for Invigorate and nothing else (DZ-AB-INVIGORATE-01)",
            )
        if "Indirect" in names:
            self.need(weapon.range > 2, (*path, "range"), f"{id}: Indirect needs a RANGE above 2 (DZ-AB-INDIRECT-02)")
        self.landing(weapon, names, here)
        barred = next((name for name in names if name in NO_PLAIN_SHOT), None)
        for name in names:
            self.need(
                barred is None or name not in ADDERS,
                here,
                f"{id}: {name} can do nothing, {barred} admits no more dice (DZ-DICE-14)",
            )
            self.need(
                "It Burns!" not in names or name not in AFTER_SHOTS,
                here,
                f"{id}: {name} can do nothing, It Burns! is an attack on all in a cube (DZ-AB-BURN-02)",
            )
        for name in ("Stun", "Blast"):
            harmless = name in names and (weapon.ap or "Toxic" in names)
            self.need(not harmless, here, f"{id}: {name} does no damage, so AP and Toxic are idle ({self.rule(name)})")
        drains = "Life Drain" in names
        self.need(not drains or "Psychic" in names, here, f"{id}: Life Drain is a Psychic attack (DZ-AB-LDRAIN-01)")
        self.once(weapon, names, path)

    def landing(self, weapon: Weapon, names: list[str], path: Path) -> None:
        """A shot at a cube brings one effect (see DZ-AB-EXPLOSIVE-01, DZ-AB-INDIRECT-04)."""
        for found in weapon.keywords:
            if found.name not in ("Explosive", "Indirect"):
                continue
            effects = [name for name in names if name in LANDS] + ["Frag"] * bool(found.number)
            rule = "DZ-AB-INDIRECT-04" if found.name == "Indirect" else "DZ-AB-EXPLOSIVE-01"
            self.need(
                len(effects) == 1,
                path,
                f"{weapon.id}: {found} brings exactly one of {', '.join(LANDS)}, not {', '.join(effects) or 'none'} "
                f"({rule})",
            )
        at_cube = {"Explosive", "Indirect", "Grenade"} & set(names)
        loose = next((name for name in names if name in ("Frag", "Smoke", "Gas Cloud", "Trap")), None)
        self.need(
            at_cube or loose is None or loose == "Trap",
            path,
            f"{weapon.id}: {loose} needs Explosive, Indirect or Grenade to reach a cube ({self.rule(loose or 'Frag')})",
        )

    def once(self, weapon: Weapon, names: list[str], path: Path) -> None:
        """A grenade says whether it is used up (DZ-AB-GRENADE-04)."""
        said = self.pack.weapons[weapon.id].one_use
        if "Grenade" in names:
            self.need(
                ("One-Use" in names) != (said is False),
                path,
                f"{weapon.id}: a grenade says One-Use, or one_use: false if it is not used up (DZ-AB-GRENADE-04)",
            )
        else:
            self.need(
                said is None,
                (*path, "one_use"),
                f"{weapon.id} is no grenade; the keyword One-Use says it all (DZ-AB-ONEUSE-01)",
            )

    def rule(self, name: str) -> str:
        return KEYWORDS[name].rule

    # -- units ---------------------------------------------------------------------------------------------------------

    def references(self) -> None:
        """The weapons and orders that units name exist."""
        orders = [order.id for order in self.pack.orders]
        for path, data in self.all_units():
            for place, weapon in enumerate(data.weapons):
                self.known(weapon, self.pack.weapons, (*path, "weapons", place), "weapon")
                self.need(
                    weapon not in data.weapons[:place],
                    (*path, "weapons", place),
                    f"{data.id} carries {weapon!r} twice",
                )
            if data.speed != "-":
                advance, sprint = data.speed
                self.need(
                    advance <= sprint, (*path, "SP"), f"{data.id}: ADVANCE is no longer than SPRINT (DZ-SPRINT-01)"
                )
            leads = data.role == "Leader"
            self.need(
                leads == (data.recon is not None) == (data.order is not None),
                path,
                f"{data.id}: leaders, and only they, have RECON and an order (DZ-CORE-07)",
            )
            if data.order is not None:
                self.known(data.order, orders, (*path, "order"), "order")

    def units(self) -> None:
        """Every keyword of a unit can do something; force lists are such that teams can be chosen from them."""
        for path, data in self.all_units():
            self.unit(self.cards.units[data.id], path)
        for index, faction in enumerate(self.pack.factions):
            units = [self.cards.units[unit.id] for unit in faction.units]
            engineer = any(unit.has("Engineer") for unit in units)
            for place, unit in enumerate(units):
                self.need(
                    engineer or not unit.has("Remote"),
                    ("factions", index, "units", place, "keywords"),
                    f"{unit.id} is Remote, but no unit of {faction.id} is an Engineer (DZ-AB-REMOTE-01)",
                )
            for place, item in enumerate(faction.equipment):
                self.known(item, self.pack.equipment, ("factions", index, "equipment", place), "equipment")
        for name in self.pack.equipment:
            self.need(ITEMS[name].sold, ("equipment", name), f"{name} is found, never bought ({ITEMS[name].rule})")

    def unit(self, unit: Unit, path: Path) -> None:
        """One card: its values serve its weapons and keywords."""
        ranged = [weapon for weapon in unit.weapons if not weapon.close]
        here = (*path, "keywords")
        for place, weapon in enumerate(unit.weapons):
            where = (*path, "weapons", place)
            if weapon.close:
                self.need(unit.fight, where, f"{unit.id} has no FIGHT for {weapon.id} (DZ-DICE-07)")
            else:
                rolls = not weapon.has("Explosive")
                self.need(unit.ranged or not rolls, where, f"{unit.id} has no RANGED for {weapon.id} (DZ-DICE-07)")
            if weapon.has("Firing Platform"):
                self.need(unit.vehicle, where, f"{unit.id} is no Vehicle; Firing Platform is idle (DZ-AB-FPLAT-01)")
            if weapon.has("Sniper Scope"):
                self.need(not unit.has("Holo-Sight"), where, f"{unit.id}: no Holo-Sight with a scope (DZ-AB-SNIPER-01)")
        main = [weapon for weapon in ranged if not weapon.has("Auxiliary Weapon", "Psychic")]
        most = 2 if unit.has("Fire Control") else 1
        self.need(
            len(main) <= most,
            (*path, "weapons"),
            f"{unit.id} has {len(main)} main ranged weapons, at most {most}; others are Auxiliary (DZ-AB-AUX-01)",
        )
        self.need(
            not unit.has("Fire Control") or len(ranged) >= 2,
            here,
            f"{unit.id}: Fire Control needs two ranged weapons (DZ-AB-FIRECTRL-01)",
        )
        shoots = any(not weapon.has(*NO_PLAIN_SHOT) for weapon in ranged)
        stands = unit.has("Solid", "Construct", "Vehicle", "Walker") and not unit.has("Bike")
        idle: list[tuple[Iterable[str], bool, str]] = [
            (("Holo-Sight", "Weight of Fire"), not shoots, "it has no weapon for a normal SHOOT"),
            (("Trip Mine",), not unit.ranged, "it has no RANGED"),
            (("Frenzy", "Smash", "Thermal Mines", "Horde"), not unit.fight, "it has no FIGHT"),
            (("Resilient",), not unit.survive, "it has no SURVIVE"),
            (ON_FOOT, unit.speed == (0, 0), "it has no SPEED"),
            (NEEDS_INJURY, unit.health == 1, "it dies of its first wound"),
            (("Headstrong",), stands, "it is never pinned"),
            (("Aerial Deployment", "Jump Pack"), unit.has("Drop Suit"), "its Drop Suit takes that place"),
        ]
        for names, is_idle, why in idle:
            for name in names:
                self.need(
                    not (is_idle and unit.has(name)),
                    here,
                    f"{unit.id}: {name} can do nothing, {why} ({self.rule(name)})",
                )

    # -- points --------------------------------------------------------------------------------------------------------

    def prices(self, pricing: Pricing) -> None:
        """Points and VP of every unit are those of the pack's own reckoning."""
        for id, weapon in self.pack.weapons.items():
            self.need(
                weapon.cost is not None, ("weapons", id), f"weapon {id!r} lacks the key 'cost', which prices ask for"
            )
        for path, data in self.all_units():
            unit = self.cards.units[data.id]
            for name in ("SV", "FI", "RA"):
                value = getattr(data, {"SV": "survive", "FI": "fight", "RA": "ranged"}[name])
                self.need(value in pricing.stat, (*path, name), f"{data.id}: the pack has no price for {name} {value}")
            for place, found in enumerate(unit.keywords):
                self.need(
                    str(found) in pricing.keyword or found.name in pricing.keyword,
                    (*path, "keywords", place),
                    f"{data.id}: the pack has no price for the keyword {found.name}",
                )
            if data.recon is not None:
                self.need(data.recon in pricing.recon, (*path, "RECON"), f"{data.id}: no price for RECON {data.recon}")
            points = self.price(unit, data, pricing)
            self.need(
                data.points == points,
                (*path, "points"),
                f"{data.id}: {data.points} points, but its card costs {points}",
            )
            worth = min(pricing.most_vp, points // pricing.points_per_vp)
            self.need(
                data.victory_points == worth,
                (*path, "VP"),
                f"{data.id}: {data.victory_points} VP, but {points} points are worth {worth}",
            )

    def price(self, unit: Unit, data: UnitData, pricing: Pricing) -> int:
        """The points of a card."""
        survive, fight, ranged = (pricing.stat[value] for value in (data.survive, data.fight, data.ranged))
        total = pricing.body + unit.health * (survive * pricing.survive_per_hp + unit.armour * pricing.armour_per_hp)
        total += max(0, unit.health - 2) * pricing.extra_hp + fight * pricing.fight + ranged * pricing.ranged
        advance, sprint = unit.speed
        moves = (advance - 1) * pricing.advance + (sprint - 2) * pricing.sprint
        total += moves if unit.speed != (0, 0) else pricing.immobile
        for weapon in unit.weapons:
            cost = self.pack.weapons[weapon.id].cost or 0
            stat = fight if weapon.close else ranged
            total += cost if weapon.has("Explosive") else cost * stat / pricing.stat[5]
        for found in unit.keywords:
            own = pricing.keyword.get(str(found))
            total += own if own is not None else pricing.keyword[found.name] * (found.number or 1)
        if data.recon is not None:
            total += pricing.order + pricing.recon[data.recon]
        return max(pricing.minimum, int(total + 0.5))

    # -- rosters -------------------------------------------------------------------------------------------------------

    def rosters(self) -> None:
        """Ready rosters are teams without a fault that use up their points (see DZ-SETUP-02)."""
        slack = self.pack.team_rules.slack
        for index, faction in enumerate(self.pack.factions):
            force = force_list(self.pack, self.cards, faction.id)
            self.unique((roster.limit for roster in faction.rosters), ("factions", index, "rosters"), "limit", "limit")
            for place, roster in enumerate(faction.rosters):
                path: Path = ("factions", index, "rosters", place)
                for entry, found in enumerate(roster.models):
                    self.known(found.unit, force.units, (*path, "models", entry, "unit"), f"unit of {faction.id}")
                team = of_roster(faction.name, faction.id, roster)
                total = force.points(team)
                self.need(
                    total == roster.total, (*path, "total"), f"total {roster.total}, but the models cost {total} points"
                )
                for fault in force.faults(team):
                    where = path if fault.model is None else (*path, "models", self.entry_of(roster, fault.model))
                    self.fail(where, f"{faction.id} {roster.limit}: {fault.text} ({fault.rule})")
                self.need(
                    total >= roster.limit - slack,
                    (*path, "total"),
                    f"{total} points are more than {slack} below {roster.limit}",
                )
                worth = sum(force.units[pick.unit].victory_points for pick in team.models)
                needed = needed_victory_points(roster.limit)
                self.need(
                    2 * worth >= needed,
                    path,
                    f"all its models are worth {worth} VP, less than half of the {needed} that win (DZ-WIN-02)",
                )

    def entry_of(self, roster: Roster, model: int) -> int:
        """The entry of a roster that a model comes from."""
        entries = chain.from_iterable([place] * entry.count for place, entry in enumerate(roster.models))
        return list(entries)[model]

    # -- tables --------------------------------------------------------------------------------------------------------

    def tables(self) -> None:
        """The command die, the tokens and the recon table."""
        faces = self.pack.command_die
        missing = [result for result in get_args(Result) if result not in faces]
        self.need(not missing, ("command_die",), f"the command die lacks {', '.join(missing)} (DZ-CORE-09)")
        tokens = sum(self.pack.items.tokens.values())
        placed = self.pack.items.placed
        self.need(tokens >= placed, ("items", "tokens"), f"{tokens} tokens, but {placed} are placed (DZ-SETUP-09)")
        for index, row in enumerate(self.pack.recon_table):
            self.need(
                row.margin == index + 1,
                ("recon_table", index, "margin"),
                f"the margins of the recon table rise by one from 1: {row.margin} stands where {index + 1} belongs "
                "(DZ-SETUP-11)",
            )

    # -- scenarios -----------------------------------------------------------------------------------------------------

    def scenarios(self) -> None:
        """Scenarios are fair and can be won."""
        rolled: dict[int, str] = {}
        for index, scenario in enumerate(self.pack.scenarios):
            for place, face in enumerate(scenario.roll):
                path: Path = ("scenarios", index, "roll", place)
                self.need(face not in rolled, path, f"a roll of {face} already means {rolled.get(face)} (DZ-SETUP-02)")
                rolled[face] = scenario.id
            self.scenario(scenario, ("scenarios", index))
        missing = [str(face) for face in range(1, 9) if face not in rolled]
        self.need(not missing, ("scenarios",), f"no scenario is chosen by a roll of {', '.join(missing)} (DZ-SETUP-02)")

    def scenario(self, scenario: Scenario, path: Path) -> None:
        """Zones, objectives, consoles and exits of one scenario, on every map it is for."""
        names = [board.id for board in self.pack.maps]
        for place, name in enumerate(scenario.maps):
            self.known(name, names, (*path, "maps", place), "map")
        sizes = {board.size for board in self.pack.maps if not scenario.maps or board.id in scenario.maps}
        self.need(len(sizes) == 1, path, f"{scenario.id} is for maps of different sizes; name its maps")
        (size,) = sizes
        a, b = scenario.zones.a, scenario.zones.b
        for key, squares in (("A", a), ("B", b)):
            self.squares(squares, size, (*path, "zones", key), "zone")
        both = set(a) & set(b)
        self.need(not both, (*path, "zones"), f"both zones hold {sorted(both)[:1]}")
        self.half_turn(a, b, size, (*path, "zones", "B"), "zone B", "zone A")
        self.objectives(scenario, size, path)
        if scenario.consoles is not None:
            here = (*path, "consoles", "at")
            self.squares(scenario.consoles.at, size, here, "console")
            self.half_turn(scenario.consoles.at, scenario.consoles.at, size, here, "the consoles", "themselves")
        if scenario.exits is not None:
            self.half_turn(
                scenario.exits.a, scenario.exits.b, size, (*path, "exits", "B"), "the exits of B", "the exits of A"
            )
            for key, squares, own in (("A", scenario.exits.a, a), ("B", scenario.exits.b, b)):
                self.squares(squares, size, (*path, "exits", key), "exit")
                for place, (x, y) in enumerate(squares):
                    far = (x in (1, size[0]) or y in (1, size[1])) and (x, y) not in own
                    self.need(
                        far,
                        (*path, "exits", key, place),
                        f"exit {[x, y]} is no square at the edge outside the own zone (DZ-CORE-06)",
                    )
        each = sum(objective.vp for objective in scenario.objectives)
        reach = each * 5 / 2 + 6 * scenario.kills + 2 * scenario.intel_vp
        self.need(reach >= 12, (*path, "objectives"), f"{scenario.id}: 12 VP can hardly be reached (DZ-WIN-02)")

    def objectives(self, scenario: Scenario, size: Square, path: Path) -> None:
        """Objectives lie between the zones, the same for both sides (see DZ-SETUP-04)."""
        here = (*path, "objectives")
        worth = {objective.at: objective.vp for objective in scenario.objectives}
        for place, objective in enumerate(scenario.objectives):
            self.squares((objective.at,), size, (*here, place), "objective")
            zones = (*scenario.zones.a, *scenario.zones.b)
            self.need(objective.at not in zones, (*here, place), f"objective {list(objective.at)} lies in a zone")
            twice = objective.at in [other.at for other in scenario.objectives[:place]]
            self.need(not twice, (*here, place), f"two objectives lie on {list(objective.at)}")
            self.need(
                worth.get(turned(objective.at, size)) == objective.vp,
                (*here, place),
                f"objective {list(objective.at)} has no twin of {objective.vp} VP by a half-turn of the board",
            )

    def squares(self, squares: Iterable[Square], size: Square, path: Path, what: str) -> None:
        """Squares lie on the board, each once."""
        seen: set[Square] = set()
        for place, (x, y) in enumerate(squares):
            self.need(
                x <= size[0] and y <= size[1],
                (*path, place),
                f"{what} {[x, y]} lies off a board of {size[0]} by {size[1]}",
            )
            self.need((x, y) not in seen, (*path, place), f"{what} {[x, y]} is given twice")
            seen.add((x, y))

    def half_turn(
        self, one: Iterable[Square], other: Iterable[Square], size: Square, path: Path, what: str, of: str
    ) -> None:
        """Squares of one side are those of the other by a half-turn of the board."""
        same = {turned(square, size) for square in one} == set(other)
        self.need(same, path, f"{what} must be a half-turn of {of}")

    # -- completeness --------------------------------------------------------------------------------------------------

    def completeness(self) -> None:
        """A pack that calls itself complete shows everything that the rules know."""
        pack = self.pack
        here: Path = ("pack", "complete")
        cards = [*self.cards.units.values(), *self.cards.weapons.values()]
        shown = {name for card in cards for found in card.keywords for name in found.names}
        shown |= {"AP"} if any(weapon.ap for weapon in self.cards.weapons.values()) else set()
        missing = [name for name in KEYWORDS if name not in shown]
        self.need(not missing, here, f"a complete pack shows every keyword; missing: {', '.join(missing)}")
        absent = [name for name in get_args(ItemName) if name not in pack.items.tokens]
        self.need(not absent, here, f"a complete pack has tokens of every item; missing: {', '.join(absent)}")
        for key, least in (("factions", 4), ("scenarios", 4), ("maps", 3)):
            found = len(getattr(pack, key))
            self.need(found >= least, (key,), f"a complete pack has at least {least} {key}, not {found}")
        for index, faction in enumerate(pack.factions):
            path: Path = ("factions", index)
            units = len(faction.units)
            self.need(
                8 <= units <= 10, (*path, "units"), f"a faction of a complete pack has 8 to 10 units, not {units}"
            )
            roles = [unit.role for unit in faction.units]
            self.need(
                "Leader" in roles and roles.count("Troop") >= 2,
                (*path, "units"),
                f"a faction of a complete pack has a Leader and two Troops; {faction.id} has not",
            )
            limits = [roster.limit for roster in faction.rosters]
            lacking = [str(limit) for limit in pack.team_rules.limits if limit not in limits]
            self.need(not lacking, (*path, "rosters"), f"{faction.id} has no roster of {', '.join(lacking)} points")
        used = {entry.unit for faction in pack.factions for roster in faction.rosters for entry in roster.models}
        for path, unit in self.all_units():
            self.need(unit.id in used, path, f"unit {unit.id!r} stands in no roster of a complete pack")
