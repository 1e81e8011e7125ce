-- Some thousand events are written again in milliseconds, both columns at once; a statement gives up
-- waiting for the lock, and the migration is tried again (server/db/migrate.ts).
-- squawk-ignore adding-field-with-default
ALTER TABLE "events" ADD COLUMN "address_words" text GENERATED ALWAYS AS (lower(coalesce(address_line1, '') || ' ' || coalesce(address_line2, '') || ' ' || coalesce(city, '') || ' ' || coalesce(state, '') || ' ' || coalesce(postcode, '') || ' ' || replace(coalesce(postcode, ''), ' ', '') || ' ' || coalesce(country, ''))) STORED,
  -- squawk-ignore adding-field-with-default
  ADD COLUMN "town_words" text GENERATED ALWAYS AS (trim(regexp_replace(regexp_replace(lower(city), '[''’.]', '', 'g'), '[\s,-]+', ' ', 'g'))) STORED;
