// Runs lives in memory; a broken one is made as short as possible and told as a story.
import { MINUTE_MS } from '../../../domain/durations.ts'
import { addDays, ukInstant } from '../../../domain/uk-time.ts'
import { type Random, seeded } from '../../app/seeded.ts'
import { ACTS } from './acts.ts'
import { checkWorld, nothingSeen } from './check.ts'
import { pressesOf } from './door.ts'
import { shownTo } from './leaving.ts'
import { RULES, type Rules } from './rules.ts'
import { beginWorld, type World } from './state.ts'

type Step = { act: number | 'time passes'; seed: number }
type Told = { wrong: string[]; story: string[] }

/** As the moments below: before a day, at its door, or after it. */
const STAGES = [0, 1, 1, 2, 2, 1, 1, 2, 2, 2] as const
const ACTS_OF_A_STAGE = [9, 11, 13]

const SUMS = STAGES.map((stage) => {
  let sum = 0
  return ACTS.map(({ weights }) => {
    sum += weights[stage] * 10
    return sum
  })
})

function planSteps(random: Random): Step[] {
  return STAGES.flatMap((stage, place) => {
    const sums = SUMS[place] ?? []
    const draw = () => {
      const at = random.below(sums.at(-1) ?? 1)
      return { act: sums.findIndex((sum) => at < sum), seed: random.below(2 ** 31) }
    }
    const acts: Step[] = Array.from({ length: ACTS_OF_A_STAGE[stage] ?? 0 }, draw)
    return [...acts, { act: 'time passes', seed: place } as const]
  })
}

/** Returns the story of the first life that breaks a rule, shrunk, with its number; null for none. */
export function firstBroken(of: {
  count: number
  seed: number
  rules?: Rules
}): { life: number; story: string } | null {
  const rules = of.rules ?? RULES
  for (let n = 0; n < of.count; n++) {
    const seed = of.seed + n
    const steps = planSteps(seeded(seed))
    const told = live({ seed, steps, rules })
    if (told.wrong.length > 0) return { life: n + 1, story: shortest({ seed, steps, rules }, told) }
  }
  return null
}

function live({
  seed,
  steps,
  rules,
}: {
  seed: number
  steps: readonly Step[]
  rules: Rules
}): Told {
  const world = beginWorld(rules, seeded(seed))
  const memory = nothingSeen()
  const story: string[] = []
  for (const step of steps) {
    const happened = doStep(world, step)
    if (happened === null) continue
    story.push(happened)
    const wrong = checkWorld(
      world,
      memory,
      (man) => shownTo(world, man),
      (one) => tubesAt(world, one),
    )
    if (wrong.length > 0) return { wrong, story }
  }
  return { wrong: [], story }
}

/** As the door shows them. */
function tubesAt({ rules, ...world }: World, { id }: { id: number }): string[] {
  return rules.attendanceOf(pressesOf({ rules, ...world }, id)).tubes
}

function doStep(world: World, { act, seed }: Step): string | null {
  if (act === 'time passes') {
    world.now = momentAfter(world, seed)
    return null
  }
  world.now = new Date(world.now.getTime() + MINUTE_MS)
  return ACTS[act]?.act(world, seeded(seed)) ?? null
}

/** The moment after the nth stage. */
function momentAfter({ events, now }: World, stage: number): Date {
  const day = events[stage < 4 ? 0 : 1]?.date ?? ''
  const [days, time] = AFTER[stage % 4] ?? [0, '10:05']
  const next =
    stage >= 8 ? ukInstant(addDays(day, 20), '10:00') : ukInstant(addDays(day, days), time)
  return next > now ? next : now
}

const AFTER: [number, string][] = [
  [0, '10:05'],
  [0, '11:10'],
  [3, '10:00'],
  [6, '10:00'],
]

function shortest(of: { seed: number; steps: readonly Step[]; rules: Rules }, told: Told): string {
  let best = [...of.steps]
  let last = told
  for (let size = Math.ceil(best.length / 2); size >= 1; size = Math.floor(size / 2))
    for (let from = 0; from < best.length; ) {
      const fewer = best.filter((_, n) => n < from || n >= from + size)
      const again = live({ ...of, steps: fewer })
      if (again.wrong.includes(told.wrong[0] ?? '')) {
        best = fewer
        last = again
      } else from += size
    }
  return [`SEED=${of.seed}`, ...last.story, ...last.wrong.map((one) => `WRONG: ${one}`)].join('\n')
}
