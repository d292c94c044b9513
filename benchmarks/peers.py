"""The other engines, each played through its own front door: catanatron and python-chess."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import chess
from catanatron.game import TURNS_LIMIT, Game  # type: ignore[import-untyped]
from catanatron.models.player import Color, RandomPlayer  # type: ignore[import-untyped]
from catanatron.players.search import VictoryPointPlayer  # type: ignore[import-untyped]

CATANATRON = "catanatron choices"
CHESS = "chess moves"
GREEDY_CATANATRON = "catanatron choices of VictoryPointPlayer"
BARE_CHESS = "chess moves, the end not looked for"


def catanatron_game(seed: int) -> Game:
    """A new game for two."""
    return Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed + 1)


def play_catanatron(seed: int) -> int:
    """A random game to its end; how many decisions had more than one playable action. Picks are ours, which are quicker
    than its bot's."""
    game = catanatron_game(seed)
    draw = random.Random(seed).random
    choices = 0

    def pick(player: Any, game: Any, actions: list[Any]) -> Any:
        nonlocal choices
        if len(actions) == 1:
            return actions[0]
        choices += 1
        return actions[int(draw() * len(actions))]

    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        game.play_tick(decide_fn=pick)
    return choices


def play_catanatron_greedily(seed: int) -> int:
    """A game of two players that take the most victory points an action gives, to its end; how many decisions had more
    than one action."""
    random.seed(seed)  # the player breaks ties with the common generator
    game = Game([VictoryPointPlayer(Color.RED), VictoryPointPlayer(Color.BLUE)], seed=seed + 1)
    choices = 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        choices += len(game.state.playable_actions) > 1
        game.play_tick()
    return choices


def catanatron_positions(games: int, apart: int) -> list[Game]:
    """Positions of random games, so many decisions apart."""
    found: list[Game] = []
    for seed in range(games):
        game = catanatron_game(seed)
        ticks = 0
        while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
            game.play_tick()
            ticks += 1
            if ticks % apart == 0:
                found.append(game.copy())
    return found


def play_chess(seed: int) -> int:
    """A random game of chess as its documentation plays it, until it is over; how many moves were made."""
    board = chess.Board()
    draw = random.Random(seed).random
    made = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(draw() * len(moves))])
        made += 1
    return made


def play_chess_bare(seed: int) -> int:
    """The same without asking whether the game is over: mate and stalemate show in the list, other draws are not looked
    for."""
    board = chess.Board()
    draw = random.Random(seed).random
    made = 0
    while board.halfmove_clock < 100:
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(moves[int(draw() * len(moves))])
        made += 1
    return made


def in_turn(play: Callable[[int], int], first: int) -> Callable[[], int]:
    """Play one game after the other, each with the next seed."""
    seeds = _from(first)
    return lambda: play(next(seeds))


def _from(number: int) -> Iterator[int]:
    while True:
        yield number
        number += 1
