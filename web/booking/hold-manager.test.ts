import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MINUTE_MS } from '../../domain/durations.ts'
import { ApiError } from '../api.ts'
import { createHoldManager } from './hold-manager.ts'
import type { StoredHold } from './stored-hold.ts'

const START = Date.parse('2027-01-16T09:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const holdOf = (slot: string) => ({
  hold_id: `hold of ${slot}`,
  slot,
  expires_at: new Date(Date.now() + 15 * MINUTE_MS).toISOString(),
})

function managerWith(
  requestHold = vi.fn(async (time: string) => holdOf(time)),
  stored: StoredHold | null = null,
) {
  const store = vi.fn()
  const holdManager = createHoldManager({ requestHold, store, stored, now: () => Date.now() })
  return { holdManager, requestHold, store }
}

it('an offered time is chosen from the start and held on proceeding', async () => {
  const requestHold = vi.fn(async (time: string) => holdOf(time))
  const offered = { requestHold, store: vi.fn(), stored: null, offered: '10:20', now: Date.now }
  const holdManager = createHoldManager(offered)
  expect(holdManager.state()).toMatchObject({ chosen: '10:20', hold: null })
  await vi.advanceTimersByTimeAsync(1000)
  expect(requestHold).not.toHaveBeenCalled()
  expect(await holdManager.ensureHold()).toBe(true)
  expect(holdManager.state().hold?.time).toBe('10:20')
})

describe('choosing a time', () => {
  it('requests one hold for the time where the arrow keys stop', async () => {
    const { holdManager, requestHold } = managerWith()
    for (const time of ['10:00', '10:20', '10:40']) holdManager.choose(time)
    await vi.advanceTimersByTimeAsync(500)
    expect(requestHold.mock.calls).toEqual([['10:40']])
    expect(holdManager.state().hold?.time).toBe('10:40')
  })

  it('requests the hold at once when the member continues', async () => {
    const { holdManager, requestHold } = managerWith()
    holdManager.choose('10:00')
    expect(await holdManager.ensureHold()).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(requestHold).toHaveBeenCalledTimes(1)
  })

  it('holds the last choice when an earlier request is still pending', async () => {
    const answers: ((hold: ReturnType<typeof holdOf>) => void)[] = []
    const requestHold = vi.fn(
      () => new Promise<ReturnType<typeof holdOf>>((resolve) => answers.push(resolve)),
    )
    const { holdManager } = managerWith(requestHold)
    holdManager.choose('10:00')
    const first = holdManager.ensureHold()
    await vi.advanceTimersByTimeAsync(0)
    holdManager.choose('10:20')
    const second = holdManager.ensureHold()
    answers[0]?.(holdOf('10:00'))
    await first
    answers[1]?.(holdOf('10:20'))
    expect(await second).toBe(true)
    expect(holdManager.state()).toMatchObject({ chosen: '10:20', hold: { time: '10:20' } })
  })

  it('returns to the held time when the new time is refused', async () => {
    const taken = new Error('taken')
    const requestHold = vi.fn(async (time: string) => {
      if (time === '10:20') throw taken
      return holdOf(time)
    })
    const { holdManager } = managerWith(requestHold)
    holdManager.choose('10:00')
    await holdManager.ensureHold()
    holdManager.choose('10:20')
    expect(await holdManager.ensureHold()).toBe(false)
    expect(holdManager.state()).toMatchObject({
      chosen: '10:00',
      hold: { time: '10:00' },
      problem: { wanted: '10:20', error: taken },
    })
  })

  it('clears the choice when the first hold is refused', async () => {
    const { holdManager } = managerWith(vi.fn(() => Promise.reject(new Error('taken'))))
    holdManager.choose('10:00')
    expect(await holdManager.ensureHold()).toBe(false)
    expect(holdManager.state()).toMatchObject({ chosen: null, hold: null })
  })
})

describe('a time that is not held but can be booked', () => {
  const refusal = (code: string) => new ApiError(409, { error: 'no', code })

  it.each(['too_many_holds', 'held_before'])(
    'stays chosen, and the member can continue: %s',
    async (code) => {
      const { holdManager, store } = managerWith(vi.fn(() => Promise.reject(refusal(code))))
      holdManager.choose('10:00')
      expect(await holdManager.ensureHold()).toBe(true)
      expect(holdManager.state()).toMatchObject({ chosen: '10:00', hold: null, isUnheld: true })
      expect(holdManager.state().problem?.wanted).toBe('10:00')
      expect(store).not.toHaveBeenCalled()
    },
  )

  it('is requested again when the member continues, and may be held then', async () => {
    const requestHold = vi.fn(async (time: string) => holdOf(time))
    requestHold.mockRejectedValueOnce(refusal('too_many_holds'))
    const { holdManager } = managerWith(requestHold)
    holdManager.choose('10:00')
    await holdManager.ensureHold()
    expect(await holdManager.ensureHold()).toBe(true)
    expect(holdManager.state()).toMatchObject({
      hold: { time: '10:00' },
      isUnheld: false,
      problem: null,
    })
  })

  it('stays chosen when the hold of an earlier choice expires', async () => {
    const requestHold = vi.fn(async (time: string) => {
      if (time === '10:20') throw refusal('held_before')
      return holdOf(time)
    })
    const { holdManager } = managerWith(requestHold)
    for (const time of ['10:00', '10:20']) {
      holdManager.choose(time)
      await holdManager.ensureHold()
    }
    expect(holdManager.state()).toMatchObject({ chosen: '10:20', hold: { time: '10:00' } })
    await vi.advanceTimersByTimeAsync(15 * MINUTE_MS)
    expect(holdManager.state()).toMatchObject({ chosen: '10:20', hold: null, isOver: false })
  })

  it('is cleared when it is taken', async () => {
    const { holdManager } = managerWith(vi.fn(() => Promise.reject(refusal('held_before'))))
    holdManager.choose('10:00')
    await holdManager.ensureHold()
    holdManager.onSlotLost({ wanted: '10:00', error: refusal('slot_taken') })
    expect(holdManager.state()).toMatchObject({ chosen: null, isUnheld: false })
  })
})

describe('the end of a hold', () => {
  it('comes after 15 minutes and clears the choice', async () => {
    const { holdManager, store } = managerWith()
    holdManager.choose('10:00')
    await holdManager.ensureHold()
    await vi.advanceTimersByTimeAsync(15 * MINUTE_MS - 1000)
    expect(holdManager.state().isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(holdManager.state()).toMatchObject({ chosen: null, hold: null, isOver: true })
    expect(store).toHaveBeenLastCalledWith(null)
  })

  it('is no longer shown after the next choice', async () => {
    const { holdManager } = managerWith()
    holdManager.choose('10:00')
    await holdManager.ensureHold()
    await vi.advanceTimersByTimeAsync(15 * MINUTE_MS)
    holdManager.choose('10:20')
    expect(holdManager.state()).toMatchObject({ chosen: '10:20', isOver: false })
  })

  it('is noticed after a reload', async () => {
    const stored = { time: '10:00', expiresAt: '', until: START + 3 * MINUTE_MS }
    const requestHold = vi.fn(async (time: string) => holdOf(time))
    const holdManager = createHoldManager({
      requestHold,
      store: vi.fn(),
      stored,
      now: () => Date.now(),
    })
    const stop = holdManager.watch()
    expect(await holdManager.ensureHold()).toBe(true)
    expect(requestHold).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS)
    expect(holdManager.state().isOver).toBe(true)
    stop()
  })

  it('is shown once to a member who returns after it', () => {
    const stored = { time: '10:00', expiresAt: '', until: START - MINUTE_MS }
    const { holdManager, store } = managerWith(undefined, stored)
    expect(holdManager.state()).toMatchObject({ chosen: null, hold: null, isOver: true })
    holdManager.watch()()
    expect(store).toHaveBeenCalledWith(null)
  })
})

it('a renewed hold ends later; that of another time changes nothing', async () => {
  const { holdManager } = managerWith()
  holdManager.choose('10:20')
  await holdManager.ensureHold()
  await vi.advanceTimersByTimeAsync(10 * MINUTE_MS)
  holdManager.onRenewed(holdOf('10:40'))
  expect(holdManager.state().hold?.until).toBe(START + 15 * MINUTE_MS)
  holdManager.onRenewed(holdOf('10:20'))
  await vi.advanceTimersByTimeAsync(14 * MINUTE_MS)
  expect(holdManager.state()).toMatchObject({ chosen: '10:20', isOver: false })
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(holdManager.state()).toMatchObject({ hold: null, isOver: true })
})
