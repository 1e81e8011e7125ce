import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundIfCancelled } from '../../../domain/refund-text.ts'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { moneyDay } from '../../../test/app/money-day.ts'
import { sendRefunds } from '../../money/refunds/send-refunds.ts'
import { recordDispute } from './record-dispute.ts'

let shop: CardShop
let money: ReturnType<typeof moneyDay>
let clerk: Awaited<ReturnType<CardShop['site']['staff']>>
beforeAll(async () => {
  shop = await openCardShop()
  money = moneyDay(shop)
  clerk = await shop.site.staff(['office', 'treasurer'])
})
afterAll(async () => {
  expect(await shop.broken()).toEqual([])
  await shop.close()
})

const ACTS = [
  'pay by link',
  'pay, under review',
  'take cash',
  'undo a taking',
  'refund a part',
  'refund what is left',
  'open a dispute',
  'win the dispute',
  'reverse',
  'send refunds',
  'send refunds, which fail',
  'waive',
  'have the host pay a share',
  'move to a cheaper event',
  'move to a dearer event',
  'change the price of the event',
  'cancel',
] as const
type Act = (typeof ACTS)[number]

/** Histories that chance seldom makes. */
const TELLING: Act[][] = [
  ['take cash', 'undo a taking'],
  ['take cash', 'undo a taking', 'take cash', 'move to a dearer event', 'pay by link'],
  ['pay by link', 'refund a part', 'move to a cheaper event', 'cancel'],
  ['pay by link', 'move to a dearer event', 'take cash', 'undo a taking', 'cancel'],
  ['pay by link', 'open a dispute', 'move to a cheaper event', 'win the dispute', 'cancel'],
  ['pay by link', 'refund a part', 'send refunds, which fail', 'refund a part', 'send refunds'],
  ['pay by link', 'reverse', 'take cash', 'refund a part'],
  ['take cash', 'move to a cheaper event', 'cancel'],
  ['have the host pay a share', 'waive'],
]
type Booked = Awaited<ReturnType<typeof money.bookedBy>>

const get = async (path: string) => (await shop.site.ask('GET', path, { as: clerk })).body

/** Does what the act says, or nothing when the site refuses it. */
async function act(booked: Booked, what: Act): Promise<void> {
  const { id } = booked
  const [payment] = await shop.rows(`select p.id, t.id is not null as venue from payments p
    left join venue_takings t on t.payment_id = p.id where p.appointment_id = ${id}
    order by p.created_at desc limit 1`)
  const paymentId = payment?.id
  switch (what) {
    case 'pay by link':
      return pay(booked)
    case 'pay, under review':
      return pay(booked, { name: 'LOCAL-PENDING' })
    case 'take cash': {
      const { due_pence: pence = 2500 } = (await pageOf(booked)).money ?? {}
      await money.post(`/api/office/appointments/${id}/takings`, clerk, {
        pence: Math.max(1, pence),
        how: 'cash',
        taken_by: 'Ann Door',
        taken_at: shop.site.deps.now().toISOString(),
      })
      return
    }
    case 'undo a taking':
      if (payment?.venue)
        await money.post(`/api/office/payments/${paymentId}/undo-taking`, clerk, {
          reason: 'x',
        })
      return
    case 'refund a part':
    case 'refund what is left': {
      if (!paymentId) return
      const { left_pence: left } = await get(`/api/office/payments/${paymentId}`)
      const pence = what === 'refund a part' ? Math.min(300, left) : left
      if (pence > 0)
        await money.post(`/api/office/payments/${paymentId}/refunds`, clerk, { pence, reason: 'x' })
      return
    }
    case 'open a dispute':
    case 'win the dispute': {
      if (!paymentId || payment?.venue) return
      const isWon = what === 'win the dispute'
      await shop.rows(`insert into dispute_events
        (payment_id, dispute_id, webhook_id, kind, outcome, happened_at, received_at)
        values ('${paymentId}', 'PP-${paymentId}', '${crypto.randomUUID()}',
          '${isWon ? 'resolved' : 'opened'}', ${isWon ? "'RESOLVED_SELLER_FAVOUR'" : 'null'}, now(), now())`)
      return
    }
    case 'reverse': {
      if (!paymentId || payment?.venue) return
      const at = shop.site.deps.now()
      const report = { kind: 'reversed', outcome: null, pence: null, happenedAt: at } as const
      const ids = { disputeId: `R-${paymentId}`, webhookId: crypto.randomUUID() }
      const about = { paymentId: String(paymentId), report: { ...report, ...ids } }
      return recordDispute(shop.site.deps, about)
    }
    case 'send refunds':
      return send()
    case 'send refunds, which fail':
      await shop.callStandIn('/__test/refund-outcome', { status: 'FAILED' })
      await send()
      await shop.callStandIn('/__test/reset-faults', {})
      return
    case 'waive':
      await money.post(`/api/office/appointments/${id}/waiver`, clerk, { reason: 'hardship' })
      return
    case 'have the host pay a share':
      return haveHostPay(booked)
    case 'move to a cheaper event':
      return move(booked, 2000)
    case 'move to a dearer event':
      return move(booked, 3100)
    case 'change the price of the event':
      return raisePrice(booked)
    case 'cancel':
      await shop.site.ask('PUT', `/api/office/appointments/${id}/cancel`, {
        as: clerk,
        body: { reason: 'rang us', refund: 'policy' },
      })
  }
}

const send = () => sendRefunds(shop.site.deps, { onFailed: () => undefined })

async function csv(path: string): Promise<Record<string, string>[]> {
  const { body } = await shop.site.app.inject({
    url: path,
    headers: { accept: 'text/csv', cookie: clerk.cookie, 'sec-fetch-site': 'same-origin' },
  })
  return parse(body, { bom: true, columns: true })
}

async function hostOwes(eventId: number): Promise<number> {
  const url = `/api/office/events/${eventId}/host-page/link`
  const { body } = await money.post(url, clerk, { mail_to_host: false })
  const key = /#host=([\w-]{22})$/.exec(body.link)?.[1]
  const page = await shop.site.ask('POST', '/api/host', { body: { key } })
  return page.body.share?.owed_pence ?? 0
}

/** What the treasurer's Today says is to be paid back by hand. */
const owedToday = async () => (await get('/api/office/today')).owed_refunds.pence as number

/** Cancels it, and returns what the mail says of it. */
async function mailOfCancellation({ id, member }: Booked): Promise<string> {
  await shop.site.ask('PUT', `/api/office/appointments/${id}/cancel`, {
    as: clerk,
    body: { reason: 'rang us', refund: 'policy' },
  })
  await shop.mailsTo(member)
  const mail = shop.site.mails.findLast(
    ({ to, subject }) => to === member.email && subject.includes('cancelled'),
  )
  return mail?.text.replace(/\s+/g, ' ') ?? ''
}

/** The event costs so much more, and its host pays that: the member's price stays. */
async function haveHostPay({ id }: Booked): Promise<void> {
  const event = `(select event_id from appointments where id = ${id})`
  await shop.alter(`update events set price_pence = price_pence + 700, host_share_pence = 700
    where id = ${event} and host_share_pence = 0`)
  await shop.alter(`update appointments set host_share_pence = 700 where id = ${id}
    and (select host_share_pence from events where id = ${event}) = 700`)
}

async function raisePrice({ id }: Booked): Promise<void> {
  const [row] = await shop.rows(`select event_id from appointments where id = ${id}`)
  const url = `/api/office/events/${row?.event_id}`
  const event = await get(url)
  const body = { version: event.version, price: event.price + 700 }
  const { status } = await shop.site.ask('PUT', url, { as: clerk, body })
  expect(status).toBe(200)
}

async function pay(booked: Booked, card: { name?: string } = {}): Promise<void> {
  const key = await money.linkOf(clerk, booked)
  if (key !== '') await money.payByLink(key, card).catch(() => undefined)
}

async function move({ id }: Booked, pricePence: number): Promise<void> {
  const { event_id, event_date: date } = await shop.site.event({
    pricePence,
    paymentRequired: true,
  })
  const to = { event_id, date, time: '10:20', reason: 'rang us' }
  const send = (body: object) =>
    shop.site.ask('PUT', `/api/office/appointments/${id}/move`, { as: clerk, body })
  const { body } = await send(to)
  if (body.code === 'other_price') await send({ ...to, difference_pence: body.difference_pence })
}

const pageOf = async ({ member, id }: Booked) =>
  (await get(`/api/office/members/${member.id}`)).appointments.find(
    (one: { appointment_id: number }) => one.appointment_id === id,
  )

/** Counted from the rows alone, apart from the product's rule. */
async function truthOf(id: number) {
  const [row] = await shop.rows(`
    with of_it as (select p.*, (select count(*) from refunds u where u.payment_id = p.id
        and u.reason = 'taking undone') = 0 as stands from payments p
        where ${id} in (p.appointment_id, p.for_appointment_id)),
      back as (select r.* from refunds r join of_it on of_it.id = r.payment_id and of_it.stands)
    select coalesce((select sum(captured_pence) from of_it where stands), 0)::int as paid,
      coalesce((select sum(amount_pence) from back where state = 'done'), 0)::int as done,
      coalesce((select sum(amount_pence) from back where state in ('queued', 'sent')), 0)::int as going,
      coalesce((select sum(l.amount_pence) from ledger_entries l join of_it on of_it.id = l.payment_id
        where l.kind <> 'fee'), 0)::int as ledger,
      (select a.price_pence from appointments a where a.id = ${id}) as price,
      coalesce((select sum(amount_pence) from back where reason = 'reversed'), 0)::int as reversed,
      (select case when a.status = 'booked' then a.host_share_pence else 0 end
        from appointments a where a.id = ${id})::int as host,
      (select a.status = 'booked' and a.payment_status = 'waived'
        from appointments a where a.id = ${id}) as waived,
      (select a.event_id from appointments a where a.id = ${id})::int as event,
      (select a.status = 'booked' and a.payment_status in ('paid', 'not paid')
        from appointments a where a.id = ${id}) as owes`)
  const { paid, done, going, ledger, price, event, owes, reversed, host, waived } = row as Record<
    string,
    number
  >
  const held = Number(paid) - Number(done) - Number(going)
  return {
    paid: Number(paid),
    done: Number(done) - Number(reversed),
    reversed: Number(reversed),
    host: Number(host),
    waived: waived ? Math.max(0, Number(price) - held) : 0,
    going: Number(going),
    held,
    ledger: Number(ledger),
    event: Number(event),
    due: owes ? Math.max(0, Number(price) - held) : 0,
  }
}

test('after any history of money, every page says the same pounds of an appointment as the rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...ACTS), { minLength: 2, maxLength: 7 }),
      async (acts) => {
        const booked = await money.bookedBy(clerk)
        const owedBefore = await owedToday()
        for (const what of acts) await act(booked, what)
        const truth = await truthOf(booked.id)
        expect(truth.done + truth.reversed + truth.going + truth.held).toBe(truth.paid)
        expect(truth.held).toBeGreaterThanOrEqual(0)

        const page = await pageOf(booked)
        const said = page.money
        const underReview = said?.under_review_pence ?? 0
        if (truth.paid === 0 && underReview === 0) expect(said).toBeUndefined()
        else
          expect(said).toMatchObject({
            paid_pence: truth.paid,
            refunded_pence: truth.done,
            on_its_way_pence: truth.going,
            reversed_pence: truth.reversed,
            held_pence: truth.held,
            due_pence: truth.due,
          })
        const portal = await shop.site.ask(
          'GET',
          `/api/appointments/upcoming-appointments/user/${booked.member.id}`,
          { as: booked.member },
        )
        const mine = portal.body.appointments.find(
          (one: { appointment_id: number }) => one.appointment_id === booked.id,
        )
        expect(mine.money).toEqual(said)

        const tab = page.status === 'booked' ? 'booked' : 'cancelled'
        const { data } = await get(`/api/office/events/${truth.event}/attendees?tab=${tab}`)
        expect(data).toMatchObject([{ paid: truth.paid || null, due: truth.due }])

        const { body: list } = await shop.site.ask(
          'GET',
          `/api/office/payments?tab=all&q=${booked.member.email}`,
          { as: clerk },
        )
        const refunded = list.data.reduce(
          (sum: number, one: { refunded_pence: number }) => sum + one.refunded_pence,
          0,
        )
        expect(refunded).toBe(truth.done + truth.going + truth.reversed)

        const statement = await get('/api/office/statements/events?limit=200')
        const row = statement.data.find(
          ({ event_id: id }: { event_id: number }) => id === truth.event,
        )
        const {
          card_pence: byCard = 0,
          venue_pence: cash = 0,
          refunded_pence: back = 0,
        } = row ?? {}
        expect(byCard + cash - back).toBe(truth.ledger)
        expect(byCard + cash).toBe(truth.paid)
        expect(back).toBe(truth.done + truth.reversed)
        expect([row?.waived_pence ?? 0, row?.host_pence ?? 0]).toEqual([truth.waived, truth.host])
        expect(await hostOwes(truth.event)).toBe(truth.host)

        const attendees = await csv(`/api/office/events/${truth.event}/attendees?tab=${tab}`)
        expect(attendees).toMatchObject([
          {
            'Paid (£)': truth.paid ? (truth.paid / 100).toFixed(2) : '',
            'Still to pay (£)': (truth.due / 100).toFixed(2),
          },
        ])
        const payments = await csv(`/api/office/payments?tab=all&raw=1&q=${booked.member.email}`)
        const inFile = payments.reduce((sum, one) => sum + Number(one.refunded_pence), 0)
        expect(inFile).toBe(refunded)

        const byHand = said?.by_hand_pence ?? 0
        expect((await owedToday()) - owedBefore).toBe(byHand)
        if (page.status !== 'booked') return

        const dryRun = await money.post(`/api/office/events/${truth.event}/cancellation`, clerk, {
          dry_run: true,
        })
        expect(dryRun.body.money_pence).toBe(truth.held + underReview)
        const words = refundIfCancelled(mine, shop.site.deps.now())
        const mail = await mailOfCancellation(booked)
        if (words === null) expect(mail).not.toContain('£')
        else expect(mail).toContain(words)
        const after = await truthOf(booked.id)
        const cancelled = (await pageOf(booked)).money
        expect(cancelled?.on_its_way_pence ?? 0).toBe(after.going)
        expect((await owedToday()) - owedBefore).toBe(cancelled?.by_hand_pence ?? 0)
      },
    ),
    { numRuns: 25, examples: TELLING.map((acts) => [acts]) },
  )
}, 240_000)
