ALTER TABLE "members" DROP CONSTRAINT "member_nhs_number_is_indexed";--> statement-breakpoint
ALTER TABLE "identity_reviews" ADD COLUMN "withholds" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_index_is_of_an_nhs_number" CHECK ("members"."nhs_number_index" is null or "members"."nhs_number" is not null) NOT VALID;