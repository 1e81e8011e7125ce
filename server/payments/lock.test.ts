// Shows what the payment's row lock prevents by removing it, here only, with mocks.
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { CardShop } from '../../test/app/card-shop.ts'

const FINALISERS = 8

const ROWS = '../ledger/payment-row.queries.ts'
const LEASES = './payments.queries.ts'
const AT_ONCE = './settle-payment.queries.ts'

async function loadReplaceable() {
  vi.resetModules()
  vi.doMock(ROWS, async (original) => {
    const real = await original<typeof import('../ledger/payment-row.queries.ts')>()
    return { ...real, lockPayment: vi.fn(real.lockPayment) }
  })
  vi.doMock(LEASES, async (original) => {
    const real = await original<typeof import('./payments.queries.ts')>()
    return { ...real, acquireLease: vi.fn(real.acquireLease) }
  })
  vi.doMock(AT_ONCE, async (original) => {
    const real = await original<typeof import('./settle-payment.queries.ts')>()
    return { ...real, lockPaid: vi.fn(real.lockPaid) }
  })
  const { openCardShop } = await import('../../test/app/card-shop.ts')
  const { settlePayment } = await import('./settle-payment.ts')
  const { lockPayment, findPayment } = await import('../ledger/payment-row.queries.ts')
  const { acquireLease } = await import('./payments.queries.ts')
  const { lockPaid, moveToFinalised } = await import('./settle-payment.queries.ts')
  const rows = { lockPayment, findPayment, lockPaid, moveToFinalised }
  return { openCardShop, settlePayment, acquireLease, ...rows }
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
  vi.doUnmock(LEASES)
  vi.doUnmock(AT_ONCE)
  vi.resetModules()
})
afterEach(() => {
  vi.mocked(the.lockPayment).mockReset()
  vi.mocked(the.acquireLease).mockReset()
  vi.mocked(the.lockPaid).mockReset()
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

/** As when the booking in one round trip is refused. */
function refuseAtOnce() {
  vi.mocked(the.lockPaid).mockImplementation((q) =>
    the.moveToFinalised(q, { id: randomUUID(), appointmentId: 0, now: new Date() }),
  )
}

test.each([
  ['at once', () => undefined],
  ['step by step', refuseAtOnce],
])(
  'with the lock, a burst of finalisers leaves one booking, one mail and no refund, %s',
  async (_, prepare) => {
    prepare()
    for (let n = 0; n < 5; n++) {
      const { member, orderId, id } = await paid()
      expect(await finaliseAtOnce(id)).toEqual([])
      expect(await shop.payment(member, orderId)).toMatchObject({
        state: 'finalised',
        refund: null,
      })
      expect(await shop.mailsTo(member)).toHaveLength(1)
    }
    expect(await shop.broken()).toEqual([])
  },
)

// Whether the finalisers meet is a matter of timing.
test('without the lock, the same payment is booked and refunded', { retry: 20 }, async () => {
  refuseAtOnce()
  vi.mocked(the.lockPayment).mockImplementation(the.findPayment)
  const { id } = await paid()
  // The database may refuse a second refund of the payment.
  await finaliseAtOnce(id)
  expect((await shop.broken()).join()).toContain('a booked payment is not refunded')
})
