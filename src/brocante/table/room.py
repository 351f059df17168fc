"""How much may happen at one table. A game always fits, to its end; what people add to it is bounded."""

from brocante.games.errors import SetupError
from brocante.games.game import Game
from brocante.table import events
from brocante.table.events import Happening
from brocante.table.refusal import Refusal
from brocante.table.table import MOST_BESIDE, Table

MOST_SAID = 2000  # events beside the moves, for lines of chat: they leave room for the rest
MOST_MOVES = 20_000  # in a game that does not say how long it can be

# These happen by themselves, or at most once to each seat or guest.
ALWAYS = (events.Started, events.TimeOut, events.RematchOffered, events.RematchBegun)


def check_room(table: Table, event: Happening) -> None:
    """A Refusal if there is no room for an event."""
    moves = table.game.move_count if table.game else 0
    if isinstance(event, events.Moved):
        if moves >= MOST_MOVES and table.game and moves >= longest(table.game):
            raise Refusal("table_full", "game_too_long", most=moves)
    elif isinstance(event, events.Said):
        if table.beside >= MOST_SAID:
            raise Refusal("table_full", "too_much_said")
    elif table.beside >= MOST_BESIDE and not isinstance(event, ALWAYS) and not resigns(event) and not is_agreed(event):
        raise Refusal("table_full")


def resigns(event: Happening) -> bool:
    return isinstance(event, events.Replaced) and event.resigned


def is_agreed(event: Happening) -> bool:
    """Whether moves are taken back because all have agreed: there was room for the question."""
    return isinstance(event, events.Undone) and not event.id


def longest(game: Game) -> int:
    """The moves of the longest game, 0 where nobody knows."""
    try:
        return game.ruleset.longest(game.players, game.options)[0]
    except SetupError:
        return 0
