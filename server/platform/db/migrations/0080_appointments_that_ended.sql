ALTER TABLE "appointments" ADD COLUMN "ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "repeats_appointment" bigint;--> statement-breakpoint
ALTER TABLE "attendance" ADD COLUMN "not_sampled_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "failsafe_sheets" ADD COLUMN "explanation" text;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_repeats_appointment_appointments_id_fk" FOREIGN KEY ("repeats_appointment") REFERENCES "public"."appointments"("id") ON DELETE set null ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointment_that_repeats_another_is_waived" CHECK ("appointments"."repeats_appointment" is null or "appointments"."payment_status" = 'waived') NOT VALID;--> statement-breakpoint
-- An appointment whose member has come is neither cancelled nor moved. The function reads attendance
-- after the row is locked, and an arrival locks the same row, so one of the two sees the other.
create function refuse_change_after_arrival() returns trigger language plpgsql as $$
begin
  if exists (select from attendance
      where appointment_id = old.id and state in ('arrived', 'sampled', 'not_sampled')) then
    raise exception 'the member of appointment % has come', old.id
      using errcode = 'check_violation', constraint = 'already_arrived';
  end if;
  return new;
end $$;--> statement-breakpoint
create trigger refuse_change_after_arrival before update on appointments for each row
  when (old.status is distinct from new.status or old.event_id is distinct from new.event_id
    or old.slot_starts_at is distinct from new.slot_starts_at)
  execute function refuse_change_after_arrival();--> statement-breakpoint
create function lock_appointment_of_arrival() returns trigger language plpgsql as $$
begin
  perform from appointments where id = new.appointment_id for no key update;
  return new;
end $$;--> statement-breakpoint
create trigger lock_appointment_of_arrival before insert or update of state on attendance for each row
  when (new.state in ('arrived', 'sampled', 'not_sampled'))
  execute function lock_appointment_of_arrival();
