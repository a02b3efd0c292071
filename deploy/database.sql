-- An empty database that belongs to the owner; nobody but the servers' role may connect to it:
--   runuser -u postgres -- psql -v ON_ERROR_STOP=1 < database.sql

CREATE DATABASE pitboss OWNER pitboss_owner ENCODING 'UTF8' LOCALE 'C.UTF-8' TEMPLATE template0;
REVOKE ALL ON DATABASE pitboss FROM PUBLIC;
GRANT CONNECT ON DATABASE pitboss TO pitboss;
