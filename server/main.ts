// One server process: alone on a prepared database (`node server/main.ts`), or as a worker of
// scripts/start.ts.
import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { startErrorMessage } from '../auth/standalone/start-error.ts'
import { charityAsItCame } from '../charity/chaps/facts.ts'
import { LIMITS } from '../charity/chaps/limits.ts'
import { buildApp, type ServePages } from './app.ts'
import { sendPreparationChecks } from './bookings/preparation/send-checks.ts'
import { advanceWaitingLists } from './bookings/waiting-list/advance-waiting-lists.ts'
import { remindOfTests } from './care/recalls/remind-of-tests.ts'
import { sendNotices } from './care/reminders/send-notices.ts'
import { chaseLoops } from './care/task-list/chase-loops.ts'
import { sealLinks } from './care/task-list/seal-links.ts'
import { runBulkActions } from './changed-days/run-bulk-actions.ts'
import { processWebhook } from './checkout/payments/receive-webhook.ts'
import { reconcilePayments } from './checkout/payments/reconcile-payments.ts'
import { alertNear } from './contact/near-alerts/alert-near.ts'
import { sendNewsletters } from './contact/newsletter/send-newsletters.ts'
import { sealMessages } from './contact/seal-messages.ts'
import type { App, Deps } from './deps.ts'
import { releaseHostPlaces } from './hosts/host-pages/release-places.ts'
import { type Handlers, startJobs } from './jobs/jobs.ts'
import { passGate } from './jobs/message-gate.ts'
import { activatePendingProfile } from './members/profile/pending-profile.ts'
import { sealNotes } from './members/seal-notes.ts'
import { openPayPal } from './money/paypal/paypal.ts'
import { answerPrimary } from './operations/metrics/cluster-metrics.ts'
import { openMetrics, toText } from './operations/metrics/read-metrics.ts'
import { createResponseCache } from './platform/cache/response-cache.ts'
import {
  type Env,
  hasMailbox,
  readProcessEnv,
  settingsOf,
  warningLines,
} from './platform/config/env.ts'
import { envOfWorker, REPLACED } from './platform/config/worker-configuration.ts'
import { type Database, openDatabase } from './platform/db/database.ts'
import { sealCanaries } from './platform/db/field-key-canary.ts'
import { openFieldKeys } from './platform/keys/field-keys.ts'
import { describeError, type JobLine, logJob } from './platform/log.ts'
import { openMail } from './platform/mail.ts'
import { readBuild } from './platform/metrics/build.ts'
import { serveMetrics } from './platform/metrics/metrics-server.ts'
import { collectQueues } from './platform/queues-of-work.ts'
import { openSms } from './platform/sms.ts'
import { startTracing } from './platform/tracing/start-tracing.ts'
import { waitAnew, waitAnewIfSeen } from './records/claims/wait-anew.ts'
import { findDuplicates } from './records/duplicates/find-duplicates.ts'
import { carryOutErasures } from './records/erasure/carry-out-erasure.ts'
import { reportChainsApart } from './records/hash-chain/check-chain.ts'
import { sealRows } from './records/hash-chain/seal-rows.ts'
import { applyRetention } from './records/retention/apply-retention.ts'
import { sweep } from './records/upkeep/sweep.ts'
import { sealStates } from './results/lab-results/seal-states.ts'
import { mailByJobs } from './sign-in/auth-gateway/embedded-auth.ts'
import { openAuth } from './sign-in/auth-gateway/open-auth.ts'
import { openSite } from './site/present.ts'
import { removeDueFactors } from './staff/factor-removals.ts'
import { finishClosedDays } from './venue/check-in/finish-closed-days.ts'

type RunningServer = {
  /** Drains for `DRAIN_SECONDS` first; when it is replaced, without turning balancers away. */
  stop(options?: { isReplaced: boolean }): Promise<void>
  drainMs: number
}

const STALE_IF_ERROR_MS = 600_000
const STOP_LIMIT_MS = 10_000
// On a socket shared by the primary, browsers of a killed process would wait until they time out.
const SHARES_PORT = process.platform === 'linux'

/** Starts the site of `env` on its port; `env` must have the database URL and keys. */
export async function startServer(
  env: Env,
  { servePages, open = openDatabase }: { servePages?: ServePages; open?: typeof openDatabase } = {},
): Promise<RunningServer> {
  const { databaseUrl, fieldKeys: keyRing } = env
  if (!databaseUrl || !keyRing || !hasAuth(env)) throw new Error(missingSettings(env))
  const settings = settingsOf(env)
  const fieldKeys = openFieldKeys(keyRing)
  const now = () => new Date()
  let report = (error: Error) => console.error(describeError(error))
  const onError = (error: Error) => report(error)

  const tracing = env.tracing && (await startTracing(env.tracing))
  const database = open(databaseUrl, { max: env.connections })
  await checkDatabase(database, keyRing)
  const smtpUrl = env.mail.smtpUrl ?? `smtp://127.0.0.1:${env.mail.mailboxSmtpPort}`
  const { atOnce, requireTls } = env.mail
  const mail = openMail(smtpUrl, env.mail.from, { requireTls, atOnce })
  const mailbox = hasMailbox(env) ? mail.send : null
  const sms = openSms({ hook: env.sms.hook, mailbox, now })
  const charity = charityAsItCame(env.links)
  const site = openSite({ database, charity, limits: LIMITS, now, onError })
  const auth = await openAuth(env, {
    database,
    fieldKeys: keyRing,
    now,
    mail: mailByJobs(database, () => jobs),
    charity: site.charity,
    async signUpConfirmed(userId, q) {
      const activate = () => activatePendingProfile({ fieldKeys, now, jobs, settings }, q, userId)
      jobs.kick((await collectQueues(activate)).queues)
    },
    addressChanged: (account, q) => waitAnew(q, { fieldKeys, now, jobs, settings }, account),
    addressSeen: (account) => waitAnewIfSeen({ database, fieldKeys, now, jobs, settings }, account),
  })
  const paypal = openPayPal(env.paypal)
  const staleIfErrorMs = STALE_IF_ERROR_MS
  const cache = createResponseCache({ maxAge: 1_000, max: 500, now, staleIfErrorMs })

  // A job may arrive before startJobs returns; it then waits for its dependencies.
  const { promise: ready, resolve: setReady } = Promise.withResolvers<Deps>()
  // Only SMS may be turned off.
  const handlers: Handlers & Required<Omit<Handlers, 'sms'>> = {
    mail: (message, id) => mail.send({ ...message, id }),
    ...(sms && { sms }),
    sweep: async () => {
      await sealMessages({ database, fieldKeys })
      await sealNotes({ database, fieldKeys })
      await sealLinks({ database, fieldKeys })
      await sweep({ database, now, auth })
      await removeDueFactors(await ready, onError)
    },
    settle: async (webhook) => processWebhook(await ready, webhook),
    reconcilePayments: async () => reconcilePayments(await ready, { onError }),
    advanceWaitingLists: async () => {
      await releaseHostPlaces(await ready, onError)
      await advanceWaitingLists(await ready, { onError })
    },
    sendNotices: async () => {
      await sendNotices(await ready, onError)
      await finishClosedDays(await ready, onError)
      await sendPreparationChecks(await ready, onError)
    },
    remindOfTests: async () => remindOfTests(await ready, onError),
    chaseLoops: async () => {
      await sealStates(await ready)
      await chaseLoops(await ready, onError)
    },
    carryOutErasures: async () => carryOutErasures(await ready, onError),
    applyRetention: async () => applyRetention(await ready, onError),
    findDoubles: () => findDuplicates({ database }),
    bulkActions: async () => runBulkActions(await ready, onError),
    alertNear: async (published) => alertNear(await ready, published),
    newsletters: async () => sendNewsletters(await ready, onError),
    sealRows: () => sealRows({ database, now, fieldKeys }, onError),
    checkChains: () => reportChainsApart({ databaseUrl, keyRing }, onError),
  }
  let onJob: (line: JobLine) => void = () => undefined
  const jobs = await startJobs(database, handlers, {
    fieldKeys,
    charity: site.charity,
    onError,
    onJob: (line) => onJob(line),
    mailsAtOnce: atOnce,
    gate: (leaving) => passGate({ database, fieldKeys, now, settings }, leaving),
  })
  const deps: Deps = { settings, database, now, mail, jobs, auth, paypal, fieldKeys, cache, site }
  setReady(deps)

  const app = await buildApp(deps, servePages && { servePages })
  report = (error) => app.log.error(error)
  onJob = (line) => logJob(app.log, line)
  const metrics = await startMetrics(env, deps, onError)
  await listenQuietly(app, env)

  const drainMs = env.drainSeconds * 1000
  return {
    drainMs,
    async stop({ isReplaced } = { isReplaced: false }) {
      app.drain.isLeaving = !isReplaced
      app.drain.hasBegun = true
      await wait(drainMs)
      await metrics?.close()
      const closing = setInterval(() => app.server.closeIdleConnections(), 50)
      await app.close()
      clearInterval(closing)
      await auth.close?.()
      await jobs.stop()
      mail.close()
      await database.close()
      await tracing?.close()
    },
  }
}

/** Listens without Fastify's log lines about it. */
async function listenQuietly(app: App, { port, host }: Env): Promise<void> {
  const { level } = app.log
  app.log.level = 'warn'
  const options = { port, host, reusePort: SHARES_PORT }
  await app.listen(options)
  app.log.level = level
}

/** Null without METRICS_PORT. Of several processes the primary serves what all have counted. */
async function startMetrics(
  env: Env,
  deps: Deps,
  onError: (error: Error) => void,
): Promise<{ close(): Promise<void> } | null> {
  if (!env.metrics) return null
  const reader = openMetrics(deps, { build: await readBuild(), onError })
  const all = async () => toText([await reader.read({ withDatabase: true })])
  const server = cluster.isWorker
    ? answerPrimary(reader, onError)
    : await serveMetrics(env.metrics, { read: all, onError })
  return {
    async close() {
      await server.close()
      reader.stop()
    },
  }
}

function hasAuth({ auth: { url, key, signingKeys } }: Env): boolean {
  return Boolean((url && key) || signingKeys)
}

function missingSettings(env: Env): string {
  const lines = [
    ...(env.databaseUrl ? [] : ['DATABASE_URL']),
    ...(env.fieldKeys ? [] : ['FIELD_KEYS']),
    ...(hasAuth(env) ? [] : ['AUTH_SIGNING_KEYS']),
  ].map((key) => `  ${key} is needed by a server process alone; npm start makes what it lacks`)
  return `The configuration cannot be used:\n${lines.join('\n')}`
}

/** Throws Error when the database is unreachable, unprepared or has other field keys. */
async function checkDatabase(database: Database, fieldKeys: string): Promise<void> {
  try {
    await database.pool.query('select 1').catch((cause) => {
      const reason = startErrorMessage(cause)
      throw new Error(`The database of DATABASE_URL does not answer: ${reason}`, { cause })
    })
    await sealCanaries(database.pool, fieldKeys)
  } catch (error) {
    await database.close()
    throw error
  }
}

if (import.meta.main) {
  try {
    const env = cluster.isWorker ? await configurationFromPrimary() : readProcessEnv()
    if (!cluster.isWorker) for (const line of warningLines(env)) console.error(line)
    stopOnSignal(await startServer(env))
    process.send?.('listening')
  } catch (error) {
    console.error(startErrorMessage(error))
    process.exit(1)
  }
}

async function configurationFromPrimary(): Promise<Env> {
  const [configuration] = await once(process, 'message')
  return envOfWorker(configuration)
}

export function stopOnSignal(server: RunningServer): void {
  const stop = (options: { isReplaced: boolean }) => {
    setTimeout(() => process.exit(1), server.drainMs + STOP_LIMIT_MS).unref()
    server.stop(options).then(() => process.exit(0), fail)
  }
  const fail = (error: unknown) => {
    console.error(error)
    process.exit(1)
  }
  process.once('SIGTERM', () => stop({ isReplaced: false }))
  process.on('message', (message) => {
    if (message === REPLACED) stop({ isReplaced: true })
  })
  // Ctrl-C reaches every process; the primary stops its workers itself.
  process.on('SIGINT', () => {
    if (!cluster.isWorker) stop({ isReplaced: false })
  })
}
