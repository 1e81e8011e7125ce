import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchProcessLoad } from './process-load.ts'

test('work that can wait starts at once in a calm process, and in a busy one after 250 ms', async () => {
  const load = watchProcessLoad({ pool: { waitingCount: 0 } })
  try {
    const atOnce = load.waitWhileBusy().then(() => 'at once')
    expect(await Promise.race([atOnce, nextTurn('later')])).toBe('at once')

    let isOver = false
    let waited = 0
    const busy = keepBusy(() => isOver)
    await keepBusyFor(200)
    const begun = performance.now()
    await load.waitWhileBusy().then(() => {
      waited = performance.now() - begun
      isOver = true
    })
    await busy
    expect(waited).toBeGreaterThanOrEqual(240)
  } finally {
    load.stop()
  }
})

test('it waits as long while requests wait for a connection to the database', async () => {
  const pool = { waitingCount: 3 }
  const load = watchProcessLoad({ pool })
  try {
    const begun = performance.now()
    await load.waitWhileBusy()
    expect(performance.now() - begun).toBeGreaterThanOrEqual(240)

    pool.waitingCount = 0
    const atOnce = load.waitWhileBusy().then(() => 'at once')
    expect(await Promise.race([atOnce, nextTurn('later')])).toBe('at once')
  } finally {
    load.stop()
  }
})

async function keepBusy(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const until = performance.now() + 10
    while (performance.now() < until);
    await nextTurn()
  }
}

async function keepBusyFor(ms: number): Promise<void> {
  const end = performance.now() + ms
  await keepBusy(() => performance.now() > end)
}
