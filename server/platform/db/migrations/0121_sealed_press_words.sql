ALTER TABLE "attendance_actions" ADD COLUMN "seal_id" uuid;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD COLUMN "sealed" "bytea";