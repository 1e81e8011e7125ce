// EVENT_RACES sets the rounds of each race; events.test.ts runs a few, and the twins.
import { expect, test } from 'vitest'
import { RACES_OF_EVENTS, runRacesOfEvents } from './events.ts'

const ROUNDS = Number(process.env.EVENT_RACES ?? 200)

test.for(RACES_OF_EVENTS)('clerks and members at once: %s', async (race) => {
  const begun = Date.now()
  const { booked, broken } = await runRacesOfEvents(race, { rounds: ROUNDS })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  console.log(
    `${ROUNDS} races of events (${race}): ${booked} booked, ${broken.length} broken invariants, ${seconds} s`,
  )
  expect(broken).toEqual([])
  expect(booked).toBeGreaterThan(0)
})
