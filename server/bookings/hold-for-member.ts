import type { Hold } from '../../domain/contract.ts'
import type { OnBehalfHold } from '../../domain/office/booking-schemas.ts'
import { findSlot } from '../../domain/slots.ts'
import { Refused } from '../platform/http/refused.ts'
import type { ClaimKey, SaveResponse } from '../platform/idempotency/idempotency-key.ts'
import type { Staff } from '../staff/guard.ts'
import { staffHoldLimitsOf } from './hold-limits.ts'
import { listTimesForStaff } from './on-behalf.queries.ts'
import { loadForStaff, whyNotForStaff } from './on-behalf.ts'
import { type HoldDeps, sendHold, slotTaken } from './send-hold.ts'

type MemberHoldRequest = OnBehalfHold & {
  memberId: number
  staff: Staff
  /** As placeHold has them. */
  first?: ClaimKey
  saveResponse?: SaveResponse<Hold>
}

/**
 * Holds a place for a member for 15 minutes while staff take the consent, instead of any earlier hold
 * of the member. Throws Refused as bookOnBehalf does for what no consent changes, slot_taken (with
 * the times that staff can book), held_before or too_many_requests; the earlier hold then stays.
 */
export async function holdForMember(deps: HoldDeps, request: MemberHoldRequest): Promise<Hold> {
  const { memberId, event_id: eventId, date, time, staff, first, saveResponse } = request
  const now = deps.now()
  const { db } = deps.database
  const context = await loadForStaff(db, { memberId, eventId, time, now })
  const slot = findSlot(context.event, time, date)
  const refusal = whyNotForStaff(context, { slot, hasConsent: true, now })
  const filter = { eventId, memberId, now }
  const listFree = async () => {
    const times = await listTimesForStaff(db, filter)
    return times.map(({ startsAt }) => startsAt)
  }
  if (refusal && refusal !== 'slot_taken') throw new Refused(refusal)
  if (!slot) throw slotTaken(await listFree())

  const { startsAt } = slot
  const limits = staffHoldLimitsOf(deps, { staffId: staff.userId, memberId, eventId, startsAt })
  return sendHold(
    deps,
    { ...filter, forStaff: true, startsAt, limits },
    {
      counted: ['holds of a member', staff.userId],
      before: (q) => [first?.(q)],
      after: (q, hold) => saveResponse?.(q, hold),
      listFree,
    },
  )
}
