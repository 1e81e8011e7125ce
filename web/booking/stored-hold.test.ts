import { afterEach, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../domain/durations.ts'
import { clearHold, holdOnThisClock, storedHold, storeHold } from './stored-hold.ts'

const NOW = Date.parse('2027-01-16T09:00:00Z')
const until = (expires_at: string) => holdOnThisClock({ slot: '11:20', expires_at }, NOW).until

afterEach(() => vi.unstubAllGlobals())

it('ends at the server’s time on a device with a right clock', () => {
  expect(until('2027-01-16T09:14:58Z')).toBe(Date.parse('2027-01-16T09:14:58Z'))
})

it('counts 15 minutes from now on a device whose clock is fast', () => {
  expect(until('2027-01-16T08:40:00Z')).toBe(NOW + 15 * MINUTE_MS)
})

it('counts 15 minutes from now on a device whose clock is slow', () => {
  expect(until('2027-01-16T11:15:00Z')).toBe(NOW + 15 * MINUTE_MS)
})

it('outlives the emptying of the storage, which signing out in another tab brings', () => {
  const storage = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
    removeItem: (key: string) => void storage.delete(key),
  })
  const hold = holdOnThisClock({ slot: '11:20', expires_at: '2027-01-16T09:14:58Z' }, NOW)
  storeHold('1048/3', hold)
  storage.clear()
  expect(storedHold('1048/3')).toEqual(hold)
  expect(storedHold('1049/3')).toBeNull()
  clearHold()
  expect(storedHold('1048/3')).toBeNull()
})
