"""The command line: one function for each command; the work is done elsewhere."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

import fireteam
from fireteam.core.errors import FireteamError, PackError, SaveError, SetupError

if TYPE_CHECKING:
    from fireteam.core.odds import Odds
    from fireteam.lab.simulate import Plan


class Commands(TyperGroup):
    """Mistakes of the user end in one sentence and exit code 2, wherever they are noticed."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except FireteamError as error:
            path = " ".join([ctx.command_path, *([ctx.invoked_subcommand] if ctx.invoked_subcommand else [])])
            typer.echo(f"Error: {error}\nHint: `{path} --help` shows what is possible, with examples.", err=True)
            raise typer.Exit(2) from None


EXAMPLES = """Fireteam knows the rulebooks of tabletop skirmish games, and plays them with you.

\b
fireteam                                      the table: play in the browser
fireteam serve --port 8800 --no-browser       the table on another port, for others to open
fireteam play escape                          a game against a bot, in this terminal
fireteam campaign my.campaign                 a chain of games, kept in that file
fireteam odds escape attack --cbt 3 --vs-cbt 2 --life 6
fireteam simulate escape --games 1000 --bots random,random
fireteam rules escape dodge                   the rulebook, searched
"""

ODDS_HELP = """Exact odds of an attack or a hack that you type in, without a game.

\b
fireteam odds escape attack --cbt 3 --vs-cbt 2 --life 6
fireteam odds escape hack --int 2 --difficulty 7
"""

KILLTEAM_ODDS_HELP = """Exact odds of a shot or a fight of Kill Team that you type in, without a game.

\b
fireteam odds killteam shoot --atk 4 --hit 3 --dmg 3/4 --save 4 --wounds 12
fireteam odds killteam fight --atk 4 --hit 3 --dmg 3/4 --wounds 12 --vs-atk 3 --vs-hit 4 --vs-dmg 2/3 --vs-wounds 8
"""

PACK_HELP = """Check a data pack of a game, or print the JSON Schema of its packs.

\b
fireteam pack check mypack.yaml
fireteam pack schema escape > escape-pack.schema.json
fireteam pack schema killteam > killteam-pack.schema.json
"""

app = typer.Typer(cls=Commands, help=EXAMPLES, invoke_without_command=True, add_completion=False, rich_markup_mode=None)
odds_app = typer.Typer(cls=Commands, rich_markup_mode=None, help=ODDS_HELP, no_args_is_help=True)
escape_odds = typer.Typer(cls=Commands, rich_markup_mode=None, help=ODDS_HELP, no_args_is_help=True)
pack_app = typer.Typer(cls=Commands, rich_markup_mode=None, help=PACK_HELP, no_args_is_help=True)
app.add_typer(odds_app, name="odds")
odds_app.add_typer(escape_odds, name="escape")
killteam_odds = typer.Typer(cls=Commands, rich_markup_mode=None, help=KILLTEAM_ODDS_HELP, no_args_is_help=True)
odds_app.add_typer(killteam_odds, name="killteam")
app.add_typer(pack_app, name="pack")

Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
Seed = Annotated[int | None, typer.Option("--seed", help="Where all chance comes from; the same seed gives the same game.", min=0)]
Wish = Annotated[list[str] | None, typer.Option("--option", help="A reading of a rule, NAME=VALUE; may be given several times.")]
GameName = Annotated[str, typer.Argument(help="The game, such as escape.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fireteam {fireteam.__version__}")
        raise typer.Exit


@app.callback()
def fireteam_command(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")] = False,
) -> None:
    """Alone, it opens the table in the browser; every other command is below."""
    if context.invoked_subcommand is None:
        from fireteam.table.serve import Serving
        from fireteam.table.serve import serve as run_server

        run_server(Serving(or_open=True), _say)


def _say(text: str) -> None:
    # At once, also into a pipe: whoever started the server waits for its address.
    print(text, flush=True)


def _options(wishes: Sequence[str] | None) -> dict[str, str]:
    found = {}
    for wish in wishes or ():
        name, equals, value = wish.partition("=")
        if not equals or not name.strip():
            raise SetupError(f"an option is NAME=VALUE, such as distance_metric=chebyshev; got {wish!r}")
        found[name.strip()] = value.strip()
    return found


def _echo_json(data: Any) -> None:
    typer.echo(json.dumps(data, indent=2, ensure_ascii=False))


OwnPack = Annotated[str | None, typer.Option("--pack", help="A data pack of your own: a YAML file (see `fireteam pack check`).")]


@app.command()
def play(
    game: GameName = "escape",
    scenario: Annotated[str | None, typer.Option(help="The scenario: its name or number (`fireteam games` lists them).")] = None,
    side: Annotated[str | None, typer.Option(help="Your side: resistance or isc; in Kill Team a kill team.")] = None,
    bot: Annotated[str | None, typer.Option(help="Who plays the other side: random, greedy, FILE.py:Class, or none (two people).")] = None,
    seed: Seed = None,
    dice: Annotated[str | None, typer.Option(help="seeded, or typed: you roll real dice and type their faces.")] = None,
    option: Wish = None,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the game you left last.")] = False,
    save: Annotated[Path | None, typer.Option(help="Also save the game here when you stop.")] = None,
    pack: OwnPack = None,
) -> None:
    """Play a game in this terminal.

    \b
    fireteam play escape --scenario infiltration --side resistance --seed 7
    fireteam play escape --bot none --dice typed
    fireteam play killteam --scenario shellmarket --side cinder-vigil
    fireteam play --resume
    """
    from fireteam.terminal.console import make_console
    from fireteam.terminal.reading import Quit
    from fireteam.terminal.start import Wishes, start

    wishes = Wishes(game, scenario, side, bot, seed, dice, _options(option), load, resume, save, pack)
    try:
        start(wishes, make_console(), interactive=sys.stdin.isatty()).run()
    except Quit:
        raise typer.Exit from None


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in your network come.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.", min=0, max=65_535)] = 8712,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    data: Annotated[Path | None, typer.Option(help="Where the matches are kept; FIRETEAM_HOME if not given.", file_okay=False)] = None,
    workers: Annotated[int, typer.Option(help="Processes in which bots think.", min=1, max=64)] = 1,
    allow_origin: Annotated[
        list[str] | None, typer.Option(help="Another origin whose page may talk to this server; may be given several times.")
    ] = None,
    allow_host: Annotated[
        list[str] | None, typer.Option(help="Another name by which this server may be called; may be given several times.")
    ] = None,
    behind_proxy: Annotated[bool, typer.Option("--behind-proxy", help="A proxy on this machine says who the clients are.")] = False,
    log: Annotated[str, typer.Option(help="The log on stderr: text, or json for programs.")] = "text",
    bot_seconds: Annotated[float, typer.Option(help="How long a bot may think about one answer.")] = 5.0,
) -> None:
    """Open the table: play in the browser, alone, side by side, or by link.

    \b
    fireteam serve
    fireteam serve --port 8800 --no-browser
    fireteam serve --host 0.0.0.0 --allow-host table.example.org --log json
    """
    from fireteam.table.serve import Serving
    from fireteam.table.serve import serve as run_server

    origins, hosts = tuple(allow_origin or ()), tuple(allow_host or ())
    run_server(Serving(host, port, browser, data, workers, origins, hosts, log, bot_seconds, behind_proxy), _say)


@app.command()
def campaign(
    file: Annotated[Path, typer.Argument(help="Where the campaign is kept; it is begun if there is no such file.")],
    side: Annotated[str | None, typer.Option(help="Your side for the whole campaign: resistance or isc.")] = None,
    bot: Annotated[str | None, typer.Option(help="Who plays the other side: random, greedy, FILE.py:Class, or none (two people).")] = None,
    seed: Annotated[int | None, typer.Option(help="Where all chance of a new campaign comes from.", min=0)] = None,
    dice: Annotated[str | None, typer.Option(help="seeded, or typed: you roll real dice and type their faces.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Only show where the campaign stands.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Only print where it stands, as JSON for programs.")] = False,
) -> None:
    """Play a campaign of ESCAPE: each result decides the next scenario and bears on it.

    \b
    fireteam campaign my.campaign --side resistance
    fireteam campaign my.campaign                 the next game, or the one you left
    fireteam campaign my.campaign --show
    """
    from fireteam.terminal.campaigning import Asked, begin_campaign, open_campaign, play_next, state_json, state_lines
    from fireteam.terminal.console import make_console
    from fireteam.terminal.reading import Quit

    asked = Asked(file, side, bot, seed, dice)
    if as_json:
        _echo_json(state_json(open_campaign(asked), file))
        return
    console = make_console()
    if show:
        for line in state_lines(open_campaign(asked), console.width):
            console.print(line)
        return
    try:
        play_next(begin_campaign(asked, console, interactive=sys.stdin.isatty()), asked, console)
    except Quit:
        raise typer.Exit from None


@app.command()
def simulate(
    game: GameName,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Seed = None,
    bots: Annotated[str, typer.Option(help="The bots of both seats: random, greedy, or FILE.py:Class.")] = "random,random",
    workers: Annotated[int, typer.Option(help="Processes at once; the result does not depend on it.")] = 1,
    scenario: Annotated[str, typer.Option(help="A scenario, or all of them in turn.")] = "all",
    option: Wish = None,
    swap: Annotated[bool, typer.Option("--swap", help="Every second game with sides changed.")] = False,
    sides: Annotated[str | None, typer.Option(help="The sides of both seats, such as veilrunners,cinder-vigil.")] = None,
    matrix: Annotated[bool, typer.Option("--matrix", help="Every side against every other, so many games each, both seats.")] = False,
    pack: OwnPack = None,
    as_json: Json = False,
) -> None:
    """Let bots play many games and count.

    \b
    fireteam simulate escape --games 1000 --bots greedy,random --swap --workers 4
    fireteam simulate escape --games 50 --bots mybot.py:MyBot,random --seed 1 --json
    fireteam simulate killteam --matrix --games 200 --bots greedy,greedy
    """
    from fireteam.lab.matrix import open_scenarios, sides_of
    from fireteam.lab.simulate import Plan
    from fireteam.lab.simulate import simulate as run_plan
    from fireteam.terminal.console import make_console
    from fireteam.terminal.progress import progress
    from fireteam.terminal.simprint import report_lines, report_table, scenario_table

    names = bots.split(",")
    if len(names) != 2:
        raise SetupError(f"--bots names two bots, such as greedy,random; got {bots!r}")
    known = fireteam.game(game).scenarios(pack)
    scenarios = tuple(known) if scenario == "all" else (_scenario(game, scenario, pack),)
    chosen = tuple(sorted(fireteam.game(game).rulebook().check_options(_options(option)).items())) if option else ()
    if seed is None:
        seed = int.from_bytes(os.urandom(4), "big")
    wished = [name.strip() for name in sides.split(",")] if sides else sides_of(game)
    if len(wished) < 2 or (sides and not matrix and len(wished) != 2):
        raise SetupError(f"--sides names a side for each seat, such as {','.join(sides_of(game)[:2])}; got {sides!r}")
    both = (wished[0], wished[1])
    plan = Plan(game, games, seed, (names[0].strip(), names[1].strip()), scenarios, chosen, swap, pack, both)
    if matrix:
        _matrix(plan, wished, workers, as_json)
        return
    plan = replace(plan, scenarios=open_scenarios(game, scenarios, both, pack) or scenarios)
    with progress(games) as tell:
        run = run_plan(plan, workers, lambda tally: tell(tally.games))
    report = run.report()
    if as_json:
        _echo_json(report)
    else:
        console = make_console()
        console.print(report_table(report))
        if len(scenarios) > 1:
            console.print()
            console.print(scenario_table(report))
        for line in report_lines(report):
            console.print(line)
    _leave_after(run.stopped, report["errors"])


def _leave_after(stopped: bool, errors: object) -> None:
    """Exit as programs do after a run that was broken off, or in which games failed."""
    if stopped:
        raise typer.Exit(130)
    if errors:
        raise typer.Exit(1)


def _matrix(plan: Plan, sides: list[str], workers: int, as_json: bool) -> None:
    """Every side against every other, printed."""
    from fireteam.lab.matrix import play_matrix
    from fireteam.terminal.console import make_console
    from fireteam.terminal.progress import progress
    from fireteam.terminal.simprint import failed_lines, matrix_tables

    with progress(plan.games * len(sides) * (len(sides) - 1) // 2) as tell:
        run = play_matrix(plan, sides, workers, tell)
    report = run.report()
    if as_json:
        _echo_json(report)
    else:
        console = make_console()
        for table in matrix_tables(report):
            console.print(table)
            console.print()
        for line in failed_lines(report):
            console.print(line)
    _leave_after(run.stopped, report["errors"])


def _scenario(game: str, wish: str, pack: str | None) -> str:
    """The id of a scenario that may be named by its number or title."""
    found: str = fireteam.game(game).prepare(scenario=wish, options=None, pack=pack, setup={}).header()["scenario"]
    return found


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A saved game.")],
    step: Annotated[bool, typer.Option("--step", help="Go through it answer by answer (the default).")] = False,
    turns: Annotated[bool, typer.Option("--turns", help="Show every turn and stop.")] = False,
    to: Annotated[int | None, typer.Option("--to", help="Show the position after so many answers and stop.", min=0)] = None,
    check: Annotated[bool, typer.Option("--check", help="Only verify it; exit code 1 if it is broken.")] = False,
    as_json: Json = False,
) -> None:
    """Look at a saved game again, or verify it.

    \b
    fireteam replay game.txt
    fireteam replay game.txt --to 120
    fireteam replay game.txt --check
    """
    from fireteam.terminal.console import make_console
    from fireteam.terminal.home import read_text
    from fireteam.terminal.reading import Reader
    from fireteam.terminal.replay import Replay, summary, summary_line

    if sum((step, turns, to is not None, check)) > 1:
        raise SetupError("--step, --turns, --to and --check exclude each other")
    text = read_text(file)
    try:
        match = fireteam.load(text)
    except SaveError as error:
        if as_json:
            _echo_json({"file": str(file), "error": error.reason, "line": error.line})
        else:
            typer.echo(f"{file}: {error}", err=True)
        raise typer.Exit(1) from None
    if check:
        data = summary(match, str(file))
        if as_json:
            _echo_json(data)
        else:
            typer.echo(summary_line(data))
        return
    show = Replay(match, make_console())
    if as_json:
        _echo_json(show.data(str(file)))
    elif turns:
        show.all_turns()
    elif to is not None:
        if to > show.total:
            raise SetupError(f"the save has {show.total} answers; --to {to} is beyond its end")
        show.show(to)
    else:
        show.step(Reader(show.console))


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


Rules = Annotated[str, typer.Option(help='Weapon rules, parted by commas: "Lethal 5, Rending, Balanced".')]
CommandPoints = Annotated[int, typer.Option("--cp", help="Command points for re-rolls.")]
VsCommandPoints = Annotated[int, typer.Option("--vs-cp", help="Command points of the other side.")]
KillTeamAim = Annotated[str, typer.Option(help="What both sides choose for: damage or kill.")]
Errata = Annotated[bool, typer.Option("--errata", help="With the later errata of the core rules (KT-WR-23).")]


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
        _echo_json(shot_json(odds))
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
        _echo_json(duel_json(odds, best_first_die(odds)))
        return
    _print_odds(odds, f"a fight with {atk} dice, HIT {hit}+, DMG {dmg} against {vs_atk} dice, HIT {vs_hit}+, DMG {vs_dmg}", False)
    for key, chance in sorted(odds.first.items(), key=lambda entry: -entry[1]):
        typer.echo(f"  {'first die: ' + key if key else 'no die to begin with':<44} {float(chance) * 100:5.1f} %")


def _print_odds(odds: Odds, title: str, as_json: bool) -> None:
    from fireteam.terminal.console import glyphs_for, make_console
    from fireteam.terminal.oddsprint import odds_json, odds_lines

    if as_json:
        _echo_json(odds_json(odds))
        return
    console = make_console()
    for line in odds_lines(odds, glyphs_for(console), title):
        console.print(line)


@app.command()
def rules(
    words: Annotated[list[str] | None, typer.Argument(metavar="[GAME] [ID|WORDS]...", help="A rule's id, or words to search for.")] = None,
    as_json: Json = False,
) -> None:
    """Show a rule, or search the rulebooks; with a game, its book alone.

    \b
    fireteam rules ES-DEF-02
    fireteam rules killteam cover
    fireteam rules escape revolution token
    """
    from fireteam.terminal.console import make_console
    from fireteam.terminal.rulesprint import books_for, rules_json, rules_lines

    rest = list(words or ())
    named = [rest.pop(0).lower()] if rest and rest[0].lower() in fireteam.games() else list(fireteam.games())
    text = " ".join(rest)
    books = books_for([fireteam.game(name).rulebook() for name in named], text)
    if as_json:
        _echo_json([entry for book in books for entry in rules_json(book, text)])
        return
    console = make_console()
    for book in books:
        if len(books) > 1:
            console.print(book.game, style="bold")
        for line in rules_lines(book, text, console.width):
            console.print(line)


@app.command()
def warm(
    game: Annotated[str | None, typer.Argument(help="One game; else all of them.")] = None,
    pack: OwnPack = None,
    as_json: Json = False,
) -> None:
    """Do what need be done once for this machine: compile geometry, prepare maps. Nothing else waits for it.

    \b
    fireteam warm
    fireteam warm killteam --pack mycards.yaml
    """
    import time

    from fireteam.terminal.progress import steps

    found = [game] if game is not None else list(fireteam.games())
    work = [chore for name in found for chore in getattr(fireteam.game(name), "chores", lambda _pack: [])(pack)]
    done: list[dict[str, Any]] = []
    for name, chore in steps(work, "getting fast", quiet=as_json):
        began = time.perf_counter()
        result = chore()
        done.append({"chore": name, "seconds": round(time.perf_counter() - began, 2), "done": result is not False})
    if as_json:
        _echo_json(done)
        return
    if not done:
        typer.echo("nothing to do: these games are as fast as they get")
    for entry in done:
        typer.echo(f"  {entry['seconds']:7.2f} s  {entry['chore']}{'' if entry['done'] else ': without numba it stays plain Python'}")


@app.command()
def games(as_json: Json = False) -> None:
    """List the games and their scenarios.

    \b
    fireteam games
    fireteam games --json
    """
    found: list[dict[str, Any]] = [
        {
            "name": name,
            "title": title,
            "rules": fireteam.game(name).version,
            "scenarios": [{"id": key, "title": text} for key, text in fireteam.game(name).scenarios().items()],
        }
        for name, title in fireteam.games().items()
    ]
    if as_json:
        _echo_json(found)
        return
    for entry in found:
        typer.echo(f"{entry['name']}  {entry['title']}")
        for scenario in entry["scenarios"]:
            typer.echo(f"  {scenario['id']:<16} {scenario['title']}")


PACK_FORMATS = {"escape-content": "escape", "killteam-content": "killteam"}


def _pack_module(game: str) -> Any:
    """The module that reads the packs of a game."""
    if game not in PACK_FORMATS.values():
        raise SetupError(f"no packs of {game!r}; there are those of {' and '.join(PACK_FORMATS.values())}")
    return import_module(f"fireteam.games.{game}.pack")


def _pack_game(file: str) -> str:
    """The game that a pack is for: a bundled one by its name, a file by its format."""
    from fireteam.core.yamlfile import line_of, read_yaml, suggestion

    if not file.endswith((".yaml", ".yml")) and "/" not in file and "\\" not in file:
        names = {name: game for game in PACK_FORMATS.values() for name in _pack_module(game).bundled_packs()}
        if file not in names:
            raise PackError(file, 0, f"no such pack; there are: {', '.join(names)}{suggestion(file, names)}")
        return names[file]
    data, lines = read_yaml(file)
    form = data.get("format") if isinstance(data, dict) else None
    game = PACK_FORMATS.get(str(form).partition("/")[0])
    if game is None:
        listed = " or ".join(f"{name}/..." for name in PACK_FORMATS)
        raise PackError(file, line_of(lines, ("format",)), f"format must say which game the pack is for: {listed}, not {form!r}")
    return game


def _pack_summary(game: str, pack: Any) -> tuple[dict[str, Any], str]:
    """What is in a pack, for programs and for people."""
    if game == "escape":
        data = {"characters": len(pack.characters), "maps": len(pack.maps), "scenarios": [entry.id for entry in pack.scenarios]}
        return data, f"{len(pack.characters)} characters, {len(pack.maps)} maps, {len(pack.scenarios)} scenarios"
    lists = {key: [entry.id for entry in getattr(pack, key)] for key in ("teams", "killzones", "crit_ops", "tac_ops")}
    return lists, ", ".join(f"{len(found)} {key.replace('_', ' ')}" for key, found in lists.items())


@pack_app.command("check")
def pack_check(
    file: Annotated[str, typer.Argument(help="A pack file (.yaml), or the name of a bundled pack.")], as_json: Json = False
) -> None:
    """Check a data pack; exit code 1 with file, line and reason if it is broken.

    \b
    fireteam pack check mypack.yaml
    """
    try:
        game = _pack_game(file)
        pack = _pack_module(game).load_pack(file)
    except PackError as error:
        if as_json:
            _echo_json({"file": error.file, "line": error.line, "error": error.reason})
        else:
            typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    data, words = _pack_summary(game, pack)
    if as_json:
        _echo_json({"file": file, "game": game, "id": pack.info.id, "title": pack.info.title, **data, "digest": pack.digest})
        return
    typer.echo(f"{file}: {pack.info.title}: {words}; all is well")


@pack_app.command("schema")
def pack_schema(game: Annotated[str, typer.Argument(help="The game whose packs are meant.")] = "escape") -> None:
    """Print the JSON Schema of a game's pack files, for editors.

    \b
    fireteam pack schema escape > escape-pack.schema.json
    fireteam pack schema killteam > killteam-pack.schema.json
    """
    _echo_json(_pack_module(game).json_schema())


def main() -> None:
    """The entry point of `fireteam`."""
    app()
