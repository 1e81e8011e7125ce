import { expect, test } from 'vitest'
import { type Sample, whatGrows } from './soak.ts'

const STEADY: Sample = { servers: 300, supervisor: 90, handles: 120, connections: 20, jobs: 120 }
const FORTY = Array.from({ length: 40 }, (_, n) => n)

test('what stays the same, or only swings, does not grow', () => {
  expect(whatGrows(FORTY.map(() => STEADY))).toEqual([])
  const swinging = FORTY.map((n) => ({
    ...STEADY,
    servers: 300 + (n % 5) * 40,
    jobs: 100 + (n % 30),
  }))
  expect(whatGrows(swinging)).toEqual([])
})

test.each(Object.keys(STEADY) as (keyof Sample)[])('more and more %s is seen', (name) => {
  const growing = FORTY.map((n) => ({ ...STEADY, [name]: STEADY[name] * (1 + n / 4) }))
  const [said = '', ...others] = whatGrows(growing)
  expect(said).toContain(`${name}: `)
  expect(others).toEqual([])
})
