-- Ends a transaction that was sent in one round trip: the error's constraint is the reason.
create function refuse_unless(ok boolean, reason text) returns boolean
language plpgsql as $$
begin
  if not coalesce(ok, false) then
    raise exception 'refused: %', reason using errcode = 'P0001', constraint = reason;
  end if;
  return true;
end
$$;
