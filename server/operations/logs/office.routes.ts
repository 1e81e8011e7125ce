import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { LogQuerySchema } from '../../../domain/office/contract.ts'
import { hasPermission } from '../../../domain/office/permissions.ts'
import type { App, Deps } from '../../deps.ts'
import { idIn } from '../../platform/http/list.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import { countAccess, countAudit, listAccess, listAudit } from './logs.queries.ts'

type LogRequest = FastifyRequest<{ Querystring: z.infer<typeof LogQuerySchema> }>

export function auditRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/audit', (request) => ({
    name: 'audit log',
    load: async ({ after, limit }) => {
      const withCare = hasPermission(staffOf(request).roles, 'results.review')
      const search = { ...searchIn(request), withCare }
      const rows = await listAudit(db, { ...search, before: idIn(after), limit })
      return {
        rows: rows.map(({ at, actorUserId, by, memberId, ...row }) => ({
          ...row,
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
}

function searchIn({ query }: LogRequest) {
  const { member_id: memberId, q = '' } = query
  return { memberId: memberId === undefined ? null : Number(memberId), search: q }
}
