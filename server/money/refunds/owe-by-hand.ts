import type { Road } from '../../../domain/money-schemas.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import type { Tx } from '../../platform/db/database.ts'
import { insertOwedRefund } from './owed-refunds.queries.ts'

/** Money that was decided to be paid back and that a person has to pay back. */
export async function oweByHand(
  tx: Tx,
  of: {
    paymentId: string
    pence: number
    road: Exclude<Road, 'card' | 'under review'>
    memberId: number
    actorUserId: string | null
    now: Date
  },
): Promise<void> {
  const { paymentId, pence: amountPence, road, memberId, actorUserId, now } = of
  const because = road === 'by hand' ? 'taken at the venue' : road
  await insertOwedRefund(tx, {
    paymentId,
    amountPence,
    because,
    decidedBy: actorUserId,
    decidedAt: now,
  })
  await insertAudit(
    tx,
    { by: actorUserId, memberId, subject: `payment ${paymentId}`, at: now },
    'refund by hand owed',
    { reason: because, amountPence },
  )
}
