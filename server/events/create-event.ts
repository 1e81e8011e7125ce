import type { CharityEvent } from '../../domain/contract.ts'
import type { Category } from '../../domain/event-filters.ts'
import { distributePlaces, generateSlots } from '../../domain/slots.ts'
import type { Tx } from '../platform/db/database.ts'
import { hashAccessCode } from './access-code.ts'
import { findEvent } from './events.queries.ts'
import { type EventInsert, insertEvent, insertPlaces } from './publishing.queries.ts'

/** Instants on whole minutes, sessions in minutes, prices in pence. */
export type NewEvent = Omit<EventInsert, 'exclusiveFor' | 'isPrivate' | 'accessCodeHash'> & {
  productId: number
  places: number
  accessCode?: string | null
  exclusiveFor?: Category
}

/** Throws RangeError when there are places but no slots. */
export async function createEvent(tx: Tx, wanted: NewEvent): Promise<CharityEvent> {
  const { places, accessCode, ...columns } = wanted
  const eventId = await insertEvent(tx, {
    ...columns,
    exclusiveFor: wanted.exclusiveFor ?? 'COMMUNITY',
    isPrivate: typeof accessCode === 'string',
    accessCodeHash: typeof accessCode === 'string' ? await hashAccessCode(accessCode) : null,
  })
  const slots = generateSlots(await eventOf(tx, eventId))
  if (places > 0 && slots.length === 0) throw new RangeError(`${wanted.name} has no slots`)
  const counts = distributePlaces(places, slots.length)
  await insertPlaces(
    tx,
    eventId,
    slots.map(({ startsAt }, n) => ({ startsAt, count: counts[n] ?? 0 })),
  )
  return eventOf(tx, eventId)
}

async function eventOf(tx: Tx, id: number): Promise<CharityEvent> {
  const event = await findEvent(tx, id)
  if (!event) throw new Error(`event ${id} was just added and is not there`)
  return event
}
