"""Links that move a guest to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0006_moves"
down_revision = "0005_ratings"


def upgrade() -> None:
    op.create_table(
        "moves",
        sa.Column("guest", sa.String(24), primary_key=True),
        sa.Column("hash", sa.LargeBinary(32), nullable=False, unique=True),
        sa.Column("made", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("moves")
