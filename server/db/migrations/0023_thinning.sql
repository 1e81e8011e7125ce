ALTER TABLE "webhook_events" ALTER COLUMN "body" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "webhook_events_by_receipt" ON "webhook_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "audit_log_of_chain_checks" ON "audit_log" USING btree ("id") WHERE "audit_log"."action" = 'hash chain checked';