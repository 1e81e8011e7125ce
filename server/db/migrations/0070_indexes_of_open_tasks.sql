-- outside a transaction
drop index concurrently if exists care_loops_by_begin;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently care_loops_by_begin on care_loops using btree
  (owner, opened_at, urgency, due_at, id, member_id, escalated_to) where closed_at is null;--> statement-breakpoint
drop index concurrently if exists care_loops_to_ring;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently care_loops_to_ring on care_loops using btree (id)
  where closed_at is null and is_to_ring;--> statement-breakpoint
drop index concurrently if exists care_loops_of_work;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently care_loops_of_work on care_loops using btree
  (owner, urgency, coalesce(due_at, opened_at), id) where closed_at is null;
