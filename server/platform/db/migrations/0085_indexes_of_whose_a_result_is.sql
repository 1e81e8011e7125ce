-- outside a transaction
drop index concurrently if exists lab_result_of_a_member;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently lab_result_of_a_member on lab_results using btree (id, member_id);--> statement-breakpoint
drop index concurrently if exists result_of_a_member;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently result_of_a_member on results using btree (id, member_id);--> statement-breakpoint
drop index concurrently if exists attendance_actions_by_tube;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently attendance_actions_by_tube on attendance_actions using btree (tube)
  where tube is not null;--> statement-breakpoint
drop index concurrently if exists attendance_actions_by_undone;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently attendance_actions_by_undone on attendance_actions using btree (undoes)
  where undoes is not null;
