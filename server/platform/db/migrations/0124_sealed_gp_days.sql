-- The version that still runs shows no day that has none of these, until it is replaced.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "gp_appointments" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
-- squawk-ignore ban-drop-not-null
ALTER TABLE "gp_appointments" ALTER COLUMN "result_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "gp_appointments" ADD COLUMN "result_index" "bytea";--> statement-breakpoint
ALTER TABLE "gp_appointments" ADD COLUMN "seal_id" uuid;--> statement-breakpoint
ALTER TABLE "gp_appointments" ADD COLUMN "sealed" "bytea";
