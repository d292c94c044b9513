"""A campaign between battles: given dice, exact results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fireteam.core.dice import Given
from fireteam.core.errors import SaveError, SetupError
from fireteam.core.game import Matter
from fireteam.core.questions import Choose
from fireteam.games.necromunda.arena import fighter
from fireteam.games.necromunda.campaign import (
    advances,
    doctor,
    experience,
    finale,
    hiring,
    income,
    injuries,
    pairing,
    standing,
    trade,
)
from fireteam.games.necromunda.campaign.battle import Battle
from fireteam.games.necromunda.campaign.campaign import Campaign
from fireteam.games.necromunda.campaign.founding import found_gang
from fireteam.games.necromunda.campaign.ledger import CRITICAL, DEAD, READY, RECOVERING, Book, Fellow, Gang, Item
from fireteam.games.necromunda.campaign.report import Fate, Report
from fireteam.games.necromunda.campaign.terms import Campaigning, Terms, fitted
from fireteam.games.necromunda.content import deck
from fireteam.games.necromunda.content.gangs import roster_of
from fireteam.games.necromunda.content.packs import PACKS
from fireteam.games.necromunda.windows import Supplement
from fireteam.kit.campaign import Course, Step
from tests.necromunda.play_campaign import battle_of as battle_due
from tests.necromunda.scene import lay


def book_of(*gangs: str) -> Book:
    """A ledger with gangs that were just founded."""
    book = Book(PACKS.load())
    for gang in gangs or ("choir-1000", "couriers-1000"):
        found_gang(book, roster_of(book.pack, gang))
    return book


def run(step: Step[Any], dice: Sequence[int] = (), answers: Sequence[str] = ()) -> Any:
    """Run a rule with given dice and answers; all of them are used."""
    found: list[Any] = []

    def whole() -> Step[None]:
        found.append((yield from step))

    given = Given(list(dice))
    course = Course(whole, given)
    for key in answers:
        course.answer(key)
    assert course.over, course.pending
    assert given.unused == 0
    return found[0]


def asked(step: Step[Any], dice: Sequence[int] = ()) -> Matter:
    """What a rule asks first."""
    course = Course(lambda: step, Given(list(dice)))
    assert course.matter is not None
    return course.matter


def battle_of(book: Book, *fates: Fate, winner: int | None = 0, **more: Any) -> Battle:
    """A battle of the first two gangs."""
    pair = (book.gangs[0], book.gangs[1])
    fields = {name: more.pop(name) for name in list(more) if name in Report.model_fields}
    for gang in pair:
        gang.battles += 1
    return Battle(pair, Report(scenario="tollgate", winner=winner, fates=fates, **fields), **more)


def who(gang: Gang, name: str) -> Fellow:
    found = gang.named(name)
    assert found is not None
    return found


@pytest.mark.rule("NE-CAMP-02")
def test_what_is_not_spent_stays() -> None:
    gang = book_of().gangs[0]
    assert (gang.credits, gang.reputation, {one.experience for one in gang.fellows}) == (5, 1, {0})


@pytest.mark.rule("NE-CAMP-03")
def test_rating_counts_gear_and_advances_not_injuries() -> None:
    book = book_of()
    gang = book.gangs[0]
    assert standing.rating(book, gang) == 995
    hob = who(gang, "Brother Lode")
    hob.advances.append("ws")
    hob.state = RECOVERING
    gang.stash.append(Item("stutter-gun"))
    assert standing.rating(book, gang) == 1010
    hob.state = DEAD
    assert standing.rating(book, gang) == 1010 - 85 - 15


@pytest.mark.rule("NE-CAMP-04")
def test_the_last_battle_is_rolled_again_once() -> None:
    book = book_of()
    book.last_scenario[0, 1] = "cold-fuse"
    assert run(pairing.scenario_for(book, (book.gangs[0], book.gangs[1])), [5, 5]) == "cold-fuse"
    assert run(pairing.scenario_for(book, (book.gangs[0], book.gangs[1])), [4, 5, 3]) == "casket-run"
    assert run(pairing.scenario_for(book, (book.gangs[0], book.gangs[1])), [6], ["cold-fuse"]) == "cold-fuse"


@pytest.mark.rule("NE-CAMP-05")
def test_close_ratings_roll_off_and_a_convoy_has_vehicles() -> None:
    book = book_of()
    pair = (book.gangs[0], book.gangs[1])
    assert run(pairing.take_sides(book, pair, "tollgate"), [3, 3, 2, 5], ["b"]) == 0
    who(pair[1], "Hob").advances += ["s", "t"]
    assert run(pairing.take_sides(book, pair, "tollgate"), [], ["b"]) == 1
    driving = book_of("choir-1000", "couriers-raid")
    assert run(pairing.take_sides(driving, (driving.gangs[0], driving.gangs[1]), "break-the-convoy")) == 1


@pytest.mark.rule("NE-CAMP-06")
def test_tokens_of_the_underdog() -> None:
    book = book_of()
    pair = (book.gangs[0], book.gangs[1])
    pair[1].fellows[0].gear += [Item("stutter-gun"), Item("stutter-gun")]
    assert standing.tokens(book, pair) == (2, 0)
    pair[1].fellows[0].gear += [Item("stutter-gun"), Item("stutter-gun")]
    assert standing.tokens(book, pair) == (3, 0)


@pytest.mark.rule("NE-INJ-04", "NE-CAMP-08")
def test_lasting_injuries() -> None:
    for dice, state, changes in (
        ([2, 4], READY, {}), ([5, 3], RECOVERING, {"ws": 1}), ([4, 6], RECOVERING, {"ld": 1, "cl": 1}),
        ([6, 2], CRITICAL, {}), ([6, 6], DEAD, {}), ([3, 1], RECOVERING, {}),
    ):  # fmt: skip
        book = book_of()
        gang = book.gangs[0]
        battle = battle_of(book, Fate(seat=0, name="Brother Lode", out=True, by="Hob"))
        run(injuries.lasting_injuries(book, battle, gang, []), dice)
        lode = who(gang, "Brother Lode")
        assert (lode.state, lode.changes) == (state, changes)
        assert who(book.gangs[1], "Hob").experience == (1 if state == DEAD else 0)
    book = book_of()
    lode = who(book.gangs[0], "Brother Lode")
    lode.changes["t"] = -3
    run(
        injuries.lasting_injuries(
            book, battle_of(book, Fate(seat=0, name="Brother Lode", out=True)), book.gangs[0], []
        ),
        [5, 6],
    )
    assert (lode.changes["t"], lode.state) == (-3, RECOVERING)
    run(injuries.lasting_injuries(book, battle_of(book, Fate(seat=0, name="Winkle", fled=True)), book.gangs[0], []))


@pytest.mark.rule("NE-INJ-05")
def test_vehicle_damage_with_a_rattle() -> None:
    book = book_of("choir-haul", "couriers-1000")
    engine = book.gangs[0].engines[0]
    engine.damage.append("rattle")
    battle = battle_of(book, Fate(seat=0, name="Catafalque", vehicle=True, out=True, damage=1))
    run(injuries.vehicle_damage(book, battle, book.gangs[0]), [6])
    assert engine.damage == ["rattle", "write-off"] and not pairing.can_drive(engine)


@pytest.mark.rule("NE-CAMP-09")
def test_succumbing() -> None:
    book = book_of()
    battle = battle_of(book, Fate(seat=0, name="Winkle", injured=True), Fate(seat=0, name="Shrimp", webbed=True))
    assert run(injuries.succumb(book, battle, book.gangs[0]), [2]) == ["Winkle"]
    assert run(injuries.succumb(book, battle, book.gangs[0]), [3]) == []


@pytest.mark.rule("NE-CAMP-10", "NE-CAMP-27")
def test_income() -> None:
    for reputation, credits in ((4, 60), (15, 100)):
        book = book_of()
        book.gangs[0].reputation = reputation
        income.collect(book, book.gangs[0])
        assert book.gangs[0].credits == 5 + credits
    book = book_of()
    battle = battle_of(book, credits=(12, 0))
    run(income.take_rewards(book, battle, book.gangs[0]), [3, 4])
    assert book.gangs[0].credits == 5 + 12 + 70 + 45
    conceded = battle_of(book, conceded=True)
    run(income.take_rewards(book, conceded, book.gangs[1]))
    run(income.gain_reputation(book, conceded, book.gangs[1]))
    assert (book.gangs[1].credits, book.gangs[1].reputation) == (45, 1)


@pytest.mark.rule("NE-CAMP-11")
def test_reputation() -> None:
    book = book_of()
    battle = battle_of(book, Fate(seat=1, name="Vesna Quill", out=True), bottled=(False, True))
    for gang in battle.gangs:
        run(income.gain_reputation(book, battle, gang))
    assert [gang.reputation for gang in book.gangs] == [4, 1]


@pytest.mark.rule("NE-CAMP-12", "NE-CAMP-25")
def test_experience_and_grudges() -> None:
    book = book_of()
    gang = book.gangs[0]
    gang.grudges.append((1, "Tamper"))
    battle = battle_of(
        book, Fate(seat=0, name="Winkle", rallied=True), Fate(seat=1, name="Tamper", out=True, by="Winkle"), winner=None
    )
    experience.gain_experience(book, battle, gang)
    assert who(gang, "Winkle").experience == 1 + 1 + 1 + 1 + 2 and gang.grudges == []
    experience.bear_grudges(book, battle, book.gangs[1])
    experience.bear_grudges(book, battle, book.gangs[1])
    assert book.gangs[1].grudges == [(0, "Winkle")]


@pytest.mark.rule("NE-CAMP-13")
def test_advances_cost_more_each_time() -> None:
    book = book_of()
    gang = book.gangs[0]
    lode = who(gang, "Brother Lode")
    lode.advances.append("i")
    assert advances.price(book, lode, "bs") == 7
    lode.experience = 6
    assert "8" not in advances.refusal(book, gang, lode, "ld") and "9 Experience" in advances.refusal(
        book, gang, lode, "t"
    )
    lode.experience = 7
    run(advances.advance(book, gang, lode, "bs"))
    assert (lode.experience, book.stat(gang, lode, "bs"), standing.worth(book, gang, lode)) == (0, 3, 85 + 15 + 10)
    lode.experience = 20
    run(advances.advance(book, gang, lode, "random-skill"), [2])
    assert lode.skills == ["hurl"]


@pytest.mark.rule("NE-CAMP-14")
def test_a_youth_grows_up() -> None:
    book = book_of()
    gang = book.gangs[0]
    winkle, rifle = who(gang, "Winkle"), Item("slug-rifle")
    winkle.advances, winkle.experience = ["ld"], 4 + 5
    run(advances.advance(book, gang, winkle, "cl"))
    assert winkle.role == "youth" and trade.give_refusal(book, gang, winkle, rifle)
    run(advances.advance(book, gang, winkle, "wil"))
    assert (winkle.role, winkle.type, book.stat(gang, winkle, "ws")) == ("ganger", "sprat", 5)
    winkle.gear = []
    assert trade.give_refusal(book, gang, winkle, rifle) == "", "it buys like a ganger"
    assert "special" in trade.give_refusal(book, gang, winkle, Item("net-gun"))
    assert deck.fighter(book.pack, gang.gang, book.member(winkle)).role == "ganger", "it is no beginner in battle"


@pytest.mark.rule("NE-CAMP-14")
def test_a_ganger_with_four_advances_may_be_made_a_specialist() -> None:
    book = book_of()
    gang = book.gangs[0]
    lode = who(gang, "Brother Lode")
    lode.advances, lode.experience = ["ld", "cl"], 5 + 6
    run(advances.take_advances(book, gang), answers=["wil", "save"])
    assert lode.role == "ganger", "three are too few, and nobody is asked"
    run(advances.take_advances(book, gang), answers=["int", "stay"])
    assert (lode.role, len(lode.advances)) == ("ganger", 4)
    run(advances.take_advances(book, gang), answers=["promote"])
    assert lode.role == "specialist", "after a later battle it is asked again, without a new advance"
    lode.gear = []
    assert trade.give_refusal(book, gang, lode, Item("net-gun")) == ""
    assert [line.text for line in book.lines if line.rule == "NE-CAMP-14"] == ["Brother Lode is a specialist now"]


@pytest.mark.rule("NE-CAMP-14")
def test_a_specialist_that_has_just_died_leaves_its_room() -> None:
    book = book_of()
    gang = book.gangs[0]
    lode = who(gang, "Brother Lode")
    lode.advances = ["ld", "cl", "wil", "int"]
    gang.fellows += [Fellow(f"Net {number}", "net-hand", "specialist") for number in range(3)]
    run(advances.take_advances(book, gang))
    assert lode.role == "ganger", "four of four: nobody is asked"
    who(gang, "Sister Seine").state = DEAD
    run(advances.take_advances(book, gang), answers=["promote"])
    assert lode.role == "specialist"
    lode.role, lode.state = "ganger", DEAD
    run(advances.take_advances(book, gang))
    assert lode.role == "ganger", "the dead are not promoted"


@pytest.mark.rule("NE-CAMP-15")
def test_the_doctor() -> None:
    book = book_of()
    gang = book.gangs[0]
    lode, battle = who(gang, "Brother Lode"), battle_of(book)
    lode.state, gang.credits = CRITICAL, 60
    run(doctor.see_doctor(book, battle, gang), [3, 4])
    assert lode.state == DEAD
    lode.state, gang.credits = CRITICAL, 70
    run(doctor.see_doctor(book, battle, gang), [3, 4, 4, 3], ["pay"])
    assert (lode.state, lode.changes, gang.credits) == (RECOVERING, {"ws": 1}, 0)


@pytest.mark.rule("NE-CAMP-16")
def test_repairs() -> None:
    book = book_of("choir-haul", "couriers-1000")
    gang = book.gangs[0]
    engine = gang.engines[0]
    gang.credits, engine.damage = 90, ["m"]
    run(income.repairs(book, gang), [6], ["repair"])
    assert (gang.credits, engine.damage) == (60, [])
    engine.damage = ["m", "rattle", "write-off"]
    run(income.repairs(book, gang), [2], ["repair"])
    assert (gang.credits, engine.damage) == (0, ["rattle"])


@pytest.mark.rule("NE-CAMP-17", "NE-CAMP-18")
def test_the_dead_and_the_new_leader() -> None:
    book = book_of("ledger-1000", "couriers-1000")
    gang = book.gangs[0]
    for name in ("Auditor Vane", "Mr. Levy", "Miss Tontine"):
        who(gang, name).state = DEAD
    who(gang, "Dropwort").changes["ld"] = -1
    doctor.bury(book, battle_of(book, left=(False, True)), gang)
    assert gang.stash == [] and gang.dead == ["Auditor Vane", "Mr. Levy", "Miss Tontine"]
    best = min((one for one in gang.fellows if one.role == "specialist"), key=lambda one: book.stat(gang, one, "ld"))
    run(doctor.succeed(book, gang), [], ["headbutt"])
    assert gang.leader is best and best.skills == ["headbutt"]


@pytest.mark.rule("NE-CAMP-19", "NE-CAMP-31")
def test_trade() -> None:
    book = book_of()
    assert trade.selling_price(book, Item("stutter-gun")) == 65
    assert trade.selling_price(book, Item("frag")) == 5
    couriers = book.gangs[1]
    couriers.credits = 35
    assert "not sold" in trade.buy_refusal(book, couriers, "torch-gun")
    keys = [key for key, _ in asked(trade.buy(book, couriers)).options]
    assert "breach-charge" not in keys and "frag" in keys
    with pytest.raises(SetupError):
        book.pay(couriers, 40, "NE-CAMP-19", "too dear")


@pytest.mark.rule("NE-CAMP-20", "NE-CAMP-26")
def test_hiring() -> None:
    book = book_of()
    gang = book.gangs[0]
    cantor = next(one for one in book.pack.gangs[0].fighters if one.id == "bell-cantor")
    gang.credits, gang.reputation = 500, 5
    for _ in range(2):
        run(hiring.hire(book, gang), [], ["bell-cantor", "hurl"])
    assert gang.credits == 500 - 80 - 90
    assert "at most 3" in hiring.fighter_refusal(book, gang, cantor)
    assert standing.crew_more(book, gang) == 0
    gang.reputation = 15
    assert standing.crew_more(book, gang) == 1 and standing.bottle_again(book, gang)


@pytest.mark.rule("NE-CAMP-21")
def test_lean_times() -> None:
    book = book_of()
    gang = book.gangs[0]
    del gang.fellows[5:]
    for fellow in gang.fellows[:2]:
        injuries.rest(gang, fellow)
    run(hiring.lean_times(book, gang), [], ["sprat", "sprat", "drowned-brother"])
    assert [one.gear for one in gang.fellows[5:]] == [[Item("knife")]] * 3


@pytest.mark.rule("NE-CAMP-22")
def test_gear_is_handed_round_within_purchases() -> None:
    book = book_of()
    gang = book.gangs[0]
    assert "does not use heavy" in trade.give_refusal(book, gang, who(gang, "Winkle"), Item("spear-caster"))
    gang.stash.append(Item("knife"))
    run(trade.hand_round(book, gang), [], ["give Gutting knife to Brother Lode", "done"])
    assert who(gang, "Brother Lode").gear[-1] == Item("knife") and gang.stash == []


@pytest.mark.rule("NE-CAMP-23")
def test_one_battle_is_missed() -> None:
    book = book_of()
    gang = book.gangs[0]
    gang.battles = 2
    lode = who(gang, "Brother Lode")
    injuries.rest(gang, lode)
    injuries.recover(book, gang)
    assert lode.state == RECOVERING and all(
        one["name"] != "Brother Lode" for one in pairing.roster_data(book, gang)["members"]
    )
    gang.battles = 3
    injuries.recover(book, gang)
    assert lode.state == READY


@pytest.mark.rule("NE-CAMP-24")
def test_unreliable_engines() -> None:
    book = book_of("choir-haul", "couriers-1000")
    gang = book.gangs[0]
    gang.engines[0].damage = ["unreliable", "unreliable"]
    run(pairing.start_engines(book, gang), [4, 1])
    assert pairing.roster_data(book, gang)["vehicles"] == []


@pytest.mark.rule("NE-CAMP-28")
def test_campaign_points() -> None:
    book = book_of()
    gang = book.gangs[0]
    gang.points, gang.reputation = 7, 11
    gang.fellows[0].advances += ["s"] * 13
    finale.finish(book)
    assert (gang.points, book.winners) == (10, (0,))


@pytest.mark.rule("NE-CAMP-30")
def test_nobody_rests_twice_before_all_have() -> None:
    book = book_of("choir-1000", "couriers-1000", "widows-1000")
    rested = []
    for dice in ([2], [1], []):
        rested.append(run(pairing.pairs(book), dice or [1])[1].number)
    assert sorted(rested) == [0, 1, 2]


@pytest.mark.rule("NE-CAMP-01", "NE-CAMP-07", "NE-CAMP-27")
def test_a_campaign_of_conceded_battles_is_saved_and_verified() -> None:
    campaign = Campaign.new(["choir-1000", "couriers-1000"], 5)
    while not campaign.over:
        matter = campaign.matter
        assert matter is not None
        keys = [key for key, _ in matter.options]
        campaign.answer("give way" if "give way" in keys and matter.seat == 1 else keys[0])
        campaign = Campaign.load(campaign.save()) if campaign.matter is None or "fight" in keys else campaign
    assert [len(gang.record) for gang in campaign.book.gangs] == [5, 5]
    assert campaign.book.gangs[0].points >= 4 * 3 + 6 and campaign.result is not None and campaign.result.winner == 0
    text = campaign.save()
    assert Campaign.load(text).save() == text
    with pytest.raises(SaveError, match="line 1 of the ledger"):
        Campaign.load(text.replace("founded for 995", "founded for 990"))


def due_campaign() -> Campaign:
    """A campaign whose only battle, the last one, is due."""
    campaign = Campaign.new(["choir-1000", "couriers-1000"], 5, battles=1)
    while campaign.matter is not None:
        campaign.answer(campaign.matter.options[0][0])
    return campaign


@pytest.mark.rule("NE-CAMP-29", "NE-CAMP-31")
def test_the_last_battle_is_a_longer_tollgate() -> None:
    campaign = due_campaign()
    match = battle_due(campaign)
    setting: Any = match.setting
    scenario = setting.mission.scenario
    assert (scenario.id, scenario.rounds, scenario.crew["a"].max, scenario.crew["b"].max) == ("tollgate", 8, 12, 12)
    table = match.setting.table(match.state, False)
    must = [
        table.name(number)
        for seat in (0, 1)
        for join in table.windows[Supplement.must_join]
        for number in join(table, seat)
    ]
    assert must == ["Abbot Skeer", "Vesna Quill"]
    with pytest.raises(SetupError):
        campaign.break_off(match, agreed=(True, False))
    campaign.hold(match)
    assert Campaign.load(campaign.save()).save() == campaign.save()
    campaign.break_off(match, agreed=(True, True))
    assert campaign.running is None and campaign.course.reports[0].winner is None


@pytest.mark.rule("NE-CAMP-26")
def test_reputation_makes_crews_larger() -> None:
    pack = PACKS.load()
    casket = next(one for one in pack.scenarios if one.id == "casket-run")
    changed = fitted(pack, casket, Terms(side_a=1, crew_more=(1, 0)))
    assert (changed.crew["a"].max, changed.crew["b"].max) == (8, 9) and casket.crew["b"].max == 8


@pytest.mark.rule("NE-CAMP-06", "NE-CAMP-26")
def test_tokens_re_roll_in_battle_and_run_out() -> None:
    red, blue = [fighter("A")], [fighter("B")]
    terms = Terms(tokens=(1, 0), bottle_again=(True, False))
    match = lay(red, blue, {"A": (0, 0), "B": (9, 9)}, more=[Campaigning(terms)])
    table = match.setting.table(match.state, False)
    hung = Campaigning(terms)
    asked_once = hung.rerolls_priority(table, 0, 1)
    question = next(asked_once)
    assert isinstance(question, Choose)
    with pytest.raises(StopIteration) as ended:
        asked_once.send(next(one for one in question.options if one.kind == "spend_token"))
    assert ended.value.value is True and hung.left(table, 0) == 0
    with pytest.raises(StopIteration) as ended:
        next(hung.rerolls_recovery(table, 0))
    assert ended.value.value is False
    with pytest.raises(StopIteration) as ended:
        next(hung.rerolls_bottle(table, 1))
    assert ended.value.value is False
