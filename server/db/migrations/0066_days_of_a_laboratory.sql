ALTER TABLE "labs" ADD COLUMN "result_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
-- There is a handful of laboratories.
-- squawk-ignore constraint-missing-not-valid
ALTER TABLE "labs" ADD CONSTRAINT "lab_result_days_are_some" CHECK ("labs"."result_days" between 1 and 90);
