-- One row per counter, whose window begins with its first attempt; the newest window stays.
alter table auth.request_counts rename to rate_limits;
delete from auth.rate_limits former using auth.rate_limits newer
  where newer.key = former.key and newer.window_starts_at > former.window_starts_at;
alter table auth.rate_limits
  drop constraint request_counts_pkey,
  add constraint rate_limits_pkey primary key (key);
alter index auth.request_counts_window_starts_at_idx rename to rate_limits_window_starts_at_idx;

alter table auth.guesses rename to failed_attempts;
alter table auth.failed_attempts rename constraint guesses_pkey to failed_attempts_pkey;
alter index auth.guesses_last_failed_at_idx rename to failed_attempts_last_failed_at_idx;
