CREATE TABLE "record_claims" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "record_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"letter_id" bigint NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"contact_key_hash" "bytea",
	"new_contact_key_hash" "bytea",
	"notice" text NOT NULL,
	"told_at" timestamp with time zone,
	"is_contact_changed" boolean NOT NULL,
	"tube_tries" integer DEFAULT 0 NOT NULL,
	"tube_proven_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_because" text,
	"ended_by" bigint,
	CONSTRAINT "one_claim_per_contact_key" UNIQUE("contact_key_hash"),
	CONSTRAINT "one_claim_per_new_contact_key" UNIQUE("new_contact_key_hash"),
	CONSTRAINT "record_claim_ends_for_a_reason" CHECK (("record_claims"."ended_at" is null) = ("record_claims"."ended_because" is null)),
	CONSTRAINT "record_claim_end_is_known" CHECK ("record_claims"."ended_because" in ('confirmed', 'released', 'not me', 'refused', 'record changed')),
	CONSTRAINT "record_claim_notice_is_known" CHECK ("record_claims"."notice" in ('message', 'letter', 'nobody')),
	CONSTRAINT "record_claim_is_decided_by_staff" CHECK (case when "record_claims"."ended_because" in ('released', 'refused') then "record_claims"."ended_by" is not null else "record_claims"."ended_by" is null end),
	CONSTRAINT "record_claim_has_few_tube_tries" CHECK ("record_claims"."tube_tries" between 0 and 5)
);
--> statement-breakpoint
ALTER TABLE "record_claims" ADD CONSTRAINT "record_claims_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_claims" ADD CONSTRAINT "record_claims_letter_id_claim_letters_id_fk" FOREIGN KEY ("letter_id") REFERENCES "public"."claim_letters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "record_claims" ADD CONSTRAINT "record_claims_ended_by_staff_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_record_claim" ON "record_claims" USING btree ("member_id") WHERE "record_claims"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "record_claims_by_member" ON "record_claims" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "record_claims_by_account" ON "record_claims" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "record_claims_by_letter" ON "record_claims" USING btree ("letter_id");--> statement-breakpoint
CREATE INDEX "record_claims_by_age" ON "record_claims" USING btree ("claimed_at");