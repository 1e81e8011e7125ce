-- When the present password, or a mailed code, was last shown within the session.
alter table auth.sessions add column reauthenticated_at timestamptz;
