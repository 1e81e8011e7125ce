CREATE TABLE "attendance" (
	"appointment_id" bigint PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"state" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"arrived_at" timestamp with time zone,
	"action_id" uuid,
	CONSTRAINT "attendance_state_is_known" CHECK ("attendance"."state" in ('expected', 'arrived', 'sampled', 'not_sampled', 'did_not_attend'))
);
--> statement-breakpoint
CREATE TABLE "attendance_actions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"event_id" bigint NOT NULL,
	"appointment_id" bigint,
	"named_appointment" bigint NOT NULL,
	"type" text NOT NULL,
	"device" text NOT NULL,
	"sequence" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"tube" text,
	"reason" text,
	"note" text,
	"undoes" uuid,
	"staff_id" bigint NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"status" text NOT NULL,
	"code" text,
	CONSTRAINT "attendance_action_type_is_known" CHECK ("attendance_actions"."type" in ('arrive', 'sample', 'not_sampled', 'undo', 'did_not_attend')),
	CONSTRAINT "attendance_action_status_is_known" CHECK ("attendance_actions"."status" in ('applied', 'flagged', 'refused') and ("attendance_actions"."status" = 'applied') = ("attendance_actions"."code" is null)),
	CONSTRAINT "attendance_action_is_about_an_appointment" CHECK ("attendance_actions"."status" = 'refused' or "attendance_actions"."appointment_id" is not null),
	CONSTRAINT "attendance_sample_has_a_tube" CHECK ("attendance_actions"."status" = 'refused' or ("attendance_actions"."type" = 'sample') = ("attendance_actions"."tube" is not null))
);
--> statement-breakpoint
CREATE TABLE "event_days" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" bigint,
	CONSTRAINT "event_day_is_closed_by_a_person" CHECK (("event_days"."closed_at" is null) = ("event_days"."closed_by" is null))
);
--> statement-breakpoint
CREATE TABLE "tube_labels" (
	"number" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tube_labels_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"printed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tubes" (
	"code" text PRIMARY KEY NOT NULL,
	"appointment_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance" ADD CONSTRAINT "attendance_action_id_attendance_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."attendance_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_actions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_actions_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_actions_undoes_attendance_actions_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."attendance_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attendance_actions" ADD CONSTRAINT "attendance_actions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_days" ADD CONSTRAINT "event_days_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "event_days" ADD CONSTRAINT "event_days_closed_by_staff_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tube_labels" ADD CONSTRAINT "tube_labels_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tubes" ADD CONSTRAINT "tubes_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attendance_by_event" ON "attendance" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "attendance_actions_by_appointment" ON "attendance_actions" USING btree ("appointment_id");--> statement-breakpoint
CREATE INDEX "attendance_actions_by_event" ON "attendance_actions" USING btree ("event_id","recorded_at");--> statement-breakpoint
CREATE INDEX "tubes_by_appointment" ON "tubes" USING btree ("appointment_id");--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on attendance_actions
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on tubes
  for each statement execute function refuse_change();
