CREATE TABLE "letter_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "letter_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reason" text,
	"made_by" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"pdf_hash" "bytea",
	"printed_at" timestamp with time zone,
	"printed_by" bigint,
	"posted_at" timestamp with time zone,
	"posted_by" bigint,
	CONSTRAINT "letter_batch_steps_have_a_person" CHECK (("letter_batches"."printed_at" is null) = ("letter_batches"."printed_by" is null) and ("letter_batches"."posted_at" is null) = ("letter_batches"."posted_by" is null)),
	CONSTRAINT "letter_batch_is_printed_before_it_is_posted" CHECK ("letter_batches"."posted_at" is null or "letter_batches"."printed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "result_letters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "result_letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"result_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"recipient" text NOT NULL,
	"copy" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"waiting_since" timestamp with time zone NOT NULL,
	"batch_id" bigint,
	"address_index" "bytea",
	"returned_on" date,
	"return_reason" text,
	CONSTRAINT "each_letter_of_a_result_once" UNIQUE("result_id","recipient","copy"),
	CONSTRAINT "result_letter_state_is_known" CHECK ("result_letters"."state" in ('waiting', 'printed', 'posted', 'returned', 'stopped')),
	CONSTRAINT "result_letter_recipient_is_known" CHECK ("result_letters"."recipient" in ('member', 'gp')),
	CONSTRAINT "result_letter_return_is_known" CHECK ("result_letters"."return_reason" in ('gone away', 'address unknown', 'address incomplete', 'not called for', 'refused', 'no reason given')),
	CONSTRAINT "result_letter_returned_on_a_day_for_a_reason" CHECK (("result_letters"."state" = 'returned') = ("result_letters"."returned_on" is not null) and ("result_letters"."returned_on" is null) = ("result_letters"."return_reason" is null)),
	CONSTRAINT "result_letter_printed_in_a_batch" CHECK ("result_letters"."state" in ('waiting', 'stopped') or ("result_letters"."batch_id" is not null and "result_letters"."address_index" is not null))
);
--> statement-breakpoint
ALTER TABLE "letter_batches" ADD CONSTRAINT "letter_batches_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_batches" ADD CONSTRAINT "letter_batches_printed_by_staff_id_fk" FOREIGN KEY ("printed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_batches" ADD CONSTRAINT "letter_batches_posted_by_staff_id_fk" FOREIGN KEY ("posted_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_letters" ADD CONSTRAINT "result_letters_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_letters" ADD CONSTRAINT "result_letters_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_letters" ADD CONSTRAINT "result_letters_batch_id_letter_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."letter_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "result_letters_by_state" ON "result_letters" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "result_letters_by_member" ON "result_letters" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "result_letters_by_batch" ON "result_letters" USING btree ("batch_id");