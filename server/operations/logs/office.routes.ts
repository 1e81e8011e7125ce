import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { LogQuerySchema } from '../../../domain/office/contract.ts'
import { overrideKindsOf, spanOf } from '../../../domain/office/overrides.ts'
import { hasPermission } from '../../../domain/office/permissions.ts'
import { addDays, dayInWords, ukDate, ukInstant } from '../../../domain/uk-time.ts'
import type { App, Deps } from '../../deps.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { idIn } from '../../platform/http/list.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { listOverrides } from './list-overrides.ts'
import { countAccess, countAudit, listAccess, listAudit, listSubjectNames } from './logs.queries.ts'

type LogRequest = FastifyRequest<{ Querystring: z.infer<typeof LogQuerySchema> }>

export function auditRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/audit', (request) => ({
    name: 'audit log',
    load: async ({ after, limit }) => {
      const { roles } = staffOf(request)
      const withCare = hasPermission(roles, 'results.review')
      const { record = null } = request.query
      const search = { ...searchIn(request), withCare, record }
      const rows = await listAudit(db, { ...search, before: idIn(after), limit })
      const subjects = rows.map(({ subject }) => subject)
      const aboutOf = await nameSubjects(db, subjects, hasPermission(roles, 'members.read'))
      return {
        rows: rows.map(({ at, actorUserId, by, memberId, ...row }) => ({
          ...row,
          about: aboutOf(row.subject),
          details: shownDetails(row),
          at: at.toISOString(),
          by: by ?? (actorUserId === null ? null : 'a member'),
          member_id: memberId,
        })),
        total: await countAudit(db, search),
      }
    },
    keyOf: ({ id }) => [id],
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
        const subjects = rows.map(({ subject }) => subject)
        const aboutOf = await nameSubjects(db, subjects, hasPermission(roles, 'members.read'))
        return {
          rows: rows.map(({ subject, ...row }) => ({ ...row, about: aboutOf(subject) })),
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

/** Gives 'event 12' the name and day of the event, and 'member 1098' the member's name where it may be read. */
async function nameSubjects(
  db: Queryable,
  subjects: readonly string[],
  withMembers: boolean,
): Promise<(subject: string) => string> {
  const idsOf = (kind: string) =>
    subjects.flatMap((subject) => {
      const [, id] = new RegExp(`^${kind} (\\d+)$`).exec(subject) ?? []
      return id === undefined ? [] : [Number(id)]
    })
  const named = await listSubjectNames(db, {
    events: idsOf('event'),
    members: withMembers ? idsOf('member') : [],
  })
  const names = new Map<string, string>([
    ...named.events.map(
      ({ id, name, startsAt }) =>
        [`event ${id}`, `${name}, ${dayInWords(ukDate(startsAt))}`] as const,
    ),
    ...named.members.map(({ id, first, last }) => [`member ${id}`, `${first} ${last}`] as const),
  ])
  return (subject) => {
    const name = names.get(subject)
    return name === undefined ? subject : `${subject}: ${name}`
  }
}

/** What stood in a member's record, and what stands there now, is sealed: the member's page has it. */
function shownDetails({ action, details }: { action: string; details: unknown }): unknown {
  if (action !== 'profile changed' || typeof details !== 'object' || details === null)
    return details
  return Object.fromEntries(
    Object.entries(details).filter(([name]) => name !== 'before' && name !== 'after'),
  )
}
