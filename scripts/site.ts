import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { makeSigningKeys } from '../auth/tokens/keys.ts'
import type { Env } from '../server/platform/config/env.ts'
import { whyNotSigningKeys } from '../server/platform/config/env-schema.ts'
import { startEmbeddedPostgres } from '../server/platform/db/embedded-postgres.ts'
import { makeFieldKeys, whyNotRing } from '../server/platform/keys/field-keys.ts'
import { readOrCreateFile } from '../server/platform/keys/key-files.ts'
import type { DatabaseAddresses } from './migrate-database.ts'

export type Site = {
  env: Env & Prepared
  stop(): Promise<void>
}
type Prepared = { databaseUrl: string; fieldKeys: string }
export type Preparation = { env: Env & Prepared; database: DatabaseAddresses }

const PREPARE = new URL('./prepare-database.ts', import.meta.url)
const FIELD_KEYS_FILE = 'field-keys.json'
const SIGNING_KEYS_FILE = 'auth-signing-keys.json'
const RELEASE_MS = 2_000

export type Step = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Opens everything that server processes need: PostgreSQL unless configured, keys, tables, and
 * outside production the demo data and the mailbox. Throws, with all of it stopped again, when
 * a part fails.
 */
export async function openSite(
  env: Env,
  { step, onLog }: { step: Step; onLog: (line: string) => void },
): Promise<Site> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const stopPart of stops.splice(0).reverse()) await stopPart()
  }
  const preparation = launchPreparation()
  stops.push(preparation.stop)
  try {
    await assertPortsFree(env)
    await mkdir(env.dataDir, { recursive: true }).catch(({ code }) => {
      throw new Error(`DATA_DIR is no folder that can be written to: ${code}`)
    })
    const database = env.databaseUrl
      ? { url: env.databaseUrl, ownerUrl: env.databaseOwnerUrl }
      : await startPostgres()
    const given = { databaseUrl: database.url, databaseOwnerUrl: undefined }
    const ready = { ...env, ...given, ...(await makeKeys(env)) }
    await step('Preparing the database', () => preparation.run({ env: ready, database }))
    if (!env.production && !env.mail.smtpUrl) await startMail()
    if (!env.production && env.paypal.standIn) await startCards()
    return { env: ready, stop }
  } catch (error) {
    await stop()
    throw error
  }

  async function startPostgres(): Promise<DatabaseAddresses> {
    const { dataDir } = env
    const start = () => startEmbeddedPostgres({ dataDir, onLog })
    const postgres = await step('Starting PostgreSQL', start)
    stops.push(postgres.stop)
    return postgres
  }

  async function startCards(): Promise<void> {
    const { clientId, secret, webhookId, standInPort: port } = env.paypal
    const folder = join(env.dataDir, 'paypal')
    const webhookUrl = `http://127.0.0.1:${env.port}/api/payments/webhook`
    const account = { clientId, secret, webhookId, webhookUrl, appOrigin: env.publicUrl }
    const { startPayPal } = await import('../standins/paypal.ts')
    const start = () => startPayPal({ port, folder, ...account, onLog })
    stops.push((await step('Opening the test payments', start)).stop)
  }

  async function startMail(): Promise<void> {
    const { mailboxSmtpPort: smtpPort, mailboxPort: httpPort } = env.mail
    const folder = join(env.dataDir, 'mailbox')
    const { startMailbox } = await import('../standins/mailbox.ts')
    const start = () => startMailbox({ smtpPort, httpPort, folder, onLog })
    stops.push((await step('Opening the mailbox', start)).stop)
  }
}

async function makeKeys(env: Env): Promise<{ fieldKeys: string; auth: Env['auth'] }> {
  const folder = join(env.dataDir, 'keys')
  const fieldKeys =
    env.fieldKeys ?? (await readOrCreateFile(join(folder, FIELD_KEYS_FILE), makeFieldKeys))
  // Checked here so that an unusable key ring stops the start, not the first booking.
  refuse(join(folder, FIELD_KEYS_FILE), whyNotRing(fieldKeys))
  if (env.auth.url) return { fieldKeys, auth: env.auth }
  const make = async () => JSON.stringify(await makeSigningKeys())
  const signingKeys =
    env.auth.signingKeys ?? (await readOrCreateFile(join(folder, SIGNING_KEYS_FILE), make))
  refuse(join(folder, SIGNING_KEYS_FILE), whyNotSigningKeys(signingKeys))
  return { fieldKeys, auth: { ...env.auth, signingKeys } }
}

function refuse(path: string, problem: string | null): void {
  if (problem) throw new Error(`${path} ${problem}`)
}

/** Launches the process at once, so that it loads while PostgreSQL starts. */
function launchPreparation() {
  const process = fork(PREPARE)
  const problem = Promise.race([
    once(process, 'message').then(([{ problem }]) => problem),
    once(process, 'exit').then(([code, signal]) => {
      throw new Error(`The preparation of the database ended with ${signal ?? code}.`)
    }),
  ])
  problem.catch(() => undefined)
  return {
    async run(preparation: Preparation): Promise<void> {
      process.send(preparation)
      const found = await problem
      if (found !== null) throw new Error(found)
    },
    async stop(): Promise<void> {
      if (process.connected) process.disconnect()
    },
  }
}

async function assertPortsFree({
  port,
  host,
  production,
  mail,
  paypal,
  metrics,
}: Env): Promise<void> {
  const ofMail = production || mail.smtpUrl ? [] : [mail.mailboxSmtpPort, mail.mailboxPort]
  const own = production || !paypal.standIn ? ofMail : [paypal.standInPort, ...ofMail]
  for (const [wanted, at] of [
    [port, host] as const,
    ...own.map((one) => [one, '127.0.0.1'] as const),
    ...(metrics ? [[metrics.port, metrics.host] as const] : []),
  ])
    if (!(await becomesFree(wanted, at)))
      throw new Error(
        `Port ${wanted} is in use. Stop the program that uses it, or choose another port for the site: PORT=4000 npm start (it takes the three after it too).`,
      )
}

// The server processes of a killed primary hold the port a moment longer.
async function becomesFree(port: number, host: string): Promise<boolean> {
  for (const begun = Date.now(); ; await wait(50)) {
    if (await isFree(port, host)) return true
    if (Date.now() - begun > RELEASE_MS) return false
  }
}

function cannotListen({ code }: NodeJS.ErrnoException, at: { port: number; host: string }): Error {
  if (code === 'EACCES') return new Error(`PORT ${at.port} may not be used by this user: ${code}`)
  return new Error(`HOST ${at.host} is no address of this machine: ${code}`)
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? done(false) : fail(cannotListen(error, { port, host })),
    )
    probe.listen(port, host, () => probe.close(() => done(true)))
  })
}
