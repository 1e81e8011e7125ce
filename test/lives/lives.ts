// Runs random lives; a life that breaks a rule is made as short as possible and told as a story.
import { seeded } from '../app/seeded.ts'
import { doStep, planSteps, type Step } from './acts.ts'
import { checkFacts } from './check.ts'
import { checkWaiting } from './check-letters.ts'
import { type Facts, readFacts } from './facts.queries.ts'
import { checkMessages } from './messages.ts'
import { checkMoney } from './money.ts'
import { checkCopies, checkForms } from './papers.ts'
import { rounds } from './persons.ts'
import { checkDays, checkFigures, checkLists, checkPortals } from './show.ts'
import { nothingSeen } from './truth.ts'
import { beginLife, LIVES_OF_A_SITE, type Life, openShelf, type Shelf } from './world.ts'

type Told = { wrong: string[]; story: string[] }

const MOST_TRIES = 60

/** Returns the story of each broken life, the shortest found; none when all is well. */
export async function runLives({
  count,
  seed,
  twin,
}: {
  count: number
  seed: number
  /** Removes a rule from each database, so that the checker must find something. */
  twin?: (shelf: Shelf) => Promise<void>
}): Promise<string[]> {
  const broken: string[] = []
  let shelf: Shelf | null = null
  try {
    for (let n = 0; n < count && broken.length < 3; n++) {
      if (!shelf || shelf.lives >= LIVES_OF_A_SITE) {
        await shelf?.site.close()
        shelf = await openShelf()
        await twin?.(shelf)
      }
      const lifeSeed = seed + n
      const steps = planSteps(seeded(lifeSeed))
      const told = await live(shelf, lifeSeed, steps)
      if (told.wrong.length > 0) broken.push(await shortest(lifeSeed, steps, told, twin))
    }
  } finally {
    await shelf?.site.close()
  }
  return broken
}

async function live(shelf: Shelf, seed: number, steps: readonly Step[]): Promise<Told> {
  const life = await beginLife(shelf, seeded(seed))
  const seen = nothingSeen()
  let facts = await read(life)
  for (const step of steps) {
    const happened = await doStep(life, step, facts)
    if (!happened) continue
    life.story.push(happened)
    const dead = new Set(facts.men.filter(({ isDead }) => isDead).map(({ id }) => id))
    facts = await read(life)
    const wrong = [
      ...life.untrue,
      ...checkFacts(life, facts, seen),
      ...(await checkMessages(life, facts, dead)),
    ]
    if (wrong.length === 0 && TELLS.test(step.act))
      wrong.push(...(await checkPortals(life, facts, seen)))
    if (wrong.length > 0) return { wrong, story: life.story }
  }
  const wrong = [
    ...(await checkPortals(life, facts, seen)),
    ...(await checkDays(life, facts)),
    ...(await checkFigures(life, facts)),
    ...(await checkForms(life, facts)),
    ...(await checkWaiting(life, facts)),
    ...(await checkCopies(life)),
    ...(await checkLists(life, facts)),
    ...life.untrue,
  ]
  if (wrong.length === 0) {
    await rounds(life)
    wrong.push(...(await checkMoney(life, await read(life))))
  }
  return { wrong, story: life.story }
}

/** After these a member may read something else than before. */
const TELLS = /release|reads|undone|taken|erased|merge|parted|withdraw|claim|died/

async function read(life: Life): Promise<Facts> {
  const { pool } = life.site.deps.database
  const ids = life.members.map(({ id }) => id)
  const facts = await readFacts(pool, ids, life.imports)
  for (const { id, member } of facts.appointments)
    if (!life.owners.has(id)) life.owners.set(id, member)
  return facts
}

/** Leaves steps out as long as the same kind of thing is still wrong. */
async function shortest(
  seed: number,
  steps: readonly Step[],
  told: Told,
  twin?: (shelf: Shelf) => Promise<void>,
): Promise<string> {
  let best = [...steps]
  let story = told
  let shelf = await openShelf()
  await twin?.(shelf)
  try {
    for (let size = Math.ceil(best.length / 2), tries = 0; size >= 1; size = Math.floor(size / 2))
      for (let from = 0; from < best.length && tries < MOST_TRIES; tries++) {
        if (shelf.lives >= LIVES_OF_A_SITE) {
          await shelf.site.close()
          shelf = await openShelf()
          await twin?.(shelf)
        }
        const fewer = best.filter((_, n) => n < from || n >= from + size)
        const again = await live(shelf, seed, fewer)
        if (again.wrong.some((one) => kindOf(one) === kindOf(told.wrong[0] ?? ''))) {
          best = fewer
          story = again
        } else from += size
      }
  } finally {
    await shelf.site.close()
  }
  return [`SEED=${seed}`, ...story.story, ...story.wrong.map((one) => `WRONG: ${one}`)].join('\n')
}

/** Without names and numbers. */
function kindOf(wrong: string): string {
  return wrong.replaceAll(/[\d.,]+|\b(Man|CHP|LAB)\w*/g, '')
}
