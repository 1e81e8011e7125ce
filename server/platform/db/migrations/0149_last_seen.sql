ALTER TABLE "staff" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
update staff set last_seen_at = used.at
  from (select staff_id, max(last_used_at) as at from office_sessions group by staff_id) used
  where used.staff_id = staff.id;
