"""Ratings, which games count, and who wants to be listed."""

import sqlalchemy as sa
from alembic import op

revision = "0005_ratings"
down_revision = "0004_deals"


def upgrade() -> None:
    op.add_column("outcomes", sa.Column("counted", sa.Integer, nullable=True))
    op.create_index("outcomes_counted", "outcomes", ["counted"], unique=True)
    op.create_table(
        "ratings",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table("board", sa.Column("guest", sa.String(24), primary_key=True))


def downgrade() -> None:
    op.drop_table("board")
    op.drop_table("ratings")
    op.drop_index("outcomes_counted", "outcomes")
    op.drop_column("outcomes", "counted")
