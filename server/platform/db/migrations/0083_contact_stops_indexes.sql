-- outside a transaction
drop index concurrently if exists member_merges_by_merged;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently member_merges_by_merged on member_merges using btree (merged_id);--> statement-breakpoint
drop index concurrently if exists members_who_died;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently members_who_died on members using btree (id) where died_at is not null;
