-- The version that still runs finds no member for a link without one, and refuses it until it is replaced.
-- squawk-ignore ban-drop-not-null
ALTER TABLE "follow_up_links" ALTER COLUMN "result_id" DROP NOT NULL;--> statement-breakpoint
-- squawk-ignore ban-drop-not-null
ALTER TABLE "follow_up_links" ALTER COLUMN "member_id" DROP NOT NULL;--> statement-breakpoint
-- squawk-ignore ban-drop-not-null
ALTER TABLE "follow_up_links" ALTER COLUMN "round" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "follow_up_links" ADD COLUMN "about_index" "bytea";--> statement-breakpoint
ALTER TABLE "follow_up_links" ADD COLUMN "reader_index" "bytea";--> statement-breakpoint
ALTER TABLE "follow_up_links" ADD COLUMN "sealed" "bytea";