CREATE TABLE "member_merges" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_merges_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kept_id" bigint NOT NULL,
	"merged_id" bigint NOT NULL,
	"made_by" bigint NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_record_is_merged_once" UNIQUE("merged_id"),
	CONSTRAINT "member_merge_is_of_two" CHECK ("member_merges"."kept_id" <> "member_merges"."merged_id")
);
--> statement-breakpoint
CREATE TABLE "merged_results" (
	"result_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"named_by" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_reader_of_a_merged_result" PRIMARY KEY("result_id","member_id")
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "merged_into" bigint;--> statement-breakpoint
ALTER TABLE "member_merges" ADD CONSTRAINT "member_merges_kept_id_members_id_fk" FOREIGN KEY ("kept_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_merges" ADD CONSTRAINT "member_merges_merged_id_members_id_fk" FOREIGN KEY ("merged_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_merges" ADD CONSTRAINT "member_merges_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_results" ADD CONSTRAINT "merged_results_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_results" ADD CONSTRAINT "merged_results_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_results" ADD CONSTRAINT "merged_results_named_by_staff_id_fk" FOREIGN KEY ("named_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_merges_by_kept" ON "member_merges" USING btree ("kept_id");--> statement-breakpoint
CREATE INDEX "merged_results_by_member" ON "merged_results" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_merged_into_members_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "members_merged_into" ON "members" USING btree ("merged_into") WHERE "members"."merged_into" is not null;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_merged_has_neither_account_nor_number" CHECK ("members"."merged_into" is null or ("members"."user_id" is null and "members"."nhs_number" is null and not "members"."is_active" and "members"."merged_into" <> "members"."id"));--> statement-breakpoint
create trigger append_only before update or delete or truncate on member_merges
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on merged_results
  for each statement execute function refuse_change();--> statement-breakpoint
-- A merge locks both records. Whoever inserts for the one that goes has share-locked it first (the
-- foreign key's trigger, by its name, runs before this one), so either the merge sees the row, or
-- this trigger sees the merge.
create function refuse_merged_member() returns trigger language plpgsql as $$
begin
  if exists (select from members where id = new.member_id and merged_into is not null) then
    raise exception 'refused: member_is_merged'
      using errcode = 'P0001', constraint = 'member_is_merged';
  end if;
  return null;
end
$$;--> statement-breakpoint
create trigger refuse_merged_member after insert on appointments
  for each row execute function refuse_merged_member();--> statement-breakpoint
create trigger refuse_merged_member after insert on consents
  for each row execute function refuse_merged_member();--> statement-breakpoint
create trigger refuse_merged_member after insert on payments
  for each row execute function refuse_merged_member();--> statement-breakpoint
create trigger refuse_merged_member after insert on waiting_list
  for each row execute function refuse_merged_member();--> statement-breakpoint
create trigger refuse_merged_member after insert on erasure_requests
  for each row execute function refuse_merged_member();--> statement-breakpoint
-- History stays with the old record; lists and mails about it show the person as they are now.
create function mirror_to_merged() returns trigger language plpgsql as $$
begin
  update members set first_name = new.first_name, last_name = new.last_name, gender = new.gender,
      date_of_birth = new.date_of_birth, email = new.email, phone = new.phone,
      home_address = new.home_address, address_lines = new.address_lines, town = new.town,
      postcode = new.postcode, contact_by = new.contact_by, support_needs = new.support_needs,
      support_note = new.support_note, updated_at = new.updated_at
    where merged_into = new.id;
  return null;
end
$$;--> statement-breakpoint
create trigger mirror_to_merged after update on members
  for each row when (new.merged_into is null) execute function mirror_to_merged();
