CREATE TABLE "cash_counts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cash_counts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"taken_by" text NOT NULL,
	"float_pence" integer NOT NULL,
	"counted_pence" integer NOT NULL,
	"expected_pence" integer NOT NULL,
	"note" text,
	"replaces" bigint,
	"counted_by" bigint NOT NULL,
	"counted_at" timestamp with time zone NOT NULL,
	"checked_by" bigint,
	"checked_at" timestamp with time zone,
	"check_note" text,
	CONSTRAINT "a_cash_count_is_replaced_once" UNIQUE NULLS NOT DISTINCT("event_id","taken_by","replaces"),
	CONSTRAINT "cash_difference_has_a_note" CHECK ("cash_counts"."note" is not null or "cash_counts"."counted_pence" - "cash_counts"."float_pence" = "cash_counts"."expected_pence"),
	CONSTRAINT "cash_count_checked_by_another" CHECK ("cash_counts"."checked_by" <> "cash_counts"."counted_by")
);
--> statement-breakpoint
ALTER TABLE "cash_counts" ADD CONSTRAINT "cash_counts_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_counts" ADD CONSTRAINT "cash_counts_replaces_cash_counts_id_fk" FOREIGN KEY ("replaces") REFERENCES "public"."cash_counts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_counts" ADD CONSTRAINT "cash_counts_counted_by_staff_id_fk" FOREIGN KEY ("counted_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cash_counts" ADD CONSTRAINT "cash_counts_checked_by_staff_id_fk" FOREIGN KEY ("checked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;