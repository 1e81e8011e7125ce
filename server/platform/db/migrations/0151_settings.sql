CREATE TABLE "settings" (
	"setting_group" text NOT NULL,
	"version" integer NOT NULL,
	"setting_values" jsonb NOT NULL,
	"changed_by" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settings_setting_group_version_pk" PRIMARY KEY("setting_group","version"),
	CONSTRAINT "settings_versions_begin_at_one" CHECK ("settings"."version" >= 1)
);

--> statement-breakpoint
-- Written once, like the audit log (0001_append_only.sql).
create trigger append_only before update or delete or truncate on settings
  for each statement execute function refuse_change();
