CREATE TABLE "invitations" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invitations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" bigint NOT NULL,
	"slot_starts_at" timestamp with time zone NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"seal_id" uuid NOT NULL,
	"sealed" "bytea" NOT NULL,
	"invited_by" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"opened_by" "bytea",
	"opened_at" timestamp with time zone,
	"member_id" bigint,
	"ended_at" timestamp with time zone,
	"ended_because" text,
	CONSTRAINT "one_invitation_per_link" UNIQUE("key_hash"),
	CONSTRAINT "one_invitation_per_seal" UNIQUE("seal_id"),
	CONSTRAINT "invitation_holds_for_a_time" CHECK ("invitations"."held_until" > "invitations"."created_at"),
	CONSTRAINT "invitation_is_opened_by_somebody" CHECK (("invitations"."opened_by" is null) = ("invitations"."opened_at" is null)),
	CONSTRAINT "invitation_ends_for_a_reason" CHECK (("invitations"."ended_at" is null) = ("invitations"."ended_because" is null) and coalesce("invitations"."ended_because", 'withdrawn') in ('withdrawn', 'event cancelled', 'time changed'))
);
--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_staff_id_fk" FOREIGN KEY ("invited_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "invitations_by_event" ON "invitations" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "invitations_by_opener" ON "invitations" USING btree ("opened_by") WHERE "invitations"."opened_by" is not null;--> statement-breakpoint
CREATE INDEX "invitations_by_member" ON "invitations" USING btree ("member_id") WHERE "invitations"."member_id" is not null;