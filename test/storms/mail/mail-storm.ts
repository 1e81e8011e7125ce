import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeFieldKeys } from '../../../server/platform/field-keys.ts'
import { prepareJobs } from '../../../server/platform/job-queues.ts'
import type { Random } from '../../app/seeded.ts'
import { addMembers } from '../../app/test-app.queries.ts'
import { openTestDatabase } from '../../database/database.ts'
import { countUnfinished, listPromised } from './mail-storm.queries.ts'
import type { Mailing } from './mailer.ts'
import { startTroubledServer, type Trouble, type TroubledServer } from './faulty-smtp-server.ts'

export type Outcome = {
  promised: number
  /** How often the server accepted a mail. */
  taken: number
  lost: string[]
  /** Accepted although their transaction was rolled back. */
  phantoms: string[]
  /** Deliveries of a mail, by Message-ID, beyond the first. */
  again: number
  doubled: string[]
  /** SIGKILLs of a sending process. */
  kills: number
  troubles: Partial<Record<Trouble, number>>
}

export type Storm = {
  count: number
  kills: number
  deaths: number
  random: Random
  /** A module that removes a protection, loaded into the sending processes. */
  without?: string
}

const PROCESSES = 2
const LIMIT_MS = 600_000
/** Retries wait for seconds instead of minutes; a mail of a killed process waits ten. */
const SHORT = { retryDelayMax: 2, heartbeatSeconds: 10 }

/**
 * Two processes commit `count` mails, each with a fact in one transaction (some are rolled
 * back), and send them to a server that refuses, stalls, drops connections and dies, while they
 * are killed and restarted. Resolves when no mail is queued.
 */
export async function mailStorm({
  count,
  kills,
  deaths,
  random,
  without,
}: Storm): Promise<Outcome> {
  const database = await openTestDatabase()
  await prepareJobs(database.owner.pool, { mail: SHORT })
  const [member] = await addMembers(database.db, [randomUUID()])
  const server = await startTroubledServer(random)
  const mailing = {
    ...{ databaseUrl: database.url, smtpUrl: server.url, memberId: member?.id ?? 0 },
    fieldKeys: makeFieldKeys(),
  }
  const numbers = Array.from({ length: count + Math.ceil(count / 10) }, (_, n) => n + 1)
  const start = (share: number) =>
    run(
      { ...mailing, numbers: numbers.filter((n) => n % PROCESSES === share), kept: count },
      without,
    )
  const mailers = Array.from({ length: PROCESSES }, (_, share) => start(share))

  const strikes = planStrikes({ count, kills, deaths, random })
  const begun = performance.now()
  let killed = 0
  let promised: string[] = []
  for (;;) {
    promised = await listPromised(database.db)
    const isOver = promised.length >= count && (await countUnfinished(database.db)) === 0
    if (isOver || performance.now() - begun > LIMIT_MS) break
    const due = strikes[0]
    if (due === undefined || server.taken.length < due.after) {
      await wait(20)
      continue
    }
    strikes.shift()
    if (due.on === 'the server') await server.die(200 + random.below(800))
    else {
      const share = random.below(PROCESSES)
      await end(mailers[share])
      killed += 1
      mailers[share] = start(share)
    }
  }
  for (const mailer of mailers) await end(mailer)
  await server.close()
  await database.close()
  return { kills: killed, ...reckon(promised, server) }
}

/** After how many mails each kill comes, in order. */
function planStrikes({ count, kills, deaths, random }: Omit<Storm, 'without'>) {
  const strikes = (on: 'a process' | 'the server', times: number) =>
    Array.from({ length: times }, () => ({ on, after: random.below(count) }))
  return [...strikes('a process', kills), ...strikes('the server', deaths)].sort(
    (one, other) => one.after - other.after,
  )
}

function reckon(promised: string[], { taken, seen }: TroubledServer): Omit<Outcome, 'kills'> {
  const readers = new Set(taken.map(({ reader }) => reader))
  const ids = new Set(taken.map(({ messageId }) => messageId))
  const idsOf = Map.groupBy(taken, ({ reader }) => reader)
  const wanted = new Set(promised)
  return {
    promised: promised.length,
    taken: taken.length,
    lost: promised.filter((reader) => !readers.has(reader)),
    phantoms: [...readers].filter((reader) => !wanted.has(reader)),
    again: taken.length - ids.size,
    doubled: [...idsOf]
      .filter(([, mails]) => new Set(mails.map(({ messageId }) => messageId)).size > 1)
      .map(([reader]) => reader),
    troubles: seen,
  }
}

function run(mailing: Mailing, without: string | undefined): ChildProcess {
  const script = join(import.meta.dirname, 'mailer.ts')
  const imported = without === undefined ? [] : [`--import=${join(import.meta.dirname, without)}`]
  const child = spawn(process.execPath, [...imported, script, JSON.stringify(mailing)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  // An aborted test must leave no process behind.
  const stop = () => child.kill('SIGKILL')
  process.once('exit', stop)
  child.once('exit', () => process.off('exit', stop))
  return child
}

async function end(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

export function inWords(outcome: Outcome, seconds: number): string {
  const { promised, taken, lost, phantoms, again, doubled, kills, troubles } = outcome
  const met = Object.entries(troubles).map(([trouble, times]) => `${trouble} ${times} times`)
  return `${promised} mails through ${kills} kills and a server that ${met.join(', ')}: ${taken} taken, ${lost.length} lost, ${phantoms.length} of what did not happen, ${again} taken again, ${doubled.length} written twice; ${Math.round(seconds)} s`
}
