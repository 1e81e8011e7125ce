import { expect, it } from 'vitest'
import { keptHold } from './kept-hold.ts'

const NOW = Date.parse('2027-01-16T09:00:00Z')
const MINUTE = 60_000
const until = (expires_at: string) => keptHold({ slot: '11:20', expires_at }, NOW).until

it('ends when the server says, on a device whose clock is right', () => {
  expect(until('2027-01-16T09:14:58Z')).toBe(Date.parse('2027-01-16T09:14:58Z'))
})

it('counts 15 minutes from now on a device whose clock is fast', () => {
  expect(until('2027-01-16T08:40:00Z')).toBe(NOW + 15 * MINUTE)
})

it('counts 15 minutes from now on a device whose clock is slow', () => {
  expect(until('2027-01-16T11:15:00Z')).toBe(NOW + 15 * MINUTE)
})
