CREATE TABLE "office_sessions" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"staff_id" bigint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "staff_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"roles" text[] NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"until" timestamp with time zone,
	"made_by" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "one_staff_row_per_account" UNIQUE("user_id"),
	CONSTRAINT "staff_roles_are_known" CHECK ("staff"."roles" <@ array['office', 'venue', 'clinician', 'treasurer', 'admin']),
	CONSTRAINT "staff_without_roles_has_ended" CHECK ((cardinality("staff"."roles") = 0) = ("staff"."until" is not null))
);
--> statement-breakpoint
CREATE TABLE "staff_events" (
	"staff_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	CONSTRAINT "staff_event" PRIMARY KEY("staff_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "is_kept_back" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "places_per_slot" integer;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "breaks" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "host_name" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "host_phone" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "office_sessions" ADD CONSTRAINT "office_sessions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff" ADD CONSTRAINT "staff_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_events" ADD CONSTRAINT "staff_events_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "staff_events" ADD CONSTRAINT "staff_events_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "office_sessions_by_use" ON "office_sessions" USING btree ("last_used_at");--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "event_status_is_known" CHECK ("events"."status" in ('draft', 'published', 'cancelled'));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "event_cancelled_has_a_time" CHECK (("events"."status" = 'cancelled') = ("events"."cancelled_at" is not null));--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "event_places_per_slot_is_positive" CHECK ("events"."places_per_slot" is null or "events"."places_per_slot" > 0);