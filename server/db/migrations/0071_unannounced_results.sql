CREATE TABLE "unannounced_results" (
	"result_id" bigint PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "unannounced_results" ADD CONSTRAINT "unannounced_results_result_id_results_id_fk" FOREIGN KEY ("result_id") REFERENCES "public"."results"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
create function add_unannounced_result() returns trigger language plpgsql as $$
begin
  insert into unannounced_results (result_id) values (new.id);
  return new;
end
$$;--> statement-breakpoint
-- History that is entered later than two weeks after its release is no news.
create trigger add_unannounced_result after insert on results for each row
  when (new.released_at > new.recorded_at - interval '14 days') execute function add_unannounced_result();--> statement-breakpoint
-- What the version before would still have announced.
insert into unannounced_results (result_id)
  select id from results where released_at > now() - interval '14 days'
  on conflict do nothing;
