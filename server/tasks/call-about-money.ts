import { dueAt } from '../../domain/office/care-loops.ts'
import type { Queryable } from '../platform/db/database.ts'
import { findOwed, hasMoneyCall, moveMoneyCall, type Owed } from './call-about-money.queries.ts'
import { closeLoops, openLoop } from './change-loops.ts'

type About = { appointmentId: number; now: Date }

/**
 * A person calls the member about what is still to pay for an appointment, before it starts; a second
 * request joins the open call. Nothing is opened when nothing may be asked for.
 */
export async function callAboutMoney(q: Queryable, { appointmentId, now }: About): Promise<void> {
  const owed = await findOwed(q, appointmentId)
  if (!owed || owed.pence === 0) return
  const { memberId } = owed
  const due = dueBefore(owed, now)
  const call = { kind: 'unpaid', memberId, appointmentId, openedAt: now, dueAt: due } as const
  await openLoop(q, { ...call, isToRing: true })
  await moveMoneyCall(q, { appointmentId, due })
}

/**
 * Ends the call about what is to pay once nothing may be asked for any more. Call it in the transaction
 * of whatever changes the price, how it was paid or whether the appointment stands.
 */
export async function followMoney(q: Queryable, { appointmentId, now }: About): Promise<void> {
  if (!(await hasMoneyCall(q, appointmentId))) return
  const owed = await findOwed(q, appointmentId)
  if (owed && owed.pence > 0) {
    await moveMoneyCall(q, { appointmentId, due: dueBefore(owed, now) })
    return
  }
  const subject = { appointmentIds: [appointmentId] }
  await closeLoops(q, { kinds: ['unpaid'], subject, because: whyOver(owed), at: now })
}

function dueBefore({ startsAt }: Owed, now: Date): Date {
  return startsAt > now ? startsAt : dueAt('unpaid', now)
}

function whyOver(owed: Owed | null): string {
  if (!owed || owed.status === 'cancelled') return 'cancelled'
  return owed.paymentStatus === 'waived' ? 'waived' : 'paid'
}
