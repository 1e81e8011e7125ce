import { randomUUID } from 'node:crypto'
import { HOLD_MINUTES } from '../../domain/booking.ts'
import type { Hold } from '../../domain/contract.ts'
import { VISITOR_HOLD_MINUTES } from '../../domain/hold-limits.ts'
import { ukTime } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import { toSlots } from '../events/slots.ts'
import { databaseFault, type Queryable } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { TOO_MANY } from '../platform/rate-limits/rate-limits.queries.ts'
import { consumeOrRefuse, tooManyRequests } from '../platform/rate-limits/rate-limits.ts'
import type { RuleName } from '../platform/rate-limits/rules.ts'
import type { HoldLimits, VisitorHoldLimits } from './hold-limits.ts'
import { beginHold, ENDS_EARLIER, findHold, holdPlaceUntil } from './holds.queries.ts'

export type HoldDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys' | 'settings'>

export type Slot = { eventId: number; startsAt: Date; now: Date }

type Place = Slot &
  (
    | { memberId: number; forStaff?: true; limits: HoldLimits }
    | { visitorHash: Buffer; limits: VisitorHoldLimits }
  )

type Around = {
  /** Of requests for holds. */
  counted: readonly [rule: RuleName, subject: string]
  /** Statements of the same transaction, before and after. */
  before?: (q: Queryable) => (Promise<unknown> | undefined)[]
  after?: (q: Queryable, hold: Hold) => Promise<unknown> | undefined
  /** The times that are free to the holder, for a refusal. */
  listFree: () => Promise<Date[]>
}

/**
 * Holds a place for 15 minutes, a visitor's for 5, in one transaction. Throws Refused slot_taken (with free times),
 * held_before, too_many_holds, too_many_requests or busy; an earlier hold then stays.
 */
export async function sendHold(deps: HoldDeps, place: Place, around: Around): Promise<Hold> {
  const claim = { ...place, holdId: randomUUID() }
  try {
    return await send(deps, { ...claim, until: fullEnd(place) }, around)
  } catch (error) {
    throw await toRefusal(deps, error, place, around)
  }
}

async function send(
  deps: HoldDeps,
  claim: Place & { holdId: string; until: Date },
  around: Around,
): Promise<Hold> {
  const { startsAt, holdId, until } = claim
  const hold = toHold({ holdId, startsAt, until })
  try {
    await deps.database.sendTransaction((q) => [
      ...(around.before?.(q) ?? []),
      beginHold(q, claim),
      holdPlaceUntil(q, claim),
      // Counted last, so that members contend for places first.
      consumeOrRefuse(q, deps, ...around.counted),
      around.after?.(q, hold),
    ])
    return hold
  } catch (error) {
    if (databaseFault(error)?.constraint !== ENDS_EARLIER) throw error
    const earlier = (await findHold(deps.database.db, claim))?.until
    // The holder's own tabs keep changing the hold.
    if (earlier?.getTime() === until.getTime()) throw new Refused('busy')
    return send(deps, { ...claim, until: earlier ?? fullEnd(claim) }, around)
  }
}

export function toHold(held: { holdId: string; startsAt: Date; until: Date }): Hold {
  const { holdId, startsAt, until } = held
  return { hold_id: holdId, slot: ukTime(startsAt), expires_at: until.toISOString() }
}

export function slotTaken(freeStarts: Date[]): Refused {
  return new Refused('slot_taken', { slots: toSlots(freeStarts) })
}

function fullEnd(place: Place): Date {
  const minutes = 'visitorHash' in place ? VISITOR_HOLD_MINUTES : HOLD_MINUTES
  return new Date(place.now.getTime() + minutes * 60_000)
}

async function toRefusal(
  deps: HoldDeps,
  error: unknown,
  { startsAt }: Slot,
  { counted, listFree }: Around,
): Promise<unknown> {
  const { db } = deps.database
  const reason = databaseFault(error)?.constraint
  switch (reason) {
    case 'slot_taken':
    case 'held_before':
    case 'too_many_holds': {
      const starts = await listFree()
      const isFree = starts.some((start) => start.getTime() === startsAt.getTime())
      return isFree && reason !== 'slot_taken' ? new Refused(reason) : slotTaken(starts)
    }
    case TOO_MANY:
      return tooManyRequests(db, deps, ...counted)
    // The holder's own tabs kept racing for a hold.
    case 'one_hold_per_member':
    case 'one_hold_per_visitor':
      return new Refused('busy')
    default:
      return error
  }
}
