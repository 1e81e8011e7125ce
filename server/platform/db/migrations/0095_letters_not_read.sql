ALTER TABLE "care_loops" DROP CONSTRAINT "care_loop_pace_is_known";--> statement-breakpoint
ALTER TABLE "care_loops" ADD COLUMN "ring_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loop_pace_is_known" CHECK ("care_loops"."pace" in ('soon', 'usual', 'posted', 'returned')) NOT VALID;