"""Exact odds of shots and fights: against enumerations of their own, with and without memo, and as they are typed
in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

from fireteam.cli import app
from fireteam.core.algebra import Distribution, ExactAlgebra
from fireteam.core.dice import outcomes
from fireteam.core.errors import IllegalAnswer, SetupError
from fireteam.core.match import Match
from fireteam.core.odds import Odds, odds_here
from fireteam.core.questions import Roll
from fireteam.core.solver import Solver
from fireteam.games.killteam import arena
from fireteam.games.killteam.aims import AIMS
from fireteam.games.killteam.odds import Duel, Shot, best_first_die
from fireteam.games.killteam.shooting.sequence import Target

BUDGET = 2_000_000


def shot(
    rules: str = "",
    *,
    atk: int = 3,
    hit: int = 3,
    damage: str = "3/4",
    save: int = 4,
    wounds: int = 99,
    aim: str = "damage",
    **more: Any,
) -> Odds:
    return Shot(atk, hit, damage, save, wounds, rules, aim=aim, **more).odds()


# -- shots, counted by hand --------------------------------------------------------------------------------------------
# The enumerations below share nothing with the rules: faces are rolled out one by one.


def least_damage(normals: int, criticals: int, saves: int, critical_saves: int, damage: tuple[int, int]) -> int:
    """What the best blocks leave: each defence die is laid down in every way."""
    found = [normals * damage[0] + criticals * damage[1]]
    if saves and normals:
        found.append(least_damage(normals - 1, criticals, saves - 1, critical_saves, damage))
    if saves > 1 and criticals:
        found.append(least_damage(normals, criticals - 1, saves - 2, critical_saves, damage))
    if critical_saves and normals:
        found.append(least_damage(normals - 1, criticals, saves, critical_saves - 1, damage))
    if critical_saves and criticals:
        found.append(least_damage(normals, criticals - 1, saves, critical_saves - 1, damage))
    return min(found)


@cache
def mean_after_defence(
    normals: int, criticals: int, dice: int, kept: int, save: int, damage: tuple[int, int], brutal: bool = False
) -> Fraction:
    """The mean damage when so many defence dice are rolled and some normal saves are kept besides."""
    total = 0
    for faces in product(range(1, 7), repeat=dice):
        sixes = faces.count(6)
        saves = 0 if brutal else kept + sum(1 for face in faces if face not in (1, 6) and face >= save)
        total += least_damage(normals, criticals, saves, sixes, damage)
    return Fraction(total, 6**dice)


def counted(faces: tuple[int, ...], hit: int, critical_from: int = 6) -> tuple[int, int]:
    hits = [face for face in faces if face == 6 or (face != 1 and face >= hit)]
    criticals = sum(1 for face in hits if face >= critical_from)
    return len(hits) - criticals, criticals


@pytest.mark.rule("KT-SHOOT-10", "KT-SHOOT-22", "KT-SHOOT-25")
@pytest.mark.parametrize(("hit", "save", "damage"), [(3, 4, (3, 4)), (4, 3, (2, 5)), (2, 6, (4, 4)), (6, 2, (1, 7))])
def test_a_plain_shot_is_what_enumeration_says(hit: int, save: int, damage: tuple[int, int]) -> None:
    expected = Fraction(0)
    for faces in product(range(1, 7), repeat=3):
        expected += mean_after_defence(*counted(faces, hit), 3, 0, save, damage)
    odds = shot(hit=hit, save=save, damage=f"{damage[0]}/{damage[1]}")
    assert odds.exact and odds.mean("damage target") == expected / 216


@pytest.mark.rule("KT-SHOOT-25", "KT-DMG-02")
def test_the_whole_distribution_of_a_small_shot() -> None:
    weights: dict[int, int] = {}
    for faces in product(range(1, 7), repeat=2):
        normals, criticals = counted(faces, 4)
        for defence in product(range(1, 7), repeat=3):
            saves = sum(1 for face in defence if 5 <= face < 6)
            lost = min(7, least_damage(normals, criticals, saves, defence.count(6), (3, 5)))
            weights[lost] = weights.get(lost, 0) + 1
    odds = shot(atk=2, hit=4, damage="3/5", save=5, wounds=7)
    assert odds.of("damage target") == {lost: Fraction(weight, 6**5) for lost, weight in sorted(weights.items())}
    assert odds.chance("incapacitated target") == Fraction(weights[7], 6**5)


@pytest.mark.rule("KT-WR-12", "KT-WR-14", "KT-WR-15", "KT-WR-05", "KT-WR-07")
def test_rules_without_choices_are_what_enumeration_says() -> None:
    cases: list[tuple[str, Any]] = [
        ("Lethal 5", lambda n, c, lethal: mean_after_defence(*lethal, 3, 0, 4, (3, 4))),
        ("Piercing 1", lambda n, c, lethal: mean_after_defence(n, c, 2, 0, 4, (3, 4))),
        ("Piercing Crits 2", lambda n, c, lethal: mean_after_defence(n, c, 1 if c else 3, 0, 4, (3, 4))),
        ("Brutal", lambda n, c, lethal: mean_after_defence(n, c, 3, 0, 4, (3, 4), True)),
        ("Devastating 2", lambda n, c, lethal: 2 * c + mean_after_defence(n, c, 3, 0, 4, (3, 4))),
    ]
    for rules, mean in cases:
        expected = Fraction(0)
        for faces in product(range(1, 7), repeat=3):
            expected += mean(*counted(faces, 3), counted(faces, 3, 5))
        assert shot(rules).mean("damage target") == expected / 216, rules


@pytest.mark.rule("KT-SHOOT-14", "KT-SHOOT-15", "KT-SHOOT-21")
def test_cover_and_obscured_are_what_enumeration_says() -> None:
    covered = obscured = Fraction(0)
    for faces in product(range(1, 7), repeat=3):
        normals, criticals = counted(faces, 3)
        covered += min(
            mean_after_defence(normals, criticals, 2, 1, 4, (3, 4)),
            mean_after_defence(normals, criticals, 3, 0, 4, (3, 4)),
        )
        obscured += mean_after_defence(max(0, normals + criticals - 1), 0, 3, 0, 4, (3, 4))
    assert shot(cover=True).mean("damage target") == covered / 216
    assert shot(obscured=True).mean("damage target") == obscured / 216


@pytest.mark.rule("KT-WR-16", "KT-WR-19", "KT-WR-23")
def test_rules_for_retained_dice_are_what_enumeration_says() -> None:
    def after(normals: int, criticals: int) -> Fraction:
        return mean_after_defence(normals, criticals, 3, 0, 4, (3, 5))

    rending = punishing = severe = Fraction(0)
    for faces in product(range(1, 7), repeat=3):
        normals, criticals = counted(faces, 3)
        fails = 3 - normals - criticals
        keep = after(normals, criticals)
        rending += max(keep, after(normals - 1, criticals + 1)) if criticals and normals else keep
        punishing += max(keep, after(normals + 1, criticals)) if criticals and fails else keep
        severe += max(keep, after(normals - 1, 1)) if not criticals and normals else keep
    for rules, expected in (("Rending", rending), ("Punishing", punishing), ("Severe", severe)):
        assert shot(rules, damage="3/5").mean("damage target") == expected / 216, rules


def best_with_rerolls(dice: tuple[int, ...], stand: tuple[int, ...], kind: str, number: int) -> Fraction:
    """The best mean by re-rolling one die after the other; every face is its own."""
    found = [mean_after_defence(*counted((*dice, *stand), 3), 3, 0, 4, (3, 5))]
    if kind == "one" and stand:
        return found[0]
    for place, face in enumerate(dice):
        if kind == "number" and number not in (0, face):
            continue
        rest = dice[:place] + dice[place + 1 :]
        found.append(sum((best_with_rerolls(rest, (*stand, new), kind, face) for new in range(1, 7)), Fraction(0)) / 6)
    return max(found)


@pytest.mark.rule("KT-WR-02", "KT-WR-06", "KT-WR-18", "KT-BASE-09", "KT-BASE-10")
@pytest.mark.parametrize(
    ("rules", "kind", "atk"),
    [("Balanced", "one", 3), ("Relentless", "any", 2), ("Ceaseless", "number", 2), ("Ceaseless", "number", 3)],
)
def test_re_rolls_are_what_enumeration_says(rules: str, kind: str, atk: int) -> None:
    means = [best_with_rerolls(faces, (), kind, 0) for faces in product(range(1, 7), repeat=atk)]
    assert shot(rules, atk=atk, damage="3/5").mean("damage target") == sum(means, Fraction(0)) / 6**atk


# -- fights, counted by hand -------------------------------------------------------------------------------------------


class Brawl:
    """A fight as a plain game of counts: (normals, criticals, wounds) of both, and whose turn it is."""

    def __init__(
        self, damage: tuple[int, int], vs_damage: tuple[int, int], shock: bool = False, brutal: bool = False
    ) -> None:
        self.damage = (damage, vs_damage)
        self.shock = shock
        self.brutal = brutal
        self.known: dict[Any, int] = {}

    def best(
        self, dice: tuple[tuple[int, int], tuple[int, int]], wounds: tuple[int, int], turn: int, shocked: bool = False
    ) -> int:
        """Wounds the second loses from here on, less those of the first, both playing well."""
        key = (dice, wounds, turn, shocked)
        if key not in self.known:
            self.known[key] = self._best(dice, wounds, turn, shocked)
        return self.known[key]

    def _best(
        self, dice: tuple[tuple[int, int], tuple[int, int]], wounds: tuple[int, int], turn: int, shocked: bool
    ) -> int:
        if min(wounds) <= 0 or not sum(dice[0]) + sum(dice[1]):
            return 0
        if not sum(dice[turn]):
            return self.best(dice, wounds, 1 - turn, shocked)
        pick = max if turn == 0 else min
        return pick(self._ways(dice, wounds, turn, shocked))

    def _ways(
        self, dice: tuple[tuple[int, int], tuple[int, int]], wounds: tuple[int, int], turn: int, shocked: bool
    ) -> Iterator[int]:
        mine, theirs = dice[turn], dice[1 - turn]

        def go_on(new_mine: tuple[int, int], new_theirs: tuple[int, int], lost: int = 0, was: bool = shocked) -> int:
            pair = (new_mine, new_theirs) if turn == 0 else (new_theirs, new_mine)
            hurt = min(lost, wounds[1 - turn])
            left = (wounds[0], wounds[1] - hurt) if turn == 0 else (wounds[0] - hurt, wounds[1])
            return (hurt if turn == 0 else -hurt) + self.best(pair, left, 1 - turn, was)

        for critical in (0, 1):
            if not mine[critical]:
                continue
            rest = (mine[0] - (not critical), mine[1] - critical)
            if critical and self.shock and turn == 0 and not shocked:
                struck = (theirs[0] - 1, theirs[1]) if theirs[0] else (0, max(0, theirs[1] - 1))
                yield go_on(rest, struck, self.damage[turn][1], True)
            else:
                yield go_on(rest, theirs, self.damage[turn][critical])
            if self.brutal and turn == 1 and not critical:
                continue
            if theirs[0]:
                yield go_on(rest, (theirs[0] - 1, theirs[1]))
            if critical and theirs[1]:
                yield go_on(rest, (theirs[0], theirs[1] - 1))
            if not theirs[0] and not (critical and theirs[1]):
                yield go_on(rest, theirs)


@pytest.mark.rule(
    "KT-FIGHT-08",
    "KT-FIGHT-09",
    "KT-FIGHT-10",
    "KT-FIGHT-11",
    "KT-FIGHT-12",
    "KT-FIGHT-13",
    "KT-FIGHT-14",
    "KT-WR-05",
    "KT-WR-25",
)
@pytest.mark.parametrize(
    ("rules", "wounds", "vs_wounds", "damage", "vs_damage"),
    [
        ("", 9, 8, (3, 4), (2, 5)),
        ("", 4, 12, (3, 4), (4, 4)),
        ("Shock", 9, 8, (3, 4), (3, 4)),
        ("Brutal", 6, 8, (2, 6), (3, 3)),
        ("Shock, Brutal", 7, 7, (3, 4), (3, 4)),
    ],
)
def test_a_fight_is_what_a_plain_game_of_counts_says(
    rules: str, wounds: int, vs_wounds: int, damage: tuple[int, int], vs_damage: tuple[int, int]
) -> None:
    brawl = Brawl(damage, vs_damage, "Shock" in rules, "Brutal" in rules)
    total = 0
    for faces in product(range(1, 7), repeat=3):
        for vs_faces in product(range(1, 7), repeat=3):
            total += brawl.best((counted(faces, 3), counted(vs_faces, 4)), (wounds, vs_wounds), 0)
    mine, theirs = f"{damage[0]}/{damage[1]}", f"{vs_damage[0]}/{vs_damage[1]}"
    odds = Duel(3, 3, mine, wounds, vs_wounds, 3, 4, theirs, rules).odds()
    assert odds.exact and odds.value == Fraction(total, 6**6)
    assert odds.mean("damage target") - odds.mean("damage attacker") == odds.value


@pytest.mark.rule("KT-FIGHT-08")
def test_the_best_first_die_with_rolled_dice() -> None:
    def first(dice: str, vs_dice: str, wounds: int, vs_wounds: int, aim: str = "damage") -> str:
        atk, vs_atk = len(dice.split()), len(vs_dice.split())
        odds = Duel(atk, 3, "3/4", wounds, vs_wounds, vs_atk, 3, "3/4", dice=dice, vs_dice=vs_dice, aim=aim).odds()
        assert odds.first == {best_first_die(odds): 1}
        return best_first_die(odds)

    assert first("6", "1", 9, 9) == "strike with a critical"
    assert first("3 3", "6 6", 12, 3) == "strike with a normal", "it kills before anything is struck back"
    assert first("6 3", "6 1", 3, 12, "kill") == "block a critical with a critical", "else it dies"
    nobody = Duel(1, 3, "3/4", 9, 9, 1, 3, "3/4", dice="1", vs_dice="1").odds()
    assert best_first_die(nobody) == "" and nobody.first == {"": 1}
    burnt = Duel(1, 3, "3/4", 9, 2, 1, 3, "3/4", "Devastating 2", dice="6", vs_dice="6").odds()
    assert burnt.chance("incapacitated target") == 1 and burnt.mean("damage attacker") == 0


# -- the memo tells the truth ------------------------------------------------------------------------------------------

RULES = ("Accurate 1", "Balanced", "Brutal", "Ceaseless", "Devastating 1", "Hot", "Lethal 5", "Piercing 1",
"Piercing Crits 1", "Punishing",
         "Relentless", "Rending", "Saturate", "Severe", "Stun")  # fmt: skip
MELEE = (
    "Accurate 1",
    "Balanced",
    "Brutal",
    "Devastating 1",
    "Lethal 5",
    "Punishing",
    "Rending",
    "Severe",
    "Shock",
    "Stun",
)


def random_shot(seed: int) -> Match:
    rng = Random(seed)
    rules = ", ".join(rng.sample(RULES, rng.randint(0, 3)))
    at = Target(1, ("wall",) if rng.random() < 0.5 else (), ("wall",) if rng.random() < 0.3 else (), rng.random() < 0.3)
    attacker = arena.card(
        "shooter", arena.weapon(2, rng.randint(2, 5), rng.randint(1, 4), rng.randint(2, 6), rules), wounds=5
    )
    target = arena.card("target", save=rng.randint(2, 6), wounds=rng.randint(2, 9))
    return arena.shot(
        attacker,
        target,
        None,
        at=at,
        events=False,
        cp=(rng.randint(0, 1), 0 if "wall" in at.cover_from else rng.randint(0, 1)),
    )


def random_duel(seed: int) -> Match:
    rng = Random(seed)

    def fighter(name: str, dice: int) -> Any:
        rules = ", ".join(rng.sample(MELEE, rng.randint(0, 2)))
        weapon = arena.weapon(dice, rng.randint(2, 5), rng.randint(1, 4), rng.randint(2, 6), rules, ranged=False)
        return arena.card(name, weapon, wounds=rng.randint(3, 9))

    return arena.duel(
        fighter("attacker", 2), fighter("target", rng.randint(1, 2)), None, events=False, initiative=rng.randint(0, 1)
    )


@pytest.mark.parametrize("seed", range(30))
def test_shots_solved_with_and_without_memo_agree(seed: int) -> None:
    match = random_shot(seed)
    for aim in ("damage", "kill"):
        with_memo, without = (odds_here(match, 0, aim=aim, budget=BUDGET, memo=memo) for memo in (True, False))
        assert with_memo.exact and without.exact
        assert with_memo.value == without.value
        assert with_memo.nodes <= without.nodes
        assert sum(with_memo.chances.values()) == 1


@pytest.mark.parametrize("seed", range(20))
def test_fights_solved_with_and_without_memo_agree(seed: int) -> None:
    match = random_duel(seed)
    with_memo, without = (
        odds_here(match, 0, budget=BUDGET, memo=memo, first="die of attacker") for memo in (True, False)
    )
    assert with_memo.exact and without.exact
    assert with_memo.value == without.value
    assert sum(with_memo.first.values()) == 1


@pytest.mark.parametrize("seed", range(6))
def test_odds_in_the_middle_of_a_sequence_are_those_of_its_branches(seed: int) -> None:
    """Answer one question by hand in every way: the whole is the weighted sum, or the best, of the parts."""
    for match in (random_shot(seed), random_duel(seed)):
        for _ in range(3):
            question = match.decision
            if question is None:
                break
            whole = odds_here(match, 0, budget=BUDGET).value
            parts = []
            ways = (
                outcomes(question) if isinstance(question, Roll) else [(option.key, 1) for option in question.options]
            )
            for answer, weight in ways:
                branch = match.fork()
                branch.answer(answer)
                parts.append((weight, odds_value(branch, match)))
            if isinstance(question, Roll):
                assert whole == sum((weight * value for weight, value in parts), Fraction(0)) / sum(
                    weight for weight, _ in parts
                )
            else:
                assert whole == (max if question.seat == 0 else min)(value for _, value in parts)
            match.answer(ways[len(ways) // 2][0])


def odds_value(branch: Match, before: Match) -> Fraction:
    """The worth of what happens from the position before on, once it has gone on in a branch."""
    aim = branch.setting.aims()["damage"]
    done = branch.setting.outcome(before.state, branch.state)
    so_far = aim.worth(done, branch.setting, 0)
    return so_far if branch.over else so_far + odds_here(branch, 0, budget=BUDGET).value


# -- both aims, spending, sampling -------------------------------------------------------------------------------------


@pytest.mark.rule("KT-PLOY-05")
def test_command_points_are_spent_where_they_are_worth_it() -> None:
    idle = shot(atk=1, damage="1/1", save=2, cp=1)
    assert idle.chance("command points 0") == 0, "a re-roll never gains half a wound here"
    worth_it = shot(atk=1, damage="6/6", save=6, cp=1)
    assert worth_it.chance("command points 0") == Fraction(1, 3), "every miss"
    assert shot(atk=1, damage="6/6", save=6, cp=1, vs_cp=1).mean("damage target") < worth_it.mean("damage target")


def test_the_aim_decides_how_both_sides_choose() -> None:
    damage, kill = (shot("Rending, Balanced", atk=4, wounds=8, aim=aim) for aim in ("damage", "kill"))
    assert kill.chance("incapacitated target") >= damage.chance("incapacitated target")
    assert damage.mean("damage target") >= kill.mean("damage target")


def test_beyond_the_budget_odds_say_how_much_may_be_otherwise() -> None:
    match = arena.shot(
        arena.card("one", arena.weapon(4, 3, 3, 4, "Balanced")), arena.card("target"), None, events=False
    )
    rough = odds_here(match, 0, budget=20)
    assert (rough.exact, rough.samples, rough.bound, rough.unsolved) == (False, 0, 1.0, True)
    with pytest.raises(IllegalAnswer, match="no aim"):
        odds_here(match, 0, aim="glory")


def test_what_is_guessed_of_rerolls_is_bounded() -> None:
    """The more ends are looked at closely, the less may be otherwise; without ploys a guess is as good as a look."""
    one = arena.card("one", arena.weapon(3, 3, 3, 4, "Balanced", ranged=False), wounds=8)
    other = arena.card("other", arena.weapon(3, 4, 3, 5, ranged=False), wounds=8)
    match = arena.duel(one, other, None, cp=(1, 1), events=False)
    exact = odds_here(match, 0, budget=BUDGET)
    bounds = []
    for closely in (1, 100, 300, 500, BUDGET):
        algebra = ExactAlgebra(match.setting, None, AIMS["damage"], 0)
        solver: Solver[Distribution] = Solver(match, algebra, BUDGET)
        algebra.before, solver.rough = solver.base, closely
        found = solver.solve(())
        assert algebra.worth(found) == exact.value
        bounds.append(found.error)
    assert bounds == sorted(bounds, reverse=True)
    assert bounds[0] > 0.9 and 0 < bounds[3] < 0.5 and bounds[4] == 0


def test_faces_that_have_the_same_effect_stand_for_each_other() -> None:
    grouped = outcomes(Roll(0, "dice", 2, alike=(1, 1, 3, 3, 3, 6)))
    assert sum(weight for _, weight in grouped) == 36
    assert dict(grouped) == {(1, 1): 4, (1, 3): 12, (1, 6): 4, (3, 3): 9, (3, 6): 6, (6, 6): 1}


# -- typed in ----------------------------------------------------------------------------------------------------------


def command(line: str, *more: str) -> Any:
    return CliRunner().invoke(app, ["odds", "killteam", *line.split(" "), *more])


def test_a_shot_typed_in() -> None:
    words = "shoot --atk 4 --hit 3 --dmg 3/4 --save 4 --wounds 12 --cover --aim kill"
    found = command(words, "--json", "--rules", "Lethal 5, Rending, Balanced")
    assert found.exit_code == 0, found.output
    data = json.loads(found.output)
    odds = shot("Lethal 5, Rending, Balanced", atk=4, wounds=12, cover=True, aim="kill")
    assert data["exact"] is True
    assert data["mean_exact"] == str(odds.mean("damage target"))
    assert data["kill_exact"] == str(odds.chance("incapacitated target"))
    assert data["damage"] == {str(amount): float(chance) for amount, chance in odds.of("damage target").items()}
    assert abs(sum(data["damage"].values()) - 1) < 1e-12
    plain = command(words)
    assert plain.exit_code == 0 and "incapacitated target" in plain.output


def test_a_fight_typed_in() -> None:
    words = (
        "fight --atk 4 --hit 3 --dmg 3/4 --wounds 12 --rules Rending --vs-atk 3 --vs-hit 4 --vs-dmg "
        "2/3 --vs-wounds 8 --vs-rules Balanced"
    )
    found = command(words, "--json")
    assert found.exit_code == 0, found.output
    data = json.loads(found.output)
    odds = Duel(4, 3, "3/4", 12, 8, 3, 4, "2/3", "Rending", "Balanced").odds()
    assert (data["mean"], data["vs_mean"]) == (float(odds.mean("damage target")), float(odds.mean("damage attacker")))
    assert (data["kill"], data["vs_kill"]) == (
        float(odds.chance("incapacitated target")),
        float(odds.chance("incapacitated attacker")),
    )
    assert data["best_first_die"] == "strike with a normal"
    assert abs(sum(data["first_die"].values()) - 1) < 1e-12
    plain = command(words)
    assert plain.exit_code == 0 and "first die: strike with a normal" in plain.output
    helpless = command("fight --atk 2 --hit 3 --dmg 3/4 --wounds 12 --vs-wounds 8 --json")
    assert json.loads(helpless.output)["vs_mean"] == 0


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("shoot --atk 0 --hit 3 --dmg 3/4 --save 4 --wounds 12", "--atk must be from 1 to 8"),
        ("shoot --atk 4 --hit 7 --dmg 3/4 --save 4 --wounds 12", "--hit must be from 2 to 6"),
        ("shoot --atk 4 --hit 3 --dmg 3 --save 4 --wounds 12", "normal and critical damage"),
        ("shoot --atk 4 --hit 3 --dmg 3/4 --save 4 --wounds 12 --aim glory", "no aim 'glory'"),
        ("shoot --atk 4 --hit 3 --dmg 3/4 --save 4 --wounds 12 --rules Lethl", "did you mean 'Lethal'"),
        ("fight --atk 4 --hit 3 --dmg 3/4 --wounds 12 --vs-atk 3 --vs-dmg 2/3 --vs-wounds 8 --dice 1,2", "go together"),
        ("fight --atk 1 --hit 3 --dmg 3/4 --wounds 12 --vs-wounds 8 --dice 7", "faces from 1 to 6"),
        ("fight --atk 1 --hit 3 --dmg 3/4 --wounds 12 --vs-wounds 8 --dice 6 --rules Accurate\u00a01", "Accurate"),
    ],
)
def test_mistakes_are_named(words: str, reason: str) -> None:
    found = command(words)
    assert found.exit_code == 2
    assert reason in found.output


def test_odds_are_kept() -> None:
    assert shot("Balanced") is shot("Balanced")
    with pytest.raises(SetupError, match="wounds"):
        shot(wounds=0)
