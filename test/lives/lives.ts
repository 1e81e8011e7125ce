// Runs random lives; a life that breaks a rule is made as short as possible and told as a story.
import { seeded } from '../app/seeded.ts'
import { doStep, planSteps, type Step } from './acts.ts'
import { checkFacts } from './check.ts'
import { checkClaimants, checkClaims } from './check-claims.ts'
import { checkWaiting } from './check-letters.ts'
import { followAccounts } from './claims.ts'
import { type Facts, readFacts } from './facts.queries.ts'
import { checkMessages } from './messages.ts'
import { checkMoney } from './money.ts'
import { checkCopies, checkForms } from './papers.ts'
import { rounds } from './persons.ts'
import { checkDays, checkFigures, checkLists, checkPortals } from './show.ts'
import { nothingSeen, type Seen } from './truth.ts'
import { beginLife, LIVES_OF_A_SITE, type Life, openShelf, type Shelf } from './world.ts'

type Told = { wrong: string[]; story: string[] }

const MOST_TRIES = 60
const SECOND_MS = 1_000
const MOST_BROKEN = 3
/** Batches of lives, each on a site of its own: most of a life is waiting for the database. */
const AT_ONCE = 4

/** Returns the story of each broken life, the shortest found; none when all is well. */
export async function runLives({
  count,
  seed,
  twin,
  onBroken = () => undefined,
  onLived = () => undefined,
}: {
  count: number
  seed: number
  /** Gets the story of a broken life before it is made short. */
  onBroken?: (story: string) => void
  onLived?: () => void
  /** Removes a rule from each database, so that the checker must find something. */
  twin?: (shelf: Shelf) => Promise<void>
}): Promise<string[]> {
  const broken: string[] = []
  const batches = Array.from({ length: Math.ceil(count / LIVES_OF_A_SITE) }, (_, n) => n)
  await Promise.all(Array.from({ length: AT_ONCE }, runBatches))
  return broken

  async function runBatches(): Promise<void> {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      if (broken.length >= MOST_BROKEN) return
      const first = batch * LIVES_OF_A_SITE
      await runBatch(first, Math.min(first + LIVES_OF_A_SITE, count))
    }
  }

  async function runBatch(first: number, end: number): Promise<void> {
    const shelf = await openShelf()
    try {
      await twin?.(shelf)
      for (let n = first; n < end && broken.length < MOST_BROKEN; n++) {
        const lifeSeed = seed + n
        const steps = planSteps(seeded(lifeSeed))
        const told = await live(shelf, lifeSeed, steps)
        onLived()
        if (told.wrong.length === 0) continue
        onBroken(storyOf(lifeSeed, told))
        broken.push(await shortest(lifeSeed, steps, told, twin))
      }
    } finally {
      await shelf.shop.close()
    }
  }
}

async function live(shelf: Shelf, seed: number, steps: readonly Step[]): Promise<Told> {
  const life = await beginLife(shelf, seeded(seed))
  const seen = nothingSeen()
  let facts = await read(life)
  let toldOf = ''
  for (const step of steps) {
    // Of two results released at one instant the earlier one could never be read.
    life.site.moveTo(new Date(life.site.deps.now().getTime() + SECOND_MS))
    const happened = await doStep(life, step, facts)
    if (!happened) continue
    life.story.push(happened)
    const dead = new Set(facts.men.filter(({ isDead }) => isDead).map(({ id }) => id))
    facts = await read(life)
    const wrong = [
      ...life.untrue,
      ...checkFacts(life, facts, seen),
      ...checkClaims(life, facts, seen),
      ...(await checkMessages(life, facts, dead)),
    ]
    const tellable = tellableOf(facts)
    if (wrong.length === 0 && TELLS.test(step.act) && tellable !== toldOf) {
      const isOfTwo = JOINS.test(step.act)
      const readers = isOfTwo
        ? life.members
        : life.members.filter(({ id }) => mayRead(facts, seen, id))
      wrong.push(...(await checkPortals(life, facts, { seen, readers })))
      if (isOfTwo) wrong.push(...(await checkClaimants(life, facts)))
      toldOf = tellable
    }
    if (wrong.length > 0) return { wrong, story: life.story }
  }
  const wrong = [
    ...(await checkPortals(life, facts, { seen, readers: life.members })),
    ...(await checkClaimants(life, facts)),
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

/** After these somebody may read what was another's: every portal is looked at, not only those with something. */
const JOINS = /merge|parted|taken|claim/

/** Something was reported of the member, or of a record that is part of theirs, or was shown before. */
function mayRead(
  { men, results, labResults }: Facts,
  { results: shown }: Seen,
  id: number,
): boolean {
  const own = men.filter((man) => man.id === id || man.mergedInto === id).map((man) => man.id)
  const isOwn = ({ member }: { member: number }) => own.includes(member)
  return results.some(isOwn) || labResults.some(isOwn) || (shown.get(id)?.size ?? 0) > 0
}

/** All of which a portal could tell: while none of it changes, every portal stays as it was. */
function tellableOf(facts: Facts): string {
  const { payments: _, refunds: __, allOwed: ___, owed: ____, rows: _____, ...told } = facts
  return JSON.stringify(told, (name, value) => (name === 'sealed' ? undefined : value))
}

async function read(life: Life): Promise<Facts> {
  const { database, fieldKeys } = life.site.deps
  const memberIds = life.members.map(({ id }) => id)
  const facts = await readFacts(
    { pool: database.pool, fieldKeys },
    { memberIds, importIds: life.imports },
  )
  for (const { id, member } of facts.appointments)
    if (!life.owners.has(id)) life.owners.set(id, member)
  followAccounts(life, facts)
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
          await shelf.shop.close()
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
    await shelf.shop.close()
  }
  return storyOf(seed, story)
}

function storyOf(seed: number, { story, wrong }: Told): string {
  return [`SEED=${seed}`, ...story, ...wrong.map((one) => `WRONG: ${one}`)].join('\n')
}

/** Without names and numbers. */
function kindOf(wrong: string): string {
  return wrong.replaceAll(/[\d.,]+|\b(Man|CHP|LAB)\w*/g, '')
}
