// `npm run auth -- --port N` (auth-protocol 1.5; docs/auth-standalone.md).
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { buildAuth } from '../app.ts'
import { migrateAuth } from '../db/migrate.ts'
import { openPool } from '../db/pool.ts'
import { discardOldSignUps } from '../flows/discard-sign-up.ts'
import { deleteStale } from '../queries/clean-up.queries.ts'
import { DEFAULT_SETTINGS } from '../settings.ts'
import { readProcessEnv, type StandaloneEnv } from './env.ts'
import { type Serving, serve } from './serve.ts'
import { createSmtpMailer, rejectMail } from './smtp.ts'
import { startErrorMessage } from './start-error.ts'
import { loadStoredSecret } from './stored-secret.ts'

const HOST = '127.0.0.1'
const CONNECTIONS = 20
const HOUR_MS = 3_600_000
const STOP_LIMIT_MS = 10_000

if (import.meta.main) {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string' } } })
    await run(readProcessEnv(values.port))
  } catch (error) {
    console.error(startErrorMessage(error))
    process.exit(1)
  }
}

async function run(env: StandaloneEnv): Promise<void> {
  const pool = openPool(env.databaseUrl, { max: CONNECTIONS, name: 'auth' })
  pool.on('error', (error) => console.error(`The database ended a connection: ${error.message}`))
  await pool.query('select 1').catch((cause) => {
    const reason = startErrorMessage(cause)
    throw new Error(`The database of DATABASE_URL does not answer: ${reason}`, { cause })
  })
  const serving = await start(env, pool)
  const clean = async () => {
    await deleteStale(pool, new Date())
    const { unconfirmedSeconds } = DEFAULT_SETTINGS
    await discardOldSignUps(
      { pool, now: () => new Date(), signUpDiscarded: undefined },
      unconfirmedSeconds,
    )
  }
  const cleanUp = () => clean().catch((error: Error) => console.error(error.message))
  let cleaning = cleanUp()
  const upkeep = setInterval(() => {
    cleaning = cleanUp()
  }, HOUR_MS)

  const stop = async () => {
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref()
    clearInterval(upkeep)
    await serving.stop()
    await cleaning
    await pool.end()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  if (env.ignored.length > 0) console.error(`Ignored settings: ${env.ignored.join(', ')}`)
  if (!env.smtp) console.error('No mail is sent: GOTRUE_SMTP_HOST is not set')
  for (const warning of env.warnings) console.error(`WARNING: ${warning}.`)
  console.log(`The authentication service answers at ${serving.url}`)
}

async function start(env: StandaloneEnv, pool: pg.Pool): Promise<Serving> {
  const { siteUrl, redirectAllowList, signingKeys, settings } = env
  return await serve({ host: HOST, port: env.port }, async (url) => {
    await migrateAuth(pool)
    const secret = env.secret ?? (await loadStoredSecret(pool, signingKeys))
    return await buildAuth({
      pool,
      siteUrl,
      redirectAllowList,
      signingKeys,
      settings,
      secret,
      now: () => new Date(),
      issuer: env.issuer || url,
      externalUrl: env.externalUrl || env.issuer || url,
      sms: async () => {
        throw new Error('GOTRUE_HOOK_SEND_SMS_URI is not set')
      },
      mail: env.smtp ? createSmtpMailer(env.smtp) : rejectMail,
    })
  })
}
