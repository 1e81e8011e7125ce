// More rounds: events.long.test.ts.
import { expect, test } from 'vitest'
import { RACES_OF_EVENTS, runRacesOfEvents } from './events.ts'

const ROUNDS = 3

test.for(RACES_OF_EVENTS)('one truth: %s', async (race) => {
  const { booked, broken } = await runRacesOfEvents(race, { rounds: ROUNDS })
  expect(broken).toEqual([])
  expect(booked).toBeGreaterThan(0)
})

test.for(RACES_OF_EVENTS)(
  'several changes, where an event does not record its version: %s',
  { retry: 20 },
  async (race) => {
    const without = ['an event records its version'] as const
    const { broken } = await runRacesOfEvents(race, { rounds: ROUNDS, without: [...without] })
    expect(broken.join('; ')).toContain('changes were made from one version')
  },
)

test('two prices of one booking, where a payment does not keep its own', {
  retry: 20,
}, async () => {
  const { broken } = await runRacesOfEvents('clerks change the price, members pay', {
    rounds: ROUNDS,
    without: ['a payment keeps the price at which it began'],
  })
  expect(broken.join('; ')).toMatch(/asked for \d+, booked and taken at/)
})
