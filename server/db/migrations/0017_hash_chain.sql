CREATE TABLE "chain_batches" (
	"table_name" text NOT NULL,
	"chain" integer NOT NULL,
	"batch" integer NOT NULL,
	"from_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"is_late" boolean NOT NULL,
	"row_ids" text NOT NULL,
	"row_count" integer NOT NULL,
	"mac" "bytea" NOT NULL,
	"sealed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_batch_of_a_number" PRIMARY KEY("table_name","chain","batch"),
	CONSTRAINT "chain_batch_covers_a_range" CHECK ("chain_batches"."from_id" <= "chain_batches"."to_id" and "chain_batches"."row_count" > 0)
);
--> statement-breakpoint
-- Written once, like the rows that it covers.
create trigger append_only before update or delete or truncate on chain_batches
  for each statement execute function refuse_change();
