import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { watchProcessLoad } from './process-load.ts'

test('work that can wait starts at once in a calm process, and in a busy one after 250 ms', async () => {
  const load = watchProcessLoad()
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
