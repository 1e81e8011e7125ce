import { describe, expect, test } from 'vitest'
import { adviceFor, type FirstAnswers, isForGpNow } from './before-you-book.ts'

const WELL: FirstAnswers = {
  age: '45 to 49',
  familyHistoryProstateCancer: 'No',
  familyHistoryBreastOvarianCancer: 'No',
  isBlack: 'No',
  medicationHistory: 'None',
  recentInfection: 'No',
  symptoms: 'No',
  knownCondition: 'No',
}
const said = (answers: FirstAnswers) => {
  const { gpFirst, theTest } = adviceFor(answers)
  return [...gpFirst, ...theTest].map(({ text }) => text).join('\n')
}

describe('the two sides', () => {
  test('say everything before an answer, and what concerns the visitor after', () => {
    expect(adviceFor({}).gpFirst).toHaveLength(9)
    expect(adviceFor(WELL).gpFirst).toEqual([])
    expect(adviceFor(WELL).theTest).toHaveLength(5)
    expect(said({ ...WELL, familyHistoryProstateCancer: "Don't know" })).toContain('brother')
    expect(said({ ...WELL, medicationHistory: 'Avodart' })).toContain(
      'reduce your PSA level by about half',
    )
    expect(said({ ...WELL, isBlack: 'Yes' })).toContain('Black men')
    expect(said({ ...WELL, age: '50 to 80' })).toContain('free PSA test')
    expect(said({ ...WELL, age: 'Over 80' })).toContain('more likely to do harm')
  })

  test('always name the limits of the test', () => {
    for (const answers of [{}, WELL]) {
      expect(said(answers)).toContain('not a diagnosis')
      expect(said(answers)).toContain('does not rule cancer out')
      expect(said(answers)).toContain('National Screening Committee')
    }
  })
})

test.each<[FirstAnswers, boolean]>([
  [{}, false],
  [WELL, false],
  [{ ...WELL, age: 'Under 40' }, true],
  [{ ...WELL, age: 'Over 80' }, true],
  [{ ...WELL, symptoms: 'Yes' }, true],
  [{ ...WELL, knownCondition: 'Yes' }, true],
  [{ ...WELL, recentInfection: 'Yes' }, true],
])('%o sends to the GP first: %s', (answers, isGpFirst) => {
  expect(isForGpNow(answers)).toBe(isGpFirst)
})
