import { describe, expect, test } from 'vitest'
import type { DayAction } from './day-schemas.ts'
import { standingVenuePayments, takingsAfter } from './day-venue-payments.ts'

const base = { device: 'door', sequence: 1, at: '2027-01-26T10:00:00Z', appointment_id: 7 }
const taking: DayAction = { ...base, id: 'one', type: 'taking', how: 'cash', pence: 1500 }
const undo: DayAction = { ...base, id: 'two', type: 'undo', undoes: 'one', reason: 'wrong man' }
const nobody = { to_pay_pence: 1500 }

describe('money that waits on a tablet without a network', () => {
  test('is no longer to pay', () => {
    const { takings, toPayPence } = takingsAfter(nobody, [taking])
    expect([toPayPence, takings.length]).toEqual([0, 1])
    expect(standingVenuePayments({ takings })).toHaveLength(1)
  })

  test('is to pay again once it is taken back there, and stays visible', () => {
    const { takings, toPayPence } = takingsAfter(nobody, [taking, undo])
    expect(toPayPence).toBe(1500)
    expect(takings).toMatchObject([{ id: 'one', undone: { at: undo.at } }])
    expect(standingVenuePayments({ takings })).toEqual([])
  })

  test('is taken back once, though the server knew of it first', () => {
    const known = takingsAfter(nobody, [taking])
    const person = { to_pay_pence: 0, takings: known.takings }
    expect(takingsAfter(person, [taking, undo, { ...undo, id: 'three' }]).toPayPence).toBe(1500)
  })
})
