-- Members whose last appointment, consent and result were all before the moment, and who have
-- nothing open: an upcoming appointment, a payment that is still kept, a request to be erased, a
-- check of identity, a result that was not released. Records that were merged count as one person.
create or replace function members_with_old_records(last_before timestamptz)
returns setof bigint language sql stable set search_path = public, pg_temp as $$
  select m.id from members m
    where m.merged_into is null
      and exists (select from consents c join members p on p.id = c.member_id
        where m.id in (p.id, p.merged_into))
      and not exists (select from members p where m.id in (p.id, p.merged_into) and (
        exists (select from appointments a where a.member_id = p.id and a.slot_ends_at >= last_before)
        or exists (select from consents c where c.member_id = p.id and c.given_at >= last_before)
        or exists (select from results r where r.member_id = p.id
          and (r.recorded_at >= last_before or r.released_at is null))
        or exists (select from payments y where y.member_id = p.id)
        or exists (select from identity_reviews i where i.member_id = p.id and i.decided_at is null)
        or exists (select from erasure_requests e where e.member_id = p.id
          and e.taken_back_at is null and e.carried_out_at is null)
        or exists (select from waiting_list w where w.member_id = p.id
          and w.status in ('waiting', 'offered'))))
    order by m.id
$$;
