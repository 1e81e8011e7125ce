import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '../database/database.ts'
import { openTestAuth, PASSWORD, type TestAuth } from './test-service.ts'

// Response times must not reveal whether an address has an account. SAMPLES of each kind alternate,
// so that load on the machine affects both alike; their medians must be close.
const SAMPLES = Number(process.env.SAMPLES ?? 1_000)
const CLOSE_MS = 5
/** Accounts take turns, so that no per-account limit applies. */
const ACCOUNTS = 50

let t: TestAuth
const known: string[] = []
beforeAll(async () => {
  const settings = { confirmEmail: true, requestScale: 1_000_000 }
  t = await openTestAuth((await openTestDatabase()).pool, settings)
  for (let n = 0; n < ACCOUNTS; n++) {
    const email = `${randomBytes(6).toString('hex')}@example.org`
    await t.auth.createUser({ email, password: PASSWORD })
    known.push(email)
  }
}, 120_000)
afterAll(() => t.close())

const ASKS: [string, string, (email: string) => object][] = [
  ['sign-in', '/token?grant_type=password', (email) => ({ email, password: 'not this one' })],
  ['sign-up', '/signup', (email) => ({ email, password: 'kestrel-over-the-fen' })],
  ['recover', '/recover', (email) => ({ email })],
  ['otp', '/otp', (email) => ({ email, create_user: false })],
  ['otp that makes accounts', '/otp', (email) => ({ email })],
  ['resend', '/resend', (email) => ({ email, type: 'signup' })],
]

test.for(ASKS)('%s takes as long for a known address as for an unknown one', async (ask) => {
  const [what, path, bodyOf] = ask
  const took: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = -10; n < SAMPLES; n++) {
    const asked = {
      known: known[(n + 10) % ACCOUNTS] ?? '',
      unknown: `${randomBytes(6).toString('hex')}@example.org`,
    }
    // A new IP prefix each time, and alternating order.
    const address = `2001:db8:${((n + 10) % 60_000).toString(16)}:1::1`
    const kinds = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of kinds) {
      const begun = performance.now()
      const { status } = await t.ask('POST', path, { body: bodyOf(asked[kind]), address })
      const ms = performance.now() - begun
      if (n >= 0) took[kind].push(ms)
      expect([200, 400]).toContain(status)
      // Background work must not count into the next sample.
      await t.auth.idle()
    }
    t.pass(3_600)
  }
  const [one, other] = [median(took.known), median(took.unknown)]
  const words = `${what}: known ${one.toFixed(2)} ms, unknown ${other.toFixed(2)} ms`
  console.log(`${words}, ${(one - other).toFixed(2)} ms apart (medians of ${SAMPLES})`)
  expect(Math.abs(one - other)).toBeLessThan(CLOSE_MS)
})

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
