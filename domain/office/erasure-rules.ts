// What becomes of each table's rows of a member who is erased (office.md §8, privacy policy).

export type ErasureRule =
  | { fate: 'goes'; what: string }
  | { fate: 'stays'; what: string; why: string; until: string }
  /** `what` goes: what names the member or was typed about them; `rest` stays. */
  | { fate: 'stripped'; what: string; rest: string; why: string; until: string }

const HEALTH = {
  why: 'Part of a health record: the member or a GP may need to know later what was found and agreed to.',
  until: '8 years after the last appointment',
}
const ACCOUNTS = {
  why: 'The law on accounts and tax asks for it.',
  until: '6 years after the end of the financial year',
}
const PROOF = {
  why: 'Shows who did and read what. It has the number of the member only.',
  until: 'as long as the records that it is about',
}
const STAFF = {
  why: 'Work for the charity. A person who works here now is not erased.',
  until: 'as long as the records that it is about',
}
const SECURITY = {
  why: 'Keeps the site safe. It has neither name nor address.',
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
  why: 'An empty row with the number of the member, so that what has to stay belongs together.',
  until: 'as long as anything of it stays',
}
const ACCOUNT = 'Account and sign-ins'

/** By schema and table. A test compares it with server/my-data/tables.ts. */
export const ERASURE_RULES: Record<string, ErasureRule> = {
  'public.members': stripped(
    { what: 'Name, contact, address and profile', rest: 'The number of the member' },
    NUMBER_ONLY,
  ),
  'public.kept_identities': stays('Whose the health records are, sealed', HEALTH),
  'public.appointments': stays('Appointments', HEALTH),
  'public.attendance': stays('What came of an appointment', HEALTH),
  'public.attendance_actions': stays('What was done on the day', HEALTH),
  'public.attendance_reviews': stays('Who looked at it', HEALTH),
  'public.tubes': stays('Tubes', HEALTH),
  'public.consents': stays('Consent forms', HEALTH),
  'public.consent_withdrawals': stays('Withdrawals of consent', HEALTH),
  'public.capacity_entries': stays(
    'Doubts whether the member understood the test, and what a clinician decided, sealed',
    HEALTH,
  ),
  'public.preparation_answers': stays('Answers before an appointment, sealed', HEALTH),
  'public.follow_up_answers': stays('What a member said came of a result, sealed', HEALTH),
  'public.results': stays('Results', HEALTH),
  'public.free_repeats': stays('The right to a free repeat', HEALTH),
  'public.gp_appointments': stays('Days of appointments with a GP', HEALTH),
  'public.lab_results': stays('What laboratories found', HEALTH),
  'public.result_reviews': stays('What clinicians decided', HEALTH),
  'public.result_letters': stays('Letters with results, and the addresses of surgeries', HEALTH),
  'public.care_loops': stripped(
    { what: 'What somebody wrote about a task', rest: 'What was still to be done, and is closed' },
    HEALTH,
  ),
  'public.care_loop_steps': stays('What was done because a task stayed open', HEALTH),
  'public.result_import_rows': stays('Rows of laboratories’ files', HEALTH),
  'public.result_imports': stays('Which files of laboratories were read', STAFF),
  'public.identity_changes': stays('Former names and birth dates, sealed', HEALTH),
  'public.identity_reviews': stripped(
    { what: 'Notes on checks of identity', rest: 'Checks of identity' },
    HEALTH,
  ),
  'public.access_log': stays('Who read the record', PROOF),
  'public.audit_log': stripped(
    { what: 'Words and values in the audit log', rest: 'Entries of the audit log' },
    PROOF,
  ),
  'public.erasure_requests': stays('Requests to be erased', PROOF),
  'public.erasure_exceptions': stays(
    'That a clinician signed an erasure with something under way, and why',
    PROOF,
  ),
  'public.member_partings': stays('Merges that were ended', PROOF),
  'public.member_merges': stripped(
    { what: 'Why records became one, and the record before', rest: 'Which records became one' },
    PROOF,
  ),
  'public.merged_results': stays('Results of a record that became one', HEALTH),
  'public.bulk_actions': stays('Bulk actions', STAFF),
  'public.walk_in_strikes': stays('Requests to strike out walk-ins', STAFF),
  'public.bulk_action_items': stays('Parts of bulk actions', PROOF),
  'public.payments': stripped({ what: 'Card details of payments', rest: 'Payments' }, ACCOUNTS),
  'public.refunds': stays('Refunds', ACCOUNTS),
  'public.refund_requests': stays('Refunds that were asked for', ACCOUNTS),
  'public.ledger_entries': stays('Ledger', ACCOUNTS),
  'public.provider_reports': stays('Which reports of the provider were read', ACCOUNTS),
  'public.provider_transactions': stays('What the provider reported, without names', ACCOUNTS),
  'public.money_differences': stays('Differences from the provider’s reports', ACCOUNTS),
  'public.dispute_events': stays('Disputes of payments, as PayPal reported them', ACCOUNTS),
  'public.owed_refunds': stays('Money to be paid back by hand', ACCOUNTS),
  'public.owed_refund_outcomes': stays('How money was paid back by hand', ACCOUNTS),
  'public.venue_takings': stays('Payments taken at a venue', ACCOUNTS),
  'public.transaction_reports': stripped(
    { what: 'Payers in reports of payments', rest: 'Reports of payments' },
    ACCOUNTS,
  ),
  'public.webhook_events': stripped(
    { what: 'What the card provider reported', rest: 'That it reported something' },
    {
      why: 'That a report came. What it said goes.',
      until: '30 days',
    },
  ),
  'public.access_grants': goes('Private events opened'),
  'public.claim_letter_requests': goes('Requests to print such a letter'),
  'public.claim_letters': goes('Letters with a code for the record'),
  'public.record_claims': goes('Claims of the record by an account that waited'),
  'public.likely_doubles': goes('Records that may be of the same person'),
  'public.match_keys': goes('Name, birth date and postcode as they are compared'),
  'public.merge_requests': goes('Requests to join records'),
  'public.consent_links': goes('Links to consent forms'),
  'public.payment_links': goes('Links to pay'),
  'public.preparation_links': goes('Links to questions before an appointment'),
  'public.follow_up_links': goes('Links to the question after a result'),
  'public.contact_stops': goes('Who told us of a death or of less contact, and what stopped'),
  'public.contact_messages': goes('Messages from the contact form'),
  'public.idempotent_answers': goes('Answers to repeated requests'),
  'public.newsletter_subscriptions': goes('Newsletter'),
  'public.near_alerts': goes('Alerts of events near a place'),
  'public.near_alert_mails': goes('Which events these alerts told of'),
  'public.sent_messages': goes('Mails and messages about appointments'),
  'public.notices': goes('Reminders and notices sent'),
  'public.pending_profiles': goes('Profile that was not confirmed'),
  'public.places': goes('Places held'),
  'public.retests': goes('Date of the next test'),
  'public.unannounced_results': goes('Results of which the member was not told yet'),
  'public.recalls': goes('Invitations to the next test'),
  'public.upcoming_appointments': goes('Mark of the last appointment'),
  'public.waiting_list': goes('Waiting lists'),
  'jobs.job': goes('Mails and messages that wait to be sent'),

  'public.chain_reseals': stays('Proof of erasures', PROOF),
  'public.erasure_log': stays('Log of erasures', PROOF),
  'public.kept_registrations': stays('Registrations at a venue that were refused', {
    why: 'They belong to no member, and are sealed until the person who leads the day has dealt with them.',
    until: '30 days at most',
  }),
  'public.event_days': stays('Days that were closed', STAFF),
  'public.host_links': stays('Links of hosts, which show counts', STAFF),
  'public.letter_batches': stays('Batches of letters', STAFF),
  'public.failsafe_sheets': stays('Who signed that a day is closed', STAFF),
  'public.published_figures': stays('Figures of a year', STAFF),
  'public.lab_column_maps': stays('How files of laboratories are read', STAFF),
  'public.label_batches': stays('Labels that were printed', STAFF),
  'public.laboratory_forms': stays('Versions of laboratory forms', STAFF),
  'public.tube_labels': stays('Labels that were printed', STAFF),
  'public.retention_settings': stays('Periods', STAFF),
  'public.staff': stays('Work for the charity', STAFF),
  'public.staff_events': stays('Work for the charity', STAFF),
  'public.office_sessions': stays('Work for the charity', STAFF),
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
