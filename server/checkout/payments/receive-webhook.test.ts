import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type CardShop, openCardShop } from '../../../test/app/card-shop.ts'
import { receiveWebhook } from './receive-webhook.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
  await shop.holdEvents()
})
afterAll(() => shop.close())
afterEach(async () => expect(await shop.broken()).toEqual([]))

test.each(['dispute', 'refund'])('a %s that names no payment changes none', async (kind) => {
  const { member, event } = await shop.memberAndEvent()
  await shop.pay(member, event)
  const id = `WH-${kind}`
  await receiveWebhook(shop.site.deps, {
    id,
    event_type: 'SOMETHING.NEW',
    resource_type: kind,
    resource: { id: 'PP-R-1', links: [{ rel: 'self', href: 'https://example.org/captures/1' }] },
  })
  expect(await shop.rows(`select handled_at from webhook_events where id = '${id}'`)).toHaveLength(
    1,
  )
  expect(await shop.work()).toBe(0)
})

test.each([true, false])('a refund finds its payment (by our id: %s)', async (isByOurId) => {
  const { member, event } = await shop.memberAndEvent()
  const { orderId, body } = await shop.pay(member, event)
  const captureId = body.purchase_units[0].payments.captures[0].id
  const refund = await shop.callProvider('POST', `/v2/payments/captures/${captureId}/refund`, {})
  const [row] = await shop.rows(`select id from payments where order_id = '${orderId}'`)
  const links = [{ rel: 'up', href: `https://example.org/v2/payments/captures/${captureId}` }]
  const names = isByOurId ? { custom_id: String(row?.id) } : { links }
  const id = `WH-${refund.id}`
  await receiveWebhook(shop.site.deps, {
    id,
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    resource_type: 'refund',
    resource: { id: refund.id, ...names },
  })
  expect(await shop.work()).toBe(1)
  expect((await shop.payment(member, orderId)).state).toBe('refunded')
})
