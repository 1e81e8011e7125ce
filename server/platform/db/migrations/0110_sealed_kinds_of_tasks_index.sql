-- outside a transaction
drop index concurrently if exists one_open_loop_of_a_clear_kind;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently one_open_loop_of_a_clear_kind on care_loops using btree
  (kind, coalesce(result_id, lab_result_id, appointment_id), (result_id is null), (lab_result_id is null))
  where closed_at is null and kind <> 'look_again';--> statement-breakpoint
drop index concurrently if exists one_open_loop_of_a_sealed_kind;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently one_open_loop_of_a_sealed_kind on care_loops using btree
  (kind_index) where closed_at is null;--> statement-breakpoint
drop index concurrently if exists one_open_loop_of_a_kind_and_subject;
