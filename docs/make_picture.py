"""Makes docs/terminal.svg: a real position of a seeded game, drawn by the terminal's own code. Run: python
docs/make_picture.py"""

from __future__ import annotations

import io
import random
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

import fireteam
from fireteam.bots.loading import load_bot
from fireteam.core.bot_seat import BotSeat, seat_answers
from fireteam.core.match import Match
from fireteam.terminal.console import UNICODE, WIDTH
from fireteam.terminal.listing import option_lines, why_lines
from fireteam.terminal.oddsprint import odds_lines
from fireteam.terminal.screen import screen

PICTURE = Path(__file__).parent / "terminal.svg"
SEED = 6
KINDS = 5
"""So many kinds of options make a picture worth looking at."""


def position() -> Match:
    """Two greedy bots play until somebody of the Resistance can attack and has more to choose from than that."""
    match = fireteam.new("escape", scenario="evasion", seed=SEED)
    bot, rng = load_bot("greedy"), random.Random(SEED)
    while not match.over:
        decision = match.decision
        words = {option.kind for option in decision.options}
        if decision.seat == 0 and "attack" in words and len(words) >= KINDS:
            return match
        seat_answers(match, bot, BotSeat(match, decision.seat, rng))
    raise SystemExit(f"the game of seed {SEED} has no such position any more: take another seed")


def draw(match: Match) -> str:
    """The screen of that position as SVG: the board, the options, one refusal and one question about odds."""
    console = Console(
        record=True, width=WIDTH, file=io.StringIO(), force_terminal=True, highlight=False, emoji=False, markup=False
    )
    decision = match.decision
    setting, seat = match.setting, decision.seat
    scene, question = setting.scene(match.table, seat), setting.question_view(match.table, decision, True)
    for line in screen(scene, UNICODE, WIDTH, question, seat):
        console.print(line)
    console.print()
    console.print(Text(question["text"], "bold"))
    for line in option_lines(question, scene, WIDTH):
        console.print(line)
    opponents = [f"attack {name}" for name, card in scene["cards"].items() if card["seat"] != seat]
    refused = next(refusal for refusal in match.refusals() if refusal.action in opponents and len(refusal.checks) > 1)
    console.print(f"[Resistance]> why {refused.action}")
    for line in why_lines(setting.why_view(match.table, refused)):
        console.print(line)
    attack = next(option for option in decision.options if option.kind == "attack")
    console.print(f"[Resistance]> odds {attack.key}")
    for line in odds_lines(match.odds(attack), setting.game, UNICODE):
        console.print(line)
    return without_hosts(console.export_svg(title="fireteam play escape", unique_id="fireteam"))


def without_hosts(svg: str) -> str:
    """Rich's picture without its fonts from the network and its link: the reader's own monospaced font will do."""
    found = re.sub(r"\s*@font-face \{.*?\}", "", svg, flags=re.DOTALL)
    found = re.sub(r"\s*<!--.*?-->", "", found)
    return found.replace("Fira Code, monospace", "ui-monospace, DejaVu Sans Mono, Menlo, Consolas, monospace")


if __name__ == "__main__":
    PICTURE.write_text(draw(position()), encoding="utf-8")
    print(f"{PICTURE.name}: {PICTURE.stat().st_size:,} bytes")
