CREATE TABLE "lab_column_maps" (
	"lab_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"map" jsonb NOT NULL,
	"saved_by" bigint NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_column_map_of_a_version" PRIMARY KEY("lab_id","version")
);
--> statement-breakpoint
CREATE TABLE "lab_results" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lab_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lab_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"appointment_id" bigint NOT NULL,
	"number_index" "bytea" NOT NULL,
	"content_index" "bytea" NOT NULL,
	"replaces_id" bigint,
	"is_withdrawal" boolean DEFAULT false NOT NULL,
	"sample_date" date,
	"seal_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"state" text NOT NULL,
	"release_at" timestamp with time zone,
	"released_by" bigint,
	"result_id" bigint,
	"version" integer DEFAULT 1 NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "lab_results_replaces_id_unique" UNIQUE("replaces_id"),
	CONSTRAINT "lab_results_seal_id_unique" UNIQUE("seal_id"),
	CONSTRAINT "lab_results_result_id_unique" UNIQUE("result_id"),
	CONSTRAINT "lab_result_is_recorded_once" UNIQUE("lab_id","number_index","content_index"),
	CONSTRAINT "lab_result_state_is_known" CHECK ("lab_results"."state" in ('review', 'second', 'ready', 'ring first', 'released', 'discarded')),
	CONSTRAINT "lab_result_is_released_by_a_person" CHECK (("lab_results"."state" = 'released') = ("lab_results"."result_id" is not null)
        and ("lab_results"."state" <> 'released' or ("lab_results"."released_by" is not null and "lab_results"."release_at" is not null)))
);
--> statement-breakpoint
CREATE TABLE "result_import_rows" (
	"import_id" bigint NOT NULL,
	"row" integer NOT NULL,
	"sealed" "bytea" NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"appointment_id" bigint,
	"close_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decision" text,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"lab_result_id" bigint,
	CONSTRAINT "each_row_of_an_import_once" PRIMARY KEY("import_id","row"),
	CONSTRAINT "result_row_state_is_known" CHECK ("result_import_rows"."state" in ('matched', 'close', 'quarantined', 'conflict', 'repeated', 'error', 'discarded', 'committed')),
	CONSTRAINT "result_row_is_matched_with_an_appointment" CHECK ("result_import_rows"."state" not in ('matched', 'committed') or "result_import_rows"."appointment_id" is not null),
	CONSTRAINT "result_row_decision_has_a_person" CHECK (("result_import_rows"."decision" is null) = ("result_import_rows"."decided_by" is null) and ("result_import_rows"."decided_by" is null) = ("result_import_rows"."decided_at" is null))
);
--> statement-breakpoint
CREATE TABLE "result_imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "result_imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lab_id" bigint NOT NULL,
	"file_name" text NOT NULL,
	"file_index" "bytea" NOT NULL,
	"seal_id" uuid NOT NULL,
	"sealed_file" "bytea",
	"map_version" integer,
	"state" text NOT NULL,
	"refusal" text,
	"made_by" bigint NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	"committed_by" bigint,
	"committed_at" timestamp with time zone,
	CONSTRAINT "result_imports_seal_id_unique" UNIQUE("seal_id"),
	CONSTRAINT "each_file_of_a_laboratory_once" UNIQUE("lab_id","file_index"),
	CONSTRAINT "result_import_state_is_known" CHECK ("result_imports"."state" in ('reading', 'refused', 'in review', 'committing', 'committed', 'cancelled')),
	CONSTRAINT "result_import_refusal_is_of_a_refused_file" CHECK (("result_imports"."state" = 'refused') = ("result_imports"."refusal" is not null))
);
--> statement-breakpoint
CREATE TABLE "result_reviews" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "result_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lab_result_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"seal_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"staff_id" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "result_reviews_seal_id_unique" UNIQUE("seal_id"),
	CONSTRAINT "result_review_kind_is_known" CHECK ("result_reviews"."kind" in ('first', 'second', 'sent back', 'rung', 'released', 'discarded'))
);
--> statement-breakpoint
ALTER TABLE "lab_column_maps" ADD CONSTRAINT "lab_column_maps_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_column_maps" ADD CONSTRAINT "lab_column_maps_saved_by_staff_id_fk" FOREIGN KEY ("saved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_results_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_results_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_results_released_by_staff_id_fk" FOREIGN KEY ("released_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_results_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_result_of_the_members_own_appointment" FOREIGN KEY ("appointment_id","member_id") REFERENCES "public"."appointments"("id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_results" ADD CONSTRAINT "lab_result_replaces_a_lab_result" FOREIGN KEY ("replaces_id") REFERENCES "public"."lab_results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_import_rows" ADD CONSTRAINT "result_import_rows_import_id_result_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."result_imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_import_rows" ADD CONSTRAINT "result_import_rows_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_import_rows" ADD CONSTRAINT "result_import_rows_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_imports" ADD CONSTRAINT "result_imports_lab_id_labs_id_fk" FOREIGN KEY ("lab_id") REFERENCES "public"."labs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_imports" ADD CONSTRAINT "result_imports_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_imports" ADD CONSTRAINT "result_imports_committed_by_staff_id_fk" FOREIGN KEY ("committed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_reviews" ADD CONSTRAINT "result_reviews_lab_result_id_lab_results_id_fk" FOREIGN KEY ("lab_result_id") REFERENCES "public"."lab_results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_reviews" ADD CONSTRAINT "result_reviews_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lab_results_by_state" ON "lab_results" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "lab_results_by_member" ON "lab_results" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "lab_results_by_appointment" ON "lab_results" USING btree ("appointment_id");--> statement-breakpoint
CREATE INDEX "result_import_rows_by_appointment" ON "result_import_rows" USING btree ("appointment_id");--> statement-breakpoint
CREATE INDEX "result_imports_by_time" ON "result_imports" USING btree ("made_at");--> statement-breakpoint
CREATE INDEX "result_reviews_by_lab_result" ON "result_reviews" USING btree ("lab_result_id","id");--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on result_reviews
  for each statement execute function refuse_change();
