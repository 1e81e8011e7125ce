-- Every table of the authentication service, under the names that the protocol's reference server
-- uses, so that accounts can move to it or from it. Plain tables, keys and indexes only: no trigger,
-- enum, function or extension, so that any PostgreSQL-compatible engine will do.

create table auth.users (
  id uuid primary key,
  aud text not null default 'authenticated',
  role text not null default 'authenticated',
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  invited_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  -- When the owner was last told that somebody tried to sign up with this address.
  repeated_signup_sent_at timestamptz,
  email_change text,
  email_change_sent_at timestamptz,
  email_change_confirm_status smallint not null default 0,
  phone text,
  phone_confirmed_at timestamptz,
  phone_change text,
  phone_change_sent_at timestamptz,
  reauthentication_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  is_sso_user boolean not null default false,
  is_anonymous boolean not null default false,
  banned_until timestamptz,
  deleted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create unique index users_email_key on auth.users (email) where is_sso_user = false;
create unique index users_phone_key on auth.users (phone);
create index users_created_at_idx on auth.users (created_at, id);

create table auth.identities (
  id uuid primary key,
  provider text not null,
  provider_id text not null,
  user_id uuid not null references auth.users (id) on delete cascade,
  identity_data jsonb not null default '{}',
  email text,
  last_sign_in_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (provider, provider_id)
);

create index identities_user_id_idx on auth.identities (user_id);
create index identities_email_idx on auth.identities (email);

create table auth.mfa_factors (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text not null default '',
  factor_type text not null,
  status text not null default 'unverified',
  secret bytea,
  phone text,
  web_authn_credential jsonb,
  web_authn_aaguid uuid,
  -- The last time-step whose code was accepted: a code opens once.
  last_used_step bigint,
  failures integer not null default 0,
  last_challenged_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, friendly_name)
);

create index mfa_factors_created_at_idx on auth.mfa_factors (created_at) where status = 'unverified';

create table auth.mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address text not null,
  otp_code bytea,
  web_authn_session_data jsonb,
  attempts integer not null default 0,
  verified_at timestamptz,
  created_at timestamptz not null
);

create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
create index mfa_challenges_created_at_idx on auth.mfa_challenges (created_at);

-- A session is alive while its row is there. Of its refresh token only the sealed key and the
-- counter are stored, so that a copy of this table signs nobody in.
create table auth.sessions (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  aal text not null default 'aal1',
  factor_id uuid,
  refresh_token_hmac_key bytea not null,
  refresh_token_counter bigint not null default 0,
  not_after timestamptz,
  refreshed_at timestamptz,
  ip text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index sessions_user_id_idx on auth.sessions (user_id, created_at);

create table auth.mfa_amr_claims (
  id uuid primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  authentication_method text not null,
  provider text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (session_id, authentication_method)
);

-- Links and codes sent by mail or SMS. Only keyed hashes are stored; a code stands `attempts` tries.
create table auth.one_time_tokens (
  id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  token_type text not null,
  -- The address or number that the token was sent to.
  relates_to text not null,
  link_hash bytea not null unique,
  link_expires_at timestamptz not null,
  code_hash bytea not null,
  code_expires_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null,
  unique (user_id, token_type)
);

create index one_time_tokens_link_expires_at_idx on auth.one_time_tokens (link_expires_at);

create table auth.flow_state (
  id uuid primary key,
  user_id uuid references auth.users (id) on delete cascade,
  auth_code text unique,
  code_challenge text,
  code_challenge_method text,
  provider_type text not null,
  provider_access_token bytea,
  provider_refresh_token bytea,
  authentication_method text not null,
  redirect_to text,
  invite_token text,
  linking_target_id uuid,
  email_optional boolean not null default false,
  auth_code_issued_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create index flow_state_created_at_idx on auth.flow_state (created_at);

create table auth.oauth_client_states (
  id uuid primary key,
  provider_type text not null,
  code_verifier bytea,
  created_at timestamptz not null
);

create index oauth_client_states_created_at_idx on auth.oauth_client_states (created_at);

-- Who did what, kept when the account is gone: hence no reference to auth.users.
create table auth.audit_log_entries (
  id uuid primary key,
  action text not null,
  user_id uuid,
  session_id uuid,
  ip_address text not null default '',
  payload jsonb not null default '{}',
  created_at timestamptz not null
);

create index audit_log_entries_created_at_idx on auth.audit_log_entries (created_at);
create index audit_log_entries_user_id_idx on auth.audit_log_entries (user_id, created_at);

-- Wrong guesses of passwords and codes. Keys are keyed hashes: the table names no address.
create table auth.guesses (
  key text primary key,
  failures integer not null,
  last_failed_at timestamptz not null
);

create index guesses_last_failed_at_idx on auth.guesses (last_failed_at);

-- How often something was asked for or sent within one window of time (request limits, mail and
-- SMS budgets).
create table auth.request_counts (
  key text not null,
  window_starts_at timestamptz not null,
  count integer not null,
  primary key (key, window_starts_at)
);

create index request_counts_window_starts_at_idx on auth.request_counts (window_starts_at);
