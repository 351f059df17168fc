"""The database: people, tables, and what happened at them."""

from sqlalchemy import BigInteger, Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("token_hash", LargeBinary(32), nullable=False, unique=True),
    Column("name", String(24), nullable=False),
    Column("created", BigInteger, nullable=False),
)

# `status` is a copy, for lists: the entries say how a table stands. `seen` is when its host, or while it is played
# anybody, was last there.
tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("setup", Text, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("public", Boolean, nullable=False),
    Column("status", String(8), nullable=False),
    Column("host", String(24), nullable=False, server_default=""),
    Column("seen", BigInteger, nullable=False, server_default="0"),
    Index("tables_public", "public", "status", "created"),
    Index("tables_host", "host", "status"),
)

# A match is its setup, its seed and these, in order. Two that race for a number: the key lets one win.
entries = Table(
    "entries",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("content", Text, nullable=False),
)

# Who may find which table again; that somebody has a seat is in the entries.
members = Table(
    "members",
    metadata,
    Column("guest", String(24), primary_key=True),
    Column("table_id", String(24), primary_key=True),
)

# How a game ended, stored with the move that ended it: for lists and statistics, so that nobody has to replay it.
# `seats` is JSON and names guests.
outcomes = Table(
    "outcomes",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("finished", BigInteger, nullable=False),
    Column("seats", Text, nullable=False),
    Column("counted", Integer, nullable=True),  # of the games that count for ratings, their number in order
    Index("outcomes_counted", "counted", unique=True),
)

# Openskill's ratings of guests, by game.
ratings = Table(
    "ratings",
    metadata,
    Column("guest", String(24), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("mu", Float(53), nullable=False),
    Column("sigma", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
)

# Guests who want to be in the lists of ratings.
board = Table("board", metadata, Column("guest", String(24), primary_key=True))

# Deals of the day (of UTC): when a seed was made, and since when it has been shown. `agreed` is JSON.
deals = Table(
    "deals",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("seed", LargeBinary(32), nullable=False),
    Column("agreed", Text, nullable=False),
    Column("committed", BigInteger, nullable=False),
    Column("revealed", BigInteger, nullable=True),
)

# The table at which a guest plays a deal of the day: the key lets there be one.
attempts = Table(
    "attempts",
    metadata,
    Column("guest", String(24), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("game", String(40), primary_key=True),
    Column("table_id", String(24), nullable=False),
    Index("attempts_day", "day", "game"),
)

# Series and leagues. `terms` is JSON; `draw` too: who sits where in all rounds, by places. `round` is how many rounds
# have been opened, `changed` when something last happened, `tended` when a process last saw that its games go on.
series = Table(
    "series",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("host", String(24), nullable=False),
    Column("host_name", String(24), nullable=False),
    Column("terms", Text, nullable=False),
    Column("status", String(9), nullable=False),
    Column("draw", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("tended", BigInteger, nullable=False),
    Index("series_host", "host", "status"),
    Index("series_status", "status", "tended"),
)

# Who plays in a series. `place` is the one that they have in its draw, until somebody takes over what they have left.
entrants = Table(
    "entrants",
    metadata,
    Column("series_id", String(24), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(24), nullable=False),
    Column("name", String(24), nullable=False),
    Column("state", String(8), nullable=False),
    Column("place", Integer, nullable=True),
    Index("entrants_guest", "guest", "series_id", unique=True),
)

# The tables of a series. `seats` is JSON: the entrant of each seat, or null; so is `results`, stored with the move that
# ended the game. Both name nobody.
fixtures = Table(
    "fixtures",
    metadata,
    Column("series_id", String(24), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(24), nullable=False, unique=True),
    Column("seats", Text, nullable=False),
    Column("results", Text, nullable=True),
)

# Links that move a seat to another device, and tokens of programs: one of a kind for a seat, for the guest who made it
# and the sitting it was made in. Only hashes are kept.
keys = Table(
    "keys",
    metadata,
    Column("hash", LargeBinary(32), primary_key=True),
    Column("kind", String(8), nullable=False),
    Column("table_id", String(24), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("guest", String(24), nullable=False, server_default=""),
    Column("since", Integer, nullable=False, server_default="0"),
    Index("keys_seat", "table_id", "seat", "kind", unique=True),
)

# Links that move a guest to another device: one each, only its hash.
moves = Table(
    "moves",
    metadata,
    Column("guest", String(24), primary_key=True),
    Column("hash", LargeBinary(32), nullable=False, unique=True),
    Column("made", BigInteger, nullable=False),
)

# Secrets of the server itself, by what they are for.
secrets = Table(
    "secrets",
    metadata,
    Column("name", String(8), primary_key=True),
    Column("secret", LargeBinary(32), nullable=False),
)

# Where guests are told of their turns. `target` is a hash of the address, `content` is JSON: of a push subscription its
# address and keys, of mail its address. `ready`: not before an address of mail is confirmed.
subscriptions = Table(
    "subscriptions",
    metadata,
    Column("target", LargeBinary(32), primary_key=True),
    Column("guest", String(24), nullable=False),
    Column("way", String(4), nullable=False),
    Column("content", Text, nullable=False),
    Column("language", String(2), nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    Index("subscriptions_guest", "guest"),
)

# What is to be sent, stored with the event it follows from. `due` is by the clock that games are timed by; a turn that
# was told is kept without one until it is over. A row of the kind `bot` has no target: a bot is to move.
notices = Table(
    "notices",
    metadata,
    Column("table_id", String(24), primary_key=True),
    Column("target", LargeBinary(32), primary_key=True),
    Column("guest", String(24), nullable=False),
    Column("game", String(40), nullable=False),
    Column("kind", String(4), nullable=False),
    Column("turn", Integer, nullable=False),  # the version in which it began
    Column("due", BigInteger, nullable=True),
    Column("tries", Integer, nullable=False),
    Index("notices_due", "due"),
)

# One row: the clock that games are timed by, in milliseconds, and when (by the database's clock) it was written.
uptime = Table(
    "uptime",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("ticks", BigInteger, nullable=False),
    Column("written", Float(53), nullable=False),
)
