CREATE TABLE "access_grants" (
	"event_id" bigint NOT NULL,
	"visitor_hash" "bytea" NOT NULL,
	"member_id" bigint,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "access_grant" PRIMARY KEY("event_id","visitor_hash")
);
--> statement-breakpoint
CREATE TABLE "access_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "access_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"actor_user_id" uuid NOT NULL,
	"actor_role" text NOT NULL,
	"what" text NOT NULL,
	"result_id" bigint,
	"reason" text,
	"address_hash" "bytea",
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "appointments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "appointments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reference" text NOT NULL,
	"event_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"slot_starts_at" timestamp with time zone NOT NULL,
	"slot_ends_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'booked' NOT NULL,
	"payment_status" text NOT NULL,
	"price_pence" integer NOT NULL,
	"consent_id" bigint NOT NULL,
	"calendar_sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "appointments_reference_unique" UNIQUE("reference"),
	CONSTRAINT "appointment_at_a_time" UNIQUE("id","event_id","slot_starts_at"),
	CONSTRAINT "appointment_of_a_member" UNIQUE("id","member_id"),
	CONSTRAINT "appointment_status_is_known" CHECK ("appointments"."status" in ('booked', 'cancelled')),
	CONSTRAINT "appointment_payment_is_known" CHECK ("appointments"."payment_status" in ('not paid', 'paid', 'paid by card')),
	CONSTRAINT "appointment_cancelled_has_a_time" CHECK (("appointments"."status" = 'cancelled') = ("appointments"."cancelled_at" is not null)),
	CONSTRAINT "appointment_ends_after_it_starts" CHECK ("appointments"."slot_ends_at" > "appointments"."slot_starts_at")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"actor_user_id" uuid,
	"member_id" bigint,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consent_words" (
	"version" text PRIMARY KEY NOT NULL,
	"words" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "consents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"words_version" text NOT NULL,
	"psa_test_date" date NOT NULL,
	"answers" jsonb NOT NULL,
	"terms" boolean NOT NULL,
	"sample_consent" boolean NOT NULL,
	"gp_sharing" boolean NOT NULL,
	"disclaimer" boolean NOT NULL,
	"channel" text DEFAULT 'website' NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_of_member_for_event" UNIQUE("id","member_id","event_id"),
	CONSTRAINT "consent_has_its_ticks" CHECK ("consents"."terms" and "consents"."sample_consent" and "consents"."disclaimer")
);
--> statement-breakpoint
CREATE TABLE "error_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "error_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message" text NOT NULL,
	"description" text,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"session_minutes" integer NOT NULL,
	"product_id" bigint NOT NULL,
	"price_pence" integer,
	"payment_required" boolean,
	"lab_id" bigint,
	"is_private" boolean DEFAULT false NOT NULL,
	"access_code_hash" text,
	"exclusive_for" text NOT NULL,
	"contact_email" text,
	"address_line1" text,
	"address_line2" text,
	"city" text,
	"state" text,
	"postcode" text,
	"country" text,
	"latitude" double precision,
	"longitude" double precision,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_ends_after_it_starts" CHECK ("events"."ends_at" > "events"."starts_at"),
	CONSTRAINT "event_session_is_positive" CHECK ("events"."session_minutes" > 0),
	CONSTRAINT "event_price_is_not_negative" CHECK ("events"."price_pence" is null or "events"."price_pence" >= 0),
	CONSTRAINT "event_is_for_someone" CHECK ("events"."exclusive_for" in ('COMMUNITY', 'FREEMASONS', 'CORPORATE')),
	CONSTRAINT "event_private_has_code" CHECK (not "events"."is_private" or "events"."access_code_hash" is not null)
);
--> statement-breakpoint
CREATE TABLE "guess_counters" (
	"what" text NOT NULL,
	"who" "bytea" NOT NULL,
	"window_starts_at" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "guess_counter" PRIMARY KEY("what","who")
);
--> statement-breakpoint
CREATE TABLE "idempotent_answers" (
	"caller_hash" "bytea" NOT NULL,
	"key" text NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"status" integer,
	"body" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_answer_per_key" PRIMARY KEY("caller_hash","key")
);
--> statement-breakpoint
CREATE TABLE "labs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "labs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"requires_nhs_number" boolean DEFAULT false NOT NULL,
	CONSTRAINT "labs_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"currency" text DEFAULT 'GBP' NOT NULL,
	"provider_ref" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "money_is_entered_once" UNIQUE("kind","provider_ref"),
	CONSTRAINT "ledger_kind_is_known" CHECK ("ledger_entries"."kind" in ('charge', 'refund', 'fee')),
	CONSTRAINT "ledger_sign_fits_kind" CHECK (("ledger_entries"."kind" = 'charge') = ("ledger_entries"."amount_pence" > 0))
);
--> statement-breakpoint
CREATE TABLE "members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1001 CACHE 1),
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"gender" text NOT NULL,
	"date_of_birth" date NOT NULL,
	"ethnicity" text NOT NULL,
	"occupation" text,
	"phone" text NOT NULL,
	"home_address" text NOT NULL,
	"billing_address" text,
	"nhs_number" "bytea",
	"nhs_number_index" "bytea",
	"nhs_confirmed_at" timestamp with time zone,
	"ni_number" "bytea",
	"nhs_gp_email" text,
	"nhs_gp_phone_number" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_user_id_unique" UNIQUE("user_id"),
	CONSTRAINT "member_nhs_number_is_indexed" CHECK (("members"."nhs_number" is null) = ("members"."nhs_number_index" is null))
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"slot_starts_at" timestamp with time zone NOT NULL,
	"consent_id" bigint,
	"appointment_id" bigint,
	"hold_id" uuid,
	"state" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"currency" text DEFAULT 'GBP' NOT NULL,
	"description" text NOT NULL,
	"invoice_id" text NOT NULL,
	"order_id" text,
	"capture_id" text,
	"create_request_id" text NOT NULL,
	"capture_request_id" text,
	"captured_pence" integer,
	"fee_pence" integer,
	"card" jsonb,
	"last_answer" jsonb,
	"asked_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_invoice_id_unique" UNIQUE("invoice_id"),
	CONSTRAINT "payments_order_id_unique" UNIQUE("order_id"),
	CONSTRAINT "payments_capture_id_unique" UNIQUE("capture_id"),
	CONSTRAINT "payments_create_request_id_unique" UNIQUE("create_request_id"),
	CONSTRAINT "payments_capture_request_id_unique" UNIQUE("capture_request_id"),
	CONSTRAINT "payment_amount_is_positive" CHECK ("payments"."amount_pence" > 0),
	CONSTRAINT "payment_state_is_known" CHECK ("payments"."state" in ('created', 'approved', 'capturing', 'paid', 'finalised', 'declined', 'pending review', 'refunded', 'refund failed', 'expired'))
);
--> statement-breakpoint
CREATE TABLE "places" (
	"event_id" bigint NOT NULL,
	"slot_starts_at" timestamp with time zone NOT NULL,
	"place_number" integer NOT NULL,
	"hold_id" uuid,
	"held_by" bigint,
	"held_until" timestamp with time zone,
	"hold_extended" boolean DEFAULT false NOT NULL,
	"appointment_id" bigint,
	CONSTRAINT "place" PRIMARY KEY("event_id","slot_starts_at","place_number"),
	CONSTRAINT "one_place_per_hold" UNIQUE("hold_id"),
	CONSTRAINT "one_place_per_appointment" UNIQUE("appointment_id"),
	CONSTRAINT "place_number_is_positive" CHECK ("places"."place_number" > 0),
	CONSTRAINT "place_hold_is_whole" CHECK (("places"."held_by" is null) = ("places"."hold_id" is null) and ("places"."held_by" is null) = ("places"."held_until" is null)),
	CONSTRAINT "place_is_held_or_booked" CHECK ("places"."appointment_id" is null or "places"."held_by" is null)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"price_pence" integer NOT NULL,
	"email_template" text
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"request_id" text NOT NULL,
	"provider_refund_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "refunds_request_id_unique" UNIQUE("request_id"),
	CONSTRAINT "refunds_provider_refund_id_unique" UNIQUE("provider_refund_id"),
	CONSTRAINT "refund_amount_is_positive" CHECK ("refunds"."amount_pence" > 0),
	CONSTRAINT "refund_state_is_known" CHECK ("refunds"."state" in ('queued', 'sent', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "results" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"appointment_id" bigint,
	"supersedes_id" bigint,
	"sample_date" date,
	"sealed" "bytea" NOT NULL,
	"source" text NOT NULL,
	"source_ref" text,
	"released_at" timestamp with time zone,
	"recorded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "results_supersedes_id_unique" UNIQUE("supersedes_id"),
	CONSTRAINT "result_is_imported_once" UNIQUE("source","source_ref")
);
--> statement-breakpoint
CREATE TABLE "transaction_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "transaction_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"payment_id" uuid,
	"reported_by" text NOT NULL,
	"record" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upcoming_appointments" (
	"member_id" bigint NOT NULL,
	"appointment_id" bigint NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "one_upcoming_appointment_per_member" PRIMARY KEY("member_id")
);
--> statement-breakpoint
CREATE TABLE "waiting_list" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "waiting_list_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"offered_until" timestamp with time zone,
	"hold_id" uuid,
	"closed_at" timestamp with time zone,
	CONSTRAINT "waiting_status_is_known" CHECK ("waiting_list"."status" in ('waiting', 'offered', 'booked', 'left', 'lapsed'))
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"body" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_grants" ADD CONSTRAINT "access_grants_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointment_has_that_members_consent_for_that_event" FOREIGN KEY ("consent_id","member_id","event_id") REFERENCES "public"."consents"("id","member_id","event_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consents" ADD CONSTRAINT "consents_words_version_consent_words_version_fk" FOREIGN KEY ("words_version") REFERENCES "public"."consent_words"("version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "events_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_consent_id_consents_id_fk" FOREIGN KEY ("consent_id") REFERENCES "public"."consents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "places_held_by_members_id_fk" FOREIGN KEY ("held_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_booked_by_an_appointment_at_its_time" FOREIGN KEY ("appointment_id","event_id","slot_starts_at") REFERENCES "public"."appointments"("id","event_id","slot_starts_at") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "result_of_the_members_own_appointment" FOREIGN KEY ("appointment_id","member_id") REFERENCES "public"."appointments"("id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "result_replaces_a_result" FOREIGN KEY ("supersedes_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_reports" ADD CONSTRAINT "transaction_reports_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_reports" ADD CONSTRAINT "transaction_reports_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upcoming_appointments" ADD CONSTRAINT "upcoming_is_the_members_own_appointment" FOREIGN KEY ("appointment_id","member_id") REFERENCES "public"."appointments"("id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_list_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_grants_by_member" ON "access_grants" USING btree ("member_id","event_id");--> statement-breakpoint
CREATE INDEX "access_log_by_member" ON "access_log" USING btree ("member_id","at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_live_appointment_per_member_and_event" ON "appointments" USING btree ("member_id","event_id") WHERE "appointments"."status" = 'booked';--> statement-breakpoint
CREATE INDEX "appointments_by_member" ON "appointments" USING btree ("member_id","slot_starts_at");--> statement-breakpoint
CREATE INDEX "audit_log_by_member" ON "audit_log" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "consents_by_member_and_event" ON "consents" USING btree ("member_id","event_id");--> statement-breakpoint
CREATE INDEX "events_by_start" ON "events" USING btree ("starts_at");--> statement-breakpoint
CREATE INDEX "idempotent_answers_by_age" ON "idempotent_answers" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "members_by_nhs_number" ON "members" USING btree ("nhs_number_index");--> statement-breakpoint
CREATE INDEX "payments_to_sweep" ON "payments" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "payments_by_member" ON "payments" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_payment_per_member_and_event" ON "payments" USING btree ("member_id","event_id") WHERE "payments"."state" in ('created', 'approved', 'capturing', 'pending review', 'paid');--> statement-breakpoint
CREATE UNIQUE INDEX "one_hold_per_member" ON "places" USING btree ("held_by") WHERE "places"."held_by" is not null;--> statement-breakpoint
CREATE INDEX "refunds_to_sweep" ON "refunds" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "results_by_member" ON "results" USING btree ("member_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_wait_per_member_and_event" ON "waiting_list" USING btree ("event_id","member_id") WHERE "waiting_list"."status" in ('waiting', 'offered');--> statement-breakpoint
CREATE INDEX "waiting_list_in_order" ON "waiting_list" USING btree ("event_id","joined_at");