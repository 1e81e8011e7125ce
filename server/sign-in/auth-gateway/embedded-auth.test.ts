import { decodeProtectedHeader, exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSigningKeys } from '../../../auth/tokens/keys.ts'
import { type EmbeddedSite, openEmbeddedSite } from '../../../test/app/embedded-site.ts'
import { mailByJobs } from './embedded-auth.ts'

const OLD = 'heron-on-the-weir'
const NEW = 'kestrel-over-the-fen'
const EMAIL = 'changes@example.org'
let site: EmbeddedSite
const IN_THE_LETTERHEAD = expect.stringMatching(
  /^CHAPS\nMen’s health charity\n[\s\S]*\nWhere: .+, network address .+\n[\s\S]*Call 0808 157 0142/,
)
let afterEnqueue: () => void = () => undefined
let lastMail: unknown
beforeAll(async () => {
  site = await openEmbeddedSite(({ database, jobs }) => {
    const watched: typeof jobs = {
      ...jobs,
      async enqueue(tx, queue, data) {
        await jobs.enqueue(tx, queue, data)
        lastMail = data
        afterEnqueue()
      },
    }
    return { mail: mailByJobs(database, () => watched) }
  })
  await site.auth.createUser({ email: EMAIL, password: OLD, metadata: {} })
})
afterAll(() => site.close())

test('a password and the mail about its change are committed together, or not at all', async () => {
  afterEnqueue = () => {
    throw new Error('the process dies')
  }
  expect((await change()).status).toBe(500)
  expect(await mailsQueued()).toBe(0)
  expect((await signIn(NEW)).status).toBe(400)

  afterEnqueue = () => undefined
  expect((await change()).status).toBe(200)
  expect(await mailsQueued()).toBe(1)
  expect(lastMail).toMatchObject({ to: EMAIL, text: IN_THE_LETTERHEAD })
  expect((await signIn(NEW)).status).toBe(200)
})

test('the site and its gateway take tokens of an RS256 key', async () => {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const rsa = { ...(await exportJWK(privateKey)), kid: 'rsa' }
  const signingKeys = JSON.stringify({ keys: [rsa, ...(await makeSigningKeys()).keys] })
  const own = await openEmbeddedSite({ signingKeys })
  const { browser, client } = own.visitor('pkce')
  const profile = async () => (await browser.ask('/api/auth/profile')).statusCode
  expect(await profile()).toBe(401)
  const { data } = await client.signUp({ email: 'rsa@example.org', password: OLD })
  expect(decodeProtectedHeader(data.session?.access_token ?? '').alg).toBe('RS256')
  expect(await profile()).not.toBe(401)
  expect((await client.refreshSession()).error).toBeNull()
  await own.close()
})

async function change() {
  const { access_token: token } = await (await signIn(OLD)).json()
  return call('PUT', '/user', { password: NEW }, { authorization: `Bearer ${token}` })
}

const signIn = (password: string) =>
  call('POST', '/token?grant_type=password', { email: EMAIL, password })

function call(method: string, path: string, body: object, headers: Record<string, string> = {}) {
  return site.auth.call(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    address: '192.0.2.7',
  })
}

async function mailsQueued(): Promise<number> {
  const { rows } = await site.deps.database.db.execute(`select 1 from jobs.job where name = 'mail'`)
  return rows.length
}
