"""All games for OpenSpiel. Importing this module registers ``ludorum_quoridor`` and all others.

>>> import pyspiel
>>> import ludorum.environments.openspiel
>>> game = pyspiel.load_game("ludorum_quoridor(size=5)")

Actions have the same numbers as in ``ludorum.Game``. Chance outcomes are numbered in the order of their list;
where there are too many to list (new dice in Dice Wars), `DRAWS` sampled events represent them. The parameter
``seed`` determines the setup. The view of a player is both its observation and its information state: in
Colonizers it contains everything that a player can know.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple

import numpy as np
import pyspiel

from .._native import Game, State, games

#: Number of sampled chance events where there are too many to list.
DRAWS = 64

#: Maximum number of listed chance events of any game.
MOST_EVENTS = 128

#: Value of a numeric parameter that is not set.
UNSET = -1

_INFORMATION = pyspiel.GameType.Information
_CHANCE = pyspiel.GameType.ChanceMode


def _parameters(params: List[Dict[str, Any]]) -> Dict[str, Any]:
    """The parameters of a game with their defaults, in OpenSpiel's format."""
    known: Dict[str, Any] = {"seed": 0}
    for param in params:
        is_number = "whole number" in param["kind"]
        default = param["default"]
        if default is None:
            known[param["name"]] = UNSET if is_number else ""
        else:
            # OpenSpiel also parses a choice between numbers as a number.
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
    """A game of the catalog. Each game has its own subclass."""

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
        settings = [
            f"{key}={value}"
            for key, value in given.items()
            if key != "seed" and value != self.defaults[key] and value not in (UNSET, "")
        ]
        return f"{self.name}:{','.join(settings)}" if settings else self.name

    def new_initial_state(self, state: Any = None) -> "LudorumState":
        return LudorumState(self, self.rules.start(self.setup))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """Creates an observer of tensors."""
        return Observer(self.rules)

    def __deepcopy__(self, memo: Any) -> "LudorumGame":
        """Returns itself: OpenSpiel deep-copies the game with every cloned state."""
        return self


class LudorumState(pyspiel.State):
    """A position with its history."""

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
        return [(index, odds) for index, (_, odds) in enumerate(self._events())]

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
        """Samples a position consistent with everything the player knows."""
        draw = sampler() if callable(sampler) else np.random.random()
        drawn = self.state.view(player).determinize(int(draw * 2**53))
        return LudorumState(self._owner, drawn)

    def __str__(self) -> str:
        return self.state.text


class Observer:
    """Observation tensors of a player."""

    def __init__(self, rules: Game) -> None:
        shape = rules.observation_shape
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: LudorumState, player: int) -> None:
        """Sets the tensor to a player's observation of a state."""
        self.dict["observation"][...] = state.state.observation(player)

    def string_from(self, state: LudorumState, player: int) -> str:
        """A player's observation of a state as text."""
        return state.observation_string(player)


def _register() -> None:
    known = set(pyspiel.registered_names())
    for kind in games():
        name, defaults = kind["name"], _parameters(kind["params"])
        # States are pickled by class name, so each class must be importable from this module.
        title = f"{name.capitalize()}Game"
        known_as = {"__module__": __name__, "__doc__": kind["summary"], "name": name, "defaults": defaults}
        adapted = type(title, (LudorumGame,), known_as)
        globals()[title] = adapted
        if f"ludorum_{name}" not in known:
            pyspiel.register_game(_game_type(name, defaults, Game(name).is_open, (2, 8)), adapted)


_register()
