import { Agent } from 'node:http'
import { bookOverHttp } from '../test/storms/book-over-http.ts'
import { callOverHttp } from '../test/storms/call-over-http.ts'
import type { Bench } from './bench.ts'
import { openCrowd, waitForMails } from './crowd.ts'
import { type Line, ratioLine } from './line.ts'
import { callsPerSecond, median } from './load.ts'

const ROUNDS = 5
const BOOKINGS = 200
const AT_ONCE = 32

/**
 * Paid bookings as a share of free ones, both over HTTP and durable: order, card and capture.
 * The stand-in answers at once; a real provider takes a second or more.
 */
export async function benchPaidBookings(bench: Bench): Promise<Line[]> {
  const count = (ROUNDS + 1) * BOOKINGS
  const free = await openCrowd(bench, { count })
  const paid = await openCrowd(bench, { count, pricePence: 2500 })
  const port = Number(new URL(bench.siteUrl).port)
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

  const book = async () => {
    const { user, eventId, time } = free.next()
    const { status } = await bookOverHttp({ agent, port, cookie: user.cookie }, { eventId, time })
    if (status !== 201) throw new Error(`a booking was answered ${status}`)
  }
  const pay = async () => {
    const { user, eventId, time } = paid.next()
    const caller = { agent, port, cookie: user.cookie }
    const cart = [{ description: 'any', amount: '25.00', shippingPreference: 'NO_SHIPPING' }]
    const body = { cart, booking: { eventId, appointmentStartTime: time } }
    const order = await callOverHttp(caller, { method: 'POST', path: '/api/payments/orders', body })
    await approve(port + 1, order.body?.id)
    const path = `/api/payments/orders/${order.body?.id}/capture`
    const captured = await callOverHttp(caller, { method: 'POST', path, body: {} })
    const state = captured.body?.payment?.state
    if (state !== 'finalised') throw new Error(`a payment ended ${captured.status} ${state}`)
  }

  const ratios: number[] = []
  const speeds: number[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const peer = await callsPerSecond(BOOKINGS, AT_ONCE, book)
    await waitForMails(free.database)
    const ours = await callsPerSecond(BOOKINGS, AT_ONCE, pay)
    await waitForMails(paid.database)
    if (round === 0) continue
    ratios.push(ours / peer)
    speeds.push(ours)
  }
  agent.destroy()
  await free.database.close()
  await paid.database.close()
  const seen = `${Math.round(median(speeds))}/s, the stand-in of the provider included`
  return [
    ratioLine({ what: 'paid booking, of a free one', ratio: median(ratios), budget: 0.1, seen }),
  ]
}

async function approve(port: number, orderId: unknown): Promise<void> {
  const card = { name: 'A Man', number: '4012888888881881', expiry: '12/40', cvv: '123' }
  const answer = await fetch(`http://127.0.0.1:${port}/__test/approve`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ orderId, card }),
  })
  if (!answer.ok) throw new Error(`the card was answered ${answer.status}`)
}
