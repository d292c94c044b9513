"""Commands for exact odds of what is typed in, without a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from fireteam.cli.shared import Json, echo_json, group

if TYPE_CHECKING:
    from fireteam.core.odds import Odds

ODDS_HELP = """Exact odds of what you type in, without a game.

\b
fireteam odds escape attack --cbt 3 --vs-cbt 2 --life 6
fireteam odds killteam shoot --atk 4 --hit 3 --dmg 3/4 --save 4 --wounds 12
"""

ESCAPE_HELP = """Exact odds of an attack or a hack of ESCAPE that you type in, without a game.

\b
fireteam odds escape attack --cbt 3 --vs-cbt 2 --life 6
fireteam odds escape hack --int 2 --difficulty 7
"""

KILLTEAM_HELP = """Exact odds of a shot or a fight of Kill Team that you type in, without a game.

\b
fireteam odds killteam shoot --atk 4 --hit 3 --dmg 3/4 --save 4 --wounds 12
fireteam odds killteam fight --atk 4 --hit 3 --dmg 3/4 --wounds 12 --vs-atk 3 --vs-hit 4 --vs-dmg 2/3 --vs-wounds 8
"""

odds_app, escape_odds, killteam_odds = group(ODDS_HELP), group(ESCAPE_HELP), group(KILLTEAM_HELP)
odds_app.add_typer(escape_odds, name="escape")
odds_app.add_typer(killteam_odds, name="killteam")

Rules = Annotated[str, typer.Option(help='Weapon rules, parted by commas: "Lethal 5, Rending, Balanced".')]
CommandPoints = Annotated[int, typer.Option("--cp", help="Command points for re-rolls.")]
VsCommandPoints = Annotated[int, typer.Option("--vs-cp", help="Command points of the other side.")]
KillTeamAim = Annotated[str, typer.Option(help="What both sides choose for: damage or kill.")]
Errata = Annotated[bool, typer.Option("--errata", help="With the later errata of the core rules (KT-WR-23).")]


@escape_odds.command()
def attack(
    cbt: Annotated[int, typer.Option(help="Cbt of the attacker.")],
    vs_cbt: Annotated[int, typer.Option("--vs-cbt", help="Cbt of the target.")],
    life: Annotated[int, typer.Option(help="Life points of the target.")],
    damage: Annotated[int, typer.Option(help="Damage the target has already.")] = 0,
    armor: Annotated[int, typer.Option(help="Armor of the target.")] = 0,
    power: Annotated[int | None, typer.Option(help="Power of the weapon: a ranged attack.")] = None,
    dodge: Annotated[bool | None, typer.Option("--dodge/--no-dodge", help="Settle the Dodge; best play decides if not given.")] = None,
    veteran: Annotated[bool, typer.Option("--veteran", help="The attacker is a Seasoned veteran.")] = False,
    vs_veteran: Annotated[bool, typer.Option("--vs-veteran", help="The target is a Seasoned veteran.")] = False,
    tokens: Annotated[int, typer.Option(help="Revolution tokens of the attacker's side.")] = 0,
    vs_tokens: Annotated[int, typer.Option("--vs-tokens", help="Revolution tokens of the target's side.")] = 0,
    hypnosis: Annotated[bool, typer.Option("--hypnosis", help="The attacker has Hypnosis.")] = False,
    vs_int: Annotated[int, typer.Option("--vs-int", help="Int of the target (for Hypnosis).")] = 0,
    elusive: Annotated[bool, typer.Option("--elusive", help="The target is Elusive.")] = False,
    aim: Annotated[str, typer.Option(help='What both sides choose for: damage, or "taken out".')] = "",
    as_json: Json = False,
) -> None:
    """Exact odds of one attack.

    \b
    fireteam odds escape attack --cbt 3 --vs-cbt 2 --life 6
    fireteam odds escape attack --cbt 2 --vs-cbt 2 --life 6 --armor 1 --power 1 --no-dodge
    fireteam odds escape attack --cbt 3 --vs-cbt 2 --life 6 --veteran --aim "taken out" --json
    """
    from fireteam.odds.escape import Attack, attack_odds

    asked = Attack(
        cbt, vs_cbt, life, damage, armor, power, dodge, veteran, vs_veteran, tokens, vs_tokens, hypnosis, vs_int, elusive
    )  # fmt: skip
    _print_odds(attack_odds(asked, aim), f"an attack with Cbt {cbt} against Cbt {vs_cbt}", as_json)


@escape_odds.command()
def hack(
    int_: Annotated[int, typer.Option("--int", help="Int of the hacker.")],
    difficulty: Annotated[int | None, typer.Option(help="Difficulty of the terminal or door.")] = None,
    vs_int: Annotated[int | None, typer.Option("--vs-int", help="Int of a character that is the target (Attraction).")] = None,
    counter: Annotated[
        bool | None, typer.Option("--counter/--no-counter", help="Settle the Counter-measure; best play decides if not given.")
    ] = None,
    tokens: Annotated[int, typer.Option(help="Revolution tokens of the hacker's side.")] = 0,
    vs_tokens: Annotated[int, typer.Option("--vs-tokens", help="Revolution tokens of the target's side.")] = 0,
    aim: Annotated[str, typer.Option(help="What both sides choose for.")] = "",
    as_json: Json = False,
) -> None:
    """Exact odds of one hack.

    \b
    fireteam odds escape hack --int 2 --difficulty 7 --tokens 1
    fireteam odds escape hack --int 2 --vs-int 1 --counter
    """
    from fireteam.odds.escape import Hack, hack_odds

    against = f"difficulty {difficulty}" if vs_int is None else f"Int {vs_int}"
    found = hack_odds(Hack(int_, difficulty, vs_int, counter, tokens, vs_tokens), aim)
    _print_odds(found, f"a hack with Int {int_} against {against}", as_json)


@killteam_odds.command()
def shoot(
    atk: Annotated[int, typer.Option(help="ATK of the weapon: its dice.")],
    hit: Annotated[int, typer.Option(help="HIT: what a die needs.")],
    dmg: Annotated[str, typer.Option(help="Normal and critical damage, such as 3/4.")],
    save: Annotated[int, typer.Option(help="SAVE of the target.")],
    wounds: Annotated[int, typer.Option(help="Wounds of the target.")],
    rules: Rules = "",
    cover: Annotated[bool, typer.Option("--cover", help="The target is in cover.")] = False,
    obscured: Annotated[bool, typer.Option("--obscured", help="The target is obscured.")] = False,
    improved: Annotated[bool, typer.Option("--improved", help="Its cover save is improved (KT-VANT-03).")] = False,
    cp: CommandPoints = 0,
    vs_cp: VsCommandPoints = 0,
    aim: KillTeamAim = "damage",
    errata: Errata = False,
    as_json: Json = False,
) -> None:
    """Exact odds of one shot; damage is what the target loses, at most its wounds.

    \b
    fireteam odds killteam shoot --atk 4 --hit 3 --dmg 3/4 --save 4 --wounds 12
    fireteam odds killteam shoot --atk 4 --hit 3 --dmg 3/4 --rules "Lethal 5, Rending" --save 4 --wounds 12 --cover --aim kill --json
    """
    from fireteam.odds.killteam import Attack, Shot, shot_odds
    from fireteam.terminal.oddsprint import shot_json

    odds = shot_odds(Shot(Attack(atk, hit, dmg, rules), save, wounds, cover, obscured, improved, cp, vs_cp, errata), aim)
    if as_json:
        echo_json(shot_json(odds))
    else:
        _print_odds(odds, f"a shot with {atk} dice, HIT {hit}+, DMG {dmg} at SAVE {save}+ and {wounds} wounds", False)


@killteam_odds.command()
def fight(
    atk: Annotated[int, typer.Option(help="ATK of your weapon: its dice.")],
    hit: Annotated[int, typer.Option(help="HIT: what a die needs.")],
    dmg: Annotated[str, typer.Option(help="Normal and critical damage, such as 3/4.")],
    wounds: Annotated[int, typer.Option(help="Your wounds.")],
    vs_wounds: Annotated[int, typer.Option("--vs-wounds", help="Wounds of the enemy.")],
    vs_atk: Annotated[int, typer.Option("--vs-atk", help="ATK of the enemy's weapon; 0: it cannot retaliate.")] = 0,
    vs_hit: Annotated[int, typer.Option("--vs-hit", help="HIT of the enemy.")] = 4,
    vs_dmg: Annotated[str, typer.Option("--vs-dmg", help="Damage of the enemy, such as 2/3.")] = "0/0",
    rules: Rules = "",
    vs_rules: Annotated[str, typer.Option("--vs-rules", help="Weapon rules of the enemy.")] = "",
    assists: Annotated[int, typer.Option(help="Friends that assist you.")] = 0,
    vs_assists: Annotated[int, typer.Option("--vs-assists", help="Its friends that assist the enemy.")] = 0,
    cp: CommandPoints = 0,
    vs_cp: VsCommandPoints = 0,
    initiative: Annotated[bool, typer.Option("--initiative/--no-initiative", help="Whether you have it: who re-rolls first.")] = True,
    dice: Annotated[str, typer.Option(help="Your dice, if they have been rolled: 6,4,2.")] = "",
    vs_dice: Annotated[str, typer.Option("--vs-dice", help="The dice of the enemy.")] = "",
    aim: KillTeamAim = "damage",
    errata: Errata = False,
    as_json: Json = False,
) -> None:
    """Exact odds of one fight, and with which die to begin; damage is what an operative loses, at most its wounds.

    \b
    fireteam odds killteam fight --atk 4 --hit 3 --dmg 3/4 --wounds 12 --vs-atk 3 --vs-hit 4 --vs-dmg 2/3 --vs-wounds 8
    fireteam odds killteam fight --atk 3 --hit 3 --dmg 3/4 --wounds 9 --vs-atk 2 --vs-dmg 2/3 --vs-wounds 8 --dice 6,4,1 --vs-dice 6,5
    """
    from fireteam.odds.killteam import Attack, Duel, best_first_die, duel_odds, read_dice
    from fireteam.terminal.oddsprint import duel_json

    mine, theirs = Attack(atk, hit, dmg, rules), Attack(vs_atk, vs_hit, vs_dmg, vs_rules) if vs_atk else None
    asked = Duel(
        mine, wounds, theirs, vs_wounds, assists, vs_assists, cp, vs_cp, initiative, read_dice(dice), read_dice(vs_dice), errata
    )  # fmt: skip
    odds = duel_odds(asked, aim)
    if as_json:
        echo_json(duel_json(odds, best_first_die(odds)))
        return
    _print_odds(odds, f"a fight with {atk} dice, HIT {hit}+, DMG {dmg} against {vs_atk} dice, HIT {vs_hit}+, DMG {vs_dmg}", False)
    for key, chance in sorted(odds.first.items(), key=lambda entry: -entry[1]):
        typer.echo(f"  {'first die: ' + key if key else 'no die to begin with':<44} {float(chance) * 100:5.1f} %")


def _print_odds(odds: Odds, title: str, as_json: bool) -> None:
    from fireteam.terminal.console import glyphs_for, make_console
    from fireteam.terminal.oddsprint import odds_json, odds_lines

    if as_json:
        echo_json(odds_json(odds))
        return
    console = make_console()
    for line in odds_lines(odds, glyphs_for(console), title):
        console.print(line)
