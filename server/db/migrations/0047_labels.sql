CREATE TABLE "label_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "label_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"printed_at" timestamp with time zone NOT NULL,
	"printed_by" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "laboratory_forms" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "laboratory_forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"made_by" bigint NOT NULL,
	"tubes" integer NOT NULL,
	"contents" "bytea" NOT NULL,
	CONSTRAINT "laboratory_form_versions_follow_one_another" UNIQUE("event_id","version"),
	CONSTRAINT "laboratory_form_has_tubes" CHECK ("laboratory_forms"."version" > 0 and "laboratory_forms"."tubes" > 0)
);
--> statement-breakpoint
ALTER TABLE "tube_labels" DROP CONSTRAINT "tube_labels_event_id_events_id_fk";
--> statement-breakpoint
-- Labels so far are of the demo data, whose days are closed by the person who printed them.
INSERT INTO "label_batches" ("event_id", "printed_at", "printed_by")
	SELECT DISTINCT "tube_labels"."event_id", "tube_labels"."printed_at", "event_days"."closed_by"
	FROM "tube_labels" JOIN "event_days" ON "event_days"."event_id" = "tube_labels"."event_id";--> statement-breakpoint
ALTER TABLE "tube_labels" ADD COLUMN "batch_id" bigint;--> statement-breakpoint
UPDATE "tube_labels" SET "batch_id" = "label_batches"."id" FROM "label_batches"
	WHERE "label_batches"."event_id" = "tube_labels"."event_id" AND "label_batches"."printed_at" = "tube_labels"."printed_at";--> statement-breakpoint
ALTER TABLE "tube_labels" ALTER COLUMN "batch_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "label_batches" ADD CONSTRAINT "label_batches_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "label_batches" ADD CONSTRAINT "label_batches_printed_by_staff_id_fk" FOREIGN KEY ("printed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory_forms" ADD CONSTRAINT "laboratory_forms_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "laboratory_forms" ADD CONSTRAINT "laboratory_forms_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "label_batches_by_event" ON "label_batches" USING btree ("event_id");--> statement-breakpoint
ALTER TABLE "tube_labels" ADD CONSTRAINT "tube_labels_batch_id_label_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."label_batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tube_labels_by_batch" ON "tube_labels" USING btree ("batch_id");--> statement-breakpoint
ALTER TABLE "tube_labels" DROP COLUMN "event_id";--> statement-breakpoint
ALTER TABLE "tube_labels" DROP COLUMN "printed_at";--> statement-breakpoint
ALTER TABLE "tube_labels" ADD CONSTRAINT "tube_label_has_seven_digits" CHECK ("tube_labels"."number" between 1 and 9999999);