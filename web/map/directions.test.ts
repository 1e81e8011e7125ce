import { expect, test } from 'vitest'
import { directionsOn } from './directions.ts'

const ADDRESS = 'Town Hall, High Street, Colchester'

test.each([
  ['Mozilla/5.0 (Linux; Android 15; Pixel 9)', /^geo:0,0\?q=Town%20Hall%2C%20High/],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
    /^https:\/\/maps\.apple\.com\/\?daddr=/,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64)',
    /^https:\/\/www\.openstreetmap\.org\/directions\?to=/,
  ],
])('%s gets directions in its own maps', (agent, address) => {
  expect(directionsOn(agent, ADDRESS).href).toMatch(address)
})
