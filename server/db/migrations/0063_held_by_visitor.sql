ALTER TABLE "places" ADD COLUMN "held_by_visitor" "bytea";--> statement-breakpoint
-- The version before writes the hold of a member without this column.
create function forget_visitor() returns trigger language plpgsql as $$
begin
  new.held_by_visitor := null;
  return new;
end
$$;--> statement-breakpoint
create trigger forget_visitor before update on places for each row
  when (new.held_by_visitor is not null and (new.held_by is not null or new.hold_id is null))
  execute function forget_visitor();--> statement-breakpoint
ALTER TABLE "places" DROP CONSTRAINT "place_hold_is_whole";--> statement-breakpoint
ALTER TABLE "places" DROP CONSTRAINT "place_is_held_from_an_address";--> statement-breakpoint
ALTER TABLE "places" DROP CONSTRAINT "place_is_held_or_booked";--> statement-breakpoint
ALTER TABLE "places" DROP CONSTRAINT "place_is_offered_to_none_but_its_holder";--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_held_by_one" CHECK ("places"."held_by" is null or "places"."held_by_visitor" is null) NOT VALID;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_hold_is_whole" CHECK (("places"."hold_id" is null) = ("places"."held_until" is null) and ("places"."hold_id" is null) = ("places"."held_by" is null and "places"."held_by_visitor" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_held_from_an_address" CHECK ("places"."hold_address" is null or "places"."hold_id" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_held_or_booked" CHECK ("places"."appointment_id" is null or "places"."hold_id" is null) NOT VALID;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_offered_to_none_but_its_holder" CHECK ("places"."offer_id" is null or "places"."hold_id" is null or coalesce("places"."held_by" = "places"."offered_to", false)) NOT VALID;
