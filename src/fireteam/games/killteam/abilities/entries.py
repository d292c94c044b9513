"""What kill teams bring along, compiled: every ability, faction rule, ploy and piece of faction equipment (KT-ACT-08,
KT-PLOY-01).

Others use it so: `entries(t, seat, when)` lists what a side could use in a window, `bearers` who uses it, `usable`
whether it can be used now, `chosen` whom it concerns; `asked` says whether its owner is asked, `pay` counts the use.
What lasts is looked up with `in_force`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from fireteam.core.refusals import Why, need
from fireteam.games.killteam.abilities.conditions import Context, holds
from fireteam.games.killteam.abilities.grants import grants_of
from fireteam.games.killteam.abilities.selectors import chosen, everybody, fits, selector_of
from fireteam.games.killteam.state import KILLZONE, NOBODY

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.vocabulary import Ability, Choice, Condition, Effect, MarkerKind, Token, Who
    from fireteam.games.killteam.cards import Datacard
    from fireteam.games.killteam.content.pack import Pack
    from fireteam.games.killteam.content.teams import Team
    from fireteam.games.killteam.table import Table

__all__ = [
    "Book",
    "Context",
    "Entry",
    "asked",
    "bearers",
    "chosen",
    "entries",
    "holds",
    "in_force",
    "pay",
    "usable",
    "within_limit",
]

ABILITY, FACTION, STRATEGY, FIREFIGHT, EQUIPMENT = "ability", "faction", "strategy", "firefight", "equipment"
"""The kinds of entries."""
PLOYS = (STRATEGY, FIREFIGHT)


class Entry(NamedTuple):
    """One entry of a kill team of this match."""

    id: str
    name: str
    when: str
    seat: int
    card: str
    """The id of the datacard it stands on; empty: it belongs to the whole kill team."""
    kind: str
    """ability, faction, strategy, firefight or equipment."""
    cp: int
    ap: int
    limit: str
    """once_per_activation and so on; empty: none."""
    user: str
    """The keyword of those that may trigger it."""
    by: tuple[str, ...]
    """The datacards that may use it; the first of them that is still in the killzone does."""
    who: Who | None
    conditions: tuple[Condition, ...]
    effects: tuple[Effect, ...]
    choices: tuple[tuple[str, Choice], ...]
    keyword: str
    text: str
    once_tokens: tuple[str, ...] = ()
    """Tokens it gives that an operative gets once in a battle."""
    topics: Mapping[tuple[str, str], tuple[Effect, ...]] = MappingProxyType({})
    """Its effects by their kind and what they are about, and by their kind alone, made once: this is looked at all the
    time."""
    tests: tuple[tuple[str, Any], ...] = ()
    """Its conditions, dice aside, as kinds and values."""

    @property
    def ploy(self) -> bool:
        """Whether it is a ploy (see KT-PLOY-01)."""
        return self.kind in PLOYS

    def effects_of(self, kind: str, about: str = "") -> tuple[Effect, ...]:
        """Its effects of a kind, about one thing if that is named: a stat, something ignored, allowed, forbidden."""
        return self.topics.get((kind, about), ())

    def made_up(self) -> Entry:
        """The same with everything made that is looked at all the time."""
        topics: dict[tuple[str, str], tuple[Effect, ...]] = {}
        for effect in self.effects:
            for topic in _topics(effect):
                topics[topic] = (*topics.get(topic, ()), effect)
        return self._replace(
            topics=topics, tests=tuple((found.kind, found.value) for found in self.conditions if found.kind != "roll")
        )


def _about(effect: Effect) -> str:
    """What an effect is about: a stat, something ignored, allowed or forbidden, a token."""
    value = effect.value
    return str(getattr(value, "stat", None) or getattr(value, "what", None) or getattr(value, "name", ""))


def _topics(effect: Effect) -> list[tuple[str, str]]:
    """What an effect is looked up by: its kind, and its kind with what it is about."""
    about = _about(effect)
    return [(effect.kind, ""), (effect.kind, about)] if about else [(effect.kind, "")]


class Book:
    """All entries of both sides of a match, made once, by window and by what lasts."""

    def __init__(
        self,
        found: Iterable[Entry] = (),
        tokens: dict[str, Token] | None = None,
        marker_kinds: dict[str, MarkerKind] | None = None,
    ) -> None:
        listed = tuple(entry.made_up() for entry in found)
        self.tokens: dict[str, Token] = dict(tokens or {})
        given = [(entry, effect) for entry in listed for effect in entry.effects]
        given += [(entry, effect) for entry in listed for _, choice in entry.choices for effect in choice.effects]
        for entry, effect in given:
            grants_of(entry.name, effect)  # from here on the dice of a save know what was granted to them
        self.steadies = any(
            self.tokens[name].apl_for_control for _, effect in given if (name := _about(effect)) in self.tokens
        )
        """Whether a token of the two sides makes somebody count for more where markers are controlled."""
        self.marker_kinds: dict[str, MarkerKind] = dict(marker_kinds or {})
        self.by_id: tuple[dict[str, Entry], dict[str, Entry]] = ({}, {})
        self.by_when: dict[tuple[int, str], list[Entry]] = {}
        self.choices: dict[tuple[str, str], Entry] = {}
        """What a choice of an entry does, as an entry of its own, by both names."""
        self.passives: dict[tuple[str, str], list[tuple[Entry, Effect]]] = {}
        """Effects of passive entries by their kind, and by their kind with what they are about."""
        self.kinds: dict[str, bool] = {}
        """The kinds of effects that may be in force from an entry at all."""
        self.topics: dict[tuple[str, str], bool] = {}
        """The same with what they are about, and with nothing."""
        for entry in listed:
            self.by_id[entry.seat][entry.id] = entry
            self.by_when.setdefault((entry.seat, entry.when), []).append(entry)
            for effect in entry.effects:
                for topic in _topics(effect) if entry.when == "passive" else ():
                    self.passives.setdefault(topic, []).append((entry, effect))
                if entry.when in ("passive", "gambit"):
                    self._may_last(effect)
            for name, choice in entry.choices:
                self.choices[entry.id, name] = entry._replace(
                    conditions=choice.conditions, effects=choice.effects, choices=()
                ).made_up()
                for effect in choice.effects:
                    self._may_last(effect)

    def _may_last(self, effect: Effect) -> None:
        self.kinds[effect.kind] = True
        self.topics.update(dict.fromkeys(_topics(effect), True))

    def entry(self, seat: int, name: str) -> Entry | None:
        """An entry by its id, that of a seat first."""
        return self.by_id[seat].get(name) or self.by_id[1 - seat].get(name)


def book_of(pack: Pack | None, teams: Sequence[Team] | None, cards: Sequence[Datacard]) -> Book:
    """The book of two kill teams, whose cards stand one team after the other."""
    if pack is None or teams is None:
        return Book()
    found: list[Entry] = []
    once = tuple(name for name, token in pack.tokens.items() if token.once_per_operative)
    first = 0
    for seat, team in enumerate(teams):
        ids = {data.id: card.id for data, card in zip(team.operatives, cards[first:], strict=False)}
        first += len(team.operatives)
        found += [
            _entry(ability, ABILITY, seat, team, once, ids, ids[card.id])
            for card in team.operatives
            for ability in card.abilities
        ]
        found.append(_entry(team.faction_rule, FACTION, seat, team, once, ids))
        found += [_entry(ploy, STRATEGY, seat, team, once, ids, cp=ploy.cp) for ploy in team.strategy_ploys]
        found += [_entry(ploy, FIREFIGHT, seat, team, once, ids, cp=ploy.cp) for ploy in team.firefight_ploys]
        found += [_entry(item, EQUIPMENT, seat, team, once, ids) for item in team.faction_equipment]
    return Book(found, pack.tokens, pack.marker_kinds)


def _entry(
    data: Ability,
    kind: str,
    seat: int,
    team: Team,
    once: tuple[str, ...],
    ids: Mapping[str, str],
    card: str = "",
    cp: int = 0,
) -> Entry:
    """An entry of a pack; `ids` are those of the cards of its team in this match."""
    tokens = tuple(
        effect.token.name for effect in data.effects if effect.token is not None and effect.token.name in once
    )
    return Entry(
        data.id, data.name, data.when, seat, card, kind, cp, data.ap or 0, data.limit or "",
        data.user or team.keywords[0],
        tuple(ids[name] for name in data.by), data.who, data.conditions, data.effects, tuple(data.choices.items()),
        data.keyword or "", data.text, tokens,
    )  # fmt: skip


# -- what a side has ---------------------------------------------------------------------------------------------------


def book(t: Table) -> Book:
    """All entries of the match."""
    found: Book = t.setting.book
    return found


def has(t: Table, entry: Entry) -> bool:
    """Whether a side has an entry in this battle: faction equipment only if it was selected (KT-OPS-04)."""
    return entry.kind != EQUIPMENT or entry.id in t.selected(entry.seat, "equipment").split(",")


def entries(t: Table, seat: int, when: str) -> list[Entry]:
    """The entries of a side for a window."""
    return [entry for entry in book(t).by_when.get((seat, when), ()) if has(t, entry)]


def bears(t: Table, entry: Entry, who: int) -> bool:
    """Whether an operative is one of those that an entry belongs to, wherever it is."""
    operative, card = t.operative(who), t.card(who)
    if operative.seat != entry.seat:
        return False
    if entry.card or entry.by:
        return card.id == entry.card or card.id in entry.by
    return entry.user in card.keywords


def bearers(t: Table, entry: Entry) -> list[int]:
    """The operatives in the killzone that may trigger an entry; of those named by `by` the first that is still
    there."""
    found = [
        who for who, operative in enumerate(t.state.operatives) if operative.status == KILLZONE and bears(t, entry, who)
    ]
    if entry.by and found:
        return [min(found, key=lambda who: (entry.by.index(t.card(who).id), who))]
    return found


# -- limits and costs --------------------------------------------------------------------------------------------------


def asked(entry: Entry) -> bool:
    """Whether its owner is asked and may decline: what costs CP or has a limit; the rest works by itself."""
    return entry.ploy or bool(entry.limit)


def uses(t: Table, entry: Entry, who: int) -> list[tuple[str, int, int, int, int]]:
    """Every use that counts for the limit: abilities of a card are limited for each operative, all else for the
    side."""
    return [
        use
        for use in t.state.used
        if use[0] == entry.id and use[1] == entry.seat and (entry.kind != ABILITY or use[2] == who)
    ]


def within_limit(t: Table, entry: Entry, who: int, why: Why = None) -> bool:
    """Whether its limit allows one more use."""
    if not entry.limit:
        return True
    s, before = t.state, uses(t, entry, who)
    if entry.limit == "once_per_activation":
        free = not any(use[2:] == (who, s.turning_point, s.activations) for use in before)
    elif entry.limit == "once_per_tp":
        free = not any(use[3] == s.turning_point for use in before)
    else:
        free = len(before) < (2 if entry.limit == "twice_per_battle" else 1)
    return need(why, free, entry.id, "{} is within its limit: {}", entry.name, entry.limit.replace("_", " "))


def affordable(t: Table, entry: Entry, why: Why = None) -> bool:
    """A ploy wants its CP, and is used once in a turning point (KT-PLOY-01, KT-PLOY-04)."""
    if not entry.ploy:
        return True
    left = t.state.cp[entry.seat]
    return need(why, left >= entry.cp, "KT-PLOY-01", "{} CP for {}: {} left", entry.cp, entry.name, left) and need(
        why,
        (entry.id, entry.seat) not in t.state.ploys,
        "KT-PLOY-04",
        "{} has not been used in this turning point",
        entry.name,
    )


def usable(t: Table, entry: Entry, context: Context, why: Why = None) -> bool:
    """Whether an operative may use an entry now: cost, limit, conditions, and somebody whom it concerns."""
    return (
        affordable(t, entry, why)
        and within_limit(t, entry, context.who, why)
        and (everybody(entry) or holds(t, entry, context, why))
        and need(why, bool(concerned(t, entry, context)), entry.id, "{} concerns somebody", entry.name)
    )


def concerned(t: Table, entry: Entry, context: Context) -> list[int]:
    """Whom an entry concerns; with `friendlies` and `enemies` those for whom its conditions hold."""
    found = chosen(t, entry, context)
    return [who for who in found if holds(t, entry, context._replace(who=who))] if everybody(entry) else found


def pay(t: Table, entry: Entry, who: int) -> None:
    """An entry is used: CP, once in a turning point for ploys, one more use of its limit
    (see KT-PLOY-01 and KT-PLOY-04)."""
    if entry.ploy:
        if entry.cp:
            t.spend_cp(entry.seat, entry.cp, "KT-PLOY-01")
        t.use_ploy(entry.id, entry.seat)
    count(t, entry, who)
    t.tell("entry_used", entry.id, entry=entry.id, who=t.name(who) if who != NOBODY else "", seat=entry.seat)


def count(t: Table, entry: Entry, who: int) -> None:
    """One more use of an entry with a limit."""
    if entry.limit:
        t.use(entry.id, entry.seat, who)


# -- what lasts --------------------------------------------------------------------------------------------------------

ENTRY, CHOICE = "entry", "choice"
"""What a state's Effect is that puts a whole entry, or one choice of it, in force."""


def in_force(
    t: Table, who: int, kind: str, context: Context | None = None, about: str = ""
) -> list[tuple[Entry, Effect]]:
    """The effects of a kind that entries have on an operative now: passives, its friends' auras, gambits, choices of
    tokens; those about one thing alone if that is named: a stat, something ignored, allowed or forbidden."""
    listed: Book = t.setting.book
    if (kind, about) not in listed.topics:
        return []
    looked = context
    found: list[tuple[Entry, Effect]] = []
    passives = listed.passives.get((kind, about), ())
    standing = t.state.standing
    laid = t.state.operatives[who].effects
    if not passives and not standing and not laid:
        return found
    if looked is None:
        looked = Context(who)
    elif looked.who != who:
        looked = looked._replace(who=who)
    for entry, effect in passives:
        if _covers(t, entry, who) and holds(t, entry, looked):
            found.append((entry, effect))
    for seat, stood in standing:
        if stood.what == ENTRY:
            given = listed.by_id[seat][stood.name]
            effects = given.effects_of(kind, about)
            if effects and _covers(t, given, who) and holds(t, given, looked):
                found += [(given, effect) for effect in effects]
    for one in laid:
        if one.what in (ENTRY, CHOICE):
            way = (
                listed.choices.get((one.source, one.name))
                if one.what == CHOICE
                else listed.entry(t.operative(who).seat, one.name)
            )
            effects = way.effects_of(kind, about) if way is not None else ()
            if way is not None and effects and holds(t, way, looked):
                found += [(way, effect) for effect in effects]
    return found


def _covers(t: Table, entry: Entry, who: int) -> bool:
    """Whether a lasting entry covers an operative: its bearers themselves, or all whom its selector means."""
    if not everybody(entry):
        return bears(t, entry, who) and has(t, entry) and (not entry.by or who in bearers(t, entry))
    selector, friendly = selector_of(entry)
    assert selector is not None
    if (t.operative(who).seat == entry.seat) is not friendly or not has(t, entry):
        return False
    if (
        selector.within is None
        and selector.beyond is None
        and not selector.visible
        and not selector.not_self
        and not entry.card
    ):
        return fits(t, entry, selector, NOBODY, who, friendly=friendly)
    return any(
        not t.operative(bearer).incapacitated and fits(t, entry, selector, bearer, who, friendly=friendly)
        for bearer in bearers(t, entry)
    )
