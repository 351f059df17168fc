"""Deals of the day, and who has tried them."""

import sqlalchemy as sa
from alembic import op

revision = "0004_deals"
down_revision = "0003_outcomes"


def upgrade() -> None:
    op.create_table(
        "deals",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("seed", sa.LargeBinary(32), nullable=False),
        sa.Column("agreed", sa.Text, nullable=False),
        sa.Column("committed", sa.BigInteger, nullable=False),
        sa.Column("revealed", sa.BigInteger, nullable=True),
    )
    op.create_table(
        "attempts",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(24), nullable=False),
    )
    op.create_index("attempts_day", "attempts", ["day", "game"])


def downgrade() -> None:
    op.drop_table("attempts")
    op.drop_table("deals")
