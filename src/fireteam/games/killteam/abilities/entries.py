"""What kill teams bring along, compiled: every ability, faction rule, ploy and piece of faction equipment (KT-ACT-08,
KT-PLOY-01).

Others use it so: `entries(t, seat, when)` lists what a side could use in a window; an entry says who bears it, whether
it can be used now, for whom, whether its owner is asked, and takes what it costs. What lasts is looked up with
`in_force`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, TypeVar

from fireteam.core.refusals import Why, need
from fireteam.games.killteam.abilities.conditions import Rolled
from fireteam.games.killteam.abilities.selectors import chosen, everybody, fits, measured, selector_of
from fireteam.games.killteam.abilities.word import CHOICE, ENTRY, UNTIL, Condition, Context, Effect, listed
from fireteam.games.killteam.state import KILLZONE, NOBODY

if TYPE_CHECKING:
    from fireteam.games.killteam.abilities.vocabulary import Ability, Choice, MarkerKind, MarkerWindow, Token
    from fireteam.games.killteam.cards import Datacard
    from fireteam.games.killteam.content.pack import Pack
    from fireteam.games.killteam.content.teams import Team
    from fireteam.games.killteam.table import Table

E = TypeVar("E", bound=Effect)

ABILITY, FACTION, STRATEGY, FIREFIGHT, EQUIPMENT = "ability", "faction", "strategy", "firefight", "equipment"
"""The kinds of entries."""
PLOYS = (STRATEGY, FIREFIGHT)
UNSAID = {
    "gambit": "turning point", "ready_step": "turning point", "activation_end": "turning point",
    "activation_start": "activation", "enemy_activation_start": "activation",
}  # fmt: skip
"""How long an effect lasts that does not say so, by the window of its entry; the others last to the end of the
action."""


MARKER_WINDOWS = ("on_enter", "on_move", "aura")


class Entry:
    """One entry of a kill team of this match."""

    def __init__(
        self,
        data: Ability,
        kind: str,
        seat: int,
        user: str,
        card: str = "",
        by: Iterable[str] = (),
        once: Sequence[str] = (),
    ) -> None:
        self.id, self.name, self.text, self.when, self.who = data.id, data.name, data.text, data.when, data.who
        self.kind, self.seat = kind, seat
        self.card = card
        """The id of the datacard it stands on; empty: it belongs to the whole kill team."""
        self.ploy = kind in PLOYS
        self.cp: int = getattr(data, "cp", 0)
        self.ap, self.limit, self.keyword = data.ap or 0, data.limit or "", data.keyword or ""
        self.user = data.user or user
        """The keyword of those that may trigger it."""
        self.by = tuple(by)
        """The datacards that may use it; the first of them that is still in the killzone does."""
        self.choices: dict[str, Entry] = {}
        """What each of several things that its owner picks from does, as an entry of its own."""
        self._compile(data)
        self.once_tokens = tuple((one.word, one.token()) for one in self.effects if one.token() in once)
        """Tokens it gives that an operative gets once in a battle, as they lie on one."""
        for name, choice in data.choices.items():
            self.choices[name] = copy(self)
            self.choices[name].choices = {}
            self.choices[name]._compile(choice)

    def _compile(self, data: Ability | Choice) -> None:
        """Everything made of its words that is looked at all the time."""
        self.effects: tuple[Effect, ...] = tuple(map(Effect.written, data.effects))
        self.listed: Mapping[tuple[type[Effect], str], tuple[Effect, ...]] = listed(self.effects)
        found: list[Condition] = list(map(Condition.written, data.conditions))
        self.conditions = tuple(one for one in found if not isinstance(one, Rolled))
        self.rolls = tuple(one for one in found if isinstance(one, Rolled))
        """The D6 that it wants to see."""
        self.early = any(effect.early(self) for effect in self.effects)
        """Whether it comes before what its window is about: another target, no casualty."""

    def effects_of(self, kind: type[E], about: str = "") -> tuple[E, ...]:
        """Its effects of a kind, about one thing if that is named: a stat, something ignored, allowed, forbidden."""
        return self.listed.get((kind, about), ())  # type: ignore[return-value]  # listed by their class

    def all_effects(self) -> list[Effect]:
        """Its effects, and those of all its choices."""
        return [effect for entry in (self, *self.choices.values()) for effect in entry.effects]

    def of_itself(self) -> bool:
        """Whether it is about the operative that triggers it."""
        return self.who is None or bool(self.who.itself)

    def until(self, said: str | None) -> str:
        """How long an effect of it lasts, as the state has it."""
        return UNTIL[said] if said is not None else UNSAID.get(self.when, "action")

    # -- who has it ----------------------------------------------------------------------------------------------------

    def had(self, t: Table) -> bool:
        """Whether a side has an entry in this battle: faction equipment only if it was selected (KT-OPS-04)."""
        return self.kind != EQUIPMENT or self.id in t.selected(self.seat, "equipment").split(",")

    def bears(self, t: Table, who: int) -> bool:
        """Whether an operative is one of those that an entry belongs to, wherever it is."""
        operative, card = t.operative(who), t.card(who)
        if operative.seat != self.seat:
            return False
        if self.card or self.by:
            return card.id == self.card or card.id in self.by
        return self.user in card.keywords

    def bearers(self, t: Table) -> list[int]:
        """The operatives in the killzone that may trigger an entry; of those named by `by` the first that is still
        there."""
        found = [
            who
            for who, operative in enumerate(t.state.operatives)
            if operative.status == KILLZONE and self.bears(t, who)
        ]
        if self.by and found:
            return [min(found, key=lambda who: (self.by.index(t.card(who).id), who))]
        return found

    def covers(self, t: Table, who: int) -> bool:
        """Whether a lasting entry covers an operative: its bearers themselves, or all whom its selector means."""
        if not everybody(self):
            return self.bears(t, who) and self.had(t) and (not self.by or who in self.bearers(t))
        selector, friendly = selector_of(self)
        assert selector is not None
        if (t.operative(who).seat == self.seat) is not friendly or not self.had(t):
            return False
        if not (measured(selector) or selector.not_self or self.card):
            return fits(t, self, selector, NOBODY, who, friendly=friendly)
        return any(
            not t.operative(bearer).incapacitated and fits(t, self, selector, bearer, who, friendly=friendly)
            for bearer in self.bearers(t)
        )

    # -- limits and costs ----------------------------------------------------------------------------------------------

    @property
    def asked(self) -> bool:
        """Whether its owner is asked and may decline: what costs CP or has a limit; the rest works by itself."""
        return self.ploy or bool(self.limit)

    def within_limit(self, t: Table, who: int, why: Why = None) -> bool:
        """Whether its limit allows one more use: abilities of a card are limited for each operative, all else for the
        side."""
        if not self.limit:
            return True
        s = t.state
        before = [use for use in s.used if use[:2] == (self.id, self.seat) and (self.kind != ABILITY or use[2] == who)]
        if self.limit == "once_per_activation":
            free = not any(use[2:] == (who, s.turning_point, s.activations) for use in before)
        elif self.limit == "once_per_tp":
            free = not any(use[3] == s.turning_point for use in before)
        else:
            free = len(before) < (2 if self.limit == "twice_per_battle" else 1)
        return need(why, free, self.id, "{} is within its limit: {}", self.name, self.limit.replace("_", " "))

    def affordable(self, t: Table, why: Why = None) -> bool:
        """A ploy wants its CP, and is used once in a turning point (KT-PLOY-01, KT-PLOY-04)."""
        if not self.ploy:
            return True
        left, fresh = t.state.cp[self.seat], (self.id, self.seat) not in t.state.ploys
        return need(why, left >= self.cp, "KT-PLOY-01", "{} CP for {}: {} left", self.cp, self.name, left) and need(
            why, fresh, "KT-PLOY-04", "{} has not been used in this turning point", self.name
        )

    def holds(self, t: Table, context: Context, why: Why = None) -> bool:
        """Whether all conditions of an entry hold, dice aside."""
        for condition in self.conditions:
            passed = condition.holds(t, context)
            if not passed and why is None:
                return False
            if why is not None and not need(
                why, passed, self.id, "{} of {}: {}", self.name, t.name(context.who), condition.spoken()
            ):
                return False
        return True

    def usable(self, t: Table, context: Context, why: Why = None) -> bool:
        """Whether an operative may use an entry now: cost, limit, conditions, and somebody whom it is for."""
        return self.open(t, context, why) and need(
            why, bool(self.able(t, context)), self.id, "{} concerns somebody", self.name
        )

    def usable_for(self, t: Table, context: Context, whom: int) -> bool:
        """Whether an operative may use an entry now for a certain one."""
        return self.open(t, context) and whom in self.able(t, context)

    def open(self, t: Table, context: Context, why: Why = None) -> bool:
        """Whether an operative could use an entry now if there is somebody whom it is for: cost, limit, conditions."""
        return (
            self.affordable(t, why)
            and self.within_limit(t, context.who, why)
            and (everybody(self) or self.holds(t, context, why))
        )

    def able(self, t: Table, context: Context) -> list[int]:
        """Whom an entry may be used for: those it concerns, whom it helps, and who can do what it makes them do; with
        `friendlies` and `enemies` those for whom its conditions hold (KT-ACT-09)."""
        found = chosen(t, self, context)
        if everybody(self):
            found = [who for who in found if self.holds(t, context._replace(who=who))]
        return [
            who
            for who in found
            if any(effect.helps(t, who) for effect in self.effects)
            and all(effect.possible(t, self, who) for effect in self.effects)
        ]

    def pay(self, t: Table, who: int) -> None:
        """An entry is used: CP, once in a turning point for ploys, one more use of its limit
        (see KT-PLOY-01 and KT-PLOY-04)."""
        if self.ploy:
            if self.cp:
                t.spend_cp(self.seat, self.cp, "KT-PLOY-01")
            t.use_ploy(self.id, self.seat)
        self.count(t, who)
        t.tell("entry_used", self.id, entry=self.id, who=t.name(who) if who != NOBODY else "", seat=self.seat)

    def count(self, t: Table, who: int) -> None:
        """One more use of an entry with a limit."""
        if self.limit:
            t.use(self.id, self.seat, who)


class Book:
    """All entries of both sides of a match, made once, by window and by what lasts."""

    def __init__(
        self,
        found: Iterable[Entry] = (),
        tokens: dict[str, Token] | None = None,
        marker_kinds: dict[str, MarkerKind] | None = None,
    ) -> None:
        self.tokens: dict[str, Token] = dict(tokens or {})
        self.marker_kinds: dict[str, MarkerKind] = dict(marker_kinds or {})
        self.marker_windows: dict[tuple[str, str], tuple[MarkerWindow, tuple[Effect, ...]]] = {
            (name, key): (window, tuple(map(Effect.written, window.effects)))
            for name, kind in self.marker_kinds.items()
            for key in MARKER_WINDOWS
            if (window := getattr(kind, key)) is not None
        }
        """What happens near a kind of marker, by that and the name of the window."""
        self.steadies = False
        """Whether a token of the two sides makes somebody count for more where markers are controlled."""
        self.by_id: tuple[dict[str, Entry], dict[str, Entry]] = ({}, {})
        self.by_when: dict[tuple[int, str], list[Entry]] = {}
        self.choices: dict[tuple[str, str], Entry] = {}
        """What a choice of an entry does, as an entry of its own, by both names."""
        self.passives: dict[tuple[type[Effect], str], list[tuple[Entry, Effect]]] = {}
        """Effects of passive entries by their class, and by their class with what they are about."""
        self.topics: dict[tuple[type[Effect], str], bool] = {}
        """What may be in force from an entry at all, in the same way."""
        for entry in found:
            self.by_id[entry.seat][entry.id] = entry
            self.by_when.setdefault((entry.seat, entry.when), []).append(entry)
            self.choices.update({(entry.id, name): way for name, way in entry.choices.items()})
            for effect in entry.all_effects():
                effect.texts(entry.name)  # from here on the dice of a save know what was granted to them
                token = self.tokens.get(effect.token())
                self.steadies = self.steadies or (token is not None and bool(token.apl_for_control))
            for topic, effects in entry.listed.items() if entry.when == "passive" else ():
                self.passives.setdefault(topic, []).extend((entry, effect) for effect in effects)
            for way in (*entry.choices.values(), *([entry] if entry.when in ("passive", "gambit") else [])):
                self.topics.update(dict.fromkeys(way.listed, True))

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
        listed = [(ABILITY, ability, ids[card.id]) for card in team.operatives for ability in card.abilities]
        listed.append((FACTION, team.faction_rule, ""))
        listed += [(STRATEGY, ploy, "") for ploy in team.strategy_ploys]
        listed += [(FIREFIGHT, ploy, "") for ploy in team.firefight_ploys]
        listed += [(EQUIPMENT, item, "") for item in team.faction_equipment]
        found += [
            Entry(data, kind, seat, team.keywords[0], card, [ids[name] for name in data.by], once)
            for kind, data, card in listed
        ]
    return Book(found, pack.tokens, pack.marker_kinds)


# -- what a side has ---------------------------------------------------------------------------------------------------


def book(t: Table) -> Book:
    """All entries of the match."""
    found: Book = t.setting.book
    return found


def quiet(t: Table, who: int) -> bool:
    """Whether the side of an operative has no entries at all."""
    return not t.setting.book.by_id[t.state.operatives[who].seat]


def entries(t: Table, seat: int, when: str) -> list[Entry]:
    """The entries of a side for a window."""
    return [entry for entry in book(t).by_when.get((seat, when), ()) if entry.had(t)]


# -- what lasts --------------------------------------------------------------------------------------------------------


def in_force(
    t: Table, who: int, kind: type[E], context: Context | None = None, about: str = ""
) -> list[tuple[Entry, E]]:
    """The effects of a kind that entries have on an operative now: passives, its friends' auras, gambits, choices of
    tokens; those about one thing alone if that is named: a stat, something ignored, allowed or forbidden."""
    listed: Book = t.setting.book
    topic: Any = (kind, about)
    if topic not in listed.topics:
        return []
    looked = context
    found: list[tuple[Entry, Any]] = []
    passives = listed.passives.get(topic, ())
    standing = t.state.standing
    laid = t.state.operatives[who].effects
    if not passives and not standing and not laid:
        return found
    if looked is None:
        looked = Context(who)
    elif looked.who != who:
        looked = looked._replace(who=who)
    for entry, effect in passives:
        if entry.covers(t, who) and entry.holds(t, looked):
            found.append((entry, effect))
    for seat, stood in standing:
        if stood.what == ENTRY:
            given = listed.by_id[seat][stood.name]
            effects = given.listed.get(topic, ())
            if effects and given.covers(t, who) and given.holds(t, looked):
                found += [(given, effect) for effect in effects]
    for one in laid:
        if one.what in (ENTRY, CHOICE):
            way = (
                listed.choices.get((one.source, one.name))
                if one.what == CHOICE
                else listed.entry(t.operative(who).seat, one.name)
            )
            effects = way.listed.get(topic, ()) if way is not None else ()
            if way is not None and effects and way.holds(t, looked):
                found += [(way, effect) for effect in effects]
    return found
