import { expect, test } from 'vitest'
import { LOOP_KINDS, LOOP_RULES } from './care-loops.ts'
import { STAGE_KINDS } from './sheet-stages.ts'

test('each task that keeps a failsafe sheet open is counted at one stage, and no other is', () => {
  const counted = Object.values(STAGE_KINDS).flat()
  const kept = LOOP_KINDS.filter((kind) => LOOP_RULES[kind].isOnSheet)
  expect(counted.toSorted()).toEqual(kept.toSorted())
})
