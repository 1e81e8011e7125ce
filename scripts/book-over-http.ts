import { type Agent, request } from 'node:http'

export type Booking = { eventId: number; time: string; key?: string }
/** What came back; status 0 when nothing did, so that nobody knows what became of it. */
export type Answer = {
  status: number
  code: string
  /** The appointment that was booked. */
  id: number | null
  /** The times that are still free, when the one asked for is taken. */
  free: string[]
}

const PATIENCE_MS = 20_000
const NOTHING: Answer = { status: 0, code: 'no answer', id: null, free: [] }

/** Books as a browser does: over the wire, signed in by cookie. Never rejects. */
export function bookOverHttp(
  { agent, port, cookie }: { agent: Agent; port: number; cookie: string },
  { eventId, time, key }: Booking,
): Promise<Answer> {
  const body = JSON.stringify({ eventId, appointmentStartTime: time })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'sec-fetch-site': 'same-origin',
    cookie,
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  return new Promise((resolve) => {
    const call = request({
      ...{ host: '127.0.0.1', port, path: '/api/appointments', method: 'POST' },
      ...{ agent, headers, timeout: PATIENCE_MS },
    })
    call.on('timeout', () => call.destroy())
    call.on('error', () => resolve(NOTHING))
    call.on('response', (answer) => {
      let said = ''
      answer.setEncoding('utf8')
      answer.on('data', (text) => {
        said += text
      })
      // A server that is killed may have sent half of it.
      answer.on('close', () =>
        resolve(answer.complete ? read(answer.statusCode ?? 0, said) : NOTHING),
      )
    })
    call.end(body)
  })
}

function read(status: number, said: string): Answer {
  const body = JSON.parse(said)
  const days: { availableTimeSlots: string[] }[] = Object.values(body.slots ?? {})
  return {
    status,
    code: status < 300 ? 'booked' : String(body.code ?? status),
    id: body.appointment?.appointment_id ?? null,
    free: days.flatMap(({ availableTimeSlots }) => availableTimeSlots),
  }
}
