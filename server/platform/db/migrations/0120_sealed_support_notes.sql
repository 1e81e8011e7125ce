ALTER TABLE "members" ADD COLUMN "support_note_seal_id" uuid;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "support_note_sealed" "bytea";