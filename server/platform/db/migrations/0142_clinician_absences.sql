CREATE TABLE "clinician_absences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "clinician_absences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"clinician_id" bigint NOT NULL,
	"cover_id" bigint NOT NULL,
	"from_day" date NOT NULL,
	"until_day" date NOT NULL,
	"entered_by" bigint NOT NULL,
	"entered_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" bigint,
	CONSTRAINT "clinician_absence_has_its_days" CHECK ("clinician_absences"."from_day" <= "clinician_absences"."until_day"),
	CONSTRAINT "clinician_absence_is_covered_by_another" CHECK ("clinician_absences"."cover_id" <> "clinician_absences"."clinician_id"),
	CONSTRAINT "clinician_absence_ended_by_somebody" CHECK (("clinician_absences"."ended_at" is null) = ("clinician_absences"."ended_by" is null))
);
--> statement-breakpoint
ALTER TABLE "clinician_absences" ADD CONSTRAINT "clinician_absences_clinician_id_staff_id_fk" FOREIGN KEY ("clinician_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinician_absences" ADD CONSTRAINT "clinician_absences_cover_id_staff_id_fk" FOREIGN KEY ("cover_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinician_absences" ADD CONSTRAINT "clinician_absences_entered_by_staff_id_fk" FOREIGN KEY ("entered_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "clinician_absences" ADD CONSTRAINT "clinician_absences_ended_by_staff_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "clinician_absences_by_end" ON "clinician_absences" USING btree ("until_day") WHERE "clinician_absences"."ended_at" is null;