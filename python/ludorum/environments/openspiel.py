"""Every game for OpenSpiel: importing this registers ``ludorum_quoridor`` and all others.

>>> import pyspiel
>>> import ludorum.environments.openspiel
>>> game = pyspiel.load_game("ludorum_quoridor(size=5)")

Moves have the numbers they have everywhere here. Events of chance are numbered as they are listed;
where there are too many to list (new dice in Dice Wars), `DRAWS` events drawn from the position stand
for all of them. The parameter ``seed`` decides the setup. What a player sees is both its observation
and its information state: in Colonizers it has everything that a player can know.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pyspiel

from .._native import Game, State, games

#: So many events stand for all where there are too many to list.
DRAWS = 64

#: No game lists more events.
MOST_EVENTS = 128

#: A parameter that is not set, of those that are numbers.
UNSET = -1

_INFORMATION = pyspiel.GameType.Information
_CHANCE = pyspiel.GameType.ChanceMode


def _parameters(params: List[Dict[str, Any]]) -> Dict[str, Any]:
    """The parameters of a game with their defaults, as OpenSpiel has them."""
    known: Dict[str, Any] = {"seed": 0}
    for param in params:
        is_number = "whole number" in param["kind"]
        default = param["default"]
        if default is None:
            known[param["name"]] = UNSET if is_number else ""
        else:
            # A choice between numbers is read as a number too.
            known[param["name"]] = int(default) if default.lstrip("-").isdigit() else default
    return known


def _game_type(name: str, params: Dict[str, Any], is_open: bool, seats: Tuple[int, int]) -> Any:
    return pyspiel.GameType(
        short_name=f"ludorum_{name}",
        long_name=f"Ludorum {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=_CHANCE.DETERMINISTIC if name in _WITHOUT_CHANCE else _CHANCE.EXPLICIT_STOCHASTIC,
        information=_INFORMATION.PERFECT_INFORMATION if is_open else _INFORMATION.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.CONSTANT_SUM if seats[1] > 2 else pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=seats[1],
        min_num_players=seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=params,
    )


_WITHOUT_CHANCE = {"quoridor", "tictactoe", "yinsh"}


class LudorumGame(pyspiel.Game):
    """A game of the catalog; there is a class of its own for each."""

    name: str
    defaults: Dict[str, Any]

    def __init__(self, params: Optional[Dict[str, Any]] = None) -> None:
        given = dict(params or {})
        self.rules = Game(self._spec(given))
        self.setup = int(given.get("seed", 0))
        seats = self.rules.seats
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.num_actions,
            max_chance_outcomes=0 if self.name in _WITHOUT_CHANCE else MOST_EVENTS,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=float(2 - seats),
            max_game_length=self.rules.max_plies,
        )
        own = _game_type(self.name, self.defaults, self.rules.is_open, (seats, seats))
        super().__init__(own, info, given)

    def _spec(self, given: Dict[str, Any]) -> str:
        said = [
            f"{key}={value}"
            for key, value in given.items()
            if key != "seed" and value != self.defaults[key] and value not in (UNSET, "")
        ]
        return f"{self.name}:{','.join(said)}" if said else self.name

    def new_initial_state(self, state: Any = None) -> "LudorumState":
        return LudorumState(self, self.rules.start(self.setup))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What tells a player's observation as numbers."""
        return Observer(self.rules)

    def __deepcopy__(self, memo: Any) -> "LudorumGame":
        """Itself: OpenSpiel copies all that a position has whenever it clones one."""
        return self


class LudorumState(pyspiel.State):
    """A position, with the moves since the start."""

    def __init__(self, game: LudorumGame, state: State) -> None:
        super().__init__(game)
        self._owner = game
        self.state = state

    def current_player(self) -> int:
        if self.state.is_over:
            return pyspiel.PlayerId.TERMINAL
        seat = self.state.seat
        return pyspiel.PlayerId.CHANCE if seat is None else seat

    def _legal_actions(self, player: int) -> List[int]:
        return sorted(self.state.actions()) if player == self.state.seat else []

    def _events(self) -> List[Tuple[str, float]]:
        listed = self.state.events()
        if listed is not None:
            return listed
        key = self.state.key
        drawn: Dict[str, float] = {}
        for number in range(DRAWS):
            event = self.state.clone().roll((key + number) % 2**64)
            drawn[event] = drawn.get(event, 0.0) + 1 / DRAWS
        return list(drawn.items())

    def chance_outcomes(self) -> List[Tuple[int, float]]:
        return [(place, odds) for place, (_, odds) in enumerate(self._events())]

    def _apply_action(self, action: int) -> None:
        if self.state.is_chance:
            self.state.apply(self._event(action))
        else:
            self.state.apply(action)

    def _event(self, action: int) -> str:
        return self._events()[action][0]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self._event(action)
        return self._owner.rules.action_text(action) or f"action {action}"

    def is_terminal(self) -> bool:
        return self.state.is_over

    def returns(self) -> List[float]:
        return self.state.utilities() or [0.0] * self._owner.rules.seats

    def information_state_string(self, player: Optional[int] = None) -> str:
        return self.observation_string(player)

    def observation_string(self, player: Optional[int] = None) -> str:
        seat = self.state.seat if player is None else player
        return self.state.view(seat).text

    def resample_from_infostate(self, player: int, sampler: Any = None) -> "LudorumState":
        """A position that fits all that the player knows, drawn from all that do."""
        draw = sampler() if callable(sampler) else np.random.random()
        drawn = self.state.view(player).determinize(int(draw * 2**53))
        return LudorumState(self._owner, drawn)

    def __str__(self) -> str:
        return self.state.text


class Observer:
    """What a player sees, as numbers."""

    def __init__(self, rules: Game) -> None:
        shape = rules.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: LudorumState, player: int) -> None:
        """Reads what a player sees of a position."""
        self.dict["observation"][...] = state.state.observation(player)

    def string_from(self, state: LudorumState, player: int) -> str:
        """What a player sees of a position, as text."""
        return state.observation_string(player)


def _register() -> None:
    known = set(pyspiel.registered_names())
    for kind in games():
        name, defaults = kind["name"], _parameters(kind["params"])
        # Positions are pickled by the name of the class, so each is where its name says.
        title = f"{name.capitalize()}Game"
        known_as = {"__module__": __name__, "__doc__": kind["summary"], "name": name, "defaults": defaults}
        adapted = type(title, (LudorumGame,), known_as)
        globals()[title] = adapted
        if f"ludorum_{name}" not in known:
            pyspiel.register_game(_game_type(name, defaults, Game(name).is_open, (2, 8)), adapted)


_register()
