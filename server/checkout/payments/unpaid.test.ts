import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { bookUnpaid } from '../../../test/app/unpaid-booking.ts'
import { until } from '../../../test/until.ts'

let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
beforeAll(async () => {
  site = await openTestApp()
  clerk = await site.staff(['office'])
})
afterAll(() => site.close())

const change = (query: string, ...values: unknown[]) => site.ownerPool.query(query, values)
const get = async (query = '', as = clerk) =>
  (await site.ask('GET', `/api/office/unpaid${query}`, { as })).body
const remind = async (...ids: number[]) => {
  const body = { appointment_ids: ids }
  return (await site.ask('POST', '/api/office/unpaid/reminders', { as: clerk, body })).body
}
const namesOf = ({ data }: { data: { appointment_id: number }[] }) =>
  data.map(({ appointment_id: id }) => id)

async function unpaid(pricePence = 2500) {
  const event = await site.event({ pricePence, paymentRequired: true })
  const member = await site.member()
  await site.consent(member, event)
  const id = await bookUnpaid(site, clerk, { member, event })
  return { id, member, event }
}

test('who owes is listed with the sum, and is reminded with a link that the list then shows', async () => {
  const one = await unpaid()
  const before = (await get('/totals')).coming
  const other = await unpaid(1000)
  expect((await get('/totals')).coming).toBe(before + 1000)
  const row = (await get(`?q=${one.member.email}`)).data[0]
  expect(row).toMatchObject({
    appointment_id: one.id,
    price: 2500,
    paid: 0,
    owed: 2500,
    pays_at_venue: false,
    reminded_at: null,
    reminder: 'mail',
  })
  const { sent, not_sent: refused } = await remind(one.id, other.id, one.id)
  expect(refused).toEqual([])
  expect(sent.map(({ to }: { to: string }) => to)).toEqual([one.member.email, other.member.email])
  await until(() => {
    const mails = site.mails.filter(({ text }) => text.includes('/checkout#pay='))
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [one.member.email, other.member.email].toSorted(),
    )
  })
  const again = (await get(`?q=${one.member.email}`)).data[0]
  expect(again.reminded_at).toEqual(expect.any(String))
})

test('who died, withdrew or cancelled is not listed, and a press of before sends nothing', async () => {
  const [dead, withdrew, cancelled, paid] = [
    await unpaid(),
    await unpaid(),
    await unpaid(),
    await unpaid(),
  ]
  await change(
    'update members set died_at = now(), is_active = false where id = $1',
    dead.member.id,
  )
  await change(
    `insert into consent_withdrawals (consent_id, member_id, event_id, words_version, channel, withdrawn_at)
      select id, member_id, event_id, words_version, 'telephone', now() from consents where member_id = $1`,
    withdrew.member.id,
  )
  await site.ask('PUT', `/api/office/appointments/${cancelled.id}/cancel`, {
    as: clerk,
    body: { reason: 'Asked by phone', refund: 'policy' },
  })
  const taking = { pence: 2500, how: 'cash', taken_by: 'Ann', taken_at: new Date(0).toISOString() }
  const taken = await site.ask('POST', `/api/office/appointments/${paid.id}/takings`, {
    as: clerk,
    body: taking,
  })
  expect(taken.status).toBe(201)
  const listed = namesOf(await get())
  for (const { id } of [dead, withdrew, cancelled, paid]) expect(listed).not.toContain(id)
  const links = async () => (await change('select 1 from payment_links')).rowCount
  const stored = await links()
  const answer = await remind(dead.id, withdrew.id, cancelled.id, paid.id, 999_999)
  expect(answer.sent).toEqual([])
  expect(answer.not_sent.map(({ reason }: { reason: string }) => reason)).toEqual([
    expect.stringContaining('has died'),
    expect.stringContaining('withdrawn consent'),
    'This appointment is no longer booked.',
    'Nothing is to be paid by a payment link for this appointment.',
    expect.any(String),
  ])
  expect(await links()).toBe(stored)
})

test('whom no link reaches is a call about the payment, once, and Today has the sum', async () => {
  const { id, member, event } = await unpaid()
  await change(
    `update members set email = null, seal_id = user_id, user_id = null, contact_by = 'telephone'
      where id = $1`,
    member.id,
  )
  const today = async () => (await site.ask('GET', '/api/office/today', { as: clerk })).body
  const { coming } = await get('/totals')
  expect((await today()).unpaid).toEqual({ count: (await get()).total, pence: coming })
  for (const _ of [1, 2]) {
    const answer = await remind(id)
    expect([answer.sent, answer.not_sent]).toEqual([[], []])
    expect(answer.to_call).toMatchObject([{ appointment_id: id }])
  }
  const { body } = await site.ask('GET', '/api/office/loops?tab=telephone', { as: clerk })
  const calls = body.data.filter((one: { member_id: number }) => one.member_id === member.id)
  expect(calls).toMatchObject([{ kind: 'unpaid', event_id: event.event_id }])
  const call = await site.ask('GET', `/api/office/loops/${calls[0].id}`, { as: clerk })
  expect(call.body.script.join(' ')).toContain('£25.00 is still to pay')
  await site.ask('PUT', `/api/office/appointments/${id}/cancel`, {
    as: clerk,
    body: { reason: 'Asked by phone', refund: 'policy' },
  })
  expect((await remind(id)).to_call).toEqual([])
})

test('the treasurer reads the list and its file, and sends nothing', async () => {
  const treasurer = await site.staff(['treasurer'])
  expect((await get('', treasurer)).total).toEqual(expect.any(Number))
  const { status } = await site.ask('POST', '/api/office/unpaid/reminders', {
    as: treasurer,
    body: { appointment_ids: [1] },
  })
  expect(status).toBe(403)
  await unpaid()
  const file = await site.app.inject({
    url: '/api/office/unpaid',
    headers: { accept: 'text/csv', cookie: treasurer.cookie, 'sec-fetch-site': 'same-origin' },
  })
  expect(file.body.split('\n')[0]).toContain('Still to pay (£)')
  expect(file.body.split('\n')[1]).toContain('25.00')
})

test('a price for the venue is listed without a link, and after the event under the past ones', async () => {
  const { id, event } = await unpaid()
  await change(`update appointments set payment_status = 'paid' where id = $1`, id)
  const row = (await get()).data.find(
    (one: { appointment_id: number }) => one.appointment_id === id,
  )
  expect(row).toMatchObject({ pays_at_venue: true, reminder: null, owed: 2500 })
  site.moveTo(new Date(Date.parse(event.event_date) + 2 * 86_400_000))
  clerk = await site.staff(['office'])
  expect(namesOf(await get())).not.toContain(id)
  expect(namesOf(await get('?tab=past'))).toContain(id)
  await change(
    `insert into attendance (appointment_id, event_id, state, since)
      select id, event_id, 'did_not_attend', now() from appointments where id = $1
      on conflict (appointment_id) do update set state = 'did_not_attend'`,
    id,
  )
  expect(namesOf(await get('?tab=past'))).not.toContain(id)
})
