import { type Caller, callOverHttp, freeTimesIn } from './call-over-http.ts'

export type Booking = { eventId: number; time: string; key?: string }
export type Answer = {
  status: number
  code: string
  id: number | null
  /** The free times of a slot_taken response. */
  free: string[]
  retryAfter?: string | undefined
}

const NO_ANSWER: Answer = { status: 0, code: 'no answer', id: null, free: [] }

/** Books as a browser does: over HTTP, signed in by cookie. Never rejects. */
export async function bookOverHttp(
  caller: Caller,
  { eventId, time, key }: Booking,
): Promise<Answer> {
  const booking = { eventId, appointmentStartTime: time }
  const path = '/api/appointments'
  const { status, body, retryAfter } = await callOverHttp(caller, {
    method: 'POST',
    path,
    body: booking,
    key,
  })
  if (status === 0) return NO_ANSWER
  return {
    status,
    code: status < 300 ? 'booked' : String(body.code ?? status),
    id: body.appointment?.appointment_id ?? null,
    free: freeTimesIn(body),
    retryAfter,
  }
}
