import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, ukDate, ukInstant } from '../uk-time.ts'
import { retentionCutoff } from './retention.ts'

const SEED = Number(process.env.SEED)
const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('1990-01-01', n))
const months = fc.integer({ min: 12, max: 600 })
const holds = (check: (now: string, kept: number, made: string) => void) =>
  fc.assert(fc.property(day, months, day, check), { seed: SEED })
const cutoff = (kind: 'health records' | 'payments', kept: number, now: string) =>
  retentionCutoff(kind, kept, ukInstant(now, '09:00'))

test('a later clock never brings back what was due, and a longer period never adds to it', () => {
  for (const kind of ['health records', 'payments'] as const)
    holds((now, kept) => {
      const at = cutoff(kind, kept, now).getTime()
      expect(cutoff(kind, kept, addDays(now, 1)).getTime()).toBeGreaterThanOrEqual(at)
      expect(cutoff(kind, kept + 1, now).getTime()).toBeLessThanOrEqual(at)
    })
})

test('records are due from the day so many months after theirs', () => {
  holds((now, kept, made) => {
    const due = ukInstant(made, '12:00') < cutoff('health records', kept, now)
    const [y = 0, m = 0, d = 0] = made.split('-').map(Number)
    const month = new Date(Date.UTC(y, m - 1 + kept, 1)).toISOString().slice(0, 7)
    const end = `${month}-${String(d).padStart(2, '0')}`
    // On the last days of a month the two differ by the days that a shorter month lacks.
    if (d <= 28) expect(due).toBe(now > end)
  })
})

test('a payment is due so many months after the 31 March that ends its financial year', () => {
  holds((now, kept, made) => {
    const year = Number(made.slice(0, 4)) + (made.slice(5) > '03-31' ? 1 : 0)
    const end = new Date(Date.UTC(year, 2 + kept, 1))
    const last = new Date(Date.UTC(year, 3 + kept, 0)).getUTCDate()
    end.setUTCDate(Math.min(31, last))
    const due = ukInstant(made, '12:00') < cutoff('payments', kept, now)
    const from = end.toISOString().slice(0, 10)
    if (last === 31) expect([made, now, due]).toEqual([made, now, now >= from])
  })
})

test('the policy’s periods on a day', () => {
  expect(ukDate(cutoff('health records', 96, '2027-01-12'))).toBe('2019-01-12')
  expect(ukDate(cutoff('payments', 72, '2027-01-12'))).toBe('2020-04-01')
  expect(ukDate(cutoff('payments', 72, '2027-03-31'))).toBe('2021-04-01')
  expect(ukDate(cutoff('health records', 12, '2028-02-29'))).toBe('2027-02-28')
})
