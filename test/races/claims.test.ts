// More rounds: claims.long.test.ts.
import { expect, test } from 'vitest'
import { RACES_OF_CLAIMS, runRacesOfClaims } from './claims.ts'

const ROUNDS = 8

test.for(RACES_OF_CLAIMS)('one decision: %s', async (race) => {
  const { outcomes, broken } = await runRacesOfClaims(race, { rounds: ROUNDS })
  expect(broken).toEqual([])
  expect([...outcomes.keys()]).not.toEqual([])
})

test('where connections end meanwhile, a claim is decided once or waits', async () => {
  const { broken } = await runRacesOfClaims('two clinicians and the contact decide', {
    rounds: ROUNDS,
    killsConnections: true,
  })
  expect(broken).toEqual([])
})

test('where a decided claim does not stay decided, it is decided twice', {
  retry: 20,
}, async () => {
  const { broken } = await runRacesOfClaims('two clinicians and the contact decide', {
    rounds: ROUNDS,
    without: ['a claim that was decided stays decided'],
  })
  expect(broken.join('; ')).toContain('decisions')
})
