"""Where guests are told of their turns, and what is to be sent."""

import sqlalchemy as sa
from alembic import op

revision = "0007_notices"
down_revision = "0006_moves"


def upgrade() -> None:
    op.create_table(
        "secrets",
        sa.Column("name", sa.String(8), primary_key=True),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("target", sa.LargeBinary(32), primary_key=True),
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("way", sa.String(4), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
    )
    op.create_index("subscriptions_guest", "subscriptions", ["guest"])
    op.create_table(
        "notices",
        sa.Column("table_id", sa.String(24), primary_key=True),
        sa.Column("target", sa.LargeBinary(32), primary_key=True),
        sa.Column("guest", sa.String(24), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(4), nullable=False),
        sa.Column("turn", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=True),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("notices_due", "notices", ["due"])


def downgrade() -> None:
    op.drop_index("notices_due", "notices")
    op.drop_table("notices")
    op.drop_index("subscriptions_guest", "subscriptions")
    op.drop_table("subscriptions")
    op.drop_table("secrets")
