"""How games have ended."""

import sqlalchemy as sa
from alembic import op

revision = "0003_outcomes"
down_revision = "0002_keys"


def upgrade() -> None:
    op.create_table(
        "outcomes",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("outcomes")
