CREATE TABLE "contact_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text NOT NULL,
	"message" text NOT NULL,
	"state" text NOT NULL,
	"held_because" text,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "contact_message_state_is_known" CHECK ("contact_messages"."state" in ('received', 'held')),
	CONSTRAINT "contact_message_held_has_a_reason" CHECK (("contact_messages"."state" = 'held') = ("contact_messages"."held_because" is not null)),
	CONSTRAINT "contact_message_is_whole" CHECK ('' not in ("contact_messages"."first_name", "contact_messages"."last_name", "contact_messages"."email", "contact_messages"."phone_number", "contact_messages"."message"))
);
--> statement-breakpoint
CREATE TABLE "newsletter_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"hear_about_event" boolean NOT NULL,
	"state" text NOT NULL,
	"wording" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"confirm_until" timestamp with time zone,
	"confirmed_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	CONSTRAINT "one_subscription_per_address" UNIQUE("email"),
	CONSTRAINT "subscription_address_is_normalised" CHECK ("newsletter_subscriptions"."email" = lower(btrim("newsletter_subscriptions"."email"))),
	CONSTRAINT "subscription_state_is_known" CHECK ("newsletter_subscriptions"."state" in ('pending', 'confirmed', 'left')),
	CONSTRAINT "subscription_pending_has_an_end" CHECK (("newsletter_subscriptions"."state" = 'pending') = ("newsletter_subscriptions"."confirm_until" is not null)),
	CONSTRAINT "subscription_confirmed_has_a_time" CHECK (("newsletter_subscriptions"."state" <> 'confirmed' or "newsletter_subscriptions"."confirmed_at" is not null) and ("newsletter_subscriptions"."state" <> 'pending' or "newsletter_subscriptions"."confirmed_at" is null)),
	CONSTRAINT "subscription_left_has_a_time" CHECK (("newsletter_subscriptions"."state" = 'left') = ("newsletter_subscriptions"."left_at" is not null))
);
--> statement-breakpoint
CREATE INDEX "contact_messages_by_age" ON "contact_messages" USING btree ("received_at");