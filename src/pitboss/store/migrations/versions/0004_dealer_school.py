"""Dealer school: lessons, sittings, answers, schedules, table tests and certificates."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables; nothing that was there changes."""
    _papers_and_lessons()
    _people()
    _answers()


def _papers_and_lessons() -> None:
    """What stands by itself, or belongs to a trainer."""
    op.create_table(
        "school_schedule",
        sa.Column("trainee", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("skill", sa.String(length=120), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("updated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("trainee", "game", "skill", name=op.f("pk_school_schedule")),
    )
    op.create_table(
        "school_certificates",
        sa.Column("code", sa.String(length=32), nullable=False),
        sa.Column("trainee", sa.String(length=32), nullable=False),
        sa.Column("issuer", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["issuer"],
            ["accounts.id"],
            name=op.f("fk_school_certificates_issuer"),
        ),
        sa.PrimaryKeyConstraint("code", name=op.f("pk_school_certificates")),
    )
    op.create_index(op.f("ix_school_certificates_issuer"), "school_certificates", ["issuer"])
    op.create_index(op.f("ix_school_certificates_trainee"), "school_certificates", ["trainee"])
    op.create_table(
        "school_groups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("trainer", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["trainer"],
            ["accounts.id"],
            name=op.f("fk_school_groups_trainer"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_groups")),
    )
    op.create_index(op.f("ix_school_groups_trainer"), "school_groups", ["trainer"])
    op.create_table(
        "school_lessons",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("author", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["author"],
            ["accounts.id"],
            name=op.f("fk_school_lessons_author"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_lessons")),
    )
    op.create_table(
        "school_table_tests",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("trainee", sa.String(length=32), nullable=False),
        sa.Column("examiner", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["examiner"],
            ["accounts.id"],
            name=op.f("fk_school_table_tests_examiner"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_table_tests")),
    )
    op.create_index(op.f("ix_school_table_tests_examiner"), "school_table_tests", ["examiner"])
    op.create_index(op.f("ix_school_table_tests_trainee"), "school_table_tests", ["trainee"])


def _people() -> None:
    """Who learns, in which group, and what for."""
    op.create_table(
        "school_trainees",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
            name=op.f("fk_school_trainees_account"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_trainees")),
        sa.UniqueConstraint("account", name=op.f("uq_school_trainees_account")),
    )
    op.create_table(
        "school_assignments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("lesson", sa.String(length=32), nullable=False),
        sa.Column("trainer", sa.Integer(), nullable=False),
        sa.Column("account", sa.Integer(), nullable=True),
        sa.Column("group_id", sa.Integer(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=True),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
            name=op.f("fk_school_assignments_account"),
        ),
        sa.ForeignKeyConstraint(
            ["group_id"],
            ["school_groups.id"],
            name=op.f("fk_school_assignments_group_id"),
        ),
        sa.ForeignKeyConstraint(
            ["lesson"],
            ["school_lessons.id"],
            name=op.f("fk_school_assignments_lesson"),
        ),
        sa.ForeignKeyConstraint(
            ["trainer"],
            ["accounts.id"],
            name=op.f("fk_school_assignments_trainer"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_assignments")),
    )
    op.create_index(op.f("ix_school_assignments_account"), "school_assignments", ["account"])
    op.create_index(op.f("ix_school_assignments_group_id"), "school_assignments", ["group_id"])
    op.create_index(op.f("ix_school_assignments_trainer"), "school_assignments", ["trainer"])
    op.create_table(
        "school_members",
        sa.Column("group_id", sa.Integer(), nullable=False),
        sa.Column("account", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account"],
            ["accounts.id"],
            name=op.f("fk_school_members_account"),
        ),
        sa.ForeignKeyConstraint(
            ["group_id"],
            ["school_groups.id"],
            name=op.f("fk_school_members_group_id"),
        ),
        sa.PrimaryKeyConstraint("group_id", "account", name=op.f("pk_school_members")),
    )


def _answers() -> None:
    """What was asked and answered."""
    op.create_table(
        "school_sittings",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("trainee", sa.String(length=32), nullable=False),
        sa.Column("lesson", sa.String(length=32), nullable=False),
        sa.Column("assignment", sa.Integer(), nullable=True),
        sa.Column("seed", sa.String(length=32), nullable=False),
        sa.Column("items", sa.Integer(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=True),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("skill", sa.String(length=120), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["assignment"],
            ["school_assignments.id"],
            name=op.f("fk_school_sittings_assignment"),
        ),
        sa.ForeignKeyConstraint(
            ["lesson"],
            ["school_lessons.id"],
            name=op.f("fk_school_sittings_lesson"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_sittings")),
    )
    op.create_index(op.f("ix_school_sittings_assignment"), "school_sittings", ["assignment"])
    op.create_index(op.f("ix_school_sittings_trainee"), "school_sittings", ["trainee"])
    op.create_table(
        "school_answers",
        sa.Column("sitting", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("trainee", sa.String(length=32), nullable=False),
        sa.Column("lesson", sa.String(length=32), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("rules_hash", sa.String(length=64), nullable=False),
        sa.Column("seed", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("skill", sa.String(length=120), nullable=False),
        sa.Column("rule", sa.String(length=40), nullable=False),
        sa.Column("rules", sa.Text(), nullable=False),
        sa.Column("given", sa.Text(), nullable=False),
        sa.Column("is_right", sa.Boolean(), nullable=False),
        sa.Column("error_cents", sa.BigInteger(), nullable=False),
        sa.Column("ms", sa.Integer(), nullable=False),
        sa.Column("aim_ms", sa.Integer(), nullable=False),
        sa.Column("seal", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["sitting"],
            ["school_sittings.id"],
            name=op.f("fk_school_answers_sitting"),
        ),
        sa.PrimaryKeyConstraint("sitting", "number", name=op.f("pk_school_answers")),
    )
    op.create_index(op.f("ix_school_answers_at"), "school_answers", ["at"])
    op.create_index(op.f("ix_school_answers_trainee_at"), "school_answers", ["trainee", "at"])
