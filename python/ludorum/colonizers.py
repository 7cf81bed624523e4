"""Helpers for Colonizers: counts of the modules and cards that a seat sees.

>>> import ludorum
>>> from ludorum import colonizers
>>> state = ludorum.Game("colonizers").start()
>>> state.settle()
>>> colonizers.by_colour(state.view(), 0)
{'green': 0, 'blue': 0, 'red': 0, 'plain': 0}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Dict, List, NamedTuple

if TYPE_CHECKING:
    from ._native import View


class Module(NamedTuple):
    """A module type."""

    name: str
    colour: str
    cost: int
    value: int
    copies: int


#: The sixteen module types, in the order of their numbers.
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

#: Index of the first player's field in the text of a position (docs/colonizers.md).
_FIRST_PLAYER = 3


class Player(NamedTuple):
    """The fields of a player in the text of a position or view."""

    points: int
    omnium: int
    #: The letter of the colonist, `?` if unknown; `is_exposed` if everyone knows it.
    colonist: str
    is_exposed: bool
    #: The letters of the possible colonists.
    possible: str
    #: The letters of the built modules.
    colony: str
    #: A letter for each card, `?` if unknown.
    hand: str


def player(text: str, seat: int) -> Player:
    """Parses the fields of a seat, from 0, in the text of a view or position."""
    points, omnium, colonist, possible, colony, hand = text.split("/")[_FIRST_PLAYER + seat].split(",")
    return Player(
        int(points), int(omnium), colonist[0], colonist.endswith("!"), letters(possible), letters(colony), cards_of(hand)
    )


def letters(text: str) -> str:
    """Parses a list of letters; a hyphen is the empty list."""
    return "" if text == "-" else text


def cards_of(text: str) -> str:
    """The letters of a hand. In the text each letter is followed by a digit for the seats that have seen the card."""
    return letters(text)[::2]


def module(letter: str) -> Module:
    """The module type with this letter."""
    return MODULES[ord(letter) - ord("a")]


def _player(view: View, seat: int) -> Player:
    if view.game.name != "colonizers":
        raise ValueError(f"this function is for Colonizers, not {view.game.spec}")
    if not 0 <= seat < view.game.seats:
        raise IndexError(f"seats are 0 to {view.game.seats - 1}, not {seat}")
    return player(view.text, seat)


def _count_by_name(modules: str) -> Dict[str, int]:
    known = modules.replace("?", "")
    return {module(letter).name: known.count(letter) for letter in sorted(set(known))}


def colony(view: View, seat: int) -> Dict[str, int]:
    """Counts the modules that a seat has built, by type."""
    return _count_by_name(_player(view, seat).colony)


def hand(view: View, seat: int) -> Dict[str, int]:
    """Counts the known cards in a seat's hand, by type."""
    return _count_by_name(_player(view, seat).hand)


def cards(view: View, seat: int) -> int:
    """The number of cards in a seat's hand."""
    return len(_player(view, seat).hand)


def omnium(view: View, seat: int) -> int:
    """The amount of omnium a seat has."""
    return _player(view, seat).omnium


def colonists(view: View, seat: int) -> List[str]:
    """The colonists that a seat may have, as far as the viewer knows; empty before it has picked."""
    possible = _player(view, seat).possible
    return [name for name in COLONISTS if name[0].upper() in possible]


def by_colour(view: View, seat: int) -> Dict[str, int]:
    """Counts the modules that a seat has built, by colour."""
    counts = dict.fromkeys(COLOURS, 0)
    for letter in _player(view, seat).colony:
        counts[module(letter).colour] += 1
    return counts


def points(view: View, seat: int) -> int:
    """The points of a seat's colony, without the bonus for a full one."""
    return sum(module(letter).value for letter in _player(view, seat).colony)
