import { expect, test } from 'vitest'
import { RepeatGuard } from './repeat-guard.ts'

test('the same code within 3 seconds is a repeat, another one is not', () => {
  const guard = new RepeatGuard()
  const taken = [
    ['A', 0],
    ['A', 2_999],
    ['A', 3_000],
    ['B', 3_001],
    ['A', 3_002],
  ] as const
  expect(taken.map(([text, at]) => guard.isRepeat(text, at))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
})
