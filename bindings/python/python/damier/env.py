"""Environments for reinforcement learning: Gymnasium and PettingZoo. Needs ``damier[env]``.

The import registers ``damier/Draughts-v0`` for ``gymnasium.make``, whose arguments are those of
``GymEnv``.

>>> from damier.env import GymEnv
>>> env = GymEnv("international", opponent="random")
>>> observation, info = env.reset(seed=1)
>>> observation.shape, int(info["action_mask"].sum())
((10, 10, 10), 9)
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from numbers import Integral
from typing import Any, Literal, TypeAlias, cast

import damier

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv
except ImportError:
    raise ImportError(  # noqa: B904 - the first error stays visible as the context
        'environments need gymnasium and pettingzoo: pip install "damier[env]"'
    )

__all__ = ["GymEnv", "ZooEnv"]

Observation: TypeAlias = NDArray[np.float32]
Opponent: TypeAlias = Literal["random"] | int | Callable[[damier.Board], damier.Move | str]

AGENTS = ("white", "black")


def _checked(opponent: Any) -> Opponent | None:
    """The opponent, with a level of any integer type as ``int``."""
    if opponent is None:
        return None
    if opponent == "random":
        return "random"
    if isinstance(opponent, str):
        raise ValueError(f"found opponent {opponent!r}, expected 'random'")
    if isinstance(opponent, Integral) and not isinstance(opponent, bool):
        level = int(opponent)
        if 1 <= level <= 10:
            return level
        raise ValueError(f"found level {level}, expected 1 to 10")
    if callable(opponent):
        return cast("Opponent", opponent)
    raise TypeError(f"found opponent {opponent!r}, expected 'random', a level, a function or None")


def _space(variant: str) -> spaces.Box:
    """The space of the planes of a game. King runs of the opponent are negative."""
    shape = damier.Board(variant).planes().shape
    return spaces.Box(-1.0, 1.0, shape, np.float32)


class GymEnv(gymnasium.Env[Observation, int]):
    """One player against an opponent, as a Gymnasium environment.

    Observations are ``board.planes()``, seen by the side to move. Actions are numbered as in
    ``board.legal_mask()``; ``info["action_mask"]`` and ``action_masks()`` have the legal ones. An
    action that is not legal loses the game (``info["illegal"]`` is true). Rewards: 1 for a win, -1
    for a loss, 0 otherwise. Games longer than ``max_plies`` are truncated.

    Args:
        variant: the id of the game.
        opponent: ``"random"``, a level of the engine from 1 to 10 (10 searches 20,000 positions),
            a function from boards to moves, or ``None``: then the agent plays both sides, and the
            reward belongs to the side that has just moved.
        side: the side of the agent; ``None`` draws it in each game.
        max_plies: the longest game.
        render_mode: ``"ansi"`` or ``None``.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        variant: str = "international",
        *,
        opponent: Opponent | None = "random",
        side: Literal["white", "black"] | None = None,
        max_plies: int = 400,
        render_mode: str | None = None,
    ) -> None:
        if side not in (None, *AGENTS):
            raise ValueError(f"found side {side!r}, expected 'white', 'black' or None")
        opponent = _checked(opponent)
        if max_plies < 1:
            raise ValueError(f"found max_plies {max_plies}, expected 1 or more")
        if render_mode not in (None, "ansi"):
            raise ValueError(f"found render_mode {render_mode!r}, expected 'ansi' or None")
        self.variant = variant
        self.opponent = opponent
        self.side = side
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.board = damier.Board(variant)
        self.observation_space = _space(variant)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(damier.action_count(variant))  # type: ignore[assignment]
        self._agent: str = "white"
        self._engine = damier.Engine(hash=16) if isinstance(opponent, int) else None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Starts a game. ``options["fen"]`` is its start position, if given."""
        super().reset(seed=seed)
        fen = (options or {}).get("fen")
        self.board = damier.Board(self.variant, fen)
        self._agent = self.side or AGENTS[int(self.np_random.integers(2))]
        self._let_opponent_play()
        return self.board.planes(), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action of the agent, and the opponent's answer.

        Raises:
            TypeError: the action is not a whole number.
        """
        mover = self.board.turn
        action = operator.index(action)
        try:
            self.board.push(self.board.move_of(action))
        except ValueError:
            info = self._info()
            info["illegal"] = True
            return self.board.planes(), -1.0, True, False, info
        self._let_opponent_play()
        outcome = self.board.outcome()
        me = mover if self.opponent is None else self._agent
        reward = 0.0
        if outcome is not None and outcome.winner is not None:
            reward = 1.0 if outcome.winner == me else -1.0
        over = outcome is not None
        truncated = not over and len(self.board) >= self.max_plies
        return self.board.planes(), reward, over, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, under the name that MaskablePPO expects."""
        return self.board.legal_mask()

    def render(self) -> str | None:
        """The board as text, with ``render_mode="ansi"``."""
        return str(self.board) if self.render_mode == "ansi" else None

    def _info(self) -> dict[str, Any]:
        mask = self.board.legal_mask().astype(np.int8)
        return {"action_mask": mask, "turn": self.board.turn, "illegal": False}

    def _let_opponent_play(self) -> None:
        if self.opponent is None:
            return
        while self.board.turn != self._agent and self.board.outcome() is None:
            self.board.push(self._opponent_move())

    def _opponent_move(self) -> damier.Move | str:
        if callable(self.opponent):
            return self.opponent(self.board.copy())
        if self._engine is not None and isinstance(self.opponent, int):
            seed = int(self.np_random.integers(2**32))
            nodes = 20_000 if self.opponent == 10 else None
            analysis = self._engine.analyse(self.board, level=self.opponent, seed=seed, nodes=nodes)
            if analysis.best is not None:
                return analysis.best
        moves = self.board.legal_moves
        return moves[int(self.np_random.integers(len(moves)))]


class ZooEnv(AECEnv):  # type: ignore[misc]
    """Two players, as a PettingZoo environment of the kind AEC.

    Agents are ``"white"`` and ``"black"``. Observations are dictionaries: ``observation`` is
    ``board.planes()`` seen by the side to move, ``action_mask`` its legal actions (zeros for the
    other agent). An action that is not legal loses the game. Rewards: 1 for a win, -1 for a loss.
    Games longer than ``max_plies`` are truncated.

    Args:
        variant: the id of the game.
        max_plies: the longest game.
        render_mode: ``"ansi"`` or ``None``.
    """

    metadata = {  # noqa: RUF012
        "name": "damier_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
        "render_fps": 1,
    }

    def __init__(
        self,
        variant: str = "international",
        *,
        max_plies: int = 400,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"found render_mode {render_mode!r}, expected 'ansi' or None")
        if max_plies < 1:
            raise ValueError(f"found max_plies {max_plies}, expected 1 or more")
        self.variant = variant
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.board = damier.Board(variant)
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        count = damier.action_count(variant)
        observation = spaces.Dict(
            {
                "observation": _space(variant),
                "action_mask": spaces.Box(0, 1, (count,), np.int8),
            }
        )
        self._observation_spaces = dict.fromkeys(AGENTS, observation)
        self._action_spaces = {agent: spaces.Discrete(count) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of observations, the same for both agents."""
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The space of actions, the same for both agents."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a game. ``options["fen"]`` is its start position, if given."""
        self.board = damier.Board(self.variant, (options or {}).get("fen"))
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self.board.turn
        self._end_if_over()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees: the planes, and its legal actions."""
        mask = self.board.legal_mask().astype(np.int8)
        if agent != self.board.turn:
            mask[:] = 0
        return {"observation": self.board.planes(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Plays an action of the selected agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        try:
            self.board.push(self.board.move_of(-1 if action is None else operator.index(action)))
        except ValueError:
            self._end({agent: -1.0})
            self.infos[agent] = {"illegal": True}
        else:
            self._end_if_over()
            if not any(self.terminations.values()) and len(self.board) >= self.max_plies:
                self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = "black" if agent == "white" else "white"
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text, with ``render_mode="ansi"``."""
        return str(self.board) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing has to be closed."""

    def _end_if_over(self) -> None:
        outcome = self.board.outcome()
        if outcome is None:
            return
        winner = outcome.winner
        self._end({agent: 1.0 if agent == winner else -1.0 for agent in AGENTS} if winner else {})

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = {**dict.fromkeys(AGENTS, 0.0), **rewards}
        self.terminations = dict.fromkeys(AGENTS, True)


if "damier/Draughts-v0" not in gymnasium.registry:
    gymnasium.register("damier/Draughts-v0", entry_point="damier.env:GymEnv")
