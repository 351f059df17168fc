"""The games as OpenSpiel games: import this module, then `pyspiel.load_game("brocante_klunker(players=4)")`.

Chance is explicit: every card drawn is a chance node with its probabilities. Actions are the numbers of moves (C2),
chance outcomes those of cards. The observation is that of `docs/observations.md`, the information state all that a seat
has seen (`brocante.games.information_state`).
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from brocante.envs.explicit import OVER, WAITING, Play
from brocante.extras import extra
from brocante.games.catalogue import RULESETS
from brocante.games.chance import new_dice
from brocante.games.errors import SetupError
from brocante.games.information_state import in_words, most_things
from brocante.games.ruleset import Ruleset

if TYPE_CHECKING:
    import pyspiel
else:
    pyspiel = extra("pyspiel", "OpenSpiel", "openspiel")

MOST_THINGS = 10_000_000  # in an information state: more would not fit anywhere


def short_name(rules: Ruleset) -> str:
    """
    >>> short_name(RULESETS["alles-futsch"])
    'brocante_alles_futsch'
    """
    return f"brocante_{rules.name.replace('-', '_')}"


def parameters(rules: Ruleset) -> dict[str, Any]:
    """What can be set, with the defaults: the players and the game's options. A list is written a+b+c; its default
    depends on the number of players, and is written as an empty text."""
    defaults = {option.name: option.default(rules.usual_players) for option in rules.options}
    return {
        "players": rules.usual_players,
        **{name: "" if isinstance(value, list) else value for name, value in defaults.items()},
    }


def options_of(rules: Ruleset, given: dict[str, Any]) -> dict[str, Any]:
    """Options as `brocante.new` takes them."""
    lists = [option.name for option in rules.options if isinstance(option.default(rules.usual_players), list)]
    values = {name: value for name, value in given.items() if name != "players"}
    return {name: value.split("+") if name in lists else value for name, value in values.items() if value != ""}


def game_type(rules: Ruleset) -> Any:
    """What OpenSpiel has to know of a game before it is set up."""
    return pyspiel.GameType(
        short_name=short_name(rules),
        long_name=rules.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=rules.players[-1],
        min_num_players=rules.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(rules),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    """A game with its number of players and its options."""

    def __init__(self, rules: Ruleset, kind: Any, given: dict[str, Any] | None) -> None:
        wanted = {**parameters(rules), **(given or {})}
        players = rules.checked_players(wanted["players"])
        options = rules.checked_options(players, options_of(rules, wanted))
        self.rules, self.dealing = rules, Play(rules, players, options)  # where every game begins
        self.most_things = most_things(rules, players, options)
        if self.most_things > MOST_THINGS:
            raise SetupError("OpenSpiel needs room for the longest possible game, and that is too long: shorten it.")
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.move_count,
            max_chance_outcomes=len(rules.card_words),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=rules.longest(players, options)[0],
        )
        super().__init__(kind, info, given or {})

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer | None":
        """An observer of all that a player sees. The public or private part alone is not offered: None, by OpenSpiel's
        convention."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return Observer(self, kind.perfect_recall, params)


class SpielState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    """A state: a decision of a seat, or a card to be drawn.

    The most frequent calls are answered here and not by OpenSpiel's C++ code, which would only call back.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.play = game.dealing.copy()

    def current_player(self) -> int:
        return self.play.turn

    def is_chance_node(self) -> bool:
        return self.play.turn == WAITING

    def is_terminal(self) -> bool:
        return self.play.turn == OVER

    def legal_actions(self, player: int | None = None) -> list[int]:
        """The moves of the player to move, or of chance; none for anybody else."""
        return self.play.legal() if player is None or player == self.play.turn else []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.play.odds()

    def _apply_action(self, action: int) -> None:
        self.play.go_on(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == WAITING:
            return f"draw {self.play.rules.card_words[action]}"
        words: str = self.play.rules.move_words[action]
        return words

    def returns(self) -> list[float]:
        return self.play.rewards()

    def __str__(self) -> str:
        """All moves so far, and how many cards chance has drawn for the current one."""
        words = self.play.rules.move_words
        moves = [f"{seat}: {words[move]}" for seat, move in self.play.moves()]
        return "; ".join([*moves, *([f"{self.play.drawn} drawn"] if self.play.waiting else [])])

    def resample_from_infostate(self, player: int, probability_sampler: Any) -> "SpielState":
        """A state that the player cannot tell from this one: all that is hidden from it is dealt anew.

        Its history is still that of this state: play on from it, but do not serialise it.
        """
        twin: SpielState = self.clone()
        twin.play.deal_anew(player, new_dice(int(probability_sampler() * 2**53)))
        return twin


class Observer:
    """What a player sees: the observation, or, with perfect recall, the information state."""

    def __init__(self, game: SpielGame, perfect_recall: bool, params: Any) -> None:
        if params:
            raise ValueError(f"Observations have no parameters, but were given {params}.")
        layout = game.rules.layout
        self._rules, self._recall = game.rules, perfect_recall
        self.tensor = np.zeros(game.most_things if self._recall else layout.size, np.float32)
        if self._recall:
            self.dict = {"seen": self.tensor}
        else:
            self.dict = {field.name: layout.part(self.tensor, field.name) for field in layout.fields}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the player sees into `tensor`."""
        if self._recall:
            things = state.play.information_state(player)
            self.tensor[: len(things)] = things
            self.tensor[len(things) :] = 0
        else:
            state.play.observe(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """The same in words."""
        if self._recall:
            return "; ".join(in_words(self._rules, state.play.information_state(player)))
        self.set_from(state, player)
        labels = self._rules.layout.labels()
        return "; ".join(f"{labels[i]}: {self.tensor[i]:.0f}" for i in np.flatnonzero(self.tensor))


def registered(rules: Ruleset) -> type[SpielGame]:
    """A class of its own for a game, registered with OpenSpiel, which keeps it until after Python has ended."""
    kind = game_type(rules)

    def __init__(self: SpielGame, params: dict[str, Any] | None = None) -> None:  # noqa: N807
        SpielGame.__init__(self, rules, kind, params)

    name = rules.name.title().replace("-", "")
    made: type[SpielGame] = type(name, (SpielGame,), {"__init__": __init__, "__module__": __name__})
    pyspiel.register_game(kind, made)
    return made


for _rules in RULESETS.values():
    _made = registered(_rules)
    globals()[_made.__name__] = _made  # pickle looks for it here
