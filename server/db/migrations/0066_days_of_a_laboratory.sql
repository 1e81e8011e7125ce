ALTER TABLE "labs" ADD COLUMN "result_days" integer DEFAULT 14 NOT NULL;--> statement-breakpoint
ALTER TABLE "labs" ADD CONSTRAINT "lab_result_days_are_some" CHECK ("labs"."result_days" between 1 and 90) NOT VALID;--> statement-breakpoint
ALTER TABLE "labs" VALIDATE CONSTRAINT "lab_result_days_are_some";
