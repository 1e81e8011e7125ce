CREATE TABLE "consent_links" (
	"key_hash" "bytea" PRIMARY KEY NOT NULL,
	"member_id" bigint NOT NULL,
	"event_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "consent_link_ends_after_it_was_made" CHECK ("consent_links"."expires_at" > "consent_links"."created_at"),
	CONSTRAINT "consent_link_is_used_in_time" CHECK ("consent_links"."used_at" is null or "consent_links"."used_at" < "consent_links"."expires_at")
);
--> statement-breakpoint
ALTER TABLE "consent_links" ADD CONSTRAINT "consent_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_links" ADD CONSTRAINT "consent_links_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;