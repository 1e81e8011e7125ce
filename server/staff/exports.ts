import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { staffOf } from './guard.ts'

export async function logExport(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  request: FastifyRequest,
  { list, rows }: { list: string; rows: number },
): Promise<void> {
  const { userId } = staffOf(request)
  const { q, tab } = Object(request.query)
  await insertAudit(database.db, { by: userId, subject: list, at: now() }, 'list exported', {
    rows,
    tab: tab ?? null,
    search: q ? 'with a search' : null,
  })
}
