"""Colonizers by names: what a seat sees of colonies and hands, counted.

>>> import ludorum
>>> from ludorum import colonizers
>>> state = ludorum.Game("colonizers").start()
>>> state.settle()
>>> colonizers.by_colour(state.view(), 0)
{'green': 0, 'blue': 0, 'red': 0, 'plain': 0}
"""

from __future__ import annotations

from typing import Dict, List, NamedTuple

import numpy as np

from ._native import View


class Module(NamedTuple):
    """A kind of module."""

    name: str
    colour: str
    cost: int
    value: int
    copies: int


#: The sixteen kinds, in the order of their numbers.
MODULES: List[Module] = [
    Module("oxygen-generator", "green", 4, 4, 4),
    Module("water-reservoir", "green", 5, 6, 4),
    Module("hydroponics-facility", "green", 6, 8, 4),
    Module("eco-dome", "green", 8, 11, 1),
    Module("marketplace", "blue", 2, 2, 4),
    Module("warehouse", "blue", 3, 3, 4),
    Module("quarry", "blue", 5, 6, 4),
    Module("purification-plant", "blue", 8, 10, 1),
    Module("garrison", "red", 1, 1, 4),
    Module("barracks", "red", 2, 2, 4),
    Module("military-academy", "red", 3, 3, 4),
    Module("defense-system", "red", 6, 7, 1),
    Module("housing-unit", "plain", 1, 1, 4),
    Module("spaceport", "plain", 4, 5, 4),
    Module("research-lab", "plain", 6, 8, 4),
    Module("mass-relay", "plain", 12, 16, 1),
]

COLOURS = ("green", "blue", "red", "plain")
COLONISTS = ("visionary", "ecologist", "miner", "general", "opportunist", "spy")

#: Planes of the observation for each seat: see ``Game.planes``.
_EACH = 7


def _plane(view: View, seat: int, which: int) -> np.ndarray:
    if view.game.name != "colonizers":
        raise ValueError(f"this is counted in Colonizers, not in {view.game.spec}")
    if not 0 <= seat < view.game.seats:
        raise IndexError(f"seats are 0 to {view.game.seats - 1}, not {seat}")
    around = (seat - view.seat) % view.game.seats
    return view.observation()[_EACH * around + which, 0]


def _heap(counts: np.ndarray) -> Dict[str, int]:
    found = np.rint(counts * 4).astype(int)
    return {module.name: int(count) for module, count in zip(MODULES, found) if count}


def colony(view: View, seat: int) -> Dict[str, int]:
    """How many modules of each kind a seat has built."""
    return _heap(_plane(view, seat, 0))


def hand(view: View, seat: int) -> Dict[str, int]:
    """How many cards of each kind are in a seat's hand, as far as the viewer knows."""
    return _heap(_plane(view, seat, 1))


def cards(view: View, seat: int) -> int:
    """How many cards a seat has in its hand."""
    return round(float(_plane(view, seat, 2)[0]) * 5)


def omnium(view: View, seat: int) -> int:
    """How much omnium a seat has, up to 40."""
    return round(float(_plane(view, seat, 4)[0]) * 40)


def colonists(view: View, seat: int) -> List[str]:
    """Which colonists a seat may have, as far as the viewer can tell; none if it has not picked."""
    marks = _plane(view, seat, 5)
    return [name for name, mark in zip(COLONISTS, marks) if mark]


def by_colour(view: View, seat: int) -> Dict[str, int]:
    """How many modules of each colour a seat has built."""
    built = colony(view, seat)
    counts = dict.fromkeys(COLOURS, 0)
    for module in MODULES:
        counts[module.colour] += built.get(module.name, 0)
    return counts


def points(view: View, seat: int) -> int:
    """What a seat's colony is worth, without the bonus for a full one."""
    built = colony(view, seat)
    return sum(module.value * built.get(module.name, 0) for module in MODULES)
