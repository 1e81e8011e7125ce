ALTER TABLE "venue_takings" DROP CONSTRAINT "venue_taking_is_of_a_known_kind";--> statement-breakpoint
ALTER TABLE "waiting_list" ADD COLUMN "list_order" bigint;--> statement-breakpoint
ALTER TABLE "venue_takings" ADD CONSTRAINT "venue_taking_is_of_a_known_kind" CHECK ("venue_takings"."how" in ('card machine', 'cash', 'cheque', 'bank transfer')) NOT VALID;