ALTER TABLE "appointments" DROP CONSTRAINT "appointment_payment_is_known";--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "taken_by" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "members_by_name" ON "members" USING btree (lower("last_name"),lower("first_name"),"id");--> statement-breakpoint
CREATE INDEX "members_by_words" ON "members" USING gin (to_tsvector('simple', regexp_replace("first_name" || ' ' || "last_name" || ' ' || "email", '[^[:alnum:]]+', ' ', 'g') || ' ' || regexp_replace(regexp_replace("phone", '[^0-9]+', '', 'g'), '^(0044|44|0)', '')));--> statement-breakpoint
CREATE INDEX "members_by_birth_date" ON "members" USING btree ("date_of_birth");--> statement-breakpoint
CREATE INDEX "payments_by_age" ON "payments" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "payments_by_invoice" ON "payments" USING btree ("invoice_id");--> statement-breakpoint
CREATE INDEX "payments_by_appointment" ON "payments" USING btree ("appointment_id");--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointment_payment_is_known" CHECK ("appointments"."payment_status" in ('not paid', 'paid', 'paid by card', 'waived'));--> statement-breakpoint
-- What the provider reports is recorded even above the payment; ours must never be.
create function refuse_refund_above_payment() returns trigger language plpgsql as $$
declare
  captured integer;
begin
  if new.reason = 'at the provider' then
    return new;
  end if;
  select coalesce(captured_pence, amount_pence) into captured
    from payments where id = new.payment_id for no key update;
  if new.amount_pence + (select coalesce(sum(amount_pence), 0) from refunds
      where payment_id = new.payment_id and state <> 'failed') > captured then
    raise exception 'refunds are above the payment'
      using errcode = '23514', constraint = 'refunds_are_at_most_the_payment';
  end if;
  return new;
end
$$;--> statement-breakpoint
create trigger refuse_refund_above_payment before insert on refunds
  for each row execute function refuse_refund_above_payment();
