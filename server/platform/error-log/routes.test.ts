import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import { isSampled } from './save-report.ts'
import { scrub } from './scrub.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const report = (body: object, headers: Record<string, string> = {}) =>
  site.ask('POST', '/api/logs/error', { body, headers })

async function reports() {
  const { rows } = await site.deps.database.db.execute(
    'select message, description from error_reports order by id',
  )
  return rows
}

test('trap 30: anyone may report a fault of a page; personal data is left out', async () => {
  const answer = await report({
    errorMessage: 'Payment Failure\r\n[admin] all is well',
    description:
      'for jim@example.org, NHS 999 000 0018, card 4111-1111-1111-1111, at 10:20 in step 3',
  })
  expect([answer.status, answer.body]).toEqual([202, { status: 'success' }])
  expect(await reports()).toEqual([
    {
      message: 'Payment Failure [admin] all is well',
      description: 'for [e-mail], NHS [number], card [number], at 10:20 in step 3',
    },
  ])
})

test.each([
  ['nothing', {}],
  ['a message beyond measure', { errorMessage: 'a'.repeat(201) }],
  ['a description beyond measure', { errorMessage: 'a', description: 'a'.repeat(1501) }],
  ['something else', { errorMessage: { toString: 1 } }],
])('a report of %s is refused and not kept', async (_, body) => {
  const before = await site.stored()
  expect(await report(body)).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
  expect(await site.stored()).toEqual(before)
})

test('a body larger than any report is not read', async () => {
  const before = await site.stored()
  expect((await report({ errorMessage: 'a', more: 'a'.repeat(9_000) })).status).toBe(413)
  expect(await site.stored()).toEqual(before)
})

test('a report from another site is refused', async () => {
  const before = await site.stored()
  const answer = await report({ errorMessage: 'a' }, { 'sec-fetch-site': 'cross-site' })
  expect(answer.status).toBe(403)
  expect(await site.stored()).toEqual(before)
})

describe('trap 30: reports without end', () => {
  const from = (target: TestApp, remoteAddress: string, body = { errorMessage: 'a' }) =>
    target.app.inject({
      method: 'POST',
      url: '/api/logs/error',
      remoteAddress,
      headers: { 'sec-fetch-site': 'same-origin' },
      payload: body,
    })

  test('of one address end for it alone, after twenty in an hour', async () => {
    const strict = await openTestApp({ settings: { rateLimitScale: 1 } })
    for (let n = 0; n < 20; n++) expect((await from(strict, '203.0.113.9')).statusCode).toBe(202)
    strict.moveTo(new Date(strict.deps.now().getTime() + 61_000))
    const before = await strict.stored()
    const refused = await from(strict, '203.0.113.9')
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3539'])
    expect(await strict.stored()).toEqual(before)
    const others = await from(strict, '198.51.100.7', { errorMessage: 'of another' })
    expect(others.statusCode).toBe(202)
    const { rows } = await strict.deps.database.db.execute(
      `select message from error_reports order by id desc limit 1`,
    )
    expect(rows).toEqual([{ message: 'of another' }])
    await strict.close()
  })

  test('of many addresses are sampled, and none is refused', async () => {
    await report({ errorMessage: 'first' })
    const { db } = site.deps.database
    await db.execute(`update rate_limits set count = 500 where rule = 'error reports'`)
    const kept = (await reports()).length
    const answers = []
    for (let n = 0; n < 30; n++) answers.push((await report({ errorMessage: 'flood' })).status)
    expect(answers).toEqual(Array(30).fill(202))
    expect((await reports()).length - kept).toBe(3)
  })

  test('grow the table by a few hundred rows for ten times as many', () => {
    const keptOf = (all: number) =>
      Array.from({ length: all }, (_, n) => n + 1).filter((n) => isSampled(n, 500)).length
    expect([500, 5_000, 50_000].map(keptOf)).toEqual([500, 950, 1_400])
  })
})

describe('scrubbing', () => {
  test.each([
    ['call 07700 900118 now', 'call [number] now'],
    ['+44 (0)7700-900118', '+[number]'],
    ['order 123456789', 'order 123456789'],
    ['2027-01-26T10:20', '2027-01-26T10:20'],
    ['a.b+c@mail.example.org!', '[e-mail]'],
    [`at /test-consent#key=${'k-_K'.repeat(10)} again`, 'at /test-consent#key=[token] again'],
    ['tab\there\u202eevil\u0000', 'tab here evil'],
  ])('%j becomes %j', (text, scrubbed) => {
    expect(scrub(text)).toBe(scrubbed)
  })

  test('takes no longer for text made to take long', () => {
    const started = performance.now()
    for (const text of ['a'.repeat(1500), '1 '.repeat(750), '@'.repeat(1500)]) scrub(text)
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
