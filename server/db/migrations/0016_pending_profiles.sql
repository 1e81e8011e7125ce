CREATE TABLE "pending_profiles" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"form" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "pending_profiles_by_age" ON "pending_profiles" USING btree ("created_at");