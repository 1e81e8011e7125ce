-- What an entry of the audit log keeps of an erased member: nothing that was typed, no values
-- before and after.
create or replace function kept_audit_details(details jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(details)
    where key in ('about', 'amountPence', 'appointment', 'askedAt', 'capturedPence', 'changed',
      'eventId', 'from', 'fromEventId', 'outcome', 'payment', 'pence', 'policyPence', 'refund',
      'requestId', 'review', 'startsAt', 'to', 'until', 'wait', 'wording')
$$;
