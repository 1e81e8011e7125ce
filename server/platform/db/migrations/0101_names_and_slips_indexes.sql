-- outside a transaction
drop index concurrently if exists members_by_latin_words;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently "members_by_latin_words" ON "members" USING gin (array_to_tsvector(array_remove(regexp_split_to_array(lower("first_name" || ' ' || coalesce("latin_first_name", '') || ' ' || coalesce("latin_last_name", '') || ' ' || "last_name" || ' ' || coalesce("email", '') || ' ' || regexp_replace(regexp_replace("phone", '[^0-9]+', '', 'g'), '^(0044|44|0)', '') || ' ' || coalesce("postcode" || ' ' || replace("postcode", ' ', ''), '')), '[^[:alnum:]]+'), ''))) WHERE ("members"."latin_first_name" is not null or "members"."latin_last_name" is not null);--> statement-breakpoint
drop index concurrently if exists attendance_actions_by_slip;--> statement-breakpoint
-- squawk-ignore ban-concurrent-index-creation-in-transaction
create index concurrently attendance_actions_by_slip on attendance_actions using btree (slip) where slip is not null;
