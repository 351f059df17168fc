"""Series and leagues."""

import sqlalchemy as sa
from alembic import op

revision = "0008_series"
down_revision = "0007_notices"


def upgrade() -> None:
    op.create_table(
        "series",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("host", sa.String(24), nullable=False),
        sa.Column("host_name", sa.String(24), nullable=False),
        sa.Column("terms", sa.Text, nullable=False),
        sa.Column("status", sa.String(9), nullable=False),
        sa.Column("draw", sa.Text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("tended", sa.BigInteger, nullable=False),
    )
    op.create_index("series_host", "series", ["host", "status"])
    op.create_index("series_status", "series", ["status", "tended"])
    op.create_table(
        "entrants",
        sa.Column("series_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("place", sa.Integer, nullable=True),
    )
    op.create_index("entrants_guest", "entrants", ["guest", "series_id"], unique=True)
    op.create_table(
        "fixtures",
        sa.Column("series_id", sa.String(24), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.String(24), nullable=False, unique=True),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("results", sa.Text, nullable=True),
    )


def downgrade() -> None:
    op.drop_table("fixtures")
    op.drop_table("entrants")
    op.drop_table("series")
