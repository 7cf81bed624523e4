"""Board games meet artificial intelligence: games, agents, matches and learning environments.

>>> import ludorum
>>> game = ludorum.Game("quoridor:size=5")
>>> state = game.start()
>>> state.apply("c2")
>>> state.seat
1

Games and agents are named by specs, as everywhere in Ludorum: ``quoridor:size=5``,
``mcts:iterations=500``. Seats are numbered from 0.
"""

from ._native import Array, Batch, Game, Player, State, View, __version__, games
from .agent import Agent
from .record import Record
from .run import Result, match, plan, tournament

__all__ = [
    "__version__",
    "Agent",
    "Array",
    "Batch",
    "Game",
    "Player",
    "Record",
    "Result",
    "State",
    "View",
    "games",
    "match",
    "plan",
    "tournament",
]
