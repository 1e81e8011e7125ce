import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ERASURE_RULES } from '../domain/office/erasure-rules.ts'
import { LINES_OF_COLUMNS, PRIVACY_LINES } from './privacy-lines.ts'

const policy = readFileSync(new URL('policies/privacy-policy.md', import.meta.url), 'utf8')
const [, section = ''] = policy.split('## What we hold about you')
const [table = ''] = section.split(/^## /m)
const lines = [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, first = '']) => first).slice(1)

test('every table with data of members is named by a line of the policy, and by one only', () => {
  const named = Object.values(PRIVACY_LINES).flat()
  expect(named.toSorted()).toEqual(Object.keys(ERASURE_RULES).toSorted())
})

test('every line stands in the policy, and no line of the policy is about nothing', () => {
  expect([...Object.keys(PRIVACY_LINES), ...LINES_OF_COLUMNS].toSorted()).toEqual(lines.toSorted())
})

test.each([
  ['answers before the test', /infection, a catheter.*ejaculation/],
  ['what the GP found', /what they found.*diagnosis or treatment/],
  ['text messages', /text message service gets your phone number/],
  ['letters', /printing company prints our letters/],
  ['hosts', /host of an event sees counts only/],
  ['complaints', /within 30 days.*without delay.*the outcome.*Information Commissioner/s],
])('the policy speaks of %s', (_, words) => {
  expect(policy).toMatch(words)
})
