ALTER TABLE "waiting_list" DROP CONSTRAINT "waiting_status_is_known";--> statement-breakpoint
DROP INDEX "waiting_list_in_order";--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "offer_id" bigint;--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "offered_to" bigint;--> statement-breakpoint
ALTER TABLE "places" ADD COLUMN "offered_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "offered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "offered_starts_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "places_offered_to_a_member" ON "places" USING btree ("offered_to") WHERE "places"."offered_to" is not null;--> statement-breakpoint
CREATE INDEX "waiting_list_by_member" ON "waiting_list" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "waiting_list_in_order" ON "waiting_list" USING btree ("event_id","id") WHERE "waiting_list"."status" = 'waiting';--> statement-breakpoint
ALTER TABLE "waiting_list" DROP COLUMN "hold_id";--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "one_place_per_offer" UNIQUE("offer_id");--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "wait_of_a_member_for_an_event" UNIQUE("id","event_id","member_id");--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_offered_to_who_waits_for_it" FOREIGN KEY ("offer_id","event_id","offered_to") REFERENCES "public"."waiting_list"("id","event_id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_offer_is_whole" CHECK (("places"."offer_id" is null) = ("places"."offered_to" is null) and ("places"."offer_id" is null) = ("places"."offered_until" is null));--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_offered_or_booked" CHECK ("places"."appointment_id" is null or "places"."offer_id" is null);--> statement-breakpoint
ALTER TABLE "places" ADD CONSTRAINT "place_is_offered_to_none_but_its_holder" CHECK ("places"."offer_id" is null or "places"."held_by" is null or "places"."held_by" = "places"."offered_to");--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "wait_that_is_offered_a_place_has_its_end" CHECK (("waiting_list"."status" not in ('offered', 'lapsed') or "waiting_list"."offered_until" is not null) and ("waiting_list"."offered_until" is null) = ("waiting_list"."offered_at" is null) and ("waiting_list"."offered_until" is null) = ("waiting_list"."offered_starts_at" is null));--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "wait_is_closed_or_open" CHECK (("waiting_list"."status" in ('waiting', 'offered')) = ("waiting_list"."closed_at" is null));--> statement-breakpoint
ALTER TABLE "waiting_list" ADD CONSTRAINT "waiting_status_is_known" CHECK ("waiting_list"."status" in ('waiting', 'offered', 'booked', 'left', 'lapsed', 'booked elsewhere', 'booking closed'));