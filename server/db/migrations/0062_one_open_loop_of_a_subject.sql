-- outside a transaction
drop index concurrently if exists one_open_loop_of_a_kind_and_subject;--> statement-breakpoint
-- A result and an appointment may have the same id: the repeat of a lost sample was taken for that
-- of another member's result, and not opened.
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently one_open_loop_of_a_kind_and_subject on care_loops using btree
  (kind, coalesce(result_id, lab_result_id, appointment_id), (result_id is null), (lab_result_id is null))
  where closed_at is null;--> statement-breakpoint
drop index concurrently if exists one_open_loop_of_a_kind;
