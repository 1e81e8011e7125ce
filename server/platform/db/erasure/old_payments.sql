-- Payments from before the moment that have ended, with no refund, difference or dispute open.
create or replace function old_payments(made_before timestamptz)
returns setof uuid language sql stable set search_path = public, pg_temp as $$
  select p.id from payments p
    where p.created_at < made_before and p.updated_at < made_before
      and p.state in ('finalised', 'declined', 'refunded', 'expired')
      and not exists (select from refunds r where r.payment_id = p.id
        and (r.state in ('queued', 'sent') or r.updated_at >= made_before))
      and not exists (select from refund_requests r where r.payment_id = p.id
        and r.state = 'waits for a second person')
      and not exists (select from ledger_entries e where e.payment_id = p.id and e.at >= made_before)
      and not exists (select from money_differences d where d.payment_id = p.id
        and (d.state = 'open' or greatest(d.found_at, d.decided_at) >= made_before))
      and not exists (select from owed_refunds o
        left join owed_refund_outcomes u on u.owed_refund_id = o.id
        where o.payment_id = p.id and (greatest(o.decided_at, u.recorded_at) >= made_before
          or u.id is null and (select coalesce(sum(r.amount_pence), 0) from refunds r
            where r.payment_id = p.id and r.state <> 'failed') < coalesce(p.captured_pence, 0)))
      and not exists (select from dispute_events d
        where d.payment_id = p.id and d.received_at >= made_before)
      and not exists (select from appointments a
        where a.id in (p.appointment_id, p.for_appointment_id) and a.slot_ends_at >= made_before)
    order by p.created_at, p.id
$$;
