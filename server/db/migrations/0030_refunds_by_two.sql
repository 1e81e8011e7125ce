CREATE TABLE "refund_requests" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" uuid NOT NULL,
	"amount_pence" integer NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'waits for a second person' NOT NULL,
	"asked_by" bigint NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	"decision" text,
	CONSTRAINT "refund_request_amount_is_positive" CHECK ("refund_requests"."amount_pence" > 0),
	CONSTRAINT "refund_request_state_is_known" CHECK ("refund_requests"."state" in ('waits for a second person', 'confirmed', 'refused')),
	CONSTRAINT "refund_request_is_decided_by_somebody" CHECK (("refund_requests"."state" = 'waits for a second person') = ("refund_requests"."decided_by" is null) and ("refund_requests"."state" = 'waits for a second person') = ("refund_requests"."decided_at" is null)),
	CONSTRAINT "refund_request_second_person_is_another" CHECK ("refund_requests"."state" <> 'confirmed' or "refund_requests"."decided_by" <> "refund_requests"."asked_by")
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "problem" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "by_hand_note" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked_by" bigint;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "confirmed_by" bigint;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refund_requests_by_payment" ON "refund_requests" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_waiting_refund_per_payment" ON "refund_requests" USING btree ("payment_id") WHERE "refund_requests"."state" = 'waits for a second person';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_replaces_id_refunds_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_asked_by_staff_id_fk" FOREIGN KEY ("asked_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_confirmed_by_staff_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "refunds_by_person" ON "refunds" USING btree ("asked_by","created_at") WHERE "refunds"."asked_by" is not null;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "a_failed_refund_is_replaced_once" UNIQUE("replaces_id");--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refund_second_person_is_another" CHECK ("refunds"."confirmed_by" <> "refunds"."asked_by");