"""Quick worths of options, from what both seats can see: who acts, what it does, where it goes, whom it attacks. This
is advice for bots, not a rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from math import hypot

from fireteam.core.questions import Choose, Option
from fireteam.core.refusals import Modifier, total
from fireteam.core.topics import form_of, names_of
from fireteam.games.necromunda.activation import ACTIONS, Activation
from fireteam.games.necromunda.bot import drives
from fireteam.games.necromunda.bot.goals import BEATEN, POINT, paid, way_off
from fireteam.games.necromunda.bot.places import Prospects
from fireteam.games.necromunda.bot.values import arms_worth, chance, fight_worth, shot_worth, worth_of
from fireteam.games.necromunda.close_combat.fight import Fight, foes, option_for, sets_of_arms
from fireteam.games.necromunda.close_combat.reach import opponents
from fireteam.games.necromunda.dice import FLESH, OUT_OF_ACTION, SERIOUS
from fireteam.games.necromunda.hits import Hit, saves
from fireteam.games.necromunda.movement.moves import Gait, bits_of, walks
from fireteam.games.necromunda.positions import bearing, engaged, gap, shape, turned_by
from fireteam.games.necromunda.shooting.action import AIMED, BLIND, TWO_GUNS
from fireteam.games.necromunda.shooting.targets import ALL_ROUND, arms, may_target, stand_of
from fireteam.games.necromunda.sight import cover
from fireteam.games.necromunda.state import NOBODY, PINNED, STANDING
from fireteam.games.necromunda.stats import movement
from fireteam.games.necromunda.table import Table
from fireteam.space.plane.free.measuring import round_solids
from fireteam.space.plane.free.templates import Flames
from fireteam.space.plane.free.ways import Cell
from fireteam.space.plane.model import INCH

Advice = list[tuple[Option, float]]

TRY = 0.12
"""What an action that the bot knows nothing of is worth: a little more than doing nothing."""
DRIVES = 0.5
"""What is hoped of a vehicle."""
STRIDE, SAMPLE = 1.5, 12
"""Inches between the places that a move is judged by, and how many of them."""
MOST_MORE = 3
"""What the die adds to a charge at most."""
FOLLOWS = 0.06
"""What it is worth to have an action left after a shot."""
MERCY = 2.0
UP = 1.2
"""What it is worth to be on one's feet."""
LIKED = {
    "stand_up": UP, "react": 1.0, "parry": 1.0, "strikes_at_leaver": 1.0, "helped_by": 1.0, "bottle_test": 1.0,
    "nobody_leaves": 1.0, "free_coup_de_grace": MERCY, "consolidate": 0.1, "charge_fight": 0.5, "charge_mercy": MERCY,
    "roll_again": 1.0, "get_up": 1.0, "pulverise": 1.0, "follow_up": 0.1, "lie_down": 1.0, "yes": 0.1, "turn": -0.1,
    "take_cover": 0.01, "crawl": -0.01, "retreat": 0.02, "swig": -0.1, "aim_at_point": 0.02, "blind_point": 0.0,
    "give_up_move": -0.5, "stop_here": 0.0, "reload": 0.3, "join": 0.5, "grapnel": 0.02, "descend": 0.02, "end": 0.0,
    "stay_put": 0.0, "no_parry": 0.0, "no_reaction": 0.0, "lets_go": 0.0, "unhelped": 0.0, "give_up": 0.0,
    "takes_off": 0.0, "let_it_be": 0.0, "spare": 0.0, "stay_up": 0.0, "stay_behind": 0.0, "no_mercy": 0.0, "no": 0.0,
    "crew_complete": 0.0, "stay_facing": 0.0, "fight_after_all": 0.3, "blind_spray": 0.2,
    "leave_table": -9.0, "open_door": 0.3, "close_door": -0.2, "force_open": 0.2, "access": 0.2, "sits_down": 0.2,
    "vanish": -0.1, "hide_in": -0.1, "shoot_thing": 0.03,
    "fight_thing": 0.05, "stay_out": 0.1, "come_out": 0.5, "reappear": 0.5, "hatch_cover": 0.0, "drop_satchel": -0.1,
}  # fmt: skip
"""Worths of answers that are wise whatever the position, by kind; of an action that is not here a little is hoped."""
RESULTS = {FLESH: 2.0, SERIOUS: 1.0, OUT_OF_ACTION: 0.0}


def advise(t: Table, question: Choose) -> Advice:
    """Worths of the options of a question."""
    judge = JUDGES.get(form_of(question.topic)) or JUDGES.get(getattr(question.topic, "outer", ""), by_kind)
    return judge(t, question)


def by_kind(t: Table, question: Choose) -> Advice:
    """What is wise whatever the position."""
    return [(pick, LIKED.get(pick.kind, 0.0)) for pick in question.options]


def about(t: Table, question: Choose) -> int:
    """The model that a question names."""
    return t.setting.numbers[names_of(question.topic)["who"]]


# -- the round ---------------------------------------------------------------------------------------------------------


def whom(t: Table, question: Choose) -> Advice:
    """Who can do most now; a group counts for half of those it brings."""
    known: dict[int, float] = {}

    def promise(who: int) -> float:
        if who not in known:
            known[who] = _promise(t, who)
        return known[who]

    found = []
    for pick in question.options:
        who, *others = pick.args if pick.args else (NOBODY,)
        more = others[0] if others and isinstance(others[0], tuple) else ()
        found.append((pick, promise(who) + 0.5 * sum(map(promise, more))))
    return found


def _promise(t: Table, who: int) -> float:
    """The best shot or fight that a model has now; who lies down has less to do."""
    if t.is_vehicle(who):
        return DRIVES
    if t.is_injured(who):
        return 0.0
    if engaged(t, who):
        return 0.3 + max((fight_worth(t, who, foe) for foe in opponents(t, who)), default=0.0)
    if t.model(who).stance == PINNED:
        return 0.15
    stand = stand_of(t, who, half=ALL_ROUND)
    shots = [
        shot_worth(t, who, weapon, profile, foe, cover(t, who, foe), gap(t, who, foe))
        for foe in t.enemies(who)
        if may_target(t, stand, foe)
        for weapon, profile in arms(t, who)
        if not profile.template
    ]
    return 0.1 + max((*shots, _charge(t, who)), default=0.0)


# -- actions -----------------------------------------------------------------------------------------------------------


def action(t: Table, question: Choose) -> Advice:
    """Each action by what it does now and where it may lead."""
    a = next(frame for frame in reversed(t.state.agenda) if isinstance(frame, Activation))
    options = list(question.options)
    if t.is_vehicle(a.who):
        return drives.action(t, a, options)
    outlook = Outlook(t, a, options)
    return [(pick, outlook.worth(pick)) for pick in options]


class Outlook:
    """The actions of a fighter as things stand."""

    def __init__(self, t: Table, a: Activation, options: list[Option]) -> None:
        self.t, self.a = t, a
        self.ahead = Prospects(t, a.who)
        self.shots = {pick: self._shot(pick) for pick in options if pick.kind in SHOTS}
        self.best = max(self.shots.values(), default=0.0)

    def worth(self, pick: Option) -> float:
        """What an action is worth: what it does, and what the next one could add."""
        t, a, who = self.t, self.a, self.a.who
        two = a.left == ACTIONS
        if pick in self.shots:
            found = self.shots[pick]
            return found + (max(FOLLOWS, self.onward(shoots=False)) if two and found else 0.0)
        if pick.kind == "aim":
            return self._aimed() if two and self.best > 0 else -0.05
        if pick.kind == "move":
            return self.onward(shoots=two)
        if pick.kind == "charge":
            return _charge(t, who)
        if pick.kind == "fight":
            return 0.3 + max((fight_worth(t, who, foe) for foe in opponents(t, who)), default=0.0)
        if pick.kind == "coup_de_grace":
            return MERCY * 0.4 * worth_of(t.cards[pick.args[0]]) + POINT * outs(self.ahead.goals.pays)
        if pick.kind in ("spray", "blind_spray"):
            return _spray(t, who, all_round=pick.kind == "blind_spray", weapon=pick.args[0])
        if pick.kind == "reload":
            return 0.4 if not any(not profile.thrown for _, profile in arms(t, who)) else 0.05
        if pick.kind in WORK:
            return self._work(pick)
        if pick.kind in ("headbutt", "hurl"):
            return 0.3
        return LIKED.get(pick.kind, TRY)

    @cached_property
    def places(self) -> list[Cell]:
        """Some places that a move could lead to."""
        t, who = self.t, self.a.who
        gait = Gait("move", "NE-STD-01", movement(t, who) / INCH, bits_of(t, who))
        cells = walks(t, who, gait).ways.cells(STRIDE)
        step = max(1, len(cells) // SAMPLE)
        return cells[::step][:SAMPLE]

    @cached_property
    def here(self) -> float:
        """What it is worth to stay, and not to shoot."""
        m = self.t.model(self.a.who)
        return self.ahead.worth(m.x, m.y, m.z, shoots=False)

    def onward(self, *, shoots: bool) -> float:
        """How much better it gets by a move, with a shot to follow or without."""
        aboard = self.t.model(self.a.who).aboard
        if aboard != NOBODY and "rider-off" in self.ahead.goals.pays:
            return -0.5
        worths = [self.ahead.worth(one.x, one.y, round(one.z), shoots=shoots) for one in self.places]
        return max(worths, default=self.here) - self.here

    def _shot(self, pick: Option, *more: Modifier) -> float:
        """A shot as it is declared."""
        t, a = self.t, self.a
        weapon, name, target = pick.args[:3]
        added = [*more, *([AIMED] if a.aimed else [])]
        added += {"blind_fire": [BLIND], "shoot_both": [TWO_GUNS]}.get(pick.kind, [])
        seen, distance = cover(t, a.who, target), gap(t, a.who, target)
        guns = [(weapon, name), *([pick.args[4:6]] if pick.kind == "shoot_both" else [])]
        return sum(
            shot_worth(t, a.who, t.weapon(a.who, id), t.profile(a.who, id, one), target, seen, distance, *added)
            for id, one in guns
        )

    def _aimed(self) -> float:
        """The best shot after aiming, if it could be one that is aimed."""
        pick = max(self.shots, key=lambda one: self.shots[one])
        return self._shot(pick, AIMED)

    def _work(self, pick: Option) -> float:
        """What is done to caskets and bombs, by what the scenario pays for it."""
        t, who, pays = self.t, self.a.who, self.ahead.goals.pays
        if pick.kind in ("arm", "disarm"):
            arms_it = pick.kind == "arm"
            gain = 0.3 * pays.get("ordnance-blown", 0) if arms_it else 0.6 * pays.get("token-removed", 0)
            return POINT * gain - (0.3 if (not arms_it) == ("ordnance-blown" in pays) else 0.0)
        carried = pays.get("casket-off", 0)
        if pick.kind == "scavenge":
            return 0.3 if carried else -0.05
        thing = t.thing(pick.args[0])
        kept = float(carried * BEATEN ** way_off(t, who, thing.x, thing.y))
        if pick.kind == "carry":
            return POINT * 0.6 * kept if carried else -0.2
        return POINT * (0.65 * pays.get("casket-opened", 0) - 0.4 * kept) - 0.02


WORK = ("arm", "disarm", "carry", "smash_open", "bypass_lock", "scavenge")


def _charge(t: Table, who: int) -> float:
    """The best fight that a charge could lead to, times the chance to get there."""
    if t.model(who).stance != STANDING or t.is_vehicle(who):
        return 0.0
    inches, found = movement(t, who) / INCH, 0.0
    for foe in t.enemies(who):
        if t.is_vehicle(foe) or abs(t.model(foe).z - t.model(who).z) > INCH:
            continue
        far = round_solids(t.field, shape(t, who), shape(t, foe), inches + MOST_MORE) - inches
        if far > MOST_MORE:
            continue
        likely = 0.9 if far <= 1 else 0.6 if far <= 2 else 0.3
        if t.is_injured(foe):
            worth = MERCY * 0.3 * worth_of(t.cards[foe]) + POINT * outs(paid(t, t.side(who)))
        else:
            worth = fight_worth(t, who, foe, charged=True)
        found = max(found, likely * worth)
    return found


def _spray(t: Table, who: int, *, all_round: bool, weapon: str) -> float:
    """The best way to lay the template: enemies under it, less friends."""
    if all(gap(t, who, foe) > 9 for foe in t.enemies(who)):
        return -0.1
    others = {t.name(one): shape(t, one) for one in t.on_table() if one != who}
    stand = stand_of(t, who, half=ALL_ROUND if all_round else 45)
    region = Flames(t.field, shape(t, who), stand.facing, stand.half, others)
    return max((_covered(t, who, names) for _, names in region.sets()), default=0.0) - (0.2 if all_round else 0.0)


def _covered(t: Table, who: int, names: tuple[str, ...]) -> float:
    """What it is worth to have these under a template or a Blast; of things nothing is hoped."""
    under = [t.setting.numbers[name] for name in names if name in t.setting.numbers]
    return sum((-0.8 if t.side(one) == t.side(who) else 0.6) * worth_of(t.cards[one]) for one in under)


def outs(pays: Mapping[str, int]) -> float:
    """The victory points for a fighter that goes Out of Action."""
    return float(pays.get("model-out", 0) + pays.get("fighter-out", 0))


SPOTS = ("move", "place")
"""Options that lead somewhere: their place comes first."""
SHOTS = ("shoot", "face_and_shoot", "blind_fire", "from_the_hip", "shoot_both")


# -- places ------------------------------------------------------------------------------------------------------------


def way(t: Table, question: Choose) -> Advice:
    """Where a move leads: the best place among those that are suggested; who carries something makes for the way
    out."""
    who = about(t, question)
    a = next((frame for frame in reversed(t.state.agenda) if isinstance(frame, Activation)), None)
    shoots = a is not None and a.who == who and a.left > 0 and "shoot" not in t.model(who).done
    ahead = Prospects(t, who)
    carries = names_of(question.topic).get("purpose") == "carry"

    def worth(pick: Option) -> float:
        if pick.kind == "leave_table":
            return 9.0 if carries and "casket-off" in ahead.goals.pays else -9.0
        if pick.kind not in SPOTS:
            return LIKED.get(pick.kind, 0.0)
        x, y, z = pick.args[:3]
        if carries and "casket-off" in ahead.goals.pays:
            return 0.3 * ahead.worth(x, y, z, shoots=False) - 0.2 * ahead.goals.out(x, y, z)
        return ahead.worth(x, y, z, shoots=shoots)

    return [(pick, worth(pick)) for pick in question.options]


def put_down(t: Table, question: Choose) -> Advice:
    """What is carried is put down on the side of the way out."""
    who = about(t, question)
    return [(pick, -way_off(t, who, pick.args[0], pick.args[1])) for pick in question.options]


def charge(t: Table, question: Choose) -> Advice:
    """The end of a charge at whom it is best to fight; else as near as can be."""
    who, found = about(t, question), []
    for pick in question.options:
        worth = LIKED.get(pick.kind, 0.0)
        if pick.kind == "approach":
            worth = 0.05 + 0.01 * worth_of(t.cards[pick.args[0]])
        elif pick.kind == "move":
            near = min(t.enemies(who), key=lambda foe: t.distance_to(foe, pick.args[0], pick.args[1]))
            worth = 0.5 + fight_worth(t, who, near, charged=True)
        found.append((pick, worth))
    return found


def facing(t: Table, question: Choose) -> Advice:
    """The direction that has the most enemies in the arc, the nearest most of all."""
    who = about(t, question)
    m = t.model(who)

    def worth(degrees: int) -> float:
        found = 0.0
        for foe in t.enemies(who):
            other = t.model(foe)
            if abs(turned_by(degrees, bearing(m.x, m.y, other.x, other.y))) <= 45:
                found += 10 / (5 + hypot(other.x - m.x, other.y - m.y) / 100)
        return found

    return [(pick, worth(pick.args[0])) for pick in question.options]


def flame(t: Table, question: Choose) -> Advice:
    """Enemies under the template, and no friends."""
    who = about(t, question)
    return [(pick, _covered(t, who, pick.args[1])) for pick in question.options]


def point(t: Table, question: Choose) -> Advice:
    """A point near enemies, and away from friends."""
    who = about(t, question)

    def worth(x: int, y: int) -> float:
        under = [one for one in t.on_table() if t.distance_to(one, x, y) <= 1.5 + t.cards[one].radius]
        return _covered(t, who, tuple(t.name(one) for one in under))

    return [(pick, worth(*pick.args[-4:-2])) for pick in question.options]


def deploy(t: Table, question: Choose) -> Advice:
    """Towards the middle of the table, but not in the sight of those that stand there already."""
    who = about(t, question)
    plan, ahead = t.setting.battlefield, Prospects(t, who)
    found = []
    for pick in question.options:
        x, y, z, turned = pick.args[-4:]
        towards = bearing(x, y, plan.width // 2, plan.height // 2)
        far = hypot(x - plan.width / 2, y - plan.height / 2) / 100
        crowd = sum(t.distance_to(one, x, y) < 2 for one in t.on_table() if t.side(one) == t.side(who))
        faces = 0.2 if abs(turned_by(turned, towards)) <= 45 else 0.0
        found.append((pick, ahead.worth(x, y, z, shoots=False) - 0.01 * far - 0.1 * crowd + faces))
    return found


def next_up(t: Table, question: Choose) -> Advice:
    """Hulls first, which need the most room; then those that are worth least."""
    return [
        (pick, 9.0 if t.is_vehicle(pick.args[0]) else -worth_of(t.cards[pick.args[0]])) for pick in question.options
    ]


# -- fights ------------------------------------------------------------------------------------------------------------


def weapons(t: Table, question: Choose) -> Advice:
    """The weapons that do most to the first of those that can be struck."""
    f = next(frame for frame in reversed(t.state.agenda) if isinstance(frame, Fight))
    met = foes(t, f)
    found = []
    for pick in question.options:
        worth = max((arms_worth(t, f.who, foe, number_of(t, f.who, pick), charged=f.charged) for foe in met), default=0)
        found.append((pick, float(worth)))
    return found


def number_of(t: Table, who: int, pick: Option) -> int:
    """The set of weapons that an option means, among all of a fighter."""
    keys = [option_for(place, arms).key for place, arms in enumerate(sets_of_arms(t, who))]
    return keys.index(pick.key)


def turning(t: Table, question: Choose) -> Advice:
    """To turn only where nobody can be struck otherwise."""
    f = next(frame for frame in reversed(t.state.agenda) if isinstance(frame, Fight))
    met = foes(t, f)
    hidden = [t.number(pick.args[0]) for pick in question.options if pick.kind == "turn_to"]
    open_ones = [foe for foe in met if foe not in hidden]
    return [
        (
            pick,
            0.0 if pick.kind != "turn_to" else -1.0 if open_ones else fight_worth(t, f.who, t.number(pick.args[0])) + 1,
        )
        for pick in question.options
    ]


def splits(t: Table, question: Choose) -> Advice:
    """All dice at whom it is best to strike."""
    f = next(frame for frame in reversed(t.state.agenda) if isinstance(frame, Fight))
    return [
        (pick, sum(count**1.2 * fight_worth(t, f.who, foe, charged=f.charged) for foe, count in pick.args))
        for pick in question.options
    ]


def by_target(t: Table, question: Choose) -> Advice:
    """Whoever is worth most, if it is an enemy; least, if it is a friend."""
    found = []
    for pick in question.options:
        who = t.setting.numbers.get(str(pick.args[0]), NOBODY) if pick.args else NOBODY
        worth = 0.0 if who == NOBODY else worth_of(t.cards[who])
        found.append((pick, worth if who != NOBODY and t.side(who) != question.seat else -worth))
    return found


# -- dice --------------------------------------------------------------------------------------------------------------


def taken(t: Table, question: Choose) -> Advice:
    """All Firepower dice: hits are worth more than ammo."""
    return [(pick, float(pick.args[0])) for pick in question.options]


def which_save(t: Table, question: Choose) -> Advice:
    """The save that is likeliest to work."""
    h = next(frame for frame in reversed(t.state.agenda) if isinstance(frame, Hit))
    likely = {one.name: chance(one.needed, total(one.bonus)) for one in saves(t, h)}
    return [(pick, likely.get(pick.args[0], 0.0)) for pick in question.options]


def result(t: Table, question: Choose) -> Advice:
    """The best of the results of a recovery."""
    return [(pick, RESULTS.get(pick.args[0], 0.0)) for pick in question.options]


JUDGES: dict[str, Callable[[Table, Choose], Advice]] = {
    "which model is activated": whom,
    "who of the group goes on": whom,
    "action of {who}": action,
    "{purpose} of {who}": way,
    "retreat of {who}": way,
    "refuge of {who}": way,
    "where {who} comes down": way,
    "where {who} puts {thing}": put_down,
    "way of {who}": drives.drive,
    "move and shoot of {who}": drives.moving_shot,
    "shot of {gun} of {who}": drives.shot,
    "where the grapnel of {who} leads": way,
    "charge of {who}": charge,
    "facing of {who}": facing,
    "template of {who} with {weapon}": flame,
    "where {who} aims {weapon}": point,
    "place of marker {number}, {attack}": point,
    "place of {who}": deploy,
    "who is set up next": next_up,
    "weapons, {fight}": weapons,
    "turning, {fight}": turning,
    "targets of {weapon}, {fight}": splits,
    "the closest target of {who}": by_target,
    "next hit, {attack}": by_target,
    "Firepower dice of {who}": taken,
    "which save, {hit}": which_save,
    "result of the {roll}": result,
}
"""By the form of a question; all others by the kinds of their options."""
