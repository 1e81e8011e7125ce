// No list of what one person has may grow without end on a page.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const LIST = /^export (?:async )?function (list\w+|find\w+(?:s|Of))\(([\s\S]*?)\n\}\n/gm
const OF_A_PERSON = /\b(memberIds?|userId)\b/
const IS_BOUNDED = /\.limit\(|\blimit \$|\[\s*\w+\s*\] = await|distinct|ROWS_OF_LOG|readAccesses/

const REASONS = {
  copy: 'the copy has everything: read at most twice a day of a person',
  page: 'one row of each record that a page lists',
  results: 'one row of a result or sample, which only laboratories and venues make',
  staff: 'only staff make these rows',
  open: 'what is open, of which the rules of booking allow a few',
  daily: 'made at most ten or thirty times a day (platform/rate-limits/rules.ts)',
  erasure: 'an erasure or a merge has to take everything',
} as const

/** Lists without a limit, each with the reason why it stays short or has to be whole. */
const UNBOUNDED: Record<string, keyof typeof REASONS> = {
  findConsentLinksOf: 'copy',
  findConsentsOf: 'copy',
  findErasureRequestsOf: 'copy',
  findPaymentsOf: 'copy',
  findRefundsOf: 'copy',
  findOwedRefundsOf: 'copy',
  findLedgerOf: 'copy',
  findPaymentReportsOf: 'copy',
  findAppointmentsOf: 'copy',
  findAttendanceOf: 'copy',
  findHeldPlacesOf: 'copy',
  findInvitationsOf: 'copy',
  findWaitsOf: 'copy',
  listMessagesSentTo: 'copy',
  findAccessGrantsOf: 'copy',
  findAllReleasedResults: 'copy',
  findAuditOf: 'copy',
  findNoticesOf: 'copy',
  listAnswersOf: 'copy',
  findRecallsOf: 'copy',
  listSentLetters: 'copy',
  findIdentityChanges: 'copy',
  findReviewsOf: 'copy',
  listEntriesOf: 'copy',
  listCapacityOf: 'copy',
  listFollowUpAnswersOf: 'copy',
  listGpAppointmentsOf: 'copy',
  listChangedSince: 'results',
  listFollowUpsOf: 'results',
  listClosedBySample: 'results',
  listWithoutResult: 'results',
  listLatestCalls: 'page',
  listIdsOf: 'results',
  listResultsFor: 'results',
  findWithheldResults: 'results',
  findReplacedResults: 'results',
  findReleasedResults: 'results',
  findUnreleasedResults: 'results',
  findTestedAppointments: 'results',
  listUnreleased: 'results',
  listCapacity: 'staff',
  listCapacityEntries: 'staff',
  listCapacityStates: 'staff',
  listClaimLetters: 'staff',
  listStops: 'staff',
  listDead: 'staff',
  listDelayCalls: 'page',
  listPersonStates: 'page',
  listAuditOfPayment: 'staff',
  listProfileChanges: 'daily',
  listTimesForStaff: 'open',
  findBookedTests: 'open',
  listWaits: 'open',
  listUnannounced: 'open',
  listSharingNumber: 'open',
  listOpenWaitIds: 'open',
  listOpenWaits: 'open',
  listWaitedFor: 'open',
  listPaymentsUnderWay: 'open',
  listChecksOf: 'open',
  listBlockers: 'open',
  listSigned: 'open',
  listOpenReviewsOf: 'open',
  listContacts: 'page',
  listReviewed: 'page',
  listNamedChanges: 'daily',
  listNotesOf: 'staff',
  listLatestConsents: 'daily',
  listIdentityChanges: 'daily',
  listIdentities: 'daily',
  listAppointmentsSince: 'erasure',
  listWaitsSince: 'erasure',
  listChainedRows: 'erasure',
}

const unbounded = globSync('server/**/*.queries.ts').flatMap((file) =>
  unboundedLists(readFileSync(file, 'utf8')),
)

function unboundedLists(source: string): string[] {
  return [...source.matchAll(LIST)].flatMap(([body, name = '']) => {
    const [head = ''] = body.split('return')
    return OF_A_PERSON.test(head.slice(0, 400)) && !IS_BOUNDED.test(body) ? [name] : []
  })
}

test('every list of a person has a limit, or a reason why it needs none', () => {
  expect(unbounded.filter((name) => !(name in UNBOUNDED))).toEqual([])
})

test('no reason is given for a list that is not there or has a limit', () => {
  expect(Object.keys(UNBOUNDED).filter((name) => !unbounded.includes(name))).toEqual([])
})

test('a list without a limit is noticed, and one with a limit is not', () => {
  const source = (end: string) =>
    `export function listVisitsOf(q: Queryable, memberId: number) {\n  return q.select()${end}\n}\n`
  expect(unboundedLists(source(''))).toEqual(['listVisitsOf'])
  expect(unboundedLists(source('.limit(50)'))).toEqual([])
})
