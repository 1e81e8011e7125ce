-- Once, on the primary, as postgres: psql -h 127.0.0.1 -p 5000 -U postgres -v owner_password=... -v site_password=... -f roles.sql
-- What the roles are for: docs/operations.md, Database.
create role charity_owner login password :'owner_password';
create role charity login password :'site_password';
create role charity_erasure nologin;
grant charity_erasure to charity_owner with inherit false;
create database charity owner charity_owner;
-- PgBouncer drops the limits that the site asks for when it connects.
alter role charity set statement_timeout = '10s';
alter role charity set idle_in_transaction_session_timeout = '30s';
