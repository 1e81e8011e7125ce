ALTER TABLE "payments" RENAME COLUMN "asked_at" TO "leased_at";--> statement-breakpoint
ALTER TABLE "denied_access_counts" RENAME COLUMN "who" TO "caller_hash";
