-- outside a transaction
drop index concurrently if exists a_tube_belongs_to_one_appointment_at_a_time;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently a_tube_belongs_to_one_appointment_at_a_time on tubes
  using btree (code, coalesce(generation, 1));
