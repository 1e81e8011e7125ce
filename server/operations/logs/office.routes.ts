import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { chosenActions } from '../../../domain/office/audit-actions.ts'
import type { LogQuerySchema } from '../../../domain/office/contract.ts'
import { detailLines } from '../../../domain/office/detail-lines.ts'
import { inWords } from '../../../domain/office/file-columns.ts'
import { overrideKindsOf, spanOf } from '../../../domain/office/overrides.ts'
import { hasPermission } from '../../../domain/office/permissions.ts'
import { addDays, ukDate, ukInstant } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { listOverrides } from './list-overrides.ts'
import { countAccess, countAudit, listAccess, listAudit } from './logs.queries.ts'
import { nameRecords, recordsIn } from './record-names.ts'

type LogRequest = FastifyRequest<{ Querystring: z.infer<typeof LogQuerySchema> }>

export function auditRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/audit', (request) => ({
    name: 'audit log',
    load: async ({ after, limit }) => {
      const { roles } = staffOf(request)
      const withCare = hasPermission(roles, 'results.review')
      const { record = null, event_id: eventId, action } = request.query
      const search = {
        ...searchIn(request),
        withCare,
        record,
        eventId: eventId === undefined ? null : Number(eventId),
        actions: action === undefined ? null : chosenActions(action),
      }
      const found = await listAudit(db, { ...search, before: idIn(after), limit })
      const rows = found.map((row) => ({ ...row, details: shownDetails(row) }))
      const recordsOf = rows.map(({ details }) => recordsIn(details))
      const names = await nameRecords(db, {
        records: [...rows.map(({ subject }) => subject), ...recordsOf.flat()],
        roles,
      })
      return {
        rows: rows.map(({ at, actorUserId, by, memberId, ...row }, place) => ({
          ...row,
          about: aboutOf(names, row.subject),
          names: Object.fromEntries(
            (recordsOf[place] ?? []).flatMap((record) => {
              const name = names.get(record)
              return name === undefined ? [] : [[record, name]]
            }),
          ),
          at: at.toISOString(),
          by: by ?? (actorUserId === null ? null : 'a member'),
          member_id: memberId,
        })),
        total: await countAudit(db, search),
      }
    },
    keyOf: ({ id }) => [id],
    fileRows: (rows) =>
      rows.map(({ names, details, ...row }) => ({
        ...inWords(row),
        Details: detailLines(details, names).join('. '),
      })),
  }))

  serveList(app, deps, 'GET /api/office/access-log', (request) => ({
    name: 'access log',
    load: async ({ after, limit }) => {
      const search = searchIn(request)
      const rows = await listAccess(db, { ...search, before: idIn(after), limit })
      return {
        rows: rows.map(({ at, by, memberId, ...row }) => ({
          ...row,
          at: at.toISOString(),
          by: by ?? 'the member',
          member_id: memberId,
        })),
        total: await countAccess(db, search),
      }
    },
    keyOf: ({ id }) => [id],
  }))

  serveList(app, deps, 'GET /api/office/overrides', async (request) => {
    const { roles } = staffOf(request)
    const { month, kind } = request.query
    const span = spanOf(month, ukDate(deps.now()))
    const kinds = overrideKindsOf(roles).filter((one) => kind === undefined || one === kind)
    const all = await listOverrides(deps, { kinds, ...span })
    return {
      name: 'overrides',
      load: async ({ after, limit }) => {
        const before = idIn(after)
        const rows = all.filter(({ id }) => before === null || id < before).slice(0, limit)
        const names = await nameRecords(db, { records: rows.map(({ subject }) => subject), roles })
        return {
          rows: rows.map(({ subject, ...row }) => ({ ...row, about: aboutOf(names, subject) })),
          total: all.length,
        }
      },
      keyOf: ({ id }) => [id],
    }
  })
}

function searchIn({ query }: LogRequest) {
  const { member_id: memberId, staff_id: staffId, from, to, q = '' } = query
  return {
    memberId: memberId === undefined ? null : Number(memberId),
    staffId: staffId === undefined ? null : Number(staffId),
    from: from === undefined ? null : ukInstant(from, '00:00'),
    until: to === undefined ? null : ukInstant(addDays(to, 1), '00:00'),
    search: q,
  }
}

const aboutOf = (names: ReadonlyMap<string, string>, subject: string): string => {
  const name = names.get(subject)
  return name === undefined ? subject : `${subject}: ${name}`
}

/** What stood in a member's record, and what stands there now, is sealed: the member's page has it. */
function shownDetails({ action, details }: { action: string; details: unknown }): unknown {
  if (action !== 'profile changed' || typeof details !== 'object' || details === null)
    return details
  return Object.fromEntries(
    Object.entries(details).filter(([name]) => name !== 'before' && name !== 'after'),
  )
}
