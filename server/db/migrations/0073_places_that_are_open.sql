-- outside a transaction
drop index concurrently if exists places_open;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently places_open on places using btree
  (event_id, slot_starts_at, place_number) where appointment_id is null;
