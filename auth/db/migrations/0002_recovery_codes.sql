-- Codes for who has lost his authenticator app: ten at a time, each opens once. Only keyed hashes.
create table auth.mfa_recovery_codes (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  created_at timestamptz not null,
  unique (user_id, code_hash)
);
