-- Two roles, where they are not there yet:
--   runuser -u postgres -- psql -v ON_ERROR_STOP=1 < roles.sql
-- pitboss_owner has the tables and brings them up to date. pitboss runs the servers and cannot change a table, nor an
-- entry of the log. Where PostgreSQL runs on another machine, give both a password (\password pitboss).

SELECT 'CREATE ROLE pitboss_owner LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pitboss_owner') \gexec
SELECT 'CREATE ROLE pitboss LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pitboss') \gexec
