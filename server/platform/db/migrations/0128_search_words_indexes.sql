-- outside a transaction
drop index concurrently if exists match_keys_by_word;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently match_keys_by_word on match_keys using gin (array_to_tsvector(words));--> statement-breakpoint
drop index concurrently if exists match_keys_by_postcode;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently match_keys_by_postcode on match_keys using btree (postcode);
