// Fuzzes every call of the authentication service, through the gateway and directly.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { openAuth } from '../../auth/app.ts'
import { makeSigningKeys } from '../../auth/tokens/keys.ts'
import { isReason, refusalSentence } from '../../domain/refusals.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../app/embedded-site.ts'
import { PASSWORD } from '../auth/test-service.ts'
import { fuzzedRequests } from './make-requests.ts'
import { protocolRoutes } from './protocol-routes.ts'
import type { FuzzedRequest } from './request.ts'
import { openTally, type Scene, SITE_HEADERS, throwRequests } from './throw-requests.ts'
import { FUZZ_VALUES } from './values.ts'

const START = new Date('2027-01-12T09:00:00Z')
const ISSUER = 'http://localhost:3000/auth/v1'

/** Requests per database: fingerprints of all tables take longer as the tables grow. */
const ROUND = 2_500

let gateway: EmbeddedSite
let service: Awaited<ReturnType<typeof openService>>
beforeEach(async () => {
  gateway = await openEmbeddedSite({ requestScale: 1_000_000 }, { now: START })
  service = await openService()
})
afterEach(async () => {
  await service.app.close()
  await gateway.close()
})

const tallies = {
  gateway: openTally('sign-in through the gateway'),
  service: openTally('the sign-in service'),
}
afterAll(() => {
  for (const tally of Object.values(tallies)) tally.print()
})

/** Tables that a refused call may write by design; others must stay unchanged. */
const mayWrite: Record<string, string[]> = {
  // Wrong passwords and codes count against rate limits, codes also per code, and are in the
  // audit log.
  'POST /token?grant_type=password': ['auth.failed_attempts', 'auth.audit_log_entries'],
  'POST /token?grant_type=id_token': ['auth.audit_log_entries'],
  'POST /verify': ['auth.failed_attempts', 'auth.audit_log_entries', 'auth.one_time_tokens'],
  // So does a wrong current password or code of a password change; a change of address counts
  // too, since the owner of a taken address is notified.
  'PUT /user': [
    'auth.failed_attempts',
    'auth.audit_log_entries',
    'auth.one_time_tokens',
    'auth.rate_limits',
  ],
  // The protocol's GET sends a code, which writes.
  'GET /reauthenticate': [
    'auth.users',
    'auth.one_time_tokens',
    'auth.audit_log_entries',
    'auth.rate_limits',
  ],
  // Sign-ups count against a rate limit, also those of known addresses.
  'POST /signup': ['auth.rate_limits'],
}

const ProtocolRefusal = z.union([
  z.strictObject({ code: z.string(), message: z.string(), weak_password: z.unknown().optional() }),
  z.strictObject({
    code: z.number(),
    error_code: z.string(),
    msg: z.string(),
    weak_password: z.unknown().optional(),
  }),
  z.strictObject({ error: z.string(), error_description: z.string() }),
])
const OurRefusal = z.strictObject({ error: z.string(), code: z.string() })

test.each(roundsOf(0.1))(
  'no fuzzed call through the gateway gets a 5xx, or writes when refused (round %i)',
  { timeout: 900_000 },
  async (round, count) => {
    await throwRequests({
      requests: fuzzedRequests(protocolRoutes(service.app, '/auth/v1')),
      count,
      round,
      tally: tallies.gateway,
      thrower: {
        app: gateway.app,
        stored: storedWhenIdle,
        scene: () => newScene(gateway.app, '/auth/v1'),
        sceneLength: 50,
        mayWrite: (asked) => excused(asked, '/auth/v1'),
        headers: SITE_HEADERS,
        judgeRefusal(body) {
          const ours = OurRefusal.safeParse(body)
          if (!ours.success) return void ProtocolRefusal.parse(body)
          const { code, error } = ours.data
          expect(isReason(code) && refusalSentence(code)).toBe(error)
        },
        afterScene: async () => undefined,
      },
    })
  },
)

test.each(roundsOf(0.05))(
  'no fuzzed call of the service itself gets a 5xx, or writes when refused (round %i)',
  { timeout: 900_000 },
  async (round, count) => {
    await throwRequests({
      requests: fuzzedRequests(protocolRoutes(service.app, '')),
      count,
      round,
      tally: tallies.service,
      thrower: {
        app: service.app,
        stored: storedWhenIdle,
        scene: () => newScene(service.app, ''),
        sceneLength: 50,
        mayWrite: (asked) => excused(asked, ''),
        headers: { 'cache-control': expect.any(String) },
        judgeRefusal: (body) => void ProtocolRefusal.parse(body),
        afterScene: async () => undefined,
      },
    })
  },
)

function roundsOf(share: number): [round: number, count: number][] {
  const count = Math.ceil(FUZZ_VALUES * share)
  const rounds = Math.ceil(count / ROUND)
  return Array.from({ length: rounds }, (_, round) => [round, Math.min(ROUND, count)])
}

function excused({ route }: FuzzedRequest, prefix: string): string[] {
  return mayWrite[route.replace(` ${prefix}`, ' ')] ?? []
}

async function storedWhenIdle() {
  await gateway.auth.idle()
  await service.deps.background.idle()
  return await gateway.testApp.stored()
}

/** A new account and its session. */
async function newScene(app: Pick<FastifyInstance, 'inject'>, prefix: string): Promise<Scene> {
  const name = randomBytes(8).toString('hex')
  const email = `${name}@example.org`
  await gateway.auth.createUser({ email, password: PASSWORD })
  const answer = await app.inject({
    method: 'POST',
    url: `${prefix}/token?grant_type=password`,
    headers: { 'sec-fetch-site': 'same-origin' },
    payload: { email, password: PASSWORD },
  })
  const session = z
    .object({ access_token: z.string(), refresh_token: z.string() })
    .parse(answer.json())
  const cookie = answer.cookies.map((one) => `${one.name}=${one.value}`).join('; ')
  return {
    own: { authorization: `Bearer ${session.access_token}`, ...(cookie && { cookie }) },
    things: {
      email,
      password: PASSWORD,
      handle: session.refresh_token,
      new: `new-${name}@example.org`,
    },
  }
}

async function openService() {
  const { database, now, settings } = gateway.deps
  const opened = await openAuth({
    pool: database.pool,
    now,
    issuer: ISSUER,
    siteUrl: settings.publicUrl,
    redirectAllowList: [],
    signingKeys: await makeSigningKeys(),
    mail: async () => undefined,
    settings: { requestScale: 1_000_000, confirmEmail: false },
    secret: randomBytes(32),
  })
  await opened.app.ready()
  return opened
}
