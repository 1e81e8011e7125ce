import { setImmediate as yieldOnce } from 'node:timers/promises'
import { type Random, seeded } from './seeded.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** Totals over all schedules: count, outcomes of each action, and broken invariants. */
export type Played = { played: number; answers: Record<string, number>; broken: string[] }

/** Random schedules: `setStages` creates many scenes, `play` returns what is wrong after one. */
export type Schedules<Stage> = {
  /**
   * Invariant checks read whole tables, so the database is replaced after this many schedules.
   */
  perDatabase: number
  setStages(site: TestApp, count: number): Promise<Stage[]>
  dropProtections(site: TestApp): Promise<void>
  play(
    site: TestApp,
    stage: Stage,
    by: { random: Random; answers: Played['answers'] },
  ): Promise<string[]>
}

/**
 * Plays `count` schedules, the nth with `seed` + n, and checks the database after each. Stops
 * at the first violation.
 */
export async function playSchedules<Stage>(
  { count, seed }: { count: number; seed: number },
  { perDatabase, setStages, dropProtections, play }: Schedules<Stage>,
): Promise<Played> {
  const played: Played = { played: 0, answers: {}, broken: [] }
  for (let first = 0; first < count && played.broken.length === 0; first += perDatabase) {
    const site = await openTestApp()
    const stages = await setStages(site, Math.min(perDatabase, count - first))
    await dropProtections(site)
    for (const [n, stage] of stages.entries()) {
      const own = seed + first + n
      const broken = await play(site, stage, { random: seeded(own), answers: played.answers })
      played.played += 1
      played.broken.push(...broken.map((words) => `SEED=${own}: ${words}`))
      if (broken.length > 0) break
    }
    await site.close()
  }
  return played
}

/** Plays `count` schedules and prints the result with the seed that repeats them. */
export async function playAndPrint(
  what: string,
  { count, seed }: { count: number; seed: number },
  play: (which: { count: number; seed: number }) => Promise<Played>,
): Promise<Played> {
  const begun = Date.now()
  const result = await play({ count, seed })
  const seconds = Math.round((Date.now() - begun) / 1_000)
  const sorts = Object.entries(result.answers)
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([answer, times]) => `${answer} ${times}`)
  console.log(
    `${result.played} ${what} from SEED=${seed}: ${result.broken.length} broken invariants, ${seconds} s (${sorts.join(', ')})`,
  )
  return result
}

/** Waits for this many turns of the event loop, so that other work advances. */
export async function turn(turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) await yieldOnce()
}
