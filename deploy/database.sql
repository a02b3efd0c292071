-- Two roles and an empty database:
--   runuser -u postgres -- psql -v ON_ERROR_STOP=1 -f database.sql
-- pitboss_owner has the tables and brings them up to date. pitboss runs the servers and cannot change a table, nor an
-- entry of the log. Where PostgreSQL runs on another machine, give both a password (\password pitboss).

SELECT 'CREATE ROLE pitboss_owner LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pitboss_owner') \gexec
SELECT 'CREATE ROLE pitboss LOGIN'
WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'pitboss') \gexec

CREATE DATABASE pitboss OWNER pitboss_owner ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0;
REVOKE ALL ON DATABASE pitboss FROM PUBLIC;
GRANT CONNECT ON DATABASE pitboss TO pitboss;
