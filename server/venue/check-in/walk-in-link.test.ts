import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../domain/durations.ts'
import type { WalkIn } from '../../../domain/office/walk-in-schemas.ts'
import { ukInstant } from '../../../domain/uk-time.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { pressOf, walkIn } from '../../../test/app/walk-ins.ts'
import { until } from '../../../test/until.ts'

const START = new Date('2027-01-12T09:00:00Z')

let site: TestApp
let event: Awaited<ReturnType<TestApp['event']>>
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  event = await site.event({ pricePence: 1500, paymentRequired: true })
  // The last time of the day has begun.
  site.moveTo(new Date(new Date(ends()).getTime() - 5 * MINUTE_MS))
})
afterAll(() => site.close())

const ends = () => ukInstant(event.event_date, event.end_time.slice(0, 5))

async function register(form: Partial<WalkIn>) {
  const as = await site.staff(['venue'], { eventIds: [event.event_id], leads: [event.event_id] })
  const url = `/api/office/days/${event.event_id}/actions`
  const action = pressOf('walk_in', site.deps.now(), {
    registration: walkIn({ send_link: true, ...form }),
  })
  const { status, body } = await site.ask('POST', url, { as, body: { actions: [action] } })
  expect(status).toBe(200)
  return body.results[0]
}

const stateOf = async (key: string) =>
  (await site.ask('POST', '/api/payments/link', { body: { key } })).body.state

function keyIn(text: string | undefined): string {
  const [, key = ''] = /\/checkout#pay=([\w-]{22})/.exec(text ?? '') ?? []
  expect(key).not.toBe('')
  return key
}

test('a walk-in pays by a link by SMS until the event is over, though the time has begun', async () => {
  expect(await register({ phone: '07700 900771' })).toMatchObject({ status: 'applied' })
  const sms = await until(() => {
    const found = site.smses.find(({ phone }) => phone === '+447700900771')
    if (!found) throw new Error('no SMS')
    return found
  })
  const key = keyIn(sms.text)
  expect(await stateOf(key)).toBe('open')
  site.moveTo(ends())
  expect(await stateOf(key)).toBe('over')
})

test('one with an e-mail address gets the link by e-mail', async () => {
  const email = `walk-in-${event.event_id}@example.org`
  expect(await register({ email })).toMatchObject({ status: 'applied' })
  const mail = await until(() => {
    const found = site.mails.find(({ to, subject }) => to === email && /Please pay/.test(subject))
    if (!found) throw new Error('no mail')
    return found
  })
  expect(await stateOf(keyIn(mail.text))).toBe('open')
})

test('a link that cannot be sent is flagged, and the walk-in is registered', async () => {
  expect(await register({ phone: '01206 500100' })).toMatchObject({
    status: 'flagged',
    code: 'link_not_sent',
  })
  site.moveTo(new Date(ends().getTime() + MINUTE_MS))
  expect(await register({ phone: '07700 900772' })).toMatchObject({
    status: 'flagged',
    code: 'link_not_sent',
  })
})
