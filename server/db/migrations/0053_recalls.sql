CREATE TABLE "recalls" (
	"result_id" bigint PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"due_on" date NOT NULL,
	"asked_at" timestamp with time zone,
	"answer" text,
	"answered_at" timestamp with time zone,
	"ask_on" date,
	CONSTRAINT "recall_answer" CHECK ("recalls"."answer" in ('later', 'elsewhere', 'stop')),
	CONSTRAINT "recall_answered" CHECK (("recalls"."answer" is null) = ("recalls"."answered_at" is null)),
	CONSTRAINT "recall_later" CHECK (("recalls"."answer" is not distinct from 'later') = ("recalls"."ask_on" is not null))
);
--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recalls" ADD CONSTRAINT "recalls_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recalls_by_day" ON "recalls" USING btree ("ask_on");--> statement-breakpoint
CREATE INDEX "recalls_by_member" ON "recalls" USING btree ("member_id");--> statement-breakpoint
-- Whoever was told before this table existed is invited; the day of the notice was the due day.
insert into recalls (result_id, member_id, due_on, asked_at)
  select results.id, notices.member_id, (notices.at at time zone 'Europe/London')::date, notices.at
    from notices
    join results on notices.cause = 'result ' || results.id
    where notices.kind = 'next test due'
  on conflict do nothing;
