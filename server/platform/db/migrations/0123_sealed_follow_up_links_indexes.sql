-- outside a transaction
drop index concurrently if exists one_sealed_follow_up_link_per_round;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create unique index concurrently one_sealed_follow_up_link_per_round on follow_up_links using btree (about_index);--> statement-breakpoint
drop index concurrently if exists follow_up_links_by_reader;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently follow_up_links_by_reader on follow_up_links using btree (reader_index);
