"""What holds in every game, whatever is played: it ends, refused moves change nothing, copies go their own way."""

import copy
import json
import pickle
import random
from collections.abc import Iterable
from typing import Any

from brocante.games import sentences
from brocante.games.errors import IllegalMove, SetupError
from brocante.games.game import Game, seed_bytes
from brocante.games.ruleset import Ruleset
from brocante.testing.clauses import clauses_of
from brocante.testing.deals import Deal, played, playing
from brocante.testing.failure import ensure, fail

ENDLESS = 100_000  # moves: a game that goes on longer is taken to have no end
MOST_ASKED = 60  # moves whose refusal is looked at, in one position


def every_option_can_be_dealt(rules: Ruleset) -> None:
    """Each example of each option, for each number of players; and it is in the record."""
    for players in rules.players:
        for option in rules.options:
            for value in option.examples(players):
                about = f"{option.name}={value!r} with {players} players"
                try:
                    options = rules.checked_options(players, {option.name: value})
                    game = Game(rules, players, seed_bytes(1), options)
                except (SetupError, ValueError, KeyError, IndexError) as error:
                    fail(f"The option {about} cannot be dealt: {error}")
                recorded = game.record()["options"]
                expected = {} if value == option.default(players) else {option.name: value}
                ensure(recorded == expected, f"The option {about} is recorded as {recorded}.")
                ensure(game.turn is not None, f"With the option {about} the game is over before it begins.")


def the_game_ends_with_a_result(deal: Deal) -> None:
    """A legal move exists until the end; then there are scores and ranks, and equal standing shares a rank (C4)."""
    game = deal.game()
    for game, legal, _ in playing(deal):
        ensure(game.turn is not None and 0 <= game.turn < deal.players, f"Seat {game.turn} is to move.", deal, game)
        ensure(bool(legal), "The game is not over, and there is no legal move.", deal, game)
        ensure(game.result() is None, "There is a result before the end.", deal, game)
        ensure(game.move_count < ENDLESS, "The game has no end.", deal, game)
    ensure(game.turn is None, "The game is not over, and there is no legal move.", deal, game)
    ensure(game.legal() == [], "There are legal moves after the end.", deal, game)
    result = game.result()
    if result is None:
        fail("The game is over without a result.", deal, game)
    scores, ranks = result["scores"], result["ranks"]
    ensure(len(scores) == len(ranks) == deal.players, f"There is not one score for each seat: {result}.", deal, game)
    right = [1 + sum(other < rank for other in ranks) for rank in ranks]
    ensure(ranks == right, f"Ranks {ranks} should be {right}: equal standing shares a rank (C4).", deal, game)


def everything(game: Game) -> tuple[Any, ...]:
    """All there is to see of a game."""
    return game.position.tobytes(), game.record(), [game.view(seat) for seat in (None, *range(game.players))]


def some(moves: Iterable[str], luck: random.Random, most: int = MOST_ASKED) -> list[str]:
    """At most so many of the moves."""
    moves = sorted(moves)  # sets have another order in every process
    return moves if len(moves) <= most else luck.sample(moves, most)


def refused_moves_change_nothing(deal: Deal) -> None:
    """`check` agrees with `legal` about every move, a refusal has a clause and a sentence, and nothing has changed."""
    luck = random.Random(deal.luck)
    for game, legal, _ in playing(deal):
        if game.move_count % 7 == 0 or game.move_count < 3:
            before = everything(game)
            for move in some(legal, luck):
                ensure(game.check(move) is None, f"{move!r} is legal, and `check` refuses it.", deal, game)
            for move in some(set(deal.rules.move_words) - set(legal), luck):
                refusal_is_whole(deal, game, move)
            ensure(everything(game) == before, "A refused move has changed the game.", deal, game)
    game = played(deal)
    ensure(refusal_of(deal, game, game.moves[-1]).code == "game_over", "A move is possible after the end.", deal, game)


def refusal_of(deal: Deal, game: Game, move: str) -> IllegalMove:
    """Why a move is not legal, as `check` and as `play` say it."""
    try:
        refusal = game.check(move)
    except KeyError as error:
        fail(f"The refusal of {move!r} has no sentence: {error} is missing in sentences/en.json.", deal, game)
    if refusal is None:
        fail(f"{move!r} is not legal, and `check` allows it.", deal, game)
    try:
        game.play(move)
    except IllegalMove as error:
        ensure(error.why == refusal.why, f"`check` and `play` refuse {move!r} for other reasons.", deal, game)
    else:
        fail(f"{move!r} is not legal, and `play` plays it.", deal, game)
    return refusal


def refusal_is_whole(deal: Deal, game: Game, move: str) -> None:
    """A code with an English sentence, and a clause that stands in the rules."""
    refusal = refusal_of(deal, game, move)
    written = f"refusal.{refusal.code}" in sentences.catalogue(deal.rules.package)
    ensure(written, f"The refusal of {move!r} has no sentence refusal.{refusal.code}.", deal, game)
    stands = refusal.clause in clauses_of(deal.rules)
    ensure(stands, f"{move!r} is refused by clause {refusal.clause}, which is not in rules.md.", deal, game)


def past_copies_never_change(deal: Deal) -> None:
    """Copies made on the way are as they were; a copy that goes on changes nothing but itself."""
    past = []
    for game, legal, _ in playing(deal):
        if game.move_count % 10 == 0:
            before = everything(game)
            for twin in (game.clone(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
                ensure(everything(twin) == before, "A copy of the game differs from it.", deal, game)
                past.append((game.clone(), before))
                twin.play(legal[-1])
            ensure(everything(game) == before, "A move in a copy of the game has changed the game.", deal, game)
    for copied, before in past:
        ensure(everything(copied) == before, "A copy of the game has changed since it was made.", deal, copied)


def views_are_plain_data(deal: Deal) -> None:
    """A view is JSON, and what a caller does to it does not reach the game."""
    for game, _, _ in playing(deal):
        if game.move_count % 5 == 0:
            for seat in (None, *range(game.players)):
                view = game.view(seat)
                ensure(is_plain(view), f"The view of seat {seat} is not plain JSON: {view}", deal, game)
                view.clear()
                ensure(bool(game.view(seat)), "A view is not the caller's own.", deal, game)


def is_plain(value: Any) -> bool:
    """JSON's own types and nothing that only looks like them."""
    if type(value) is dict:
        return all(type(key) is str and is_plain(item) for key, item in value.items())
    if type(value) is list:
        return all(map(is_plain, value))
    return value is None or type(value) in (str, int, bool)


def a_record_replays_to_the_same_game(deal: Deal) -> None:
    """C4: through JSON and back, whole or in the middle."""
    from brocante.games.record import replay

    game = played(deal)
    half = deal.game()
    for move in game.moves[: game.move_count // 2]:
        half.play(move)
    for each in (game, half):
        record = json.loads(json.dumps(each.record()))
        again = replay(record)
        ensure(again.record() == record, "A record does not replay to itself.", deal, each)
        ensure(everything(again) == everything(each), "A replayed game differs from the game recorded.", deal, each)
