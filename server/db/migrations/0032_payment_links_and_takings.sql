CREATE TABLE "payment_links" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"appointment_id" bigint NOT NULL,
	"sent_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payment_link_ends_after_it_was_made" CHECK ("payment_links"."expires_at" > "payment_links"."created_at"),
	CONSTRAINT "payment_link_is_sent" CHECK ("payment_links"."sent_by" in ('mail', 'sms'))
);
--> statement-breakpoint
CREATE TABLE "venue_takings" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"how" text NOT NULL,
	"taken_by" text NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "venue_taking_is_of_a_known_kind" CHECK ("venue_takings"."how" in ('card machine', 'cash')),
	CONSTRAINT "venue_taking_is_not_in_the_future" CHECK ("venue_takings"."taken_at" <= "venue_takings"."recorded_at")
);
--> statement-breakpoint
ALTER TABLE "appointments" DROP CONSTRAINT "appointment_payment_is_known";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "for_appointment_id" bigint;--> statement-breakpoint
ALTER TABLE "payment_links" ADD CONSTRAINT "payment_links_appointment_id_appointments_id_fk" FOREIGN KEY ("appointment_id") REFERENCES "public"."appointments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "venue_takings" ADD CONSTRAINT "venue_takings_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_payment_link_per_appointment" ON "payment_links" USING btree ("appointment_id") WHERE "payment_links"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "venue_takings_by_time" ON "venue_takings" USING btree ("taken_at");--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_for_appointment_id_appointments_id_fk" FOREIGN KEY ("for_appointment_id") REFERENCES "public"."appointments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointment_payment_is_known" CHECK ("appointments"."payment_status" in ('not paid', 'paid', 'paid by card', 'paid at the venue', 'waived'));--> statement-breakpoint
create trigger append_only before update or delete or truncate on venue_takings
  for each statement execute function refuse_change();
