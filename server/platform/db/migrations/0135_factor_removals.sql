CREATE TABLE "factor_removals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "factor_removals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint NOT NULL,
	"asked_by" bigint NOT NULL,
	"reason" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone,
	"stopped_by" bigint,
	"done_at" timestamp with time zone,
	CONSTRAINT "factor_removal_asked_by_another" CHECK ("factor_removals"."staff_id" <> "factor_removals"."asked_by"),
	CONSTRAINT "factor_removal_ended_once" CHECK ("factor_removals"."stopped_at" is null or "factor_removals"."done_at" is null),
	CONSTRAINT "factor_removal_stopped_by_somebody" CHECK (("factor_removals"."stopped_at" is null) = ("factor_removals"."stopped_by" is null))
);
--> statement-breakpoint
ALTER TABLE "factor_removals" ADD CONSTRAINT "factor_removals_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_removals" ADD CONSTRAINT "factor_removals_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_removals" ADD CONSTRAINT "factor_removals_stopped_by_staff_id_fk" FOREIGN KEY ("stopped_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_factor_removal_a_person" ON "factor_removals" USING btree ("staff_id") WHERE "factor_removals"."stopped_at" is null and "factor_removals"."done_at" is null;