-- The service's own secret, sealed under each signing key that it has run with (auth/standalone/stored-secret.ts).
alter table auth.kept_secrets rename to sealed_secrets;
alter table auth.sealed_secrets rename constraint kept_secrets_pkey to sealed_secrets_pkey;
