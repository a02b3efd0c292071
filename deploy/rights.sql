-- What the servers' role may do, no more than they do. As the owner, after every `pitboss migrate` and every restore:
--   runuser -u pitboss_owner -- psql -v ON_ERROR_STOP=1 -d pitboss < rights.sql
-- The log, the ledger, the results and a trainee's answers only ever grow: whoever gets hold of a server cannot rewrite them.

BEGIN;
REVOKE ALL ON ALL TABLES IN SCHEMA public FROM pitboss;
REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM pitboss;

GRANT SELECT ON alembic_version TO pitboss;
GRANT SELECT, INSERT ON acts, audit_reports, log, ledger, results TO pitboss;
GRANT SELECT, INSERT, UPDATE ON accounts, balances, shoes, tables TO pitboss;
GRANT SELECT, INSERT, DELETE ON bars, carry_codes TO pitboss;
GRANT SELECT, INSERT, UPDATE, DELETE ON sessions TO pitboss;
GRANT SELECT, INSERT, UPDATE, DELETE ON servers TO pitboss;
GRANT SELECT, INSERT, UPDATE, DELETE ON tree_heads, tree_runs, tree_tiles TO pitboss;
GRANT SELECT, INSERT ON school_answers, school_lessons TO pitboss;
GRANT SELECT, INSERT, UPDATE ON school_assignments, school_groups, school_sittings TO pitboss;
GRANT SELECT, INSERT, DELETE ON school_certificates, school_members, school_table_tests, school_trainees TO pitboss;
GRANT SELECT, INSERT, UPDATE, DELETE ON school_schedule TO pitboss;
GRANT SELECT, INSERT ON practice_decisions, practice_puzzles, practice_rules TO pitboss;
GRANT SELECT, INSERT, UPDATE ON practice_hands TO pitboss;
GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO pitboss;
COMMIT;
