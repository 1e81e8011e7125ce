// A password was guessed: whoever signs in by it at a new device reads nothing that the account protects, by no
// route, until the code that only the owner gets. Every route of a member is walked, also those added later.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import { insertResult } from '../../server/facts/results.queries.ts'
import { sealResult } from '../../server/facts/sealed-result.ts'
import { insertMember } from '../../server/members/members.queries.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../app/embedded-site.ts'
import { sampleRow } from '../app/test-app.queries.ts'
import { countUnfinished } from '../storms/mail/mail-storm.queries.ts'
import { until } from '../until.ts'

const PASSWORD = 'heron-on-the-weir'
const EMAIL = 'owner@example.org'
const NHS = '9434765919'
const PROTECTED = {
  result: /7\.7731|Kestrel/,
  'NHS number': /943 ?476 ?5919/,
  address: /14 Sample Street/,
}
type Jar = Map<string, string>
type Answer = { url: string; status: number; type: string; text: string }

let site: EmbeddedSite
let ids: Record<string, string>
let urls: string[]
beforeAll(async () => {
  site = await openEmbeddedSite({}, { settings: { newDeviceCode: true } })
  const { db } = site.deps.database
  const { id: userId } = await site.auth.createUser({ email: EMAIL, password: PASSWORD })
  const member = await insertMember(db, { ...sampleRow, email: EMAIL, userId })
  if (!member) throw new Error('no member was made')
  const event = await site.testApp.event({ pricePence: 2500, paymentRequired: true })
  await site.testApp.consent(member, event)
  const origin = { source: 'test', sourceRef: randomUUID() }
  const result = { test_result: '177.7731', test_unit: 'ng/ml', comments: 'Kestrel remark' }
  await insertResult(db, {
    ...origin,
    memberId: member.id,
    sampleDate: '2026-01-20',
    releasedAt: new Date(0),
    recordedAt: new Date(0),
    sealed: sealResult(site.deps.fieldKeys, origin, result),
  })
  const [stored] = (await site.deps.database.pool.query('select id from results')).rows
  ids = {
    event: String(event.event_id),
    member: String(member.id),
    result: String(stored.id),
    payment: await pay(member.id, event),
  }
  const routes = Object.entries(site.app.swagger().paths ?? {})
  const read = routes.filter(([path, methods]) => 'get' in Object(methods) && isOfMember(path))
  urls = read.flatMap(([path]) => filled(path))
})
afterAll(() => site.close())

/** Books and pays at the office; returns the id of the payment. */
async function pay(memberId: number, event: CharityEvent): Promise<string> {
  const as = await site.testApp.staff(['office'])
  const post = async (path: string, body: object) => {
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await site.testApp.ask('POST', `/api/office/${path}`, { as, body, headers })
    expect(answer.status).toBe(201)
    return answer.body
  }
  const { event_id, event_date: date } = event
  const booking = { member_id: memberId, event_id, date, time: '10:00' }
  const { appointment } = await post('appointments', {
    ...booking,
    payment: 'due',
    reason: 'they called',
  })
  const taken_at = site.deps.now().toISOString()
  const taking = { pence: 2500, how: 'cash', taken_by: 'Ann Door', taken_at }
  return (await post(`appointments/${appointment.appointment_id}/takings`, taking)).payment_id
}

const isOfMember = (path: string) => path.startsWith('/api/') && !path.startsWith('/api/office/')

/** The address with every id that may be meant. */
function filled(path: string): string[] {
  const names = path.match(/\{\w+\}/g) ?? []
  const known = Object.values(ids)
  return names.reduce(
    (addresses, name) =>
      addresses.flatMap((address) => known.map((id) => address.replace(name, id))),
    [path],
  )
}

async function signIn(from: string): Promise<{ jar: Jar; token: string }> {
  const jar: Jar = new Map()
  const body = { email: EMAIL, password: PASSWORD }
  const answer = await site.ask('POST', '/auth/v1/token?grant_type=password', { body, from })
  expect(answer.status).toBe(200)
  for (const { name, value } of answer.setCookies) jar.set(name, value)
  return { jar, token: answer.body.access_token }
}

const cookieOf = (jar: Jar) => Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')

async function walk(headers: Record<string, string>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const url of [...urls, '/auth/v1/user']) {
    const {
      statusCode: status,
      headers: { 'content-type': type = '' },
      body: text,
    } = await site.app.inject({
      url,
      remoteAddress: '2001:db8:77:1::1',
      headers: { 'sec-fetch-site': 'same-origin', ...headers },
    })
    answers.push({ url, status, type: String(type), text })
  }
  return answers
}

const printed = (answers: Answer[]) =>
  answers.filter(({ type }) => type.includes('pdf')).map(({ url }) => url)
const shown = (answers: Answer[], what: RegExp) =>
  answers.filter(({ text }) => what.test(text)).map(({ url }) => url)

test('without the code no route shows a result, NHS number or address, by cookie or by token', async () => {
  const owner = await signIn('192.0.2.10')
  const ask = async (method: 'POST' | 'PUT', url: string, body?: object) => {
    const answer = await site.ask(method, url, {
      cookie: cookieOf(owner.jar),
      ...(body && { body }),
    })
    for (const { name, value } of answer.setCookies) owner.jar.set(name, value)
    return answer
  }
  await ask('POST', '/api/new-device/code')
  await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
  const mail = site.testApp.mails.findLast(({ to }) => to === EMAIL)
  const code = /Your code is (\d{6})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await ask('POST', '/api/new-device', { code })).status).toBe(200)
  expect((await ask('PUT', `/api/auth/profile?email=${EMAIL}`, { nhs_number: NHS })).status).toBe(
    200,
  )

  // The owner sees each of them, so that the walk can fail.
  const own = await walk({ cookie: cookieOf(owner.jar) })
  for (const what of Object.values(PROTECTED)) expect(shown(own, what)).not.toEqual([])
  expect(printed(own)).toEqual(
    expect.arrayContaining([expect.stringContaining(`/api/receipts/${ids.payment}`)]),
  )

  const guesser = await signIn('2001:db8:77:1::1')
  for (const headers of [
    { cookie: cookieOf(guesser.jar) },
    { authorization: `Bearer ${guesser.token}` },
  ]) {
    const answers = await walk(headers)
    expect(answers.find(({ url }) => url === '/api/auth/profile')?.status).toBe(403)
    expect(printed(answers)).toEqual([])
    for (const [name, what] of Object.entries(PROTECTED))
      expect([name, shown(answers, what)]).toEqual([name, []])
  }
})
