import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const ROWS = readFileSync('docs/asvs.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| requirement '))
  .map((line) => line.slice(2, -2).split(' | '))
const ANSWERS = ['met', 'partly', 'not met']

test.each(ROWS)('%s: %s', (_, answer = '', how = '', evidence = '') => {
  expect(ANSWERS).toContain(answer)
  expect(how.length).toBeGreaterThan(20)
  const named = [...evidence.matchAll(/`([\w/.-]+)`/g)].map(([, path = '']) => path)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((path) => !existsSync(path))).toEqual([])
  if (answer === 'met') expect(evidence).toMatch(/\.(?:test|e2e)\.ts`|docs\//)
})

test('each requirement stands once', () => {
  const numbers = ROWS.flatMap(([requirement = '']) =>
    requirement.match(/^[\d., ]+/)?.[0].split(', '),
  )
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(numbers.length).toBeGreaterThan(30)
})
