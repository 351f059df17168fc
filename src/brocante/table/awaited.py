"""Whose move will be awaited after an event that is decided and not yet taken in."""

from brocante.games.catalogue import ruleset
from brocante.games.game import Game
from brocante.table import events
from brocante.table.events import Happening
from brocante.table.table import Table


def awaited_after(table: Table, event: Happening) -> str:
    """The guest, or "" where a bot or a program is to move or the game is over."""
    turn = turn_after(table, event)
    if turn is None:
        return ""
    seat = table.seats[turn]
    match event:
        case events.Sat(seat=there, guest=guest) if there == turn:
            return "" if seat.away else guest
        case events.Replaced(seat=there) | events.TimeOut(seat=there) if there == turn:
            return ""
        case events.Back(seat=there) | events.Moved(seat=there, back=True) if there == turn:
            return seat.guest
    return seat.guest if seat.kind == "person" and not seat.away else ""


def turn_after(table: Table, event: Happening) -> int | None:
    """The seat to move."""
    match event, table.game:
        case events.Started(options=options), _:
            return Game(ruleset(table.setup.game, table.setup.rules), table.setup.players, table.seed, options).turn
        case events.Moved(move=move), Game() as game:
            after = game.clone()
            after.play(move)
            return after.turn
        case events.Undone(moves=moves), Game() as game:
            return table.without_last(game, moves).turn
    return table.turn
