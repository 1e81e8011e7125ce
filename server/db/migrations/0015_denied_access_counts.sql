CREATE TABLE "denied_access_counts" (
	"who" "bytea" NOT NULL,
	"hour" timestamp with time zone NOT NULL,
	"actor_user_id" uuid,
	"address_hash" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "denied_access_count" PRIMARY KEY("who","hour")
);
--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_user_id","at");