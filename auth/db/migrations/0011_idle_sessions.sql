create index sessions_created_at_idx on auth.sessions (created_at);
create index sessions_not_after_idx on auth.sessions (not_after) where not_after is not null;
