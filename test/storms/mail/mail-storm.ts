import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { prepareJobs } from '../../../server/platform/job-queues.ts'
import { makeFieldKeys } from '../../../server/platform/keys/field-keys.ts'
import type { Random } from '../../app/seeded.ts'
import { addMembers } from '../../app/test-app.queries.ts'
import { openTestDatabase } from '../../database/database.ts'
import { type Fault, type FaultySmtpServer, startFaultySmtpServer } from './faulty-smtp-server.ts'
import { countUnfinished, dropBlanking, listRecipients } from './mail-storm.queries.ts'
import type { MailerOptions, Protection } from './mailer.ts'

export type Outcome = {
  committed: number
  /** How often the server accepted a mail. */
  accepted: number
  lost: string[]
  /** Accepted although their transaction was rolled back. */
  uncommitted: string[]
  /** Deliveries of a mail, by Message-ID, beyond the first. */
  redelivered: number
  /** Recipients of two mails with different Message-IDs. */
  queuedTwice: string[]
  /** SIGKILLs of a sending process. */
  kills: number
  faults: Partial<Record<Fault, number>>
}

export type Storm = {
  count: number
  kills: number
  deaths: number
  /** Mails that each process sends at a time. */
  mailsAtOnce: number
  random: Random
  without?: Protection
}

const PROCESSES = 2
const LIMIT_MS = 600_000
/** Retries wait for seconds instead of minutes; a mail of a killed process waits ten. */
const SHORT_WAITS = { retryDelayMax: 2, heartbeatSeconds: 10 }

/**
 * Two processes commit `count` mails, each with a fact in one transaction (some are rolled
 * back), and send them to a server that refuses, stalls, drops connections and dies, while they
 * are killed and restarted. Resolves when no mail is queued.
 */
export async function mailStorm({
  count,
  kills,
  deaths,
  mailsAtOnce,
  random,
  without,
}: Storm): Promise<Outcome> {
  const database = await openTestDatabase()
  await prepareJobs(database.owner.pool, { mail: SHORT_WAITS })
  // Otherwise the mails that a killed process had sent would be blank, and not be sent again.
  if (without === 'a worker sends one mail at a time') await dropBlanking(database.owner.db)
  const [member] = await addMembers(database.db, [randomUUID()])
  const server = await startFaultySmtpServer(random)
  const shared = {
    databaseUrl: database.url,
    smtpUrl: server.url,
    memberId: member?.id ?? 0,
    fieldKeys: makeFieldKeys(),
    lastCommitted: count,
    mailsAtOnce,
    without,
  }
  const numbers = Array.from({ length: count + Math.ceil(count / 10) }, (_, n) => n + 1)
  const start = (share: number) =>
    startMailer({ ...shared, numbers: numbers.filter((n) => n % PROCESSES === share) })
  const mailers = Array.from({ length: PROCESSES }, (_, share) => start(share))

  const plan = planFaults({ count, kills, deaths, random })
  const begun = performance.now()
  let killed = 0
  let recipients: string[] = []
  for (;;) {
    recipients = await listRecipients(database.db)
    const isOver = recipients.length >= count && (await countUnfinished(database.db)) === 0
    if (isOver || performance.now() - begun > LIMIT_MS) break
    const due = plan[0]
    if (due === undefined || server.accepted.length < due.after) {
      await wait(20)
      continue
    }
    plan.shift()
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
  return { kills: killed, ...compare(recipients, server) }
}

/** After how many mails each kill comes, in order. */
function planFaults({ count, kills, deaths, random }: Omit<Storm, 'mailsAtOnce' | 'without'>) {
  const plan = (on: 'a process' | 'the server', times: number) =>
    Array.from({ length: times }, () => ({ on, after: random.below(count) }))
  return [...plan('a process', kills), ...plan('the server', deaths)].sort(
    (one, other) => one.after - other.after,
  )
}

function compare(
  recipients: string[],
  { accepted, faults }: FaultySmtpServer,
): Omit<Outcome, 'kills'> {
  const reached = Map.groupBy(accepted, ({ recipient }) => recipient)
  const ids = new Set(accepted.map(({ messageId }) => messageId))
  const expected = new Set(recipients)
  return {
    committed: recipients.length,
    accepted: accepted.length,
    lost: recipients.filter((recipient) => !reached.has(recipient)),
    uncommitted: [...reached.keys()].filter((recipient) => !expected.has(recipient)),
    redelivered: accepted.length - ids.size,
    queuedTwice: [...reached]
      .filter(([, mails]) => new Set(mails.map(({ messageId }) => messageId)).size > 1)
      .map(([recipient]) => recipient),
    faults,
  }
}

function startMailer(options: MailerOptions): ChildProcess {
  const script = join(import.meta.dirname, 'mailer.ts')
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
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
  const { committed, accepted, lost, uncommitted, redelivered, queuedTwice, kills } = outcome
  const faults = Object.entries(outcome.faults).map(([fault, times]) => `${fault} ${times} times`)
  return `${committed} mails through ${kills} kills and a server that ${faults.join(', ')}: ${accepted} accepted, ${lost.length} lost, ${uncommitted.length} of rolled back transactions, ${redelivered} redelivered, ${queuedTwice.length} queued twice; ${Math.round(seconds)} s`
}
