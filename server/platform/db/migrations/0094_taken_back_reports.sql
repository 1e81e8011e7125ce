-- outside a transaction
drop index concurrently if exists lab_results_taken_back;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently lab_results_taken_back on lab_results using btree (taken_back_number);
