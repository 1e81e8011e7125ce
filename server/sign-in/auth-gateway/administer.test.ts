import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { normaliseEmail } from '../../../auth/email-address.ts'
import { findAccountByEmail } from '../../../auth/queries/users.queries.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'
import { administer } from './administer.ts'

const PASSWORD = 'heron-on-the-weir'
let site: EmbeddedSite
beforeAll(async () => {
  site = await openEmbeddedSite()
})
afterAll(() => site.close())

function admin(...words: string[]): Promise<string> {
  const { pool } = site.deps.database
  const findAccount = async (typed: string) =>
    (await findAccountByEmail(pool, normaliseEmail(typed)))?.id ?? null
  return administer({ auth: site.auth, findAccount, operator: 'alice' }, words)
}

async function member(email: string) {
  const { client } = site.visitor()
  const { error } = await client.signUp({ email, password: PASSWORD })
  if (error) throw error
  return client
}

async function auditOf(email: string) {
  const { rows } = await site.deps.database.pool.query(
    `select action, payload->>'by_operator' as operator
     from auth.audit_log_entries e join auth.users u on u.id = e.user_id
     where u.email = $1 and payload->>'by' = 'service_role' order by e.created_at`,
    [email],
  )
  return rows
}

test('an account becomes staff, its sessions end, and the audit log names the operator', async () => {
  const email = 'colleague@example.org'
  const client = await member(email)
  expect(await admin('show', email)).toMatch(/^staff +no$/m)
  expect(await admin('staff', email.toUpperCase(), 'on')).toMatch(/^staff +yes$/m)
  expect((await client.getUser()).error).not.toBeNull()
  expect(await auditOf(email)).toEqual([{ action: 'user_modified', operator: 'alice' }])
  expect(await admin('staff', email, 'off')).toMatch(/^staff +no$/m)
})

test('a lost second factor is removed, its owner gets a mail, and the password signs in again', async () => {
  const email = 'lost-phone@example.org'
  const client = await member(email)
  const { data: app } = await client.mfa.enroll({ factorType: 'totp' })
  const secret = Secret.fromBase32(app?.totp.secret ?? '')
  const code = new TOTP({ secret }).generate({ timestamp: site.deps.now().getTime() })
  await client.mfa.challengeAndVerify({ factorId: app?.id ?? '', code })
  expect(await admin('show', email)).toContain(`${app?.id} (totp, verified)`)
  expect(await admin('remove-factor', email, app?.id ?? '')).not.toContain('factor ')
  const again = site.visitor().client
  await again.signInWithPassword({ email, password: PASSWORD })
  expect((await again.updateUser({ data: { nickname: 'Jim' } })).error).toBeNull()
  expect(await auditOf(email)).toEqual([{ action: 'factor_unenrolled', operator: 'alice' }])
  const subjects = site.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  expect(subjects.at(-1)).toContain('Two-step verification is off')
})

test('an account is banned, and any administrator call can be made', async () => {
  const email = 'kept-out@example.org'
  const client = await member(email)
  expect(await admin('ban', email, '24h')).toMatch(/^banned until +2/m)
  expect((await client.getUser()).error?.code).toBe('user_banned')
  expect(await admin('ban', email, 'none')).toMatch(/^banned until +not banned$/m)
  const listed = await admin('call', 'GET', '/admin/users?per_page=1')
  expect(JSON.parse(listed).users).toHaveLength(1)
  const invited = await admin('call', 'POST', '/invite', '{"email":"invited@example.org"}')
  expect(JSON.parse(invited).email).toBe('invited@example.org')
})

test.each([
  [[], 'Usage:'],
  [['show'], 'Usage:'],
  [['staff', 'colleague@example.org', 'perhaps'], 'Usage:'],
  [['staff', 'colleague@example.org', 'on', 'off'], 'Usage:'],
  [['remove-factor', 'colleague@example.org', '../x'], 'Usage:'],
  [['call', 'POST', '/signup', '{}'], 'Usage:'],
  [['call', 'PATCH', '/admin/users'], 'Usage:'],
  [['show', 'nobody@example.org'], 'No account has the address nobody@example.org.'],
  [['call', 'GET', '/admin/users/1'], 'The service refuses it (404)'],
])('%j is refused', async (words, says) => {
  await expect(admin(...words)).rejects.toThrow(says)
})

test('the site itself forwards none of it', async () => {
  const { browser } = site.visitor()
  for (const path of ['/auth/v1/admin/users', '/auth/v1/invite'])
    for (const method of ['GET', 'POST'] as const)
      expect((await browser.ask(path, { method, payload: {} })).statusCode).toBe(404)
})
