import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CANCELLATION_FORM } from '../domain/cancellation-form.ts'
import { type CharityFact, inWords } from '../domain/charity.ts'
import { testCharity } from '../test/app/settings.ts'

test('the refund policy has the cancellation form that emails have', () => {
  const policy = readFileSync(new URL('policies/refund-policy.md', import.meta.url), 'utf8')
  const [, section = ''] = policy.split('## Cancellation form')
  const lines = [...section.matchAll(/^- (.+)$/gm)].map(([, line = '']) =>
    line.replace(/\{(\w+)\}/g, (_, fact: CharityFact) => testCharity[fact]),
  )
  expect(lines).toEqual(CANCELLATION_FORM.map((line) => inWords(line, testCharity)))
})
