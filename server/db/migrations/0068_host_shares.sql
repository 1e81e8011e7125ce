ALTER TABLE "appointments" ADD COLUMN "host_share_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "host_share_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "host_share_pence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- There are a few hundred events.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "events" ADD CONSTRAINT "event_host_share_is_not_negative" CHECK ("events"."host_share_pence" >= 0);
