// Shows what the payment's row lock prevents by removing it, here only, with mocks.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { CardShop } from '../../test/app/card-shop.ts'

const FINALISERS = 8

async function loadReplaceable() {
  vi.resetModules()
  vi.doMock('./payments.queries.ts', async (original) => {
    const real = await original<typeof import('./payments.queries.ts')>()
    return { ...real, lockPayment: vi.fn(real.lockPayment), acquireLease: vi.fn(real.acquireLease) }
  })
  const { openCardShop } = await import('../../test/app/card-shop.ts')
  const { finalisePayment } = await import('./finalise-payment.ts')
  return { openCardShop, finalisePayment, ...(await import('./payments.queries.ts')) }
}

let the: Awaited<ReturnType<typeof loadReplaceable>>
let shop: CardShop
beforeAll(async () => {
  the = await loadReplaceable()
  shop = await the.openCardShop()
  await shop.holdEvents()
})
afterAll(async () => {
  await shop.close()
  vi.doUnmock('./payments.queries.ts')
  vi.resetModules()
})
afterEach(() => {
  vi.mocked(the.lockPayment).mockReset()
  vi.mocked(the.acquireLease).mockReset()
})

async function paid() {
  const { man, event } = await shop.manAndEvent()
  await shop.alter('alter table appointments add constraint no_booking check (false) not valid')
  const { orderId } = await shop.pay(man, event)
  await shop.alter('alter table appointments drop constraint no_booking')
  const [row] = await shop.rows(`select id, state from payments where order_id = '${orderId}'`)
  expect(row?.state).toBe('paid')
  return { man, orderId, id: String(row?.id) }
}
const finaliseAtOnce = (id: string) =>
  Promise.all(Array.from({ length: FINALISERS }, () => the.finalisePayment(shop.site.deps, id)))

test('with it, a burst of finalisers leaves one booking, one mail and no refund', async () => {
  for (let n = 0; n < 5; n++) {
    const { man, orderId, id } = await paid()
    await finaliseAtOnce(id)
    expect(await shop.payment(man, orderId)).toMatchObject({ state: 'finalised', refund: null })
    expect(await shop.mailsTo(man)).toHaveLength(1)
  }
  expect(await shop.broken()).toEqual([])
})

test('without it, the same money is booked and refunded', async () => {
  vi.mocked(the.lockPayment).mockImplementation(the.findPayment)
  vi.mocked(the.acquireLease).mockResolvedValue(true)
  const { id } = await paid()
  await finaliseAtOnce(id)
  expect((await shop.broken()).join()).toContain('a booked payment is not refunded')
})
