import { expect, test } from 'vitest'
import { recordOf } from './record-of.ts'

test('a record is one, part of another, or erased whatever it was part of', () => {
  expect(recordOf({ mergedInto: null, erasedAt: null })).toEqual({ state: 'one' })
  expect(recordOf({ mergedInto: 1002, erasedAt: null })).toEqual({ state: 'merged', keptId: 1002 })
  const erasedAt = new Date('2027-01-12T09:00:00Z')
  for (const mergedInto of [null, 1002])
    expect(recordOf({ mergedInto, erasedAt })).toEqual({ state: 'erased' })
})
