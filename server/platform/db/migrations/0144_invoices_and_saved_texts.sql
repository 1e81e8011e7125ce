CREATE TABLE "invoice_payment_undos" (
	"payment_id" bigint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"undone_by" bigint NOT NULL,
	"undone_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_payments" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoice_payments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"invoice_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"how" text NOT NULL,
	"paid_on" date NOT NULL,
	"reference" text,
	"recorded_by" bigint NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invoice_payment_is_positive" CHECK ("invoice_payments"."amount_pence" > 0),
	CONSTRAINT "invoice_payment_kind_is_known" CHECK ("invoice_payments"."kind" in ('payment', 'repayment')),
	CONSTRAINT "invoice_payment_way_is_known" CHECK ("invoice_payments"."how" in ('bank transfer', 'cheque'))
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"year" integer NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"event_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"credits_id" bigint,
	"host_name" text NOT NULL,
	"address_lines" text[] NOT NULL,
	"description" text NOT NULL,
	"amount_pence" integer NOT NULL,
	"due_on" date,
	"issued_by" bigint NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	CONSTRAINT "an_invoice_is_credited_once" UNIQUE("credits_id"),
	CONSTRAINT "an_invoice_number_is_used_once" UNIQUE("year","number"),
	CONSTRAINT "invoice_amount_is_positive" CHECK ("invoices"."amount_pence" > 0),
	CONSTRAINT "invoice_kind_is_known" CHECK ("invoices"."kind" in ('invoice', 'deposit', 'credit note')),
	CONSTRAINT "credit_note_cancels_an_invoice" CHECK (("invoices"."kind" = 'credit note') = ("invoices"."credits_id" is not null)),
	CONSTRAINT "invoice_is_due_on_a_day" CHECK (("invoices"."kind" = 'credit note') = ("invoices"."due_on" is null))
);
--> statement-breakpoint
CREATE TABLE "saved_texts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"by" text NOT NULL,
	"name" text NOT NULL,
	"subject" text,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" bigint,
	CONSTRAINT "saved_text_way_is_known" CHECK ("saved_texts"."by" in ('email', 'sms')),
	CONSTRAINT "saved_email_has_a_subject" CHECK (("saved_texts"."by" = 'email') = ("saved_texts"."subject" is not null))
);
--> statement-breakpoint
ALTER TABLE "invoice_payment_undos" ADD CONSTRAINT "invoice_payment_undos_payment_id_invoice_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."invoice_payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payment_undos" ADD CONSTRAINT "invoice_payment_undos_undone_by_staff_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_invoice_id_invoices_id_fk" FOREIGN KEY ("invoice_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_recorded_by_staff_id_fk" FOREIGN KEY ("recorded_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_credits_id_invoices_id_fk" FOREIGN KEY ("credits_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_issued_by_staff_id_fk" FOREIGN KEY ("issued_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invoice_payments_by_invoice" ON "invoice_payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "invoices_by_event" ON "invoices" USING btree ("event_id");--> statement-breakpoint
CREATE UNIQUE INDEX "a_saved_text_has_a_name_of_its_own" ON "saved_texts" USING btree ("by",lower("name"));--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on invoices
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete or truncate on invoice_payments
  for each statement execute function refuse_change();
--> statement-breakpoint
create trigger append_only before update or delete or truncate on invoice_payment_undos
  for each statement execute function refuse_change();
--> statement-breakpoint
-- The numbers of a year are a series without a gap: one transaction at a time takes the next (decision 95).
create function number_invoice() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('invoices of a year', new.year));
  new.number := coalesce((select max(number) from invoices where year = new.year), 0) + 1;
  return new;
end $$;
--> statement-breakpoint
create trigger number_invoice before insert on invoices
  for each row execute function number_invoice();
