"""Every bot in every game: legal moves only, the same seed the same choices, and nothing but what the seat may see."""

import time
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import brocante
from brocante import Game, IllegalMove, SetupError
from brocante.bots.catalogue import BOTS, Bot
from brocante.bots.determinization import Thought
from brocante.bots.spec import bot_from, read_spec, rehearse, split_specs
from brocante.games.catalogue import RULESETS, ruleset
from brocante.games.game import dealt, seed_bytes
from brocante.testing.two_worlds import SETTINGS, other_world

AT_ONCE = 5.0  # seconds; a search of a million simulations takes far longer, on any machine
QUICK = [name for name in BOTS if name not in ("hard", "expert")]  # with SETTINGS
TABLES = [
    (name, players)
    for name, rules in RULESETS.items()
    for players in (rules.players[0], rules.players[1], rules.players[-1])
]

every_bot = pytest.mark.parametrize("name", BOTS)
every_quick_bot = pytest.mark.parametrize("name", QUICK)
every_game = pytest.mark.parametrize("game_name", RULESETS)


def quick(name: str, seed: int = 1) -> Bot:
    """The bot, thinking no longer than a test can wait."""
    return brocante.bot(name, seed=seed, **SETTINGS.get(name, {}))


def searching(seed: int = 1, **settings: Any) -> Bot:
    return brocante.bot("search", seed=seed, **{"simulations": 50, **settings})


def new(name: str, players: int, seed: int = 3) -> Game:
    """A deal; a game of many rounds has three."""
    options = {"rounds": 3} if name == "zwergezocken" else {}
    return brocante.new(name, players=players, seed=seed, **options)


def positions(name: str, every: int, players: int = 3, seed: int = 3) -> Iterator[Game]:
    """Some positions, with a choice, of a game that rules of thumb play."""
    game = new(name, players, seed)
    bot = brocante.bot("heuristic", seed=seed)
    while game.turn is not None:
        if len(game.moves) % every == 1 and len(game.legal()) > 1:
            yield game
        game.play(bot.choose(game))


def forced(name: str) -> Game:
    """A position with a single legal move."""
    game = new(name, 3)
    bot = brocante.bot("heuristic", seed=3)
    while len(game.legal()) > 1:
        game.play(bot.choose(game))
    assert game.legal()
    return game


# --- Legal moves only ---


@pytest.mark.boundscheck
@pytest.mark.parametrize(("game_name", "players"), TABLES)
@every_quick_bot
def test_whole_games_have_legal_moves_only(name: str, game_name: str, players: int) -> None:
    game = new(game_name, players)
    bots = [quick(name, seed) for seed in range(players)]
    while game.turn is not None:
        game.play(bots[game.turn].choose(game))  # refuses what is not legal
    assert brocante.replay(game.record()).result() == game.result()


@pytest.mark.parametrize("name", ["hard", "expert"])
@every_game
def test_who_thinks_long_chooses_legal_moves(name: str, game_name: str) -> None:
    bot = brocante.bot(name, seed=1)
    for players in (RULESETS[game_name].players[0], RULESETS[game_name].players[-1]):
        for game in positions(game_name, every=29, players=players):
            assert bot.choose(game) in game.legal()


EXPERTS = {
    "klunker": "neural:simulations=1600,heuristics=0.5",
    "alles-futsch": "neural:simulations=400",
    "zwergezocken": "neural:simulations=1600",
}


@every_game
def test_levels_are_other_bots_with_fixed_settings(game_name: str) -> None:
    levels = {
        "easy": "heuristic:weights=hasty",
        "medium": "heuristic",
        "hard": "neural",
        "expert": EXPERTS[game_name],
    }
    game = next(positions(game_name, every=31))
    for level, spec in levels.items():
        assert brocante.bot(level, seed=1).explain(game) == bot_from(spec, seed=1).explain(game)


def test_without_a_net_levels_search_and_without_hasty_weights_easy_overlooks_moves() -> None:
    rules = ruleset("klunker")
    game = dealt(replace(rules, perception=None), 3, seed_bytes(1), {"first": 0, "unsold": "pile"})
    for level, simulations in (("hard", 200), ("expert", 3000)):
        assert brocante.bot(level, seed=1).choose(game) == searching(simulations=simulations).choose(game)
    bare = dealt(replace(rules, perception=None, heuristic=None), 3, seed_bytes(1), {"first": 0, "unsold": "pile"})
    careless = brocante.bot("heuristic", seed=1, overlooks=0.5)
    assert brocante.bot("easy", seed=1).choose(bare) == careless.choose(bare)


@every_bot
def test_there_is_nothing_to_choose_when_the_game_is_over(name: str) -> None:
    game = brocante.new("alles-futsch", players=2, seed=1)
    for move in [game.legal()[0], "bid 200", "pass"]:
        game.play(move)
    for ask in (quick(name).choose, quick(name).explain):
        with pytest.raises(IllegalMove, match="The game is over"):
            ask(game)


# --- Seeds ---


def choices(name: str, game_name: str, seed: int) -> list[str]:
    bot = quick(name, seed)
    return [bot.choose(game) for game in positions(game_name, every=25)]


@every_bot
@every_game
def test_the_same_seed_makes_the_same_choices_whoever_else_has_played(name: str, game_name: str) -> None:
    alone = choices(name, game_name, seed=8)
    bot, others = quick(name, seed=8), [quick(other, seed=8) for other in QUICK]
    among_others = []
    for game in positions(game_name, every=25):
        for other in others:
            other.choose(game)
        among_others.append(bot.choose(game))
        for other in others:
            other.explain(game)
    assert alone == among_others
    assert alone


@pytest.mark.parametrize("spec", ["random", "search:simulations=20", "heuristic:overlooks=0.5"])
def test_other_seeds_make_other_choices(spec: str) -> None:
    bots = [bot_from(spec, seed) for seed in range(8)]
    chosen = [[bot.choose(game) for bot in bots] for game in positions("zwergezocken", every=25)]
    assert any(len(set(moves)) > 1 for moves in chosen)


@every_bot
def test_without_a_seed_there_is_a_random_one(name: str) -> None:
    game = new("klunker", 3)
    assert brocante.bot(name).choose(game) in game.legal()


# --- Thinking ---


@every_game
def test_a_forced_move_costs_nothing(game_name: str) -> None:
    game = forced(game_name)
    bot = searching(simulations=1_000_000)
    start = time.monotonic()
    assert [bot.choose(game)] == game.legal()
    assert time.monotonic() - start < AT_ONCE


@every_quick_bot
@every_game
def test_explain_has_a_thought_for_each_legal_move_in_their_order(name: str, game_name: str) -> None:
    for game in positions(game_name, every=15):
        thoughts = quick(name).explain(game)
        assert [thought.move for thought in thoughts] == game.legal()
        assert all(isinstance(thought, Thought) for thought in thoughts)
    game = forced(game_name)
    assert [thought.move for thought in quick(name).explain(game)] == game.legal()


@every_game
def test_a_search_looks_as_often_as_it_was_told_and_expects_from_0_to_1(game_name: str) -> None:
    for game in positions(game_name, every=15):
        thoughts = searching(simulations=70).explain(game)
        assert sum(thought.visits for thought in thoughts) == 70
        assert all(0 <= thought.expected <= 1 for thought in thoughts)
        assert all(thought.expected == 0 for thought in thoughts if not thought.visits)


@pytest.mark.parametrize("settings", [{}, {"threads": 2}, {"random_playouts": True}, {"to_the_end": True}])
@every_game
def test_a_search_chooses_what_it_looked_at_most(game_name: str, settings: dict[str, Any]) -> None:
    for game in positions(game_name, every=25):
        visits = {thought.move: thought.visits for thought in searching(5, **settings).explain(game)}
        assert visits[searching(5, **settings).choose(game)] == max(visits.values())


@every_game
def test_threads_share_the_simulations_and_the_seed_still_decides(game_name: str) -> None:
    game = next(positions(game_name, every=11))
    thoughts = searching(threads=2, simulations=80).explain(game)
    assert sum(thought.visits for thought in thoughts) == 80
    assert thoughts == searching(threads=2, simulations=80).explain(game)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_search_may_be_given_seconds(threads: int) -> None:
    game = next(positions("klunker", every=11))
    bot = searching(seconds=0.05, threads=threads)
    bot.choose(game)  # machine code may have to be made
    start = time.monotonic()
    assert bot.choose(game) in game.legal()
    assert time.monotonic() - start < AT_ONCE


# --- Nothing but what the seat may see, and nothing changed ---


@every_bot
@every_game
def test_a_bot_leaves_the_game_it_is_asked_about_as_it_is(name: str, game_name: str) -> None:
    for game in positions(game_name, every=40):
        before = game.position.tobytes(), game.record(), game.legal()
        bot = quick(name)
        bot.choose(game)
        bot.explain(game)
        assert (game.position.tobytes(), game.record(), game.legal()) == before


@every_bot
@every_game
def test_c5_a_bot_thinks_the_same_in_another_world(name: str, game_name: str) -> None:
    for luck, game in enumerate(positions(game_name, every=40)):
        world = other_world(game, game.turn, luck)
        assert world.position.tobytes() != game.position.tobytes()
        assert quick(name).explain(world) == quick(name).explain(game)
        assert quick(name).choose(world) == quick(name).choose(game)


# --- Settings ---


@pytest.mark.parametrize(
    ("name", "settings", "said"),
    [
        ("serch", {}, "There is no bot 'serch'. Did you mean 'search'? The bots are random, heuristic, search,"),
        (None, {}, "There is no bot None."),
        ("search", {"simulation": 5}, "has no setting 'simulation'. Did you mean 'simulations'?"),
        ("random", {"simulations": 5}, "The bot 'random' has no setting 'simulations'. Its settings are seed."),
        *(
            ("search", {"simulations": wrong}, "simulations is a whole number, 1 to 1000000; not ")
            for wrong in (0, -1, 1.5, "5", True, None, 1_000_001)
        ),
        *(
            ("search", {"seconds": wrong}, "seconds is a number above 0, or None to count simulations; not ")
            for wrong in (0, -1, "5", float("nan"), float("inf"))
        ),
        *(
            ("search", {"threads": wrong}, "threads is a whole number, 1 to 256; not ")
            for wrong in (0, -1, 1.5, "2", 1000)
        ),
        *(
            ("heuristic", {"overlooks": wrong}, "overlooks is a probability, from 0 to below 1; not ")
            for wrong in (-0.1, 1, 2, "0.5", None, float("nan"))
        ),
        *((name, {"seed": wrong}, "seed is a whole number, or None") for name in BOTS for wrong in (1.5, "1", True)),
    ],
)
def test_what_cannot_be_a_bot_is_said(name: Any, settings: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError) as error:
        brocante.bot(name, **settings)
    assert said in str(error.value)


@pytest.mark.parametrize("name", ["heuristic", "search"])
@pytest.mark.parametrize(
    ("weights", "said"),
    [
        ("tunned", "There are no weights 'tunned'. Did you mean 'tuned'? There are tuned"),
        ({}, "Weights for Klunker are "),
        (5, "Weights for Klunker are "),
    ],
)
def test_weights_are_those_of_the_game(name: str, weights: Any, said: str) -> None:
    with pytest.raises(SetupError, match=said.replace("?", r"\?")):
        brocante.bot(name, weights=weights).choose(new("klunker", 3))


def test_a_weight_is_a_number() -> None:
    weights: dict[str, Any] = dict.fromkeys(RULESETS["klunker"].needed_heuristic().WEIGHTS, 1)
    assert brocante.bot("heuristic", weights=weights, seed=1).choose(new("klunker", 3))
    with pytest.raises(SetupError, match="The weight 'one' is a number, not 'x'"):
        brocante.bot("heuristic", weights={**weights, "one": "x"}).choose(new("klunker", 3))


# --- As people write them ---


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("", "There is no bot ''."),
        ("expret", "There is no bot 'expret'. Did you mean 'expert'?"),
        ("search:", "A bot is written NAME or NAME:setting=value"),
        ("search:simulations", "A bot is written NAME or NAME:setting=value"),
        ("search:=5", "A bot is written NAME or NAME:setting=value"),
        ("search:threads=1,threads=2", "A bot is written NAME or NAME:setting=value"),
        ("search:seed=5", "cannot have a seed of its own"),
        ("search:simulations=many", "simulations is a whole number, 1 to 1000000; not 'many'."),
        ("hard:simulations=5", "The bot 'hard' has no setting 'simulations'."),
    ],
)
def test_what_is_not_written_as_a_bot_is_said(spec: str, said: str) -> None:
    with pytest.raises(SetupError) as error:
        bot_from(spec)
    assert said in str(error.value)


def test_settings_are_read_as_what_they_are() -> None:
    spec = "search:simulations=20,seconds=0.5,weights=tuned,to_the_end=true,random_playouts=false"
    settings = {"simulations": 20, "seconds": 0.5, "weights": "tuned", "to_the_end": True, "random_playouts": False}
    assert read_spec(spec) == ("search", settings)


def test_a_list_of_bots_keeps_settings_with_their_bot() -> None:
    specs = ["search:simulations=20,threads=2", "easy", "heuristic:overlooks=0.1"]
    assert split_specs(",".join(specs)) == specs
    assert split_specs("easy, hard") == ["easy", "hard"]
    assert split_specs("easy,threads=2") == ["easy", "threads=2"]


def test_a_rehearsal_is_short_and_finds_what_only_a_game_can_tell() -> None:
    game = new("klunker", 3)
    before = game.record()
    start = time.monotonic()
    rehearse("search:simulations=1000000", game)
    rehearse("search:seconds=3600", game)
    assert time.monotonic() - start < 60  # machine code may have to be made
    assert game.record() == before
    for spec, said in {
        "heuristic:weights=tunned": "There are no weights 'tunned'",
        "search:explore=much": "cannot be made",
        "search:simulations=0": "simulations is a whole number",
    }.items():
        with pytest.raises(SetupError, match=said):
            rehearse(spec, game)


@pytest.mark.parametrize(
    "settings",
    [{"explore": -1}, {"explore": float("nan")}, {"explore": "x"}, {"seconds": True}, {"random_playouts": "no"}],
)
def test_settings_that_would_spoil_the_tree_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(SetupError, match=next(iter(settings))):
        brocante.bot("search", **settings)


@pytest.mark.parametrize("name", RULESETS)
def test_the_experts_memory_stays_small(name: str) -> None:
    game, expert = new(name, players=4), brocante.bot("expert", seed=1)
    expert.choose(game)
    tracemalloc.start()
    expert.choose(game)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 * 2**20
