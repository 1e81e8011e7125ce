ALTER TABLE "result_letters" ADD COLUMN "surgery" "bytea";--> statement-breakpoint
ALTER TABLE "result_letters" ADD COLUMN "surgery_index" "bytea";--> statement-breakpoint
CREATE INDEX "result_letters_by_surgery" ON "result_letters" USING btree ("surgery_index");--> statement-breakpoint
ALTER TABLE "result_letters" ADD CONSTRAINT "result_letter_surgery_of_a_gp" CHECK (("result_letters"."surgery" is null) = ("result_letters"."surgery_index" is null) and ("result_letters"."recipient" = 'gp' or "result_letters"."surgery" is null));