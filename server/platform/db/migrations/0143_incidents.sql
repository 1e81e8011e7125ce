CREATE TABLE "incident_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incident_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"first" bigint,
	"part" integer NOT NULL,
	"act" text NOT NULL,
	"event_id" bigint NOT NULL,
	"member_id" bigint,
	"appointment_id" bigint,
	"happened_at" timestamp with time zone NOT NULL,
	"made_by" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seal_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "an_incident_part_once" UNIQUE("first","part"),
	CONSTRAINT "incident_act_is_known" CHECK ("incident_entries"."act" in ('recorded', 'added', 'looked at')),
	CONSTRAINT "incident_begins_with_a_record" CHECK (("incident_entries"."first" is null) = ("incident_entries"."act" = 'recorded') and ("incident_entries"."first" is null) = ("incident_entries"."part" = 1))
);
--> statement-breakpoint
ALTER TABLE "incident_entries" ADD CONSTRAINT "incident_entries_first_incident_entries_id_fk" FOREIGN KEY ("first") REFERENCES "public"."incident_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_entries" ADD CONSTRAINT "incident_entries_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_entries" ADD CONSTRAINT "incident_entries_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_entries" ADD CONSTRAINT "incident_entries_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incident_entries" ADD CONSTRAINT "incident_entries_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incident_entries_by_event" ON "incident_entries" USING btree ("event_id","id");--> statement-breakpoint
CREATE INDEX "incident_entries_by_member" ON "incident_entries" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "incident_entries_by_appointment" ON "incident_entries" USING btree ("appointment_id");--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on incident_entries
  for each statement execute function refuse_change();
