CREATE TABLE "bulk_action_items" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_action_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"bulk_action_id" bigint NOT NULL,
	"member_id" bigint NOT NULL,
	"appointment_id" bigint,
	"state" text DEFAULT 'open' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text,
	"is_mailed" boolean,
	"done_at" timestamp with time zone,
	CONSTRAINT "one_item_per_member_and_action" UNIQUE("bulk_action_id","member_id"),
	CONSTRAINT "bulk_action_item_state_is_known" CHECK ("bulk_action_items"."state" in ('open', 'done', 'failed')),
	CONSTRAINT "bulk_action_item_done_has_a_time" CHECK (("bulk_action_items"."state" = 'done') = ("bulk_action_items"."done_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "bulk_actions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"event_id" bigint NOT NULL,
	"state" text NOT NULL,
	"message" text,
	"made_by" bigint NOT NULL,
	"confirmed_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_action_state_is_known" CHECK ("bulk_actions"."state" in ('waits for a second person', 'running', 'done')),
	CONSTRAINT "bulk_action_second_person_is_another" CHECK ("bulk_actions"."confirmed_by" <> "bulk_actions"."made_by")
);
--> statement-breakpoint
ALTER TABLE "bulk_action_items" ADD CONSTRAINT "bulk_action_items_bulk_action_id_bulk_actions_id_fk" FOREIGN KEY ("bulk_action_id") REFERENCES "public"."bulk_actions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_action_items" ADD CONSTRAINT "bulk_action_items_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_action_items" ADD CONSTRAINT "bulk_action_item_is_about_the_members_appointment" FOREIGN KEY ("appointment_id","member_id") REFERENCES "public"."appointments"("id","member_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD CONSTRAINT "bulk_actions_confirmed_by_staff_id_fk" FOREIGN KEY ("confirmed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_action_items_open" ON "bulk_action_items" USING btree ("bulk_action_id","id") WHERE "bulk_action_items"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "one_cancellation_per_event" ON "bulk_actions" USING btree ("event_id") WHERE "bulk_actions"."kind" = 'event cancellation';--> statement-breakpoint
CREATE INDEX "bulk_actions_running" ON "bulk_actions" USING btree ("id") WHERE "bulk_actions"."state" = 'running';