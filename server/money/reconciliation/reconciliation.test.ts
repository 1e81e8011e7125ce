import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { MoneyDifference } from '../../../domain/office/reconciliation-schemas.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'

let shop: CardShop
type Person = Awaited<ReturnType<CardShop['site']['staff']>>
let treasurer: Person
beforeAll(async () => {
  shop = await openCardShop()
})
// Each test has a period of its own. A session of the office ends with the clock's jumps.
beforeEach(async () => {
  shop.moveBy(2 * 3_600_000)
  treasurer = await shop.site.staff(['treasurer'])
})
afterAll(async () => {
  expect(await shop.broken()).toEqual([])
  await shop.close()
})

const HEADINGS =
  '"Date","Time","TimeZone","Name","Type","Status","Currency","Gross","Fee","Net","Transaction ID","Reference Txn ID","Invoice Number"'
type Line = {
  id: string
  gross: string
  fee?: string
  at?: Date
  type?: string
  status?: string
  currency?: string
  reference?: string
}
function lineOf({ id, gross, fee = '0.00', at = shop.site.deps.now(), ...other }: Line): string {
  const { type = 'Express Checkout Payment', status = 'Completed', currency = 'GBP' } = other
  const day = ukDate(at).split('-').reverse().join('/')
  const cells = [day, `${ukTime(at)}:00`, 'Europe/London', '=1+1', type, status, currency]
  return [...cells, gross, fee, '0.00', id, other.reference ?? '', 'i']
    .map((cell) => `"${cell}"`)
    .join(',')
}
const fileOf = (...lines: Line[]) => [HEADINGS, ...lines.map(lineOf)].join('\r\n')
const upload = (file: string | Buffer, as = treasurer) =>
  shop.site.ask('POST', '/api/office/provider-reports', {
    as,
    headers: { 'content-type': 'text/csv' },
    body: Buffer.from(file),
  })
const differences = async (query = ''): Promise<MoneyDifference[]> =>
  (await shop.site.ask('GET', `/api/office/money-differences?${query}`, { as: treasurer })).body
    .data
const ofReport = (id: number) => differences(`report_id=${id}`)
const decide = (id: number, decision: string | null, as = treasurer) =>
  shop.site.ask('POST', `/api/office/money-differences/${id}/decision`, {
    as,
    body: { decision, reason: 'looked at it there' },
  })

const office = (url: string, body: object) =>
  shop.site.ask('POST', `/api/office${url}`, { as: treasurer, body })

async function paid() {
  const { member, event } = await shop.memberAndEvent()
  const { orderId } = await shop.pay(member, event)
  const { taken } = await shop.moneyOf(orderId)
  return { orderId, member, id: taken[0]?.id ?? '' }
}
const charge = (id: string): Line => ({ id, gross: '25.00', fee: '-1.03' })
const minutes = (n: number) => new Date(shop.site.deps.now().getTime() + n * 60_000)
/** Lines that make the period an hour around now. */
const around = (): Line[] =>
  [-30, 30].map((n) => ({
    id: 'PERIOD1',
    gross: '-1.00',
    type: 'General Withdrawal',
    at: minutes(n),
  }))

describe('a report of the provider', () => {
  test('that says what the ledger says matches, with its refunds and fees', async () => {
    const { orderId, id, member } = await paid()
    const list = await shop.site.ask('GET', `/api/office/payments?q=${member.email}`, {
      as: treasurer,
    })
    const url = `/payments/${list.body.data[0].id}/refunds`
    await office(url, { pence: 700, reason: 'was late' })
    await shop.reconcile()
    const [back] = (await shop.moneyOf(orderId)).back
    const refund = { id: back?.id ?? '', gross: '-7.00', reference: id, type: 'Payment Refund' }
    const { status, body } = await upload(fileOf(...around(), charge(id), refund))
    expect([status, body]).toMatchObject([
      201,
      { lines: 4, ignored: 2, added: 2, matched: 2, differences: 0, repeated: false },
    ])
    expect(body.uploaded_by).toBe(treasurer.name)
  })

  test('lists what differs, each with its payment', async () => {
    const [amount, currency, fee, missing] = [
      await paid(),
      await paid(),
      await paid(),
      await paid(),
    ]
    const { body } = await upload(
      fileOf(
        ...around(),
        { ...charge(amount.id), gross: '24.00' },
        { ...charge(currency.id), currency: 'EUR' },
        { ...charge(fee.id), fee: '-2.00' },
        { id: '9ZZ00000000000001', gross: '-5.00', reference: fee.id, type: 'Payment Refund' },
        { id: '9ZZ00000000000002', gross: '40.00', type: 'Donation Payment' },
      ),
    )
    expect(body).toMatchObject({ added: 5, matched: 0, differences: 6 })
    const found = await ofReport(body.id)
    const of = (ref: string) => found.find(({ provider_ref }) => provider_ref === ref)
    expect(of(amount.id)).toMatchObject({
      kind: 'other amount',
      ledger_pence: 2500,
      provider_pence: 2400,
      state: 'open',
    })
    expect(of(currency.id)).toMatchObject({ kind: 'other currency', currency: 'EUR' })
    expect(of(fee.id)).toMatchObject({
      kind: 'other fee',
      ledger_pence: -103,
      provider_pence: -200,
    })
    expect(of(missing.id)).toMatchObject({
      kind: 'not at the provider',
      ledger_pence: 2500,
      provider_pence: null,
    })
    expect(of('9ZZ00000000000001')).toMatchObject({
      kind: 'not in the ledger',
      provider_pence: -500,
    })
    expect(of('9ZZ00000000000001')?.payment_id).toBe(of(fee.id)?.payment_id)
    expect(of('9ZZ00000000000002')).toMatchObject({ payment_id: null, ledger_pence: null })
  })

  test('adds nothing when it is uploaded again, also by ten at once or with other lines', async () => {
    const { id } = await paid()
    const file = fileOf(...around(), charge(id))
    const answers = await Promise.all(Array.from({ length: 10 }, () => upload(file)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const again = await upload(fileOf(charge(id), charge(id), ...around()))
    expect(again.body).toMatchObject({ added: 0, matched: 0, differences: 0, repeated: false })
  })

  test('that contradicts an earlier one, or itself, says so', async () => {
    const { id } = await paid()
    await upload(fileOf(...around(), charge(id)))
    const { body } = await upload(fileOf(...around(), { ...charge(id), gross: '26.00' }))
    expect(await ofReport(body.id)).toMatchObject([
      { kind: 'reported otherwise before', provider_ref: id, provider_pence: 2600 },
    ])
  })

  test('resolves what an earlier one lacked, but nothing that was decided', async () => {
    const [one, two] = [await paid(), await paid()]
    const first = await upload(fileOf(...around()))
    const missing = await ofReport(first.body.id)
    expect(missing.map(({ kind }) => kind)).toEqual(['not at the provider', 'not at the provider'])
    const decided = missing.find(({ provider_ref }) => provider_ref === two.id)
    await decide(decided?.id ?? 0, 'explained')
    await upload(fileOf(charge(one.id), charge(two.id)))
    const at = (state: string) => differences(`report_id=${first.body.id}&tab=${state}`)
    expect(await at('resolved')).toMatchObject([{ provider_ref: one.id }])
    expect(await at('decided')).toMatchObject([{ provider_ref: two.id, decision: 'explained' }])
  })

  test('does not miss what was paid by hand', async () => {
    const { id, member } = await paid()
    const url = `/api/office/payments?q=${member.email}`
    const { body: list } = await shop.site.ask('GET', url, { as: treasurer })
    await shop.callStandIn('/__test/refund-outcome', { status: 'FAILED', captureId: id })
    await office(`/payments/${list.data[0].id}/refunds`, { pence: 700, reason: 'was late' })
    await shop.reconcile()
    expect(shop.faults.splice(0)).toHaveLength(1)
    const payment = await shop.site.ask('GET', `/api/office/payments/${list.data[0].id}`, {
      as: treasurer,
    })
    await office(`/refunds/${payment.body.refunds[0].id}/by-hand`, { note: 'bank transfer' })
    const { body } = await upload(fileOf(...around()))
    expect((await ofReport(body.id)).map(({ ledger_pence }) => ledger_pence)).toEqual([2500])
  })

  test('stores no name, and exports no formula', async () => {
    const { id } = await paid()
    await upload(fileOf(...around(), { ...charge(id), gross: '24.00', type: '=HYPERLINK(1)' }))
    const { rows } = await shop.site.deps.database.pool.query(
      `select t::text as row from provider_transactions t`,
    )
    expect(rows.map(({ row }) => row).join()).not.toContain('=1+1')
    const csv = await shop.site.app.inject({
      url: '/api/office/money-differences',
      headers: { cookie: treasurer.cookie, accept: 'text/csv' },
    })
    expect(csv.body).toContain(id)
    expect(csv.body).not.toMatch(/(^|,)"?[=+@]/m)
    expect(csv.body).toContain(',-')
  })
})

describe('a file that is no report', () => {
  const windows1252 = Buffer.concat([
    Buffer.from(`${HEADINGS}\n`),
    Buffer.from(lineOf1252(), 'latin1'),
  ])
  function lineOf1252() {
    return '"12/01/2027","10:00:00","GMT","René","General Withdrawal","Completed","GBP","-1.00","0.00","-1.00","ABCDEF1","",""'
  }
  test.each([
    ['', 'problems'],
    ['Date,Time\n1,2', 'missing'],
    [HEADINGS, 'problems'],
    [`${HEADINGS}\n"unclosed`, 'problems'],
    [`${HEADINGS}\n1,2`, 'problems'],
    [Buffer.from([0, 1, 2, 3]), 'missing'],
  ])('%j is refused with its %s, and nothing is stored', async (file, why) => {
    const { status, body } = await upload(file)
    expect([status, body.code, Object.keys(body)]).toEqual([
      422,
      'report_unreadable',
      expect.arrayContaining([why]),
    ])
  })

  test('names the lines, and stores none of the others', async () => {
    const { id } = await paid()
    const lines = [charge(id), { ...charge('9ZZ00000000000009'), gross: '-' }]
    const { body } = await upload(fileOf(...lines))
    expect(body.problems).toEqual([{ line: 3, problem: expect.stringContaining('amounts') }])
    expect(await differences(`q=${id}`)).toEqual([])
  })

  test('is read with a mark, in other encodings, with tabs, and refused when it is too large', async () => {
    const { id } = await paid()
    const text = fileOf(...around(), charge(id))
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
    const tabs = text.replaceAll('","', '"\t"')
    for (const file of [`\ufeff${text}`, utf16, tabs, windows1252])
      expect((await upload(file)).status).toBe(201)
    const large = await upload(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))
    expect(large.status).toBe(413)
    const json = await shop.site.ask('POST', '/api/office/provider-reports', {
      as: treasurer,
      body: {},
    })
    expect(json.status).toBe(415)
  })
})

describe('a difference', () => {
  async function open() {
    await paid()
    const { body } = await upload(fileOf(...around()))
    const [found] = await ofReport(body.id)
    if (!found) throw new Error('nothing differs')
    return found.id
  }

  test('is decided once, by a treasurer with a reason, and can be opened again', async () => {
    const id = await open()
    const clerk = await shop.site.staff(['office'])
    expect((await decide(id, 'explained', clerk)).body.code).toBe('not_permitted')
    const both = await Promise.all([decide(id, 'explained'), decide(id, 'written off')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const decided = both.find(({ status }) => status === 200)?.body
    expect(decided).toMatchObject({ state: 'decided', decided_by: treasurer.name })
    expect((await decide(id, null)).body).toMatchObject({ state: 'open', decision: null })
    expect((await decide(id, null)).body.code).toBe('changed_meanwhile')
    expect((await decide(id, 'forgotten')).status).toBe(400)
    expect((await decide(999_999, 'explained')).status).toBe(404)
    const { rows } = await shop.site.deps.database.pool.query(
      'select action from audit_log where subject = $1 order by id',
      [`money difference ${id}`],
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'difference decided',
      'difference opened again',
    ])
  })
})

describe('money of the account that is not the site’s', () => {
  const together = (ids: number[], as = treasurer) =>
    shop.site.ask('POST', '/api/office/money-differences/decisions', {
      as,
      body: { ids, decision: 'explained', reason: 'donations' },
    })
  const otherMoney = async () =>
    (await shop.site.ask('GET', '/api/office/money-differences/other-money', { as: treasurer }))
      .body.data

  test('is summed by kind, and decided together, once', async () => {
    const donations = [1, 2, 3].map((n) => ({
      id: `DONATION0${n}`,
      gross: `${n}0.00`,
      type: 'Subscription Payment',
    }))
    const report = await upload(fileOf(...donations, { id: 'OTHERWISE1', gross: '5.00' }))
    const listed = await ofReport(report.body.id)
    expect(listed.map(({ type }) => type)).toContain('Subscription Payment')
    const kind = (await otherMoney()).find(
      (one: { type: string }) => one.type === 'Subscription Payment',
    )
    expect(kind).toMatchObject({ currency: 'GBP', count: 3, pence: 6_000 })

    const other = await shop.site.staff(['treasurer'])
    const answers = await Promise.all([together(kind.ids), together(kind.ids, other)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({ decided: 3 })
    expect(await otherMoney()).not.toContainEqual(expect.objectContaining({ type: kind.type }))
    const { rows } = await shop.site.deps.database.pool.query(
      `select count(*)::int as entries from audit_log
        where action = 'difference decided' and details->>'reason' = 'donations'`,
    )
    expect(rows).toEqual([{ entries: 3 }])
  })

  test('nothing is decided when one of them is not open, and by nobody but the treasurer', async () => {
    const report = await upload(
      fileOf({ id: 'STAYSOPEN1', gross: '1.00' }, { id: 'STAYSOPEN2', gross: '2.00' }),
    )
    const ids = (await ofReport(report.body.id)).map(({ id }) => id)
    await decide(ids[0] ?? 0, 'explained')
    expect((await together(ids)).body).toMatchObject({ code: 'changed_meanwhile' })
    expect((await differences('tab=open')).map(({ id }) => id)).toContain(ids[1])
    expect((await together(ids, await shop.site.staff(['office']))).status).toBe(403)
  })
})
