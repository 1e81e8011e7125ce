CREATE TABLE "care_loop_steps" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "care_loop_steps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"loop_id" bigint NOT NULL,
	"action" text NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "each_step_of_a_loop_once" UNIQUE("loop_id","action"),
	CONSTRAINT "care_loop_step_is_known" CHECK ("care_loop_steps"."action" in ('sms', 'telephone', 'letter', 'escalate')
        and "care_loop_steps"."outcome" in ('done', 'no_way', 'late'))
);
--> statement-breakpoint
CREATE TABLE "care_loops" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "care_loops_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"member_id" bigint NOT NULL,
	"appointment_id" bigint,
	"lab_result_id" bigint,
	"result_id" bigint,
	"owner" text NOT NULL,
	"escalated_to" text,
	"pace" text DEFAULT 'usual' NOT NULL,
	"urgency" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"next_step_at" timestamp with time zone,
	"is_to_ring" boolean DEFAULT false NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"last_called_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"closed_because" text,
	"closed_by" bigint,
	"closing" "bytea",
	CONSTRAINT "care_loop_kind_is_known" CHECK ("care_loops"."kind" in ('booked_to_attended', 'sample_to_lab', 'lab_to_result', 'result_to_review', 'second_review', 'review_to_release', 'released_to_read', 'repeat_test', 'gp_told', 'gp_outcome', 'recall')),
	CONSTRAINT "care_loop_pace_is_known" CHECK ("care_loops"."pace" in ('soon', 'usual', 'returned')),
	CONSTRAINT "care_loop_owner_is_known" CHECK ("care_loops"."owner" in ('office', 'clinician')),
	CONSTRAINT "care_loop_is_about_something" CHECK (coalesce("care_loops"."result_id", "care_loops"."lab_result_id", "care_loops"."appointment_id") is not null),
	CONSTRAINT "care_loop_is_due" CHECK ("care_loops"."due_at" is not null or "care_loops"."kind" = 'released_to_read'),
	CONSTRAINT "care_loop_is_closed_because_of_something" CHECK (("care_loops"."closed_at" is null) = ("care_loops"."closed_because" is null)),
	CONSTRAINT "care_loop_closed_by_a_person_has_words" CHECK (("care_loops"."closed_by" is null) = ("care_loops"."closed_because" is distinct from 'person'))
);
--> statement-breakpoint
CREATE TABLE "failsafe_sheets" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "failsafe_sheets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"sampled" bigint NOT NULL,
	"signed_by" bigint NOT NULL,
	"signed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "care_loop_steps" ADD CONSTRAINT "care_loop_steps_loop_id_care_loops_id_fk" FOREIGN KEY ("loop_id") REFERENCES "public"."care_loops"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loops_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loops_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loops_lab_result_id_lab_results_id_fk" FOREIGN KEY ("lab_result_id") REFERENCES "public"."lab_results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loops_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_loops" ADD CONSTRAINT "care_loops_closed_by_staff_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failsafe_sheets" ADD CONSTRAINT "failsafe_sheets_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failsafe_sheets" ADD CONSTRAINT "failsafe_sheets_signed_by_staff_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_loop_of_a_kind" ON "care_loops" USING btree ("kind",coalesce("result_id", "lab_result_id", "appointment_id")) WHERE "care_loops"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "care_loops_of_work" ON "care_loops" USING btree ("owner","urgency","due_at","id") WHERE "care_loops"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "care_loops_by_step" ON "care_loops" USING btree ("next_step_at") WHERE "care_loops"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "care_loops_unread" ON "care_loops" USING btree ("id") WHERE "care_loops"."due_at" is null;--> statement-breakpoint
CREATE INDEX "care_loops_by_appointment" ON "care_loops" USING btree ("appointment_id");--> statement-breakpoint
CREATE INDEX "care_loops_by_member" ON "care_loops" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "care_loops_by_result" ON "care_loops" USING btree ("result_id");--> statement-breakpoint
CREATE INDEX "care_loops_by_lab_result" ON "care_loops" USING btree ("lab_result_id");--> statement-breakpoint
CREATE INDEX "failsafe_sheets_by_event" ON "failsafe_sheets" USING btree ("event_id","id");--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on care_loop_steps
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on failsafe_sheets
  for each statement execute function refuse_change();--> statement-breakpoint
-- Every released result waits to be read, whatever wrote it. When it is due says the sealed band,
-- which server/care-loops/follow-result.ts reads.
create function add_care_loop() returns trigger language plpgsql as $$
begin
  insert into care_loops (kind, member_id, appointment_id, result_id, owner, pace, urgency, opened_at)
    values ('released_to_read', new.member_id, new.appointment_id, new.id, 'clinician', 'soon', 1,
      new.released_at);
  return new;
end
$$;--> statement-breakpoint
create trigger add_care_loop after insert on results for each row
  when (new.released_at is not null) execute function add_care_loop();--> statement-breakpoint
-- What is open from before, each once.
insert into care_loops (kind, member_id, appointment_id, owner, urgency, opened_at, due_at, next_step_at)
  select 'sample_to_lab', a.member_id, a.id, 'office', 1, t.since, t.since + interval '16 hours',
      t.since + interval '24 hours'
    from attendance t join appointments a on a.id = t.appointment_id
    where t.state = 'sampled'
      and not exists (select from lab_results l where l.appointment_id = a.id and l.state <> 'discarded')
      and not exists (select from results r where r.appointment_id = a.id and r.released_at is not null)
      and not exists (select from care_loops c where c.kind = 'sample_to_lab' and c.appointment_id = a.id);--> statement-breakpoint
insert into care_loops (kind, member_id, appointment_id, lab_result_id, owner, urgency, opened_at,
    due_at, next_step_at)
  select k.kind, l.member_id, l.appointment_id, l.id, 'clinician', k.urgency, l.recorded_at,
      l.recorded_at + k.due, l.recorded_at + k.step
    from lab_results l
      join (values ('review', 'result_to_review', 2, interval '2 days', interval '3 days'),
        ('second', 'second_review', 1, interval '0 days', null),
        ('ready', 'review_to_release', 2, interval '2 days', null),
        ('ring first', 'review_to_release', 2, interval '2 days', null)
      ) as k (state, kind, urgency, due, step) on k.state = l.state
    where not exists (select from care_loops c where c.kind = k.kind and c.lab_result_id = l.id);--> statement-breakpoint
insert into care_loops (kind, member_id, appointment_id, result_id, owner, pace, urgency, opened_at,
    closed_at, closed_because)
  select 'released_to_read', r.member_id, r.appointment_id, r.id, 'clinician', 'soon', 1, r.released_at,
      known.at, case when known.at is not null then known.because end
    from results r join members m on m.id = r.member_id
      left join lateral (
        select ended.at, ended.because from (
          select min(v.at) as at, 'read' as because from access_log v
            where v.result_id = r.id and v.actor_role = 'member'
              and v.reason is distinct from 'copy of all data'
          union all
          select min(b.posted_at), 'letter posted' from result_letters w
            join letter_batches b on b.id = w.batch_id
            where w.result_id = r.id and w.recipient = 'member' and w.state = 'posted'
          union all select m.erased_at, 'erased'
          union all select min(n.released_at), 'replaced' from results n
            where n.supersedes_id = r.id
        ) ended where ended.at is not null order by ended.at limit 1
      ) known on true
    where r.released_at is not null
      and not exists (select from care_loops c where c.kind = 'released_to_read' and c.result_id = r.id);
