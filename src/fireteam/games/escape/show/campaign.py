"""Where a campaign of ESCAPE stands, for people and for programs (ES-CAMP-01, ES-CAMP-02)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fireteam.core.game import Standing
from fireteam.games.escape.show.labels import SIDE_LABELS
from fireteam.games.escape.state import SIDES

if TYPE_CHECKING:
    from fireteam.games.escape.campaign import Campaign

LABELS = dict(zip(SIDES, SIDE_LABELS, strict=True))
ENDINGS = {"outright": "outright, by its decisive game", "points": "by points", "equal points": "a draw on points"}


def standing(campaign: Campaign) -> list[Standing]:
    """The path so far, the points, what is next, and what the last result brings into it."""
    titles = _titles(campaign)
    own, other = (LABELS[side] for side in campaign.factions)
    rows = [Standing("title", f"{own} (first player) against {other}; sides are kept to the end")]
    for number, game in enumerate(campaign.games, 1):
        won = f"{LABELS[game.winner]} won" if game.winner else "a draw"
        rows.append(
            Standing("fact", f"game {number}  {titles[game.scenario]:<14} {won}{_losses(campaign, game.taken_out)}")
        )
    if campaign.games:
        score = campaign.plan.ending_data
        points = ", ".join(f"{LABELS[side]} {count}" for side, count in campaign.points.items())
        rows.append(Standing("fact", f"points: {points}", f"(a win {score.win}, a draw {score.draw} each)"))
    result = campaign.result
    if result is not None:
        text = ENDINGS[result.reason]
        if result.winner is not None:
            text = f"{LABELS[campaign.factions[result.winner]]} wins it {text}"
        return [*rows, Standing("heading", f"The campaign is over: {text}.")]
    due = campaign.next_scenario
    assert due is not None
    running = _running(campaign)
    place = (
        ""
        if running is None
        else f", turn {running['turn']} of {running['turns']}"
        if running["turn"]
        else ", setting up"
    )
    which = f"game {len(campaign.games) + 1} of at most {campaign.plan.length}"
    rows.append(Standing("heading", f"{'Next' if running is None else 'Under way'}: {which}, {titles[due]}{place}."))
    brought = brought_along(campaign)
    rows += [Standing("fact", "the game before brings into it:")] if brought else []
    rows += [Standing("item", text) for text in brought]
    return [*rows, Standing("aside", f"then: {_then(campaign, due, titles)}")]


def brought_along(campaign: Campaign) -> list[str]:
    """What the last result does to the next game, with the names it concerns (ES-CAMP-02)."""
    carry = campaign.carryover()
    names = {character.id: character.name for character in campaign.pack.characters}
    found = []
    for entry in campaign.consequences():
        if entry.effect.start_damage is not None:
            who = ", ".join(names[name] for name, _ in carry.damage)
        elif entry.effect.keep_equipment is not None:
            who = (
                ", ".join(f"{names[name]} {label.replace('_', ' ')}" for name, label in carry.kept)
                or "nobody carried any"
            )
        elif entry.effect.give_equipment is not None and not carry.gift:
            who = "nothing: it is kept by the character who left with it"
        else:
            who = ""
        found.append(entry.text + (f": {who}" if who else "") + f" ({entry.id})")
    return found


def data(campaign: Campaign) -> dict[str, Any]:
    """The same as plain JSON data; seeds of games to come stay in the file."""
    due, result = campaign.next_scenario, campaign.result
    return {
        "pack": campaign.pack.info.id,
        "factions": list(campaign.factions),
        "games": [
            {"scenario": game.scenario, "winner": game.winner, "taken_out": list(game.taken_out),
            "left": dict(game.left)}
            for game in campaign.games
        ],
        "points": campaign.points,
        "length": campaign.plan.length,
        "next": None if due is None else {
            "scenario": due,
            "title": _titles(campaign)[due],
            "consequences": [{"id": entry.id, "text": entry.text} for entry in campaign.consequences()],
            "setup": campaign.setup().get("campaign", {}),
            "after": campaign.plan.path[due].model_dump() if len(campaign.games) + 1 < campaign.plan.length else None,
        },
        "running": _running(campaign),
        "result": None if result is None else {
            "winner": result.winner, "side": None if result.winner is None else campaign.factions[result.winner],
            "reason": result.reason
        },
    }  # fmt: skip


def _running(campaign: Campaign) -> dict[str, Any] | None:
    """How far the game in progress is, if there is one."""
    match = campaign.resume()
    if match is None:
        return None
    state, turns = match.state, match.table.ground.turns
    return {"scenario": state.scenario, "turn": state.turn, "turns": turns, "answers": match.answered}


def _titles(campaign: Campaign) -> dict[str, str]:
    return {entry.id: entry.name for entry in campaign.pack.scenarios}


def _losses(campaign: Campaign, taken_out: tuple[str, ...]) -> str:
    names = {character.id: character.name for character in campaign.pack.characters}
    return f"; taken out: {', '.join(names[name] for name in taken_out)}" if taken_out else ""


def _then(campaign: Campaign, due: str, titles: dict[str, str]) -> str:
    """Where each result of the game that is due leads (ES-CAMP-01)."""
    if len(campaign.games) + 1 >= campaign.plan.length:
        return "the campaign ends after this game"
    step = campaign.plan.path[due]
    leads = [(f"{LABELS[side]} wins", getattr(step, side)) for side in SIDES]
    leads.append(("a draw", step.draw))
    return "; ".join(f"{result}: {titles.get(name, 'the campaign ends')}" for result, name in leads)
