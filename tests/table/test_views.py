"""Views are put together from encoded parts that are shared: each is what the game itself shows the onlooker."""

import random
from typing import Any

import msgspec
import pytest

import brocante
from brocante.games.catalogue import RULESETS
from brocante.games.game import Game
from brocante.table.setup import Me, Setup
from brocante.table.shown import views_of
from brocante.table.table import Table
from brocante.table.views import MOST_KEPT, Run, View, Views, in_runs
from tests.strategies import choose

STYLES = ("any", "busy", "thrifty")


def decoded(view: View) -> Any:
    return msgspec.json.decode(msgspec.json.encode(view))


def expected(game: Game, seat: int | None, log_from: int) -> dict[str, Any]:
    """A view made from what the game shows, with nothing shared or kept."""
    return {
        "seat": seat,
        "turn": game.turn,
        "position": game.table(seat),
        "log_from": log_from,
        "log": [[line["seat"], line["move"], line["facts"]] for line in game.log(seat, log_from)],
        "legal": game.legal() if seat is not None and seat == game.turn else [],
        "result": game.result(),
        "undo": None,
    }


def spelled(legal: list[Any]) -> list[str]:
    return [
        move
        for each in legal
        for move in ([each] if isinstance(each, str) else [f"{each['words']} {n}" for n in numbers(each)])
    ]


def numbers(run: dict[str, int]) -> range:
    return range(run["least"], run["most"] + 1)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", RULESETS)
def test_every_view_is_what_the_game_shows_the_onlooker(name: str, style: str) -> None:
    """Of all onlookers in turn, so that what one may see would be found in the next one's."""
    rules = RULESETS[name]
    luck = random.Random(f"{name} {style}")
    for players in rules.players:
        game = brocante.new(name, players=players, seed=luck.randrange(2**31))
        while game.turn is not None and game.move_count < 250:
            game.play(choose(game.legal(), style, luck))
            views = Views(game)
            onlookers = [None, *range(players)]
            luck.shuffle(onlookers)
            for seat in onlookers:
                start = luck.choice((0, max(0, game.move_count - 3), game.move_count))
                view = decoded(views.view(seat, start))
                view["legal"] = spelled(view["legal"])
                assert view == expected(game, seat, start)


def test_views_are_made_once_for_all_who_see_the_same_and_not_kept_without_end() -> None:
    game = brocante.new("klunker", players=3, seed=1)
    for _ in range(2 * MOST_KEPT):
        game.play(game.legal()[0])
    views = Views(game)
    assert views.view(None, 3) is views.view(None, 3)
    for start in range(game.move_count):
        views.view(1, start)
    assert len(views._views) <= MOST_KEPT + 1


def test_people_at_one_device_have_the_watchers_view_too() -> None:
    setup = Setup(
        game="klunker", rules=1, options={"first": 0}, places=(Me(), Me("B"), Me("C")), host="g", host_name="A"
    )
    table = Table("t", setup, bytes(32))
    assert views_of(table, [0, 1], 0) == []
    started = table.due(0)
    assert started is not None
    table.apply(started)
    for seats, shown in (([], [None]), ([1], [1]), ([0, 1], [0, 1, None]), ([0, 1, 2], [0, 1, 2, None])):
        assert [decoded(view)["seat"] for view in views_of(table, seats, 0)] == shown
    assert table.game is not None
    assert decoded(views_of(table, [0, 2], 0)[-1]) == expected(table.game, None, 0)


@pytest.mark.parametrize("name", RULESETS)
def test_legal_moves_are_the_same_in_runs(name: str) -> None:
    rules, luck = RULESETS[name], random.Random(name)
    for _ in range(300):
        legal = sorted(luck.sample(range(rules.move_count), luck.randint(0, min(60, rules.move_count))))
        if luck.random() < 0.5 and legal:
            legal = list(range(legal[0], legal[-1] + 1))
        moves = in_runs(rules, legal)
        written = [msgspec.to_builtins(move) if isinstance(move, Run) else move for move in moves]
        assert spelled(written) == [rules.move_words[move] for move in legal]
