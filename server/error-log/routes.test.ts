import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../test-app.ts'
import { scrub } from './scrub.ts'

let site: TestApp
beforeAll(async () => {
  site = await openTestApp()
})
afterAll(() => site.close())

const report = (body: object, headers: Record<string, string> = {}) =>
  site.ask('POST', '/api/logs/error', { body, headers })

async function reports() {
  const { rows } = await site.parts.database.db.execute(
    'select message, description from error_reports order by id',
  )
  return rows
}

test('trap 30: anyone may report a fault of a page; what names a person is left out', async () => {
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

test('trap 30: no more reports are kept in an hour than anyone will read, whoever sends them', async () => {
  await report({ errorMessage: 'first' })
  await site.parts.database.db.execute(
    `update guess_counters set count = 500 where what = 'error reports'`,
  )
  const before = await site.stored()
  const answer = await report({ errorMessage: 'one too many' })
  expect([answer.status, answer.headers['retry-after']]).toEqual([429, '3600'])
  expect(await site.stored()).toEqual(before)
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
