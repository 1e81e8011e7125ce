import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../app/seeded.ts'
import { type Called, type Caller, callOverHttp, freeTimesIn } from './call-over-http.ts'

/** The last response to the member; 'gone' when the browser was closed before it. */
export type Told = 'booked' | 'refunded' | 'pending' | 'refused' | 'gone'

export type Till = {
  caller: Caller
  cards: string
  eventId: number
  times: string[]
  random: Random
  answered: () => void
}

const GOOD = { name: 'A Man', number: '4012888888881881', expiry: '12/40', cvv: '123' }
/** Names that the stand-in declines, as PayPal's sandbox does, or leaves pending. */
const NAMES = [
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
export async function payOverHttp(till: Till): Promise<Told> {
  const { random } = till
  let times = till.times
  for (let tries = 0; tries < TRIES && times.length > 0; tries++) {
    const [time, key] = [random.pick(times), randomUUID()]
    const order = await askUntilTold(till, () => makeOrder(till, time, key))
    if (!order) return 'gone'
    if (order.body?.code === 'slot_taken') {
      times = freeTimesIn(order.body)
      continue
    }
    if (order.status !== 201) {
      if (order.body?.code !== 'payment_under_way') return 'refused'
      await wait(200)
      continue
    }
    if (random.below(20) === 0) return 'gone'
    const name = random.below(4) === 0 ? random.pick(NAMES) : GOOD.name
    if (!(await approve(till, order.body.id, name))) return 'gone'
    if (random.below(12) === 0) return 'gone'
    const told = await capture(till, order.body.id)
    if (told === 'gone' || told === 'pending') return told
    if (told.body?.code === 'slot_taken') {
      times = freeTimesIn(told.body)
      continue
    }
    const state = told.body?.payment?.state
    if (state === 'finalised') return 'booked'
    if (state === 'refunded') return 'refunded'
  }
  return 'refused'
}

type Ask = () => Promise<Called>

function makeOrder({ caller, eventId }: Till, time: string, key: string): Promise<Called> {
  const cart = [{ description: 'x', amount: '0.01', shippingPreference: 'NO_SHIPPING' }]
  const booking = { eventId, appointmentStartTime: time }
  const path = '/api/payments/orders'
  return callOverHttp(caller, { method: 'POST', path, body: { cart, booking }, key })
}

async function approve({ cards }: Till, orderId: string, name: string): Promise<boolean> {
  const answer = await fetch(`${cards}/__test/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderId, card: { ...GOOD, name } }),
  }).catch(() => null)
  return answer?.ok ?? false
}

/** Captures the payment and, without a response, asks for its state. */
async function capture(till: Till, orderId: string): Promise<Called | 'gone' | 'pending'> {
  const { caller, random } = till
  const path = `/api/payments/orders/${orderId}/capture`
  const press = () => callOverHttp(caller, { method: 'POST', path, body: {} })
  const clicks = random.below(5) === 0 ? [press(), press()] : [press()]
  if (random.below(12) === 0) return 'gone'
  const [first] = await Promise.all(clicks)
  const told = first && isTold(first) ? first : await askUntilTold(till, press)
  if (!told) return 'gone'
  return told.body?.payment?.state === 'pending review' ? 'pending' : told
}

async function askUntilTold({ random, answered }: Till, ask: Ask): Promise<Called | null> {
  for (let n = 0; n < REPEATS; n++) {
    const told = await ask()
    if (isTold(told)) {
      answered()
      return told
    }
    if (random.below(100) === 0) return null
    await wait(100 + random.below(200))
  }
  return null
}

function isTold({ status }: Called): boolean {
  return status >= 200 && status < 500 && status !== 202
}
