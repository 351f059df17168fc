"""The OpenSpiel games pass OpenSpiel's own tests, and with the same cards and moves they are the same games."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.tests import games_sim_test

import brocante
from brocante.envs import openspiel
from brocante.envs.explicit import Play
from brocante.games.catalogue import RULESETS
from brocante.games.information_state import information_state
from brocante.games.klunker.rules import COPIES as JEWELS
from brocante.games.zwergezocken.rules import COPIES as FACES
from tests.reference.chance import Chance
from tests.strategies import NAMES

GAMES = [
    "brocante_klunker(players=4)",
    "brocante_klunker(players=3,unsold=box,first=1)",
    "brocante_alles_futsch(players=2,money=open)",
    "brocante_alles_futsch(players=3,boards=vase+clock+painting)",
    "brocante_zwergezocken(players=3,swap=ring,limit=0)",
    "brocante_zwergezocken(players=5,rounds=1)",
]
SHORT = {
    "klunker": "brocante_klunker(players=3,unsold=box)",
    "alles-futsch": "brocante_alles_futsch(players=2)",
    "zwergezocken": "brocante_zwergezocken(players=3,limit=0,rounds=1)",
}


@pytest.mark.parametrize("game", GAMES)
def test_random_sim_test(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_sim_game(game: str) -> None:
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(game))


@pytest.mark.parametrize("name", NAMES)
def test_playthrough(name: str, tmp_path: Path) -> None:
    text = generate_playthrough.playthrough(SHORT[name], action_sequence=None, seed=1)
    assert "IsTerminal() = True" in text
    if name == "zwergezocken":  # one game is enough to see that a playthrough plays through again
        flags.FLAGS.mark_as_parsed()
        (tmp_path / "playthrough.txt").write_text(text)
        original, again = generate_playthrough.replay(str(tmp_path / "playthrough.txt"))
        assert original == again


def played(game: Any, luck: random.Random) -> Any:
    """A state at the end of a random game."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            cards, odds = zip(*state.chance_outcomes(), strict=True)
            assert sum(odds) == pytest.approx(1)
            state.apply_action(luck.choices(cards, odds)[0])
        else:
            state.apply_action(luck.choice(state.legal_actions()))
    return state


def deck(name: str) -> list[int]:
    """The cards in the order of the rules page, before they are shuffled."""
    if name == "alles-futsch":
        return list(range(35))
    copies = JEWELS if name == "klunker" else FACES
    return [card for card, count in enumerate(copies) for _ in range(count)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_with_the_cards_of_a_seed_it_is_the_game_of_that_seed(name: str, seed: int) -> None:
    options = {"rounds": 1} if name == "zwergezocken" else {}
    game = brocante.new(name, players=4, seed=seed, **options)
    pile = deck(name)
    Chance(game.seed).shuffle(pile)
    play, luck = Play(game.ruleset, 4, game.options), random.Random(seed)
    while True:
        while play.waiting:
            card = pile.pop()
            assert card in dict(play.odds())
            play.go_on(card)
        assert play.over == (game.turn is None)
        for seat in range(4):
            numbers = np.zeros(len(game.observation(seat)), np.float32)
            play.observe(seat, numbers)
            assert (numbers == game.observation(seat)).all()
        if game.turn is None:
            break
        assert play.turn == game.turn
        assert play.legal() == sorted(game.legal_numbers())
        move = luck.choice(play.legal())
        play.go_on(move)
        game.play_number(move)
    for seat in range(4):
        assert play.information_state(seat) == information_state(game, seat)
    ranks = (game.result() or {})["ranks"]
    assert [play.rewards()[seat] for seat in np.argsort(ranks)] == sorted(play.rewards(), reverse=True)


def test_the_odds_are_those_of_the_pile() -> None:
    state = pyspiel.load_game("brocante_klunker(players=3)").new_initial_state()
    assert dict(state.chance_outcomes()) == {card: copies / 94 for card, copies in enumerate(JEWELS.tolist())}
    state.apply_action(6)
    assert state.action_to_string(-1, 6) == "draw necklace"
    assert dict(state.chance_outcomes())[6] == pytest.approx(9 / 93)


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_goes_its_own_way(name: str) -> None:
    state = played(pyspiel.load_game(SHORT[name]), random.Random(1))
    again = pyspiel.load_game(SHORT[name]).new_initial_state()
    for action in state.history():
        twin = again.clone()
        before = [again.information_state_tensor(player) for player in range(2)]
        again.apply_action(action)
        assert [twin.information_state_tensor(player) for player in range(2)] == before
    assert again.returns() == state.returns()
    assert str(again) == str(state)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_dealt_anew_looks_the_same_to_who_asked(name: str) -> None:
    luck = random.Random(3)
    state = pyspiel.load_game(SHORT[name]).new_initial_state()
    hidden = set()
    while not state.is_terminal():
        if state.is_chance_node():
            cards, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(luck.choices(cards, odds)[0])
            continue
        player = state.current_player()
        world = state.resample_from_infostate(player, luck.random)
        assert world.information_state_string(player) == state.information_state_string(player)
        assert world.observation_tensor(player) == state.observation_tensor(player)
        assert world.legal_actions() == state.legal_actions()
        hidden.add(world.play.positions.tobytes() != state.play.positions.tobytes())
        state.apply_action(luck.choice(state.legal_actions()))
    assert True in hidden


def test_one_of_open_spiels_own_searches_plays_it() -> None:
    game = pyspiel.load_game("brocante_klunker(players=3)")
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=np.random.RandomState(1))
    bot = ismcts.ISMCTSBot(
        game=game, uct_c=1.0, evaluator=evaluator, max_simulations=20, random_state=np.random.RandomState(2)
    )
    luck = random.Random(1)
    state = game.new_initial_state()
    for _ in range(30):
        if state.is_chance_node():
            state.apply_action(luck.choice([card for card, _ in state.chance_outcomes()]))
    action = bot.step(state)
    assert action in state.legal_actions()


def test_words_and_numbers() -> None:
    state = pyspiel.load_game("brocante_alles_futsch(players=2)").new_initial_state()
    for card in (3, 1, 4, 15, 9):
        state.apply_action(card)
    assert state.action_to_string(0, state.legal_actions()[0]) == "offer painting+painting+sculpture"
    state.apply_action(1)
    assert str(state) == "0: offer painting+painting+sculpture"
    assert state.information_state_string(1).endswith(
        "left: offer painting+painting+sculpture; row, painting+painting+sculpture: 0; row, painting+painting+vase: 2; "
        "row, painting+furniture+furniture: 4; row, sculpture+sculpture+sculpture: 3"
    )
    assert "card, painting: 2; card, sculpture: 1" in state.observation_string(1)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("brocante_klunker(players=9)", "Klunker is for 3 to 5 players"),
        ("brocante_klunker(unsold=sea)", "unsold is 'pile' or 'box'"),
        ("brocante_alles_futsch(players=2,boards=vase)", "boards is a list of 2 different words"),
        ("brocante_zwergezocken(rounds=1000000)", "1 to 100"),
    ],
)
def test_a_wrong_parameter_is_a_sentence(game: str, text: str) -> None:
    with pytest.raises(ValueError, match=text):
        pyspiel.load_game(game)


def test_an_observer_of_parts_is_not_offered() -> None:
    game = pyspiel.load_game("brocante_klunker")
    nothing = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert game.make_py_observer(nothing) is None
    with pytest.raises(ValueError, match="Observations have no parameters"):
        game.make_py_observer(None, {"colour": 1})


def test_every_game_is_registered() -> None:
    for rules in RULESETS.values():
        game = pyspiel.load_game(openspiel.short_name(rules))
        assert game.get_type().long_name == rules.title
        assert game.observation_tensor_size() == rules.layout.size


def test_without_openspiel_a_sentence_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import brocante.envs.openspiel"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stderr
    assert "OpenSpiel is not installed: pip install 'brocante[openspiel]'." in told
