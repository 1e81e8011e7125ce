ALTER TABLE "result_import_rows" DROP CONSTRAINT "result_row_state_is_known";--> statement-breakpoint
ALTER TABLE "result_import_rows" ADD COLUMN "withdraws_for" integer;--> statement-breakpoint
ALTER TABLE "result_import_rows" ADD COLUMN "is_other_sample" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "result_import_rows" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "result_import_rows" ADD CONSTRAINT "result_row_state_is_known" CHECK ("result_import_rows"."state" in ('matched', 'close', 'quarantined', 'conflict', 'repeated', 'error', 'asked', 'discarded', 'committed')) NOT VALID;
