import { CLOSED_TABS, type ClosedLoop } from '../../../domain/office/loop-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { insertStaffAccesses } from '../../platform/audit/access-log.queries.ts'
import type { Key } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { openClosing } from '../../tasks/sealed-closing.ts'
import { toReal } from '../../tasks/sealed-loops.ts'
import {
  type ClosedKey,
  type ClosedRow,
  countClosed,
  listClosed,
  listClosedFillers,
  listClosedOfKind,
} from './closed-list.queries.ts'

/** What has come to an end, why, and by whom. */
export function closedLoopRoutes(app: App, deps: Deps): void {
  serveList(app, deps, 'GET /api/office/closed-loops', (request) => {
    const staff = staffOf(request)
    const { q: search = '', kind = null, tab: requested } = request.query
    const tab = CLOSED_TABS.find((known) => known === requested) ?? 'all'
    const closedAt = new Map<number, number>()
    return {
      name: 'closed tasks',
      load: ({ after, limit }) =>
        deps.database.transaction(async (tx) => {
          const page = { after: keyIn(after), limit }
          const ids = await listClosedOfKind(tx, deps, kind)
          const without = await listClosedFillers(tx, deps)
          const filter = { reader: staff, search, kind, ids, without }
          const rows = await listClosed(tx, { ...filter, tab, ...page })
          for (const { id, microseconds } of rows) closedAt.set(id, microseconds)
          const tabs = await countClosed(tx, filter)
          await insertStaffAccesses(tx, {
            staff,
            memberIds: rows.map(({ memberId }) => memberId),
            what: 'member',
            reason: staff.roles.includes('clinician') ? 'result' : 'day',
            at: deps.now(),
          })
          return { rows: rows.map((row) => toClosed(deps, row)), total: tabs[tab], tabs }
        }),
      keyOf: ({ id }) => [closedAt.get(id) ?? 0, id],
    }
  })
}

/** Throws Refused invalid_request for a key of another list. */
function keyIn(after: Key | null): ClosedKey | null {
  if (!after) return null
  const [closedAt = Number.NaN, id = Number.NaN] = after.map(Number)
  if (![closedAt, id].every(Number.isSafeInteger)) throw new Refused('invalid_request')
  return { closedAt, id }
}

function toClosed({ fieldKeys }: Deps, row: ClosedRow): ClosedLoop {
  const { id, closing } = row
  const { kind, openedAt, dueAt, closedBecause } = toReal(fieldKeys, row)
  const answer = closing && openClosing(fieldKeys, { id, sealed: closing })
  return {
    id,
    kind,
    member_id: row.memberId,
    name: `${row.firstName} ${row.lastName}`,
    event_id: row.eventId,
    event_name: row.eventName,
    event_date: row.startsAt && ukDate(row.startsAt),
    opened_at: openedAt.toISOString(),
    closed_at: row.closedAt.toISOString(),
    was_overdue: dueAt !== null && dueAt <= row.closedAt,
    closed_by: row.by,
    because: closedBecause ?? '',
    reason: answer ? answer.reason : null,
    note: answer ? answer.note : null,
  }
}
