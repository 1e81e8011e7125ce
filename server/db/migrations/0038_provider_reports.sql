CREATE TABLE "money_differences" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_differences_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"provider_ref" text NOT NULL,
	"report_id" bigint NOT NULL,
	"payment_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"ledger_pence" integer,
	"provider_pence" integer,
	"state" text DEFAULT 'open' NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"decision" text,
	"reason" text,
	"decided_by" bigint,
	"decided_at" timestamp with time zone,
	CONSTRAINT "a_difference_is_listed_once" UNIQUE("kind","provider_ref"),
	CONSTRAINT "difference_kind_is_known" CHECK ("money_differences"."kind" in ('not in the ledger', 'not at the provider', 'other amount', 'other currency', 'other fee', 'reported otherwise before')),
	CONSTRAINT "difference_state_is_known" CHECK ("money_differences"."state" in ('open', 'decided', 'resolved')),
	CONSTRAINT "difference_decision_is_known" CHECK ("money_differences"."decision" in ('explained', 'corrected', 'written off')),
	CONSTRAINT "difference_is_decided_by_somebody" CHECK (("money_differences"."state" = 'decided') = ("money_differences"."decision" is not null and "money_differences"."decided_by" is not null and "money_differences"."reason" is not null and "money_differences"."decided_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "provider_reports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_reports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"content_hash" "bytea" NOT NULL,
	"uploaded_by" bigint NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"period_from" timestamp with time zone NOT NULL,
	"period_to" timestamp with time zone NOT NULL,
	"lines" integer NOT NULL,
	"ignored" integer NOT NULL,
	"added" integer NOT NULL,
	"matched" integer DEFAULT 0 NOT NULL,
	"differences" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "a_report_is_read_once" UNIQUE("content_hash"),
	CONSTRAINT "report_period_is_in_order" CHECK ("provider_reports"."period_from" <= "provider_reports"."period_to")
);
--> statement-breakpoint
CREATE TABLE "provider_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" text NOT NULL,
	"report_id" bigint NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"currency" text NOT NULL,
	"gross_pence" integer NOT NULL,
	"fee_pence" integer NOT NULL,
	"reference_id" text,
	"invoice_id" text,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "a_transaction_is_stored_once" UNIQUE("transaction_id")
);
--> statement-breakpoint
ALTER TABLE "money_differences" ADD CONSTRAINT "money_differences_report_id_provider_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."provider_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_differences" ADD CONSTRAINT "money_differences_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "money_differences" ADD CONSTRAINT "money_differences_decided_by_staff_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_reports" ADD CONSTRAINT "provider_reports_uploaded_by_staff_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "provider_transactions" ADD CONSTRAINT "provider_transactions_report_id_provider_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."provider_reports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "money_differences_by_state" ON "money_differences" USING btree ("state","id");--> statement-breakpoint
CREATE INDEX "money_differences_by_report" ON "money_differences" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "provider_transactions_by_report" ON "provider_transactions" USING btree ("report_id");--> statement-breakpoint
create trigger append_only before update or delete or truncate on provider_transactions
  for each statement execute function refuse_change();
