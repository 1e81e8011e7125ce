import { expect, test } from 'vitest'
import { NO_NUMBER_OUTCOMES } from './office/lab-rows.ts'
import { NOTHING_MEASURED, OUTCOME_WORDS, WITHDRAWN } from './outcome-text.ts'

test('each outcome without a number has words of its own', () => {
  const all = [...NO_NUMBER_OUTCOMES.map((outcome) => OUTCOME_WORDS[outcome]), WITHDRAWN]
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(all.length)
  expect(new Set(all.map(({ happened }) => happened)).size).toBe(all.length)
})

test('no words name a colour, a disease or the laboratory’s own word', () => {
  const texts = Object.values(OUTCOME_WORDS).flatMap(({ kind, happened }) => [kind, happened])
  for (const text of [...texts, NOTHING_MEASURED]) {
    expect(text).not.toMatch(/\b(green|amber|cancer|abnormal|haemolysed|insufficient)\b/i)
  }
})
