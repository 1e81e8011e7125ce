ALTER TABLE "contact_messages" ADD COLUMN "seal_id" uuid;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "sealed" "bytea";