"""Whose move is awaited, known before an event is taken in; and who wants to be told."""

import pytest

from brocante.table import events
from brocante.table.awaited import awaited_after
from brocante.table.events import Happening
from brocante.table.refusal import Refusal
from brocante.table.setup import Clock, Machine, Me, Open
from brocante.table.shown import table_shown, told_since
from brocante.table.table import Table
from tests.table.test_table import HOST, OTHER, new_table


def after(table: Table, event: Happening) -> str:
    """The guest awaited after an event, which is foreseen and then taken in."""
    foreseen = awaited_after(table, event)
    table.apply(event)
    assert foreseen == table.awaited
    return foreseen


def test_whose_move_is_awaited_is_known_before_an_event_is_taken_in() -> None:
    table = new_table(Me(), Open(), Machine("easy"), game="alles-futsch")
    assert after(table, events.Sat(seat=1, guest=OTHER, name="Bert")) == ""
    begun = table.due(0)
    assert begun is not None
    assert after(table, begun) == HOST
    assert after(table, events.Said(seat=0, name="Anna", text="Hello")) == HOST
    assert after(table, events.TimeOut(seat=0)) == ""
    assert after(table, events.Back(seat=0)) == HOST
    assert after(table, events.Sat(seat=0, guest="phone", name="Anna")) == "phone"
    seen = {"phone"}
    for number in range(30):  # on they play, and everyone is awaited in turn
        assert table.game is not None
        assert table.turn is not None
        move = table.game.legal()[0]
        seen.add(after(table, events.Moved(seat=table.turn, move=move, id=f"{number}", tick=0)))
    assert seen == {"phone", OTHER, ""}
    assert after(table, events.Undone(seat=0, moves=30, tick=0)) == "phone"
    assert after(table, events.TimeOut(seat=0)) == ""
    assert table.game is not None
    assert after(table, events.Moved(seat=0, move=table.game.legal()[0], id="back", back=True)) == table.awaited
    turn = table.turn
    assert turn is not None
    assert after(table, events.Replaced(seat=turn, level="easy", resigned=True)) == ""


def test_who_wants_to_be_told_and_who_can() -> None:
    table = new_table(Me(), Open(), Open())
    table.apply(events.Sat(seat=1, guest=OTHER, name="Bert"))
    event = table.tell_turns(OTHER, True)
    assert isinstance(event, events.TurnsTold)
    table.apply(event)
    assert table.tell_turns(OTHER, True) == table.version  # so it is already
    assert [table_shown(table, guest).tells_turns for guest in (OTHER, HOST, "nobody", None)] == [
        True,
        False,
        None,
        None,
    ]
    assert [each.kind for each in told_since(table, 0)] == ["sat"]  # it is nobody else's to know
    with pytest.raises(Refusal) as refused:
        table.tell_turns("nobody", True)
    assert refused.value.reason == "watching"
    short = new_table(Me(), Open(), Open(), clock=Clock(bank=600))
    with pytest.raises(Refusal) as refused:
        short.tell_turns(HOST, True)
    assert refused.value.reason == "too_short"
    assert table_shown(short, HOST).tells_turns is None
