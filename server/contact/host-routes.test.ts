import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contactMessages, mailWith, sendPlainForm } from '../../test/app/contact-form.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

const FORM = '/forms/host-a-day'
let place = ''
const whole = () => ({
  day: 'A Saturday in March',
  place,
  men: '60',
  payer: 'host',
  'first-name': 'James',
  'last-name': 'Marlow',
  email: 'James@Example.org',
  'phone-number': '07700 900118',
  message: 'There is a car park.\r\nAnd a ramp.',
})

let site: TestApp
let tests = 0
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.deps.database.db.execute('delete from contact_messages')
  tests += 1
  place = `Hall ${tests}, Diss`
})

const send = (body: object) =>
  site.ask('POST', FORM, { body, headers: { accept: 'application/json' } })

const sendPlain = (fields: Record<string, string>, from = 'same-origin') =>
  sendPlainForm(site, { url: FORM, fields, from })

const messages = () => contactMessages(site)
const mailToOffice = () => mailWith(site, place)

describe('a request to host a day', () => {
  test('is stored as a message of its own kind and mailed to the office', async () => {
    const answer = await sendPlain(whole())
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/events/host-a-day?sent=1'])
    expect(await messages()).toEqual([
      {
        first_name: 'James',
        email: 'james@example.org',
        state: 'received',
        held_because: null,
        message: [
          'Request to host a day',
          'Day: A Saturday in March',
          `Place: ${place}`,
          'How many men: 60',
          'Who pays: The host, for every man',
          '',
          'There is a car park.',
          'And a ramp.',
        ].join('\n'),
      },
    ])
    expect(await mailToOffice()).toMatchObject({
      to: 'office@example.org',
      replyTo: 'james@example.org',
      subject: 'Request to host a day from James Marlow',
    })
  })

  test('is found in the office by its kind', async () => {
    await send(whole())
    const clerk = await site.staff(['office'])
    const { body } = await site.ask('GET', '/api/office/messages?q=request+to+host', { as: clerk })
    expect(body.data).toMatchObject([{ name: 'James Marlow', email: 'james@example.org' }])
  })

  test('that is not whole is sent back with what is wrong, and nothing is stored', async () => {
    const before = await site.stored()
    const { status, body } = await send({ ...whole(), men: 'many', payer: 'x' })
    expect([status, body.errors.map(({ field }: { field: string }) => field)]).toEqual([
      422,
      ['men', 'payer'],
    ])
    expect((await send({ day: ['a'], place: null })).status).toBe(422)
    expect(await site.stored()).toEqual(before)
  })

  test('adds no line to the head of a mail', async () => {
    await send({ ...whole(), 'first-name': 'James\r\nBcc: everyone' })
    expect((await mailToOffice())?.subject).toBe(
      'Request to host a day from James Bcc: everyone Marlow',
    )
  })

  test('with the hidden box filled in, perhaps by the browser, is marked for the office, and not lost', async () => {
    expect((await sendPlain({ ...whole(), _gotcha: 'Essex' })).statusCode).toBe(303)
    expect(await messages()).toMatchObject([{ state: 'held' }])
    expect((await mailToOffice())?.subject).toMatch(/^Please check: Request to host a day/)
  })

  test('with a web address for a place is marked for the office, and not lost', async () => {
    await send({ ...whole(), day: 'See https://pills.example' })
    expect(await messages()).toMatchObject([{ state: 'held' }])
    expect((await mailToOffice())?.subject).toMatch(/^Please check: Request to host a day/)
  })

  test('from another site is refused', async () => {
    const before = await site.stored()
    expect((await sendPlain(whole(), 'cross-site')).statusCode).toBe(403)
    expect(await site.stored()).toEqual(before)
  })
})

test('requests to host count with the messages of an address', async () => {
  const limited = await openTestApp({ settings: { rateLimitScale: 1 } })
  const ask = () => limited.ask('POST', FORM, { body: whole() })
  for (let n = 0; n < 10; n++) expect((await ask()).status).toBe(200)
  const before = await limited.stored()
  const refused = await ask()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect(await limited.stored()).toEqual(before)
  await limited.close()
})
