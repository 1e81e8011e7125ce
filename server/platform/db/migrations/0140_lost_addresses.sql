ALTER TABLE "claim_letter_requests" ADD COLUMN "replaces_account" uuid;--> statement-breakpoint
ALTER TABLE "claim_letters" ADD COLUMN "replaces_account" uuid;--> statement-breakpoint
ALTER TABLE "record_claims" ADD COLUMN "replaces_account" uuid;--> statement-breakpoint
ALTER TABLE "record_claims" ADD CONSTRAINT "record_claim_replaces_another_account" CHECK ("record_claims"."replaces_account" <> "record_claims"."user_id") NOT VALID;