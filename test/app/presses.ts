import { randomUUID } from 'node:crypto'
import type { TestApp } from './test-app.ts'

let sequence = 0

export type DoorPress = {
  event: { event_id: number }
  as: { cookie: string }
  appointment: number | undefined
}

/** Sends one action of a tablet and returns its id with the whole answer. */
export async function sendPress(site: TestApp, of: DoorPress, type: string, more: object = {}) {
  sequence += 1
  const id = randomUUID()
  const at = site.deps.now().toISOString()
  const action = { id, device: 'tablet 9', sequence, at, appointment_id: of.appointment, type }
  const answer = await site.ask('POST', `/api/office/days/${of.event.event_id}/actions`, {
    as: of.as,
    body: { actions: [{ ...action, ...more }] },
  })
  return { id, ...answer }
}

/** As sendPress; throws unless it was recorded. */
export async function press(site: TestApp, of: DoorPress, type: string, more: object = {}) {
  const { id, status, body } = await sendPress(site, of, type, more)
  const outcome = status === 200 ? body.results[0].status : status
  if (outcome !== 'applied' && outcome !== 'flagged')
    throw new Error(`the press was not recorded: ${JSON.stringify(body)}`)
  return id
}
