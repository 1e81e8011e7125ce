import type { TwoPeople } from '../../domain/limits.ts'
import { hasPermission } from '../../domain/office/permissions.ts'
import type { TickedCancellation, TickedMove, TickedRequest } from '../../domain/office/ticked.ts'
import type { Deps } from '../deps.ts'
import { lockEvent } from '../events/office.queries.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import type { Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import type { SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../staff/guard.ts'
import { lockStaff } from '../staff/staff.queries.ts'
import { type BulkActionRow, insertBulkAction } from './bulk-actions.queries.ts'
import { addItems } from './items.queries.ts'
import { appointmentsOf } from './people.queries.ts'
import {
  planCancellations,
  planMoves,
  type TickedPlan,
  toCancellationPreview,
} from './plan-ticked.ts'
import { startAction } from './start-action.ts'
import { warnColleagues } from './warn-colleagues.ts'

type TickedDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'site'>

/** What to do with the ticked appointments of the event. */
type OnTicked =
  | ({ kind: 'appointment moves'; eventId: number } & TickedMove)
  | ({ kind: 'appointment cancellations'; eventId: number } & TickedCancellation)

/** What it would do for each of them. Throws Refused not_found or not_published. */
export async function previewTicked(deps: TickedDeps, asked: OnTicked, by: Staff) {
  const { db } = deps.database
  const limits = await deps.site.limits(db)
  return (await planFor(db, deps, { asked, by, limits })).preview
}

/**
 * Starts a bulk action that moves or cancels each of them alone, or asks a second person first; returns its
 * id. Throws as previewTicked, nobody_there when nothing can be done for anybody, or preview_outdated when
 * it is not what was `shown`.
 */
export async function actOnTicked(
  deps: TickedDeps,
  asked: OnTicked & {
    reason: string
    shown: string
    saveResponse: SaveResponse<{ bulk_action_id: number }>
  },
  by: Staff,
): Promise<{ bulk_action_id: number }> {
  const { kind, eventId, reason, shown, saveResponse } = asked
  return commit(deps, async (tx) => {
    await lockEvent(tx, eventId)
    // Two of one person at once would each be the first of the day.
    await lockStaff(tx, by.id)
    const limits = await deps.site.limits(tx)
    const plan = await planFor(tx, deps, { asked, by, limits })
    const { preview, ids } = plan
    if (preview.shown !== shown) throw new Refused('preview_outdated')
    if (ids.length === 0) throw new Refused('nobody_there')
    const request = requestOf(asked, { plan, by })
    const id = await start(tx, deps, { kind, eventId, request, plan, by, limits })
    await addItems(tx, { id, people: appointmentsOf(ids) })
    const details = {
      bulkAction: id,
      members: ids.length,
      pence: preview.refund_pence,
      reason,
      ...(asked.kind === 'appointment moves' && { toEventId: asked.event_id }),
      reasons: preview.second_person_reasons,
    }
    const subject = `event ${eventId}`
    await insertAudit(tx, { by, subject, at: deps.now() }, AUDIT[kind], details)
    await saveResponse(tx, { bulk_action_id: id })
    return { bulk_action_id: id }
  })
}

const AUDIT = {
  'appointment moves': 'appointments moved together',
  'appointment cancellations': 'appointments cancelled together',
} as const

/** What the second person reads: cancellations as they are now, moves as they were shown. */
export async function previewForSecond(
  q: Queryable,
  deps: Pick<Deps, 'settings' | 'now' | 'site'>,
  { eventId, madeById, request }: { eventId: number; madeById: number; request: TickedRequest },
) {
  const { sendsSms } = deps.settings
  const limits = await deps.site.limits(q)
  const about = { eventId, staffId: madeById, sendsSms, limits, now: deps.now() }
  if ('moves' in request) {
    const ids = request.moves.map((one) => one.appointment_id)
    const plan = await planMoves(q, { ids, event_id: request.event_id }, about)
    return toCancellationPreview(plan, limits)
  }
  const { ids, refund, may_exceed: mayExceed } = request
  const plan = await planCancellations(q, { ids, refund, mayExceed }, about)
  return toCancellationPreview(plan, limits)
}

function planFor(
  q: Queryable,
  { settings: { sendsSms }, now }: Pick<Deps, 'settings' | 'now'>,
  { asked, by, limits }: { asked: OnTicked; by: Staff; limits: TwoPeople },
): Promise<TickedPlan> {
  const about = { eventId: asked.eventId, staffId: by.id, sendsSms, limits, now: now() }
  if (asked.kind === 'appointment moves') return planMoves(q, asked, about)
  return planCancellations(q, { ...asked, mayExceed: mayExceedPolicy(by) }, about)
}

function requestOf(
  asked: OnTicked & { reason: string },
  { plan, by }: { plan: TickedPlan; by: Staff },
): TickedRequest {
  const { reason } = asked
  if (asked.kind === 'appointment moves')
    return { reason, event_id: asked.event_id, moves: plan.moves }
  return { reason, refund: asked.refund, may_exceed: mayExceedPolicy(by), ids: plan.ids }
}

function mayExceedPolicy({ roles }: Staff): boolean {
  return hasPermission(roles, 'refunds.beyond_policy')
}

type Starting = Pick<BulkActionRow, 'kind' | 'eventId'> & {
  request: TickedRequest
  plan: TickedPlan
  by: Staff
  limits: TwoPeople
}

async function start(
  tx: Parameters<typeof startAction>[0],
  deps: TickedDeps,
  { plan, by, limits, ...action }: Starting,
): Promise<number> {
  const { members, refund_pence: pence, second_person_reasons: reasons } = plan.preview
  if (reasons.length === 0) return startAction(tx, deps, { ...action, members, by, limits })
  const state = 'waits for a second person'
  const row = { ...action, state, madeBy: by.id, createdAt: deps.now() } as const
  const id = await insertBulkAction(tx, row)
  await warnColleagues(tx, deps, { id, ...action, by, members, pence, tellsAt: null, reasons })
  return id
}
