"""How a table is set up before anybody moves: what is agreed once and never changes."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from brocante.games.catalogue import ruleset

Level = Literal["easy", "medium", "hard", "expert"]
Name = Annotated[str, Meta(min_length=1, max_length=24)]

MOST_BANK, MOST_INCREMENT = 24 * 3600, 3600  # seconds
LONG_BANK = 12 * 3600  # seconds: with so much on the clock a game may last days


class Open(Struct, frozen=True, tag="open", tag_field="kind"):
    """A seat for whoever comes by the link, or from the list."""


class Me(Struct, frozen=True, tag="me", tag_field="kind"):
    """A seat for who opens the table; a further one is for another person at the same device."""

    name: Name | None = None


class Machine(Struct, frozen=True, tag="bot", tag_field="kind"):
    """A seat for a bot of the house."""

    level: Level = "medium"


class Program(Struct, frozen=True, tag="program", tag_field="kind"):
    """A seat for somebody's own program, which plays with a token."""

    name: Name = "Program"


Place = Open | Me | Machine | Program


class Clock(Struct, frozen=True):
    """Seconds each person has for the whole game, and seconds more for each move."""

    bank: Annotated[float, Meta(gt=0, le=MOST_BANK)]
    increment: Annotated[float, Meta(ge=0, le=MOST_INCREMENT)] = 0.0


class Setup(Struct, frozen=True, kw_only=True):
    """All that is agreed when a table is opened."""

    game: str
    rules: int  # the version the match is pinned to
    options: dict[str, Any]  # those that were named; `first` is drawn when the game starts (C1)
    places: tuple[Place, ...]
    host: str  # the guest who opened it
    host_name: str
    public: bool = False
    clock: Clock | None = None
    chat: bool = True
    hints: bool = True
    delay: bool = True  # bots take a moment, as people do
    deal: str = ""  # the day whose deal it is: played once by each, without taking back
    counts: bool = False  # for ratings
    substitute: Level = "medium"  # the bot that plays on for who resigns or has no time left
    series: str = ""  # the one that it is a table of: the next opens by itself
    patience: int | None = None  # seconds that the others wait for a move before a bot plays on

    @property
    def stands(self) -> bool:
        """Whether nothing that was played is taken back."""
        return self.counts or bool(self.deal or self.series)

    @property
    def may_last(self) -> bool:
        """Whether the game may last days, so that people go away in between."""
        return self.clock is None or self.clock.bank >= LONG_BANK

    @property
    def players(self) -> int:
        return len(self.places)


def checked(setup: Setup) -> Setup:
    """The same; SetupError if no game can be dealt from it."""
    rules = ruleset(setup.game, setup.rules)
    rules.checked_options(rules.checked_players(setup.players), setup.options)
    return setup
