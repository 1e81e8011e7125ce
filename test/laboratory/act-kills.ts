import { isDeepStrictEqual } from 'node:util'
import { checkChains } from '../../server/records/hash-chain/check-chain.ts'
import { sealRows } from '../../server/records/hash-chain/seal-rows.ts'
import type { TestApp } from '../app/test-app.ts'
import { countUnfinished } from '../storms/mail/mail-storm.queries.ts'
import { until } from '../until.ts'
import { ACTS, type Act, type ActName } from './acts.ts'
import { beforeAct, type Footprint, footprintOf } from './footprint.queries.ts'
import { type Moment, withKill } from './kill-connection.ts'

/** More than any of the acts has. */
const STATEMENTS = Array.from({ length: 200 }, (_, n) => n)
const EACH = (['before', 'after'] as const).map((when) =>
  STATEMENTS.map((statement) => ({ statement, when })),
)
const NAMES = Object.keys(ACTS) as ActName[]
type Options = { names?: ActName[]; moments?: Moment[][]; isAtomic?: boolean }
type Kills = Partial<Record<ActName, number>>

/**
 * Kills each act at these moments of its transactions, or before and after each statement, and presses it
 * again. Of each list it stops at the first moment that an act does not have.
 * Returns a sentence for each time that what was written is neither nothing nor the whole, or that the
 * second press does not end with what an act without a kill writes.
 */
export async function killActs(
  site: TestApp,
  { names = NAMES, moments = EACH, isAtomic = true }: Options = {},
): Promise<{ wrong: string[]; kills: Kills }> {
  const wrong: string[] = []
  const kills: Kills = {}
  for (const name of names) {
    const whole = await footprintOfAct(site, name)
    for (const row of moments) {
      for (const { statement, when } of row) {
        const moment = { statement, when, isAtomic }
        const killed = await killAct(site, { name, moment, whole })
        if (!killed.isKilled) break
        kills[name] = (kills[name] ?? 0) + 1
        const at = `${name}, ${when} statement ${statement}`
        wrong.push(...killed.wrong.map((one) => `${at}: ${one}`))
      }
    }
  }
  return { wrong: [...wrong, ...(await brokenChains(site))], kills }
}

async function footprintOfAct(site: TestApp, name: ActName): Promise<Footprint> {
  const { act, before } = await open(site, name)
  const answer = await act.press()
  if (answer.status >= 300) throw new Error(`${name} was answered ${JSON.stringify(answer)}`)
  return footprintOf(site.deps.database.pool, before)
}

async function killAct(
  site: TestApp,
  {
    name,
    moment,
    whole,
  }: { name: ActName; moment: Parameters<typeof withKill>[1]; whole: Footprint },
): Promise<{ isKilled: boolean; wrong: string[] }> {
  const { pool } = site.deps.database
  const { act, before } = await open(site, name)
  const { isKilled, answer } = await withKill(site, moment, act.press)
  if (!isKilled) return { isKilled, wrong: [] }
  const wrong: string[] = []
  const found = await footprintOf(pool, before)
  const isNothing = Object.keys(found).length === 0
  if (!isNothing && !isDeepStrictEqual(found, whole) && !act.hasSteps)
    wrong.push(`is half: ${difference(found, whole)}`)
  if (isNothing && answer.status < 300) wrong.push('was answered as done, and nothing is written')

  const again = await act.press()
  const isKnown = !isNothing && (act.refusals ?? []).includes(again.body?.code ?? '')
  if (again.status >= 300 && !isKnown)
    wrong.push(`was answered ${again.status} ${again.body?.code} when it was pressed again`)
  const last = await footprintOf(pool, before)
  if (!isDeepStrictEqual(last, whole))
    wrong.push(`pressed again it differs: ${difference(last, whole)}`)
  return { isKilled, wrong }
}

/** The act with everything before it; what it sends has been sent, so that only the act is counted. */
async function open(
  site: TestApp,
  name: ActName,
): Promise<{ act: Act; before: Parameters<typeof footprintOf>[1] }> {
  const act = await ACTS[name](site)
  await until(async () => {
    if ((await countUnfinished(site.deps.database.db)) > 0) throw new Error('mails still wait')
  })
  return { act, before: await beforeAct(site.deps.database.pool) }
}

function difference(found: Footprint, whole: Footprint): string {
  const tables = [...new Set([...Object.keys(found), ...Object.keys(whole)])]
  return tables
    .filter((table) => found[table] !== whole[table])
    .map((table) => `${table} ${found[table] ?? 'none'} instead of ${whole[table] ?? 'none'}`)
    .join(', ')
}

async function brokenChains({ deps }: TestApp): Promise<string[]> {
  const wrong: string[] = []
  await sealRows(deps, (error) => wrong.push(String(error)))
  const reports = await checkChains(deps)
  const broken = reports.filter(({ fault }) => fault !== null)
  return [...wrong, ...broken.map(({ table }) => `the hash chain of ${table} is broken`)]
}
