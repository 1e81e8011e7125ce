import type { Slots } from '../../../domain/contract.ts'
import type { OfficeEvent } from '../../../domain/office/event-shapes.ts'
import { ApiError } from '../../api.ts'
import { read } from '../api.ts'
import { type TimeChoice, timesToChoose } from './times.ts'

export type EventTimes = { event: OfficeEvent; times: TimeChoice[] }

export async function loadTimes(id: string, signal?: AbortSignal): Promise<EventTimes> {
  const options = { params: { id }, ...(signal && { signal }) }
  const [event, free] = await Promise.all([
    read('GET /api/office/events/:id', options),
    read('GET /api/events/:id/slots', options).catch(unknownIfPrivate),
  ])
  return { event, times: timesToChoose(event, { free, now: new Date() }) }
}

/** Only visitors with its access code read the free times of a private event. */
function unknownIfPrivate(error: unknown): Slots | null {
  if (error instanceof ApiError && error.code === 'access_code_required') return null
  throw error
}
