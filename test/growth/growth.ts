import { deleteStale } from '../../auth/queries/clean-up.queries.ts'
import { CONSENT_VERSION, CONSENT_WORDS } from '../../domain/consent.ts'
import { DAY_MS } from '../../domain/durations.ts'
import { saveConsentText } from '../../server/bookings/consent/consent.queries.ts'
import { sealConsent } from '../../server/bookings/consent/sealed-consent.ts'
import { advanceWaitingLists } from '../../server/bookings/waiting-list/advance-waiting-lists.ts'
import { remindOfTests } from '../../server/care/recalls/remind-of-tests.ts'
import { sendNotices } from '../../server/care/reminders/send-notices.ts'
import { reconcilePayments } from '../../server/checkout/payments/reconcile-payments.ts'
import type { Deps } from '../../server/deps.ts'
import { sealResult } from '../../server/facts/sealed-result.ts'
import { type Queryable, queryableOn } from '../../server/platform/db/database.ts'
import { CHAINED_TABLES } from '../../server/records/hash-chain/chained-tables.ts'
import { type ChainDeps, renewChain, sealRows } from '../../server/records/hash-chain/seal-rows.ts'
import { sweep } from '../../server/records/upkeep/sweep.ts'
import { payByCard } from '../app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import {
  countRead,
  disableSeqScan,
  dropHelper,
  fillBookings,
  fillMembersAndEvents,
  flushCounts,
  insertHistoryConsents,
  insertSealedResults,
  listHistoryConsents,
  listSampled,
  type Size,
  vacuum,
} from './history.queries.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
const AT_ONCE = 5_000
const CONNECTIONS = 8

/**
 * A site with a coming event and, with `size`, years of history. Call `close` at the end.
 */
export async function openGrownSite(size: Size | null): Promise<TestApp> {
  const site = await openTestApp({ now: NOW })
  if (size) await addHistory(site.owner, site.deps, size)
  await site.consent(await site.member(), await site.event())
  await vacuum(site.owner)
  return site
}

/** With all rows in the hash chain. */
export async function addHistory(owner: Queryable, deps: ChainDeps, size: Size): Promise<void> {
  const { fieldKeys, now } = deps
  await saveConsentText(owner, { version: CONSENT_VERSION, words: CONSENT_WORDS, now: now() })
  await fillMembersAndEvents(owner, { size, now: now() })
  await inParts(size.appointments, async (from, to) => {
    const consents = await listHistoryConsents(owner, { from, to })
    const rows = consents.map(({ k, ...origin }) => ({
      k,
      sealed: sealConsent(fieldKeys, origin, { answers: { healthStatus: 'Good' } }),
    }))
    await insertHistoryConsents(owner, CONSENT_VERSION, rows)
  })
  await fillBookings(owner)
  const sampled = await listSampled(owner, size.results)
  await inParts(sampled.length, (from, to) =>
    insertSealedResults(
      owner,
      sampled.slice(from, to).map(({ memberId, sampleDate }) => {
        const origin = { source: 'history', sourceRef: `${memberId}` }
        const content = {
          test_result: '0.9',
          test_unit: 'ng/ml',
          comments: '',
          retest_months: memberId % 2 ? 12 : 120,
        }
        return { memberId, sampleDate, ...origin, sealed: sealResult(fieldKeys, origin, content) }
      }),
    ),
  )
  await dropHelper(owner)
  await vacuum(owner)
  const sealedAt = new Date(now().getTime() - DAY_MS)
  for (const table of CHAINED_TABLES)
    await renewChain({ ...deps, now: () => sealedAt }, { table, reason: 'history' })
}

async function inParts(
  count: number,
  work: (from: number, to: number) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE)
    await work(from, Math.min(from + AT_ONCE, count))
}

/** The scheduled jobs without the check of the hash chain, which reads all rows. Faults reject. */
export function roundsOf(deps: RoundDeps) {
  const onError = (error: Error) => {
    throw error
  }
  const { pool } = deps.database
  return {
    sendNotices: () => sendNotices(deps, onError),
    remindOfTests: () => remindOfTests(deps, onError),
    advanceWaitingLists: () => advanceWaitingLists(deps, { onError }),
    reconcilePayments: () => reconcilePayments(deps, { onError }),
    sealRows: () => sealRows(deps, onError),
    sweep: () => sweep({ ...deps, auth: { cleanUp: () => deleteStale(pool, deps.now()) } }),
  }
}
type RoundDeps = Parameters<typeof reconcilePayments>[0] &
  Parameters<typeof sendNotices>[0] &
  Parameters<typeof advanceWaitingLists>[0]

/** Seconds that each round takes. */
export async function timeRounds(site: TestApp): Promise<Record<string, number>> {
  const seconds: Record<string, number> = {}
  for (const [name, round] of Object.entries(roundsOf(site.deps)))
    seconds[name] = await secondsOf(round)
  await vacuum(site.owner)
  return seconds
}

export async function secondsOf(work: () => Promise<void>): Promise<number> {
  const begun = performance.now()
  await work()
  return Math.round((performance.now() - begun) / 100) / 10
}

/** Rows that each round, page, search of the office and change of a booking reads. */
export async function readCounts(site: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, round] of Object.entries(roundsOf(site.deps)))
    counts[name] = await readBy(site, round)
  const event = await site.event()
  const member = await site.member({ lastName: 'Quartz' })
  const clerk = await site.staff(['office', 'treasurer'])
  await site.consent(member, event)
  let id = 0
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
    const before = await readSoFar(site)
    const as = url.startsWith('/api/office/') ? clerk : member
    const answer = await site.ask(method, url, { as, ...(body && { body }) })
    if (answer.status >= 300) throw new Error(`${method} ${url}: ${answer.status}`)
    const name = `${method} ${url.replace(/\d+/, '{id}')}`
    counts[name] = (await readSoFar(site)) - before
    return answer.body
  }
  const wanted = { eventId: event.event_id, appointmentStartTime: '10:20' }
  id = (await call('POST', '/api/appointments', wanted)).appointment.appointment_id
  await call('PUT', `/api/appointments/${id}/update`, { appt_time: '11:00' })
  const taken = { capturedPence: 2_500, feePence: 92, at: NOW }
  await payByCard(site.deps.database.db, id, taken)
  await call('GET', '/api/events?location=Colchester')
  await call('GET', `/api/events/${event.event_id}/slots`)
  await call('GET', `/api/appointments/upcoming-appointments/user/${member.id}`)
  await call('GET', `/api/appointments/past-appointments/user/${member.id}`)
  await call('GET', `/api/medical/results/${member.id}`)
  await call('GET', '/api/my-data')
  for (const list of ['search', 'members', 'payments'])
    await call('GET', `/api/office/${list}?q=Quartz`)
  await call('PUT', `/api/appointments/${id}/cancel`)
  return counts
}

async function readBy(site: TestApp, work: () => Promise<void>): Promise<number> {
  const before = await readSoFar(site)
  await work()
  return (await readSoFar(site)) - before
}

async function readSoFar({ deps, owner }: TestApp): Promise<number> {
  // Each connection reports its counts late unless it is asked to.
  await onEachConnection(deps, flushCounts)
  await Promise.all([flushCounts(owner), flushCounts(owner)])
  return countRead(deps.database.db)
}

/**
 * PostgreSQL reads tables of a few pages whole, though it would use their indexes at full size. Call
 * it before readCounts.
 */
export async function preferIndexes({ deps }: TestApp): Promise<void> {
  await onEachConnection(deps, disableSeqScan)
}

async function onEachConnection(
  { database: { pool } }: Pick<Deps, 'database'>,
  work: (q: Queryable) => Promise<void>,
): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  await Promise.all(clients.map((client) => work(queryableOn(client))))
  for (const client of clients) client.release()
}

/** Names whose `grown` count is above twice the `empty` one and a hundred rows. */
export function grownBeyond(
  empty: Record<string, number>,
  grown: Record<string, number>,
): string[] {
  return Object.entries(grown)
    .filter(([name, count]) => count > 2 * (empty[name] ?? 0) + 100)
    .map(([name, count]) => `${name}: ${empty[name]} -> ${count}`)
}
