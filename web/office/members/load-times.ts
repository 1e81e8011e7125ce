import type { Params } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { read } from '../api.ts'
import { type TimeChoice, timesToChoose } from './times.ts'

/** The event of the address, and the times that the office can book there for the member. */
export async function loadTimes(
  { id, event: eventId }: Params,
  signal: AbortSignal,
): Promise<{ event: OfficeEvent; times: TimeChoice[] }> {
  const params = { id: String(eventId) }
  const query = id === undefined ? {} : { member_id: id }
  const [event, times] = await Promise.all([
    read('GET /api/office/events/:id', { params, signal }),
    read('GET /api/office/events/:id/times', { params, query, signal }),
  ])
  return { event, times: timesToChoose(times, event) }
}
