"""How much may happen at one table."""

import msgspec
import pytest

from brocante.table import events, room
from brocante.table.refusal import Refusal
from brocante.table.room import check_room
from brocante.table.setup import Me, Setup
from brocante.table.table import MOST_BESIDE, Table


def running_table() -> Table:
    setup = Setup(game="klunker", rules=1, options={"first": 0}, places=(Me(),) * 3, host="guest", host_name="Anna")
    table = Table("t", setup, bytes(range(32)))
    started = table.due(0)
    assert started is not None
    table.apply(started)
    return table


def refusal(table: Table, event: events.Happening) -> str | None:
    try:
        check_room(table, event)
    except Refusal as refused:
        return refused.reason if refused.code == "table_full" else refused.code
    return None


def offered(table: Table) -> int | None:
    """To how many moves the view of the first seat offers to take back."""
    assert table.views is not None
    undo: int | None = msgspec.json.decode(msgspec.json.encode(table.views.view(0, 0)))["undo"]
    return undo


def test_chat_leaves_room_for_the_rest_and_everything_for_moves() -> None:
    table = running_table()
    said, switched = events.Said(at=0, seat=0, name="Anna", text="Hello"), events.ChatSwitched(at=0, on=False)
    assert table.game is not None
    move = events.Moved(at=0, seat=0, move=table.game.legal()[0])
    while table.version < room.MOST_SAID:
        assert refusal(table, said) is None
        table.apply(said)
    assert refusal(table, said) == "too_much_said"
    table.apply(msgspec.structs.replace(move, id="m"))
    undo = msgspec.structs.replace(table.undo(0, 0), id="u")
    assert offered(table) == 0
    while table.beside < MOST_BESIDE:
        assert refusal(table, switched) is None
        table.apply(switched)
    assert refusal(table, switched) == refusal(table, undo) == "table_full"
    assert offered(table) is None  # who comes now is not offered what would be refused
    move = events.Moved(at=0, seat=0, move=table.game.legal()[0])
    for always in (
        move,
        events.TimeOut(at=0, seat=0),
        events.Replaced(at=0, seat=0, level="easy", resigned=True),
        events.RematchOffered(at=0, guest="guest", name="Anna"),
    ):
        assert refusal(table, always) is None
    table.apply(move)  # moves of the game take no room from the rest
    assert table.beside == MOST_BESIDE
    assert refusal(table, events.Replaced(at=0, seat=0, level="easy")) == "table_full"


def test_the_longest_game_fits_and_one_without_end_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    table = running_table()
    assert table.game is not None
    move = events.Moved(at=0, seat=0, move=table.game.legal()[0])
    monkeypatch.setattr(room, "MOST_MOVES", 0)
    assert room.longest(table.game) > 500
    assert refusal(table, move) is None  # a game that says how long it can be
    monkeypatch.setattr(room, "longest", lambda game: 0)
    assert refusal(table, move) == "game_too_long"
