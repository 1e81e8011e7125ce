CREATE TABLE "preparation_answers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "preparation_answers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"appointment_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"sealed" "bytea" NOT NULL,
	"answered_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_preparation_answer_per_time" UNIQUE("appointment_id","starts_at")
);
--> statement-breakpoint
CREATE TABLE "preparation_links" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"appointment_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"moved_at" timestamp with time zone,
	CONSTRAINT "one_preparation_link_per_time" UNIQUE("appointment_id","starts_at"),
	CONSTRAINT "preparation_link_ends_after_it_was_made" CHECK ("preparation_links"."expires_at" > "preparation_links"."created_at"),
	CONSTRAINT "preparation_is_moved_after_its_answers" CHECK ("preparation_links"."moved_at" is null or "preparation_links"."answered_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "absence_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "preparation_answers" ADD CONSTRAINT "preparation_answers_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preparation_answers" ADD CONSTRAINT "preparation_answers_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preparation_links" ADD CONSTRAINT "preparation_links_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preparation_links" ADD CONSTRAINT "preparation_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "preparation_answers_by_member" ON "preparation_answers" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "preparation_links_by_member" ON "preparation_links" USING btree ("member_id");--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on preparation_answers
  for each statement execute function refuse_change();
