-- The whole schema as 11 former migrations left it (decision 72). former.sha256 lists them: in a
-- database that ran them all this one counts as run.
-- Tables.
CREATE TABLE auth.audit_log_entries (
	id uuid NOT NULL,
	action text NOT NULL,
	user_id uuid,
	session_id uuid,
	ip_address text DEFAULT ''::text NOT NULL,
	payload jsonb DEFAULT '{}'::jsonb NOT NULL,
	created_at timestamp with time zone NOT NULL,
	CONSTRAINT audit_log_entries_pkey PRIMARY KEY (id)
);
CREATE TABLE auth.failed_attempts (
	key text CONSTRAINT guesses_key_not_null NOT NULL,
	failures integer CONSTRAINT guesses_failures_not_null NOT NULL,
	last_failed_at timestamp with time zone CONSTRAINT guesses_last_failed_at_not_null NOT NULL,
	CONSTRAINT failed_attempts_pkey PRIMARY KEY (key)
);
CREATE TABLE auth.flow_state (
	id uuid NOT NULL,
	user_id uuid,
	auth_code text,
	code_challenge text,
	code_challenge_method text,
	provider_type text NOT NULL,
	provider_access_token bytea,
	provider_refresh_token bytea,
	authentication_method text NOT NULL,
	redirect_to text,
	invite_token text,
	linking_target_id uuid,
	email_optional boolean DEFAULT false NOT NULL,
	auth_code_issued_at timestamp with time zone,
	used_at timestamp with time zone,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	identity_to_link bytea,
	CONSTRAINT flow_state_auth_code_key UNIQUE (auth_code),
	CONSTRAINT flow_state_pkey PRIMARY KEY (id)
);
CREATE TABLE auth.identities (
	id uuid NOT NULL,
	provider text NOT NULL,
	provider_id text NOT NULL,
	user_id uuid NOT NULL,
	identity_data jsonb DEFAULT '{}'::jsonb NOT NULL,
	email text,
	last_sign_in_at timestamp with time zone,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	CONSTRAINT identities_pkey PRIMARY KEY (id),
	CONSTRAINT identities_provider_provider_id_key UNIQUE (provider, provider_id)
);
CREATE TABLE auth.mfa_amr_claims (
	id uuid NOT NULL,
	session_id uuid NOT NULL,
	authentication_method text NOT NULL,
	provider text,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	CONSTRAINT mfa_amr_claims_pkey PRIMARY KEY (id),
	CONSTRAINT mfa_amr_claims_session_id_authentication_method_key UNIQUE (session_id, authentication_method)
);
CREATE TABLE auth.mfa_challenges (
	id uuid NOT NULL,
	factor_id uuid NOT NULL,
	ip_address text NOT NULL,
	otp_code bytea,
	web_authn_session_data jsonb,
	attempts integer DEFAULT 0 NOT NULL,
	verified_at timestamp with time zone,
	created_at timestamp with time zone NOT NULL,
	CONSTRAINT mfa_challenges_pkey PRIMARY KEY (id)
);
CREATE TABLE auth.mfa_factors (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	friendly_name text DEFAULT ''::text NOT NULL,
	factor_type text NOT NULL,
	status text DEFAULT 'unverified'::text NOT NULL,
	secret bytea,
	phone text,
	web_authn_credential jsonb,
	web_authn_aaguid uuid,
	last_used_step bigint,
	failures integer DEFAULT 0 NOT NULL,
	last_challenged_at timestamp with time zone,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	CONSTRAINT mfa_factors_pkey PRIMARY KEY (id),
	CONSTRAINT mfa_factors_user_id_friendly_name_key UNIQUE (user_id, friendly_name)
);
CREATE TABLE auth.mfa_recovery_codes (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	code_hash bytea NOT NULL,
	used_at timestamp with time zone,
	created_at timestamp with time zone NOT NULL,
	CONSTRAINT mfa_recovery_codes_pkey PRIMARY KEY (id),
	CONSTRAINT mfa_recovery_codes_user_id_code_hash_key UNIQUE (user_id, code_hash)
);
CREATE TABLE auth.oauth_client_states (
	id uuid NOT NULL,
	provider_type text NOT NULL,
	code_verifier bytea,
	created_at timestamp with time zone NOT NULL,
	CONSTRAINT oauth_client_states_pkey PRIMARY KEY (id)
);
CREATE TABLE auth.one_time_tokens (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	token_type text NOT NULL,
	relates_to text NOT NULL,
	link_hash bytea NOT NULL,
	link_expires_at timestamp with time zone NOT NULL,
	code_hash bytea NOT NULL,
	code_expires_at timestamp with time zone NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	created_at timestamp with time zone NOT NULL,
	CONSTRAINT one_time_tokens_link_hash_key UNIQUE (link_hash),
	CONSTRAINT one_time_tokens_pkey PRIMARY KEY (id),
	CONSTRAINT one_time_tokens_user_id_token_type_key UNIQUE (user_id, token_type)
);
CREATE TABLE auth.rate_limits (
	key text CONSTRAINT request_counts_key_not_null NOT NULL,
	window_starts_at timestamp with time zone CONSTRAINT request_counts_window_starts_at_not_null NOT NULL,
	count integer CONSTRAINT request_counts_count_not_null NOT NULL,
	CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);
CREATE TABLE auth.sealed_secrets (
	kid text CONSTRAINT kept_secrets_kid_not_null NOT NULL,
	sealed bytea CONSTRAINT kept_secrets_sealed_not_null NOT NULL,
	CONSTRAINT sealed_secrets_pkey PRIMARY KEY (kid)
);
CREATE TABLE auth.sessions (
	id uuid NOT NULL,
	user_id uuid NOT NULL,
	aal text DEFAULT 'aal1'::text NOT NULL,
	factor_id uuid,
	refresh_token_hmac_key bytea NOT NULL,
	refresh_token_counter bigint DEFAULT 0 NOT NULL,
	not_after timestamp with time zone,
	refreshed_at timestamp with time zone,
	ip text,
	user_agent text,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	reauthenticated_at timestamp with time zone,
	CONSTRAINT sessions_pkey PRIMARY KEY (id)
);
CREATE TABLE auth.used_id_tokens (
	mark bytea NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	CONSTRAINT used_id_tokens_pkey PRIMARY KEY (mark)
);
CREATE TABLE auth.users (
	id uuid NOT NULL,
	aud text DEFAULT 'authenticated'::text NOT NULL,
	role text DEFAULT 'authenticated'::text NOT NULL,
	email text,
	encrypted_password text,
	email_confirmed_at timestamp with time zone,
	invited_at timestamp with time zone,
	confirmation_sent_at timestamp with time zone,
	recovery_sent_at timestamp with time zone,
	repeated_signup_sent_at timestamp with time zone,
	email_change text,
	email_change_sent_at timestamp with time zone,
	email_change_confirm_status smallint DEFAULT 0 NOT NULL,
	phone text,
	phone_confirmed_at timestamp with time zone,
	phone_change text,
	phone_change_sent_at timestamp with time zone,
	reauthentication_sent_at timestamp with time zone,
	last_sign_in_at timestamp with time zone,
	raw_app_meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
	raw_user_meta_data jsonb DEFAULT '{}'::jsonb NOT NULL,
	is_sso_user boolean DEFAULT false NOT NULL,
	is_anonymous boolean DEFAULT false NOT NULL,
	banned_until timestamp with time zone,
	deleted_at timestamp with time zone,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	magiclink_sent_at timestamp with time zone,
	signed_up_at timestamp with time zone,
	CONSTRAINT users_pkey PRIMARY KEY (id)
);
-- References between tables.
ALTER TABLE auth.flow_state
	ADD CONSTRAINT flow_state_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE auth.identities
	ADD CONSTRAINT identities_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE auth.mfa_amr_claims
	ADD CONSTRAINT mfa_amr_claims_session_id_fkey FOREIGN KEY (session_id) REFERENCES auth.sessions(id) ON DELETE CASCADE;
ALTER TABLE auth.mfa_challenges
	ADD CONSTRAINT mfa_challenges_factor_id_fkey FOREIGN KEY (factor_id) REFERENCES auth.mfa_factors(id) ON DELETE CASCADE;
ALTER TABLE auth.mfa_factors
	ADD CONSTRAINT mfa_factors_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE auth.mfa_recovery_codes
	ADD CONSTRAINT mfa_recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE auth.one_time_tokens
	ADD CONSTRAINT one_time_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
ALTER TABLE auth.sessions
	ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES auth.users(id) ON DELETE CASCADE;
-- Indexes.
CREATE INDEX audit_log_entries_created_at_idx ON auth.audit_log_entries (created_at);
CREATE INDEX audit_log_entries_user_id_idx ON auth.audit_log_entries (user_id, created_at);
CREATE INDEX failed_attempts_last_failed_at_idx ON auth.failed_attempts (last_failed_at);
CREATE INDEX flow_state_created_at_idx ON auth.flow_state (created_at);
CREATE INDEX identities_email_idx ON auth.identities (email);
CREATE INDEX identities_user_id_idx ON auth.identities (user_id);
CREATE INDEX mfa_challenges_created_at_idx ON auth.mfa_challenges (created_at);
CREATE INDEX mfa_challenges_factor_id_idx ON auth.mfa_challenges (factor_id);
CREATE INDEX mfa_factors_created_at_idx ON auth.mfa_factors (created_at) WHERE (status = 'unverified'::text);
CREATE INDEX oauth_client_states_created_at_idx ON auth.oauth_client_states (created_at);
CREATE INDEX one_time_tokens_link_expires_at_idx ON auth.one_time_tokens (link_expires_at);
CREATE INDEX rate_limits_window_starts_at_idx ON auth.rate_limits (window_starts_at);
CREATE INDEX sessions_created_at_idx ON auth.sessions (created_at);
CREATE INDEX sessions_not_after_idx ON auth.sessions (not_after) WHERE (not_after IS NOT NULL);
CREATE INDEX sessions_user_id_idx ON auth.sessions (user_id, created_at);
CREATE INDEX used_id_tokens_expires_at_idx ON auth.used_id_tokens (expires_at);
CREATE INDEX users_created_at_idx ON auth.users (created_at, id);
CREATE UNIQUE INDEX users_email_key ON auth.users (email) WHERE (is_sso_user = false);
CREATE UNIQUE INDEX users_phone_key ON auth.users (phone);
CREATE INDEX users_unproven_sign_ups_idx ON auth.users (signed_up_at) WHERE ((email_confirmed_at IS NULL) AND (phone_confirmed_at IS NULL) AND (last_sign_in_at IS NULL));
