"""All games as environments of PettingZoo, Gymnasium and OpenSpiel.

>>> from ludorum.environments import aec, seat
>>> env = aec("quoridor:size=5")                      # PettingZoo, all seats
>>> env = seat("quoridor:size=5", ["mcts"])           # Gymnasium, one seat against others
>>> from ludorum.environments import openspiel         # pyspiel.load_game("ludorum_quoridor(size=5)")

Each needs its library: ``pip install 'ludorum[environments]'`` or ``'ludorum[openspiel]'``.
Observations are dictionaries: ``observation`` has the planes named by ``ludorum.Game.planes``, ``action_mask``
is 1 for every legal action.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence


def aec(game: str, render_mode: Optional[str] = None) -> Any:
    """A PettingZoo AEC environment with all seats of a game."""
    from .pettingzoo import env

    return env(game, render_mode=render_mode)


def seat(game: str, opponents: Sequence[Any], **options: Any) -> Any:
    """A Gymnasium environment with one seat of a game against fixed opponents."""
    from .gymnasium import SeatEnv

    return SeatEnv(game, opponents, **options)
