import type { JWTVerifyGetKey } from 'jose'
import type pg from 'pg'
import { z } from 'zod'
import { openAuth } from './app.ts'
import { inTransaction } from './db/database.ts'
import { readTogether } from './db/read-together.ts'
import { normaliseEmail } from './email-address.ts'
import { discardOldSignUps } from './flows/discard-sign-up.ts'
import { addAuthenticator } from './flows/factors.ts'
import { findMailedLink, type MailedLink } from './flows/mailed-link.ts'
import {
  checkSignUpPassword,
  discardPendingSignUp,
  lockPendingSignUp,
} from './flows/pending-sign-up.ts'
import { KNOWN_TO, knownToHeader } from './known-device.ts'
import type { AuthOptions } from './options.ts'
import { insertAuditEntry } from './queries/audit.queries.ts'
import { deleteStale } from './queries/clean-up.queries.ts'
import { type AccountRecords, findAccountRecords } from './queries/records.queries.ts'
import { areSessionsLive, type ClaimedSession, findSessionsOf } from './queries/sessions.queries.ts'
import { findAccountByEmail, insertUser } from './queries/users.queries.ts'
import type { Account, Metadata } from './user.ts'
import { newUser } from './users/new-user.ts'

const WITHOUT_BODY = [101, 204, 205, 304]

export type AuthCall = {
  method: string
  headers: Record<string, string>
  body?: string
  address: string
  /** Users that the caller's browser signed in as before. */
  knownTo?: readonly string[]
}

/** `operator` is written to the audit log; `body` is JSON. */
type AdminCall = { method: string; operator: string; body?: string }

export type EmbeddedAuth = {
  /** `path` begins with '/', for example '/token?grant_type=password'. */
  call(path: string, init: AuthCall): Promise<Response>
  keys: JWTVerifyGetKey
  issuer: string
  /** False for ended sessions, banned users and sessions without a required second factor. */
  isSessionAlive(token: { sessionId: string; userId: string }): Promise<boolean>
  callAsAdmin(path: string, init: AdminCall): Promise<Response>
  /** Newest first; `address` is the IP address, `device` the user agent. */
  sessionsOf(userId: string): ReturnType<typeof findSessionsOf>
  recordsOf(userId: string): Promise<AccountRecords>
  /** For demo data and tests: no strength check; returns an existing account unchanged. */
  createUser(account: NewAccount): Promise<{ id: string }>
  /** What a mailed link opens; null when it is invalid. Uses nothing up. */
  findLink(tokenHash: string): Promise<MailedLink | null>
  signUps: {
    isPassword(request: PasswordCheck): Promise<boolean | null>
    discard(request: { tokenHash: string; address: string }): Promise<boolean>
    withLock<T>(userId: string, work: LockedWork<T>): Promise<T>
  }
  idle(): Promise<void>
  /** Call it every hour. */
  cleanUp(): Promise<void>
  close(): Promise<void>
}

type PasswordCheck = { tokenHash: string; password: string; address: string }
type LockedWork<T> = (account: Account | null, client: pg.PoolClient) => Promise<T>

type NewAccount = {
  email: string
  password: string
  confirmed?: boolean
  metadata?: Metadata
  appMetadata?: Metadata
  /** The secret of an authenticator app that the account has verified. */
  authenticator?: Buffer
}

/** The schema must be up to date (`migrateAuth`). Several processes may share one database. */
export async function createAuthService(options: AuthOptions): Promise<EmbeddedAuth> {
  const { pool, now, issuer } = options
  const { app, deps } = await openAuth(options)
  await app.ready()
  const { secondFactorFlag } = deps.settings
  const isLive = readTogether((sessions: ClaimedSession[]) =>
    areSessionsLive(pool, { sessions, secondFactorFlag, now: now() }),
  )

  return {
    call,
    callAsAdmin: async (path, { method, operator, body }) =>
      call(path, {
        method,
        headers: { authorization: `Bearer ${await deps.accessTokens.signAdmin(operator)}` },
        ...(body === undefined ? {} : { body }),
        address: '',
      }),
    keys: deps.keys.verify,
    issuer,
    async isSessionAlive({ sessionId, userId }) {
      const ids = z.tuple([z.guid(), z.guid()]).safeParse([sessionId, userId])
      return ids.success && (await isLive({ sessionId, userId })) === true
    },
    sessionsOf: (userId) => findSessionsOf(pool, { userId, now: now() }),
    recordsOf: (userId) => findAccountRecords(pool, userId),
    async createUser({ email: typed, password, confirmed = true, metadata = {}, ...more }) {
      const email = normaliseEmail(typed)
      const existing = await findAccountByEmail(pool, email)
      if (existing) return { id: existing.id }
      const passwordHash = await deps.hashing.run(() => deps.passwords.hash(password))
      const made = newUser({ email, passwordHash, data: metadata, confirmed, now: now() })
      const user = { ...made, appMetadata: { ...made.appMetadata, ...more.appMetadata } }
      await inTransaction(pool, async (client) => {
        if (!(await insertUser(client, user))) return
        const secret = more.authenticator
        if (secret) await addAuthenticator(deps, client, { userId: user.id, secret })
        const entry = { userId: user.id, ip: '', now: now() }
        await insertAuditEntry(client, { ...entry, action: 'user_signedup' })
      })
      const stored = await findAccountByEmail(pool, email)
      return { id: stored?.id ?? user.id }
    },
    findLink: (tokenHash) => findMailedLink(deps, tokenHash),
    signUps: {
      isPassword: (request) => checkSignUpPassword(deps, request),
      discard: (request) => discardPendingSignUp(deps, request),
      withLock: (userId, work) => lockPendingSignUp(deps, userId, work),
    },
    idle: () => deps.background.idle(),
    async cleanUp() {
      await deleteStale(pool, now())
      await discardOldSignUps(deps, deps.settings.unconfirmedSeconds)
    },
    close: () => app.close(),
  }

  async function call(path: string, init: AuthCall): Promise<Response> {
    const { method, body, address, knownTo = [] } = init
    const headers = { ...init.headers, [KNOWN_TO]: knownToHeader(deps.secrets, knownTo) }
    const response = await app.inject({
      method: readMethod(method),
      url: path,
      headers,
      remoteAddress: address,
      ...(body === undefined ? {} : { payload: body }),
    })
    const bytes = WITHOUT_BODY.includes(response.statusCode)
      ? null
      : new Uint8Array(response.rawPayload)
    return new Response(bytes, {
      status: response.statusCode,
      headers: readHeaders(response.headers),
    })
  }
}

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'] as const

function readMethod(method: string): (typeof METHODS)[number] {
  const existing = METHODS.find((name) => name === method.toUpperCase())
  if (!existing) throw new TypeError(`${method} is no method of the protocol`)
  return existing
}

function readHeaders(headers: Record<string, unknown>): Headers {
  const read = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) read.set(name, String(value))
  return read
}
