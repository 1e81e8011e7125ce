-- outside a transaction
drop index concurrently if exists care_loops_closed;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently care_loops_closed on care_loops using btree (owner, closed_at desc, id desc) where closed_at is not null;
