ALTER TABLE "match_keys" ADD COLUMN "words" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "match_keys" ADD COLUMN "first_name_keys" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "match_keys" ADD COLUMN "last_name_keys" text[] DEFAULT '{}' NOT NULL;
