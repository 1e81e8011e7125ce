import { execFile } from 'node:child_process'
import { userInfo } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedSite, openEmbeddedSite } from '../test/app/embedded-site.ts'

// Runs the command as an operator does; its functions are tested in
// server/sign-in/auth-gateway/administer.test.ts.

const EMAIL = 'colleague@example.org'
let site: EmbeddedSite
beforeAll(async () => {
  site = await openEmbeddedSite()
})
afterAll(() => site.close())

function admin(...words: string[]): Promise<{ code: number; says: string }> {
  const { signingKeys, fieldKeys } = site.keys
  const settings = {
    NODE_ENV: 'test',
    DATABASE_URL: site.databaseUrl,
    AUTH_SIGNING_KEYS: signingKeys,
    FIELD_KEYS: fieldKeys,
    PUBLIC_URL: site.deps.settings.publicUrl,
  }
  return new Promise((resolve) => {
    const how = { env: settings }
    execFile(process.execPath, ['scripts/admin.ts', ...words], how, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, says: out + err }),
    )
  })
}

test('a password is replaced, its owner gets a mail, and the audit log has the operator', async () => {
  const { pool } = site.deps.database
  const password = 'heron-on-the-weir'
  const { id } = await site.auth.createUser({ email: EMAIL, password })
  const body = JSON.stringify({ password: 'kestrel-over-the-fen' })
  const { code, says } = await admin('call', 'PUT', `/admin/users/${id}`, body)
  expect([code, JSON.parse(says)]).toMatchObject([0, { email: EMAIL }])
  const { client } = site.visitor()
  const credentials = { email: EMAIL, password: 'kestrel-over-the-fen' }
  expect((await client.signInWithPassword(credentials)).error).toBeNull()

  const audit = await pool.query(
    `select distinct payload->>'by_operator' as operator from auth.audit_log_entries
     where user_id = $1 and payload->>'by' = 'service_role'`,
    [id],
  )
  expect(audit.rows).toEqual([{ operator: userInfo().username }])
  const queued = await pool.query(`select 1 from jobs.job where name = 'mail'`)
  expect(queued.rowCount).toBe(1)
})

test('an impossible command prints a sentence and exits with 1', async () => {
  expect(await admin()).toEqual({ code: 1, says: expect.stringContaining('Usage:') })
  expect(await admin('show', 'nobody@example.org')).toEqual({
    code: 1,
    says: 'No account has the address nobody@example.org.\n',
  })
})
