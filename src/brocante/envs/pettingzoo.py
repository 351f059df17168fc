"""The games as PettingZoo AEC environments: `env("klunker", players=4)`.

Agents are `seat_0`, `seat_1` and so on. An observation is a dictionary with the row of numbers of
`docs/observations.md` and the mask of legal actions; actions are the numbers of moves (C2).
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from brocante.envs.picture import picture
from brocante.envs.reward import reward
from brocante.extras import extra
from brocante.games.game import Game, new
from brocante.games.layout import NUMBER
from brocante.games.one import ILLEGAL, advance, look, result_of_one
from brocante.games.record import replay
from brocante.games.sentences import refusal

if TYPE_CHECKING:
    import pettingzoo
    from gymnasium import spaces
else:
    pettingzoo = extra("pettingzoo", "PettingZoo", "pettingzoo")
    spaces = extra("gymnasium.spaces", "Gymnasium", "pettingzoo")

RENDER_MODES = ["human", "ansi", "rgb_array"]
ILLEGAL_REWARD = -1.0


def env(game: str, players: int, render_mode: str | None = None, **options: Any) -> "Table":
    """A game between that many agents, with the game's options.

    >>> table = env("klunker", players=4, unsold="box")
    >>> table.reset(seed=7)
    >>> observation, reward, termination, truncation, info = table.last()
    >>> table.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
    ('seat_0', (259,), 4)
    """
    return Table(game, players, render_mode, options)


class Table(pettingzoo.AECEnv):  # type: ignore[misc, unused-ignore]
    """A game as an environment. It needs no wrappers: an illegal action ends the game, with -1 for the agent that chose
    it and 0 for the others, as PettingZoo's TerminateIllegalWrapper does, and calls out of order are errors."""

    def __init__(self, game: str, players: int, render_mode: str | None, options: dict[str, Any]) -> None:
        super().__init__()
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"render_mode is {', '.join(RENDER_MODES)} or None, not {render_mode!r}.")
        self._dealt = new(game, players, seed=0, **options)
        rules = self._dealt.ruleset
        self.metadata = {
            "name": f"brocante_{game.replace('-', '_')}_v{rules.version}",
            "render_modes": RENDER_MODES,
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.agents: list[str] = []
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._size, self._count = rules.layout.size, rules.move_count
        self._positions = np.zeros(1, rules.position_type)
        self._scratch = rules.scratch()
        self._moves: list[int] = []
        self._begun = False
        bounds = np.iinfo(NUMBER)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(bounds.min, bounds.max, (self._size,), NUMBER),
                    "action_mask": spaces.Box(0, 1, (self._count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self._count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    @property
    def game(self) -> Game:
        """The game so far, for bots, views and records."""
        words = self._dealt.ruleset.move_words
        record = {**self._dealt.record(), "moves": [words[move] for move in self._moves], "result": None}
        if self._positions[0]["turn"] < 0:
            record["result"] = self._result()
        return replay(record)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game; a seed as `brocante.new` takes it. The game's options are given to `env`, not here."""
        self._dealt = new(self._dealt.name, self._dealt.players, seed, **self._dealt.options)
        self._positions[0] = self._dealt.position
        self._moves, self._begun = [], True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[int(self._positions[0]["turn"])]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the agent may know; while it is not its turn, the mask is empty."""
        self._must_have_begun()
        numbers, mask = np.zeros(self._size, NUMBER), np.zeros(self._count, np.int8)
        look(self._positions, self._seat[agent], numbers, mask, self._scratch)
        return {"observation": numbers, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Play the move with this number for the agent whose turn it is."""
        self._must_have_begun()
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.action_spaces[agent].contains(action):
            raise ValueError(f"An action is a whole number from 0 to {self._count - 1}, not {action!r}.")
        self._cumulative_rewards[agent] = 0.0
        turn = advance(self._positions, int(action), self._scratch)
        if turn >= 0:
            self._moves.append(int(action))
            self.agent_selection = self.possible_agents[turn]
        elif turn == ILLEGAL:
            self._end({**dict.fromkeys(self.agents, 0.0), agent: ILLEGAL_REWARD})
            rules = self._dealt.ruleset
            why = refusal(rules.package, rules.refusals.why_not(self._positions[0], int(action)))
            self.infos[agent] = {"illegal": f"{rules.move_words[action]!r} is not legal: {why}"}
        else:
            self._moves.append(int(action))
            rewards = np.zeros(len(self.agents), np.float32)
            reward(np.array(self._result()["ranks"]), rewards)
            self._end(dict(zip(self.agents, rewards.tolist(), strict=True)))
        if self.render_mode == "human":
            self.render()

    def _end(self, rewards: dict[str, float]) -> None:
        self.rewards = rewards
        self.terminations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def _result(self) -> dict[str, list[int]]:
        scores, ranks = np.zeros((2, len(self.possible_agents)), np.int64)
        result_of_one(self._positions, scores, ranks)
        return {"scores": scores.tolist(), "ranks": ranks.tolist()}

    def render(self) -> Any:
        """The table as a watcher sees it: printed, as text, or as a picture. No hand is shown."""
        self._must_have_begun()
        if self.render_mode is None:
            return None
        game = self.game
        text = "\n".join(game.ruleset.lines(game.view(None))) + "\n"
        if self.render_mode == "human":
            print(text)
            return None
        return text if self.render_mode == "ansi" else picture(text)

    def _must_have_begun(self) -> None:
        if not self._begun:
            raise RuntimeError("The game has not been dealt yet: call reset first.")

    def close(self) -> None:
        """Does nothing: nothing is open."""
