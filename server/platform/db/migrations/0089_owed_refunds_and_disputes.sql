CREATE TABLE "dispute_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dispute_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" uuid NOT NULL,
	"dispute_id" text NOT NULL,
	"webhook_id" text NOT NULL,
	"kind" text NOT NULL,
	"outcome" text,
	"amount_pence" integer,
	"happened_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_dispute_event_is_stored_once" UNIQUE("webhook_id","payment_id"),
	CONSTRAINT "dispute_event_is_of_a_known_kind" CHECK ("dispute_events"."kind" in ('opened', 'updated', 'resolved', 'reversed'))
);
--> statement-breakpoint
CREATE TABLE "owed_refund_outcomes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "owed_refund_outcomes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"owed_refund_id" bigint NOT NULL,
	"outcome" text NOT NULL,
	"refund_id" uuid,
	"note" text NOT NULL,
	"recorded_by" bigint NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "an_owed_refund_ends_once" UNIQUE("owed_refund_id"),
	CONSTRAINT "owed_refund_outcome_is_known" CHECK ("owed_refund_outcomes"."outcome" in ('cash', 'bank transfer', 'card', 'declined', 'not owed')),
	CONSTRAINT "only_money_paid_back_has_a_refund" CHECK (("owed_refund_outcomes"."outcome" in ('cash', 'bank transfer', 'card')) = ("owed_refund_outcomes"."refund_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "owed_refunds" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "owed_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"because" text NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone NOT NULL,
	CONSTRAINT "owed_refund_amount_is_positive" CHECK ("owed_refunds"."amount_pence" > 0),
	CONSTRAINT "owed_refund_reason_is_known" CHECK ("owed_refunds"."because" in ('taken at the venue', 'disputed', 'failed before'))
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "is_retry" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute_events" ADD CONSTRAINT "dispute_events_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_refund_outcomes" ADD CONSTRAINT "owed_refund_outcomes_owed_refund_id_owed_refunds_id_fk" FOREIGN KEY ("owed_refund_id") REFERENCES "public"."owed_refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_refund_outcomes" ADD CONSTRAINT "owed_refund_outcomes_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_refund_outcomes" ADD CONSTRAINT "owed_refund_outcomes_recorded_by_staff_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "owed_refunds" ADD CONSTRAINT "owed_refunds_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_events_by_payment" ON "dispute_events" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "owed_refunds_by_payment" ON "owed_refunds" USING btree ("payment_id");
--> statement-breakpoint
create trigger append_only before update or delete or truncate on owed_refunds
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on owed_refund_outcomes
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on dispute_events
  for each statement execute function refuse_change();
