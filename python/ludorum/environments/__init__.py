"""Every game as an environment of PettingZoo, Gymnasium and OpenSpiel.

>>> from ludorum.environments import aec, seat
>>> env = aec("quoridor:size=5")                      # PettingZoo, all seats
>>> env = seat("quoridor:size=5", ["mcts"])           # Gymnasium, one seat against others
>>> from ludorum.environments import openspiel         # pyspiel.load_game("ludorum_quoridor(size=5)")

Each needs its library: ``pip install 'ludorum[environments]'`` or ``'ludorum[openspiel]'``.
Observations are dictionaries: ``observation`` are the planes that ``ludorum.Game.planes`` names,
``action_mask`` is 1 for the number of every legal move.
"""

from __future__ import annotations

from typing import Any, Optional, Sequence


def aec(game: str, render_mode: Optional[str] = None) -> Any:
    """A game for all its seats: an AEC environment of PettingZoo."""
    from .pettingzoo import env

    return env(game, render_mode=render_mode)


def seat(game: str, opponents: Sequence[Any], **options: Any) -> Any:
    """A game for one seat against opponents: an environment of Gymnasium."""
    from .gymnasium import SeatEnv

    return SeatEnv(game, opponents, **options)
