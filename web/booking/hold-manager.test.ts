import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '../api.ts'
import { createHoldManager } from './hold-manager.ts'
import type { StoredHold } from './stored-hold.ts'

const START = Date.parse('2027-01-16T09:00:00Z')
const MINUTE = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

const holdOf = (slot: string) => ({
  hold_id: `hold of ${slot}`,
  slot,
  expires_at: new Date(Date.now() + 15 * MINUTE).toISOString(),
})

function managerWith(
  ask = vi.fn(async (time: string) => holdOf(time)),
  remembered: StoredHold | null = null,
) {
  const remember = vi.fn()
  const holdManager = createHoldManager({ ask, remember, remembered, now: () => Date.now() })
  return { holdManager, ask, remember }
}

describe('choosing a time', () => {
  it('asks once for the time where the arrow keys come to rest', async () => {
    const { holdManager, ask } = managerWith()
    for (const time of ['10:00', '10:20', '10:40']) holdManager.choose(time)
    await vi.advanceTimersByTimeAsync(500)
    expect(ask.mock.calls).toEqual([['10:40']])
    expect(holdManager.state().hold?.time).toBe('10:40')
  })

  it('asks at once when he goes on before the keys have rested', async () => {
    const { holdManager, ask } = managerWith()
    holdManager.choose('10:00')
    expect(await holdManager.keep()).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('lets the last choice win while an earlier one is still being answered', async () => {
    const answers: ((hold: ReturnType<typeof holdOf>) => void)[] = []
    const ask = vi.fn(
      () => new Promise<ReturnType<typeof holdOf>>((resolve) => answers.push(resolve)),
    )
    const { holdManager } = managerWith(ask)
    holdManager.choose('10:00')
    const first = holdManager.keep()
    await vi.advanceTimersByTimeAsync(0)
    holdManager.choose('10:20')
    const second = holdManager.keep()
    answers[0]?.(holdOf('10:00'))
    await first
    answers[1]?.(holdOf('10:20'))
    expect(await second).toBe(true)
    expect(holdManager.state()).toMatchObject({ chosen: '10:20', hold: { time: '10:20' } })
  })

  it('gives him back what he held when the new time is refused', async () => {
    const taken = new Error('taken')
    const ask = vi.fn(async (time: string) => {
      if (time === '10:20') throw taken
      return holdOf(time)
    })
    const { holdManager } = managerWith(ask)
    holdManager.choose('10:00')
    await holdManager.keep()
    holdManager.choose('10:20')
    expect(await holdManager.keep()).toBe(false)
    expect(holdManager.state()).toMatchObject({
      chosen: '10:00',
      hold: { time: '10:00' },
      problem: { wanted: '10:20', refused: taken },
    })
  })

  it('leaves nothing ticked when his first choice is refused', async () => {
    const { holdManager } = managerWith(vi.fn(() => Promise.reject(new Error('taken'))))
    holdManager.choose('10:00')
    expect(await holdManager.keep()).toBe(false)
    expect(holdManager.state()).toMatchObject({ chosen: null, hold: null })
  })
})

describe('a time that is not kept but can be booked', () => {
  const refused = (code: string) => new ApiError(409, { error: 'no', code })

  it.each(['too_many_holds', 'held_before'])('stays chosen, and he goes on: %s', async (code) => {
    const { holdManager, remember } = managerWith(vi.fn(() => Promise.reject(refused(code))))
    holdManager.choose('10:00')
    expect(await holdManager.keep()).toBe(true)
    expect(holdManager.state()).toMatchObject({ chosen: '10:00', hold: null, isUnheld: true })
    expect(holdManager.state().problem?.wanted).toBe('10:00')
    expect(remember).not.toHaveBeenCalled()
  })

  it('is asked for again when he goes on, and may be kept then', async () => {
    const ask = vi.fn(async (time: string) => holdOf(time))
    ask.mockRejectedValueOnce(refused('too_many_holds'))
    const { holdManager } = managerWith(ask)
    holdManager.choose('10:00')
    await holdManager.keep()
    expect(await holdManager.keep()).toBe(true)
    expect(holdManager.state()).toMatchObject({
      hold: { time: '10:00' },
      isUnheld: false,
      problem: null,
    })
  })

  it('outlasts the hold of an earlier choice', async () => {
    const ask = vi.fn(async (time: string) => {
      if (time === '10:20') throw refused('held_before')
      return holdOf(time)
    })
    const { holdManager } = managerWith(ask)
    for (const time of ['10:00', '10:20']) {
      holdManager.choose(time)
      await holdManager.keep()
    }
    expect(holdManager.state()).toMatchObject({ chosen: '10:20', hold: { time: '10:00' } })
    await vi.advanceTimersByTimeAsync(15 * MINUTE)
    expect(holdManager.state()).toMatchObject({ chosen: '10:20', hold: null, isOver: false })
  })

  it('is no choice any more once it was taken', async () => {
    const { holdManager } = managerWith(vi.fn(() => Promise.reject(refused('held_before'))))
    holdManager.choose('10:00')
    await holdManager.keep()
    holdManager.onSlotLost({ wanted: '10:00', refused: refused('slot_taken') })
    expect(holdManager.state()).toMatchObject({ chosen: null, isUnheld: false })
  })
})

describe('the end of a hold', () => {
  it('comes after 15 minutes, clears the choice and says so', async () => {
    const { holdManager, remember } = managerWith()
    holdManager.choose('10:00')
    await holdManager.keep()
    await vi.advanceTimersByTimeAsync(15 * MINUTE - 1000)
    expect(holdManager.state().isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(holdManager.state()).toMatchObject({ chosen: null, hold: null, isOver: true })
    expect(remember).toHaveBeenLastCalledWith(null)
  })

  it('is forgotten as soon as he chooses again', async () => {
    const { holdManager } = managerWith()
    holdManager.choose('10:00')
    await holdManager.keep()
    await vi.advanceTimersByTimeAsync(15 * MINUTE)
    holdManager.choose('10:20')
    expect(holdManager.state()).toMatchObject({ chosen: '10:20', isOver: false })
  })

  it('is still watched for after a reload', async () => {
    const remembered = { time: '10:00', expiresAt: '', until: START + 3 * MINUTE }
    const ask = vi.fn(async (time: string) => holdOf(time))
    const holdManager = createHoldManager({
      ask,
      remember: vi.fn(),
      remembered,
      now: () => Date.now(),
    })
    const stop = holdManager.watch()
    expect(await holdManager.keep()).toBe(true)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect(holdManager.state().isOver).toBe(true)
    stop()
  })

  it('is told once to who comes back after it', () => {
    const remembered = { time: '10:00', expiresAt: '', until: START - MINUTE }
    const { holdManager, remember } = managerWith(undefined, remembered)
    expect(holdManager.state()).toMatchObject({ chosen: null, hold: null, isOver: true })
    holdManager.watch()()
    expect(remember).toHaveBeenCalledWith(null)
  })
})
