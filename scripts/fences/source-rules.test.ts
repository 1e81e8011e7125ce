// Rules about the text of the source that no linter here can say.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listPrivateParts } from './private-parts.ts'

const SOURCES = globSync('{server,auth}/**/*.ts').filter((path) => !path.includes('.test.'))

const linesOf = (path: string) => readFileSync(path, 'utf8').split('\n')

/** 'file' of each line that matches. */
function filesWith(pattern: RegExp): string[] {
  const files = SOURCES.filter((path) => linesOf(path).some((line) => pattern.test(line)))
  return files.map((path) => path.replaceAll('\\', '/')).toSorted()
}

// A rule that reads the path as it was written does not know what the router makes of it: decide
// by request.routeOptions.url. These pass the address on, or are no rule.
const READ_THE_ADDRESS = [
  'auth/app.ts',
  'auth/standalone/serve.ts',
  'server/pages/built-pages.ts',
  'server/pages/dev-pages.ts',
  'server/platform/http/require-plain-path.ts',
  'server/platform/idempotency/idempotent-request.ts',
  'server/platform/metrics/metrics-server.ts',
  'server/sign-in/auth-gateway/auth-gateway.ts',
]

test('no hook decides by the address as it was written', () => {
  expect(SOURCES.length).toBeGreaterThan(400)
  const reads = /\b(?:request|req|raw)\.(?:url|originalUrl)\b|\{[^}]*\burl\b[^}]*\}: FastifyRequest/
  expect(filesWith(reads)).toEqual(READ_THE_ADDRESS)
})

// The type of `execute<T>` is a claim that nobody checks; platform/db/parsed.ts parses what comes back. These
// still claim. The list may only become shorter.
const CLAIMS_ROWS = [
  'server/bookings/book-appointment.queries.ts',
  'server/care/task-list/work-list.queries.ts',
  'server/changed-days/cancellation.queries.ts',
  'server/checkout/payments/office.queries.ts',
  'server/facts/absences.queries.ts',
  'server/facts/day-counts.queries.ts',
  'server/facts/free-repeats.queries.ts',
  'server/facts/not-sampled.queries.ts',
  'server/hosts/figures/figures.queries.ts',
  'server/members/identity/identity.queries.ts',
  'server/members/office-record.queries.ts',
  'server/members/search.queries.ts',
  'server/messages/mail-jobs/mail-jobs.queries.ts',
  'server/money/reconciliation/reconciliation.queries.ts',
  'server/money/statements/statements.queries.ts',
  'server/office/people/office.queries.ts',
  'server/operations/key-rotation/key-rotation.queries.ts',
  'server/records/duplicates/duplicates.queries.ts',
  'server/records/duplicates/merges.queries.ts',
  'server/records/erasure/carry-out.queries.ts',
  'server/records/erasure/under-way.queries.ts',
  'server/records/hash-chain/hash-chain.queries.ts',
  'server/records/retention/retention.queries.ts',
  'server/results/lab-results.queries.ts',
  'server/tasks/chase.queries.ts',
  'server/tasks/loops.queries.ts',
  'server/tasks/samples.queries.ts',
  'server/venue/check-in/tubes.queries.ts',
  'server/venue/check-in/unresolved.queries.ts',
  'server/venue/tubes/labels.queries.ts',
]

test('what raw SQL returns is parsed, and no further file claims its type', () => {
  expect(filesWith(/\.execute</)).toEqual(CLAIMS_ROWS)
})

// Each part stands in one file, and a test beside it tells when an upgrade breaks it.
const PRIVATE_PARTS = [
  'server/platform/db/drizzle-session.ts',
  'server/platform/db/statement-batch.ts',
  'server/platform/metrics/prom-client.ts',
  'web/ui/translated-text.ts',
]

test('private parts of libraries are used in these files alone', () => {
  expect(listPrivateParts()).toEqual(PRIVATE_PARTS)
})

// drizzle keeps the client of a transaction whose `begin` fails (server/platform/db/database.ts).
test('a transaction is one of Database, never of drizzle itself', () => {
  expect(filesWith(/\bdb\s*\.transaction\(/)).toEqual([])
})
