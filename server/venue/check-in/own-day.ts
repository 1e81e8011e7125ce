import type { FastifyRequest } from 'fastify'
import { mayOpenDay } from '../../../domain/office/days.ts'
import type { Deps } from '../../deps.ts'
import { type EventRecord, findEventRecord } from '../../events/office.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import { publicId } from '../../platform/public-id.ts'
import { staffOf } from '../../staff/guard.ts'

/** Throws Refused not_found, or not_permitted for a day that is not this person's. */
export async function ownDay(
  { database, now }: Pick<Deps, 'database' | 'now'>,
  request: FastifyRequest<{ Params: { id: string } }>,
  may: typeof mayOpenDay = mayOpenDay,
): Promise<EventRecord> {
  const event = await findEventRecord(database.db, publicId(request.params.id))
  if (!event || event.status === 'draft') throw new Refused('not_found')
  if (!may(staffOf(request), event, now())) throw new Refused('not_permitted')
  return event
}
