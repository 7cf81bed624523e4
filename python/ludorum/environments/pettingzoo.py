"""PettingZoo AEC environments: all seats of a game, one move at a time."""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from .._native import Game


def env(game: Union[str, Game], render_mode: Optional[str] = None) -> AECEnv:
    """The environment with PettingZoo's standard wrappers: an illegal action loses the game."""
    made = SeatsEnv(game, render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class SeatsEnv(AECEnv):
    """The unwrapped environment: an illegal action raises ``ValueError``.

    ``reset(seed=...)`` determines the setup and all chance events. The reward comes at the end: 1 for a win, -1
    for a loss, and values between for a shared win.
    """

    metadata = {
        "render_modes": ["ansi", "svg"],
        "name": "ludorum_v0",
        "is_parallelizable": False,
    }

    def __init__(self, game: Union[str, Game], render_mode: Optional[str] = None) -> None:
        super().__init__()
        self.game = Game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, 1, self.game.observation_shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self.game.num_actions,), np.int8),
            }
        )
        self.observation_spaces = {agent: self._observation_space for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(self.game.num_actions) for agent in self.possible_agents
        }
        self._np_random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)
        self.state_of_game = self.game.start(int(self._np_random.integers(2**53)))
        self.state_of_game.settle()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._update()

    def _update(self) -> None:
        """Updates the selected agent and the rewards. A game may end before anyone has moved."""
        seat, utilities = self.state_of_game.seat, self.state_of_game.utilities()
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        if utilities is not None:
            for agent in self.agents:
                self.rewards[agent] = utilities[self._seat_of[agent]]
                self.terminations[agent] = True
        self._accumulate_rewards()

    def observe(self, agent: str) -> Dict[str, np.ndarray]:
        seat, state = self._seat_of[agent], self.state_of_game
        if seat == state.seat:
            mask = state.action_mask().view(np.int8)
        else:
            mask = np.zeros(self.game.num_actions, np.int8)
        return {"observation": state.observation(seat), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if action is None:
            raise ValueError("an action is needed: only agents that are done step with None")
        self.state_of_game.apply(int(action))
        self.state_of_game.settle()
        self._update()

    def render(self) -> Optional[str]:
        if self.render_mode == "svg":
            return self.state_of_game.svg()
        if self.render_mode == "ansi":
            return self.state_of_game.draw()
        return None

    def close(self) -> None:
        pass
