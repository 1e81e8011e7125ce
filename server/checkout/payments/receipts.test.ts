// A receipt of each payment: for the member who paid and nobody else, and for the office.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import type { TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'

let shop: CardShop
let clerk: Awaited<ReturnType<CardShop['site']['staff']>>
beforeAll(async () => {
  shop = await openCardShop()
  clerk = await shop.site.staff(['office'])
})
afterAll(() => shop.close())

type Asker = { cookie: string }
const get = (path: string, as: Asker) => shop.site.ask('GET', `/api/${path}`, { as })
const post = (
  path: string,
  body: object,
  { as = clerk as Asker, key = crypto.randomUUID() } = {},
) => shop.site.ask('POST', `/api/office/${path}`, { as, body, headers: { 'idempotency-key': key } })
const receiptsOf = async (member: TestMember) => (await get('receipts', member)).body.receipts
async function file(path: string, { cookie }: Asker) {
  const url = `/api/${path}`
  const { statusCode, rawPayload } = await shop.site.app.inject({ url, headers: { cookie } })
  return [statusCode, rawPayload.subarray(0, 5).toString()]
}
const PDF = [200, '%PDF-']

async function paidByCard() {
  const { event, member } = await shop.memberAndEvent()
  const { orderId } = await shop.pay(member, event)
  const [row] = await shop.rows(`select id from payments where order_id = '${orderId}'`)
  return { member, event, orderId, id: String(row?.id) }
}
async function takenAtVenue() {
  const { event, member } = await shop.memberAndEvent()
  const { body } = await post('appointments', {
    member_id: member.id,
    event_id: event.event_id,
    date: event.event_date,
    time: '10:00',
    payment: 'at_venue',
    reason: 'rang us',
  })
  const taking = {
    pence: 2500,
    how: 'cheque',
    taken_by: 'Ann Door',
    taken_at: shop.site.deps.now().toISOString(),
  }
  const path = `appointments/${body.appointment.appointment_id}/takings`
  return { member, event, id: (await post(path, taking)).body.payment_id as string }
}
const mailsTo = ({ email }: TestMember) =>
  shop.site.mails.filter(({ to, subject }) => to === email && /receipt/.test(subject))

test('the member who paid sees and downloads it, and nobody else does', async () => {
  const { member, orderId, id } = await paidByCard()
  expect(await receiptsOf(member)).toMatchObject([
    { payment_id: id, number: orderId, amount_pence: 2500, refunded_pence: 0, is_undone: false },
  ])
  expect(await file(`receipts/${id}`, member)).toEqual(PDF)
  const other = await shop.site.member()
  expect(await receiptsOf(other)).toEqual([])
  expect((await file(`receipts/${id}`, other))[0]).toBe(404)
  expect((await file('receipts/1', member))[0]).toBe(404)
})

test('the office saves it and sends it once to the address that signs in, with what was refunded', async () => {
  const { member, id } = await paidByCard()
  expect((await post(`payments/${id}/refunds`, { pence: 500, reason: 'late start' })).status).toBe(
    201,
  )
  await shop.reconcile()
  expect(await file(`office/payments/${id}/receipt`, clerk)).toEqual(PDF)
  const key = crypto.randomUUID()
  for (const _ of [1, 2])
    expect((await post(`payments/${id}/receipt-mails`, {}, { key })).body).toEqual({
      sent_to: member.email,
    })
  const mail = await until(() => {
    const found = mailsTo(member)
    expect(found).toHaveLength(1)
    return found[0]
  })
  expect(mail?.text).toContain('Amount paid: £25.00')
  expect(mail?.text).toContain('Left after refunds: £20.00')
  expect(mail?.text).toContain('VAT: No VAT has been charged.')
  expect(
    Buffer.from(mail?.pdf?.base64 ?? '', 'base64')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  shop.site.moveTo(new Date(shop.site.deps.now().getTime() + 60_000))
  const treasurer = await shop.site.staff(['treasurer'])
  const values = { pay_invoices_to: 'By cheque.', vat_line: 'VAT at 20% is included.' }
  const body = { version: 0, values }
  await shop.site.ask('PUT', '/api/office/settings/money', { as: treasurer, body })
  await post(`payments/${id}/receipt-mails`, {})
  const later = await until(() => {
    expect(mailsTo(member)).toHaveLength(2)
    return mailsTo(member)[1]
  })
  expect(later?.text, 'as it was when they paid').toContain('VAT: No VAT has been charged.')
})

test('an entry that was undone has none, and says so', async () => {
  const { member, id } = await takenAtVenue()
  expect(await receiptsOf(member)).toMatchObject([{ payment_id: id, how: 'By cheque' }])
  await post(`payments/${id}/undo-taking`, { reason: 'wrong person' })
  expect(await receiptsOf(member)).toMatchObject([{ payment_id: id, is_undone: true }])
  expect((await file(`receipts/${id}`, member))[0]).toBe(404)
  expect((await get(`office/payments/${id}/receipt`, clerk)).body.code).toBe('no_receipt')
  expect((await post(`payments/${id}/receipt-mails`, {})).body.code).toBe('no_receipt')
})

test('it is mailed to nobody who died or has no account; treasurers read it and cannot send it', async () => {
  const { member, id } = await takenAtVenue()
  const treasurer = await shop.site.staff(['treasurer'])
  expect(await file(`office/payments/${id}/receipt`, treasurer)).toEqual(PDF)
  expect((await post(`payments/${id}/receipt-mails`, {}, { as: treasurer })).status).toBe(403)
  const venue = await shop.site.staff(['venue'])
  expect((await get(`office/payments/${id}/receipt`, venue)).status).toBe(403)
  const change = (columns: string) =>
    shop.site.owner.execute(`update members set ${columns} where id = ${member.id}`)
  await change('died_at = now()')
  expect((await post(`payments/${id}/receipt-mails`, {})).body.code).toBe('has_died')
  expect(await file(`office/payments/${id}/receipt`, clerk)).toEqual(PDF)
  await change('died_at = null, seal_id = user_id, user_id = null')
  expect((await post(`payments/${id}/receipt-mails`, {})).body.code).toBe('no_account')
  expect(mailsTo(member)).toEqual([])
})
