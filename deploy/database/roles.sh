#!/bin/bash
# Run once by the database container, on an empty volume: the three roles of docs/operations.md.
set -euo pipefail
psql --username "$POSTGRES_USER" --set ON_ERROR_STOP=1 \
  --set owner="$OWNER_PASSWORD" --set site="$SITE_PASSWORD" <<'SQL'
create role charity_owner login password :'owner';
create role charity login password :'site';
create role charity_erasure nologin;
grant charity_erasure to charity_owner with inherit false;
create database charity owner charity_owner;
SQL
