import { isDatabaseUnavailable } from '../../auth/db/database-unavailable.ts'
import { runBulkActions } from '../../server/changed-days/run-bulk-actions.ts'
import { makeMembers } from '../app/crowd.ts'
import { openTestApp } from '../app/test-app.ts'
import type { Person } from './desk-day.ts'
import { type Desk, makeCalls } from './desk-day.ts'

const PLACES = 12

/** A desk of the app in this process; a strike ends every connection to its database. */
export async function openDesk({ men, calls }: { men: number; calls: number }) {
  const site = await openTestApp()
  const { database, now } = site.deps
  const event = await site.event({ places: PLACES, pricePence: 2500, paymentRequired: true })
  const off = await site.event({ places: calls })
  const members = await makeMembers(database.db, men, [event], now())
  const silent = await makeMembers(database.db, calls, [off], now())
  const clerks: Person[] = [await site.staff(['office']), await site.staff(['office'])]
  const treasurer = await site.staff(['office', 'treasurer'])
  const ask: Desk['ask'] = ({ as, method, path, body, key }) =>
    site.ask(method, path, {
      as,
      ...(body && { body }),
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const pool = site.ownerPool
  const callIds = await makeCalls(
    { ask, pool },
    {
      as: treasurer,
      event: off,
      memberIds: silent.map(({ id }) => id),
      settle: () =>
        runBulkActions(site.deps, (error) => {
          throw error
        }),
    },
  )
  const desk: Desk = {
    clerks,
    treasurer,
    event,
    memberIds: members.map(({ id }) => id),
    callIds,
    ask,
    strike: () =>
      database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
          where usename = current_user and datname = current_database() and pid <> pg_backend_pid()`,
      ),
    pool,
    db: site.owner,
    now,
  }
  async function close() {
    // The jobs meet the strikes too; the queue's own report has the message without the code.
    const ownFaults = site.faults.filter(
      (fault) =>
        !isDatabaseUnavailable(fault) && !fault.message.startsWith('terminating connection'),
    )
    site.faults.splice(0, Infinity, ...ownFaults)
    await site.close()
  }
  return { desk, close }
}
