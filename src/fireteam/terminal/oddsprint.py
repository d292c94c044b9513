"""Odds for people and programs: small bar charts, means, chances; whether exact is always said."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rich.text import Text

from fireteam.core.game import Game
from fireteam.core.odds import Odds
from fireteam.terminal.console import Glyphs

BAR = 40


def percent(chance: Fraction) -> str:
    """A chance as people read it."""
    return f"{float(chance) * 100:5.1f} %"


def fraction(chance: Fraction, exact: bool) -> str:
    """The exact chance, as long as somebody could want to read it."""
    return f"{chance}" if exact and chance.denominator < 100_000 else ""


def how_exact(odds: Odds) -> str:
    """Whether odds are exact, exact but for so little, or sampled."""
    if odds.exact:
        return "exact"
    if odds.samples:
        return f"sampled, {odds.samples} playouts"
    if odds.unsolved:
        return "not solved"
    return f"exact but for at most {odds.bound * 100:.1g} % of all rolls"


def odds_lines(odds: Odds, game: Game, glyphs: Glyphs, title: str = "") -> list[Text]:
    """The whole answer as lines: the game says which amounts matter, and what an action is for."""
    amounts, results = tuple(game.amounts), tuple(game.results)
    lines = [Text().append(f"Odds of {title or odds.option} ", "bold").append(f"({how_exact(odds)})", "dim")]
    if odds.unsolved:
        return [*lines, Text("too much can happen here to tell the odds in time: ask again after the next choice")]
    lines.append(Text(f"both sides choose for {odds.aim}", "dim"))
    labels = odds.labels()
    for label in labels:
        if label.startswith(amounts):
            lines.append(Text(f"{label}: mean {float(odds.mean(label)):.3f}", "bold"))
            lines += bars(odds.of(label), glyphs, odds.exact)
    rest = [label for label in labels if not label.startswith(amounts)]
    lines += [chance_line(odds, label) for label in sorted(rest, key=lambda label: not label.startswith(results))]
    if not labels:
        lines.append(Text("nothing changes that odds could count"))
    return lines


def bars(shares: dict[int, Fraction], glyphs: Glyphs, exact: bool) -> list[Text]:
    """A bar for each amount; the longest fills the width."""
    top = max(shares.values())
    lines = []
    for amount, chance in shares.items():
        length = max(1, round(BAR * float(chance / top))) if chance else 0
        line = Text(f"  {amount:>3} {percent(chance)} ").append(glyphs.bar * length, "cyan")
        lines.append(line.append(f" {fraction(chance, exact)}", "dim"))
    return lines


def chance_line(odds: Odds, label: str) -> Text:
    """How likely something is; with its mean where it can be more than one."""
    chance = odds.chance(label)
    line = Text(f"  {label:<28} {percent(chance)} ").append(fraction(chance, odds.exact), "dim")
    if max(odds.of(label)) > 1:
        line.append(f"  mean {float(odds.mean(label)):.3f}")
    return line


def odds_json(odds: Odds) -> dict[str, Any]:
    """The answer as plain JSON data: fractions as text, and as numbers."""
    return {
        "option": odds.option,
        "aim": odds.aim,
        "exact": odds.exact,
        "bound": odds.bound,
        "unsolved": odds.unsolved,
        "samples": odds.samples,
        "labels": {
            label: {
                "mean": str(odds.mean(label)),
                "mean_float": float(odds.mean(label)),
                "chance": str(odds.chance(label)),
                "chance_float": float(odds.chance(label)),
                "distribution": {
                    str(amount): {"chance": str(chance), "chance_float": float(chance)}
                    for amount, chance in odds.of(label).items()
                },
            }
            for label in odds.labels()
        },
        "outcomes": [
            {"outcome": dict(outcome), "chance": str(chance), "chance_float": float(chance)}
            for outcome, chance in odds.chances.items()
        ],
    }
