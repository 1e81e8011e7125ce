import { ukDate } from '../../domain/uk-time.ts'
import { insertEvent } from '../events/publishing.queries.ts'
import { makePlaces, planColumns } from '../events/slot-plan.ts'
import type { Tx } from '../platform/db/database.ts'
import { timesOf } from './demo-programme.ts'
import { demoVenueFacts } from './demo-venue-facts.ts'
import { venues } from './demo-venues.ts'

const PLAN = {
  start: '09:00',
  end: '13:00',
  session_minutes: 15,
  places_per_slot: 1,
  breaks: [{ start: '11:00', end: '11:30' }],
  kept_back: 2,
}

/** A draft that lacks its host: with a break, and two places kept back. */
export async function addDemoDraft(
  tx: Tx,
  { productId, labId, now }: { productId: number; labId: number; now: Date },
): Promise<void> {
  const { startsAt } = timesOf({ inDays: 40, hours: [PLAN.start, PLAN.end] }, now)
  const date = ukDate(startsAt)
  const id = await insertEvent(tx, {
    name: 'Bury St Edmunds autumn screening',
    description: 'A sample draft for demonstration: its host is still missing.',
    ...planColumns(date, PLAN),
    productId,
    labId,
    paymentRequired: false,
    pricePence: 0,
    exclusiveFor: 'COMMUNITY',
    ...venues.bury,
    ...demoVenueFacts(venues.bury.city),
    country: 'United Kingdom',
    status: 'draft',
  })
  await makePlaces(tx, { id, date, plan: PLAN })
}
