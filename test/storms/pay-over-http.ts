import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '../app/seeded.ts'
import { type Called, type Caller, callOverHttp, freeTimesIn } from './call-over-http.ts'

/** What a man was told in the end; 'gone' when his browser was closed before anybody could tell him. */
export type Told = 'booked' | 'refunded' | 'pending' | 'refused' | 'gone'

/** Where a man pays, and how his luck is drawn. */
export type Till = {
  caller: Caller
  /** The provider's stand-in, where his card fields would be. */
  cards: string
  eventId: number
  times: string[]
  random: Random
  /** Called for each answer that he gets. */
  answered: () => void
}

const GOOD = { name: 'A Man', number: '4012888888881881', expiry: '12/40', cvv: '123' }
/** Names that the stand-in declines, as PayPal's sandbox does, or looks at for a while. */
const NAMES = [
  'CCREJECT-REFUSED',
  'LOCAL-422-INSTRUMENT_DECLINED',
  'LOCAL-TIMEOUT',
  'LOCAL-PENDING',
]
const TRIES = 6
/** He asks again when no answer comes, with a pause, then gives up. */
const REPEATS = 40

/**
 * A man pays for a place as his browser would, with bad luck of every kind: his card is declined at
 * first, he presses twice, his answer gets lost and he asks again, he closes the browser at any step,
 * his time is taken and he chooses another.
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
    // Declined, or over: he tries another card.
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

/** Asks for the money and, when no answer comes, how it stands. */
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
