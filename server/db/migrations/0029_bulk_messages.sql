DROP INDEX "one_cancellation_per_event";--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "free_cancel_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD COLUMN "subject" text;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD COLUMN "reverted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "bulk_actions_by_event" ON "bulk_actions" USING btree ("event_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_cancellation_per_event" ON "bulk_actions" USING btree ("event_id") WHERE "bulk_actions"."kind" = 'event cancellation' and "bulk_actions"."reverted_at" is null;