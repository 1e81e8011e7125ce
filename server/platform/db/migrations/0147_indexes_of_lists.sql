-- outside a transaction
drop index concurrently if exists appointments_with_a_price_to_pay;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently appointments_with_a_price_to_pay on appointments using btree (slot_starts_at)
  where status = 'booked' and price_pence > 0 and payment_status in ('not paid', 'paid');--> statement-breakpoint
drop index concurrently if exists care_loops_of_look_agains;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently care_loops_of_look_agains on care_loops using btree (id)
  where closed_at is null and kind = 'look_again';
