import { createHash } from 'node:crypto'
import { spokenName } from '../../../domain/latin-names.ts'
import { type ReceiptCompared, readReceipt } from '../../../domain/office/laboratory-receipt.ts'
import { findEventRecord, lockEvent } from '../../events/office.queries.ts'
import { nameIn } from '../../members/latin-columns.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import type { SaveResponse } from '../../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../../staff/guard.ts'
import { findTubeOwner, findTubeRule } from '../../venue/check-in/tubes.queries.ts'
import { listSamplesOfDay, type SampleOfDay } from '../../venue/check-in/unresolved.queries.ts'
import { dueNow, lockLoopsOfEvent } from './failsafe.queries.ts'
import { receiveSamples, type SheetDeps } from './failsafe-sheet.ts'

type Params = { eventId: number; text: string }

/** The laboratory's list beside ours. Throws Refused not_found. */
export async function previewReceipt(
  { database }: Pick<SheetDeps, 'database'>,
  params: Params,
): Promise<ReceiptCompared> {
  return database.transaction(async (tx) => (await compare(tx, params)).compared)
}

/**
 * Records that the laboratory has what it lists; what it does not list is overdue from now on. Throws
 * Refused not_found, or preview_outdated when the lists differ otherwise than was `shown`.
 */
export function recordListed(
  deps: SheetDeps,
  {
    shown,
    saveResponse,
    ...params
  }: Params & { shown: string; saveResponse: SaveResponse<ReceiptCompared> },
  by: Staff,
): Promise<ReceiptCompared> {
  const at = deps.now()
  const { eventId } = params
  return commit(deps, async (tx) => {
    await lockEvent(tx, eventId)
    const onTheWay = await lockLoopsOfEvent(tx, { eventId, kind: 'sample_to_lab' })
    const { compared, complete, missing } = await compare(tx, params)
    if (compared.shown !== shown) throw new Refused('preview_outdated')
    const received = onTheWay.filter(({ appointmentId }) => complete.has(appointmentId ?? 0))
    await receiveSamples(tx, { received, at })
    const missingIds = [...new Set(missing.map(({ appointmentId }) => appointmentId))]
    await dueNow(tx, { appointmentIds: missingIds, kinds: ['sample_to_lab', 'lab_to_result'], at })
    const appointmentIds = received.flatMap(({ appointmentId }) => appointmentId ?? [])
    await insertAudit(
      tx,
      { by, subject: `event ${eventId}`, at },
      'samples received by the laboratory',
      { appointments: appointmentIds, missing: missingIds, extra: compared.extra.length },
    )
    await saveResponse(tx, compared)
    return compared
  })
}

async function compare(q: Queryable, { eventId, text }: Params) {
  const event = await findEventRecord(q, eventId)
  if (!event || event.status === 'draft') throw new Refused('not_found')
  const { codes, unreadable } = readReceipt(text, await findTubeRule(q, eventId))
  const listed = new Set(codes)
  const samples = await listSamplesOfDay(q, eventId)
  const received = samples.filter(({ tube }) => listed.has(tube))
  const missing = samples.filter(({ tube, hasResult }) => !listed.has(tube) && !hasResult)
  const lacking = new Set(missing.map(({ appointmentId }) => appointmentId))
  // Of two samples of one member the laboratory has to have both.
  const complete = new Set(
    received.map(({ appointmentId }) => appointmentId).filter((id) => !lacking.has(id)),
  )
  const ours = new Set(samples.map(({ tube }) => tube))
  const extra = []
  for (const tube of codes.filter((code) => !ours.has(code)))
    extra.push({ tube, ...(await whoseIs(q, { tube, eventId })) })
  const lists = JSON.stringify([codes.toSorted(), samples.map((one) => [one.tube, one.isReceived])])
  const compared: ReceiptCompared = {
    received: received.length,
    newly_received: received.filter((one) => complete.has(one.appointmentId) && !one.isReceived)
      .length,
    missing: missing.map(toOurTube),
    extra,
    unreadable,
    shown: createHash('sha256').update(lists).digest('base64url'),
  }
  return { compared, complete, missing }
}

async function whoseIs(
  q: Queryable,
  { tube, eventId }: { tube: string; eventId: number },
): Promise<Omit<ReceiptCompared['extra'][number], 'tube'>> {
  const owner = await findTubeOwner(q, tube)
  if (!owner) return { reason: 'unknown', event_name: null }
  if (owner.eventId === eventId) return { reason: 'undone', event_name: null }
  const other = await findEventRecord(q, owner.eventId)
  return { reason: 'other_event', event_name: other?.name ?? null }
}

function toOurTube(sample: SampleOfDay) {
  return { tube: sample.tube, name: spokenName(nameIn(sample)) }
}
