-- When the owner was last sent a link to sign in, apart from one for a new password: whoever asks for
-- the one in an owner's place keeps him from the other for no moment.
alter table auth.users add column magiclink_sent_at timestamptz;
