CREATE TABLE "gp_appointments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gp_appointments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"result_id" bigint NOT NULL,
	"day" date,
	"entered_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "gp_appointments" ADD CONSTRAINT "gp_appointments_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gp_appointments" ADD CONSTRAINT "gp_appointments_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "gp_appointments_by_result" ON "gp_appointments" USING btree ("result_id","id");--> statement-breakpoint
CREATE INDEX "gp_appointments_by_member" ON "gp_appointments" USING btree ("member_id");--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on gp_appointments
  for each statement execute function refuse_change();
