"""Quick worths of options, from what both seats can see: which model acts, where it goes, whom it fights, what command
dice are spent on. This is advice for bots, not a rule."""

from __future__ import annotations

from collections.abc import Callable

from fireteam.core.questions import Choose, Option
from fireteam.core.topics import form_of, names_of
from fireteam.games.deadzone.actions import Activation, offered
from fireteam.games.deadzone.assault import ACTION, AWAY, MOVED, Assault
from fireteam.games.deadzone.bot.places import Prospects
from fireteam.games.deadzone.bot.values import blast_worth, fight_worth, shot_worth
from fireteam.games.deadzone.dice import SIDES, Opposed
from fireteam.games.deadzone.movement import Move, going, speed, terms
from fireteam.games.deadzone.shooting import Shooting
from fireteam.games.deadzone.state import ADVANCE, ASSAULT, DICE, PLUS, SHOOT, SPECIAL
from fireteam.games.deadzone.table import Table
from fireteam.space.cubes.steps import Going

Advice = list[tuple[Option, float]]

SYMBOL_WORTH = {PLUS: 0.5, DICE: 0.45, ADVANCE: 0.25, SHOOT: 0.6, ASSAULT: 0.3, SPECIAL: 0.25}
AVERAGE = sum(SYMBOL_WORTH.values()) / len(SYMBOL_WORTH)
PRICE = 0.12
"""What a command die must bring at least."""
TRY = 0.15
"""What an action that the bot knows nothing of is worth: a little more than doing nothing."""
DEEDS = {"console": 3.0, "heal": 0.8, "medi_pack": 0.8, "call": 1.5, "mark": 0.05}
"""Worths of SPECIAL actions."""
LIKED = {
    "pick_up": 1.0, "keep_item": 1.0, "drop_item": 0.5, "use_item": 0.5, "order": 0.5, "order_for": 0.5, "defuse": 1.0,
    "take_control": 1.0, "rise": 1.0, "charge": 0.1, "no_cloud": 0.1, "scout": 0.5, "early": 0.5, "look": 0.5,
    "large_enough": 0.5, "with_the_team": 0.5,
}  # fmt: skip
"""Worths of answers that are wise whatever the position, by kind; all others are 0."""
RELIEF = 0.7
"""How much of a fight that would follow counts for who gets away from it."""
UP = 1.0
"""What it is worth to be on one's feet."""


def advise(t: Table, question: Choose) -> Advice | None:
    """Worths of the options of a question; None where the bot has no opinion."""
    judge = JUDGES.get(form_of(question.topic)) or JUDGES.get(getattr(question.topic, "outer", ""))
    return None if judge is None else judge(t, question)


# -- the round ---------------------------------------------------------------------------------------------------------


def whom(t: Table, question: Choose) -> Advice:
    """The model whose best action is worth most; a pass only if nobody has anything to do."""
    return [(pick, _promise(t, pick.args[0]) if pick.args else 0.02) for pick in question.options]


def one_more(t: Table, question: Choose) -> Advice:
    """The same, if it is worth the die."""
    return [(pick, _promise(t, pick.args[0]) if pick.args else 2 * PRICE) for pick in question.options]


def _promise(t: Table, who: int) -> float:
    """What an activation could bring: its best action."""
    a, ahead = Activation(who, met=tuple(t.foes(who))), Prospects(t, who)
    return max((_action(t, a, pick, ahead) for pick in offered(t, a) if not pick.kind.startswith("free_")), default=0.0)


def command(t: Table, question: Choose) -> Advice:
    """Dice that show less than the average are rolled again."""
    return [
        (pick, sum(n * (AVERAGE - SYMBOL_WORTH[symbol]) for symbol, n in enumerate(pick.args)))
        for pick in question.options
    ]


# -- actions -----------------------------------------------------------------------------------------------------------


def action(t: Table, question: Choose) -> Advice | None:
    """Each action by what it does now or where it leads."""
    frame = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(frame, Activation):
        return None
    ahead = Prospects(t, frame.who)
    return [(pick, _action(t, frame, pick, ahead)) for pick in question.options]


def _action(t: Table, a: Activation, pick: Option, ahead: Prospects) -> float:
    kind, who = pick.kind, a.who
    if kind == "end":
        return 0.0
    if kind == "stand":
        return UP
    if kind in ("shoot", "free_shoot"):
        number, target, mode = pick.args
        if mode in ("cube", "friend"):
            return blast_worth(t, who, target) if mode == "cube" else TRY
        return shot_worth(t, who, number, target, mode) - (PRICE if kind == "free_shoot" else 0.0)
    if kind in ("assault", "free_assault"):
        return fight_worth(t, who, pick.args[0], ACTION) - (PRICE if kind == "free_assault" else 0.0)
    if kind in ("advance", "sprint", "free_advance"):
        return _moving(t, a, kind, ahead)
    if kind == "explode":
        return blast_worth(t, who, t.cube(who))
    return DEEDS.get(kind, TRY)


def _moving(t: Table, a: Activation, kind: str, ahead: Prospects) -> float:
    """How much better it gets by a move; who leaves enemies is struck first."""
    who = a.who
    advance, sprint = speed(t, who)
    cubes = sprint if kind == "sprint" else 1 if kind == "free_advance" else advance
    shoots = kind != "sprint" and "shoot" not in a.done and (kind == "free_advance" or a.shorts == 0)
    goals = _goals(t, ahead, Going(t.place(who), cubes), shoots=shoots)
    stays = ahead.worth(t.place(who), shoots=shoots or "shoot" not in a.done)
    best = max((worth for _, worth in goals.values()), default=stays)
    return best - stays - _parting(t, who) - (PRICE if kind == "free_advance" else 0.0)


def _parting(t: Table, who: int) -> float:
    """What it costs to leave one's enemies: the blow of the best of them, less what it would do if one stayed."""
    foes = t.foes(who)
    if not foes:
        return 0.0
    blow = max(fight_worth(t, foe, who, AWAY) for foe in foes)
    return blow - RELIEF * max(0.0, *(fight_worth(t, foe, who, ACTION) for foe in foes))


def _goals(
    t: Table, ahead: Prospects, now: Going, *, shoots: bool, peaceful: bool = False, wary: bool = False
) -> dict[int, tuple[tuple[int, ...], float]]:
    """Where a move can end, with the way there and what it is worth."""
    who = ahead.who
    limits = terms(t, who, peaceful=peaceful, wary=wary)
    found = {}
    for place, way in t.steps.reach(now, t.gaits[who], limits).items():
        worth = ahead.worth(place, shoots=shoots)
        foes = t.foes(who, place)
        if foes:
            worth += max(fight_worth(t, who, foe, MOVED) for foe in foes)
        found[place] = (way, worth)
    return found


# -- moves -------------------------------------------------------------------------------------------------------------


def step(t: Table, question: Choose) -> Advice | None:
    """On the way to the best place that the move reaches; to stop there once it is reached."""
    m = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(m, Move):
        return None
    shoots, ahead = m.name == "advance", Prospects(t, m.who)
    goals = _goals(t, ahead, going(m, t), shoots=shoots, peaceful=m.peaceful, wary=m.wary)
    here = ahead.worth(t.place(m.who), shoots=shoots)
    found: Advice = []
    for pick in question.options:
        if pick.kind == "step":
            ways = [worth - 0.001 * len(way) for way, worth in goals.values() if way[0] == pick.args[0]]
            found.append((pick, max(ways, default=-5.0)))
        elif pick.kind == "jump":
            found.append((pick, -5.0))
        else:
            found.append((pick, 10.0 if pick.kind == "leave" else here))
    return found


def among_enemies(t: Table, question: Choose) -> Advice | None:
    """To leave, if there is a place that is worth the blow."""
    m = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(m, Move):
        return None
    ahead = Prospects(t, m.who)
    here = ahead.worth(t.place(m.who), shoots=False)
    goals = _goals(t, ahead, going(m, t), shoots=m.name == "advance", peaceful=m.peaceful, wary=m.wary)
    away = max((worth for _, worth in goals.values()), default=here) - here - _parting(t, m.who)
    return [(pick, away if pick.kind == "break_away" else 0.0) for pick in question.options]


def anywhere(t: Table, question: Choose) -> Advice:
    """Quarters, halves and directions are all the same to this bot."""
    return [(pick, 0.0) for pick in question.options]


def place(t: Table, question: Choose) -> Advice:
    """The best place to be put down in."""
    who = t.setting.numbers[names_of(question.topic)["who"]]
    ahead = Prospects(t, who)
    here = ahead.worth(t.place(who), shoots=False) if t.in_play(who) else 0.0
    return [(pick, ahead.worth(pick.args[0], shoots=False) if pick.args else here) for pick in question.options]


def by_kind(t: Table, question: Choose) -> Advice:
    """What is wise whatever the position."""
    return [(pick, LIKED.get(pick.kind, 0.0)) for pick in question.options]


def trap(t: Table, question: Choose) -> Advice:
    """A trap is for enemies."""
    who = t.setting.numbers[names_of(question.topic)["who"]]
    hostile = t.side(who) != question.seat
    return [(pick, float((pick.kind == "detonate") == hostile)) for pick in question.options]


def start(t: Table, question: Choose) -> Advice:
    """To start oneself."""
    return [(pick, float(pick.args[0] == question.seat)) for pick in question.options]


def loss(t: Table, question: Choose) -> Advice:
    """The die that is worth least."""
    return [(pick, -SYMBOL_WORTH[pick.args[0]]) for pick in question.options]


def marked(t: Table, question: Choose) -> Advice:
    """The cube in which it would be worth most to hit everybody."""
    who = t.setting.numbers[names_of(question.topic)["who"]]
    return [(pick, blast_worth(t, who, pick.args[0])) for pick in question.options]


def second(t: Table, question: Choose) -> Advice:
    """Another weapon is fired if there is somebody to hurt."""
    who, found = t.setting.numbers[names_of(question.topic)["who"]], []
    for pick in question.options:
        worth = 0.01
        if pick.args:
            number, target, mode = pick.args
            worth = blast_worth(t, who, target) if mode == "cube" else shot_worth(t, who, number, target, mode)
        found.append((pick, worth))
    return found


# -- fights ------------------------------------------------------------------------------------------------------------


def foe(t: Table, question: Choose) -> Advice:
    """The enemy whom it is best to fight."""
    who = t.setting.numbers[names_of(question.topic)["who"]]
    return [(pick, fight_worth(t, who, pick.args[0], MOVED)) for pick in question.options]


def striker(t: Table, question: Choose) -> Advice:
    """Whoever strikes best; who leaves does not fight back."""
    target = t.setting.numbers[names_of(question.topic)["who"]]
    return [
        (pick, 0.05 + fight_worth(t, pick.args[0], target, AWAY) if pick.args else 0.0) for pick in question.options
    ]


def weapon(t: Table, question: Choose) -> Advice:
    """The weapon with the most AP and keywords; what can be used once is kept."""
    who = t.setting.numbers[names_of(question.topic)["who"]]
    found = []
    for pick in question.options:
        arm = t.weapon(who, pick.args[0])
        found.append((pick, arm.ap + 0.1 * len(arm.keywords) - 0.3 * arm.one_use + 0.05 * (pick.kind == "with")))
    return found


def answer(t: Table, question: Choose) -> Advice | None:
    """Fight back where FIGHT is as good as SURVIVE: it may hurt the attacker."""
    s = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(s, Assault):
        return None
    card = t.cards[s.defender]
    better = card.survive == 0 or card.fight <= card.survive
    return [(pick, float((pick.kind == "fight_back") == better)) for pick in question.options]


# -- dice --------------------------------------------------------------------------------------------------------------


def added(t: Table, question: Choose) -> Advice | None:
    """Dice symbols as long as each of them is worth its price."""
    s = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(s, Opposed):
        return None
    if isinstance(s, Shooting) and question.seat == s.a.seat:
        now = shot_worth(t, s.shooter, s.number, s.target, s.mode)
        gains = [
            shot_worth(t, s.shooter, s.number, s.target, s.mode, more=pick.args[0]) - now for pick in question.options
        ]
        return [(pick, gain - 2 * PRICE * pick.args[0]) for pick, gain in zip(question.options, gains, strict=True)]
    return [(pick, -abs(pick.args[0] - 1.0)) for pick in question.options]


def batch(t: Table, question: Choose) -> Advice:
    """All misses that keywords let one re-roll, and no hit."""
    return [(pick, pick.args[0] - 9.0 * pick.args[1] if pick.args else 0.0) for pick in question.options]


def bought(t: Table, question: Choose) -> Advice | None:
    """A miss for a die, where one success could make a difference and the die is worth little."""
    s = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(s, Opposed):
        return None
    mine, sign = (s.a, 1) if question.seat == s.a.seat else (s.b, -1)
    lead = sign * s.difference
    matters = -1 <= lead < (s.high if sign > 0 else 1)
    chance = (SIDES + 1 - mine.target) / SIDES
    found: Advice = []
    for pick in question.options:
        if pick.kind == "keep":
            found.append((pick, 0.0))
        else:
            symbol, misses, _ = pick.args
            found.append((pick, chance - SYMBOL_WORTH[symbol] if matters and misses else -1.0))
    return found


JUDGES: dict[str, Callable[[Table, Choose], Advice | None]] = {
    "turn of {player}": whom,
    "one more model of {player}": one_more,
    "command re-roll of {player}": command,
    "action of {who}": action,
    "{move} of {who}": step,
    "{move} of {who} among enemies": among_enemies,
    "quarters of {who}": anywhere,
    "half for {who}": anywhere,
    "which way {who} is pushed": anywhere,
    "whom {who} flings next": anywhere,
    "who is thrown next at {at}": anywhere,
    "which death at {at} comes next": anywhere,
    "whom the drain of {who} feeds": anywhere,
    "a token to be moved": by_kind,
    "deployment zone of {player}": anywhere,
    "who starts, says {player}": start,
    "{who} from above": by_kind,
    "larger zone of {player}": by_kind,
    "place of {who}": place,
    "where {who} lands": place,
    "where {who} teleports": place,
    "a look at a token": by_kind,
    "an early move": by_kind,
    "scouts of {player}": by_kind,
    "friends of {who} move": by_kind,
    "order {order} for {what}": by_kind,
    "{player} discards": loss,
    "item for {who}": by_kind,
    "what {who} does with {item}": by_kind,
    "item of {bearer}, {test}": by_kind,
    "{who} charges": by_kind,
    "whether {who} stands up for free": by_kind,
    "whether {who} moves first": by_kind,
    "control of {who}": by_kind,
    "cloud of {who}": by_kind,
    "cube that {who} marks": marked,
    "trap under {who}": trap,
    "trap of its own side under {who}": by_kind,
    "second weapon of {who}": second,
    "who stands up with {who}": anywhere,
    "whom {who} fights": foe,
    "who strikes {who} that leaves": striker,
    "who attacks {who}": striker,
    "close weapon of {who}": weapon,
    "answer of {who}": answer,
    "Dice symbols for the attack, {test}": added,
    "Dice symbols for the defence, {test}": added,
    "re-rolls, {what}": batch,
    "bought re-roll, {what}": bought,
}
"""By the form of a question."""
