ALTER TABLE "guess_counters" RENAME TO "rate_limits";--> statement-breakpoint
ALTER TABLE "rate_limits" RENAME COLUMN "what" TO "rule";--> statement-breakpoint
ALTER TABLE "rate_limits" RENAME COLUMN "who" TO "subject";--> statement-breakpoint
ALTER TABLE "rate_limits" RENAME CONSTRAINT "guess_counter" TO "rate_limit";