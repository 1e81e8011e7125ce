// CLAIM_RACES sets the rounds of each race; claims.test.ts runs a few, and the twin.
import { expect, test } from 'vitest'
import { RACES_OF_CLAIMS, runRacesOfClaims } from './claims.ts'

const ROUNDS = Number(process.env.CLAIM_RACES ?? 200)

test.for(
  RACES_OF_CLAIMS.flatMap((race) => [
    { race, kills: false },
    { race, kills: true },
  ]),
)('claims at once: $race, connections end: $kills', async ({ race, kills: killsConnections }) => {
  const begun = Date.now()
  const { outcomes, broken } = await runRacesOfClaims(race, { rounds: ROUNDS, killsConnections })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  const seen = Array.from(outcomes, ([end, count]) => `${count} ${end}`).join(', ')
  console.log(
    `${ROUNDS} races of claims (${race}${killsConnections ? ', connections end' : ''}): ${seen}, ${broken.length} broken, ${seconds} s`,
  )
  expect(broken).toEqual([])
})
