CREATE TABLE "near_alert_mails" (
	"alert_id" uuid NOT NULL,
	"event_id" bigint NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_mail_per_alert_and_event" PRIMARY KEY("alert_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "near_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"place" text,
	"latitude" double precision,
	"longitude" double precision,
	"miles" integer NOT NULL,
	"state" text NOT NULL,
	"wording" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"confirm_until" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	CONSTRAINT "one_near_alert_per_address" UNIQUE("email"),
	CONSTRAINT "near_alert_address_is_normalised" CHECK ("near_alerts"."email" = lower(btrim("near_alerts"."email"))),
	CONSTRAINT "near_alert_state_is_known" CHECK ("near_alerts"."state" in ('pending', 'confirmed', 'left')),
	CONSTRAINT "near_alert_distance_is_offered" CHECK ("near_alerts"."miles" in (10, 20, 30)),
	CONSTRAINT "near_alert_has_a_place_until_left" CHECK (num_nulls("near_alerts"."place", "near_alerts"."latitude", "near_alerts"."longitude") = case when "near_alerts"."state" = 'left' then 3 else 0 end),
	CONSTRAINT "near_alert_pending_has_an_end" CHECK (("near_alerts"."state" = 'pending') = ("near_alerts"."confirm_until" is not null)),
	CONSTRAINT "near_alert_confirmed_has_a_time" CHECK (("near_alerts"."state" <> 'confirmed' or "near_alerts"."confirmed_at" is not null) and ("near_alerts"."state" <> 'pending' or "near_alerts"."confirmed_at" is null)),
	CONSTRAINT "near_alert_left_has_a_time" CHECK (("near_alerts"."state" = 'left') = ("near_alerts"."left_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "near_alert_mails" ADD CONSTRAINT "near_alert_mails_alert_id_near_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."near_alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "near_alert_mails" ADD CONSTRAINT "near_alert_mails_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "near_alert_mails_by_event" ON "near_alert_mails" USING btree ("event_id");