CREATE TABLE "chain_locks" (
	"table_name" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chain_reseals" (
	"table_name" text NOT NULL,
	"chain" integer NOT NULL,
	"batch" integer NOT NULL,
	"number" integer NOT NULL,
	"removed_ids" text NOT NULL,
	"erasure_log_id" bigint NOT NULL,
	"mac" "bytea" NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_reseal_of_a_number" PRIMARY KEY("table_name","chain","batch","number")
);
--> statement-breakpoint
CREATE TABLE "erasure_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "erasure_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"request_id" bigint,
	"counts" jsonb NOT NULL,
	"done_by" bigint,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_erasure_per_request" UNIQUE("request_id"),
	CONSTRAINT "erasure_has_its_request" CHECK (("erasure_log"."kind" = 'erasure') = ("erasure_log"."request_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "kept_identities" (
	"member_id" bigint PRIMARY KEY NOT NULL,
	"sealed" "bytea" NOT NULL,
	"kept_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "retention_settings" (
	"kind" text PRIMARY KEY NOT NULL,
	"months" integer NOT NULL,
	"is_on" boolean NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"changed_by" bigint NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "retention_has_a_period" CHECK ("retention_settings"."months" between 1 and 1200)
);
--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "closed_by" bigint;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "refusal" text;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "approved_by" bigint;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "account_gone_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD COLUMN "carried_out_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chain_reseals" ADD CONSTRAINT "chain_reseals_erasure_log_id_erasure_log_id_fk" FOREIGN KEY ("erasure_log_id") REFERENCES "public"."erasure_log"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_log" ADD CONSTRAINT "erasure_log_done_by_staff_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_identities" ADD CONSTRAINT "kept_identities_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE restrict ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "retention_settings" ADD CONSTRAINT "retention_settings_changed_by_staff_id_fk" FOREIGN KEY ("changed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_closed_by_staff_id_fk" FOREIGN KEY ("closed_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_requests_approved_by_staff_id_fk" FOREIGN KEY ("approved_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_request_is_approved_by_somebody" CHECK (("erasure_requests"."approved_at" is null) = ("erasure_requests"."approved_by" is null));--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_request_is_closed_or_approved" CHECK ("erasure_requests"."taken_back_at" is null or "erasure_requests"."approved_at" is null);--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_request_is_carried_out_after_approval" CHECK ("erasure_requests"."carried_out_at" is null or ("erasure_requests"."approved_at" is not null and "erasure_requests"."account_gone_at" is not null));--> statement-breakpoint
ALTER TABLE "erasure_requests" ADD CONSTRAINT "erasure_request_refused_by_somebody" CHECK ("erasure_requests"."refusal" is null or ("erasure_requests"."closed_by" is not null and "erasure_requests"."taken_back_at" is not null));--> statement-breakpoint
-- Written once, like the rows that they are about.
create trigger append_only before update or delete or truncate on erasure_log
  for each statement execute function refuse_change();--> statement-breakpoint
create trigger append_only before update or delete or truncate on chain_reseals
  for each statement execute function refuse_change();--> statement-breakpoint
-- The role of erasures passes, with the few rights that server/db/erasure-role.ts gives it. Nobody
-- connects as this role: it owns the functions that erase.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  if current_user = 'charity_erasure' then
    return null;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end
$$;
