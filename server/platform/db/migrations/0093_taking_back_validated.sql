alter table lab_results validate constraint lab_result_is_taken_back_by_a_result;--> statement-breakpoint
alter table care_loops validate constraint care_loop_kind_is_known;--> statement-breakpoint
alter table result_reviews validate constraint result_review_kind_is_known;
