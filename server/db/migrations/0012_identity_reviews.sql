CREATE TABLE "identity_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"actor_user_id" uuid NOT NULL,
	"fields" text[] NOT NULL,
	"before" "bytea" NOT NULL,
	"after" "bytea" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "identity_change_names_a_field" CHECK (cardinality("identity_changes"."fields") > 0)
);
--> statement-breakpoint
CREATE TABLE "identity_reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "identity_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"nhs_number_index" "bytea",
	"number_since" timestamp with time zone,
	"number_until" timestamp with time zone,
	"raised_at" timestamp with time zone NOT NULL,
	"outcome" text,
	"decided_at" timestamp with time zone,
	"decided_by" text,
	"note" text,
	CONSTRAINT "identity_review_kind_is_known" CHECK ("identity_reviews"."kind" in ('shared nhs number', 'changed identity')),
	CONSTRAINT "identity_review_of_a_number_names_it" CHECK (("identity_reviews"."kind" = 'shared nhs number') = ("identity_reviews"."nhs_number_index" is not null)),
	CONSTRAINT "identity_review_outcome_is_known" CHECK ("identity_reviews"."outcome" in ('confirmed', 'rejected')),
	CONSTRAINT "identity_review_is_decided_by_a_person" CHECK (("identity_reviews"."outcome" is null) = ("identity_reviews"."decided_at" is null) and ("identity_reviews"."outcome" is null) = ("identity_reviews"."decided_by" is null))
);
--> statement-breakpoint
CREATE TABLE "nhs_number_claims" (
	"nhs_number_index" "bytea" PRIMARY KEY NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity_changes" ADD CONSTRAINT "identity_changes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity_reviews" ADD CONSTRAINT "identity_reviews_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "identity_changes_by_member" ON "identity_changes" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "identity_reviews_by_member" ON "identity_reviews" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "identity_reviews_open" ON "identity_reviews" USING btree ("raised_at") WHERE "identity_reviews"."decided_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_review_of_a_shared_number" ON "identity_reviews" USING btree ("member_id","nhs_number_index") WHERE "identity_reviews"."decided_at" is null and "identity_reviews"."kind" = 'shared nhs number';--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_review_of_a_changed_identity" ON "identity_reviews" USING btree ("member_id") WHERE "identity_reviews"."decided_at" is null and "identity_reviews"."kind" = 'changed identity';--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
revoke update, delete, truncate on identity_changes from current_user;--> statement-breakpoint
create trigger append_only before update or delete or truncate on identity_changes
  for each statement execute function refuse_change();--> statement-breakpoint
-- Numbers that are shared already are reviewed like those that will be.
insert into identity_reviews (member_id, kind, nhs_number_index, raised_at)
  select id, 'shared nhs number', nhs_number_index, now() from members
  where nhs_number_index in (
    select nhs_number_index from members where nhs_number_index is not null
    group by nhs_number_index having count(*) > 1);
