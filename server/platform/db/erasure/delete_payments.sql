-- Deletes those of these payments whose period has ended (old_payments), with their part of the
-- ledger. Returns the id of the entry in erasure_log, null when there was none.
create or replace function delete_payments(the_payments uuid[], made_before timestamptz,
  done_at timestamptz)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids uuid[];
  counts jsonb := '{}';
  n bigint;
  entry bigint;
begin
  if made_before > done_at - interval '11 months' then
    raise exception 'this period is too short' using errcode = '23514',
      constraint = 'retention_has_a_least_period';
  end if;
  perform id from payments where id = any(the_payments) for update;
  ids := array(select id from old_payments(made_before) id where id = any(the_payments));
  if cardinality(ids) = 0 then
    return null;
  end if;
  delete from money_differences where payment_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('money_differences', n);
  delete from venue_takings where payment_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('venue_takings', n);
  delete from owed_refund_outcomes where owed_refund_id in
    (select id from owed_refunds where payment_id = any(ids));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('owed_refund_outcomes', n);
  delete from owed_refunds where payment_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('owed_refunds', n);
  delete from dispute_events where payment_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('dispute_events', n);
  delete from ledger_entries where payment_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('ledger_entries', n);
  delete from refund_requests where payment_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('refund_requests', n);
  delete from refunds where payment_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('refunds', n);
  delete from transaction_reports where payment_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('transaction_reports', n);
  delete from payments where id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('payments', n);
  select coalesce(jsonb_object_agg(key, value), '{}') into counts from jsonb_each(counts)
    where value <> '0';
  insert into erasure_log (kind, counts, at) values ('payments', counts, done_at)
    returning id into entry;
  return entry;
end
$$;
