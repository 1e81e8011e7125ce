-- outside a transaction
alter table places validate constraint place_hold_is_whole;--> statement-breakpoint
alter table places validate constraint place_is_held_by_one;--> statement-breakpoint
alter table places validate constraint place_is_held_from_an_address;--> statement-breakpoint
alter table places validate constraint place_is_held_or_booked;--> statement-breakpoint
alter table places validate constraint place_is_offered_to_none_but_its_holder;--> statement-breakpoint
drop index concurrently if exists one_hold_per_visitor;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently one_hold_per_visitor on places using btree (held_by_visitor)
  where held_by_visitor is not null;
