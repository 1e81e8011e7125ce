// What becomes of each table's rows of a member who is erased (rules §9.8, privacy policy).

type ErasureRule =
  | { fate: 'goes'; what: string }
  | { fate: 'stays'; what: string; why: string; until: string }
  /** `what` goes: what names the member or was typed about them; `rest` stays. */
  | { fate: 'stripped'; what: string; rest: string; why: string; until: string }

const HEALTH = {
  why: 'Part of a health record. The member or a GP may need to know later what was found and what the member agreed to.',
  until: '8 years after the last appointment',
}
const ACCOUNTS = {
  why: 'We must keep it by law, for accounts and tax.',
  until: '6 years after the end of the financial year',
}
const PROOF = {
  why: 'Shows who did what and who read what. It holds the member number only.',
  until: 'for as long as we keep the records it is about',
}
const STAFF = {
  why: 'A record of work for the charity. We do not erase people who work here now.',
  until: 'for as long as we keep the records it is about',
}
const SECURITY = {
  why: 'Keeps the site secure. It holds no name or address.',
  until: '12 months at most',
}

const goes = (what: string): ErasureRule => ({ fate: 'goes', what })
const stays = (what: string, because: { why: string; until: string }): ErasureRule => ({
  fate: 'stays',
  what,
  ...because,
})
const stripped = (
  { what, rest }: { what: string; rest: string },
  because: { why: string; until: string },
): ErasureRule => ({ fate: 'stripped', what, rest, ...because })

const NUMBER_ONLY = {
  why: 'An empty record with the member number only, so that the records we must keep stay linked.',
  until: 'for as long as we keep any of these records',
}
const ACCOUNT = 'Account and sign-ins'

/** By schema and table. A test compares it with server/records/copy/tables.ts. */
export const ERASURE_RULES: Record<string, ErasureRule> = {
  'public.members': stripped(
    { what: 'Name, contact, address and profile', rest: 'The member number' },
    NUMBER_ONLY,
  ),
  'public.kept_identities': stays('Whose health records they are (encrypted)', HEALTH),
  'public.appointments': stays('Appointments', HEALTH),
  'public.attendance': stays('Outcome of each appointment', HEALTH),
  'public.attendance_actions': stays('What was done on the day', HEALTH),
  'public.attendance_reviews': stays('Who reviewed it', HEALTH),
  'public.tubes': stays('Tubes', HEALTH),
  'public.consents': stays('Consent forms', HEALTH),
  'public.consent_withdrawals': stays('Consent withdrawals', HEALTH),
  'public.capacity_entries': stays(
    'Doubts whether the member understood the test, and what a clinician decided, sealed',
    HEALTH,
  ),
  'public.incident_entries': stays('What went wrong with the member at an event, sealed', HEALTH),
  'public.member_notes': stripped(
    { what: 'Notes of the office', rest: 'Notes of clinicians (encrypted)' },
    HEALTH,
  ),
  'public.preparation_answers': stays('Answers given before an appointment (encrypted)', HEALTH),
  'public.follow_up_answers': stays(
    'What the member told us happened after a result (encrypted)',
    HEALTH,
  ),
  'public.results': stays('Results', HEALTH),
  'public.free_repeats': stays('Free repeat tests owed', HEALTH),
  'public.gp_appointments': stays('Dates of GP appointments', HEALTH),
  'public.lab_results': stays('Laboratory results', HEALTH),
  'public.result_reviews': stays('What clinicians decided', HEALTH),
  'public.result_letters': stays('Result letters, and the addresses of GP surgeries', HEALTH),
  'public.care_loops': stripped({ what: 'Notes on tasks', rest: 'Closed tasks' }, HEALTH),
  'public.care_loop_steps': stays('Steps taken while a task was open', HEALTH),
  'public.result_import_rows': stays('Rows from laboratory files', HEALTH),
  'public.result_imports': stays('Which laboratory files were read', STAFF),
  'public.identity_changes': stays('Previous names and dates of birth (encrypted)', HEALTH),
  'public.identity_reviews': stripped(
    { what: 'Notes on identity checks', rest: 'Identity checks' },
    HEALTH,
  ),
  'public.access_log': stays('Who read the record', PROOF),
  'public.audit_log': stripped(
    { what: 'Details in audit log entries', rest: 'Audit log entries' },
    PROOF,
  ),
  'public.erasure_requests': stays('Erasure requests', PROOF),
  'public.erasure_exceptions': stays(
    'That a clinician signed an erasure with something in progress, and why',
    PROOF,
  ),
  'public.member_partings': stays('Merges that were ended', PROOF),
  'public.member_merges': stripped(
    { what: 'Why records were merged, and the record before', rest: 'Which records were merged' },
    PROOF,
  ),
  'public.merged_results': stays('Results from a merged record', HEALTH),
  'public.bulk_actions': stays('Bulk actions', STAFF),
  'public.walk_in_strikes': stays('Requests to strike out walk-ins', STAFF),
  'public.bulk_action_items': stays('Steps of bulk actions', PROOF),
  'public.payments': stripped({ what: 'Card details from payments', rest: 'Payments' }, ACCOUNTS),
  'public.refunds': stays('Refunds', ACCOUNTS),
  'public.refund_requests': stays('Refund requests', ACCOUNTS),
  'public.ledger_entries': stays('Ledger', ACCOUNTS),
  'public.provider_reports': stays('Which PayPal reports were read', ACCOUNTS),
  'public.provider_transactions': stays('What PayPal reported, without names', ACCOUNTS),
  'public.money_differences': stays('Differences from the provider’s reports', ACCOUNTS),
  'public.dispute_events': stays('Disputes of payments, as PayPal reported them', ACCOUNTS),
  'public.owed_refunds': stays('Money to be refunded by hand', ACCOUNTS),
  'public.owed_refund_outcomes': stays('How money was refunded by hand', ACCOUNTS),
  'public.venue_takings': stays('Payments taken at a venue', ACCOUNTS),
  'public.transaction_reports': stripped(
    { what: 'Payers’ names in payment notifications', rest: 'Payment notifications' },
    ACCOUNTS,
  ),
  'public.webhook_events': stripped(
    { what: 'What the card provider reported', rest: 'The fact that it reported something' },
    {
      why: 'We keep the fact that a report arrived. Its contents are deleted.',
      until: '30 days',
    },
  ),
  'public.access_grants': goes('Private events opened'),
  'public.claim_letter_requests': goes('Requests to print such a letter'),
  'public.claim_letters': goes('Claim letters'),
  'public.record_claims': goes('Claims of the record by an account that waited'),
  'public.likely_doubles': goes('Possible duplicate records'),
  'public.match_keys': goes('Name, date of birth and postcode in the form used to find duplicates'),
  'public.merge_requests': goes('Merge requests'),
  'public.consent_links': goes('Links to consent forms'),
  'public.payment_links': goes('Payment links'),
  'public.invitations': goes('Invitations to book a place'),
  'public.preparation_links': goes('Links to the questions before a test'),
  'public.follow_up_links': goes('Links to the follow-up question'),
  'public.contact_stops': goes('Who told us of a death or of less contact, and what stopped'),
  'public.contact_messages': goes('Messages from the contact form'),
  'public.message_entries': goes('Answers and notes to messages from the contact form'),
  'public.idempotent_answers': goes('Saved answers to repeated requests'),
  'public.newsletter_subscriptions': goes('Newsletter'),
  'public.newsletter_mails': goes('Which newsletters we sent'),
  'public.near_alerts': goes('Alerts about events near a place'),
  'public.near_alert_mails': goes('Which events these alerts were about'),
  'public.sent_messages': goes('Emails and texts about appointments'),
  'public.notices': goes('Reminders and notices sent'),
  'public.pending_profiles': goes('Unconfirmed profile'),
  'public.places': goes('Places held'),
  'public.retests': goes('Date of the next test'),
  'public.unannounced_results': goes('Results the member has not been told about'),
  'public.recalls': goes('Invitations to the next test'),
  'public.upcoming_appointments': goes('Marker for the latest appointment'),
  'public.waiting_list': goes('Waiting lists'),
  'jobs.job': goes('Emails and texts waiting to be sent'),

  'public.chain_reseals': stays('Proof of erasures', PROOF),
  'public.erasure_log': stays('Log of erasures', PROOF),
  'public.kept_registrations': stays('Walk-in registrations that were refused', {
    why: 'They do not belong to a member. They stay encrypted until the day lead has dealt with them.',
    until: '30 days at most',
  }),
  'public.event_days': stays('Days that were closed', STAFF),
  'public.host_links': stays('Host links, which show counts only', STAFF),
  'public.letter_batches': stays('Batches of letters', STAFF),
  'public.failsafe_sheets': stays('Who signed off each day', STAFF),
  'public.published_figures': stays('Yearly figures', STAFF),
  'public.lab_column_maps': stays('How each laboratory’s files are read', STAFF),
  'public.label_batches': stays('Printed labels', STAFF),
  'public.laboratory_forms': stays('Versions of laboratory forms', STAFF),
  'public.tube_labels': stays('Labels that were printed', STAFF),
  'public.retention_settings': stays('Retention periods', STAFF),
  'public.staff': stays('Staff records', STAFF),
  'public.staff_events': stays('Work for the charity', STAFF),
  'public.office_sessions': stays('Work for the charity', STAFF),
  'public.cash_counts': stays('Work for the charity', STAFF),
  'public.clinician_absences': stays('Work for the charity', STAFF),
  'public.invoices': stays('Invoices to hosts', STAFF),
  'public.invoice_payments': stays('Invoices to hosts', STAFF),
  'public.invoice_payment_undos': stays('Invoices to hosts', STAFF),
  'public.factor_removals': stays('Work for the charity', STAFF),
  'public.denied_access_counts': stays('Counts of refused requests', SECURITY),
  'public.nhs_number_claims': stays('Locks', SECURITY),
  'public.rate_limits': stays('Counts of requests', SECURITY),

  'auth.users': goes(ACCOUNT),
  'auth.identities': goes(ACCOUNT),
  'auth.sessions': goes(ACCOUNT),
  'auth.mfa_amr_claims': goes(ACCOUNT),
  'auth.mfa_challenges': goes(ACCOUNT),
  'auth.mfa_factors': goes(ACCOUNT),
  'auth.mfa_recovery_codes': goes(ACCOUNT),
  'auth.one_time_tokens': goes(ACCOUNT),
  'auth.flow_state': goes(ACCOUNT),
  'auth.oauth_client_states': goes(ACCOUNT),
  'auth.used_id_tokens': goes(ACCOUNT),
  'auth.audit_log_entries': stays('What happened to the account', SECURITY),
  'auth.failed_attempts': stays('Counts of wrong codes', SECURITY),
  'auth.rate_limits': stays('Counts of requests', SECURITY),
}
