alter table result_import_rows validate constraint result_row_state_is_known;--> statement-breakpoint
alter table lab_results validate constraint lab_result_replaces_one_of_the_same_member;--> statement-breakpoint
alter table results validate constraint result_replaces_one_of_the_same_member;--> statement-breakpoint
alter table lab_results drop constraint lab_result_replaces_a_lab_result;--> statement-breakpoint
alter table results drop constraint result_replaces_a_result;
