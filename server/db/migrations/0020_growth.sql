CREATE TABLE "retests" (
	"result_id" bigint PRIMARY KEY NOT NULL,
	"due_on" date
);
--> statement-breakpoint
ALTER TABLE "retests" ADD CONSTRAINT "retests_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "retests_by_day" ON "retests" USING btree ("due_on","result_id");--> statement-breakpoint
CREATE INDEX "events_by_end" ON "events" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_payment" ON "ledger_entries" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "payments_with_an_answer" ON "payments" USING btree ("updated_at") WHERE "payments"."last_answer" is not null;--> statement-breakpoint
CREATE INDEX "refunds_by_payment" ON "refunds" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "transaction_reports_by_member" ON "transaction_reports" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "webhook_events_by_handling" ON "webhook_events" USING btree ("handled_at");--> statement-breakpoint
CREATE INDEX "results_by_release" ON "results" USING btree ("released_at");--> statement-breakpoint
create function add_retest() returns trigger language plpgsql as $$
begin
  insert into retests (result_id) values (new.id);
  return new;
end
$$;--> statement-breakpoint
create trigger add_retest after insert on results for each row execute function add_retest();--> statement-breakpoint
insert into retests (result_id) select id from results;
