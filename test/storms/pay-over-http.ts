import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../app/seeded.ts'
import { type Answer, type Caller, callOverHttp, freeTimesIn } from './call-over-http.ts'

/** The last response to the member; 'none' when the browser was closed before it. */
export type PaymentOutcome = 'booked' | 'refunded' | 'pending' | 'refused' | 'none'

export type Payer = {
  caller: Caller
  cards: string
  eventId: number
  times: string[]
  random: Random
  answered: () => void
}

const GOOD_CARD = { name: 'A Man', number: '4012888888881881', expiry: '12/40', cvv: '123' }
/** Names that the stand-in declines, as PayPal's sandbox does, or leaves pending. */
const FAULTY_NAMES = [
  'CCREJECT-REFUSED',
  'LOCAL-422-INSTRUMENT_DECLINED',
  'LOCAL-TIMEOUT',
  'LOCAL-PENDING',
]
const TRIES = 6
/** Retries, with a pause, before the member gives up. */
const REPEATS = 40

/**
 * Pays for a place as a browser would, with faults: a declined card, a double press, a lost
 * response and a retry, a closed browser at any step, a taken slot and another choice.
 */
export async function payOverHttp(payer: Payer): Promise<PaymentOutcome> {
  const { random } = payer
  let times = payer.times
  for (let tries = 0; tries < TRIES && times.length > 0; tries++) {
    const [time, key] = [random.pick(times), randomUUID()]
    const order = await askUntilFinal(payer, () => makeOrder(payer, time, key))
    if (!order) return 'none'
    if (order.body?.code === 'slot_taken') {
      times = freeTimesIn(order.body)
      continue
    }
    if (order.status !== 201) {
      if (order.body?.code !== 'payment_under_way') return 'refused'
      await wait(200)
      continue
    }
    if (random.below(20) === 0) return 'none'
    const name = random.below(4) === 0 ? random.pick(FAULTY_NAMES) : GOOD_CARD.name
    if (!(await approve(payer, order.body.id, name))) return 'none'
    if (random.below(12) === 0) return 'none'
    const answer = await capture(payer, order.body.id)
    if (answer === 'none' || answer === 'pending') return answer
    if (answer.body?.code === 'slot_taken') {
      times = freeTimesIn(answer.body)
      continue
    }
    const state = answer.body?.payment?.state
    if (state === 'finalised') return 'booked'
    if (state === 'refunded') return 'refunded'
  }
  return 'refused'
}

type Send = () => Promise<Answer>

function makeOrder({ caller, eventId }: Payer, time: string, key: string): Promise<Answer> {
  const cart = [{ description: 'x', amount: '0.01', shippingPreference: 'NO_SHIPPING' }]
  const booking = { eventId, appointmentStartTime: time }
  const path = '/api/payments/orders'
  return callOverHttp(caller, { method: 'POST', path, body: { cart, booking }, key })
}

async function approve({ cards }: Payer, orderId: string, name: string): Promise<boolean> {
  const answer = await fetch(`${cards}/__test/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderId, card: { ...GOOD_CARD, name } }),
  }).catch(() => null)
  return answer?.ok ?? false
}

/** Captures the payment and, without a response, asks for its state. */
async function capture(payer: Payer, orderId: string): Promise<Answer | 'none' | 'pending'> {
  const { caller, random } = payer
  const path = `/api/payments/orders/${orderId}/capture`
  const press = () => callOverHttp(caller, { method: 'POST', path, body: {} })
  const clicks = random.below(5) === 0 ? [press(), press()] : [press()]
  if (random.below(12) === 0) return 'none'
  const [first] = await Promise.all(clicks)
  const answer = first && isFinal(first) ? first : await askUntilFinal(payer, press)
  if (!answer) return 'none'
  return answer.body?.payment?.state === 'pending review' ? 'pending' : answer
}

async function askUntilFinal({ random, answered }: Payer, ask: Send): Promise<Answer | null> {
  for (let n = 0; n < REPEATS; n++) {
    const answer = await ask()
    if (isFinal(answer)) {
      answered()
      return answer
    }
    if (random.below(100) === 0) return null
    await wait(100 + random.below(200))
  }
  return null
}

function isFinal({ status }: Answer): boolean {
  return status >= 200 && status < 500 && status !== 202
}
