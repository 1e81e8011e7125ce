-- Id tokens that somebody has signed in with or linked: keyed hashes, kept for as long as the tokens last.
create table auth.used_id_tokens (
  mark bytea primary key,
  expires_at timestamptz not null
);

create index used_id_tokens_expires_at_idx on auth.used_id_tokens (expires_at);
