CREATE TABLE "kept_registrations" (
	"action_id" uuid PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"sealed" "bytea" NOT NULL,
	"kept_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attendance_actions" DROP CONSTRAINT "attendance_action_type_is_known";--> statement-breakpoint
ALTER TABLE "attendance_actions" ALTER COLUMN "named_appointment" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "named_walk_in" uuid;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "also" text[];--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "how" text;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "pence" integer;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "form_digest" text;--> statement-breakpoint
ALTER TABLE "staff_events" ADD COLUMN "is_lead" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "kept_registrations" ADD CONSTRAINT "kept_registrations_action_id_attendance_actions_action_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."attendance_actions"("action_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_registrations" ADD CONSTRAINT "kept_registrations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kept_registrations_by_event" ON "kept_registrations" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "kept_registrations_by_time" ON "kept_registrations" USING btree ("kept_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_registration_per_appointment" ON "attendance_actions" USING btree ("appointment_id") WHERE "attendance_actions"."type" = 'walk_in';--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_taking_has_a_sum" CHECK ("attendance_actions"."status" = 'refused' or ("attendance_actions"."type" = 'taking') = ("attendance_actions"."pence" is not null and "attendance_actions"."how" is not null));--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_action_type_is_known" CHECK ("attendance_actions"."type" in ('arrive', 'sample', 'not_sampled', 'undo', 'did_not_attend', 'walk_in', 'taking'));