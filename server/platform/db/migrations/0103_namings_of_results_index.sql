-- outside a transaction
drop index concurrently if exists each_naming_of_a_merged_result;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently each_naming_of_a_merged_result on merged_results using btree
  (result_id, member_id, at);
