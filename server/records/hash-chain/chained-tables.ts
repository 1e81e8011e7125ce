import { createHash, type Hash } from 'node:crypto'
import { placeOf as placeOfCapacity } from '../../bookings/capacity/sealed-capacity.ts'
import { placeOfConsentIn } from '../../bookings/consent/sealed-consent.ts'
import { placeOfAnswersIn } from '../../bookings/preparation/sealed-answers.ts'
import { placeOfSaidIn } from '../../care/task-list/sealed-follow-up.ts'
import { placeOfReview } from '../../facts/sealed-lab-results.ts'
import { placeOfPress } from '../../facts/sealed-press.ts'
import { placeOfResultIn } from '../../facts/sealed-result.ts'
import { placeOf as placeOfIdentity } from '../../members/identity/sealed-identity.ts'
import type { FieldKeys } from '../../platform/keys/field-keys.ts'

export const CHAINED_TABLES = [
  'access_log',
  'attendance_actions',
  'audit_log',
  'capacity_entries',
  'consents',
  'consent_withdrawals',
  'dispute_events',
  'erasure_log',
  'follow_up_answers',
  'identity_changes',
  'ledger_entries',
  'owed_refund_outcomes',
  'owed_refunds',
  'preparation_answers',
  'provider_transactions',
  'result_reviews',
  'results',
  'tubes',
  'venue_takings',
] as const
export type ChainedTable = (typeof CHAINED_TABLES)[number]

export const WRITTEN_AT: Record<ChainedTable, string> = {
  access_log: 'at',
  attendance_actions: 'recorded_at',
  audit_log: 'at',
  capacity_entries: 'at',
  consents: 'given_at',
  consent_withdrawals: 'withdrawn_at',
  dispute_events: 'received_at',
  erasure_log: 'at',
  follow_up_answers: 'answered_at',
  identity_changes: 'at',
  ledger_entries: 'at',
  owed_refund_outcomes: 'recorded_at',
  owed_refunds: 'decided_at',
  preparation_answers: 'answered_at',
  provider_transactions: 'recorded_at',
  result_reviews: 'at',
  results: 'recorded_at',
  tubes: 'at',
  venue_takings: 'recorded_at',
}

/**
 * Times in UTC, bytes as '\x' and hex. `extra`: hash of a consent's words, or a member's account.
 */
export type ChainedRow = { id: number; row: Record<string, unknown>; extra: string | null }

/** The bytea columns with the place that each was sealed for, or null when not sealed. */
const BYTES: Record<string, Record<string, null | ((row: ChainedRow) => string)>> = {
  access_log: { address_hash: null },
  attendance_actions: { sealed: ({ row }) => placeOfPress(String(row.seal_id)) },
  capacity_entries: { sealed: ({ row }) => placeOfCapacity(String(row.seal_id)) },
  consents: {
    sealed: ({ row }) => placeOfConsentIn(row),
  },
  follow_up_answers: { sealed: ({ row }) => placeOfSaidIn(row) },
  identity_changes: {
    before: ({ extra }) => placeOfIdentity(extra ?? ''),
    after: ({ extra }) => placeOfIdentity(extra ?? ''),
  },
  preparation_answers: { sealed: ({ row }) => placeOfAnswersIn(row) },
  result_reviews: { sealed: ({ row }) => placeOfReview(String(row.seal_id)) },
  results: { sealed: ({ row }) => placeOfResultIn(row) },
}

/** Throws when a bytea column is not listed here: it may be sealed. */
export function expectKnownBytes(columns: { table: string; name: string }[]): void {
  for (const { table, name } of columns)
    if (!Object.hasOwn(BYTES[table] ?? {}, name))
      throw new Error(`The hash chain does not know the bytes of ${table}.${name}`)
}

/**
 * Hashes non-null columns by name and sealed bytes in clear, so that neither a new column nor a
 * new key changes older hashes. Throws when bytes cannot be opened.
 */
export function addRow(hash: Hash, keys: FieldKeys, table: string, row: ChainedRow): void {
  let text = `{"+":${JSON.stringify(row.extra)}`
  for (const name of Object.keys(row.row).sort()) {
    const value = row.row[name]
    if (value === null) continue
    const content = contentOf(keys, { table, name, value, row })
    text += `,"${name}":${typeof content === 'object' ? canonicalJson(content) : JSON.stringify(content)}`
  }
  hash.update(`${text}}\n`)
}

export function startHash(head: Record<string, unknown>): Hash {
  return createHash('sha256').update(`${canonicalJson(head)}\n`)
}

function contentOf(
  keys: FieldKeys,
  column: { table: string; name: string; value: unknown; row: ChainedRow },
): unknown {
  const { table, name, value, row } = column
  const place = BYTES[table]?.[name]
  return place ? keys.open(Buffer.from(String(value).slice(2), 'hex'), place(row)) : value
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
