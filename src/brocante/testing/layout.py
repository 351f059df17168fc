"""The layout: complete, within its bounds, and the same as what the views show."""

import json
import random
from collections.abc import Iterator
from typing import Any

import numpy as np

from brocante.games.game import Game
from brocante.games.information_state import VALUES, in_words, information_state, most_things
from brocante.games.layout import NUMBER, WIDE
from brocante.games.one import observe_one, see_private, see_public
from brocante.games.ruleset import Ruleset
from brocante.testing.deals import Deal, choose, playing
from brocante.testing.failure import ensure

GUARD = 64  # numbers on either side of a row that must stay as they are
MARK = -77
OF_VIEW = {"game", "rules", "players", "options", "seat", "turn", "log", "result", "seats"}  # keys that every view has
BRANCHES, LENGTH = 4, 40  # games that share a deal, and their moves


def every_number_has_a_name(rules: Ruleset) -> None:
    """Labels are unique, sizes add up, and no field hides another in the view."""
    layout = rules.layout
    labels = layout.labels()
    twice = sorted({label for label in labels if labels.count(label) > 1}) if len(set(labels)) < len(labels) else []
    ensure(not twice, f"Numbers of the layout have the same label: {twice}.")
    ensure(len(labels) == layout.size, f"The layout has {layout.size} numbers and {len(labels)} labels.")
    for field in layout.fields:
        ensure(field.size > 0, f"The field {field.name!r} of the layout has no numbers.")
        ensure(bool(field.about), f"The field {field.name!r} of the layout does not say what it is about.")
        of_table = field.shown and not (field.each or field.private)
        taken = of_table and field.name.split(".")[0] in OF_VIEW
        ensure(not taken, f"The field {field.name!r} hides what every view has under that name; rename it.")
    json.dumps(layout.describe())


def rows_stay_within_bounds(deal: Deal) -> None:
    """Every seat's numbers are written into its row and nowhere else; those of private fields only for their seat."""
    layout = deal.rules.layout
    private = [layout.starts[field.name] + i for field in layout.fields if field.private for i in range(field.size)]
    for game, _, _ in playing(deal):
        if game.move_count % 3 == 0:
            for seat in range(game.players):
                row = guarded(deal, game, observe_one, seat)
                ensure((row == game.observation(seat)).all(), "An observation differs from the last.", deal, game)
                unforeseen = row[layout.unforeseen]
                fits = bool(((unforeseen >= 0) & (unforeseen < VALUES)).all())
                ensure(fits, f"An unforeseen number is not from 0 to {VALUES - 1}: {unforeseen}.", deal, game)
                guarded(deal, game, see_private, seat, WIDE)
            public = guarded(deal, game, see_public, None, WIDE)
            shown = [layout.labels()[i] for i in private if public[i]]
            ensure(not shown, f"`observe_public` writes into the private {shown}.", deal, game)


def guarded(deal: Deal, game: Game, write: Any, seat: int | None, kind: Any = NUMBER) -> Any:
    """The numbers that a function writes into a row, with nothing written beside it."""
    size = deal.rules.layout.size
    room = np.full(size + 2 * GUARD, MARK, kind)
    row = room[GUARD : GUARD + size]
    row[:] = 0
    write(game._positions, row) if seat is None else write(game._positions, seat, row)
    clean = bool((room[:GUARD] == MARK).all() and (room[GUARD + size :] == MARK).all())
    ensure(clean, f"A row of seat {seat} is written beyond its {size} numbers.", deal, game)
    return row


def equal_rows_give_equal_views(deal: Deal) -> None:
    """Nothing that a seat sees of the table is missing in its observation."""
    looks: dict[bytes, str] = {}
    for game, _, _ in playing(deal):
        for seat in range(game.players):
            looks_like = json.dumps(game.table(seat))
            known = looks.setdefault(game.observation(seat).tobytes() + bytes([seat]), looks_like)
            ensure(known == looks_like, f"Seat {seat} has one observation of two different tables.", deal, game)


def history(game: Game, seat: int) -> list[tuple[str, Any]]:
    """What a seat has seen: the table after each move, and the log as it was told then."""
    return [
        (json.dumps(then.table(seat)), then.log(seat, max(0, then.move_count - 1))) for then in game.since_the_deal()
    ]


def branches(deal: Deal) -> Iterator[Game]:
    """Games that share a deal and part ways somewhere; and others, just dealt."""
    for branch in range(BRANCHES):
        yield deal._replace(seed=branch).game()
        game, luck = deal.game(), random.Random(deal.luck)
        parts_at = luck.randrange(LENGTH * 3 // 4)
        for number in range(LENGTH):
            if game.turn is None:
                break
            if number == parts_at:
                luck = random.Random(branch)
            game.play(choose(game.legal(), deal.favourites, luck))
        yield game


def information_states_differ_where_histories_do(deal: Deal) -> None:
    """Each seat's histories compared, in games that are partly the same."""
    states: dict[tuple[int, tuple[int, ...]], list[tuple[str, Any]]] = {}
    has_longest = hasattr(deal.rules.seen, "longest")
    for game in branches(deal):
        for seat in range(game.players):
            state, past = information_state(game, seat), history(game, seat)
            known = states.setdefault((seat, tuple(state)), past)
            ensure(known == past, f"Seat {seat} has one information state after two different histories.", deal, game)
            ensure(len(in_words(deal.rules, state)) == len(state), "An information state has no words.", deal, game)
            if has_longest:
                fits = len(state) <= most_things(deal.rules, game.players, game.options)
                ensure(fits, "An information state is longer than `longest` says.", deal, game)
    pasts = [json.dumps([seat, past]) for (seat, _), past in states.items()]
    ensure(len(set(pasts)) == len(pasts), "One history has given two information states.", deal)


def no_game_is_longer_than_the_longest(deal: Deal) -> None:
    """Where `layout.py` has `longest`, it is right."""
    if hasattr(deal.rules.seen, "longest"):
        most, _ = deal.rules.longest(deal.players, deal.rules.checked_options(deal.players, deal.options))
        moves = sum(1 for _ in playing(deal))
        ensure(moves <= most, f"A game has {moves} moves, and `longest` says at most {most}.", deal)
