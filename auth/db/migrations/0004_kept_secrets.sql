-- The service's own secret, sealed under each signing key that it has run with (auth/alone/kept-secret.ts).
create table auth.kept_secrets (
  kid text primary key,
  sealed bytea not null
);
