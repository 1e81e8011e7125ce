ALTER TABLE "places" ADD COLUMN "is_paused" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "booking_paused_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "booking_pause_reason" text;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "series_id" bigint;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "event_pause_reason_needs_a_pause" CHECK ("events"."booking_pause_reason" is null or "events"."booking_paused_at" is not null) NOT VALID;