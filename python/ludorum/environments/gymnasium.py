"""One seat of a game against chosen opponents, as an environment of Gymnasium."""

from __future__ import annotations

import hashlib
import secrets
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple, Type, Union

import gymnasium
import numpy as np
from gymnasium import spaces

from .._native import Game, State
from ..agent import Agent

#: What chooses a move: it is given the position and a seed.
Choice = Callable[[State, int], Union[str, int]]

#: So many games may end before the seat is to move, until it is said that it never is.
ATTEMPTS = 100


class SeatEnv(gymnasium.Env):
    """A game from one seat. ``opponents`` has an agent for every other seat in order around the table
    (or one for all of them): specs such as ``"mcts"``, or :class:`ludorum.Agent` objects or classes.

    With ``seat=None`` the seat is another one each time, by the seed. The reward comes at the end, from
    -1 to 1. An illegal move loses the game at once, with ``illegal`` in the info; ``action_mask`` in the
    observation and in the info tells which are legal.

    Opponents that are no part of Ludorum (Python objects, programs) take their seeds from ``key`` too, which
    is drawn at random so that none can find the seed of the game by trying. With the same ``key`` and
    ``reset(seed=...)`` they play the same again.
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
            raise ValueError(f"{self.game.spec} has {others} other seats: name an opponent for each")
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
        for _ in range(ATTEMPTS):
            self.state = self.game.start(self._seed())
            drawn = int(self.np_random.integers(self.game.seats))
            self.seat = drawn if self.fixed_seat is None else self.fixed_seat
            self._watchers: List[Callable[[State], None]] = []
            self._others = {
                (self.seat + step) % self.game.seats: self._sit(agent, (self.seat + step) % self.game.seats)
                for step, agent in enumerate(self.opponents, 1)
            }
            self._go_on()
            # Hardly ever, a game is over before the first move of this seat.
            if not self.state.is_over:
                return self._observation(), self._info()
        raise ValueError(f"{self.game.spec}: {ATTEMPTS} games were over before seat {self.seat} was to move")

    def step(self, action: int) -> Tuple[Dict[str, np.ndarray], float, bool, bool, Dict[str, Any]]:
        try:
            self.state.apply(int(action))
        except ValueError:
            return self._observation(), -1.0, True, False, dict(self._info(), illegal=True)
        self._show()
        self._go_on()
        worth = self.state.utilities()
        reward = 0.0 if worth is None else worth[self.seat]
        return self._observation(), reward, worth is not None, False, self._info()

    def render(self) -> Optional[str]:
        if self.render_mode == "svg":
            return self.state.svg(self.seat)
        if self.render_mode == "ansi":
            return self.state.draw(self.seat)
        return None

    def _seed(self) -> int:
        return int(self.np_random.integers(2**53))

    def _told(self, seed: int) -> int:
        """What somebody from outside is told in place of a seed: it leads to no other."""
        key = bytes.fromhex(self.key)
        digest = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=8, key=key).digest()
        return int.from_bytes(digest, "little") >> 11

    def _sit(self, agent: Union[str, Agent, Type[Agent]], seat: int) -> Choice:
        if isinstance(agent, str):
            player = self.game.player(agent)
            told = self._told if player.is_external else int
            return lambda state, seed: player.choose(state, seed=told(seed))["move"]
        made = agent() if isinstance(agent, type) else agent
        playing = made._begin(self.game, seat, self._told(self._seed()))
        has_moved = False

        def choose(state: State, seed: int) -> str:
            nonlocal has_moved
            has_moved = True
            view = state.view(seat, seed=self._told(seed))
            place, _ = playing._turn(view)
            return view.moves()[place]

        def watch(state: State) -> None:
            # As in a match: from its own first turn on.
            if has_moved:
                playing._saw(state.view(seat))

        if playing._watches:
            self._watchers.append(watch)
        return choose

    def _show(self) -> None:
        """Shows a move to those who watch."""
        for watch in self._watchers:
            watch(self.state)

    def _go_on(self) -> None:
        """Lets chance and the others move until it is this seat's move or the game is over."""
        while not self.state.is_over and self.state.seat != self.seat:
            seat = self.state.seat
            if seat is None:
                self.state.roll()
            else:
                self.state.apply(self._others[seat](self.state, self._seed()))
            self._show()

    def _mask(self) -> np.ndarray:
        if self.state.seat == self.seat:
            return self.state.action_mask().view(np.int8)
        return np.zeros(self.game.num_actions, np.int8)

    def _observation(self) -> Dict[str, np.ndarray]:
        return {"observation": self.state.observation(self.seat), "action_mask": self._mask()}

    def _info(self) -> Dict[str, Any]:
        return {"action_mask": self._mask(), "plies": self.state.plies}


gymnasium.register("ludorum/Seat-v0", entry_point="ludorum.environments.gymnasium:SeatEnv")
