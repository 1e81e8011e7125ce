CREATE TABLE "walk_in_strikes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "walk_in_strikes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"staff_id" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"reason" text NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"confirmed_by" bigint,
	"done_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"struck" integer,
	CONSTRAINT "walk_in_strike_has_a_reason" CHECK ("walk_in_strikes"."reason" <> ''),
	CONSTRAINT "walk_in_strike_second_person_is_another" CHECK ("walk_in_strikes"."confirmed_by" <> "walk_in_strikes"."asked_by"),
	CONSTRAINT "walk_in_strike_ends_once" CHECK (("walk_in_strikes"."done_at" is null) = ("walk_in_strikes"."struck" is null) and ("walk_in_strikes"."done_at" is null or "walk_in_strikes"."withdrawn_at" is null))
);
--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "is_closed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD COLUMN "tells_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD COLUMN "request" jsonb;--> statement-breakpoint
ALTER TABLE "events" ADD COLUMN "booking_closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "walk_in_strikes" ADD CONSTRAINT "walk_in_strikes_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk_in_strikes" ADD CONSTRAINT "walk_in_strikes_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "walk_in_strikes" ADD CONSTRAINT "walk_in_strikes_confirmed_by_staff_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "walk_in_strikes_by_person" ON "walk_in_strikes" USING btree ("staff_id","id");