-- outside a transaction
drop index concurrently if exists attendance_actions_of_person;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently attendance_actions_of_person on attendance_actions using btree (staff_id, at);--> statement-breakpoint
drop index concurrently if exists attendance_actions_from_person;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently attendance_actions_from_person on attendance_actions using btree (staff_id, recorded_at);
