// The real app with the payment provider's stand-in behind it, both over HTTP.
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect } from 'vitest'
import type { CharityEvent } from '../../domain/contract.ts'
import type { Payment } from '../../domain/payment-schemas.ts'
import type { PaymentSource } from '../../domain/payment-source.ts'
import { processWebhook } from '../../server/checkout/payments/receive-webhook.ts'
import { reconcilePayments } from '../../server/checkout/payments/reconcile-payments.ts'
import type { Settings } from '../../server/deps.ts'
import { openPayPal } from '../../server/money/paypal/paypal.ts'
import { PAYPAL_STANDIN, startPayPal } from '../../standins/paypal.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import { until } from '../until.ts'
import { countUnsentMails, putBackWebhookJobs, takeWebhookJobs } from './test-app.queries.ts'
import { openTestApp, type TestMember } from './test-app.ts'

export type CardShop = Awaited<ReturnType<typeof openCardShop>>
export type Card = { name?: string; number?: string }

const GOOD = '4012888888881881'

export type StandInLedger = {
  captures: {
    id: string
    orderId: string
    customId: string
    status: string
    pence: number
    refundedPence: number
  }[]
  refunds: { id: string; captureId: string; status: string; pence: number }[]
}

/** Opens app and stand-in; with `isAlways` each payment needs the bank's verification. */
export async function openCardShop({
  isAlways = false,
  settings = {},
  now,
}: {
  isAlways?: boolean
  settings?: Partial<Settings>
  /** Where the site's clock stands at first. */
  now?: Date
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'cards-'))
  const webhookServer = createServer()
  await new Promise<void>((done) => webhookServer.listen(0, '127.0.0.1', done))
  const webhookUrl = `http://127.0.0.1:${(webhookServer.address() as AddressInfo).port}/api/payments/webhook`
  const standIn = await startPayPal({
    port: 0,
    folder,
    ...PAYPAL_STANDIN,
    webhookUrl,
    appOrigin: 'http://localhost:3000',
  })
  const account = { ...PAYPAL_STANDIN, apiUrl: standIn.url, isAlways }
  const site = await openTestApp({ paypal: openPayPal(account), settings, ...(now && { now }) })
  let isOnlyRecorded = false
  const webhooks: { headers: Record<string, string>; body: string }[] = []
  webhookServer.on('request', async (request, response) => {
    const payload = await buffer(request)
    const headers = request.headers as Record<string, string>
    webhooks.push({ headers, body: payload.toString() })
    if (isOnlyRecorded) return void response.writeHead(200).end()
    const { statusCode, body } = await site.app.inject({
      method: 'POST',
      url: request.url ?? '/',
      headers,
      payload,
    })
    response.writeHead(statusCode).end(body)
  })
  const faults: Error[] = []

  return {
    site,
    standIn,
    /** Webhooks that the stand-in sent, oldest first. */
    webhooks,
    faults,
    reconcile: () => reconcilePayments(site.deps, { onError: (error) => faults.push(error) }),

    /** A paid event of 2500 pence and a member who consented to it. */
    async memberAndEvent(wanted: Partial<Parameters<typeof site.event>[0]> = {}) {
      const event = await site.event({ pricePence: 2500, paymentRequired: true, ...wanted })
      return { event, member: await this.consentingMember(event) }
    },
    async consentingMember(event: CharityEvent): Promise<TestMember> {
      const member = await site.member()
      await site.consent(member, event)
      return member
    },

    order: (member: TestMember, event: CharityEvent, time = '10:00', source?: PaymentSource) =>
      site.ask('POST', '/api/payments/orders', {
        as: member,
        body: { ...cartFor(event, time), ...(source && { source }) },
      }),
    capture: (member: TestMember, orderId: string) =>
      site.ask('POST', `/api/payments/orders/${orderId}/capture`, { as: member, body: {} }),
    async payment(member: TestMember, orderId: string): Promise<Payment> {
      const { body } = await site.ask('GET', `/api/payments/orders/${orderId}`, { as: member })
      return body.payment
    },

    approve: (orderId: string, { name = 'A Man', number = GOOD }: Card = {}) =>
      callStandIn('/__test/approve', {
        orderId,
        card: { name, number, expiry: '12/40', cvv: '123' },
      }),
    approveByPayPal: (orderId: string, trigger = '') =>
      callStandIn('/__test/approve', { orderId, payPal: { trigger } }),
    async pay(member: TestMember, event: CharityEvent, { card = {}, time = '10:00' } = {}) {
      const { body } = await this.order(member, event, time)
      await this.approve(body.id, card)
      const answer = await this.capture(member, body.id)
      return { orderId: body.id as string, ...answer }
    },

    /** A new member's order that is approved and not captured. */
    async approvedOrder() {
      const { member, event } = await this.memberAndEvent()
      const { body } = await this.order(member, event)
      await this.approve(body.id)
      return { member, event, orderId: body.id as string }
    },

    callStandIn,
    ledger,
    async moneyOf(orderId: string) {
      const { captures, refunds } = await ledger()
      const taken = captures.filter((capture) => capture.orderId === orderId)
      const isOfThese = (id: string) => taken.some((capture) => capture.id === id)
      return { taken, back: refunds.filter(({ captureId }) => isOfThese(captureId)) }
    },

    async callProvider(method: 'POST' | 'PATCH', path: string, body?: object) {
      const answer = await fetch(standIn.url + path, {
        method,
        headers: {
          authorization: `Bearer ${await accessToken()}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
      return text === '' ? null : JSON.parse(text)
    },
    /** Holds webhooks back until they are delivered. */
    holdEvents: () => callStandIn('/__test/webhooks', { mode: 'hold' }),
    /** Delivers the held webhooks; they are recorded and do not reach the site. */
    async recordEvents() {
      isOnlyRecorded = true
      await callStandIn('/__test/webhooks/deliver', {})
      isOnlyRecorded = false
    },
    deliverEvents: ({ reverse = false } = {}) =>
      callStandIn('/__test/webhooks/deliver', { reverse }),
    /** Runs the queued webhook jobs as the site's worker does; returns how many there were. */
    async work(): Promise<number> {
      const { db } = site.deps.database
      const jobs = await takeWebhookJobs(db)
      const failed: string[] = []
      const settle = ({ id, data }: (typeof jobs)[number]) =>
        processWebhook(site.deps, data).catch(() => void failed.push(id))
      await Promise.all(jobs.map(settle))
      await putBackWebhookJobs(db, failed)
      return jobs.length
    },

    async rows(query: string): Promise<Record<string, unknown>[]> {
      return (await site.deps.database.db.execute(query)).rows
    },
    async alter(statement: string): Promise<void> {
      await site.owner.execute(statement)
    },
    broken: () => brokenInvariants(site.deps.database.db, site.deps.now()),
    async reconcileAfter(ms: number): Promise<void> {
      this.moveBy(ms)
      await this.reconcile()
    },
    moveBy: (ms: number) => site.moveTo(new Date(site.deps.now().getTime() + ms)),
    async mailsTo(member: TestMember): Promise<string[]> {
      const unsent = () => countUnsentMails(site.deps.database.db)
      await until(async () => expect(await unsent()).toBe(0))
      return site.mails.filter(({ to }) => to === member.email).map(({ subject }) => subject)
    },

    async close() {
      await standIn.stop()
      webhookServer.closeAllConnections()
      await new Promise((done) => webhookServer.close(done))
      await site.close()
      await rm(folder, { recursive: true, force: true })
    },
  }

  async function ledger(): Promise<StandInLedger> {
    return (await fetch(`${standIn.url}/__test/ledger`)).json() as Promise<StandInLedger>
  }

  async function accessToken(): Promise<string> {
    const { clientId, secret } = PAYPAL_STANDIN
    const answer = await fetch(`${standIn.url}/v1/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }

  async function callStandIn(path: string, body: unknown): Promise<unknown> {
    const answer = await fetch(standIn.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
}

export function cartFor(event: CharityEvent, time: string) {
  const item = { description: 'any', amount: '0.01', shippingPreference: 'NO_SHIPPING' }
  return { cart: [item], booking: { eventId: event.event_id, appointmentStartTime: time } }
}
