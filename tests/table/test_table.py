"""What a table decides: every wish granted and refused, and that a table is nothing but its events."""

from typing import TYPE_CHECKING, Any, get_args

import msgspec
import pytest

import brocante
from brocante.games.catalogue import RULESETS
from brocante.games.errors import BadRecord, SetupError
from brocante.table import events
from brocante.table.events import Happening
from brocante.table.refusal import Refusal
from brocante.table.replay import checked_game, walk
from brocante.table.setup import Clock, Machine, Me, Open, Place, Program, Setup, checked
from brocante.table.shown import UndoShown, clock_shown, table_shown, told_since, views_of
from brocante.table.table import GRACE, Table, commitment

if TYPE_CHECKING:
    from collections.abc import Callable

SEED = bytes(range(32))
HOST, OTHER = "guest-of-anna", "guest-of-bert"


def new_table(*places: Place, game: str = "klunker", **more: Any) -> Table:
    more = {"options": {"first": 0}, "substitute": "easy", **more}
    return Table("t", Setup(game=game, rules=1, places=places, host=HOST, host_name="Anna", **more), SEED)


def started(*places: Place, now: int = 0, **more: Any) -> Table:
    table = new_table(*places, **more)
    begin(table, now)
    return table


def begin(table: Table, now: int = 0) -> None:
    event = table.due(now)
    assert isinstance(event, events.Started)
    table.apply(event)


def moved(table: Table, move: str = "", identity: str = "i", now: int = 0) -> Happening:
    assert table.turn is not None
    assert table.game is not None
    decided = table.move(table.turn, move or table.game.legal()[0], table.version, now)
    event = wished(table, table.turn, decided, identity)
    table.apply(event)
    return event


def wished(table: Table, seat: int, event: Happening, identity: str) -> Happening:
    """The same, as a seat has asked for it under an id."""
    return msgspec.structs.replace(event, by=table.seats[seat].guest, id=identity)


def code(refused: pytest.ExceptionInfo[Refusal]) -> str:
    assert refused.value.text == str(refused.value)
    return refused.value.code


def auction(**more: Any) -> Table:
    """A running game of Alles futsch! for two at one device, with something for sale."""
    table = started(Me(), Me("Berta"), game="alles-futsch", **more)
    moved(table, identity="sale")
    return table


# --- Before the game ---


def test_a_guest_takes_the_first_open_seat_or_the_one_named() -> None:
    table = new_table(Me(), Open(), Open())
    first = table.sit(OTHER, "Bert", None)
    assert first == events.Sat(seat=1, guest=OTHER, name="Bert")
    assert table.sit(OTHER, "Bert", 2) == events.Sat(seat=2, guest=OTHER, name="Bert")
    table.apply(first)
    assert table.seats_of(OTHER) == [1]
    assert table.status == "waiting"


@pytest.mark.parametrize(("seat", "reason"), [(0, "seat_taken"), (3, "no_such_seat"), (-1, "no_such_seat")])
def test_a_seat_that_is_taken_or_not_there_is_refused(seat: int, reason: str) -> None:
    with pytest.raises(Refusal) as refused:
        new_table(Me(), Open(), Open()).sit(OTHER, "Bert", seat)
    assert code(refused) == reason


def test_nobody_sits_down_where_no_seat_is_free_or_the_game_has_begun() -> None:
    full = new_table(Me(), Machine(), Machine())
    with pytest.raises(Refusal) as refused:
        full.sit(OTHER, "Bert", None)
    assert code(refused) == "seat_taken"
    begin(full)
    wishes: list[Callable[[], object]] = [
        lambda: full.sit(OTHER, "Bert", None),
        lambda: full.leave(0),
        lambda: full.put_bot(HOST, 1, "hard"),
    ]
    for wish in wishes:
        with pytest.raises(Refusal) as refused:
            wish()
        assert code(refused) == "not_waiting"


def test_who_leaves_frees_the_seat() -> None:
    table = new_table(Me(), Open(), Open())
    table.apply(table.sit(OTHER, "Bert", 1))
    table.apply(table.leave(1))
    assert table.seats_of(OTHER) == []
    assert (table.seats[1].kind, table.seats[1].name) == ("open", "")


def test_the_host_alone_gives_seats_to_bots_but_not_those_of_others() -> None:
    table = new_table(Me(), Open(), Open())
    table.apply(table.sit(OTHER, "Bert", 1))
    for guest, seat, reason in ((OTHER, 2, "not_the_host"), (HOST, 1, "seat_taken"), (HOST, 3, "no_such_seat")):
        with pytest.raises(Refusal) as refused:
            table.put_bot(guest, seat, "hard")
        assert code(refused) == reason
    table.apply(table.put_bot(HOST, 2, "hard"))
    assert (table.seats[2].kind, table.seats[2].played_by) == ("bot", "hard")
    table.apply(table.put_bot(HOST, 2, "easy"))
    assert table.seats[2].played_by == "easy"


def test_the_game_starts_by_itself_when_no_seat_is_open_and_not_before() -> None:
    table = new_table(Me(), Open(), Program("R2"))
    assert table.due(0) is None
    table.apply(table.sit(OTHER, "Bert", None))
    begin(table, 7)
    assert (table.status, table.turn, table.turn_since) == ("running", 0, 7)
    assert table.due(8) is None


def test_c1_the_first_player_is_drawn_and_stored_where_none_is_agreed() -> None:
    drawn = set()
    for _ in range(40):
        table = started(*[Machine()] * 3, options={"unsold": "box"})
        (event,) = table.events
        assert isinstance(event, events.Started)
        assert set(event.options) == {option.name for option in RULESETS["klunker"].options}
        assert event.options["unsold"] == "box"
        assert table.turn == event.options["first"]
        drawn.add(table.turn)
    assert drawn == {0, 1, 2}
    assert started(*[Machine()] * 3, options={"first": 2}).turn == 2


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("klunker", 2, {}),
        ("klunker", 6, {}),
        ("chess", 3, {}),
        ("klunker", 3, {"unsold": "sea"}),
        ("klunker", 3, {"x": 1}),
    ],
)
def test_a_table_no_game_can_be_dealt_at_is_not_opened(game: str, players: int, options: dict[str, Any]) -> None:
    setup = new_table(*[Open()] * players, game=game, options=options).setup
    with pytest.raises(SetupError):
        checked(setup)


# --- Moves ---


def test_a_move_is_made_and_the_same_id_again_gives_the_version_it_made() -> None:
    table = started(Me(), Me("Berta"), Me("Carl"))
    assert table.answered(HOST, "once") is None
    event = moved(table, identity="once", now=9)
    assert isinstance(event, events.Moved)
    assert (event.tick, event.seat, event.id, event.spent) == (9, 0, "once", 0)
    assert table.answered(HOST, "once") == table.version == 2
    assert table.answered(OTHER, "once") is None  # an id is its sender's own
    assert table.answered(HOST, "other") is None


def test_a_move_is_refused_out_of_turn_late_illegal_or_without_a_game() -> None:
    table = new_table(Me(), Me(), Me())
    with pytest.raises(Refusal) as refused:
        table.move(0, "done", 0, 0)
    assert code(refused) == "not_running"
    begin(table)
    assert table.game is not None
    move = table.game.legal()[0]
    for seat, words, version, reason in (
        (0, move, 0, "stale"),
        (1, move, 1, "not_your_turn"),
        (0, "show everything", 1, "illegal_move"),
        (0, "done", 1, "illegal_move"),
    ):
        with pytest.raises(Refusal) as refused:
            table.move(seat, words, version, 0)
        assert code(refused) == reason
    assert table.version == 1


def test_what_is_said_meanwhile_makes_no_move_stale() -> None:
    table = started(Me(), Me(), Me())
    seen = table.version
    table.apply(table.say(HOST, 1, "Berta", "Come on!"))
    assert table.game is not None
    assert isinstance(table.move(0, table.game.legal()[0], seen, 0), events.Moved)


def test_a_bot_moves_only_while_it_is_its_turn_in_the_version_it_saw() -> None:
    table = started(Machine("easy"), Me(), Me())
    assert table.bot_to_move() == "easy"
    assert table.game is not None
    move = table.game.legal()[0]
    assert table.bot_move(move, 0, 0) is None
    event = table.bot_move(move, 1, 0)
    assert event == events.Moved(tick=0, seat=0, move=move)
    table.apply(event)
    with pytest.raises(Refusal) as refused:
        started(Machine(), Me(), Me()).bot_move("done", 1, 0)
    assert code(refused) == "illegal_move"
    assert new_table(Machine(), Open(), Open()).bot_move(move, 0, 0) is None
    assert started(Me(), Me(), Me()).bot_move(move, 1, 0) is None


def test_nothing_is_played_resigned_or_undone_when_the_game_is_over() -> None:
    table = played_out()
    wishes: list[Callable[[], object]] = [
        lambda: table.move(0, "done", table.version, 0),
        lambda: table.undo(0, 0),
        lambda: table.resign(0),
        lambda: table.come_back(0, 0),
    ]
    for wish in wishes:
        with pytest.raises(Refusal) as refused:
            wish()
        assert code(refused) == "not_running"


# --- Taking back ---


def bots_move(table: Table) -> None:
    """Until it is a person's turn."""
    while table.bot_to_move():
        assert table.game is not None
        event = table.bot_move(table.game.legal()[-1], table.version, 0)
        assert event is not None
        table.apply(event)


def people(*others: str) -> Table:
    """A running game of Klunker: the host, people at other devices, and a bot."""
    table = new_table(Me(), *(Open() for _ in others), Machine())
    for guest in others:
        table.apply(table.sit(guest, guest, None))
    begin(table)
    return table


def why_not(table: Table, seat: int) -> str:
    with pytest.raises(Refusal) as refused:
        table.undo(seat, 0)
    assert code(refused) == "cannot_undo"
    return refused.value.reason


def test_against_bots_alone_a_person_takes_back_to_their_own_last_decision_again_and_again() -> None:
    table = started(Me(), Machine(), Machine())
    assert table.game is not None
    dealt = table.game.record()
    moved(table, identity="one")
    before = table.game.record()
    moved(table, "done", identity="two")
    bots_move(table)
    assert table.game.move_count > 4
    event = table.undo(0, 3)
    assert event == events.Undone(tick=3, seat=0, moves=table.game.move_count - 1)
    table.apply(wished(table, 0, event, "u"))
    assert table.game.record() == before
    assert (table.turn, table.game_changed, table.answered(HOST, "u")) == (0, table.version, table.version)
    table.apply(wished(table, 0, table.undo(0, 4), "v"))
    assert table.game.record() == dealt
    assert why_not(table, 0) == "nothing_to_take_back"
    moved(table, identity="better")
    assert table.game.move_count == 1
    again = new_table(Me(), Machine(), Machine())
    again.apply_all(table.events)
    assert everything(again) == everything(table)


def test_a_move_without_a_choice_is_no_decision() -> None:
    """Who took it back would have to make it again."""
    table = started(Me(), Me("Berta"), game="alles-futsch")
    assert table.game is not None
    while len(table.game.legal()) > 1:
        moved(table, "pass" if "pass" in table.game.legal() else "")
    forced = table.turn
    assert forced is not None
    decided = views_of(table, [forced], 0)
    back = msgspec.json.decode(msgspec.json.encode(decided))[0]["undo"]
    moved(table)
    event = table.undo(forced, 0)
    assert isinstance(event, events.Undone)
    assert table.game.move_count - event.moves == back


def test_people_at_one_device_agree_by_themselves() -> None:
    table = auction()
    bidder = table.turn
    assert bidder is not None
    moved(table, identity="bid")
    moved(table, identity="another")
    assert table.undo(bidder, 0) == events.Undone(tick=0, seat=bidder, moves=2)


def test_with_people_at_other_devices_all_must_agree() -> None:
    table = people(OTHER, "guest-of-carl")
    assert table.game is not None
    moved(table, identity="one")
    assert why_not(table, 1) == "nothing_to_take_back"
    event = table.undo(0, 0)
    assert event == events.UndoAsked(seat=0, back=0)
    table.apply(wished(table, 0, event, "u"))
    assert table_shown(table, OTHER).undo == UndoShown(0, [1, 2])
    assert why_not(table, 0) == "asked_already"
    for seat in (0, 3):
        with pytest.raises(Refusal) as refused:
            table.answer_undo(seat, True)
        assert refused.value.reason == "not_asked"
    table.apply(wished(table, 1, table.answer_undo(1, True), "yes"))
    assert table.due(5) is None
    table.apply(wished(table, 2, table.answer_undo(2, True), "yes"))
    agreed = table.due(5)
    assert agreed == events.Undone(tick=5, seat=0, moves=1)
    table.apply(agreed)
    assert table.game.move_count == 0
    assert table_shown(table, OTHER).undo is None
    assert [(each.kind, each.seat, each.on) for each in told_since(table, 4)] == [
        ("undo_asked", 0, None),
        ("undo_answered", 1, True),
        ("undo_answered", 2, True),
        ("undone", 0, None),
    ]


def test_who_does_not_agree_is_not_asked_again_before_another_move() -> None:
    table = people(OTHER)
    moved(table)
    table.apply(table.undo(0, 0))
    table.apply(table.answer_undo(1, False))
    assert (table.asked, table.due(0)) == (None, None)
    assert why_not(table, 0) == "refused_before"
    moved(table)
    assert isinstance(table.undo(0, 0), events.UndoAsked)


def test_a_move_is_an_answer_too_but_a_bots_is_not() -> None:
    table = people(OTHER)
    moved(table)
    moved(table, "done")
    table.apply(table.undo(0, 0))
    assert table_shown(table, HOST).undo is not None
    moved(table)
    assert table_shown(table, HOST).undo is None
    assert table.asked_changed == table.version
    moved(table, "done")
    table.apply(table.undo(1, 0))
    bots_move(table)
    assert table.asked is not None


def test_who_has_gone_need_not_agree_and_asks_no_more() -> None:
    table = people(OTHER, "guest-of-carl")
    moved(table)
    table.apply(table.undo(0, 0))
    table.apply(table.answer_undo(1, True))
    table.apply(table.resign(2))
    assert isinstance(table.due(0), events.Undone)
    table.apply(table.resign(0))
    assert (table.asked, table.due(0)) == (None, None)


def test_a_bots_move_is_nobodys_decision() -> None:
    table = started(Machine(), Me(), Me())
    bots_move(table)
    assert why_not(table, 1) == "nothing_to_take_back"


def test_a_move_that_an_older_version_took_back_is_one() -> None:
    table = started(Me(), Machine(), Machine())
    moved(table)
    moved(table)
    table.apply(msgspec.json.decode(b'{"kind": "undone", "seat": 0, "id": "u"}', type=Happening))
    assert table.game is not None
    assert table.game.move_count == 1


# --- Resigning and the clock ---


def test_who_resigns_is_replaced_by_the_substitute_and_keeps_no_seat() -> None:
    table = started(Me(), Me("Berta"), Me("Carl"))
    event = table.resign(1)
    assert event == events.Replaced(seat=1, level="easy", resigned=True, name=table.seats[1].name)
    table.apply(event)
    assert table.seats_of(HOST) == [0, 2]
    assert (table.seats[1].kind, table.seats[1].played_by) == ("bot", "easy")
    assert table.names[1:] == ["Berta", "Carl"]
    with pytest.raises(Refusal) as refused:
        new_table(Me(), Open(), Open()).resign(0)
    assert code(refused) == "not_running"


def test_time_spent_goes_off_the_bank_and_the_increment_comes_on() -> None:
    table = started(Me(), Me(), Me(), clock=Clock(60, 2), now=1000)
    assert table.time_left(4000) == 57_000
    moved(table, now=6000)
    assert table.seats[0].bank == 60_000 - 5000 + 2000
    assert table.turn_since == 6000
    quick = table.turn
    assert quick is not None
    before = table.seats[quick].bank
    moved(table, identity="at once", now=6000)
    assert table.seats[quick].bank == before + 2000


def test_when_time_is_out_a_bot_plays_until_the_person_is_back() -> None:
    table = started(Me(), Me(), Me(), clock=Clock(10), now=0)
    assert table.due(9_999) is None
    event = table.due(10_000)
    assert event == events.TimeOut(seat=0)
    table.apply(event)
    assert table.due(20_000) is None
    assert table.time_left(20_000) is None
    assert table.bot_to_move() == "easy"
    assert table.seats_of(HOST) == [0, 1, 2]  # nobody is thrown out
    assert table.game is not None
    bots = table.bot_move(table.game.legal()[0], table.version, 21_000)
    assert bots is not None
    table.apply(bots)
    table.apply(table.come_back(0, 30_000))
    assert not table.seats[0].away
    assert table.seats[0].bank == GRACE
    with pytest.raises(Refusal) as refused:
        table.come_back(0, 30_000)
    assert code(refused) == "bad_request"


def test_who_moves_while_a_bot_plays_on_is_back_and_everyone_is_told() -> None:
    table = started(Me(), Me(), Me(), clock=Clock(10, 2), now=0)
    moved(table, "show shoe", identity="in time", now=1_000)
    table.apply(events.TimeOut(at=10_000, seat=0))
    with pytest.raises(Refusal) as refused:
        table.undo(0, 10_500)
    assert code(refused) == "cannot_undo"
    assert "come back" in refused.value.text
    before = table.version
    moved(table, identity="late", now=11_000)
    assert not table.seats[0].away
    assert table.seats[0].bank == GRACE + 2_000  # it was the bot's time
    assert [(each.kind, each.seat) for each in told_since(table, before)] == [("back", 0)]
    again = new_table(Me(), Me(), Me(), clock=Clock(10, 2))
    again.apply_all(table.events)
    assert everything(again) == everything(table)


def test_the_clock_shown_never_runs_below_nothing_and_not_for_bots() -> None:
    table = started(Me(), Machine(), Me(), clock=Clock(10), now=0)
    shown = clock_shown(table, 4000)
    assert shown is not None
    assert (shown.left, shown.turn, shown.at) == ([6000, 0, 10_000], 0, 4000)
    late = clock_shown(table, 99_000)
    assert late is not None
    assert late.left[0] == 0
    assert started(Machine(), Me(), Me(), clock=Clock(10)).time_left(5) is None
    assert clock_shown(started(Me(), Me(), Me()), 0) is None


# --- Talk, devices, rematch ---


def test_the_host_switches_chat_off_and_on() -> None:
    table = new_table(Me(), Open(), Open())
    assert table.say(OTHER, None, "Bert", "Hello") == events.Said(seat=None, name="Bert", text="Hello")
    with pytest.raises(Refusal) as refused:
        table.switch_chat(OTHER, False)
    assert code(refused) == "not_the_host"
    table.apply(table.switch_chat(HOST, False))
    with pytest.raises(Refusal) as refused:
        table.say(HOST, 0, "Anna", "Hello?")
    assert code(refused) == "chat_is_off"
    table.apply(table.switch_chat(HOST, True))
    assert isinstance(table.say(HOST, 0, "Anna", "Hello!"), events.Said)


def test_a_seat_moves_to_another_device_at_any_time_with_its_name() -> None:
    table = started(Me("Anna"), Machine(), Me("Carl"))
    table.apply(table.move_seat(0, HOST, 0, OTHER))
    assert (table.seats_of(OTHER), table.seats_of(HOST), table.seats[0].name) == ([0], [2], "Anna")
    for seat, reason in ((1, "not_known"), (7, "no_such_seat")):
        with pytest.raises(Refusal) as refused:
            table.move_seat(seat, HOST, 0, OTHER)
        assert code(refused) == reason


def test_a_seat_moves_only_in_the_sitting_of_its_owner() -> None:
    """Sitting, leaving, moving, a bot and a removal each begin a new one."""
    table = new_table(Me(), Open(), Open())

    def refused(since: int, owner: str = OTHER) -> str:
        with pytest.raises(Refusal) as error:
            table.move_seat(1, owner, since, "guest-of-carl")
        return error.value.reason

    assert refused(0) == "link_used"  # nobody sits there
    table.apply(table.sit(OTHER, "Bert", 1))
    assert table.seats[1].since == 1
    assert table.move_seat(1, OTHER, 1, "guest-of-carl") == events.Sat(seat=1, guest="guest-of-carl", name="Bert")
    assert refused(0) == refused(1, HOST) == "link_used"
    table.apply(table.leave(1))
    table.apply(table.sit(OTHER, "Bert", 1))
    assert refused(1) == refused(2) == "link_used"
    table.apply(table.move_seat(1, OTHER, 3, OTHER))  # to another device of the same guest
    assert refused(3) == "link_used"
    table.apply(table.remove(HOST, None, 1))
    assert (refused(4), refused(5)) == ("link_used", "link_used")
    with pytest.raises(Refusal) as error:
        table.move_seat(0, HOST, 0, OTHER)  # nor does a link of another let back in who was removed
    assert error.value.reason == "removed"


def test_who_is_removed_loses_the_seats_before_the_game_and_the_lines_at_any_time() -> None:
    table = new_table(Me(), Open(), Program("R2"), Open())
    table.apply(table.sit(OTHER, "Bert", 1))
    for sender, seat in ((OTHER, 1), ("#2", 2), (HOST, 0)):
        table.apply(msgspec.structs.replace(table.say(sender, seat, "A name", f"by {sender}"), by=sender))
    table.apply(table.remove(HOST, None, 2))
    table.apply(table.remove(HOST, table.chat.number(OTHER), None))
    assert [seat.kind for seat in table.seats] == ["person", "open", "open", "open"]
    assert [each.text for each in told_since(table, 0) if each.kind == "said"] == [f"by {HOST}"]
    for sender in (OTHER, "#2"):
        with pytest.raises(Refusal) as refused:
            table.say(sender, None, "A name", "Hello?")
        assert (refused.value.code, refused.value.reason) == ("chat_is_off", "muted")
    begun = started(Me(), Machine(), Program("R2"))
    begun.apply(begun.remove(HOST, None, 2))
    assert begun.seats[2].kind == "program"


def test_a_rematch_takes_all_people_and_turns_the_seats() -> None:
    table = played_out(Me("Anna"), Open(), Machine("hard"), Program("R2"))
    assert not table.all_want_rematch()
    table.apply(offered(table, HOST))
    assert table.offer_rematch(HOST, "Anna") == table.version  # once is enough
    assert not table.all_want_rematch()
    table.apply(offered(table, OTHER))
    assert table.all_want_rematch()
    places, people = table.rematch_seats()
    assert places == [Open(), Machine("hard"), Program("R2"), Open()]
    assert people == [(OTHER, "Bert"), ("", ""), ("", "R2"), (HOST, "Anna")]
    table.apply(events.RematchBegun(at=0, table="next"))
    assert not table.all_want_rematch()
    assert table.next_table == "next"
    with pytest.raises(Refusal) as refused:
        started(Me(), Me(), Me()).offer_rematch(HOST, "Anna")
    assert code(refused) == "not_over"


def offered(table: Table, guest: str) -> Happening:
    event = table.offer_rematch(guest, "A name")
    assert isinstance(event, events.RematchOffered)
    return event


def played_out(*places: Place) -> Table:
    """A game that is over, with all kinds of things having happened before."""
    table = new_table(*(places or (Me(), Open(), Machine())), clock=Clock(100, 1))
    table.apply(table.sit(OTHER, "Bert", None))
    begin(table)
    table.apply(table.say(HOST, 0, "Anna", "Good luck!"))
    bot = brocante.bot("random", seed=1)
    number = 0
    while table.game is not None and table.turn is not None:
        number += 1
        choice = bot.choose(table.game)
        event = (
            table.bot_move(choice, table.version, number)
            if table.bot_to_move()
            else table.move(table.turn, choice, table.version, number)
        )
        assert event is not None
        table.apply(event if table.bot_to_move() else wished(table, table.turn, event, f"i{number}"))
    return table


# --- A table is its events ---


def everything(table: Table) -> Any:
    """All that a table is."""
    return (
        table.version,
        table.status,
        table.seats,
        table.game and (table.game.record(), table.game.position.tobytes()),
        (table.chat.on, table.chat.lines, table.chat.muted()),
        table.rematch,
        table.next_table,
        table.turn_since,
        table.game_changed,
        table_shown(table, HOST),
        told_since(table, 0),
        [table.moves_since(version) for version in range(table.version + 1)],
        [table.answered(guest, f"i{number}") for guest in (HOST, OTHER) for number in range(table.version)],
    )


def test_the_same_events_make_the_same_table_also_when_written_and_read_again() -> None:
    table = played_out()
    written = [msgspec.json.encode(event) for event in table.events]
    again = new_table(Me(), Open(), Machine(), clock=Clock(100, 1))
    again.apply_all(msgspec.json.decode(each, type=Happening) for each in written)
    assert everything(again) == everything(table)


def test_every_kind_of_event_is_written_and_read_again() -> None:
    samples: list[Happening] = [
        events.Sat(at=1, seat=0, guest="g", name="Anna"),
        events.Left(at=1, seat=0),
        events.Replaced(at=1, seat=0, level="hard", resigned=True, name="Anna"),
        events.Started(at=1, tick=1, options={"first": 1}),
        events.Moved(at=1, tick=1, seat=0, move="done", by="g", id="i", spent=5, back=True),
        events.UndoAsked(at=1, seat=0, back=3, by="g", id="i"),
        events.UndoAnswered(at=1, seat=1, agrees=False, by="h", id="i"),
        events.Undone(at=1, seat=0, moves=3, id="i"),
        events.TimeOut(at=1, seat=0),
        events.Back(at=1, seat=0),
        events.Said(at=1, seat=None, name="Bert", text="Hello"),
        events.ChatSwitched(at=1, on=False),
        events.Muted(at=1, who="g", on=True, seat=1),
        events.Removed(at=1, who="g"),
        events.RematchOffered(at=1, guest="g", name="Anna"),
        events.RematchBegun(at=1, table="t"),
        events.TurnsTold(at=1, guest="g", on=True),
    ]
    assert {type(each) for each in samples} == set(get_args(Happening))
    for each in samples:
        assert msgspec.json.decode(msgspec.json.encode(each), type=Happening) == each


def test_deciding_changes_nothing() -> None:
    table = auction()
    before = everything(table)
    assert table.game is not None
    assert table.turn is not None
    table.move(table.turn, table.game.legal()[0], table.version, 0)
    table.resign(0)
    table.say(HOST, 0, "Anna", "Hm.")
    table.switch_chat(HOST, False)
    table.move_seat(0, HOST, 0, OTHER)
    assert everything(table) == before


# --- What is shown ---


def test_the_seed_is_shown_when_the_game_is_over_and_its_commitment_before() -> None:
    running, over = started(Me(), Me(), Me()), played_out()
    assert table_shown(running, "").seed is None
    assert table_shown(over, "").seed == SEED.hex()
    assert table_shown(running, "").commitment == table_shown(over, "").commitment == commitment(SEED)


def test_nobody_is_shown_who_a_guest_is() -> None:
    table = played_out()
    table.apply(offered(table, OTHER))
    shown = msgspec.json.encode((table_shown(table, HOST), told_since(table, 0))).decode()
    assert "guest-of" not in shown
    assert [seat.yours for seat in table_shown(table, OTHER).seats] == [False, True, False]
    assert [seat.yours for seat in table_shown(table, "").seats] == [False] * 3
    assert (table_shown(table, HOST).you_are_host, table_shown(table, "").you_are_host) == (True, False)


def test_only_a_game_that_is_over_is_looked_back_on() -> None:
    table = played_out()
    assert table.game is not None
    record = table.game.record()
    shown = list(walk(checked_game(record, 1), 1))
    assert len(shown) == len(record["moves"]) + 1
    assert shown[0].move is None
    assert shown[-1].turn is None
    for wrong, seat in (({**record, "moves": record["moves"][:-1], "result": None}, 1), (record, 3), (record, -1)):
        with pytest.raises(BadRecord):
            checked_game(wrong, seat)
