alter table merged_results add constraint each_naming_of_a_merged_result
  primary key using index each_naming_of_a_merged_result;--> statement-breakpoint
alter table care_loops validate constraint care_loop_kind_is_known;
