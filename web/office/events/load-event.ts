import type { LoaderFunctionArgs } from 'react-router'
import type { OfficeEvent } from '../../../domain/office/event-schemas.ts'
import { read } from '../api.ts'

/** The event named in the screen's address. */
export function loadEvent({ params, request }: LoaderFunctionArgs): Promise<OfficeEvent> {
  return read('GET /api/office/events/:id', {
    params: { id: String(params.id) },
    signal: request.signal,
  })
}
