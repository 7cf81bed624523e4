"""Gymnasium environment: one seat of a game against fixed opponents."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from .._native import Game, State
from ..agent import Agent

#: Policy of an opponent: a function of the state and a seed.
Policy = Callable[[State, int], Union[str, int]]

#: Number of games that may end before the seat is to move until ``reset`` gives up.
MAX_RESETS = 100


class SeatEnv(gymnasium.Env):
    """A game from the perspective of one seat. ``opponents`` has an agent for every other seat in turn order (or
    one for all of them): specs such as ``"mcts"``, or :class:`ludorum.Agent` objects or classes.

    With ``seat=None`` each reset draws a seat from the seed. The reward comes at the end, from -1 to 1. An illegal
    action loses the game at once, with ``illegal`` in the info; ``action_mask`` in the observation and in the info
    marks the legal actions.

    The seeds of external opponents (Python objects, programs) also depend on the random ``key``, so that they
    cannot find the seed of the game by brute force. The same ``key`` and ``reset(seed=...)`` reproduce their
    moves.
    """

    metadata = {"render_modes": ["ansi", "svg"]}

    def __init__(
        self,
        game: Union[str, Game],
        opponents: Sequence[Union[str, Agent, Type[Agent]]] = ("random",),
        seat: Optional[int] = 0,
        render_mode: Optional[str] = None,
        key: Optional[str] = None,
    ) -> None:
        self.game = Game(game) if isinstance(game, str) else game
        others = self.game.seats - 1
        self.opponents = list(opponents) * (others if len(opponents) == 1 else 1)
        if len(self.opponents) != others:
            raise ValueError(f"{self.game.spec} has {others} other seats: name one opponent for each")
        if seat is not None and not 0 <= seat <= others:
            raise ValueError(f"{self.game.spec} has the seats 0 to {others}, not {seat}")
        self.fixed_seat = seat
        self.render_mode = render_mode
        self.key = secrets.token_hex(16) if key is None else key
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.game.observation_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.game.num_actions)

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None
    ) -> Tuple[Dict[str, np.ndarray], Dict[str, Any]]:
        super().reset(seed=seed)
        for _ in range(MAX_RESETS):
            self.state = self.game.start(self._seed())
            drawn = int(self.np_random.integers(self.game.seats))
            self.seat = drawn if self.fixed_seat is None else self.fixed_seat
            self._observers: List[Callable[[State], None]] = []
            self._others = {
                (self.seat + step) % self.game.seats: self._policy(agent, (self.seat + step) % self.game.seats)
                for step, agent in enumerate(self.opponents, 1)
            }
            self._advance()
            # In rare cases a game ends before the first move of this seat.
            if not self.state.is_over:
                return self._observation(), self._info()
        raise ValueError(f"{self.game.spec}: {MAX_RESETS} games were over before seat {self.seat} was to move")

    def step(self, action: int) -> Tuple[Dict[str, np.ndarray], float, bool, bool, Dict[str, Any]]:
        try:
            self.state.apply(int(action))
        except ValueError:
            return self._observation(), -1.0, True, False, dict(self._info(), illegal=True)
        self._notify()
        self._advance()
        utilities = self.state.utilities()
        reward = 0.0 if utilities is None else utilities[self.seat]
        return self._observation(), reward, utilities is not None, False, self._info()

    def render(self) -> Optional[str]:
        if self.render_mode == "svg":
            return self.state.svg(self.seat)
        if self.render_mode == "ansi":
            return self.state.draw(self.seat)
        return None

    def _seed(self) -> int:
        return int(self.np_random.integers(2**53))

    def _external_seed(self, seed: int) -> int:
        """A keyed hash of a seed for external agents, from which no other seed can be derived."""
        key = bytes.fromhex(self.key)
        digest = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=8, key=key).digest()
        return int.from_bytes(digest, "little") >> 11

    def _policy(self, agent: Union[str, Agent, Type[Agent]], seat: int) -> Policy:
        if isinstance(agent, str):
            player = self.game.player(agent)
            agent_seed = self._external_seed if player.is_external else int
            return lambda state, seed: player.choose(state, seed=agent_seed(seed))["move"]
        template = agent() if isinstance(agent, type) else agent
        playing = template._start_game(self.game, seat, self._external_seed(self._seed()))
        has_moved = False

        def choose(state: State, seed: int) -> str:
            nonlocal has_moved
            has_moved = True
            view = state.view(seat, seed=self._external_seed(seed))
            index, _ = playing._choose_index(view)
            return view.moves()[index]

        def observe(state: State) -> None:
            # From its own first move on, as in a match.
            if has_moved:
                playing._observe(state.view(seat))

        if playing._observes:
            self._observers.append(observe)
        return choose

    def _notify(self) -> None:
        """Shows the last move to observing opponents."""
        for observe in self._observers:
            observe(self.state)

    def _advance(self) -> None:
        """Plays chance events and opponents until this seat is to move or the game is over."""
        while not self.state.is_over and self.state.seat != self.seat:
            seat = self.state.seat
            if seat is None:
                self.state.roll()
            else:
                self.state.apply(self._others[seat](self.state, self._seed()))
            self._notify()

    def _mask(self) -> np.ndarray:
        if self.state.seat == self.seat:
            return self.state.action_mask().view(np.int8)
        return np.zeros(self.game.num_actions, np.int8)

    def _observation(self) -> Dict[str, np.ndarray]:
        return {"observation": self.state.observation(self.seat), "action_mask": self._mask()}

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self._mask(), "plies": self.state.plies}


gymnasium.register("ludorum/Seat-v0", entry_point="ludorum.environments.gymnasium:SeatEnv")
