import { expect, test } from 'vitest'
import { LIMITS } from '../../charity/chaps/limits.ts'
import {
  LIMIT_GROUPS,
  type LimitGroupName,
  limitInWords,
  limitsIn,
  limitsOf,
  limitTexts,
  readLimit,
} from './limit-settings.ts'

const groups = Object.keys(LIMIT_GROUPS) as LimitGroupName[]
const all = groups.flatMap((group) => limitsOf(group))

test('what comes with the program is within its bounds, and reads back as it is', () => {
  const texts = limitTexts(LIMITS)
  expect(all.map(({ name }) => name).toSorted()).toEqual(Object.keys(LIMITS).toSorted())
  for (const { name, setting } of all)
    expect(readLimit(setting, texts[name])).toEqual({ text: texts[name] })
  expect(limitsIn(texts)).toEqual(LIMITS)
})

test.each([0, 1, 99, 100, 6_050, 123_456])('%i pence reads back as it is', (pence) => {
  const texts = limitTexts({ ...LIMITS, one_person_pence: pence })
  expect(limitsIn(texts).one_person_pence).toBe(pence)
})

test('a limit is read with its unit', () => {
  const { one_person_refunds: refunds, one_person_pence: amount } = LIMIT_GROUPS.two_people.settings
  expect(limitInWords(refunds, '1')).toBe('1 refund')
  expect(limitInWords(refunds, '100')).toBe('100 refunds')
  expect(limitInWords(amount, '60.50')).toBe('£60.50')
  expect(limitInWords(LIMIT_GROUPS.reminders.settings.reminder_days, '7')).toBe('7 days before')
})

test('nothing else than a number is a limit', () => {
  for (const typed of ['', 'ten', '1e3', '0x10', '-5', '5.5', '1234567'])
    expect(limitsIn({ offer_hours: typed })).toEqual({})
  for (const typed of ['1.5', '1.234', '£', '--5'])
    expect(limitsIn({ one_person_pence: typed })).toEqual({})
})
