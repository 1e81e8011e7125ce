ALTER TABLE "places" ADD COLUMN "held_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "yielded_by" "bytea";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "proven_phone" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "phone_code_hash" "bytea";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "phone_code_sent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "phone_code_tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Numbers that the office took for members without an account; others confirm theirs by a code.
UPDATE "members" SET "proven_phone" = "phone" WHERE "user_id" IS NULL AND "erased_at" IS NULL;
