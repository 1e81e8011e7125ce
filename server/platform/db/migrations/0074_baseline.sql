-- The whole schema as 75 former migrations left it (decision 72). former.sha256 lists them: in a
-- database that ran them all this one counts as run.
-- Functions of triggers and of checks.
CREATE FUNCTION add_care_loop() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into care_loops (kind, member_id, appointment_id, result_id, owner, pace, urgency, opened_at)
    values ('released_to_read', new.member_id, new.appointment_id, new.id, 'clinician', 'soon', 1,
      new.released_at);
  return new;
end
$$;--> statement-breakpoint
CREATE FUNCTION add_retest() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into retests (result_id) values (new.id);
  return new;
end
$$;--> statement-breakpoint
CREATE FUNCTION add_unannounced_result() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  insert into unannounced_results (result_id) values (new.id);
  return new;
end
$$;--> statement-breakpoint
CREATE FUNCTION count_event_places() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if tg_op = 'INSERT' then
    update events set total_places = total_places + added.n
      from (select event_id, count(*) n from changed group by event_id) added
      where id = added.event_id;
  else
    update events set total_places = total_places - removed.n
      from (select event_id, count(*) n from changed group by event_id) removed
      where id = removed.event_id;
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE FUNCTION forget_visitor() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.held_by_visitor := null;
  return new;
end
$$;--> statement-breakpoint
CREATE FUNCTION mirror_to_merged() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  update members set first_name = new.first_name, last_name = new.last_name, gender = new.gender,
      date_of_birth = new.date_of_birth, email = new.email, phone = new.phone,
      home_address = new.home_address, address_lines = new.address_lines, town = new.town,
      postcode = new.postcode, contact_by = new.contact_by, support_needs = new.support_needs,
      support_note = new.support_note, updated_at = new.updated_at
    where merged_into = new.id;
  return null;
end
$$;--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if current_user = 'charity_erasure' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;--> statement-breakpoint
CREATE FUNCTION refuse_merged_member() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  if exists (select from members where id = new.member_id and merged_into is not null) then
    raise exception 'refused: member_is_merged'
      using errcode = 'P0001', constraint = 'member_is_merged';
  end if;
  return null;
end
$$;--> statement-breakpoint
CREATE FUNCTION refuse_refund_above_payment() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
declare
  captured integer;
begin
  if new.reason = 'at the provider' then
    return new;
  end if;
  select coalesce(captured_pence, amount_pence) into captured
    from payments where id = new.payment_id for no key update;
  if new.amount_pence + (select coalesce(sum(amount_pence), 0) from refunds
      where payment_id = new.payment_id and state <> 'failed') > captured then
    raise exception 'refunds are above the payment'
      using errcode = '23514', constraint = 'refunds_are_at_most_the_payment';
  end if;
  return new;
end
$$;--> statement-breakpoint
CREATE FUNCTION refuse_unless(ok boolean, reason text) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
begin
  if not coalesce(ok, false) then
    raise exception 'refused: %', reason using errcode = 'P0001', constraint = reason;
  end if;
  return true;
end
$$;--> statement-breakpoint
-- Tables.
CREATE TABLE access_grants (
	event_id bigint NOT NULL,
	visitor_hash bytea NOT NULL,
	member_id bigint,
	expires_at timestamp with time zone NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT access_grant PRIMARY KEY (event_id, visitor_hash)
);--> statement-breakpoint
CREATE TABLE access_log (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	actor_user_id uuid NOT NULL,
	actor_role text NOT NULL,
	what text NOT NULL,
	result_id bigint,
	reason text,
	address_hash bytea,
	at timestamp with time zone NOT NULL,
	CONSTRAINT access_log_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE appointments (
	id bigint GENERATED ALWAYS AS IDENTITY,
	reference text NOT NULL,
	event_id bigint NOT NULL,
	member_id bigint NOT NULL,
	slot_starts_at timestamp with time zone NOT NULL,
	slot_ends_at timestamp with time zone NOT NULL,
	status text DEFAULT 'booked'::text NOT NULL,
	payment_status text NOT NULL,
	price_pence integer NOT NULL,
	consent_id bigint NOT NULL,
	calendar_sequence integer DEFAULT 0 NOT NULL,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	cancelled_at timestamp with time zone,
	free_cancel_until timestamp with time zone,
	free_repeat_of bigint,
	host_share_pence integer DEFAULT 0 NOT NULL,
	CONSTRAINT appointment_cancelled_has_a_time CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL))),
	CONSTRAINT appointment_ends_after_it_starts CHECK ((slot_ends_at > slot_starts_at)),
	CONSTRAINT appointment_of_a_free_repeat_is_waived CHECK (((free_repeat_of IS NULL) OR (payment_status = 'waived'::text))),
	CONSTRAINT appointment_payment_is_known CHECK ((payment_status = ANY (ARRAY['not paid'::text, 'paid'::text, 'paid by card'::text, 'paid at the venue'::text, 'waived'::text]))),
	CONSTRAINT appointment_status_is_known CHECK ((status = ANY (ARRAY['booked'::text, 'cancelled'::text]))),
	CONSTRAINT appointment_at_a_time UNIQUE (id, event_id, slot_starts_at),
	CONSTRAINT appointment_of_a_member UNIQUE (id, member_id),
	CONSTRAINT appointments_pkey PRIMARY KEY (id),
	CONSTRAINT appointments_reference_unique UNIQUE (reference)
);--> statement-breakpoint
CREATE TABLE attendance (
	appointment_id bigint NOT NULL,
	event_id bigint NOT NULL,
	state text NOT NULL,
	since timestamp with time zone NOT NULL,
	arrived_at timestamp with time zone,
	action_id uuid,
	absence_told_at timestamp with time zone,
	CONSTRAINT attendance_state_is_known CHECK ((state = ANY (ARRAY['expected'::text, 'arrived'::text, 'sampled'::text, 'not_sampled'::text, 'did_not_attend'::text]))),
	CONSTRAINT attendance_pkey PRIMARY KEY (appointment_id)
);--> statement-breakpoint
CREATE TABLE attendance_actions (
	action_id uuid CONSTRAINT attendance_actions_id_not_null NOT NULL,
	event_id bigint NOT NULL,
	appointment_id bigint,
	named_appointment bigint,
	type text NOT NULL,
	device text NOT NULL,
	sequence integer NOT NULL,
	at timestamp with time zone NOT NULL,
	tube text,
	reason text,
	note text,
	undoes uuid,
	staff_id bigint NOT NULL,
	recorded_at timestamp with time zone NOT NULL,
	status text NOT NULL,
	code text,
	id bigint CONSTRAINT attendance_actions_id_not_null1 NOT NULL GENERATED ALWAYS AS IDENTITY,
	named_walk_in uuid,
	also text[],
	how text,
	pence integer,
	form_digest text,
	CONSTRAINT attendance_action_is_about_an_appointment CHECK (((status = 'refused'::text) OR (appointment_id IS NOT NULL))),
	CONSTRAINT attendance_action_status_is_known CHECK (((status = ANY (ARRAY['applied'::text, 'flagged'::text, 'refused'::text])) AND ((status = 'applied'::text) = (code IS NULL)))),
	CONSTRAINT attendance_action_type_is_known CHECK ((type = ANY (ARRAY['arrive'::text, 'sample'::text, 'not_sampled'::text, 'undo'::text, 'did_not_attend'::text, 'walk_in'::text, 'taking'::text]))),
	CONSTRAINT attendance_sample_has_a_tube CHECK (((status = 'refused'::text) OR ((type = 'sample'::text) = (tube IS NOT NULL)))),
	CONSTRAINT attendance_taking_has_a_sum CHECK (((status = 'refused'::text) OR ((type = 'taking'::text) = ((pence IS NOT NULL) AND (how IS NOT NULL))))),
	CONSTRAINT attendance_actions_pkey PRIMARY KEY (id),
	CONSTRAINT each_attendance_action_once UNIQUE (action_id)
);--> statement-breakpoint
CREATE TABLE attendance_reviews (
	action_id uuid NOT NULL,
	staff_id bigint NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT attendance_reviews_pkey PRIMARY KEY (action_id)
);--> statement-breakpoint
CREATE TABLE audit_log (
	id bigint GENERATED ALWAYS AS IDENTITY,
	actor_user_id uuid,
	member_id bigint,
	action text NOT NULL,
	subject text NOT NULL,
	details jsonb DEFAULT '{}'::jsonb NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT audit_log_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE bulk_action_items (
	id bigint GENERATED ALWAYS AS IDENTITY,
	bulk_action_id bigint NOT NULL,
	member_id bigint NOT NULL,
	appointment_id bigint,
	state text DEFAULT 'open'::text NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	problem text,
	is_mailed boolean,
	done_at timestamp with time zone,
	CONSTRAINT bulk_action_item_done_has_a_time CHECK (((state = 'done'::text) = (done_at IS NOT NULL))),
	CONSTRAINT bulk_action_item_state_is_known CHECK ((state = ANY (ARRAY['open'::text, 'done'::text, 'failed'::text]))),
	CONSTRAINT bulk_action_items_pkey PRIMARY KEY (id),
	CONSTRAINT one_item_per_member_and_action UNIQUE (bulk_action_id, member_id)
);--> statement-breakpoint
CREATE TABLE bulk_actions (
	id bigint GENERATED ALWAYS AS IDENTITY,
	kind text NOT NULL,
	event_id bigint NOT NULL,
	state text NOT NULL,
	message text,
	made_by bigint NOT NULL,
	confirmed_by bigint,
	created_at timestamp with time zone NOT NULL,
	finished_at timestamp with time zone,
	subject text,
	reverted_at timestamp with time zone,
	CONSTRAINT bulk_action_second_person_is_another CHECK ((confirmed_by <> made_by)),
	CONSTRAINT bulk_action_state_is_known CHECK ((state = ANY (ARRAY['waits for a second person'::text, 'running'::text, 'done'::text]))),
	CONSTRAINT bulk_actions_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE care_loop_steps (
	id bigint GENERATED ALWAYS AS IDENTITY,
	loop_id bigint NOT NULL,
	action text NOT NULL,
	outcome text NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT care_loop_steps_pkey PRIMARY KEY (id),
	CONSTRAINT each_step_of_a_loop_once UNIQUE (loop_id, action)
);--> statement-breakpoint
CREATE TABLE care_loops (
	id bigint GENERATED ALWAYS AS IDENTITY,
	kind text NOT NULL,
	member_id bigint NOT NULL,
	appointment_id bigint,
	lab_result_id bigint,
	result_id bigint,
	owner text NOT NULL,
	escalated_to text,
	pace text DEFAULT 'usual'::text NOT NULL,
	urgency integer NOT NULL,
	opened_at timestamp with time zone NOT NULL,
	due_at timestamp with time zone,
	next_step_at timestamp with time zone,
	is_to_ring boolean DEFAULT false NOT NULL,
	calls integer DEFAULT 0 NOT NULL,
	last_called_at timestamp with time zone,
	closed_at timestamp with time zone,
	closed_because text,
	closed_by bigint,
	closing bytea,
	CONSTRAINT care_loop_closed_by_a_person_has_words CHECK (((closed_by IS NULL) = (closed_because IS DISTINCT FROM 'person'::text))),
	CONSTRAINT care_loop_is_about_something CHECK ((COALESCE(result_id, lab_result_id, appointment_id) IS NOT NULL)),
	CONSTRAINT care_loop_is_closed_because_of_something CHECK (((closed_at IS NULL) = (closed_because IS NULL))),
	CONSTRAINT care_loop_is_due CHECK (((due_at IS NOT NULL) OR (kind = 'released_to_read'::text))),
	CONSTRAINT care_loop_kind_is_known CHECK ((kind = ANY (ARRAY['booked_to_attended'::text, 'sample_to_lab'::text, 'lab_to_result'::text, 'result_to_review'::text, 'second_review'::text, 'review_to_release'::text, 'released_to_read'::text, 'repeat_test'::text, 'gp_told'::text, 'gp_outcome'::text, 'recall'::text]))),
	CONSTRAINT care_loop_owner_is_known CHECK ((owner = ANY (ARRAY['office'::text, 'clinician'::text]))),
	CONSTRAINT care_loop_pace_is_known CHECK ((pace = ANY (ARRAY['soon'::text, 'usual'::text, 'returned'::text]))),
	CONSTRAINT care_loops_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE chain_batches (
	table_name text NOT NULL,
	chain integer NOT NULL,
	batch integer NOT NULL,
	from_id bigint NOT NULL,
	to_id bigint NOT NULL,
	is_late boolean NOT NULL,
	row_ids text NOT NULL,
	row_count integer NOT NULL,
	mac bytea NOT NULL,
	sealed_at timestamp with time zone NOT NULL,
	CONSTRAINT chain_batch_covers_a_range CHECK (((from_id <= to_id) AND (row_count > 0))),
	CONSTRAINT one_batch_of_a_number PRIMARY KEY (table_name, chain, batch)
);--> statement-breakpoint
CREATE TABLE chain_locks (
	table_name text NOT NULL,
	CONSTRAINT chain_locks_pkey PRIMARY KEY (table_name)
);--> statement-breakpoint
CREATE TABLE chain_reseals (
	table_name text NOT NULL,
	chain integer NOT NULL,
	batch integer NOT NULL,
	number integer NOT NULL,
	removed_ids text NOT NULL,
	erasure_log_id bigint NOT NULL,
	mac bytea NOT NULL,
	sealed_at timestamp with time zone NOT NULL,
	CONSTRAINT one_reseal_of_a_number PRIMARY KEY (table_name, chain, batch, number)
);--> statement-breakpoint
CREATE TABLE claim_letters (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	code_hash bytea NOT NULL,
	made_by bigint NOT NULL,
	made_at timestamp with time zone NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	printed_at timestamp with time zone,
	posted_at timestamp with time zone,
	returned_at timestamp with time zone,
	tries integer DEFAULT 0 NOT NULL,
	closed_at timestamp with time zone,
	closed_because text,
	CONSTRAINT claim_letter_closed_for_a_reason CHECK (((closed_at IS NULL) = (closed_because IS NULL))),
	CONSTRAINT claim_letter_end_is_known CHECK ((closed_because = ANY (ARRAY['claimed'::text, 'merge asked'::text, 'replaced'::text, 'returned'::text, 'tried out'::text]))),
	CONSTRAINT claim_letter_ends_later CHECK ((expires_at > made_at)),
	CONSTRAINT claim_letter_has_few_tries CHECK (((tries >= 0) AND (tries <= 5))),
	CONSTRAINT claim_letters_pkey PRIMARY KEY (id),
	CONSTRAINT one_letter_per_code UNIQUE (code_hash)
);--> statement-breakpoint
CREATE TABLE consent_links (
	key_hash bytea NOT NULL,
	member_id bigint NOT NULL,
	event_id bigint NOT NULL,
	created_at timestamp with time zone NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	used_at timestamp with time zone,
	CONSTRAINT consent_link_ends_after_it_was_made CHECK ((expires_at > created_at)),
	CONSTRAINT consent_link_is_used_in_time CHECK (((used_at IS NULL) OR (used_at < expires_at))),
	CONSTRAINT consent_links_pkey PRIMARY KEY (key_hash)
);--> statement-breakpoint
CREATE TABLE consent_withdrawals (
	id bigint GENERATED ALWAYS AS IDENTITY,
	consent_id bigint NOT NULL,
	member_id bigint NOT NULL,
	event_id bigint NOT NULL,
	words_version text NOT NULL,
	channel text NOT NULL,
	withdrawn_at timestamp with time zone NOT NULL,
	CONSTRAINT consent_withdrawals_consent_id_unique UNIQUE (consent_id),
	CONSTRAINT consent_withdrawals_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE consent_words (
	version text NOT NULL,
	words jsonb NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT consent_words_pkey PRIMARY KEY (version)
);--> statement-breakpoint
CREATE TABLE consents (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	event_id bigint NOT NULL,
	words_version text NOT NULL,
	psa_test_date date NOT NULL,
	terms boolean NOT NULL,
	sample_consent boolean NOT NULL,
	gp_sharing boolean NOT NULL,
	disclaimer boolean NOT NULL,
	channel text DEFAULT 'website'::text NOT NULL,
	given_at timestamp with time zone NOT NULL,
	sealed bytea NOT NULL,
	taken_by text,
	CONSTRAINT consent_has_its_ticks CHECK ((terms AND sample_consent AND disclaimer)),
	CONSTRAINT consent_of_member_for_event UNIQUE (id, member_id, event_id),
	CONSTRAINT consents_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE contact_messages (
	id bigint GENERATED ALWAYS AS IDENTITY,
	first_name text NOT NULL,
	last_name text NOT NULL,
	email text NOT NULL,
	phone_number text NOT NULL,
	message text NOT NULL,
	state text NOT NULL,
	held_because text,
	received_at timestamp with time zone NOT NULL,
	handled_at timestamp with time zone,
	handled_by bigint,
	CONSTRAINT contact_message_handled_by_somebody CHECK (((handled_at IS NULL) = (handled_by IS NULL))),
	CONSTRAINT contact_message_held_has_a_reason CHECK (((state = 'held'::text) = (held_because IS NOT NULL))),
	CONSTRAINT contact_message_is_whole CHECK (('' NOT IN (first_name, last_name, email, phone_number, message))),
	CONSTRAINT contact_message_state_is_known CHECK ((state = ANY (ARRAY['received'::text, 'held'::text]))),
	CONSTRAINT contact_messages_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE denied_access_counts (
	caller_hash bytea CONSTRAINT denied_access_counts_who_not_null NOT NULL,
	hour timestamp with time zone NOT NULL,
	actor_user_id uuid,
	address_hash text NOT NULL,
	count bigint NOT NULL,
	CONSTRAINT denied_access_count PRIMARY KEY (caller_hash, hour)
);--> statement-breakpoint
CREATE TABLE erasure_log (
	id bigint GENERATED ALWAYS AS IDENTITY,
	kind text NOT NULL,
	request_id bigint,
	counts jsonb NOT NULL,
	done_by bigint,
	at timestamp with time zone NOT NULL,
	CONSTRAINT erasure_has_its_request CHECK (((kind = 'erasure'::text) = (request_id IS NOT NULL))),
	CONSTRAINT erasure_log_pkey PRIMARY KEY (id),
	CONSTRAINT one_erasure_per_request UNIQUE (request_id)
);--> statement-breakpoint
CREATE TABLE erasure_requests (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	asked_at timestamp with time zone NOT NULL,
	taken_back_at timestamp with time zone,
	closed_by bigint,
	refusal text,
	approved_at timestamp with time zone,
	approved_by bigint,
	account_gone_at timestamp with time zone,
	carried_out_at timestamp with time zone,
	CONSTRAINT erasure_request_is_approved_by_somebody CHECK (((approved_at IS NULL) = (approved_by IS NULL))),
	CONSTRAINT erasure_request_is_carried_out_after_approval CHECK (((carried_out_at IS NULL) OR ((approved_at IS NOT NULL) AND (account_gone_at IS NOT NULL)))),
	CONSTRAINT erasure_request_is_closed_or_approved CHECK (((taken_back_at IS NULL) OR (approved_at IS NULL))),
	CONSTRAINT erasure_request_is_taken_back_after_it_was_made CHECK (((taken_back_at IS NULL) OR (taken_back_at >= asked_at))),
	CONSTRAINT erasure_request_refused_by_somebody CHECK (((refusal IS NULL) OR ((closed_by IS NOT NULL) AND (taken_back_at IS NOT NULL)))),
	CONSTRAINT erasure_requests_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE error_reports (
	id bigint GENERATED ALWAYS AS IDENTITY,
	message text NOT NULL,
	description text,
	at timestamp with time zone NOT NULL,
	CONSTRAINT error_reports_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE event_days (
	event_id bigint NOT NULL,
	closed_at timestamp with time zone,
	closed_by bigint,
	CONSTRAINT event_day_is_closed_by_a_person CHECK (((closed_at IS NULL) = (closed_by IS NULL))),
	CONSTRAINT event_days_pkey PRIMARY KEY (event_id)
);--> statement-breakpoint
CREATE TABLE events (
	id bigint GENERATED ALWAYS AS IDENTITY,
	name text NOT NULL,
	description text,
	starts_at timestamp with time zone NOT NULL,
	ends_at timestamp with time zone NOT NULL,
	session_minutes integer NOT NULL,
	product_id bigint,
	price_pence integer,
	payment_required boolean,
	lab_id bigint,
	is_private boolean DEFAULT false NOT NULL,
	access_code_hash text,
	exclusive_for text NOT NULL,
	contact_email text,
	address_line1 text,
	address_line2 text,
	city text,
	state text,
	postcode text,
	country text,
	latitude double precision,
	longitude double precision,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	total_places integer DEFAULT 0 NOT NULL,
	status text DEFAULT 'published'::text NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	places_per_slot integer,
	breaks jsonb DEFAULT '[]'::jsonb NOT NULL,
	host_name text,
	host_phone text,
	cancelled_at timestamp with time zone,
	changed_by bigint,
	parking text,
	step_free_access text,
	hearing_loop text,
	public_transport text,
	host_share_pence integer DEFAULT 0 NOT NULL,
	address_words text GENERATED ALWAYS AS (lower(((((((((((((COALESCE(address_line1, ''::text) || ' '::text) || COALESCE(address_line2, ''::text)) || ' '::text) || COALESCE(city, ''::text)) || ' '::text) || COALESCE(state, ''::text)) || ' '::text) || COALESCE(postcode, ''::text)) || ' '::text) || replace(COALESCE(postcode, ''::text), ' '::text, ''::text)) || ' '::text) || COALESCE(country, ''::text)))) STORED,
	town_words text GENERATED ALWAYS AS (TRIM(BOTH FROM regexp_replace(regexp_replace(lower(city), '[''’.]'::text, ''::text, 'g'::text), '[\s,-]+'::text, ' '::text, 'g'::text))) STORED,
	CONSTRAINT event_cancelled_has_a_time CHECK (((status = 'cancelled'::text) = (cancelled_at IS NOT NULL))),
	CONSTRAINT event_ends_after_it_starts CHECK ((ends_at > starts_at)),
	CONSTRAINT event_has_a_product CHECK (((product_id IS NOT NULL) OR (status = 'draft'::text))),
	CONSTRAINT event_host_share_is_not_negative CHECK ((host_share_pence >= 0)),
	CONSTRAINT event_is_for_someone CHECK ((exclusive_for = ANY (ARRAY['COMMUNITY'::text, 'FREEMASONS'::text, 'CORPORATE'::text]))),
	CONSTRAINT event_places_per_slot_is_positive CHECK (((places_per_slot IS NULL) OR (places_per_slot > 0))),
	CONSTRAINT event_price_is_not_negative CHECK (((price_pence IS NULL) OR (price_pence >= 0))),
	CONSTRAINT event_private_has_code CHECK (((NOT is_private) OR (access_code_hash IS NOT NULL) OR (status = 'draft'::text))),
	CONSTRAINT event_session_is_positive CHECK ((session_minutes > 0)),
	CONSTRAINT event_status_is_known CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'cancelled'::text]))),
	CONSTRAINT events_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE failsafe_sheets (
	id bigint GENERATED ALWAYS AS IDENTITY,
	event_id bigint NOT NULL,
	sampled bigint NOT NULL,
	signed_by bigint NOT NULL,
	signed_at timestamp with time zone NOT NULL,
	CONSTRAINT failsafe_sheets_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE field_key_canaries (
	name text NOT NULL,
	sealed bytea NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT field_key_canaries_pkey PRIMARY KEY (name)
);--> statement-breakpoint
CREATE TABLE follow_up_answers (
	id bigint GENERATED ALWAYS AS IDENTITY,
	result_id bigint NOT NULL,
	member_id bigint NOT NULL,
	round text NOT NULL,
	sealed bytea NOT NULL,
	answered_at timestamp with time zone NOT NULL,
	CONSTRAINT follow_up_answer_round_is_known CHECK ((round = ANY (ARRAY['six_weeks'::text, 'six_months'::text]))),
	CONSTRAINT follow_up_answers_pkey PRIMARY KEY (id),
	CONSTRAINT one_follow_up_answer_per_round UNIQUE (result_id, round)
);--> statement-breakpoint
CREATE TABLE follow_up_links (
	key_hash bytea NOT NULL,
	result_id bigint NOT NULL,
	member_id bigint NOT NULL,
	round text NOT NULL,
	created_at timestamp with time zone NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	answered_at timestamp with time zone,
	CONSTRAINT follow_up_link_ends_after_it_was_made CHECK ((expires_at > created_at)),
	CONSTRAINT follow_up_link_round_is_known CHECK ((round = ANY (ARRAY['six_weeks'::text, 'six_months'::text]))),
	CONSTRAINT follow_up_links_pkey PRIMARY KEY (key_hash),
	CONSTRAINT one_follow_up_link_per_round UNIQUE (result_id, round)
);--> statement-breakpoint
CREATE TABLE free_repeats (
	result_id bigint NOT NULL,
	given_at timestamp with time zone NOT NULL,
	CONSTRAINT free_repeats_pkey PRIMARY KEY (result_id)
);--> statement-breakpoint
CREATE TABLE gp_appointments (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	result_id bigint NOT NULL,
	day date,
	entered_at timestamp with time zone NOT NULL,
	CONSTRAINT gp_appointments_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE host_links (
	id bigint GENERATED ALWAYS AS IDENTITY,
	key_hash bytea NOT NULL,
	event_id bigint NOT NULL,
	made_by bigint NOT NULL,
	is_mailed boolean NOT NULL,
	created_at timestamp with time zone NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	ended_at timestamp with time zone,
	CONSTRAINT host_link_ends_after_it_was_made CHECK ((expires_at > created_at)),
	CONSTRAINT host_links_key_hash_unique UNIQUE (key_hash),
	CONSTRAINT host_links_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE host_releases (
	event_id bigint NOT NULL,
	release_on date NOT NULL,
	released_at timestamp with time zone,
	CONSTRAINT host_releases_pkey PRIMARY KEY (event_id)
);--> statement-breakpoint
CREATE TABLE idempotent_answers (
	caller_hash bytea NOT NULL,
	key text NOT NULL,
	request_hash bytea NOT NULL,
	body jsonb,
	created_at timestamp with time zone NOT NULL,
	CONSTRAINT one_answer_per_key PRIMARY KEY (caller_hash, key)
);--> statement-breakpoint
CREATE TABLE identity_changes (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	actor_user_id uuid NOT NULL,
	fields text[] NOT NULL,
	before bytea NOT NULL,
	after bytea NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT identity_change_names_a_field CHECK ((cardinality(fields) > 0)),
	CONSTRAINT identity_changes_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE identity_reviews (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	kind text NOT NULL,
	nhs_number_index bytea,
	number_since timestamp with time zone,
	number_until timestamp with time zone,
	raised_at timestamp with time zone NOT NULL,
	outcome text,
	decided_at timestamp with time zone,
	decided_by text,
	note text,
	CONSTRAINT identity_review_is_decided_by_a_person CHECK ((((outcome IS NULL) = (decided_at IS NULL)) AND ((outcome IS NULL) = (decided_by IS NULL)))),
	CONSTRAINT identity_review_kind_is_known CHECK ((kind = ANY (ARRAY['shared nhs number'::text, 'changed identity'::text]))),
	CONSTRAINT identity_review_of_a_number_names_it CHECK (((kind = 'shared nhs number'::text) = (nhs_number_index IS NOT NULL))),
	CONSTRAINT identity_review_outcome_is_known CHECK ((outcome = ANY (ARRAY['confirmed'::text, 'rejected'::text]))),
	CONSTRAINT identity_reviews_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE kept_identities (
	member_id bigint NOT NULL,
	sealed bytea NOT NULL,
	kept_at timestamp with time zone NOT NULL,
	CONSTRAINT kept_identities_pkey PRIMARY KEY (member_id)
);--> statement-breakpoint
CREATE TABLE kept_registrations (
	action_id uuid NOT NULL,
	event_id bigint NOT NULL,
	sealed bytea NOT NULL,
	kept_at timestamp with time zone NOT NULL,
	CONSTRAINT kept_registrations_pkey PRIMARY KEY (action_id)
);--> statement-breakpoint
CREATE TABLE lab_column_maps (
	lab_id bigint NOT NULL,
	version integer NOT NULL,
	map jsonb NOT NULL,
	saved_by bigint NOT NULL,
	saved_at timestamp with time zone NOT NULL,
	CONSTRAINT one_column_map_of_a_version PRIMARY KEY (lab_id, version)
);--> statement-breakpoint
CREATE TABLE lab_results (
	id bigint GENERATED ALWAYS AS IDENTITY,
	lab_id bigint NOT NULL,
	member_id bigint NOT NULL,
	appointment_id bigint NOT NULL,
	number_index bytea NOT NULL,
	content_index bytea NOT NULL,
	replaces_id bigint,
	is_withdrawal boolean DEFAULT false NOT NULL,
	sample_date date,
	seal_id uuid NOT NULL,
	sealed bytea NOT NULL,
	state text NOT NULL,
	release_at timestamp with time zone,
	released_by bigint,
	result_id bigint,
	version integer DEFAULT 1 NOT NULL,
	recorded_at timestamp with time zone NOT NULL,
	CONSTRAINT lab_result_is_released_by_a_person CHECK ((((state = 'released'::text) = (result_id IS NOT NULL)) AND ((state <> 'released'::text) OR ((released_by IS NOT NULL) AND (release_at IS NOT NULL))))),
	CONSTRAINT lab_result_state_is_known CHECK ((state = ANY (ARRAY['review'::text, 'second'::text, 'ready'::text, 'ring first'::text, 'released'::text, 'discarded'::text]))),
	CONSTRAINT lab_result_is_recorded_once UNIQUE (lab_id, number_index, content_index),
	CONSTRAINT lab_results_pkey PRIMARY KEY (id),
	CONSTRAINT lab_results_replaces_id_unique UNIQUE (replaces_id),
	CONSTRAINT lab_results_result_id_unique UNIQUE (result_id),
	CONSTRAINT lab_results_seal_id_unique UNIQUE (seal_id)
);--> statement-breakpoint
CREATE TABLE label_batches (
	id bigint GENERATED ALWAYS AS IDENTITY,
	event_id bigint NOT NULL,
	printed_at timestamp with time zone NOT NULL,
	printed_by bigint NOT NULL,
	CONSTRAINT label_batches_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE laboratory_forms (
	id bigint GENERATED ALWAYS AS IDENTITY,
	event_id bigint NOT NULL,
	version integer NOT NULL,
	made_at timestamp with time zone NOT NULL,
	made_by bigint NOT NULL,
	tubes integer NOT NULL,
	contents bytea NOT NULL,
	CONSTRAINT laboratory_form_has_tubes CHECK (((version > 0) AND (tubes > 0))),
	CONSTRAINT laboratory_form_versions_follow_one_another UNIQUE (event_id, version),
	CONSTRAINT laboratory_forms_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE labs (
	id bigint GENERATED ALWAYS AS IDENTITY,
	name text NOT NULL,
	requires_nhs_number boolean DEFAULT false NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	changed_by bigint,
	result_days integer DEFAULT 14 NOT NULL,
	CONSTRAINT lab_result_days_are_some CHECK (((result_days >= 1) AND (result_days <= 90))),
	CONSTRAINT labs_name_unique UNIQUE (name),
	CONSTRAINT labs_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE ledger_entries (
	id bigint GENERATED ALWAYS AS IDENTITY,
	payment_id uuid NOT NULL,
	kind text NOT NULL,
	amount_pence integer NOT NULL,
	currency text DEFAULT 'GBP'::text NOT NULL,
	provider_ref text NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT ledger_kind_is_known CHECK ((kind = ANY (ARRAY['charge'::text, 'refund'::text, 'fee'::text]))),
	CONSTRAINT ledger_sign_fits_kind CHECK (((kind = 'charge'::text) = (amount_pence > 0))),
	CONSTRAINT ledger_entries_pkey PRIMARY KEY (id),
	CONSTRAINT money_is_entered_once UNIQUE (kind, provider_ref)
);--> statement-breakpoint
CREATE TABLE letter_batches (
	id bigint GENERATED ALWAYS AS IDENTITY,
	reason text,
	made_by bigint NOT NULL,
	made_at timestamp with time zone NOT NULL,
	pdf_hash bytea,
	printed_at timestamp with time zone,
	printed_by bigint,
	posted_at timestamp with time zone,
	posted_by bigint,
	CONSTRAINT letter_batch_is_printed_before_it_is_posted CHECK (((posted_at IS NULL) OR (printed_at IS NOT NULL))),
	CONSTRAINT letter_batch_steps_have_a_person CHECK ((((printed_at IS NULL) = (printed_by IS NULL)) AND ((posted_at IS NULL) = (posted_by IS NULL)))),
	CONSTRAINT letter_batches_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE likely_doubles (
	one_id bigint NOT NULL,
	other_id bigint NOT NULL,
	decided_by bigint,
	decided_at timestamp with time zone,
	reason text,
	CONSTRAINT likely_double_is_decided_by_a_person CHECK ((((decided_at IS NULL) = (decided_by IS NULL)) AND ((decided_at IS NULL) = (reason IS NULL)))),
	CONSTRAINT likely_double_is_of_an_older_and_a_newer CHECK ((one_id < other_id)),
	CONSTRAINT a_pair_is_listed_once PRIMARY KEY (one_id, other_id)
);--> statement-breakpoint
CREATE TABLE mail_texts (
	kind text NOT NULL,
	text text NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	changed_by bigint,
	CONSTRAINT mail_text_kind_is_known CHECK ((kind = ANY (ARRAY['reminder'::text, 'place_offered'::text, 'event_changed'::text, 'event_time_changed'::text, 'event_cancelled'::text, 'waited_event_time_changed'::text, 'waited_event_cancelled'::text]))),
	CONSTRAINT mail_texts_pkey PRIMARY KEY (kind)
);--> statement-breakpoint
CREATE TABLE match_keys (
	member_id bigint NOT NULL,
	first_name text,
	last_name text,
	postcode text,
	date_of_birth date NOT NULL,
	nhs_number_index bytea,
	CONSTRAINT match_keys_pkey PRIMARY KEY (member_id)
);--> statement-breakpoint
CREATE TABLE member_merges (
	id bigint GENERATED ALWAYS AS IDENTITY,
	kept_id bigint NOT NULL,
	merged_id bigint NOT NULL,
	made_by bigint NOT NULL,
	reason text NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT member_merge_is_of_two CHECK ((kept_id <> merged_id)),
	CONSTRAINT a_record_is_merged_once UNIQUE (merged_id),
	CONSTRAINT member_merges_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE members (
	id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001),
	user_id uuid,
	email text,
	first_name text NOT NULL,
	last_name text NOT NULL,
	gender text NOT NULL,
	date_of_birth date NOT NULL,
	ethnicity text NOT NULL,
	occupation text,
	phone text NOT NULL,
	home_address text NOT NULL,
	billing_address text,
	nhs_number bytea,
	nhs_number_index bytea,
	nhs_confirmed_at timestamp with time zone,
	ni_number bytea,
	nhs_gp_email text,
	nhs_gp_phone_number text,
	is_verified boolean DEFAULT false NOT NULL,
	is_active boolean DEFAULT true NOT NULL,
	created_at timestamp with time zone DEFAULT now() NOT NULL,
	updated_at timestamp with time zone DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	seal_id uuid,
	address_lines text[] DEFAULT '{}'::text[] NOT NULL,
	town text,
	postcode text,
	contact_by text DEFAULT 'email'::text NOT NULL,
	support_needs text[] DEFAULT '{}'::text[] NOT NULL,
	support_note text,
	erased_at timestamp with time zone,
	merged_into bigint,
	CONSTRAINT member_account_has_an_email CHECK (((user_id IS NULL) OR (email IS NOT NULL))),
	CONSTRAINT member_address_has_three_lines_at_most CHECK ((cardinality(address_lines) <= 3)),
	CONSTRAINT member_can_be_reached CHECK (((NOT is_active) OR
CASE contact_by
    WHEN 'email'::text THEN (email IS NOT NULL)
    WHEN 'post'::text THEN ((cardinality(address_lines) > 0) AND (postcode IS NOT NULL))
    ELSE (phone <> ''::text)
END)),
	CONSTRAINT member_contact_way_is_known CHECK ((contact_by = ANY (ARRAY['email'::text, 'sms'::text, 'telephone'::text, 'post'::text]))),
	CONSTRAINT member_merged_has_neither_account_nor_number CHECK (((merged_into IS NULL) OR ((user_id IS NULL) AND (nhs_number IS NULL) AND (NOT is_active) AND (merged_into <> id)))),
	CONSTRAINT member_nhs_number_is_indexed CHECK (((nhs_number IS NULL) = (nhs_number_index IS NULL))),
	CONSTRAINT member_sealed_values_are_bound CHECK (((user_id IS NOT NULL) OR (seal_id IS NOT NULL))),
	CONSTRAINT member_support_needs_are_known CHECK ((support_needs <@ ARRAY['large print'::text, 'hearing loop'::text, 'bsl'::text, 'interpreter'::text, 'wheelchair'::text, 'carer'::text, 'other'::text])),
	CONSTRAINT members_pkey PRIMARY KEY (id),
	CONSTRAINT members_user_id_unique UNIQUE (user_id)
);--> statement-breakpoint
CREATE TABLE merge_requests (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	other_id bigint NOT NULL,
	asked_at timestamp with time zone NOT NULL,
	outcome text,
	decided_at timestamp with time zone,
	decided_by bigint,
	CONSTRAINT merge_request_is_decided_by_a_person CHECK ((((outcome IS NULL) = (decided_at IS NULL)) AND ((outcome IS NULL) = (decided_by IS NULL)))),
	CONSTRAINT merge_request_is_of_two CHECK ((member_id <> other_id)),
	CONSTRAINT merge_request_outcome_is_known CHECK ((outcome = ANY (ARRAY['merged'::text, 'refused'::text]))),
	CONSTRAINT merge_requests_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE merged_results (
	result_id bigint NOT NULL,
	member_id bigint NOT NULL,
	named_by bigint NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT one_reader_of_a_merged_result PRIMARY KEY (result_id, member_id)
);--> statement-breakpoint
CREATE TABLE money_differences (
	id bigint GENERATED ALWAYS AS IDENTITY,
	kind text NOT NULL,
	provider_ref text NOT NULL,
	report_id bigint NOT NULL,
	payment_id uuid,
	at timestamp with time zone NOT NULL,
	currency text NOT NULL,
	ledger_pence integer,
	provider_pence integer,
	state text DEFAULT 'open'::text NOT NULL,
	found_at timestamp with time zone NOT NULL,
	decision text,
	reason text,
	decided_by bigint,
	decided_at timestamp with time zone,
	CONSTRAINT difference_decision_is_known CHECK ((decision = ANY (ARRAY['explained'::text, 'corrected'::text, 'written off'::text]))),
	CONSTRAINT difference_is_decided_by_somebody CHECK (((state = 'decided'::text) = ((decision IS NOT NULL) AND (decided_by IS NOT NULL) AND (reason IS NOT NULL) AND (decided_at IS NOT NULL)))),
	CONSTRAINT difference_kind_is_known CHECK ((kind = ANY (ARRAY['not in the ledger'::text, 'not at the provider'::text, 'other amount'::text, 'other currency'::text, 'other fee'::text, 'reported otherwise before'::text]))),
	CONSTRAINT difference_state_is_known CHECK ((state = ANY (ARRAY['open'::text, 'decided'::text, 'resolved'::text]))),
	CONSTRAINT a_difference_is_listed_once UNIQUE (kind, provider_ref),
	CONSTRAINT money_differences_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE near_alert_mails (
	alert_id uuid NOT NULL,
	event_id bigint NOT NULL,
	sent_at timestamp with time zone NOT NULL,
	CONSTRAINT one_mail_per_alert_and_event PRIMARY KEY (alert_id, event_id)
);--> statement-breakpoint
CREATE TABLE near_alerts (
	id uuid NOT NULL,
	email text NOT NULL,
	place text,
	latitude double precision,
	longitude double precision,
	miles integer NOT NULL,
	state text NOT NULL,
	wording text NOT NULL,
	asked_at timestamp with time zone NOT NULL,
	confirm_until timestamp with time zone,
	confirmed_at timestamp with time zone,
	left_at timestamp with time zone,
	CONSTRAINT near_alert_address_is_normalised CHECK ((email = lower(btrim(email)))),
	CONSTRAINT near_alert_confirmed_has_a_time CHECK ((((state <> 'confirmed'::text) OR (confirmed_at IS NOT NULL)) AND ((state <> 'pending'::text) OR (confirmed_at IS NULL)))),
	CONSTRAINT near_alert_distance_is_offered CHECK ((miles = ANY (ARRAY[10, 20, 30]))),
	CONSTRAINT near_alert_has_a_place_until_left CHECK ((num_nulls(place, latitude, longitude) =
CASE
    WHEN (state = 'left'::text) THEN 3
    ELSE 0
END)),
	CONSTRAINT near_alert_left_has_a_time CHECK (((state = 'left'::text) = (left_at IS NOT NULL))),
	CONSTRAINT near_alert_pending_has_an_end CHECK (((state = 'pending'::text) = (confirm_until IS NOT NULL))),
	CONSTRAINT near_alert_state_is_known CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'left'::text]))),
	CONSTRAINT near_alerts_pkey PRIMARY KEY (id),
	CONSTRAINT one_near_alert_per_address UNIQUE (email)
);--> statement-breakpoint
CREATE TABLE newsletter_subscriptions (
	id uuid NOT NULL,
	email text NOT NULL,
	name text NOT NULL,
	hear_about_event boolean NOT NULL,
	state text NOT NULL,
	wording text NOT NULL,
	asked_at timestamp with time zone NOT NULL,
	confirm_until timestamp with time zone,
	confirmed_at timestamp with time zone,
	left_at timestamp with time zone,
	CONSTRAINT subscription_address_is_normalised CHECK ((email = lower(btrim(email)))),
	CONSTRAINT subscription_confirmed_has_a_time CHECK ((((state <> 'confirmed'::text) OR (confirmed_at IS NOT NULL)) AND ((state <> 'pending'::text) OR (confirmed_at IS NULL)))),
	CONSTRAINT subscription_left_has_a_time CHECK (((state = 'left'::text) = (left_at IS NOT NULL))),
	CONSTRAINT subscription_pending_has_an_end CHECK (((state = 'pending'::text) = (confirm_until IS NOT NULL))),
	CONSTRAINT subscription_state_is_known CHECK ((state = ANY (ARRAY['pending'::text, 'confirmed'::text, 'left'::text]))),
	CONSTRAINT newsletter_subscriptions_pkey PRIMARY KEY (id),
	CONSTRAINT one_subscription_per_address UNIQUE (email)
);--> statement-breakpoint
CREATE TABLE nhs_number_claims (
	nhs_number_index bytea NOT NULL,
	claimed_at timestamp with time zone NOT NULL,
	CONSTRAINT nhs_number_claims_pkey PRIMARY KEY (nhs_number_index)
);--> statement-breakpoint
CREATE TABLE notices (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	kind text NOT NULL,
	cause text NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT notice_kind_is_known CHECK ((kind = ANY (ARRAY['week before'::text, 'last days before'::text, 'result ready'::text, 'next test due'::text]))),
	CONSTRAINT notices_pkey PRIMARY KEY (id),
	CONSTRAINT one_notice_per_cause UNIQUE (member_id, kind, cause)
);--> statement-breakpoint
CREATE TABLE office_sessions (
	session_id uuid NOT NULL,
	staff_id bigint NOT NULL,
	started_at timestamp with time zone NOT NULL,
	last_used_at timestamp with time zone NOT NULL,
	CONSTRAINT office_sessions_pkey PRIMARY KEY (session_id)
);--> statement-breakpoint
CREATE TABLE payment_links (
	key_hash bytea NOT NULL,
	appointment_id bigint NOT NULL,
	sent_by text NOT NULL,
	created_at timestamp with time zone NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	closed_at timestamp with time zone,
	CONSTRAINT payment_link_ends_after_it_was_made CHECK ((expires_at > created_at)),
	CONSTRAINT payment_link_is_sent CHECK ((sent_by = ANY (ARRAY['mail'::text, 'sms'::text]))),
	CONSTRAINT payment_links_pkey PRIMARY KEY (key_hash)
);--> statement-breakpoint
CREATE TABLE payments (
	id uuid NOT NULL,
	member_id bigint NOT NULL,
	event_id bigint NOT NULL,
	slot_starts_at timestamp with time zone NOT NULL,
	consent_id bigint,
	appointment_id bigint,
	hold_id uuid,
	state text NOT NULL,
	amount_pence integer NOT NULL,
	currency text DEFAULT 'GBP'::text NOT NULL,
	description text NOT NULL,
	invoice_id text NOT NULL,
	order_id text,
	capture_id text,
	create_request_id text NOT NULL,
	capture_request_id text,
	captured_pence integer,
	fee_pence integer,
	card jsonb,
	last_answer jsonb,
	leased_at timestamp with time zone,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	for_appointment_id bigint,
	host_share_pence integer DEFAULT 0 NOT NULL,
	CONSTRAINT payment_amount_is_positive CHECK ((amount_pence > 0)),
	CONSTRAINT payment_state_is_known CHECK ((state = ANY (ARRAY['created'::text, 'approved'::text, 'capturing'::text, 'paid'::text, 'finalised'::text, 'declined'::text, 'pending review'::text, 'refunded'::text, 'refund failed'::text, 'expired'::text]))),
	CONSTRAINT payments_capture_id_unique UNIQUE (capture_id),
	CONSTRAINT payments_capture_request_id_unique UNIQUE (capture_request_id),
	CONSTRAINT payments_create_request_id_unique UNIQUE (create_request_id),
	CONSTRAINT payments_order_id_unique UNIQUE (order_id),
	CONSTRAINT payments_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE pending_profiles (
	user_id uuid NOT NULL,
	form bytea NOT NULL,
	created_at timestamp with time zone NOT NULL,
	CONSTRAINT pending_profiles_pkey PRIMARY KEY (user_id)
);--> statement-breakpoint
CREATE TABLE places (
	event_id bigint NOT NULL,
	slot_starts_at timestamp with time zone NOT NULL,
	place_number integer NOT NULL,
	hold_id uuid,
	held_by bigint,
	held_until timestamp with time zone,
	hold_extended boolean DEFAULT false NOT NULL,
	appointment_id bigint,
	offer_id bigint,
	offered_to bigint,
	offered_until timestamp with time zone,
	hold_address bytea,
	is_kept_back boolean DEFAULT false NOT NULL,
	held_by_visitor bytea,
	CONSTRAINT place_hold_is_whole CHECK ((((hold_id IS NULL) = (held_until IS NULL)) AND ((hold_id IS NULL) = ((held_by IS NULL) AND (held_by_visitor IS NULL))))),
	CONSTRAINT place_is_held_by_one CHECK (((held_by IS NULL) OR (held_by_visitor IS NULL))),
	CONSTRAINT place_is_held_from_an_address CHECK (((hold_address IS NULL) OR (hold_id IS NOT NULL))),
	CONSTRAINT place_is_held_or_booked CHECK (((appointment_id IS NULL) OR (hold_id IS NULL))),
	CONSTRAINT place_is_offered_or_booked CHECK (((appointment_id IS NULL) OR (offer_id IS NULL))),
	CONSTRAINT place_is_offered_to_none_but_its_holder CHECK (((offer_id IS NULL) OR (hold_id IS NULL) OR COALESCE((held_by = offered_to), false))),
	CONSTRAINT place_number_is_positive CHECK ((place_number > 0)),
	CONSTRAINT place_offer_is_whole CHECK ((((offer_id IS NULL) = (offered_to IS NULL)) AND ((offer_id IS NULL) = (offered_until IS NULL)))),
	CONSTRAINT one_place_per_appointment UNIQUE (appointment_id),
	CONSTRAINT one_place_per_hold UNIQUE (hold_id),
	CONSTRAINT one_place_per_offer UNIQUE (offer_id),
	CONSTRAINT place PRIMARY KEY (event_id, slot_starts_at, place_number)
);--> statement-breakpoint
CREATE TABLE preparation_answers (
	id bigint GENERATED ALWAYS AS IDENTITY,
	appointment_id bigint NOT NULL,
	member_id bigint NOT NULL,
	starts_at timestamp with time zone NOT NULL,
	sealed bytea NOT NULL,
	answered_at timestamp with time zone NOT NULL,
	CONSTRAINT one_preparation_answer_per_time UNIQUE (appointment_id, starts_at),
	CONSTRAINT preparation_answers_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE preparation_links (
	key_hash bytea NOT NULL,
	appointment_id bigint NOT NULL,
	member_id bigint NOT NULL,
	starts_at timestamp with time zone NOT NULL,
	created_at timestamp with time zone NOT NULL,
	expires_at timestamp with time zone NOT NULL,
	answered_at timestamp with time zone,
	moved_at timestamp with time zone,
	CONSTRAINT preparation_is_moved_after_its_answers CHECK (((moved_at IS NULL) OR (answered_at IS NOT NULL))),
	CONSTRAINT preparation_link_ends_after_it_was_made CHECK ((expires_at > created_at)),
	CONSTRAINT one_preparation_link_per_time UNIQUE (appointment_id, starts_at),
	CONSTRAINT preparation_links_pkey PRIMARY KEY (key_hash)
);--> statement-breakpoint
CREATE TABLE products (
	id bigint GENERATED ALWAYS AS IDENTITY,
	name text NOT NULL,
	price_pence integer NOT NULL,
	email_template text,
	version integer DEFAULT 1 NOT NULL,
	changed_by bigint,
	CONSTRAINT products_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE provider_reports (
	id bigint GENERATED ALWAYS AS IDENTITY,
	content_hash bytea NOT NULL,
	uploaded_by bigint NOT NULL,
	uploaded_at timestamp with time zone NOT NULL,
	period_from timestamp with time zone NOT NULL,
	period_to timestamp with time zone NOT NULL,
	lines integer NOT NULL,
	ignored integer NOT NULL,
	added integer NOT NULL,
	matched integer DEFAULT 0 NOT NULL,
	differences integer DEFAULT 0 NOT NULL,
	CONSTRAINT report_period_is_in_order CHECK ((period_from <= period_to)),
	CONSTRAINT a_report_is_read_once UNIQUE (content_hash),
	CONSTRAINT provider_reports_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE provider_transactions (
	id bigint GENERATED ALWAYS AS IDENTITY,
	transaction_id text NOT NULL,
	report_id bigint NOT NULL,
	type text NOT NULL,
	at timestamp with time zone NOT NULL,
	currency text NOT NULL,
	gross_pence integer NOT NULL,
	fee_pence integer NOT NULL,
	reference_id text,
	invoice_id text,
	recorded_at timestamp with time zone NOT NULL,
	CONSTRAINT a_transaction_is_stored_once UNIQUE (transaction_id),
	CONSTRAINT provider_transactions_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE published_figures (
	id bigint GENERATED ALWAYS AS IDENTITY,
	year integer NOT NULL,
	counts jsonb NOT NULL,
	source text NOT NULL,
	published_by bigint NOT NULL,
	published_at timestamp with time zone NOT NULL,
	CONSTRAINT published_figures_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE rate_limits (
	rule text CONSTRAINT guess_counters_what_not_null NOT NULL,
	subject bytea CONSTRAINT guess_counters_who_not_null NOT NULL,
	window_starts_at timestamp with time zone CONSTRAINT guess_counters_window_starts_at_not_null NOT NULL,
	count integer CONSTRAINT guess_counters_count_not_null NOT NULL,
	CONSTRAINT rate_limit PRIMARY KEY (rule, subject)
);--> statement-breakpoint
CREATE TABLE recalls (
	result_id bigint NOT NULL,
	member_id bigint NOT NULL,
	due_on date NOT NULL,
	asked_at timestamp with time zone,
	answer text,
	answered_at timestamp with time zone,
	ask_on date,
	CONSTRAINT recall_answer CHECK ((answer = ANY (ARRAY['later'::text, 'elsewhere'::text, 'stop'::text]))),
	CONSTRAINT recall_answered CHECK (((answer IS NULL) = (answered_at IS NULL))),
	CONSTRAINT recall_later CHECK (((NOT (answer IS DISTINCT FROM 'later'::text)) = (ask_on IS NOT NULL))),
	CONSTRAINT recalls_pkey PRIMARY KEY (result_id)
);--> statement-breakpoint
CREATE TABLE refund_requests (
	id bigint GENERATED ALWAYS AS IDENTITY,
	payment_id uuid NOT NULL,
	amount_pence integer NOT NULL,
	reason text NOT NULL,
	state text DEFAULT 'waits for a second person'::text NOT NULL,
	asked_by bigint NOT NULL,
	asked_at timestamp with time zone NOT NULL,
	decided_by bigint,
	decided_at timestamp with time zone,
	decision text,
	CONSTRAINT refund_request_amount_is_positive CHECK ((amount_pence > 0)),
	CONSTRAINT refund_request_is_decided_by_somebody CHECK ((((state = 'waits for a second person'::text) = (decided_by IS NULL)) AND ((state = 'waits for a second person'::text) = (decided_at IS NULL)))),
	CONSTRAINT refund_request_second_person_is_another CHECK (((state <> 'confirmed'::text) OR (decided_by <> asked_by))),
	CONSTRAINT refund_request_state_is_known CHECK ((state = ANY (ARRAY['waits for a second person'::text, 'confirmed'::text, 'refused'::text]))),
	CONSTRAINT refund_requests_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE refunds (
	id uuid NOT NULL,
	payment_id uuid NOT NULL,
	amount_pence integer NOT NULL,
	reason text NOT NULL,
	state text NOT NULL,
	request_id text NOT NULL,
	provider_refund_id text,
	attempts integer DEFAULT 0 NOT NULL,
	created_at timestamp with time zone NOT NULL,
	updated_at timestamp with time zone NOT NULL,
	replaces_id uuid,
	problem text,
	by_hand_note text,
	asked_by bigint,
	confirmed_by bigint,
	CONSTRAINT refund_amount_is_positive CHECK ((amount_pence > 0)),
	CONSTRAINT refund_second_person_is_another CHECK ((confirmed_by <> asked_by)),
	CONSTRAINT refund_state_is_known CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'done'::text, 'failed'::text]))),
	CONSTRAINT a_failed_refund_is_replaced_once UNIQUE (replaces_id),
	CONSTRAINT refunds_pkey PRIMARY KEY (id),
	CONSTRAINT refunds_provider_refund_id_unique UNIQUE (provider_refund_id),
	CONSTRAINT refunds_request_id_unique UNIQUE (request_id)
);--> statement-breakpoint
CREATE TABLE result_import_rows (
	import_id bigint NOT NULL,
	"row" integer NOT NULL,
	sealed bytea NOT NULL,
	state text NOT NULL,
	reason text,
	appointment_id bigint,
	close_ids jsonb DEFAULT '[]'::jsonb NOT NULL,
	decision text,
	decided_by bigint,
	decided_at timestamp with time zone,
	lab_result_id bigint,
	CONSTRAINT result_row_decision_has_a_person CHECK ((((decision IS NULL) = (decided_by IS NULL)) AND ((decided_by IS NULL) = (decided_at IS NULL)))),
	CONSTRAINT result_row_is_matched_with_an_appointment CHECK (((state <> ALL (ARRAY['matched'::text, 'committed'::text])) OR (appointment_id IS NOT NULL))),
	CONSTRAINT result_row_state_is_known CHECK ((state = ANY (ARRAY['matched'::text, 'close'::text, 'quarantined'::text, 'conflict'::text, 'repeated'::text, 'error'::text, 'discarded'::text, 'committed'::text]))),
	CONSTRAINT each_row_of_an_import_once PRIMARY KEY (import_id, "row")
);--> statement-breakpoint
CREATE TABLE result_imports (
	id bigint GENERATED ALWAYS AS IDENTITY,
	lab_id bigint NOT NULL,
	file_name text NOT NULL,
	file_index bytea NOT NULL,
	seal_id uuid NOT NULL,
	sealed_file bytea,
	map_version integer,
	state text NOT NULL,
	refusal text,
	made_by bigint NOT NULL,
	made_at timestamp with time zone NOT NULL,
	committed_by bigint,
	committed_at timestamp with time zone,
	CONSTRAINT result_import_refusal_is_of_a_refused_file CHECK (((state = 'refused'::text) = (refusal IS NOT NULL))),
	CONSTRAINT result_import_state_is_known CHECK ((state = ANY (ARRAY['reading'::text, 'refused'::text, 'in review'::text, 'committing'::text, 'committed'::text, 'cancelled'::text]))),
	CONSTRAINT each_file_of_a_laboratory_once UNIQUE (lab_id, file_index),
	CONSTRAINT result_imports_pkey PRIMARY KEY (id),
	CONSTRAINT result_imports_seal_id_unique UNIQUE (seal_id)
);--> statement-breakpoint
CREATE TABLE result_letters (
	id bigint GENERATED ALWAYS AS IDENTITY,
	result_id bigint NOT NULL,
	member_id bigint NOT NULL,
	recipient text NOT NULL,
	copy integer DEFAULT 1 NOT NULL,
	state text DEFAULT 'waiting'::text NOT NULL,
	waiting_since timestamp with time zone NOT NULL,
	batch_id bigint,
	address_index bytea,
	returned_on date,
	return_reason text,
	surgery bytea,
	surgery_index bytea,
	CONSTRAINT result_letter_printed_in_a_batch CHECK (((state = ANY (ARRAY['waiting'::text, 'stopped'::text])) OR ((batch_id IS NOT NULL) AND (address_index IS NOT NULL)))),
	CONSTRAINT result_letter_recipient_is_known CHECK ((recipient = ANY (ARRAY['member'::text, 'gp'::text]))),
	CONSTRAINT result_letter_return_is_known CHECK ((return_reason = ANY (ARRAY['gone away'::text, 'address unknown'::text, 'address incomplete'::text, 'not called for'::text, 'refused'::text, 'no reason given'::text]))),
	CONSTRAINT result_letter_returned_on_a_day_for_a_reason CHECK ((((state = 'returned'::text) = (returned_on IS NOT NULL)) AND ((returned_on IS NULL) = (return_reason IS NULL)))),
	CONSTRAINT result_letter_state_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'printed'::text, 'posted'::text, 'returned'::text, 'stopped'::text]))),
	CONSTRAINT result_letter_surgery_of_a_gp CHECK ((((surgery IS NULL) = (surgery_index IS NULL)) AND ((recipient = 'gp'::text) OR (surgery IS NULL)))),
	CONSTRAINT each_letter_of_a_result_once UNIQUE (result_id, recipient, copy),
	CONSTRAINT result_letters_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE result_reviews (
	id bigint GENERATED ALWAYS AS IDENTITY,
	lab_result_id bigint NOT NULL,
	kind text NOT NULL,
	seal_id uuid NOT NULL,
	sealed bytea NOT NULL,
	staff_id bigint NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT result_review_kind_is_known CHECK ((kind = ANY (ARRAY['first'::text, 'second'::text, 'sent back'::text, 'rung'::text, 'released'::text, 'discarded'::text]))),
	CONSTRAINT result_reviews_pkey PRIMARY KEY (id),
	CONSTRAINT result_reviews_seal_id_unique UNIQUE (seal_id)
);--> statement-breakpoint
CREATE TABLE results (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	appointment_id bigint,
	supersedes_id bigint,
	sample_date date,
	sealed bytea NOT NULL,
	source text NOT NULL,
	source_ref text,
	released_at timestamp with time zone,
	recorded_at timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT result_is_imported_once UNIQUE (source, source_ref),
	CONSTRAINT results_pkey PRIMARY KEY (id),
	CONSTRAINT results_supersedes_id_unique UNIQUE (supersedes_id)
);--> statement-breakpoint
CREATE TABLE retention_settings (
	kind text NOT NULL,
	months integer NOT NULL,
	is_on boolean NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	changed_by bigint NOT NULL,
	changed_at timestamp with time zone NOT NULL,
	CONSTRAINT retention_has_a_period CHECK (((months >= 1) AND (months <= 1200))),
	CONSTRAINT retention_settings_pkey PRIMARY KEY (kind)
);--> statement-breakpoint
CREATE TABLE retests (
	result_id bigint NOT NULL,
	due_on date,
	CONSTRAINT retests_pkey PRIMARY KEY (result_id)
);--> statement-breakpoint
CREATE TABLE sent_messages (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	job_id uuid NOT NULL,
	queue text NOT NULL,
	about text NOT NULL,
	sealed bytea NOT NULL,
	sent_at timestamp with time zone NOT NULL,
	CONSTRAINT each_message_is_kept_once UNIQUE (job_id),
	CONSTRAINT sent_messages_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE staff (
	id bigint GENERATED ALWAYS AS IDENTITY,
	user_id uuid NOT NULL,
	email text NOT NULL,
	name text NOT NULL,
	roles text[] NOT NULL,
	since timestamp with time zone NOT NULL,
	until timestamp with time zone,
	made_by bigint,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT staff_roles_are_known CHECK ((roles <@ ARRAY['office'::text, 'venue'::text, 'clinician'::text, 'treasurer'::text, 'admin'::text])),
	CONSTRAINT staff_without_roles_has_ended CHECK (((cardinality(roles) = 0) = (until IS NOT NULL))),
	CONSTRAINT one_staff_row_per_account UNIQUE (user_id),
	CONSTRAINT staff_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE staff_events (
	staff_id bigint NOT NULL,
	event_id bigint NOT NULL,
	is_lead boolean DEFAULT false NOT NULL,
	CONSTRAINT staff_event PRIMARY KEY (staff_id, event_id)
);--> statement-breakpoint
CREATE TABLE transaction_reports (
	id bigint GENERATED ALWAYS AS IDENTITY,
	member_id bigint NOT NULL,
	payment_id uuid,
	reported_by text NOT NULL,
	record jsonb NOT NULL,
	at timestamp with time zone NOT NULL,
	CONSTRAINT transaction_reports_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE tube_labels (
	number integer GENERATED ALWAYS AS IDENTITY,
	batch_id bigint NOT NULL,
	CONSTRAINT tube_label_has_seven_digits CHECK (((number >= 1) AND (number <= 9999999))),
	CONSTRAINT tube_labels_pkey PRIMARY KEY (number)
);--> statement-breakpoint
CREATE TABLE tubes (
	code text NOT NULL,
	appointment_id bigint NOT NULL,
	at timestamp with time zone NOT NULL,
	id bigint GENERATED ALWAYS AS IDENTITY,
	CONSTRAINT a_tube_belongs_to_one_appointment UNIQUE (code),
	CONSTRAINT tubes_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE unannounced_results (
	result_id bigint NOT NULL,
	CONSTRAINT unannounced_results_pkey PRIMARY KEY (result_id)
);--> statement-breakpoint
CREATE TABLE upcoming_appointments (
	member_id bigint NOT NULL,
	appointment_id bigint NOT NULL,
	until timestamp with time zone NOT NULL,
	CONSTRAINT one_upcoming_appointment_per_member PRIMARY KEY (member_id)
);--> statement-breakpoint
CREATE TABLE venue_takings (
	payment_id uuid NOT NULL,
	how text NOT NULL,
	taken_by text NOT NULL,
	taken_at timestamp with time zone NOT NULL,
	recorded_by uuid NOT NULL,
	recorded_at timestamp with time zone NOT NULL,
	id bigint GENERATED ALWAYS AS IDENTITY,
	CONSTRAINT venue_taking_is_not_in_the_future CHECK ((taken_at <= recorded_at)),
	CONSTRAINT venue_taking_is_of_a_known_kind CHECK ((how = ANY (ARRAY['card machine'::text, 'cash'::text]))),
	CONSTRAINT venue_takings_payment_id_unique UNIQUE (payment_id),
	CONSTRAINT venue_takings_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE waiting_list (
	id bigint GENERATED ALWAYS AS IDENTITY,
	event_id bigint NOT NULL,
	member_id bigint NOT NULL,
	joined_at timestamp with time zone NOT NULL,
	status text DEFAULT 'waiting'::text NOT NULL,
	offered_until timestamp with time zone,
	closed_at timestamp with time zone,
	offered_at timestamp with time zone,
	offered_starts_at timestamp with time zone,
	CONSTRAINT wait_is_closed_or_open CHECK (((status = ANY (ARRAY['waiting'::text, 'offered'::text])) = (closed_at IS NULL))),
	CONSTRAINT wait_that_is_offered_a_place_has_its_end CHECK ((((status <> ALL (ARRAY['offered'::text, 'lapsed'::text])) OR (offered_until IS NOT NULL)) AND ((offered_until IS NULL) = (offered_at IS NULL)) AND ((offered_until IS NULL) = (offered_starts_at IS NULL)))),
	CONSTRAINT waiting_status_is_known CHECK ((status = ANY (ARRAY['waiting'::text, 'offered'::text, 'booked'::text, 'left'::text, 'lapsed'::text, 'booked elsewhere'::text, 'booking closed'::text]))),
	CONSTRAINT wait_of_a_member_for_an_event UNIQUE (id, event_id, member_id),
	CONSTRAINT waiting_list_pkey PRIMARY KEY (id)
);--> statement-breakpoint
CREATE TABLE webhook_events (
	id text NOT NULL,
	type text NOT NULL,
	body jsonb,
	received_at timestamp with time zone NOT NULL,
	handled_at timestamp with time zone,
	CONSTRAINT webhook_events_pkey PRIMARY KEY (id)
);--> statement-breakpoint
-- References between tables.
ALTER TABLE access_grants
	ADD CONSTRAINT access_grants_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT access_grants_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id);--> statement-breakpoint
ALTER TABLE access_log
	ADD CONSTRAINT access_log_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT access_log_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE appointments
	ADD CONSTRAINT appointment_has_that_members_consent_for_that_event FOREIGN KEY (consent_id, member_id, event_id) REFERENCES consents(id, member_id, event_id),
	ADD CONSTRAINT appointments_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT appointments_free_repeat_of_free_repeats_result_id_fk FOREIGN KEY (free_repeat_of) REFERENCES free_repeats(result_id) ON DELETE SET NULL,
	ADD CONSTRAINT appointments_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE attendance
	ADD CONSTRAINT attendance_action_id_attendance_actions_action_id_fk FOREIGN KEY (action_id) REFERENCES attendance_actions(action_id),
	ADD CONSTRAINT attendance_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE RESTRICT,
	ADD CONSTRAINT attendance_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE attendance_actions
	ADD CONSTRAINT attendance_actions_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE RESTRICT,
	ADD CONSTRAINT attendance_actions_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT attendance_actions_staff_id_staff_id_fk FOREIGN KEY (staff_id) REFERENCES staff(id),
	ADD CONSTRAINT attendance_actions_undoes_attendance_actions_action_id_fk FOREIGN KEY (undoes) REFERENCES attendance_actions(action_id);--> statement-breakpoint
ALTER TABLE attendance_reviews
	ADD CONSTRAINT attendance_reviews_action_id_attendance_actions_action_id_fk FOREIGN KEY (action_id) REFERENCES attendance_actions(action_id) ON DELETE CASCADE,
	ADD CONSTRAINT attendance_reviews_staff_id_staff_id_fk FOREIGN KEY (staff_id) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE bulk_action_items
	ADD CONSTRAINT bulk_action_item_is_about_the_members_appointment FOREIGN KEY (appointment_id, member_id) REFERENCES appointments(id, member_id),
	ADD CONSTRAINT bulk_action_items_bulk_action_id_bulk_actions_id_fk FOREIGN KEY (bulk_action_id) REFERENCES bulk_actions(id),
	ADD CONSTRAINT bulk_action_items_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE bulk_actions
	ADD CONSTRAINT bulk_actions_confirmed_by_staff_id_fk FOREIGN KEY (confirmed_by) REFERENCES staff(id),
	ADD CONSTRAINT bulk_actions_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT bulk_actions_made_by_staff_id_fk FOREIGN KEY (made_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE care_loop_steps
	ADD CONSTRAINT care_loop_steps_loop_id_care_loops_id_fk FOREIGN KEY (loop_id) REFERENCES care_loops(id);--> statement-breakpoint
ALTER TABLE care_loops
	ADD CONSTRAINT care_loops_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id),
	ADD CONSTRAINT care_loops_closed_by_staff_id_fk FOREIGN KEY (closed_by) REFERENCES staff(id),
	ADD CONSTRAINT care_loops_lab_result_id_lab_results_id_fk FOREIGN KEY (lab_result_id) REFERENCES lab_results(id),
	ADD CONSTRAINT care_loops_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT care_loops_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE chain_reseals
	ADD CONSTRAINT chain_reseals_erasure_log_id_erasure_log_id_fk FOREIGN KEY (erasure_log_id) REFERENCES erasure_log(id);--> statement-breakpoint
ALTER TABLE claim_letters
	ADD CONSTRAINT claim_letters_made_by_staff_id_fk FOREIGN KEY (made_by) REFERENCES staff(id),
	ADD CONSTRAINT claim_letters_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE consent_links
	ADD CONSTRAINT consent_links_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT consent_links_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE consent_withdrawals
	ADD CONSTRAINT consent_withdrawals_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT consent_withdrawals_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT consent_withdrawals_words_version_consent_words_version_fk FOREIGN KEY (words_version) REFERENCES consent_words(version),
	ADD CONSTRAINT withdrawal_of_the_members_own_consent FOREIGN KEY (consent_id, member_id, event_id) REFERENCES consents(id, member_id, event_id);--> statement-breakpoint
ALTER TABLE consents
	ADD CONSTRAINT consents_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT consents_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT consents_words_version_consent_words_version_fk FOREIGN KEY (words_version) REFERENCES consent_words(version);--> statement-breakpoint
ALTER TABLE contact_messages
	ADD CONSTRAINT contact_messages_handled_by_staff_id_fk FOREIGN KEY (handled_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE erasure_log
	ADD CONSTRAINT erasure_log_done_by_staff_id_fk FOREIGN KEY (done_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE erasure_requests
	ADD CONSTRAINT erasure_requests_approved_by_staff_id_fk FOREIGN KEY (approved_by) REFERENCES staff(id),
	ADD CONSTRAINT erasure_requests_closed_by_staff_id_fk FOREIGN KEY (closed_by) REFERENCES staff(id),
	ADD CONSTRAINT erasure_requests_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE event_days
	ADD CONSTRAINT event_days_closed_by_staff_id_fk FOREIGN KEY (closed_by) REFERENCES staff(id),
	ADD CONSTRAINT event_days_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE events
	ADD CONSTRAINT events_lab_id_labs_id_fk FOREIGN KEY (lab_id) REFERENCES labs(id),
	ADD CONSTRAINT events_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);--> statement-breakpoint
ALTER TABLE failsafe_sheets
	ADD CONSTRAINT failsafe_sheets_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT failsafe_sheets_signed_by_staff_id_fk FOREIGN KEY (signed_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE follow_up_answers
	ADD CONSTRAINT follow_up_answers_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT follow_up_answers_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE follow_up_links
	ADD CONSTRAINT follow_up_links_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT follow_up_links_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE free_repeats
	ADD CONSTRAINT free_repeat_of_a_result FOREIGN KEY (result_id) REFERENCES results(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE gp_appointments
	ADD CONSTRAINT gp_appointments_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT gp_appointments_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE host_links
	ADD CONSTRAINT host_links_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT host_links_made_by_staff_id_fk FOREIGN KEY (made_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE host_releases
	ADD CONSTRAINT host_releases_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE identity_changes
	ADD CONSTRAINT identity_changes_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE identity_reviews
	ADD CONSTRAINT identity_reviews_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE kept_identities
	ADD CONSTRAINT kept_identities_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE kept_registrations
	ADD CONSTRAINT kept_registrations_action_id_attendance_actions_action_id_fk FOREIGN KEY (action_id) REFERENCES attendance_actions(action_id),
	ADD CONSTRAINT kept_registrations_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE lab_column_maps
	ADD CONSTRAINT lab_column_maps_lab_id_labs_id_fk FOREIGN KEY (lab_id) REFERENCES labs(id),
	ADD CONSTRAINT lab_column_maps_saved_by_staff_id_fk FOREIGN KEY (saved_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE lab_results
	ADD CONSTRAINT lab_result_of_the_members_own_appointment FOREIGN KEY (appointment_id, member_id) REFERENCES appointments(id, member_id),
	ADD CONSTRAINT lab_result_replaces_a_lab_result FOREIGN KEY (replaces_id) REFERENCES lab_results(id),
	ADD CONSTRAINT lab_results_lab_id_labs_id_fk FOREIGN KEY (lab_id) REFERENCES labs(id),
	ADD CONSTRAINT lab_results_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT lab_results_released_by_staff_id_fk FOREIGN KEY (released_by) REFERENCES staff(id),
	ADD CONSTRAINT lab_results_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE label_batches
	ADD CONSTRAINT label_batches_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT label_batches_printed_by_staff_id_fk FOREIGN KEY (printed_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE laboratory_forms
	ADD CONSTRAINT laboratory_forms_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT laboratory_forms_made_by_staff_id_fk FOREIGN KEY (made_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE ledger_entries
	ADD CONSTRAINT ledger_entries_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE letter_batches
	ADD CONSTRAINT letter_batches_made_by_staff_id_fk FOREIGN KEY (made_by) REFERENCES staff(id),
	ADD CONSTRAINT letter_batches_posted_by_staff_id_fk FOREIGN KEY (posted_by) REFERENCES staff(id),
	ADD CONSTRAINT letter_batches_printed_by_staff_id_fk FOREIGN KEY (printed_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE likely_doubles
	ADD CONSTRAINT likely_doubles_decided_by_staff_id_fk FOREIGN KEY (decided_by) REFERENCES staff(id),
	ADD CONSTRAINT likely_doubles_one_id_match_keys_member_id_fk FOREIGN KEY (one_id) REFERENCES match_keys(member_id) ON DELETE CASCADE,
	ADD CONSTRAINT likely_doubles_other_id_match_keys_member_id_fk FOREIGN KEY (other_id) REFERENCES match_keys(member_id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE match_keys
	ADD CONSTRAINT match_keys_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE member_merges
	ADD CONSTRAINT member_merges_kept_id_members_id_fk FOREIGN KEY (kept_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT member_merges_made_by_staff_id_fk FOREIGN KEY (made_by) REFERENCES staff(id),
	ADD CONSTRAINT member_merges_merged_id_members_id_fk FOREIGN KEY (merged_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE members
	ADD CONSTRAINT members_merged_into_members_id_fk FOREIGN KEY (merged_into) REFERENCES members(id);--> statement-breakpoint
ALTER TABLE merge_requests
	ADD CONSTRAINT merge_requests_decided_by_staff_id_fk FOREIGN KEY (decided_by) REFERENCES staff(id),
	ADD CONSTRAINT merge_requests_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT merge_requests_other_id_members_id_fk FOREIGN KEY (other_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE merged_results
	ADD CONSTRAINT merged_results_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT merged_results_named_by_staff_id_fk FOREIGN KEY (named_by) REFERENCES staff(id),
	ADD CONSTRAINT merged_results_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE money_differences
	ADD CONSTRAINT money_differences_decided_by_staff_id_fk FOREIGN KEY (decided_by) REFERENCES staff(id),
	ADD CONSTRAINT money_differences_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id),
	ADD CONSTRAINT money_differences_report_id_provider_reports_id_fk FOREIGN KEY (report_id) REFERENCES provider_reports(id);--> statement-breakpoint
ALTER TABLE near_alert_mails
	ADD CONSTRAINT near_alert_mails_alert_id_near_alerts_id_fk FOREIGN KEY (alert_id) REFERENCES near_alerts(id) ON DELETE CASCADE,
	ADD CONSTRAINT near_alert_mails_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE notices
	ADD CONSTRAINT notices_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE office_sessions
	ADD CONSTRAINT office_sessions_staff_id_staff_id_fk FOREIGN KEY (staff_id) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE payment_links
	ADD CONSTRAINT payment_links_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE payments
	ADD CONSTRAINT payments_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id),
	ADD CONSTRAINT payments_consent_id_consents_id_fk FOREIGN KEY (consent_id) REFERENCES consents(id),
	ADD CONSTRAINT payments_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT payments_for_appointment_id_appointments_id_fk FOREIGN KEY (for_appointment_id) REFERENCES appointments(id),
	ADD CONSTRAINT payments_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE places
	ADD CONSTRAINT place_is_booked_by_an_appointment_at_its_time FOREIGN KEY (appointment_id, event_id, slot_starts_at) REFERENCES appointments(id, event_id, slot_starts_at),
	ADD CONSTRAINT place_is_offered_to_who_waits_for_it FOREIGN KEY (offer_id, event_id, offered_to) REFERENCES waiting_list(id, event_id, member_id),
	ADD CONSTRAINT places_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT places_held_by_members_id_fk FOREIGN KEY (held_by) REFERENCES members(id);--> statement-breakpoint
ALTER TABLE preparation_answers
	ADD CONSTRAINT preparation_answers_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE RESTRICT,
	ADD CONSTRAINT preparation_answers_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE preparation_links
	ADD CONSTRAINT preparation_links_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE RESTRICT,
	ADD CONSTRAINT preparation_links_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE provider_reports
	ADD CONSTRAINT provider_reports_uploaded_by_staff_id_fk FOREIGN KEY (uploaded_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE provider_transactions
	ADD CONSTRAINT provider_transactions_report_id_provider_reports_id_fk FOREIGN KEY (report_id) REFERENCES provider_reports(id);--> statement-breakpoint
ALTER TABLE published_figures
	ADD CONSTRAINT published_figures_published_by_staff_id_fk FOREIGN KEY (published_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE recalls
	ADD CONSTRAINT recalls_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT recalls_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE refund_requests
	ADD CONSTRAINT refund_requests_asked_by_staff_id_fk FOREIGN KEY (asked_by) REFERENCES staff(id),
	ADD CONSTRAINT refund_requests_decided_by_staff_id_fk FOREIGN KEY (decided_by) REFERENCES staff(id),
	ADD CONSTRAINT refund_requests_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE refunds
	ADD CONSTRAINT refunds_asked_by_staff_id_fk FOREIGN KEY (asked_by) REFERENCES staff(id),
	ADD CONSTRAINT refunds_confirmed_by_staff_id_fk FOREIGN KEY (confirmed_by) REFERENCES staff(id),
	ADD CONSTRAINT refunds_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT,
	ADD CONSTRAINT refunds_replaces_id_refunds_id_fk FOREIGN KEY (replaces_id) REFERENCES refunds(id);--> statement-breakpoint
ALTER TABLE result_import_rows
	ADD CONSTRAINT result_import_rows_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id),
	ADD CONSTRAINT result_import_rows_decided_by_staff_id_fk FOREIGN KEY (decided_by) REFERENCES staff(id),
	ADD CONSTRAINT result_import_rows_import_id_result_imports_id_fk FOREIGN KEY (import_id) REFERENCES result_imports(id) ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE result_imports
	ADD CONSTRAINT result_imports_committed_by_staff_id_fk FOREIGN KEY (committed_by) REFERENCES staff(id),
	ADD CONSTRAINT result_imports_lab_id_labs_id_fk FOREIGN KEY (lab_id) REFERENCES labs(id),
	ADD CONSTRAINT result_imports_made_by_staff_id_fk FOREIGN KEY (made_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE result_letters
	ADD CONSTRAINT result_letters_batch_id_letter_batches_id_fk FOREIGN KEY (batch_id) REFERENCES letter_batches(id),
	ADD CONSTRAINT result_letters_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT result_letters_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE results
	ADD CONSTRAINT result_of_the_members_own_appointment FOREIGN KEY (appointment_id, member_id) REFERENCES appointments(id, member_id),
	ADD CONSTRAINT result_replaces_a_result FOREIGN KEY (supersedes_id) REFERENCES results(id),
	ADD CONSTRAINT results_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE result_reviews
	ADD CONSTRAINT result_reviews_lab_result_id_lab_results_id_fk FOREIGN KEY (lab_result_id) REFERENCES lab_results(id),
	ADD CONSTRAINT result_reviews_staff_id_staff_id_fk FOREIGN KEY (staff_id) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE retention_settings
	ADD CONSTRAINT retention_settings_changed_by_staff_id_fk FOREIGN KEY (changed_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE retests
	ADD CONSTRAINT retests_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE sent_messages
	ADD CONSTRAINT sent_messages_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE staff_events
	ADD CONSTRAINT staff_events_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT staff_events_staff_id_staff_id_fk FOREIGN KEY (staff_id) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE staff
	ADD CONSTRAINT staff_made_by_staff_id_fk FOREIGN KEY (made_by) REFERENCES staff(id);--> statement-breakpoint
ALTER TABLE transaction_reports
	ADD CONSTRAINT transaction_reports_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT,
	ADD CONSTRAINT transaction_reports_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);--> statement-breakpoint
ALTER TABLE tube_labels
	ADD CONSTRAINT tube_labels_batch_id_label_batches_id_fk FOREIGN KEY (batch_id) REFERENCES label_batches(id);--> statement-breakpoint
ALTER TABLE tubes
	ADD CONSTRAINT tubes_appointment_id_appointments_id_fk FOREIGN KEY (appointment_id) REFERENCES appointments(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE unannounced_results
	ADD CONSTRAINT unannounced_results_result_id_results_id_fk FOREIGN KEY (result_id) REFERENCES results(id);--> statement-breakpoint
ALTER TABLE upcoming_appointments
	ADD CONSTRAINT upcoming_is_the_members_own_appointment FOREIGN KEY (appointment_id, member_id) REFERENCES appointments(id, member_id);--> statement-breakpoint
ALTER TABLE venue_takings
	ADD CONSTRAINT venue_takings_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id) ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE waiting_list
	ADD CONSTRAINT waiting_list_event_id_events_id_fk FOREIGN KEY (event_id) REFERENCES events(id) ON DELETE RESTRICT,
	ADD CONSTRAINT waiting_list_member_id_members_id_fk FOREIGN KEY (member_id) REFERENCES members(id) ON DELETE RESTRICT;--> statement-breakpoint
-- Checks of new rows alone.
ALTER TABLE care_loop_steps ADD CONSTRAINT care_loop_step_is_known CHECK (((action = ANY (ARRAY['sms'::text, 'ask'::text, 'ask_again'::text, 'telephone'::text, 'letter'::text, 'escalate'::text])) AND (outcome = ANY (ARRAY['done'::text, 'no_way'::text, 'late'::text])))) NOT VALID;--> statement-breakpoint
ALTER TABLE events ADD CONSTRAINT event_venue_facts_are_short CHECK ((COALESCE(length(parking), 1) BETWEEN 1 AND 200 AND COALESCE(length(step_free_access), 1) BETWEEN 1 AND 200 AND COALESCE(length(hearing_loop), 1) BETWEEN 1 AND 200 AND COALESCE(length(public_transport), 1) BETWEEN 1 AND 200)) NOT VALID;--> statement-breakpoint
-- Indexes.
CREATE INDEX access_grants_by_member ON access_grants (member_id, event_id);--> statement-breakpoint
CREATE INDEX access_log_by_member ON access_log (member_id, at);--> statement-breakpoint
CREATE INDEX appointments_by_member ON appointments (member_id, slot_starts_at);--> statement-breakpoint
CREATE INDEX appointments_by_start ON appointments (slot_starts_at);--> statement-breakpoint
CREATE INDEX attendance_absences ON attendance (since) WHERE (state = 'did_not_attend'::text);--> statement-breakpoint
CREATE INDEX attendance_actions_by_appointment ON attendance_actions (appointment_id);--> statement-breakpoint
CREATE INDEX attendance_actions_by_event ON attendance_actions (event_id, recorded_at);--> statement-breakpoint
CREATE INDEX attendance_by_event ON attendance (event_id);--> statement-breakpoint
CREATE INDEX audit_log_by_actor ON audit_log (actor_user_id, at);--> statement-breakpoint
CREATE INDEX audit_log_by_member ON audit_log (member_id, at);--> statement-breakpoint
CREATE INDEX audit_log_of_chain_checks ON audit_log (id) WHERE (action = 'hash chain checked'::text);--> statement-breakpoint
CREATE INDEX bulk_action_items_open ON bulk_action_items (bulk_action_id, id) WHERE (state = 'open'::text);--> statement-breakpoint
CREATE INDEX bulk_actions_by_event ON bulk_actions (event_id, id);--> statement-breakpoint
CREATE INDEX bulk_actions_running ON bulk_actions (id) WHERE (state = 'running'::text);--> statement-breakpoint
CREATE INDEX care_loops_by_appointment ON care_loops (appointment_id);--> statement-breakpoint
CREATE INDEX care_loops_by_begin ON care_loops (owner, opened_at, urgency, due_at, id, member_id, escalated_to) WHERE (closed_at IS NULL);--> statement-breakpoint
CREATE INDEX care_loops_by_lab_result ON care_loops (lab_result_id);--> statement-breakpoint
CREATE INDEX care_loops_by_member ON care_loops (member_id);--> statement-breakpoint
CREATE INDEX care_loops_by_result ON care_loops (result_id);--> statement-breakpoint
CREATE INDEX care_loops_by_step ON care_loops (next_step_at) WHERE (closed_at IS NULL);--> statement-breakpoint
CREATE INDEX care_loops_closed ON care_loops (owner, closed_at DESC, id DESC) WHERE (closed_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX care_loops_of_work ON care_loops (owner, urgency, COALESCE(due_at, opened_at), id) WHERE (closed_at IS NULL);--> statement-breakpoint
CREATE INDEX care_loops_to_ring ON care_loops (id) WHERE ((closed_at IS NULL) AND is_to_ring);--> statement-breakpoint
CREATE INDEX care_loops_unread ON care_loops (id) WHERE (due_at IS NULL);--> statement-breakpoint
CREATE INDEX claim_letters_by_age ON claim_letters (made_at);--> statement-breakpoint
CREATE INDEX claim_letters_by_member ON claim_letters (member_id);--> statement-breakpoint
CREATE INDEX consent_withdrawals_by_member ON consent_withdrawals (member_id);--> statement-breakpoint
CREATE INDEX consents_by_member_and_event ON consents (member_id, event_id);--> statement-breakpoint
CREATE INDEX contact_messages_by_age ON contact_messages (received_at);--> statement-breakpoint
CREATE INDEX events_by_end ON events (ends_at);--> statement-breakpoint
CREATE INDEX events_by_start ON events (starts_at);--> statement-breakpoint
CREATE INDEX failsafe_sheets_by_event ON failsafe_sheets (event_id, id);--> statement-breakpoint
CREATE INDEX follow_up_answers_by_member ON follow_up_answers (member_id);--> statement-breakpoint
CREATE INDEX follow_up_links_by_member ON follow_up_links (member_id);--> statement-breakpoint
CREATE INDEX gp_appointments_by_member ON gp_appointments (member_id);--> statement-breakpoint
CREATE INDEX gp_appointments_by_result ON gp_appointments (result_id, id);--> statement-breakpoint
CREATE INDEX host_releases_to_do ON host_releases (release_on) WHERE (released_at IS NULL);--> statement-breakpoint
CREATE INDEX idempotent_answers_by_age ON idempotent_answers (created_at);--> statement-breakpoint
CREATE INDEX identity_changes_by_member ON identity_changes (member_id, id);--> statement-breakpoint
CREATE INDEX identity_reviews_by_member ON identity_reviews (member_id);--> statement-breakpoint
CREATE INDEX identity_reviews_open ON identity_reviews (raised_at) WHERE (decided_at IS NULL);--> statement-breakpoint
CREATE INDEX kept_registrations_by_event ON kept_registrations (event_id);--> statement-breakpoint
CREATE INDEX kept_registrations_by_time ON kept_registrations (kept_at);--> statement-breakpoint
CREATE INDEX lab_results_by_appointment ON lab_results (appointment_id);--> statement-breakpoint
CREATE INDEX lab_results_by_member ON lab_results (member_id);--> statement-breakpoint
CREATE INDEX lab_results_by_state ON lab_results (state, id);--> statement-breakpoint
CREATE INDEX label_batches_by_event ON label_batches (event_id);--> statement-breakpoint
CREATE INDEX ledger_entries_by_payment ON ledger_entries (payment_id);--> statement-breakpoint
CREATE INDEX ledger_entries_by_time ON ledger_entries (at);--> statement-breakpoint
CREATE INDEX likely_doubles_by_other ON likely_doubles (other_id);--> statement-breakpoint
CREATE INDEX likely_doubles_decided ON likely_doubles (one_id, other_id) WHERE (decided_at IS NOT NULL);--> statement-breakpoint
CREATE INDEX likely_doubles_open ON likely_doubles (one_id, other_id) WHERE (decided_at IS NULL);--> statement-breakpoint
CREATE INDEX match_keys_by_birth ON match_keys (date_of_birth, postcode);--> statement-breakpoint
CREATE INDEX match_keys_by_name ON match_keys (last_name, first_name);--> statement-breakpoint
CREATE INDEX match_keys_by_number ON match_keys (nhs_number_index);--> statement-breakpoint
CREATE INDEX member_merges_by_kept ON member_merges (kept_id);--> statement-breakpoint
CREATE INDEX members_by_birth_date ON members (date_of_birth);--> statement-breakpoint
CREATE INDEX members_by_email ON members (lower(email));--> statement-breakpoint
CREATE INDEX members_by_name ON members (lower(last_name), lower(first_name), id);--> statement-breakpoint
CREATE INDEX members_by_nhs_number ON members (nhs_number_index);--> statement-breakpoint
CREATE INDEX members_by_words ON members USING gin (array_to_tsvector(array_remove(regexp_split_to_array(lower(((((((((first_name || ' '::text) || last_name) || ' '::text) || COALESCE(email, ''::text)) || ' '::text) || regexp_replace(regexp_replace(phone, '[^0-9]+'::text, ''::text, 'g'::text), '^(0044|44|0)'::text, ''::text)) || ' '::text) || COALESCE(((postcode || ' '::text) || replace(postcode, ' '::text, ''::text)), ''::text))), '[^[:alnum:]]+'::text), ''::text)));--> statement-breakpoint
CREATE INDEX members_merged_into ON members (merged_into) WHERE (merged_into IS NOT NULL);--> statement-breakpoint
CREATE INDEX merge_requests_by_member ON merge_requests (member_id);--> statement-breakpoint
CREATE INDEX merge_requests_by_other ON merge_requests (other_id);--> statement-breakpoint
CREATE INDEX merged_results_by_member ON merged_results (member_id);--> statement-breakpoint
CREATE INDEX money_differences_by_report ON money_differences (report_id);--> statement-breakpoint
CREATE INDEX money_differences_by_state ON money_differences (state, id);--> statement-breakpoint
CREATE INDEX near_alert_mails_by_event ON near_alert_mails (event_id);--> statement-breakpoint
CREATE INDEX notices_by_age ON notices (at);--> statement-breakpoint
CREATE INDEX notices_by_cause ON notices (cause);--> statement-breakpoint
CREATE INDEX office_sessions_by_use ON office_sessions (last_used_at);--> statement-breakpoint
CREATE UNIQUE INDEX one_booking_per_free_repeat ON appointments (free_repeat_of) WHERE ((status = 'booked'::text) AND (free_repeat_of IS NOT NULL));--> statement-breakpoint
CREATE UNIQUE INDEX one_cancellation_per_event ON bulk_actions (event_id) WHERE ((kind = 'event cancellation'::text) AND (reverted_at IS NULL));--> statement-breakpoint
CREATE UNIQUE INDEX one_hold_per_member ON places (held_by) WHERE (held_by IS NOT NULL);--> statement-breakpoint
CREATE UNIQUE INDEX one_hold_per_visitor ON places (held_by_visitor) WHERE (held_by_visitor IS NOT NULL);--> statement-breakpoint
CREATE UNIQUE INDEX one_live_appointment_per_member_and_event ON appointments (member_id, event_id) WHERE (status = 'booked'::text);--> statement-breakpoint
CREATE UNIQUE INDEX one_open_claim_letter ON claim_letters (member_id) WHERE (closed_at IS NULL);--> statement-breakpoint
CREATE UNIQUE INDEX one_open_host_link_per_event ON host_links (event_id) WHERE (ended_at IS NULL);--> statement-breakpoint
CREATE UNIQUE INDEX one_open_loop_of_a_kind_and_subject ON care_loops (kind, COALESCE(result_id, lab_result_id, appointment_id), ((result_id IS NULL)), ((lab_result_id IS NULL))) WHERE (closed_at IS NULL);--> statement-breakpoint
CREATE UNIQUE INDEX one_open_merge_request ON merge_requests (member_id, other_id) WHERE (decided_at IS NULL);--> statement-breakpoint
CREATE UNIQUE INDEX one_open_payment_link_per_appointment ON payment_links (appointment_id) WHERE (closed_at IS NULL);--> statement-breakpoint
CREATE UNIQUE INDEX one_open_payment_per_member_and_event ON payments (member_id, event_id) WHERE (state = ANY (ARRAY['created'::text, 'approved'::text, 'capturing'::text, 'pending review'::text, 'paid'::text]));--> statement-breakpoint
CREATE UNIQUE INDEX one_open_review_of_a_changed_identity ON identity_reviews (member_id) WHERE ((decided_at IS NULL) AND (kind = 'changed identity'::text));--> statement-breakpoint
CREATE UNIQUE INDEX one_open_review_of_a_shared_number ON identity_reviews (member_id, nhs_number_index) WHERE ((decided_at IS NULL) AND (kind = 'shared nhs number'::text));--> statement-breakpoint
CREATE UNIQUE INDEX one_registration_per_appointment ON attendance_actions (appointment_id) WHERE (type = 'walk_in'::text);--> statement-breakpoint
CREATE UNIQUE INDEX one_standing_erasure_request_per_member ON erasure_requests (member_id) WHERE (taken_back_at IS NULL);--> statement-breakpoint
CREATE UNIQUE INDEX one_wait_per_member_and_event ON waiting_list (event_id, member_id) WHERE (status = ANY (ARRAY['waiting'::text, 'offered'::text]));--> statement-breakpoint
CREATE UNIQUE INDEX one_waiting_refund_per_payment ON refund_requests (payment_id) WHERE (state = 'waits for a second person'::text);--> statement-breakpoint
CREATE INDEX payments_by_age ON payments (created_at, id);--> statement-breakpoint
CREATE INDEX payments_by_appointment ON payments (appointment_id);--> statement-breakpoint
CREATE INDEX payments_by_invoice ON payments (invoice_id);--> statement-breakpoint
CREATE INDEX payments_by_member ON payments (member_id);--> statement-breakpoint
CREATE INDEX payments_to_sweep ON payments (state, updated_at);--> statement-breakpoint
CREATE INDEX payments_with_an_answer ON payments (updated_at) WHERE (last_answer IS NOT NULL);--> statement-breakpoint
CREATE INDEX pending_profiles_by_age ON pending_profiles (created_at);--> statement-breakpoint
CREATE INDEX places_held_from_an_address ON places (event_id, hold_address) WHERE (hold_address IS NOT NULL);--> statement-breakpoint
CREATE INDEX places_offered_to_a_member ON places (offered_to) WHERE (offered_to IS NOT NULL);--> statement-breakpoint
CREATE INDEX places_open ON places (event_id, slot_starts_at, place_number) WHERE (appointment_id IS NULL);--> statement-breakpoint
CREATE INDEX preparation_answers_by_member ON preparation_answers (member_id);--> statement-breakpoint
CREATE INDEX preparation_links_by_member ON preparation_links (member_id);--> statement-breakpoint
CREATE INDEX provider_transactions_by_report ON provider_transactions (report_id);--> statement-breakpoint
CREATE INDEX published_figures_by_year ON published_figures (year, id);--> statement-breakpoint
CREATE INDEX recalls_by_day ON recalls (ask_on);--> statement-breakpoint
CREATE INDEX recalls_by_member ON recalls (member_id);--> statement-breakpoint
CREATE INDEX refund_requests_by_payment ON refund_requests (payment_id);--> statement-breakpoint
CREATE INDEX refunds_by_payment ON refunds (payment_id);--> statement-breakpoint
CREATE INDEX refunds_by_person ON refunds (asked_by, created_at) WHERE (asked_by IS NOT NULL);--> statement-breakpoint
CREATE INDEX refunds_to_sweep ON refunds (state, updated_at);--> statement-breakpoint
CREATE INDEX result_import_rows_by_appointment ON result_import_rows (appointment_id);--> statement-breakpoint
CREATE INDEX result_imports_by_time ON result_imports (made_at);--> statement-breakpoint
CREATE INDEX result_letters_by_batch ON result_letters (batch_id);--> statement-breakpoint
CREATE INDEX result_letters_by_member ON result_letters (member_id);--> statement-breakpoint
CREATE INDEX result_letters_by_state ON result_letters (state, id);--> statement-breakpoint
CREATE INDEX result_letters_by_surgery ON result_letters (surgery_index);--> statement-breakpoint
CREATE INDEX result_reviews_by_lab_result ON result_reviews (lab_result_id, id);--> statement-breakpoint
CREATE INDEX results_by_member ON results (member_id);--> statement-breakpoint
CREATE INDEX retests_by_day ON retests (due_on, result_id);--> statement-breakpoint
CREATE INDEX sent_messages_by_age ON sent_messages (sent_at);--> statement-breakpoint
CREATE INDEX sent_messages_by_member ON sent_messages (member_id, id);--> statement-breakpoint
CREATE INDEX transaction_reports_by_member ON transaction_reports (member_id);--> statement-breakpoint
CREATE INDEX tube_labels_by_batch ON tube_labels (batch_id);--> statement-breakpoint
CREATE INDEX tubes_by_appointment ON tubes (appointment_id);--> statement-breakpoint
CREATE INDEX venue_takings_by_time ON venue_takings (taken_at);--> statement-breakpoint
CREATE INDEX waiting_list_by_member ON waiting_list (member_id);--> statement-breakpoint
CREATE INDEX waiting_list_in_order ON waiting_list (event_id, id) WHERE (status = 'waiting'::text);--> statement-breakpoint
CREATE INDEX webhook_events_by_handling ON webhook_events (handled_at);--> statement-breakpoint
CREATE INDEX webhook_events_by_receipt ON webhook_events (received_at);--> statement-breakpoint
-- Triggers.
CREATE TRIGGER add_care_loop AFTER INSERT ON results FOR EACH ROW WHEN ((new.released_at IS NOT NULL)) EXECUTE FUNCTION add_care_loop();--> statement-breakpoint
CREATE TRIGGER add_retest AFTER INSERT ON results FOR EACH ROW EXECUTE FUNCTION add_retest();--> statement-breakpoint
CREATE TRIGGER add_unannounced_result AFTER INSERT ON results FOR EACH ROW WHEN ((new.released_at > (new.recorded_at - '14 days'::interval))) EXECUTE FUNCTION add_unannounced_result();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON access_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON attendance_actions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON care_loop_steps FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON chain_batches FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON chain_reseals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON consent_withdrawals FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON consent_words FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON consents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON erasure_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON failsafe_sheets FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON follow_up_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON gp_appointments FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON identity_changes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON member_merges FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON merged_results FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON preparation_answers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON provider_transactions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON published_figures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON result_reviews FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON results FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON tubes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON venue_takings FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER event_places_added AFTER INSERT ON places REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_event_places();--> statement-breakpoint
CREATE TRIGGER event_places_removed AFTER DELETE ON places REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION count_event_places();--> statement-breakpoint
CREATE TRIGGER forget_visitor BEFORE UPDATE ON places FOR EACH ROW WHEN (((new.held_by_visitor IS NOT NULL) AND ((new.held_by IS NOT NULL) OR (new.hold_id IS NULL)))) EXECUTE FUNCTION forget_visitor();--> statement-breakpoint
CREATE TRIGGER mirror_to_merged AFTER UPDATE ON members FOR EACH ROW WHEN ((new.merged_into IS NULL)) EXECUTE FUNCTION mirror_to_merged();--> statement-breakpoint
CREATE TRIGGER refuse_merged_member AFTER INSERT ON appointments FOR EACH ROW EXECUTE FUNCTION refuse_merged_member();--> statement-breakpoint
CREATE TRIGGER refuse_merged_member AFTER INSERT ON consents FOR EACH ROW EXECUTE FUNCTION refuse_merged_member();--> statement-breakpoint
CREATE TRIGGER refuse_merged_member AFTER INSERT ON erasure_requests FOR EACH ROW EXECUTE FUNCTION refuse_merged_member();--> statement-breakpoint
CREATE TRIGGER refuse_merged_member AFTER INSERT ON payments FOR EACH ROW EXECUTE FUNCTION refuse_merged_member();--> statement-breakpoint
CREATE TRIGGER refuse_merged_member AFTER INSERT ON waiting_list FOR EACH ROW EXECUTE FUNCTION refuse_merged_member();--> statement-breakpoint
CREATE TRIGGER refuse_refund_above_payment BEFORE INSERT ON refunds FOR EACH ROW EXECUTE FUNCTION refuse_refund_above_payment();--> statement-breakpoint
-- Rows that are written once: their owner may not change them either (decision 3). A table that
-- another refers to keeps UPDATE on its key alone: PostgreSQL asks for it when a foreign key locks
-- the row it points to.
REVOKE UPDATE, DELETE, TRUNCATE ON access_log, audit_log, consent_words, consents, identity_changes, ledger_entries, results FROM current_user;--> statement-breakpoint
GRANT UPDATE (version) ON consent_words TO current_user;--> statement-breakpoint
GRANT UPDATE (id) ON consents TO current_user;--> statement-breakpoint
GRANT UPDATE (id) ON results TO current_user;
