import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hash } from '../../auth/passwords/hashing.ts'
import { openTestDatabase } from '../database/database.ts'
import { must, openTestAuth, PASSWORD, readMail, type TestAuth } from './test-service.ts'

let t: TestAuth

beforeAll(async () => {
  t = await openTestAuth((await openTestDatabase()).pool, { deniedPasswords: ['theweir'] })
})
afterAll(() => t.close())
beforeEach(() => t.pass(2 * 86_400))

let people = 0
async function member() {
  people += 1
  const email = `user-${people}@example.org`
  await t.auth.createUser({ email, password: PASSWORD })
  return email
}

const tryPassword = (email: string, password: string, address = '192.0.2.1') =>
  t.ask('POST', '/token?grant_type=password', { body: { email, password }, address })

async function guess(email: string, times: number, address = '192.0.2.1') {
  for (let n = 0; n < times; n++) await tryPassword(email, 'not this one', address)
}

describe('guessing passwords', () => {
  test('after five wrong ones even the right one must wait, from there', async () => {
    const email = await member()
    await guess(email, 5)
    const waiting = await tryPassword(email, PASSWORD)
    expect(waiting).toMatchObject({
      status: 429,
      body: { code: 'over_request_rate_limit', message: 'Request rate limit reached' },
    })
    expect(waiting.headers.get('retry-after')).toBe('10')
    expect((await tryPassword(email, PASSWORD, '198.51.100.20')).status).toBe(200)
    t.pass(10)
    expect((await tryPassword(email, PASSWORD)).status).toBe(200)
  })

  test('each further wrong one doubles the wait, up to a quarter of an hour', async () => {
    const email = await member()
    const waits: string[] = []
    await guess(email, 5)
    for (let n = 0; n < 8; n++) {
      const { headers } = await tryPassword(email, PASSWORD)
      const wait = must(headers.get('retry-after'))
      waits.push(wait)
      t.pass(Number(wait))
      await guess(email, 1)
    }
    expect(waits).toEqual(['10', '20', '40', '80', '160', '320', '640', '900'])
  })

  test('a right password makes a clean slate', async () => {
    const email = await member()
    await guess(email, 4)
    expect((await tryPassword(email, PASSWORD)).status).toBe(200)
    await guess(email, 4)
    expect((await tryPassword(email, PASSWORD)).status).toBe(200)
  })

  test('an unknown address is counted alike', async () => {
    await guess('nobody@example.org', 5)
    expect((await tryPassword('nobody@example.org', PASSWORD)).status).toBe(429)
  })

  test('a storm of guesses at once gets no further than one after the other', async () => {
    const email = await member()
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => tryPassword(email, 'not this one', '192.0.2.30')),
    )
    const counted = answers.filter(({ status }) => status === 400)
    expect(counted).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(25)
  })

  test('one address cannot try fifty accounts and go on', async () => {
    for (let n = 0; n < 50; n++) await guess(`sprayed-${n}@example.org`, 1, '192.0.2.50')
    expect((await tryPassword('sprayed-51@example.org', 'x', '192.0.2.50')).status).toBe(429)
  })

  test('an IPv6 client gets no new limit by changing the last bits of its address', async () => {
    const email = await member()
    await guess(email, 3, '2001:db8:1:2::3')
    await guess(email, 2, '2001:db8:1:2:ffff:0:0:9')
    expect((await tryPassword(email, PASSWORD, '2001:db8:1:2::4')).status).toBe(429)
    expect((await tryPassword(email, PASSWORD, '2001:db8:1:3::4')).status).toBe(200)
  })

  test('nor by changing its network within a /48, for which four addresses count', async () => {
    for (let n = 0; n < 200; n++)
      await guess(`block-${n}@example.org`, 1, `2001:db8:5:${n.toString(16)}${n % 10}::1`)
    const email = await member()
    expect((await tryPassword(email, PASSWORD, '2001:db8:5:ffff::1')).status).toBe(429)
    expect((await tryPassword(email, PASSWORD, '2001:db8:6:ffff::1')).status).toBe(200)
  })

  test('trap 35: after twenty from everywhere a new device gets a link, and a known one still gets in', async () => {
    const email = await member()
    const { id } = await t.auth.createUser({ email, password: PASSWORD })
    for (let n = 0; n < 20; n++) await guess(email, 1, `203.0.${n}.1`)
    const sent = (await t.mails()).length
    const answers = []
    for (const password of ['x', PASSWORD])
      answers.push(await tryPassword(email, password, '198.51.100.1'))
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        403,
        { code: 'sign_in_link_sent', message: 'We sent you a link. Please use it to sign in.' },
      ])
    const [mail, ...more] = (await t.mails()).slice(sent).filter(({ to }) => to === email)
    expect(more.length).toBeLessThan(2)
    const { tokenHash } = readMail(must(more.at(-1) ?? mail))
    const link = { type: 'magiclink', token_hash: tokenHash }
    expect((await t.ask('POST', '/verify', { body: link })).status).toBe(200)

    const fromKnown = (password: string, knownTo: string[]) =>
      t.ask('POST', '/token?grant_type=password', {
        body: { email, password },
        address: '198.51.100.2',
        knownTo,
      })
    expect((await fromKnown(PASSWORD, [id])).status).toBe(200)
    expect((await fromKnown(PASSWORD, ['00000000-0000-4000-8000-000000000001'])).status).toBe(403)
    for (let n = 0; n < 5; n++) expect((await fromKnown('x', [id])).status).toBe(400)
    expect((await fromKnown(PASSWORD, [id])).status).toBe(429)
  })

  test('an unknown address gets the same answer then, and no mail', async () => {
    const email = 'nobody-at-all@example.org'
    for (let n = 0; n < 20; n++) await guess(email, 1, `203.0.${n}.2`)
    const { status, body } = await tryPassword(email, 'x', '198.51.100.3')
    expect([status, body.code]).toEqual([403, 'sign_in_link_sent'])
    expect((await t.mails()).filter(({ to }) => to === email)).toEqual([])
  })

  test('strangers who guess on cause two mails in half an hour', async () => {
    const email = await member()
    for (let n = 0; n < 40; n++) await guess(email, 1, `203.1.${n}.1`)
    expect((await t.mails()).filter(({ to }) => to === email)).toHaveLength(2)
  })

  test('a header of one’s own makes no device known', async () => {
    const email = await member()
    const { id } = await t.auth.createUser({ email, password: PASSWORD })
    for (let n = 0; n < 20; n++) await guess(email, 1, `203.2.${n}.1`)
    const answer = await t.ask('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD },
      headers: { 'x-known-to': `${id}.AAAA` },
      address: '198.51.100.4',
    })
    expect(answer.status).toBe(403)
  })

  test('after a thousand of all accounts within an hour every new device gets a link', async () => {
    const email = await member()
    await t.pool.query(
      `insert into auth.failed_attempts (key, failures, last_failed_at) values ($1, 1000, $2)`,
      [`everybody:${Math.floor(t.now().getTime() / 3_600_000)}`, t.now()],
    )
    expect((await tryPassword(email, PASSWORD, '198.51.100.5')).status).toBe(403)
    t.pass(2 * 3_600)
    expect((await tryPassword(email, PASSWORD, '198.51.100.5')).status).toBe(200)
  })

  test('right passwords of one account leave the lane of hashes to others', async () => {
    const email = await member()
    const other = await member()
    const statuses = []
    for (let n = 0; n < 35; n++) {
      const { status } = await tryPassword(email, PASSWORD, `2001:db8:${n}::1`)
      statuses.push(status)
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.at(-1)).toBe(429)
    expect((await tryPassword(other, PASSWORD, '2001:db8:1::1')).status).toBe(200)
    t.pass(10)
    expect((await tryPassword(email, PASSWORD, '2001:db8:1::1')).status).toBe(200)
  })
})

describe('known and unknown addresses', () => {
  test('trap 33, trap 35: cost the same hashing work', async () => {
    // CPU time, which other load on the machine does not affect.
    const work: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    for (let n = 0; n < 20; n++) {
      const emails = { known: await member(), unknown: `unknown-${n}@example.org` }
      for (const kind of ['known', 'unknown'] as const) {
        const before = process.cpuUsage()
        await tryPassword(emails[kind], 'not this one', `198.18.${n}.1`)
        const { user, system } = process.cpuUsage(before)
        work[kind].push(user + system)
      }
    }
    const least = (all: number[]) => Math.min(...all)
    expect(least(work.unknown)).toBeGreaterThan(least(work.known) * 0.6)
    expect(least(work.unknown)).toBeLessThan(least(work.known) * 1.6)
  })
})

describe('passwords at sign-up', () => {
  const signUp = (password: string, email = 'somebody@example.org') =>
    t.ask('POST', '/signup', { body: { email, password } })

  test.each([
    ['short', 'length'],
    ['123456', 'pwned'],
    ['Password1!', 'pwned'],
    ['0987654321', 'pwned'],
    ['qwertyuiop', 'pwned'],
    ['aaaaaaaaaa', 'pwned'],
    ['Liverpool', 'pwned'],
    ['TheWeir2027', 'pwned'],
    ['somebody', 'pwned'],
    ['somebody@example.org', 'pwned'],
  ])('trap 36: %s is refused as weak (%s)', async (password, reason) => {
    const { status, body } = await signUp(password)
    expect(status).toBe(422)
    expect(body).toMatchObject({ code: 'weak_password', weak_password: { reasons: [reason] } })
  })

  test.each([
    'screening-demo',
    'häh?çé',
    'red kettle on the hob',
    'heron-weir'.repeat(8).slice(0, 72),
    'цапля-на-плотине'.repeat(4),
  ])('%s may be used', async (password) => {
    people += 1
    expect((await signUp(password, `free-${people}@example.org`)).status).toBe(200)
  })

  test('é is one letter, whether a keyboard writes it as one code point or as two, or wrote it before', async () => {
    const forms = (['NFC', 'NFD', 'NFKC', 'NFKD'] as const).map((form) =>
      'café-ﬁshing-weir'.normalize(form),
    )
    for (const [n, set] of forms.entries()) {
      const email = `forms-${n}@example.org`
      await t.auth.createUser({ email, password: set })
      for (const typed of forms) expect((await tryPassword(email, typed)).status).toBe(200)
    }
    const email = 'older-hash@example.org'
    const { id } = await t.auth.createUser({ email, password: PASSWORD })
    for (const form of ['NFC', 'NFD'] as const) {
      const old = await hash('café-weir-lamp'.normalize(form), { memoryCost: 8_192, timeCost: 1 })
      await t.pool.query('update auth.users set encrypted_password = $1 where id = $2', [old, id])
      for (const typed of ['NFC', 'NFD'] as const) {
        await t.pool.query('update auth.users set encrypted_password = $1 where id = $2', [old, id])
        const answer = await tryPassword(email, 'café-weir-lamp'.normalize(typed))
        expect(answer.status).toBe(200)
      }
    }
  })

  test('that a later rule refuses still signs in, and one mail a day asks for another', async () => {
    const email = 'older-rule@example.org'
    await t.auth.createUser({ email, password: 'Steelers9!' })
    for (let n = 0; n < 3; n++) expect((await tryPassword(email, 'Steelers9!')).status).toBe(200)
    const subjects = (await t.mails())
      .filter(({ to }) => to === email)
      .map(({ subject }) => subject)
    expect(subjects).toEqual(['Please choose a new password for The Weir'])
  })

  test('over 72 bytes and 64 letters is refused rather than cut', async () => {
    expect(await signUp('é'.repeat(65))).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', message: 'Password cannot be longer than 72 characters' },
    })
  })
})

test('a full lane asks to come again later instead of failing', async () => {
  const narrow = await openTestAuth((await openTestDatabase()).pool, { hashQueue: 2 })
  await narrow.auth.createUser({ email: 'one@example.org', password: PASSWORD })
  const answers = await Promise.all(
    Array.from({ length: 12 }, () =>
      narrow.ask('POST', '/token?grant_type=password', {
        body: { email: 'one@example.org', password: PASSWORD },
      }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
  expect(answers.length - refused.length).toBe(
    answers.filter(({ status }) => status === 200).length,
  )
  for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await narrow.close()
})
