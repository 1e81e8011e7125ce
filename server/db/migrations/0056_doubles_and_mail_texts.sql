CREATE TABLE "likely_doubles" (
	"one_id" bigint NOT NULL,
	"other_id" bigint NOT NULL,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"reason" text,
	CONSTRAINT "a_pair_is_listed_once" PRIMARY KEY("one_id","other_id"),
	CONSTRAINT "likely_double_is_of_an_older_and_a_newer" CHECK ("likely_doubles"."one_id" < "likely_doubles"."other_id"),
	CONSTRAINT "likely_double_is_decided_by_a_person" CHECK (("likely_doubles"."decided_at" is null) = ("likely_doubles"."decided_by" is null) and ("likely_doubles"."decided_at" is null) = ("likely_doubles"."reason" is null))
);
--> statement-breakpoint
CREATE TABLE "match_keys" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"first_name" text,
	"last_name" text,
	"postcode" text,
	"date_of_birth" date NOT NULL,
	"nhs_number_index" "bytea"
);
--> statement-breakpoint
CREATE TABLE "mail_texts" (
	"kind" text PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" bigint,
	CONSTRAINT "mail_text_kind_is_known" CHECK ("mail_texts"."kind" in ('reminder', 'place_offered', 'event_changed', 'event_cancelled'))
);
--> statement-breakpoint
ALTER TABLE "likely_doubles" ADD CONSTRAINT "likely_doubles_one_id_match_keys_member_id_fk" FOREIGN KEY ("one_id") REFERENCES "public"."match_keys"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likely_doubles" ADD CONSTRAINT "likely_doubles_other_id_match_keys_member_id_fk" FOREIGN KEY ("other_id") REFERENCES "public"."match_keys"("member_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "likely_doubles" ADD CONSTRAINT "likely_doubles_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_keys" ADD CONSTRAINT "match_keys_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "likely_doubles_by_other" ON "likely_doubles" USING btree ("other_id");--> statement-breakpoint
CREATE INDEX "likely_doubles_open" ON "likely_doubles" USING btree ("one_id","other_id") WHERE "likely_doubles"."decided_at" is null;--> statement-breakpoint
CREATE INDEX "likely_doubles_decided" ON "likely_doubles" USING btree ("one_id","other_id") WHERE "likely_doubles"."decided_at" is not null;--> statement-breakpoint
CREATE INDEX "match_keys_by_number" ON "match_keys" USING btree ("nhs_number_index");--> statement-breakpoint
CREATE INDEX "match_keys_by_name" ON "match_keys" USING btree ("last_name","first_name");--> statement-breakpoint
CREATE INDEX "match_keys_by_birth" ON "match_keys" USING btree ("date_of_birth","postcode");