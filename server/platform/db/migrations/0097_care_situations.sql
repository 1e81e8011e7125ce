CREATE TABLE "capacity_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "capacity_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"decides" bigint,
	"appointment_id" bigint,
	"action_id" uuid,
	"made_by" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seal_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "a_doubt_of_a_tablet_once" UNIQUE("action_id"),
	CONSTRAINT "capacity_entry_kind_is_known" CHECK ("capacity_entries"."kind" in ('doubt', 'has_capacity', 'attorney', 'deputy', 'best_interests', 'no_test')),
	CONSTRAINT "capacity_decision_is_about_a_doubt" CHECK (("capacity_entries"."kind" = 'doubt') = ("capacity_entries"."decides" is null))
);--> statement-breakpoint
ALTER TABLE "attendance_actions" DROP CONSTRAINT "attendance_action_type_is_known";--> statement-breakpoint
ALTER TABLE "care_loops" DROP CONSTRAINT "care_loop_kind_is_known";--> statement-breakpoint
ALTER TABLE "care_loops" DROP CONSTRAINT "care_loop_is_about_something";--> statement-breakpoint
ALTER TABLE "members" DROP CONSTRAINT "member_contact_way_is_known";--> statement-breakpoint
ALTER TABLE "members" DROP CONSTRAINT "member_can_be_reached";--> statement-breakpoint
ALTER TABLE "result_letters" DROP CONSTRAINT "result_letter_state_is_known";--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "care_of" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "staff_may_open" boolean;--> statement-breakpoint
ALTER TABLE "result_letters" ADD COLUMN "collected_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "result_letters" ADD COLUMN "handed_over_by" bigint;--> statement-breakpoint
ALTER TABLE "result_letters" ADD COLUMN "identity_proof" text;--> statement-breakpoint
ALTER TABLE "capacity_entries" ADD CONSTRAINT "capacity_entries_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capacity_entries" ADD CONSTRAINT "capacity_entries_decides_capacity_entries_id_fk" FOREIGN KEY ("decides") REFERENCES "public"."capacity_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capacity_entries" ADD CONSTRAINT "capacity_entries_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "capacity_entries" ADD CONSTRAINT "capacity_entries_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "capacity_entries_by_member" ON "capacity_entries" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "capacity_entries_by_appointment" ON "capacity_entries" USING btree ("appointment_id");--> statement-breakpoint
ALTER TABLE "result_letters" ADD CONSTRAINT "result_letters_handed_over_by_staff_id_fk" FOREIGN KEY ("handed_over_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_action_type_is_known" CHECK ("attendance_actions"."type" in ('arrive', 'sample', 'not_sampled', 'undo', 'did_not_attend', 'walk_in', 'taking', 'both_theirs', 'doubt')) NOT VALID;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loop_kind_is_known" CHECK ("care_loops"."kind" in ('booked_to_attended', 'sample_to_lab', 'lab_to_result', 'result_to_review', 'second_review', 'review_to_release', 'released_to_read', 'repeat_test', 'gp_told', 'gp_outcome', 'recall', 'sample_undone', 'two_tubes', 'tell_laboratory', 'not_sampled', 'consent_withdrawn', 'result_of_the_dead', 'no_way_to_tell', 'incident', 'take_back', 'capacity_doubt', 'sampled_in_doubt')) NOT VALID;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loop_is_about_something" CHECK ("care_loops"."kind" = 'capacity_doubt' or coalesce("care_loops"."result_id", "care_loops"."lab_result_id", "care_loops"."appointment_id") is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_contact_way_is_known" CHECK ("members"."contact_by" in ('email', 'sms', 'telephone', 'post', 'collect')) NOT VALID;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "member_can_be_reached" CHECK (not "members"."is_active" or case "members"."contact_by" when 'email' then "members"."email" is not null when 'post' then cardinality("members"."address_lines") > 0 and "members"."postcode" is not null when 'collect' then true else "members"."phone" <> '' end) NOT VALID;--> statement-breakpoint
ALTER TABLE "result_letters" ADD CONSTRAINT "result_letter_collected_from_a_person" CHECK (("result_letters"."state" = 'collected') = ("result_letters"."collected_at" is not null) and ("result_letters"."collected_at" is null) = ("result_letters"."handed_over_by" is null) and ("result_letters"."handed_over_by" is null) = ("result_letters"."identity_proof" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "result_letters" ADD CONSTRAINT "result_letter_proof_is_known" CHECK ("result_letters"."identity_proof" in ('document', 'name_and_birth_date')) NOT VALID;--> statement-breakpoint
ALTER TABLE "result_letters" ADD CONSTRAINT "result_letter_state_is_known" CHECK ("result_letters"."state" in ('waiting', 'printed', 'to_collect', 'collected', 'posted', 'returned', 'stopped')) NOT VALID;--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on capacity_entries
  for each statement execute function refuse_change();
