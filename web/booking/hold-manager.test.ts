import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiRefused } from '../api.ts'
import { createPlaceKeeper } from './hold-manager.ts'
import type { KeptHold } from './stored-hold.ts'

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

function keeperWith(
  ask = vi.fn(async (time: string) => holdOf(time)),
  remembered: KeptHold | null = null,
) {
  const remember = vi.fn()
  const keeper = createPlaceKeeper({ ask, remember, remembered, now: () => Date.now() })
  return { keeper, ask, remember }
}

describe('choosing a time', () => {
  it('asks once for the time where the arrow keys come to rest', async () => {
    const { keeper, ask } = keeperWith()
    for (const time of ['10:00', '10:20', '10:40']) keeper.choose(time)
    await vi.advanceTimersByTimeAsync(500)
    expect(ask.mock.calls).toEqual([['10:40']])
    expect(keeper.state().hold?.time).toBe('10:40')
  })

  it('asks at once when he goes on before the keys have rested', async () => {
    const { keeper, ask } = keeperWith()
    keeper.choose('10:00')
    expect(await keeper.keep()).toBe(true)
    await vi.advanceTimersByTimeAsync(1000)
    expect(ask).toHaveBeenCalledTimes(1)
  })

  it('lets the last choice win while an earlier one is still being answered', async () => {
    const answers: ((hold: ReturnType<typeof holdOf>) => void)[] = []
    const ask = vi.fn(
      () => new Promise<ReturnType<typeof holdOf>>((resolve) => answers.push(resolve)),
    )
    const { keeper } = keeperWith(ask)
    keeper.choose('10:00')
    const first = keeper.keep()
    await vi.advanceTimersByTimeAsync(0)
    keeper.choose('10:20')
    const second = keeper.keep()
    answers[0]?.(holdOf('10:00'))
    await first
    answers[1]?.(holdOf('10:20'))
    expect(await second).toBe(true)
    expect(keeper.state()).toMatchObject({ chosen: '10:20', hold: { time: '10:20' } })
  })

  it('gives him back what he held when the new time is refused', async () => {
    const taken = new Error('taken')
    const ask = vi.fn(async (time: string) => {
      if (time === '10:20') throw taken
      return holdOf(time)
    })
    const { keeper } = keeperWith(ask)
    keeper.choose('10:00')
    await keeper.keep()
    keeper.choose('10:20')
    expect(await keeper.keep()).toBe(false)
    expect(keeper.state()).toMatchObject({
      chosen: '10:00',
      hold: { time: '10:00' },
      problem: { wanted: '10:20', refused: taken },
    })
  })

  it('leaves nothing ticked when his first choice is refused', async () => {
    const { keeper } = keeperWith(vi.fn(() => Promise.reject(new Error('taken'))))
    keeper.choose('10:00')
    expect(await keeper.keep()).toBe(false)
    expect(keeper.state()).toMatchObject({ chosen: null, hold: null })
  })
})

describe('a time that is not kept but can be booked', () => {
  const refused = (code: string) => new ApiRefused(409, { error: 'no', code })

  it.each(['too_many_holds', 'held_before'])('stays chosen, and he goes on: %s', async (code) => {
    const { keeper, remember } = keeperWith(vi.fn(() => Promise.reject(refused(code))))
    keeper.choose('10:00')
    expect(await keeper.keep()).toBe(true)
    expect(keeper.state()).toMatchObject({ chosen: '10:00', hold: null, isUnheld: true })
    expect(keeper.state().problem?.wanted).toBe('10:00')
    expect(remember).not.toHaveBeenCalled()
  })

  it('is asked for again when he goes on, and may be kept then', async () => {
    const ask = vi.fn(async (time: string) => holdOf(time))
    ask.mockRejectedValueOnce(refused('too_many_holds'))
    const { keeper } = keeperWith(ask)
    keeper.choose('10:00')
    await keeper.keep()
    expect(await keeper.keep()).toBe(true)
    expect(keeper.state()).toMatchObject({
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
    const { keeper } = keeperWith(ask)
    for (const time of ['10:00', '10:20']) {
      keeper.choose(time)
      await keeper.keep()
    }
    expect(keeper.state()).toMatchObject({ chosen: '10:20', hold: { time: '10:00' } })
    await vi.advanceTimersByTimeAsync(15 * MINUTE)
    expect(keeper.state()).toMatchObject({ chosen: '10:20', hold: null, isOver: false })
  })

  it('is no choice any more once it was taken', async () => {
    const { keeper } = keeperWith(vi.fn(() => Promise.reject(refused('held_before'))))
    keeper.choose('10:00')
    await keeper.keep()
    keeper.onSlotLost({ wanted: '10:00', refused: refused('slot_taken') })
    expect(keeper.state()).toMatchObject({ chosen: null, isUnheld: false })
  })
})

describe('the end of a hold', () => {
  it('comes after 15 minutes, clears the choice and says so', async () => {
    const { keeper, remember } = keeperWith()
    keeper.choose('10:00')
    await keeper.keep()
    await vi.advanceTimersByTimeAsync(15 * MINUTE - 1000)
    expect(keeper.state().isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1000)
    expect(keeper.state()).toMatchObject({ chosen: null, hold: null, isOver: true })
    expect(remember).toHaveBeenLastCalledWith(null)
  })

  it('is forgotten as soon as he chooses again', async () => {
    const { keeper } = keeperWith()
    keeper.choose('10:00')
    await keeper.keep()
    await vi.advanceTimersByTimeAsync(15 * MINUTE)
    keeper.choose('10:20')
    expect(keeper.state()).toMatchObject({ chosen: '10:20', isOver: false })
  })

  it('is still watched for after a reload', async () => {
    const remembered = { time: '10:00', expiresAt: '', until: START + 3 * MINUTE }
    const ask = vi.fn(async (time: string) => holdOf(time))
    const keeper = createPlaceKeeper({ ask, remember: vi.fn(), remembered, now: () => Date.now() })
    const stop = keeper.watch()
    expect(await keeper.keep()).toBe(true)
    expect(ask).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(3 * MINUTE)
    expect(keeper.state().isOver).toBe(true)
    stop()
  })

  it('is told once to who comes back after it', () => {
    const remembered = { time: '10:00', expiresAt: '', until: START - MINUTE }
    const { keeper, remember } = keeperWith(undefined, remembered)
    expect(keeper.state()).toMatchObject({ chosen: null, hold: null, isOver: true })
    keeper.watch()()
    expect(remember).toHaveBeenCalledWith(null)
  })
})
