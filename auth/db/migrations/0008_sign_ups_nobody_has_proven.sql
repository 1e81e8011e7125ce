-- When the owner signed up; null for an account that an administrator made or has invited somebody to. Such
-- a sign-up whose address or number nobody has proven is replaced by the next one, and deleted after a day.
alter table auth.users add column signed_up_at timestamptz;

-- Those that there are already were made by anybody as well.
update auth.users set signed_up_at = created_at
  where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null
    and invited_at is null and is_anonymous = false
    and (confirmation_sent_at is not null or magiclink_sent_at is not null);

create index users_unproven_sign_ups_idx on auth.users (signed_up_at)
  where email_confirmed_at is null and phone_confirmed_at is null and last_sign_in_at is null;
