-- outside a transaction
alter table appointments validate constraint appointments_repeats_appointment_appointments_id_fk;--> statement-breakpoint
alter table appointments validate constraint appointment_that_repeats_another_is_waived;--> statement-breakpoint
drop index concurrently if exists one_open_appointment_per_member_and_event;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently one_open_appointment_per_member_and_event on appointments using btree
  (member_id, event_id) where status = 'booked' and ended_at is null;--> statement-breakpoint
drop index concurrently if exists one_booking_per_repeated_appointment;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently one_booking_per_repeated_appointment on appointments using btree
  (repeats_appointment) where status = 'booked' and repeats_appointment is not null;--> statement-breakpoint
drop index concurrently if exists one_live_appointment_per_member_and_event;
