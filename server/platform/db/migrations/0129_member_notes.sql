CREATE TABLE "member_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "member_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"member_id" bigint NOT NULL,
	"appointment_id" bigint,
	"kind" text NOT NULL,
	"strikes" bigint,
	"made_by" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"seal_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	CONSTRAINT "a_note_is_struck_out_once" UNIQUE("strikes"),
	CONSTRAINT "member_note_kind_is_known" CHECK ("member_notes"."kind" in ('office', 'care'))
);
--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_strikes_member_notes_id_fk" FOREIGN KEY ("strikes") REFERENCES "public"."member_notes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "member_notes" ADD CONSTRAINT "member_notes_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "member_notes_by_member" ON "member_notes" USING btree ("member_id","id");--> statement-breakpoint
CREATE INDEX "member_notes_by_appointment" ON "member_notes" USING btree ("appointment_id");--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on member_notes
  for each statement execute function refuse_change();
