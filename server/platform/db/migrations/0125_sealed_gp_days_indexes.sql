-- outside a transaction
drop index concurrently if exists gp_appointments_by_index;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently gp_appointments_by_index on gp_appointments using btree (result_index);
