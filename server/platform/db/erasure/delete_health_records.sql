-- Deletes the health records of those of these members whose period has ended
-- (members_with_old_records). `gp_indexes` are the keyed hashes of `gp_results`, by which days with a
-- GP are found; only those of results of these members are used. Returns the id of the entry in erasure_log, null when there was none.
create or replace function delete_health_records(the_members bigint[], last_before timestamptz,
  done_at timestamptz, gp_results bigint[], gp_indexes bytea[])
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  ids bigint[];
  bookings bigint[];
  counts jsonb := '{}';
  n bigint;
  entry bigint;
begin
  if last_before > done_at - interval '11 months' then
    raise exception 'this period is too short' using errcode = '23514',
      constraint = 'retention_has_a_least_period';
  end if;
  perform id from members where id = any(the_members) for update;
  ids := array(select p.id from members p
    where coalesce(p.merged_into, p.id) = any(the_members)
      and coalesce(p.merged_into, p.id) in (select * from members_with_old_records(last_before)));
  if cardinality(ids) = 0 then
    return null;
  end if;
  bookings := array(select id from appointments where member_id = any(ids));

  delete from unannounced_results t using results r where r.id = t.result_id and r.member_id = any(ids);
  delete from retests t using results r where r.id = t.result_id and r.member_id = any(ids);
  delete from recalls t using results r where r.id = t.result_id and r.member_id = any(ids);
  delete from consent_links where member_id = any(ids);
  delete from upcoming_appointments where member_id = any(ids);
  delete from payment_links where appointment_id = any(bookings);
  delete from preparation_links where member_id = any(ids);
  delete from preparation_answers where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('preparation_answers', n);
  delete from follow_up_links where member_id = any(ids);
  delete from follow_up_answers where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('follow_up_answers', n);
  update places set appointment_id = null where appointment_id = any(bookings);
  delete from attendance where appointment_id = any(bookings);
  delete from attendance_actions where appointment_id = any(bookings);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('attendance_actions', n);
  delete from tubes where appointment_id = any(bookings);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('tubes', n);
  delete from access_log where member_id = any(ids) and (at < last_before or result_id is not null);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('access_log', n);
  delete from audit_log where member_id = any(ids) and at < last_before;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('audit_log', n);
  delete from care_loop_steps s using care_loops c
    where c.id = s.loop_id and c.member_id = any(ids);
  delete from care_loops where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('care_loops', n);
  delete from result_letters where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('result_letters', n);
  delete from result_import_rows where appointment_id = any(bookings);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('result_import_rows', n);
  delete from result_reviews v using lab_results l
    where l.id = v.lab_result_id and l.member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('result_reviews', n);
  delete from lab_results where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('lab_results', n);
  delete from gp_appointments where member_id = any(ids)
    or result_index in (select one.index from unnest(gp_results, gp_indexes) as one (result, index)
      join results r on r.id = one.result where r.member_id = any(ids));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('gp_appointments', n);
  delete from merged_results m using results r where r.id = m.result_id and r.member_id = any(ids);
  delete from results where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('results', n);
  delete from bulk_action_items where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('bulk_action_items', n);
  delete from incident_entries where member_id = any(ids) or appointment_id = any(bookings);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('incident_entries', n);
  delete from member_notes where member_id = any(ids) or appointment_id = any(bookings);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('member_notes', n);
  delete from appointments where id = any(bookings);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('appointments', n);
  delete from erasure_exceptions where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('erasure_exceptions', n);
  delete from capacity_entries where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('capacity_entries', n);
  delete from consent_withdrawals where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('consent_withdrawals', n);
  delete from consents where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('consents', n);
  delete from identity_changes where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('identity_changes', n);
  delete from identity_reviews where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('identity_reviews', n);
  delete from kept_identities where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('kept_identities', n);

  select coalesce(jsonb_object_agg(key, value), '{}') into counts from jsonb_each(counts)
    where value <> '0';
  insert into erasure_log (kind, counts, at) values ('health records', counts, done_at)
    returning id into entry;
  return entry;
end
$$;
