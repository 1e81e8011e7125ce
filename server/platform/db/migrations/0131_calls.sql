ALTER TABLE "care_loops" DROP CONSTRAINT "care_loop_is_about_something";--> statement-breakpoint
ALTER TABLE "care_loops" ADD COLUMN "event_id" bigint;--> statement-breakpoint
ALTER TABLE "care_loops" ADD COLUMN "ringing_by" bigint;--> statement-breakpoint
ALTER TABLE "care_loops" ADD COLUMN "ringing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loops_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loops_ringing_by_staff_id_fk" FOREIGN KEY ("ringing_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loop_call_has_a_person_and_a_time" CHECK (("care_loops"."ringing_by" is null) = ("care_loops"."ringing_since" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loop_is_about_something" CHECK ("care_loops"."kind" = 'capacity_doubt' or coalesce("care_loops"."result_id", "care_loops"."lab_result_id", "care_loops"."appointment_id", "care_loops"."event_id") is not null) NOT VALID;
