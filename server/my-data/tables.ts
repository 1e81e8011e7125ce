import type { MyDataList } from '../../domain/my-data-lists.ts'

export const NOT_INCLUDED = {
  password: 'Your password: we keep only a scrambled form, which nobody can read.',
  secrets:
    'The secrets of your authenticator app, links, codes and held places, and the keys of sign-ins that have begun: whoever had them could act in your name. That they were made, and when, is in this copy, except for sign-ins that have only begun, which we keep for a day.',
  unreleased:
    'A result that has not been released to you yet, or that we are checking before we show it. It will be here then.',
  sharedNumber:
    'Whether somebody else has given us the NHS number that you gave: that is about them.',
  cards: 'Card numbers: PayPal takes them, and we never have them.',
  notifications:
    'What PayPal reports to us while a payment moves: what became of it is under Payments, Refunds and Money that moved.',
  mailText: 'The text of mails that wait to be sent: you get them, or they are in your mailbox.',
  counters:
    'Counts of requests and wrong codes, by which we slow down attacks, and locks: kept for a day at most, under scrambled names.',
  work: 'Your work for the charity, if you are one of its staff: ask one of its admins.',
  together:
    'The list by which we cancelled an appointment together with its whole event: the cancellation itself, its refund and its mail are here.',
  repeats: 'First answers to requests that your browser may repeat: kept for 23 hours.',
  backups: 'Backup copies: they hold what is here, as it was when they were made.',
} as const
export type NotIncluded = keyof typeof NOT_INCLUDED

/** Where each table is in the copy, or why it is left out; `nobody` has nothing about members. */
export const TABLES: Record<
  string,
  { in: MyDataList | 'profile' | 'account' } | { leftOut: NotIncluded } | 'nobody'
> = {
  'public.access_grants': { in: 'private_events' },
  'public.access_log': { in: 'who_looked' },
  'public.appointments': { in: 'appointments' },
  'public.audit_log': { in: 'what_was_done' },
  'public.bulk_action_items': { leftOut: 'together' },
  'public.bulk_actions': { leftOut: 'work' },
  'public.chain_batches': 'nobody',
  'public.consent_links': { in: 'consent_links' },
  'public.consent_withdrawals': { in: 'consents' },
  'public.consent_words': 'nobody',
  'public.consents': { in: 'consents' },
  'public.contact_messages': { in: 'messages' },
  'public.denied_access_counts': { leftOut: 'counters' },
  'public.erasure_requests': { in: 'erasure_requests' },
  'public.error_reports': 'nobody',
  'public.events': 'nobody',
  'public.field_key_canaries': 'nobody',
  'public.idempotent_answers': { leftOut: 'repeats' },
  'public.identity_changes': { in: 'identity_changes' },
  'public.identity_reviews': { in: 'identity_reviews' },
  'public.labs': 'nobody',
  'public.ledger_entries': { in: 'money_moved' },
  'public.members': { in: 'profile' },
  'public.newsletter_subscriptions': { in: 'newsletter' },
  'public.nhs_number_claims': { leftOut: 'counters' },
  'public.notices': { in: 'notices' },
  'public.office_sessions': { leftOut: 'work' },
  'public.payments': { in: 'payments' },
  'public.pending_profiles': { in: 'profile' },
  'public.places': { in: 'held_places' },
  'public.products': 'nobody',
  'public.rate_limits': { leftOut: 'counters' },
  'public.refunds': { in: 'refunds' },
  'public.results': { in: 'results' },
  'public.retests': { in: 'results' },
  'public.schema_migrations': 'nobody',
  'public.staff': { leftOut: 'work' },
  'public.staff_events': { leftOut: 'work' },
  'public.transaction_reports': { in: 'payment_reports' },
  'public.upcoming_appointments': { in: 'appointments' },
  'public.waiting_list': { in: 'waiting_list' },
  'public.webhook_events': { leftOut: 'notifications' },

  'auth.audit_log_entries': { in: 'account_log' },
  'auth.failed_attempts': { leftOut: 'counters' },
  'auth.flow_state': { leftOut: 'secrets' },
  'auth.identities': { in: 'identities' },
  'auth.mfa_amr_claims': { in: 'account_log' },
  'auth.mfa_challenges': { in: 'second_steps' },
  'auth.mfa_factors': { in: 'second_factors' },
  'auth.mfa_recovery_codes': { in: 'recovery_codes' },
  'auth.migrations': 'nobody',
  'auth.oauth_client_states': { leftOut: 'secrets' },
  'auth.one_time_tokens': { in: 'account_links' },
  'auth.rate_limits': { leftOut: 'counters' },
  'auth.sealed_secrets': 'nobody',
  'auth.sessions': { in: 'sign_ins' },
  'auth.used_id_tokens': { leftOut: 'secrets' },
  'auth.users': { in: 'account' },

  'jobs.job': { in: 'mails_waiting' },
}
