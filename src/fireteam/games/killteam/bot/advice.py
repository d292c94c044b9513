"""Counsel: quick worths of the options of a decision, so that a bot need not play out what they lead to.

The large decisions (whom to activate, with which order, which action, where to, at whom) are weighed by plans of whole
activations; dice by what they show; the others by rules of thumb. Where there is no counsel the bot looks ahead with
exact odds.
"""

from __future__ import annotations

from fireteam.core.questions import Choose, Option
from fireteam.core.topics import form_of, names_of
from fireteam.games.killteam.actions.action import Action, possible
from fireteam.games.killteam.bot.attacks import (
    cover_save,
    how_to_block,
    whether_to_reroll,
    which_enemy,
    which_target,
    which_weapon,
    which_x,
)
from fireteam.games.killteam.bot.plans import Schemer
from fireteam.games.killteam.bot.rules_of_thumb import entry_worth, gambit_worth
from fireteam.games.killteam.bot.setup import (
    by_default,
    champion,
    own_initiative,
    ready_in_turn,
    scouting,
    what_to_score,
    where_to_deploy,
    where_to_put,
    which_equipment,
    which_object,
    which_primary,
    which_tac_op,
    who_scouts,
)
from fireteam.games.killteam.bot.values import aims, danger, fight_worth, goals, power, pull, shares
from fireteam.games.killteam.bot.worths import Advice, Worths, accept, gap, the_first, the_more, weighed
from fireteam.games.killteam.killzones.hatches import operable
from fireteam.games.killteam.moving import moves
from fireteam.games.killteam.moving.places import Places
from fireteam.games.killteam.positions import body_of, of_seat
from fireteam.games.killteam.shooting.targets import arms, controlled_by
from fireteam.games.killteam.state import CONCEAL, ORDERS
from fireteam.games.killteam.table import Table
from fireteam.space.plane.model import INCH, Body


def counsel(t: Table, question: Choose) -> Worths | None:
    """Options of a decision worth looking at, with their worths; None: there is no counsel for it."""
    region = question.region
    if isinstance(region, moves.Destinations):
        return where_to(t, question, region)
    if isinstance(region, Places) and region.kind == "deploy":
        return where_to_deploy(t, question)
    if isinstance(region, Places):
        return where_to_put(t, question)
    options = question.options
    if not options:
        return None
    for option in options:
        advice = ADVICE.get(option.kind)
        if advice is not None:
            return advice(t, question)
    if region is not None or not t.pending:
        return [(option, 0.0) for option in options]
    return None


# -- the firefight -----------------------------------------------------------------------------------------------------


def whom_to_activate(t: Table, question: Choose) -> Worths:
    """Who can do most now, or has most to lose if it waits; those with little to do go first otherwise."""
    each = shares(t)
    return weighed(question, lambda option: _pressing(t, t.number(option.args[0]), each))


def _pressing(t: Table, who: int, each: list[float]) -> float:
    """How much speaks for activating an operative now."""
    operative, seat = t.operative(who), t.operative(who).seat
    world = t.branch()
    world.start_activation(who, 1)
    shots = aims(world, who, each, arms(world, who))
    worth = shots[0].worth if shots else 0.0
    near = controlled_by(t, t.board, who, 1 - seat)
    if near:
        worth = max(worth, *(fight_worth(t, who, enemy, each) for enemy in near))
    else:
        reach = (t.card(who).move + 2) * INCH
        foes = [enemy for enemy in of_seat(t, 1 - seat) if gap(operative, t.operative(enemy)) <= reach + 150]
        worth = max([worth, *(0.8 * fight_worth(t, who, enemy, each) for enemy in foes)])
    worth += 0.4 * danger(t, who, each)
    close = pull(goals(t, who), body_of(t, who))
    # With nothing to gain, those go first that have least to say later.
    return worth + (0.25 * close if t.state.turning_point > 1 else 0.1 * close) - 0.05 * each[who]


def which_order(t: Table, question: Choose) -> Worths:
    """The order whose best plan is worth more; hidden, if it makes no difference."""
    who = t.number(names_of(question.topic)["who"])

    def worth(option: Option) -> float:
        order = ORDERS.index(option.args[0])
        world = t.branch()
        world.start_activation(who, order)
        names = [deed.name for deed in possible(world, who)]
        return Schemer(world, who).best(names) + (0.02 if order == CONCEAL else 0.0)

    return weighed(question, worth)


def which_action(t: Table, question: Choose) -> Worths:
    """What each action leads to by the best plan; others by rules of thumb on top of staying here."""
    who = t.state.active
    options = question.options
    if options and options[0].kind == "action" and form_of(question.topic) == "interrupt by {who}":
        return which_interrupt(t, question)
    names = [option.args[0] for option in options if option.kind == "action"]
    best: dict[str, float] = {}
    for way in Schemer(t, who).ways(names):
        best[way.action] = max(way.worth, best.get(way.action, way.worth))
    here = best[""]

    def worth(option: Option) -> float:
        if option.kind != "action":
            return here
        name = option.args[0]
        return best[name] if name in best else here + _by_thumb(t, who, name)

    return weighed(question, worth)


def _by_thumb(t: Table, who: int, name: str) -> float:
    """What an action adds that no plan knows of."""
    entry = t.setting.book.by_id[t.operative(who).seat].get(name)
    if entry is not None:
        return entry_worth(t, entry) - 0.12
    if name == "GUARD":
        return 0.06
    if name == "OPERATE HATCH":
        return _hatch_worth(t, who)
    return -0.2 if name in moves.ACTIONS else -0.05


def _hatch_worth(t: Table, who: int) -> float:
    """To open a hatchway is worth something, to close it is not."""
    return 0.35 if any(hatch not in t.state.hatches for hatch in operable(t, who)) else -0.2


def where_to(t: Table, question: Choose, region: moves.Destinations) -> Worths:
    """The promising places of a move, each with what could be done there."""
    record = t.state.agenda[-1] if t.state.agenda else None
    if not isinstance(record, Action) or form_of(question.topic) == "move of {who}":
        return a_few_steps(t, question)
    schemer = Schemer(t, record.who)
    left = schemer.left if record.mode == "activation" else 0
    found: Worths = []
    ways = schemer.weighed(schemer.promising(region), record.name, left)
    for way in sorted(ways, key=lambda way: -way.worth):
        assert way.body is not None
        option = region.find(_key(way.body))
        if option is not None:
            found.append((option, way.worth))
            break
    if not region.terms.engage:
        stay = region.find(_key(region.start))
        if stay is not None:
            found.append((stay, sum(schemer.at(region.start, record.name, left))))
    return found or weighed(question, lambda option: 0.0)


def a_few_steps(t: Table, question: Choose) -> Worths:
    """A move that an entry gives: towards what is worth going to, if it leads there clearly."""
    who = t.number(names_of(question.topic)["who"])
    wanted, body = goals(t, who), body_of(t, who)
    here = pull(wanted, body)

    def worth(option: Option) -> float:
        if option.kind == "not_moved":
            return 0.05
        x, y, z = option.args[:3]
        return pull(wanted, body._replace(x=x, y=y, z=z)) - here

    return weighed(question, worth)


def _key(body: Body) -> str:
    return f"to {body.x / INCH:.2f},{body.y / INCH:.2f} up {body.z / INCH:.2f}"


def who_counteracts(t: Table, question: Choose) -> Worths:
    """Whoever can do most with one action."""
    each = shares(t)

    def worth(option: Option) -> float:
        return _at_once(t, t.number(option.args[0]), each) if option.kind == "counteract" else 0.02

    return weighed(question, worth)


def _at_once(t: Table, who: int, each: list[float]) -> float:
    """What one action is worth to an operative from where it stands."""
    shots = aims(t, who, each, arms(t, who))
    near = controlled_by(t, t.board, who, 1 - t.operative(who).seat)
    fights = [fight_worth(t, who, enemy, each) for enemy in near]
    return max([0.03, *(aim.worth for aim in shots[:1]), *fights])


def whether_to_interrupt(t: Table, question: Choose) -> Worths:
    """With the operative on guard whose attack is worth most."""
    each = shares(t)
    return weighed(
        question, lambda option: _at_once(t, t.number(option.args[0]), each) if option.kind == "interrupt" else 0.05
    )


def which_interrupt(t: Table, question: Choose) -> Worths:
    """A shot rather than a fight, unless the fight is the better one."""
    who = t.number(names_of(question.topic)["who"])
    each = shares(t)
    near = controlled_by(t, t.board, who, 1 - t.operative(who).seat)
    fights = max([0.0, *(fight_worth(t, who, enemy, each) for enemy in near)])
    return weighed(question, lambda option: fights if option.args[0] == "FIGHT" else 0.1)


# -- entries and gambits -----------------------------------------------------------------------------------------------


def whether_to_use(t: Table, question: Choose) -> Worths:
    """Entries that cost nothing are used, others where they are worth their command points."""
    book = t.setting.book.by_id[question.seat]

    def worth(option: Option) -> float:
        if option.kind == "no_entry":
            return 0.0
        entry = book.get(option.args[0])
        return 0.0 if entry is None else entry_worth(t, entry)

    return weighed(question, worth)


def for_whom(t: Table, question: Choose) -> Worths:
    """Of one's own whoever lacks most, or is strongest; of the enemy the strongest."""
    return weighed(question, lambda option: _helped(t, question.seat, t.number(option.args[0])))


def _helped(t: Table, seat: int, who: int) -> float:
    card, operative = t.card(who), t.operative(who)
    lost = (card.wounds - operative.wounds) / card.wounds
    return power(card) / 20 + (lost if operative.seat == seat else 0.0) + (0.5 if operative.readiness == 0 else 0.0)


def which_gambit(t: Table, question: Choose) -> Worths:
    """What must be used, then what costs nothing, then ploys worth their command points."""
    return weighed(question, lambda option: gambit_worth(t, question.seat, option))


ADVICE: dict[str, Advice] = {
    "activate": whom_to_activate,
    "order": which_order,
    "action": which_action,
    "end_activation": which_action,
    "counteract": who_counteracts,
    "no_counteract": who_counteracts,
    "no_action": which_action,
    "interrupt": whether_to_interrupt,
    "weapon": which_weapon,
    "target": which_target,
    "next_target": which_target,
    "origin": the_first,
    "enemy": which_enemy,
    "keep_dice": whether_to_reroll,
    "allocate": how_to_block,
    "use_x": which_x,
    "accurate": the_more,
    "keep_unrolled": the_more,
    "cover_save": cover_save,
    "use_obscured": accept("use_cover"),
    "rescue": accept("rescue"),
    "rend": accept("rend"),
    "severe": accept("severe"),
    "use_entry": whether_to_use,
    "use_entry_with": whether_to_use,
    "for": for_whom,
    "gambit": which_gambit,
    "deployed": ready_in_turn,
    "default_roster": by_default,
    "default_equipment": by_default,
    "equip": which_equipment,
    "tac_op": which_tac_op,
    "primary": which_primary,
    "initiative": own_initiative,
    "scout": scouting,
    "scout_move": who_scouts,
    "item": the_first,
    "object": which_object,
    "named": champion,
    "score": what_to_score,
    "open_hatch": accept("open_hatch"),
    "close_hatch": accept("open_hatch"),
    "instead": accept("instead"),
}
"""Who gives counsel, by the kind of an option."""
