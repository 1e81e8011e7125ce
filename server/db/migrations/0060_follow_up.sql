CREATE TABLE "follow_up_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "follow_up_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"result_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"round" text NOT NULL,
	"sealed" "bytea" NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_follow_up_answer_per_round" UNIQUE("result_id","round"),
	CONSTRAINT "follow_up_answer_round_is_known" CHECK ("follow_up_answers"."round" in ('six_weeks', 'six_months'))
);
--> statement-breakpoint
CREATE TABLE "follow_up_links" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"result_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"round" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "one_follow_up_link_per_round" UNIQUE("result_id","round"),
	CONSTRAINT "follow_up_link_round_is_known" CHECK ("follow_up_links"."round" in ('six_weeks', 'six_months')),
	CONSTRAINT "follow_up_link_ends_after_it_was_made" CHECK ("follow_up_links"."expires_at" > "follow_up_links"."created_at")
);
--> statement-breakpoint
ALTER TABLE "care_loop_steps" DROP CONSTRAINT "care_loop_step_is_known";--> statement-breakpoint
ALTER TABLE "follow_up_answers" ADD CONSTRAINT "follow_up_answers_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up_answers" ADD CONSTRAINT "follow_up_answers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up_links" ADD CONSTRAINT "follow_up_links_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follow_up_links" ADD CONSTRAINT "follow_up_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "follow_up_answers_by_member" ON "follow_up_answers" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "follow_up_links_by_member" ON "follow_up_links" USING btree ("member_id");--> statement-breakpoint
ALTER TABLE "care_loop_steps" ADD CONSTRAINT "care_loop_step_is_known" CHECK ("care_loop_steps"."action" in ('sms', 'ask', 'ask_again', 'telephone', 'letter', 'escalate')
        and "care_loop_steps"."outcome" in ('done', 'no_way', 'late')) NOT VALID;--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on follow_up_answers
  for each statement execute function refuse_change();--> statement-breakpoint
-- Outcomes that are open already: asked at six weeks where that is still to come, and otherwise not
-- before six months. The telling of a GP is asked about when its call was due.
update care_loops set next_step_at = opened_at + interval '42 days'
  where kind = 'gp_outcome' and closed_at is null and opened_at + interval '42 days' > now();--> statement-breakpoint
insert into care_loop_steps (loop_id, action, outcome, at)
  select id, 'ask', 'late', now() from care_loops
    where kind = 'gp_outcome' and closed_at is null and opened_at + interval '42 days' <= now();
