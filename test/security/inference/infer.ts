// Men with known bands live through the product's own acts; then each feature of a copy of the
// database guesses whose result is raised.
import type pg from 'pg'
import type { Random } from '../../app/seeded.ts'
import { openTestApp, type TestApp } from '../../app/test-app.ts'
import { liveUntil } from '../../care-loops/year/simulate.ts'
import { call, openWorld, type World } from '../../care-loops/year/world.ts'
import { featuresOf, type Person, ROWS } from './features.ts'
import { type Guess, guessBy } from './guess.ts'
import { listMembersTables, readRows } from './table-rows.queries.ts'

/** Days after the last event: results are read, letters posted, and the first question is asked. */
const DAYS_AFTER = 70
const FIRST_EVENT = 30
/** Of the lower end of the interval; half is what no knowledge guesses. */
const LIMIT = 0.55

export type Inferred = { men: number; raised: number; guesses: Guess[] }

/** The guesses of all features, the best first. */
export async function inferBands(size: {
  men: number
  events: number
  seed: number
}): Promise<Inferred> {
  const site = await openTestApp({ mailsAtOnce: 4, settings: { sendsSms: true } })
  try {
    const lastEventOn = FIRST_EVENT + 7 * (size.events - 1)
    const world = await openWorld(site, { ...size, lastEventOn })
    await liveUntil(world, lastEventOn + DAYS_AFTER)
    await enterGpDays(world)
    return await guessAll(site, world)
  } finally {
    await site.close()
  }
}

/** Some of the living who were advised to see a GP enter the day of it. */
async function enterGpDays(world: World): Promise<void> {
  const day = world.site.deps.now().toISOString().slice(0, 10)
  for (const man of await listMen(world.site.ownerPool, world)) {
    if (man.hasDied || !man.isRaised || !man.random.chance(0.5)) continue
    const url = `/api/medical/results/${man.memberId}/${man.resultId}/gp-appointment` as const
    const as = { cookie: await world.site.signIn(man.userId, man.email) }
    await call(world, ['PUT', url], { as, body: { day } })
  }
}

async function guessAll(site: TestApp, world: World): Promise<Inferred> {
  const pool = site.ownerPool
  const men = await listMen(pool, world)
  const labels = men.map(({ isRaised }) => isRaised)
  const guesses: Guess[] = []
  for (const table of await listMembersTables(pool))
    for (const feature of featuresOf(table, await readRows(pool, table), men))
      guesses.push(guessBy(feature, labels))
  guesses.sort((one, other) => other.low - one.low)
  return { men: men.length, raised: labels.filter(Boolean).length, guesses }
}

type Labelled = Person & {
  isRaised: boolean
  hasDied: boolean
  resultId: number
  userId: string
  email: string
  random: Random
}

/** Those with a released result. */
async function listMen(pool: pg.Pool, { men }: World): Promise<Labelled[]> {
  const { rows } = await pool.query<
    Pick<Labelled, 'memberId' | 'releasedAt' | 'hasDied' | 'resultId' | 'userId'>
  >(
    `select distinct on (member_id) member_id::int as "memberId", r.id::int as "resultId",
        released_at as "releasedAt", m.died_at is not null as "hasDied", m.user_id as "userId"
      from results r join members m on m.id = member_id
      where released_at is not null order by member_id, r.id desc`,
  )
  const results = new Map(rows.map((row) => [row.memberId, row]))
  return men.flatMap(({ memberId, email, random, visits: [visit] }) => {
    const result = results.get(memberId)
    if (!visit || !result) return []
    const isRaised = visit.laboratory !== 'spoilt' && visit.band !== 'Green'
    return [{ ...result, email, random, isRaised }]
  })
}

export type Listed = { table: string; columns: string[] }

/**
 * What tells too much and is not listed. Where the count of rows is, what only counts them is too.
 */
export function unlisted({ guesses }: Inferred, listed: readonly Listed[]): string[] {
  const isListed = ({ table, column, isOfCount = false }: Guess) =>
    listed.some(
      (one) =>
        one.table === table &&
        (one.columns.includes(column) || (isOfCount && one.columns.includes(ROWS))),
    )
  const found = guesses.filter((guess) => guess.low > LIMIT && !isListed(guess))
  return found.map(inOneLine)
}

export function inWords({ men, raised, guesses }: Inferred): string {
  const some = guesses.filter(({ accuracy }) => accuracy > 0.52)
  return [`${men} men with a result, ${raised} of them raised`, ...some.map(inOneLine)].join('\n')
}

function inOneLine({ table, name, accuracy, low, high }: Guess): string {
  const percent = (share: number) => `${(share * 100).toFixed(1).padStart(5)} %`
  return `${percent(accuracy)}  (${percent(low)} to ${percent(high)})  ${table}: ${name}`
}
