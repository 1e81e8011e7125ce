import { setImmediate as yieldOnce } from 'node:timers/promises'
import { type Random, seeded } from './seeded.ts'
import { openTestApp, type TestApp } from './test-app.ts'

/** Totals over all schedules: count, outcomes of each action, and broken invariants. */
export type Played = {
  played: number
  answers: Record<string, number>
  broken: string[]
  /** The actions of the last schedule, in the order of their answers. */
  actions: string[]
}

/** Random schedules: `setStages` creates many scenes, `play` plays one. */
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
  ): Promise<{ broken: string[]; actions: string[] }>
}

/** Without a protection the first few schedules mostly show it; more stages take longer to make. */
const FEW = 30

/**
 * Plays `count` schedules, the nth with `seed` + n, and checks the database after each. Stops
 * at the first violation.
 */
export async function playSchedules<Stage>(
  { count, seed }: { count: number; seed: number },
  { perDatabase, setStages, dropProtections, play }: Schedules<Stage>,
): Promise<Played> {
  const played: Played = { played: 0, answers: {}, broken: [], actions: [] }
  while (played.played < count && played.broken.length === 0) {
    const first = played.played
    const stageCount = Math.min(Math.max(FEW, first), perDatabase, count - first)
    const site = await openTestApp()
    const stages = await setStages(site, stageCount)
    await dropProtections(site)
    for (const [n, stage] of stages.entries()) {
      const own = seed + first + n
      const by = { random: seeded(own), answers: played.answers }
      const { broken, actions } = await play(site, stage, by)
      played.played += 1
      played.actions = actions
      played.broken.push(...broken.map((words) => `SEED=${own}: ${words}`))
      if (broken.length > 0) break
    }
    await site.close()
  }
  return played
}

/**
 * Plays `count` schedules and prints the result with the seed that repeats them; a single
 * schedule with its actions.
 */
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
  if (count === 1) console.log(result.actions.join('\n'))
  return result
}

/** Waits for this many turns of the event loop, so that other work advances. */
export async function turn(turns: number): Promise<void> {
  for (let n = 0; n < turns; n++) await yieldOnce()
}
