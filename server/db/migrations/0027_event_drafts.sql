ALTER TABLE "events" DROP CONSTRAINT "event_private_has_code";--> statement-breakpoint
ALTER TABLE "events" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "changed_by" bigint;--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "event_has_a_product" CHECK ("events"."product_id" is not null or "events"."status" = 'draft');--> statement-breakpoint
ALTER TABLE "events" ADD CONSTRAINT "event_private_has_code" CHECK (not "events"."is_private" or "events"."access_code_hash" is not null or "events"."status" = 'draft');