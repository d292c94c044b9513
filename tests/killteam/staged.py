"""Positions laid on purpose, so that everything is seen; their names say what is to be seen, each thing with its
sort."""

from __future__ import annotations

from tests.killteam import staged_board, staged_ops, staged_setup, staged_shots, staged_teams
from tests.killteam.staging import Staged

STAGED: dict[str, Staged] = {
    **staged_shots.STAGED,
    **staged_board.STAGED,
    **staged_teams.STAGED,
    **staged_ops.STAGED,
    **staged_setup.STAGED,
}
