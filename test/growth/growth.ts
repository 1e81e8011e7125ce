import { deleteStale } from '../../auth/queries/clean-up.queries.ts'
import { CONSENT_VERSION } from '../../domain/consent.ts'
import { queryableOn } from '../../server/db/database.ts'
import { CHAINED_TABLES } from '../../server/hash-chain/chained-tables.ts'
import { sealRows } from '../../server/hash-chain/seal-rows.ts'
import { remindOfTests } from '../../server/notices/remind-of-tests.ts'
import { sendNotices } from '../../server/notices/send-notices.ts'
import { reconcilePayments } from '../../server/payments/reconcile-payments.ts'
import { sealResult } from '../../server/results/sealed-result.ts'
import { sweep } from '../../server/upkeep/sweep.ts'
import { advanceWaitingLists } from '../../server/waiting-list/advance-waiting-lists.ts'
import { payByCard } from '../app/test-app.queries.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import {
  countRead,
  dropHelper,
  fillHistory,
  flushCounts,
  insertLastBatches,
  insertSealedResults,
  listSampled,
  type Size,
  vacuum,
} from './history.queries.ts'

const NOW = new Date('2027-01-12T09:00:00Z')
const AT_ONCE = 5_000
const CONNECTIONS = 8

/**
 * A site with a coming event and, with `size`, years of history, after one run of each round. Call
 * `close` at the end.
 */
export async function openGrownSite(size: Size | null): Promise<TestApp> {
  const site = await openTestApp({ now: NOW })
  const event = await site.event()
  await site.consent(await site.member(), event)
  if (size) await addHistory(site, size)
  await insertLastBatches(site.owner, CHAINED_TABLES)
  for (const round of Object.values(roundsOf(site))) await round()
  await vacuum(site.owner)
  return site
}

async function addHistory({ owner, deps }: TestApp, size: Size): Promise<void> {
  await fillHistory(owner, { size, now: NOW, wordsVersion: CONSENT_VERSION })
  const sampled = await listSampled(owner, size.results)
  for (let from = 0; from < sampled.length; from += AT_ONCE)
    await insertSealedResults(
      owner,
      sampled.slice(from, from + AT_ONCE).map(({ memberId, sampleDate }) => {
        const origin = { source: 'history', sourceRef: `${memberId}` }
        const content = {
          test_result: '0.9',
          test_unit: 'ng/ml',
          comments: '',
          retest_months: memberId % 2 ? 12 : 120,
        }
        return {
          memberId,
          sampleDate,
          ...origin,
          sealed: sealResult(deps.fieldKeys, origin, content),
        }
      }),
    )
  await dropHelper(owner)
  await vacuum(owner)
}

export type Rounds = Record<string, () => Promise<void>>

/** The scheduled jobs. Faults reject. */
export function roundsOf({ deps }: TestApp): Rounds {
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

/** Rows that each round, page and change of a booking reads. */
export async function readCounts(site: TestApp): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const [name, round] of Object.entries(roundsOf(site)))
    counts[name] = await readBy(site, round)
  const event = await site.event()
  const member = await site.member()
  await site.consent(member, event)
  let id = 0
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, body?: object) => {
    const before = await readSoFar(site)
    const answer = await site.ask(method, url, { as: member, ...(body && { body }) })
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
  await call('PUT', `/api/appointments/${id}/cancel`)
  return counts
}

async function readBy(site: TestApp, work: () => Promise<void>): Promise<number> {
  const before = await readSoFar(site)
  await work()
  return (await readSoFar(site)) - before
}

// Each connection reports its counts late unless it is asked to.
async function readSoFar({ deps, owner }: TestApp): Promise<number> {
  const { pool, db } = deps.database
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.connect()))
  await Promise.all(clients.map((client) => flushCounts(queryableOn(client))))
  for (const client of clients) client.release()
  await Promise.all([flushCounts(owner), flushCounts(owner)])
  return countRead(db)
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
