-- What a provider said of a man who is to be linked, sealed, until whoever began it shows his verifier.
alter table auth.flow_state add column identity_to_link bytea;
