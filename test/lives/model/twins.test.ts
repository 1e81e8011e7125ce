import { expect, test } from 'vitest'
import { SEED } from '../../app/seeded.ts'
import { firstBroken } from './lives.ts'
import { RULES } from './rules.ts'
import { TWINS } from './twins.ts'

/** The rarest is found once in some hundred lives. */
const MOST = 5_000

test.each(Object.keys(TWINS))(`is found missing within ${MOST} lives: %s`, (rule) => {
  const broken = firstBroken({ count: MOST, seed: SEED, rules: { ...RULES, ...TWINS[rule] } })
  expect(broken?.story).toContain('WRONG: ')
})
