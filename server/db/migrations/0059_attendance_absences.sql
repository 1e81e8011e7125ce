-- outside a transaction
drop index concurrently if exists attendance_absences;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently attendance_absences on attendance using btree (since) where state = 'did_not_attend';
