CREATE TABLE "contact_stops" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_stops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"revokes" bigint,
	"made_by" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seal_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "a_contact_stop_is_revoked_once" UNIQUE("revokes"),
	CONSTRAINT "contact_stop_kind_is_known" CHECK ("contact_stops"."kind" in ('died', 'results_only', 'no_contact', 'revoked')),
	CONSTRAINT "contact_stop_revokes_one" CHECK (("contact_stops"."kind" = 'revoked') = ("contact_stops"."revokes" is not null))
);
--> statement-breakpoint
CREATE TABLE "erasure_exceptions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasure_exceptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"blockers" text[] NOT NULL,
	"signed_by" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seal_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "erasure_exception_is_of_known_blockers" CHECK (cardinality("erasure_exceptions"."blockers") > 0 and "erasure_exceptions"."blockers" <@ array['sample at the laboratory', 'result not released', 'amber or red not read', 'open correction', 'open take-back'])
);
--> statement-breakpoint
CREATE TABLE "member_partings" (
	"merge_id" bigint PRIMARY KEY NOT NULL,
	"parted_by" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "member_merges" DROP CONSTRAINT "a_record_is_merged_once";--> statement-breakpoint
ALTER TABLE "consent_withdrawals" ADD COLUMN "taken_by" text;--> statement-breakpoint
ALTER TABLE "member_merges" ADD COLUMN "seal_id" uuid;--> statement-breakpoint
ALTER TABLE "member_merges" ADD COLUMN "sealed" "bytea";--> statement-breakpoint
ALTER TABLE "contact_stops" ADD CONSTRAINT "contact_stops_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_stops" ADD CONSTRAINT "contact_stops_revokes_contact_stops_id_fk" FOREIGN KEY ("revokes") REFERENCES "public"."contact_stops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_stops" ADD CONSTRAINT "contact_stops_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_exceptions" ADD CONSTRAINT "erasure_exceptions_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_exceptions" ADD CONSTRAINT "erasure_exceptions_signed_by_staff_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_partings" ADD CONSTRAINT "member_partings_merge_id_member_merges_id_fk" FOREIGN KEY ("merge_id") REFERENCES "public"."member_merges"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_partings" ADD CONSTRAINT "member_partings_parted_by_staff_id_fk" FOREIGN KEY ("parted_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_stops_by_member" ON "contact_stops" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "erasure_exceptions_by_member" ON "erasure_exceptions" USING btree ("member_id","id");--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on contact_stops
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on erasure_exceptions
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on member_partings
  for each statement execute function refuse_change();