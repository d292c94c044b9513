"""Set-ups laid on purpose: scouting, and markers of kill teams."""

from __future__ import annotations

from fireteam.core.match import Match
from fireteam.games.killteam.state import RESERVE
from tests.killteam.staging import Staged, staged
from tests.killteam.warband import begin

HOME, AWAY = (4.0, 11.0), (26.0, 11.0)


def scouting() -> Match:
    """Everybody is set up, and scouting comes next."""
    return begin({"cv-prior": HOME}, {"vr-matron": AWAY}, [3, 4] * 20, phase="scouting", turning_point=0)


def equipping(who: str, entry: str) -> Match:
    """The set-up of equipment, with one entry that brings a marker."""
    waiting = {"status": RESERVE}
    places = {who: HOME}, {"cv-prior": AWAY}
    return begin(*places, phase="items", gear=[entry], turning_point=0, operatives={who: waiting, "cv-prior": waiting})


STAGED: dict[str, Staged] = {
    "option: scout_move; refusal: KT-OPS-12": staged(
        scouting, "reposition", "play", "reposition cv-prior", refused=("to 9.50,11.00",)
    ),
    "option: stay; event: plays; event: scouting_won": staged(scouting, "reposition", "play", "nobody"),
    "event: scouting_tied": staged(scouting, "play", "play"),
    "entry: ir-e4": staged(lambda: equipping("ir-warden", "ir-e4"), "set up ir-e4-0"),
    "entry: vr-e2": staged(lambda: equipping("vr-matron", "vr-e2"), "set up vr-e2-0"),
    "entry: sl-e3": staged(lambda: equipping("sl-reeve", "sl-e3"), "set up sl-e3-0-1"),
}
