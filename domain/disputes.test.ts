import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type DisputeEvent, disputeStateOf, stopsRefunds } from './disputes.ts'

const at = (minute: number) => new Date(Date.UTC(2027, 0, 1, 10, minute))
const opened: DisputeEvent = { disputeId: 'D1', kind: 'opened', outcome: null, happenedAt: at(0) }
const updated: DisputeEvent = { ...opened, kind: 'updated', happenedAt: at(1) }
const resolved = (outcome: string | null): DisputeEvent => ({
  ...opened,
  kind: 'resolved',
  outcome,
  happenedAt: at(2),
})
const reversed: DisputeEvent = { ...opened, disputeId: 'R1', kind: 'reversed', happenedAt: at(3) }

test.each([
  ['none', []],
  ['open', [opened]],
  ['open', [opened, updated]],
  ['won', [opened, updated, resolved('RESOLVED_SELLER_FAVOUR')]],
  ['won', [opened, resolved('CANCELED_BY_BUYER')]],
  ['lost', [opened, resolved('RESOLVED_BUYER_FAVOUR')]],
  ['lost', [opened, resolved(null)]],
  ['reversed', [opened, resolved('RESOLVED_BUYER_FAVOUR'), reversed]],
  ['open', [resolved('RESOLVED_SELLER_FAVOUR'), { ...opened, disputeId: 'D2' }]],
  ['open', [resolved('RESOLVED_SELLER_FAVOUR'), { ...updated, happenedAt: at(9) }]],
] as const)('%s, whatever the order and however often the provider reports it', (state, events) => {
  const orders = fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length })
  fc.assert(
    fc.property(orders, (order) => {
      expect(disputeStateOf(order)).toBe(state)
    }),
  )
  expect(stopsRefunds(state)).toBe(state === 'open' || state === 'lost')
})

test('an opening that arrives after the decision, with no time of its own, reopens nothing', () => {
  const late = { ...opened, happenedAt: at(30) }
  expect(disputeStateOf([resolved('RESOLVED_SELLER_FAVOUR'), late])).toBe('won')
})
