CREATE TABLE "claim_letters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "claim_letters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"made_by" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"printed_at" timestamp with time zone,
	"posted_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_because" text,
	CONSTRAINT "one_letter_per_code" UNIQUE("code_hash"),
	CONSTRAINT "claim_letter_closed_for_a_reason" CHECK (("claim_letters"."closed_at" is null) = ("claim_letters"."closed_because" is null)),
	CONSTRAINT "claim_letter_end_is_known" CHECK ("claim_letters"."closed_because" in ('claimed', 'merge asked', 'replaced', 'returned', 'tried out')),
	CONSTRAINT "claim_letter_ends_later" CHECK ("claim_letters"."expires_at" > "claim_letters"."made_at"),
	CONSTRAINT "claim_letter_has_few_tries" CHECK ("claim_letters"."tries" between 0 and 5)
);
--> statement-breakpoint
CREATE TABLE "merge_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "merge_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_at" timestamp with time zone,
	"decided_by" bigint,
	CONSTRAINT "merge_request_is_of_two" CHECK ("merge_requests"."member_id" <> "merge_requests"."other_id"),
	CONSTRAINT "merge_request_outcome_is_known" CHECK ("merge_requests"."outcome" in ('merged', 'refused')),
	CONSTRAINT "merge_request_is_decided_by_a_person" CHECK (("merge_requests"."outcome" is null) = ("merge_requests"."decided_at" is null) and ("merge_requests"."outcome" is null) = ("merge_requests"."decided_by" is null))
);
--> statement-breakpoint
ALTER TABLE "claim_letters" ADD CONSTRAINT "claim_letters_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "claim_letters" ADD CONSTRAINT "claim_letters_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD CONSTRAINT "merge_requests_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD CONSTRAINT "merge_requests_other_id_members_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merge_requests" ADD CONSTRAINT "merge_requests_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_claim_letter" ON "claim_letters" USING btree ("member_id") WHERE "claim_letters"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "claim_letters_by_member" ON "claim_letters" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "claim_letters_by_age" ON "claim_letters" USING btree ("made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_merge_request" ON "merge_requests" USING btree ("member_id","other_id") WHERE "merge_requests"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "merge_requests_by_member" ON "merge_requests" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "merge_requests_by_other" ON "merge_requests" USING btree ("other_id");