"""What goes over the wire: a closed set of messages for each direction. The client's types are made from them."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from brocante.analysis.objects import Difference
from brocante.bots.determinization import Thought
from brocante.games.seats import MOST_SEATS
from brocante.table.refusal import Code
from brocante.table.setup import Level, Name
from brocante.table.shown import ClockShown, TableShown, Told
from brocante.table.views import View

Id = Annotated[str, Meta(min_length=1, max_length=40)]
Version = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Speaker = Annotated[int, Meta(ge=0, le=2**31 - 1)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
MoveWords = Annotated[str, Meta(min_length=1, max_length=60)]
ChatText = Annotated[str, Meta(min_length=1, max_length=300)]

# --- To the server. `seat` need be named only by a sender who has several. ---


class Request(Struct, frozen=True, tag_field="do", kw_only=True):
    """Something a person or program would like to happen.

    `id` is the sender's own; the answer carries it. What was granted under an id is not done again: the same request
    gets the first answer again, another one is refused as `id_used`.
    """

    id: Id


class Sit(Request, frozen=True, tag="sit"):
    """Take an open seat: this one, or the first."""

    name: Name
    seat: SeatNumber | None = None


class Leave(Request, frozen=True, tag="leave"):
    """Leave a seat before the game begins."""

    seat: SeatNumber | None = None


class PutBot(Request, frozen=True, tag="put_bot"):
    """As the host, give an open seat to a bot."""

    seat: SeatNumber
    level: Level = "medium"


class Play(Request, frozen=True, tag="play"):
    """Make a move. `version` is the last one seen."""

    move: MoveWords
    version: Version
    seat: SeatNumber | None = None


class Undo(Request, frozen=True, tag="undo"):
    """Take back to the own last decision: at once against bots alone; else all others are asked."""

    seat: SeatNumber | None = None


class AnswerUndo(Request, frozen=True, tag="answer_undo"):
    """Agree that somebody takes back, or not. Who makes a move instead does not agree."""

    agrees: bool
    seat: SeatNumber | None = None


class Resign(Request, frozen=True, tag="resign"):
    """Give up: a bot plays this seat from now on."""

    seat: SeatNumber | None = None


class ComeBack(Request, frozen=True, tag="come_back"):
    """Play on after the clock ran out. A move does it too."""

    seat: SeatNumber | None = None


class Say(Request, frozen=True, tag="say"):
    """A line of chat, plain text."""

    text: ChatText


class SwitchChat(Request, frozen=True, tag="switch_chat"):
    """As the host, switch chat on or off."""

    on: bool


class Mute(Request, frozen=True, tag="mute"):
    """As the host, let somebody write no more, or again: whoever has this number in the chat, or this seat."""

    speaker: Speaker | None = None
    seat: SeatNumber | None = None
    on: bool = True


class Remove(Request, frozen=True, tag="remove"):
    """As the host, remove somebody from the chat with all they wrote, and before the game from their seats."""

    speaker: Speaker | None = None
    seat: SeatNumber | None = None


class OfferRematch(Request, frozen=True, tag="offer_rematch"):
    """Play again with the same people, one seat further."""


class TellTurns(Request, frozen=True, tag="tell_turns"):
    """Be told of the own turns at this table, by push or mail, while it is not in front of you; or no more."""

    on: bool


class AskHint(Request, frozen=True, tag="ask_hint"):
    """What would the expert do, and why?"""

    seat: SeatNumber | None = None


class Look(Request, frozen=True, tag="look"):
    """Over a socket: the table is in front of the person, or no longer. It is, until a client says otherwise."""

    on: bool


class Ping(Request, frozen=True, tag="ping"):
    """Are you there?"""


Change = (
    Sit
    | Leave
    | PutBot
    | Play
    | Undo
    | AnswerUndo
    | Resign
    | ComeBack
    | Say
    | SwitchChat
    | Mute
    | Remove
    | OfferRematch
    | TellTurns
)  # what changes something
FromClient = Change | AskHint | Look | Ping

# --- From the server ---


class Message(Struct, frozen=True, tag_field="type", kw_only=True):
    """Something a client is told. `version` is the table's as of this message."""

    version: int


class News(Message, frozen=True, tag="news", omit_defaults=True):
    """What has changed since the version the client has; `table` where something beside the position has.

    `earlier`: lines of chat before this version are left out; they can be asked for.
    """

    table: TableShown | None = None
    told: list[Told] = []
    earlier: int | None = None
    views: list[View] = []
    clock: ClockShown | None = None


class Done(Message, frozen=True, tag="done"):
    """What was asked for under this id is stored."""

    id: str


class Refused(Message, frozen=True, tag="refused", omit_defaults=True):
    """What was asked for under this id cannot be; nothing has changed. Stale clients receive the current views.

    `text` is the English sentence for `reason` and `values`; an illegal move has the game's reason and clause.
    """

    id: str
    code: Code
    text: str
    reason: str | None = None
    clause: str | None = None
    values: dict[str, Any] = {}
    views: list[View] = []


class Hint(Message, frozen=True, tag="hint"):
    """What the expert thinks of each legal move; the best and the next best, and facts that the best makes more likely
    than the other, or less, with what that is worth. All of it follows from what the seat may know.

    What is expected of a move is with `wins` the share of games won, else how far ahead of the others it leads, where
    0.5 is level."""

    id: str
    thoughts: list[Thought]
    wins: bool
    best: str
    other: str | None
    reasons: list[Difference]


class Present(Message, frozen=True, tag="present"):
    """Seats whose people are connected; not told where several processes serve a table, since none knows of all."""

    seats: list[int]


FromServer = News | Done | Refused | Hint | Present
