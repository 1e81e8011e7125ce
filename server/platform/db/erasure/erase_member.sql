-- Returns the id of the entry in
-- erasure_log. A trial always fails, with the counts as the error's detail. Rules:
-- domain/office/erasure-rules.ts.
create or replace function erase_member(the_request bigint, done_at timestamptz, is_trial boolean)
returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare
  asked erasure_requests;
  who members;
  ids bigint[];
  counts jsonb := '{}';
  n bigint;
  entry bigint;
  has_records boolean;
begin
  select * into asked from erasure_requests where id = the_request for update;
  if asked.id is null or asked.taken_back_at is not null or asked.carried_out_at is not null
    or not is_trial and (asked.approved_at is null or asked.account_gone_at is null) then
    raise exception 'this request is not to be carried out'
      using errcode = '23514', constraint = 'erasure_is_approved';
  end if;
  select * into who from members where id = asked.member_id for update;
  -- Records that were merged into this one are of the same person.
  ids := array(select id from members where id = who.id or merged_into = who.id);
  if not is_trial and (
    exists (select from upcoming_appointments where member_id = any(ids) and until > done_at)
    or exists (select from payments where member_id = any(ids)
      and state in ('capturing', 'pending review', 'paid'))
    or exists (select from refunds r join payments p on p.id = r.payment_id
      where p.member_id = any(ids) and r.state in ('queued', 'sent'))
    or exists (select from refund_requests r join payments p on p.id = r.payment_id
      where p.member_id = any(ids) and r.state = 'waits for a second person')
  ) then
    raise exception 'an appointment or money is open'
      using errcode = '23514', constraint = 'erasure_has_no_obstacle';
  end if;
  has_records := exists (select from consents where member_id = any(ids))
    or exists (select from results where member_id = any(ids));
  if has_records and not is_trial
    and not exists (select from kept_identities where member_id = who.id) then
    raise exception 'it would not be known whose the records are'
      using errcode = '23514', constraint = 'erasure_keeps_the_identity';
  end if;

  delete from access_grants where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('access_grants', n);
  delete from consent_links where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('consent_links', n);
  delete from payment_links l using appointments a
    where a.id = l.appointment_id and a.member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('payment_links', n);
  delete from invitations where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('invitations', n);
  delete from preparation_links where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('preparation_links', n);
  delete from follow_up_links where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('follow_up_links', n);
  delete from contact_stops where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_stops', n);
  delete from member_notes where member_id = any(ids) and kind = 'office';
  get diagnostics n = row_count; counts := counts || jsonb_build_object('member_notes', n);
  delete from claim_letter_requests where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('claim_letter_requests', n);
  delete from record_claims where member_id = any(ids) or user_id = who.user_id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('record_claims', n);
  delete from claim_letters where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('claim_letters', n);
  delete from merge_requests where member_id = any(ids) or other_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('merge_requests', n);
  delete from likely_doubles where one_id = any(ids) or other_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('likely_doubles', n);
  delete from match_keys where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('match_keys', n);
  delete from notices where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('notices', n);
  delete from sent_messages where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('sent_messages', n);
  delete from waiting_list where member_id = any(ids) and status not in ('waiting', 'offered');
  get diagnostics n = row_count; counts := counts || jsonb_build_object('waiting_list', n);
  delete from upcoming_appointments where member_id = any(ids) and until <= done_at;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('upcoming_appointments', n);
  delete from unannounced_results t using results r where r.id = t.result_id and r.member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('unannounced_results', n);
  delete from retests t using results r where r.id = t.result_id and r.member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('retests', n);
  delete from recalls where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('recalls', n);
  update care_loops set closing = null where member_id = any(ids) and closing is not null;
  update care_loops set closed_at = done_at, closed_because = 'erased', next_step_at = null,
      is_to_ring = false
    where member_id = any(ids) and closed_at is null;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('care_loops', n);
  delete from pending_profiles where user_id = who.user_id;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('pending_profiles', n);

  delete from idempotent_answers where position(lower(who.email) in lower(body::text)) > 0;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('idempotent_answers', n);
  -- An address that another member has too may be theirs.
  if not exists (select from members m
    where lower(m.email) = lower(who.email) and m.id <> all(ids)) then
    delete from newsletter_mails m using newsletter_subscriptions s
      where s.id = m.subscription_id and s.email = lower(who.email);
    get diagnostics n = row_count;
    counts := counts || jsonb_build_object('newsletter_mails', n);
    delete from newsletter_subscriptions where email = lower(who.email) and state <> 'left';
    get diagnostics n = row_count;
    counts := counts || jsonb_build_object('newsletter_subscriptions', n);
    delete from near_alert_mails m using near_alerts a
      where a.id = m.alert_id and a.email = lower(who.email);
    get diagnostics n = row_count;
    counts := counts || jsonb_build_object('near_alert_mails', n);
    delete from near_alerts where email = lower(who.email);
    get diagnostics n = row_count; counts := counts || jsonb_build_object('near_alerts', n);
    delete from message_entries using contact_messages
      where message_id = contact_messages.id and lower(contact_messages.email) = lower(who.email);
    get diagnostics n = row_count; counts := counts || jsonb_build_object('message_entries', n);
    delete from contact_messages where lower(email) = lower(who.email);
    get diagnostics n = row_count; counts := counts || jsonb_build_object('contact_messages', n);
  end if;

  update audit_log set details = kept_audit_details(details)
    where (member_id = any(ids) or member_id is null and actor_user_id = who.user_id)
      and details <> kept_audit_details(details);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('audit_log', n);
  if has_records then
    update identity_reviews set note = null where member_id = any(ids) and note is not null;
  else
    delete from identity_reviews where member_id = any(ids);
  end if;
  get diagnostics n = row_count; counts := counts || jsonb_build_object('identity_reviews', n);
  if not has_records then
    delete from identity_changes where member_id = any(ids);
    get diagnostics n = row_count; counts := counts || jsonb_build_object('identity_changes', n);
  end if;

  update webhook_events w set body = null where body is not null and exists (select from payments p
    where p.member_id = any(ids) and (position(p.order_id in w.body::text) > 0
      or position(p.capture_id in w.body::text) > 0));
  get diagnostics n = row_count; counts := counts || jsonb_build_object('webhook_events', n);
  update payments set card = null, last_answer = null where member_id = any(ids)
    and (card is not null or last_answer is not null);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('payments', n);
  update transaction_reports set record = (select coalesce(jsonb_object_agg(key, value), '{}')
      from jsonb_each(record) where key in ('amount', 'payment_reference', 'payment_method', 'status'))
    where member_id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('transaction_reports', n);

  update members set user_id = null, seal_id = coalesce(seal_id, user_id), email = null,
      first_name = 'Erased', last_name = 'member', latin_first_name = null, latin_last_name = null, gender = '', date_of_birth = '1900-01-01',
      ethnicity = '', occupation = null, phone = '', home_address = '', address_lines = '{}',
      town = null, postcode = null, contact_by = 'email', care_of = null, staff_may_open = null, support_needs = '{}', support_note = null,
      support_note_seal_id = null, support_note_sealed = null,
      billing_address = null, nhs_number = null, nhs_number_index = null, nhs_confirmed_at = null,
      ni_number = null, proven_phone = null, phone_code_hash = null,
      phone_code_sent_at = null, phone_code_tries = 0, nhs_gp_email = null, nhs_gp_phone_number = null, is_verified = false,
      is_active = false, died_at = null, wants_contact = 'none', updated_at = done_at, erased_at = done_at, version = version + 1
    where id = any(ids);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('members', n);

  update member_merges set reason = '', sealed = null
    where kept_id = any(ids) and (reason <> '' or sealed is not null);
  get diagnostics n = row_count; counts := counts || jsonb_build_object('member_merges', n);

  select coalesce(jsonb_object_agg(key, value), '{}') into counts from jsonb_each(counts)
    where value <> '0';
  if is_trial then
    raise exception 'a trial' using errcode = 'P0001', detail = counts::text,
      constraint = 'erasure_is_a_trial';
  end if;
  insert into erasure_log (kind, request_id, counts, done_by, at)
    values ('erasure', the_request, counts, asked.approved_by, done_at) returning id into entry;
  update erasure_requests set carried_out_at = done_at where id = the_request;
  return entry;
end
$$;
