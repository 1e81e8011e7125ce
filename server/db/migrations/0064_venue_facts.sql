ALTER TABLE "events" ADD COLUMN "parking" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "step_free_access" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "hearing_loop" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "public_transport" text;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "event_venue_facts_are_short" CHECK (coalesce(length(parking), 1) between 1 and 200 and coalesce(length(step_free_access), 1) between 1 and 200 and coalesce(length(hearing_loop), 1) between 1 and 200 and coalesce(length(public_transport), 1) between 1 and 200) NOT VALID;