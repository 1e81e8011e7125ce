-- outside a transaction
drop index concurrently if exists one_open_call_of_each_kind;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently one_open_call_of_each_kind on care_loops using btree (member_id, event_id, kind)
  where closed_at is null and event_id is not null;--> statement-breakpoint
drop index concurrently if exists one_open_call_of_an_event;
