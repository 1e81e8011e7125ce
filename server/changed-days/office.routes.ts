import type * as z from 'zod/mini'
import { wayOf } from '../../domain/office/attendee-messages.ts'
import {
  BULK_TABS,
  type BulkActionRow,
  type BulkActionSchema,
} from '../../domain/office/bulk-actions.ts'
import { hasPermission, rolesWith } from '../../domain/office/permissions.ts'
import { isTickedRequest } from '../../domain/office/ticked.ts'
import type { App, Deps } from '../deps.ts'
import { readOfficeEvent } from '../events/office-event.ts'
import { sumOwedRefunds } from '../money/refunds/owed-refunds.queries.ts'
import { Refused } from '../platform/http/refused.ts'
import { serve } from '../platform/http/serve.ts'
import { publicId } from '../platform/public-id.ts'
import { type Staff, staffOf } from '../staff/guard.ts'
import { serveList } from '../staff/office-list.ts'
import { toEventCall } from '../tasks/event-calls.ts'
import { previewForSecond } from './act-on-ticked.ts'
import {
  countBulkActions,
  listActionsOfEvent,
  listBulkActions,
  readBulkAction,
} from './bulk-action-list.queries.ts'
import { cancelEvent, previewCancellation, previewOf, retryFailed } from './cancel-event.ts'
import { revertCancellation } from './revert-cancellation.ts'
import { confirmAction, isStoppable, stopAction } from './second-person.ts'
import { listColleagues } from './warn-colleagues.ts'

export function bulkActionsOfficeRoutes(app: App, deps: Deps): void {
  const { db } = deps.database

  serveList(app, deps, 'GET /api/office/bulk-actions', (request) => ({
    name: 'bulk actions',
    load: async ({ after, limit }) => {
      const tab = BULK_TABS.find((one) => one === request.query.tab) ?? 'open'
      const before = Number(after?.[0] ?? Number.NaN)
      const beforeId = Number.isSafeInteger(before) ? before : null
      const [rows, tabs] = await Promise.all([
        listBulkActions(db, { isDone: tab === 'done', beforeId, limit }),
        countBulkActions(db),
      ])
      return { rows: rows.map(toRow), tabs, total: tabs[tab] }
    },
    keyOf: ({ id }) => [id],
  }))

  serve(app, 'GET /api/office/events/:id/bulk-actions', async (request) => {
    const rows = await listActionsOfEvent(db, publicId(request.params.id))
    return { data: rows.map(toRow) }
  })

  serve(app, 'POST /api/office/events/:id/cancellation', async (request, reply) => {
    const eventId = publicId(request.params.id)
    const { body } = request
    const staff = staffOf(request)
    if (body.dry_run) return reply.send(await previewCancellation(deps, eventId, staff))
    const { message = '', expected } = body
    const id = await cancelEvent(deps, { eventId, message: message || null, expected }, staff)
    return reply.code(202).send({ bulk_action_id: id })
  })

  serve(app, 'POST /api/office/events/:id/cancellation/revert', async (request) => {
    const eventId = publicId(request.params.id)
    const { reason } = request.body
    await revertCancellation(deps, { eventId, reason }, staffOf(request))
    return readOfficeEvent(db, eventId)
  })

  serve(app, 'GET /api/office/bulk-actions/:id', (request) =>
    read(publicId(request.params.id), staffOf(request)),
  )

  serve(app, 'POST /api/office/bulk-actions/:id/confirmation', async (request) => {
    const id = publicId(request.params.id)
    const staff = staffOf(request)
    await confirmAction(deps, { id, expected: request.body?.expected }, staff)
    return read(id, staff)
  })

  serve(app, 'POST /api/office/bulk-actions/:id/stop', async (request) => {
    const id = publicId(request.params.id)
    const staff = staffOf(request)
    await stopAction(deps, { id, reason: request.body.reason }, staff)
    return read(id, staff)
  })

  serve(app, 'POST /api/office/bulk-actions/:id/retry', async (request) => {
    const id = publicId(request.params.id)
    const staff = staffOf(request)
    await retryFailed(deps, id, staff)
    return read(id, staff)
  })

  /** Members' names only for a role that may read members. */
  async function read(id: number, staff: Staff): Promise<z.infer<typeof BulkActionSchema>> {
    const action = await readBulkAction(db, id)
    if (!action) throw new Refused('not_found')
    const mayName = hasPermission(staff.roles, 'members.read')
    const named = action.people
      .filter(() => mayName)
      .map((one) => ({ ...one, name: `${one.firstName} ${one.lastName}` }))
    const isWaiting = action.state === 'waits for a second person'
    const now = deps.now()
    const limits = await deps.site.limits(db)
    const about = {
      eventId: action.eventId,
      bulkActionId: id,
      staffId: action.madeById,
      limits,
      now,
    }
    const preview = isWaiting ? await previewFor() : null
    function previewFor() {
      const request = action?.request ?? null
      if (!isTickedRequest(request)) return previewOf(db, about)
      return previewForSecond(db, deps, {
        eventId: about.eventId,
        madeById: about.staffId,
        request,
      })
    }
    const colleagues = await listColleagues(db)
    function callOf(memberId: number) {
      const call = action?.calls.findLast((one) => one.memberId === memberId)
      return call ? toEventCall(deps, call) : null
    }
    return {
      ...toRow(action),
      preview: preview && { ...preview, arrived: mayName ? preview.arrived : [] },
      can_stop: isWaiting || isStoppable(action, now),
      is_own: action.madeById === staff.id,
      second_person_roles: [...rolesWith('actions.confirm')],
      second_people: colleagues.filter((one) => one.id !== action.madeById).length,
      owed: await sumOwedRefunds(db, action.eventId),
      failures: named
        .filter(({ state }) => state === 'failed')
        .map(({ memberId, name, problem }) => ({ member_id: memberId, name, problem })),
      not_told: named
        .filter(({ isMailed }) => isMailed === false)
        .map(({ memberId, name, phone }) => ({
          member_id: memberId,
          name,
          phone,
          call: callOf(memberId),
        })),
    }
  }
}

function toRow(row: Awaited<ReturnType<typeof listBulkActions>>[number]): BulkActionRow {
  return {
    id: row.id,
    kind: row.kind,
    event_id: row.eventId,
    event_name: row.eventName,
    subject: row.subject,
    message: row.message,
    sent_by: row.kind === 'message' ? wayOf(row.request) : null,
    state: row.state,
    made_by: row.madeBy,
    confirmed_by: row.confirmedBy,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    reverted_at: row.revertedAt?.toISOString() ?? null,
    tells_at: row.tellsAt?.toISOString() ?? null,
    told_at: row.toldAt?.toISOString() ?? null,
    total: row.total,
    done: row.done,
    failed: row.failed,
  }
}
