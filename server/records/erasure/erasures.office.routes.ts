import { erasureDueOn } from '../../../domain/erasure.ts'
import {
  ERASURE_TABS,
  type ErasureRow,
  NewErasureSchema,
  type OfficeErasure,
} from '../../../domain/office/erasure-schemas.ts'
import type { App, Deps } from '../../deps.ts'
import { findProfile } from '../../members/office-record.queries.ts'
import { insertStaffAccess } from '../../platform/audit/access-log.queries.ts'
import { idIn } from '../../platform/http/list.ts'
import { Refused } from '../../platform/http/refused.ts'
import { serve } from '../../platform/http/serve.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'
import { serveList } from '../../staff/office-list.ts'
import {
  approve,
  close,
  partsOf,
  previewErasure,
  readUnderWay,
  signException,
  staying,
} from './decide-erasure.ts'
import { enterErasure } from './erasure.ts'
import {
  countErasures,
  countStaying,
  type ErasureOfOffice,
  findEntered,
  findErasure,
  listErasures,
} from './erasures.queries.ts'

export function erasuresOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/erasures', (request) => ({
    name: 'erasures',
    load: async ({ after, limit }) => {
      const tab = ERASURE_TABS.find((known) => known === request.query.tab) ?? 'open'
      const [rows, tabs] = await Promise.all([
        listErasures(db, { tab, after: idIn(after), limit }),
        countErasures(db),
      ])
      return { rows: rows.map(toRow), tabs, total: tabs[tab] }
    },
    keyOf: ({ request_id: id }) => [id],
  }))

  serve(app, 'GET /api/office/erasures/:id', async (request) => {
    const id = publicId(request.params.id)
    const erasure = await findErasure(db, id)
    if (!erasure) throw new Refused('not_found')
    const at = deps.now()
    const access = { staff: staffOf(request), memberId: erasure.memberId, at }
    await insertStaffAccess(db, { ...access, what: 'member', reason: 'request of the man' })
    return read(erasure, at)
  })

  serve(app, 'POST /api/office/members/:id/erasure-requests', async (request, reply) => {
    const memberId = publicId(request.params.id)
    const staff = staffOf(request)
    const id = await enterErasure(deps, { ...request.body, memberId, staff })
    return reply.code(201).send({ request_id: id })
  })

  serve(app, 'POST /api/office/erasures/:id/approval', async (request, reply) => {
    const id = publicId(request.params.id)
    const { member_id: memberId } = request.body
    await approve(deps, { id, memberId, staff: staffOf(request) })
    return reply.code(204).send(null)
  })

  serve(app, 'POST /api/office/erasures/:id/closing', async (request, reply) => {
    const id = publicId(request.params.id)
    await close(deps, { ...request.body, id, staff: staffOf(request) })
    return reply.code(204).send(null)
  })

  serve(app, 'GET /api/office/erasures/:id/exception', async (request) => {
    const erasure = await findErasure(db, publicId(request.params.id))
    const member = erasure && (await findProfile(db, erasure.memberId))
    if (!member || toRow(erasure).state !== 'open') throw new Refused('not_found')
    const { id: requestId, memberId, askedAt } = erasure
    const now = deps.now()
    const access = { staff: staffOf(request), memberId, at: now }
    await insertStaffAccess(db, { ...access, what: 'member', reason: 'request of the man' })
    return {
      request_id: requestId,
      member_id: memberId,
      name: `${member.firstName} ${member.lastName}`,
      date_of_birth: member.dateOfBirth,
      under_way: await readUnderWay(db, { memberId, askedAt, now }),
    }
  })

  serve(app, 'POST /api/office/erasures/:id/exception', async (request, reply) => {
    const id = publicId(request.params.id)
    await signException(deps, { id, ...request.body, staff: staffOf(request) })
    return reply.code(204).send(null)
  })

  async function read(erasure: ErasureOfOffice, now: Date): Promise<OfficeErasure> {
    const row = toRow(erasure)
    const { email, refusal, logNumber, counts, memberId } = erasure
    const typed = await findEntered(db, erasure)
    const entered = typed && { by: typed.by ?? '', ...NewErasureSchema.parse(typed.details) }
    const base = { ...row, email, refusal, entered, log_number: logNumber }
    if (row.state === 'open') return { ...base, ...(await previewErasure(db, erasure, now)) }
    const none = { obstacles: [], under_way: [] }
    if (row.state !== 'done') return { ...base, ...none, goes: [], stays: [] }
    const gone = counts ?? {}
    const stays = staying(await countStaying(db, memberId), gone)
    return { ...base, ...none, goes: partsOf(gone), stays }
  }
}

function toRow(row: ErasureOfOffice): ErasureRow {
  const { takenBackAt, refusal, approvedAt, carriedOutAt } = row
  const ended = carriedOutAt ?? takenBackAt
  const closed = refusal === null ? 'taken back' : 'refused'
  const decided = carriedOutAt ? 'done' : approvedAt ? 'running' : 'open'
  return {
    request_id: row.id,
    member_id: row.memberId,
    name: `${row.firstName} ${row.lastName}`,
    asked_at: row.askedAt.toISOString(),
    due_on: erasureDueOn(row.askedAt),
    state: takenBackAt ? closed : decided,
    ended_at: ended?.toISOString() ?? null,
    by: row.approver ?? row.closer,
  }
}
