import { expect, test } from 'vitest'
import { YOUNGEST } from '../age.ts'
import { HOLD_MINUTES } from '../booking.ts'
import { EVENTS_ALONE } from './bulk-actions.ts'
import { FIXED_RULES } from './fixed-rules.ts'

const rules = FIXED_RULES.flatMap((part) => part.rules)
const valueOfRule = (name: string) => rules.find((rule) => rule.name === name)?.value

test('each rule has a name of its own, a value and where it comes from', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const { value, source } of rules) {
    expect(value).not.toMatch(/undefined|NaN|Invalid/)
    expect(source).toMatch(/\.$/)
  }
})

test('the values are those of the rules', () => {
  expect(valueOfRule('Age')).toContain(String(YOUNGEST))
  expect(valueOfRule('A chosen time is held for')).toContain(`${HOLD_MINUTES} minutes`)
  expect(valueOfRule('Events that one person cancels alone')).toContain(String(EVENTS_ALONE))
})
