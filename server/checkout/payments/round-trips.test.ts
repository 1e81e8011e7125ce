import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CardShop, cartFor, openCardShop } from '../../../test/app/card-shop.ts'
import { countRoundTrips } from '../../../test/database/round-trips.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../deps.ts'
import { type Database, openDatabase } from '../../platform/db/database.ts'

let shop: CardShop
/** Only the counted app uses this database's connections. */
let database: Database
let counter: ReturnType<typeof countRoundTrips>
let app: App
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
  database = openDatabase(shop.site.databaseUrl, { max: 2 })
  counter = countRoundTrips(database.pool)
  app = await buildApp({ ...shop.site.deps, database }, { servePages: async () => undefined })
})
afterAll(async () => {
  await app.close()
  await database.close()
  await shop.close()
})

async function send(url: string, { cookie }: { cookie: string }, payload: object) {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  counter.reset()
  const { statusCode, body } = await app.inject({ method: 'POST', url, headers, payload })
  const cost = counter.cost()
  expect(statusCode).toBe(201)
  return { cost, body: JSON.parse(body) }
}

// The first round trip reads the member's row.
test('an order stores the payment once and its order once; a capture commits five times', async () => {
  const { member, event } = await shop.memberAndEvent()
  const order = await send('/api/payments/orders', member, cartFor(event, '10:00'))
  expect(order.cost).toEqual({ roundTrips: 13, durableCommits: 2 })
  await shop.approve(order.body.id)
  const url = `/api/payments/orders/${order.body.id}/capture`
  const capture = await send(url, member, {})
  expect(capture.body.payment.state).toBe('finalised')
  // The lease, 'capturing', the money, the booking, the lease's end.
  expect(capture.cost).toEqual({ roundTrips: 41, durableCommits: 5 })
})
