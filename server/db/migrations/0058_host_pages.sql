CREATE TABLE "host_links" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "host_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key_hash" "bytea" NOT NULL,
	"event_id" bigint NOT NULL,
	"made_by" bigint NOT NULL,
	"is_mailed" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "host_links_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "host_link_ends_after_it_was_made" CHECK ("host_links"."expires_at" > "host_links"."created_at")
);
--> statement-breakpoint
CREATE TABLE "host_releases" (
	"event_id" bigint PRIMARY KEY NOT NULL,
	"release_on" date NOT NULL,
	"released_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "host_links" ADD CONSTRAINT "host_links_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_links" ADD CONSTRAINT "host_links_made_by_staff_id_fk" FOREIGN KEY ("made_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "host_releases" ADD CONSTRAINT "host_releases_event_id_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."events"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "one_open_host_link_per_event" ON "host_links" USING btree ("event_id") WHERE "host_links"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "host_releases_to_do" ON "host_releases" USING btree ("release_on") WHERE "host_releases"."released_at" is null;