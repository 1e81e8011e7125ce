// Shows what the payment's row lock prevents by removing it, here only, with mocks.
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { CardShop } from '../../../test/app/card-shop.ts'

const FINALISERS = 8

const ROWS = '../../money/ledger/payment-row.queries.ts'

async function loadReplaceable() {
  vi.resetModules()
  vi.doMock(ROWS, async (original) => {
    const real = await original<typeof import('../../money/ledger/payment-row.queries.ts')>()
    const { lockPayment, acquireLease } = real
    return { ...real, lockPayment: vi.fn(lockPayment), acquireLease: vi.fn(acquireLease) }
  })
  const { openCardShop } = await import('../../../test/app/card-shop.ts')
  const { settlePayment } = await import('./settle-payment.ts')
  const rows = await import('../../money/ledger/payment-row.queries.ts')
  return { ...rows, openCardShop, settlePayment }
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
  vi.doUnmock(ROWS)
  vi.resetModules()
})
afterEach(() => {
  vi.mocked(the.lockPayment).mockReset()
  vi.mocked(the.acquireLease).mockReset()
})

async function paid() {
  const { member, event } = await shop.memberAndEvent()
  await shop.alter('alter table appointments add constraint no_booking check (false) not valid')
  const { orderId } = await shop.pay(member, event)
  await shop.alter('alter table appointments drop constraint no_booking')
  const [row] = await shop.rows(`select id, state from payments where order_id = '${orderId}'`)
  expect(row?.state).toBe('paid')
  return { member, orderId, id: String(row?.id) }
}
/** Without the lease, so that only the row lock is left. */
async function finaliseAtOnce(id: string) {
  vi.mocked(the.acquireLease).mockImplementation((q, lease) => the.findPayment(q, lease.id))
  const settle = () => the.settlePayment(shop.site.deps, id, 'sweep')
  const ended = await Promise.allSettled(Array.from({ length: FINALISERS }, settle))
  return ended.filter(({ status }) => status === 'rejected')
}

test('with the lock, a burst of finalisers leaves one booking, one mail and no refund', async () => {
  for (let n = 0; n < 5; n++) {
    const { member, orderId, id } = await paid()
    expect(await finaliseAtOnce(id)).toEqual([])
    expect(await shop.payment(member, orderId)).toMatchObject({ state: 'finalised', refund: null })
    expect(await shop.mailsTo(member)).toHaveLength(1)
  }
  expect(await shop.broken()).toEqual([])
})

// Whether the finalisers meet is a matter of timing.
test('without the lock, the same payment is booked and refunded', { retry: 20 }, async () => {
  vi.mocked(the.lockPayment).mockImplementation(the.findPayment)
  const { id } = await paid()
  // The database may refuse a second refund of the payment.
  await finaliseAtOnce(id)
  expect((await shop.broken()).join()).toContain('a booked payment is not refunded')
})
