ALTER TABLE "places" ADD COLUMN "hold_address" "bytea";--> statement-breakpoint
CREATE INDEX "places_held_from_an_address" ON "places" USING btree ("event_id","hold_address") WHERE "places"."hold_address" is not null;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_held_from_an_address" CHECK ("places"."hold_address" is null or "places"."held_by" is not null);