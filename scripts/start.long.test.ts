import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { reservePorts } from '../test/reserve-ports.ts'
import { startSite, stopSite } from '../test/storms/test-site.ts'

const READY_MS = 3_000
const TRIES = 5

// A long test, because those run alone on the machine: this one measures seconds.
test('a second start is ready in 3 s', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'start-'))
  const settings = { PORT: String(await reservePorts()), DATA_DIR: dataDir }
  const times: number[] = []
  try {
    await stopSite(await startSite(settings))
    for (let n = 0; n < TRIES; n++) {
      const from = performance.now()
      const start = await startSite(settings)
      times.push(Math.round(performance.now() - from))
      await stopSite(start)
    }
  } finally {
    await rm(dataDir, { recursive: true })
  }
  times.sort((a, b) => a - b)
  console.log(`second starts: ready after ${times.join(', ')} ms`)
  expect(times[Math.floor(TRIES / 2)]).toBeLessThan(READY_MS)
})
