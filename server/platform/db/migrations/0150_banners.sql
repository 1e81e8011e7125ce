CREATE TABLE "banners" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "banners_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"words" text NOT NULL,
	"tone" text NOT NULL,
	"place" text NOT NULL,
	"event_id" bigint,
	"in_mails" boolean NOT NULL,
	"shown_from" timestamp with time zone NOT NULL,
	"shown_until" timestamp with time zone NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "banner_place_is_known" CHECK ("banners"."place" in ('site', 'event', 'portal', 'office')),
	CONSTRAINT "banner_tone_is_known" CHECK ("banners"."tone" in ('information', 'warning', 'urgent')),
	CONSTRAINT "banner_of_an_event_has_one" CHECK (("banners"."place" = 'event') = ("banners"."event_id" is not null)),
	CONSTRAINT "banner_in_mails_is_of_an_event" CHECK ("banners"."place" = 'event' or not "banners"."in_mails"),
	CONSTRAINT "banner_ends_after_its_start" CHECK ("banners"."shown_from" <= "banners"."shown_until")
);
--> statement-breakpoint
ALTER TABLE "banners" ADD CONSTRAINT "banners_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "banners_by_end" ON "banners" USING btree ("shown_until");