CREATE TABLE "newsletter_mails" (
	"newsletter_id" bigint NOT NULL,
	"subscription_id" uuid NOT NULL,
	"listed_at" timestamp with time zone NOT NULL,
	"queued_at" timestamp with time zone,
	CONSTRAINT "one_mail_per_newsletter_and_subscription" PRIMARY KEY("newsletter_id","subscription_id")
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"audience" text NOT NULL,
	"state" text NOT NULL,
	"tested_version" integer,
	"begins_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"is_shown" boolean DEFAULT false NOT NULL,
	"readers" integer,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "newsletter_state_is_known" CHECK ("newsletters"."state" in ('draft', 'sending', 'stopped', 'sent')),
	CONSTRAINT "newsletter_audience_is_known" CHECK ("newsletters"."audience" in ('everybody', 'event news')),
	CONSTRAINT "newsletter_begins_when_sent" CHECK (("newsletters"."state" = 'draft') = ("newsletters"."begins_at" is null)),
	CONSTRAINT "newsletter_sent_has_an_end" CHECK (("newsletters"."state" = 'sent') = ("newsletters"."finished_at" is not null) and ("newsletters"."state" = 'sent') = ("newsletters"."readers" is not null)),
	CONSTRAINT "newsletter_draft_is_not_shown" CHECK ("newsletters"."state" <> 'draft' or not "newsletters"."is_shown")
);
--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ADD COLUMN "ground" text DEFAULT 'consent' NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletter_mails" ADD CONSTRAINT "newsletter_mails_newsletter_id_newsletters_id_fk" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_mails" ADD CONSTRAINT "newsletter_mails_subscription_id_newsletter_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."newsletter_subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "newsletter_mails_by_subscription" ON "newsletter_mails" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "newsletter_mails_to_queue" ON "newsletter_mails" USING btree ("newsletter_id") WHERE "newsletter_mails"."queued_at" is null;--> statement-breakpoint
ALTER TABLE "newsletter_subscriptions" ADD CONSTRAINT "subscription_ground_is_known" CHECK ("newsletter_subscriptions"."ground" = 'consent') NOT VALID;