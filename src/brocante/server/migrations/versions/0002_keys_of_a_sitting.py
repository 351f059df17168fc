"""Keys name who made them and the sitting they were made in; the clock of games; who has opened a table, and when the
host was last seen there."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002_keys"
down_revision = "0001"

keys = sa.table("keys", sa.column("hash"), sa.column("kind"), sa.column("table_id"), sa.column("seat"))
tables = sa.table(
    "tables", sa.column("id"), sa.column("setup"), sa.column("status"), sa.column("host"), sa.column("seen")
)


def upgrade() -> None:
    op.execute(keys.delete().where(keys.c.kind == "seat"))  # they do not say whose they are; new ones are made at once
    other = keys.alias()
    same_seat = (other.c.table_id == keys.c.table_id) & (other.c.seat == keys.c.seat) & (other.c.kind == keys.c.kind)
    op.execute(keys.delete().where(sa.exists().where(same_seat & (other.c.hash > keys.c.hash))))
    op.add_column("keys", sa.Column("guest", sa.String(24), nullable=False, server_default=""))
    op.add_column("keys", sa.Column("since", sa.Integer, nullable=False, server_default="0"))
    op.drop_index("keys_seat", "keys")
    op.create_index("keys_seat", "keys", ["table_id", "seat", "kind"], unique=True)

    clock = op.create_table(
        "uptime",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("ticks", sa.BigInteger, nullable=False),
        sa.Column("written", sa.Float(53), nullable=False),
    )
    op.bulk_insert(clock, [{"id": 1, "ticks": 0, "written": 0}])

    op.add_column("tables", sa.Column("host", sa.String(24), nullable=False, server_default=""))
    op.add_column("tables", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET seen = created")
    connection = op.get_bind()
    waiting = sa.select(tables.c.id, tables.c.setup).where(tables.c.status == "waiting")
    for row in connection.execute(waiting).all():
        host = json.loads(row.setup)["host"]
        connection.execute(tables.update().where(tables.c.id == row.id).values(host=host))
    op.create_index("tables_host", "tables", ["host", "status"])


def downgrade() -> None:
    op.drop_index("tables_host", "tables")
    op.drop_column("tables", "seen")
    op.drop_column("tables", "host")
    op.drop_table("uptime")
    op.drop_index("keys_seat", "keys")
    op.create_index("keys_seat", "keys", ["table_id", "seat", "kind"])
    op.drop_column("keys", "since")
    op.drop_column("keys", "guest")
