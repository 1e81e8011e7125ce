import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readClaimCode } from '../../../domain/claim-code.ts'
import {
  addByOffice,
  codeIn,
  letterPdfOf,
  printLetter,
  requestFor,
} from '../../../test/app/claim-letters.ts'
import { type Printed, readPdf } from '../../../test/app/read-pdf.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let clerk: Awaited<ReturnType<TestApp['staff']>>
let memberId: number
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  clerk = await site.staff(['office'])
  memberId = await addByOffice(site, clerk)
})

const path = (id = memberId) => `/api/office/members/${id}/claim-letters`
const read = (id = memberId) => site.ask('GET', path(id), { as: clerk })
const askFor = (id = memberId, as: { cookie: string } = clerk) => site.ask('POST', path(id), { as })
const make = () => letterPdfOf(site, clerk, memberId)
const step = (letter: number, name: string) =>
  site.ask('PUT', `${path()}/${letter}`, { as: clerk, body: { step: name } })
const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows
const wordsOf = (pages: Printed[][]) =>
  pages
    .flat()
    .map(({ text }) => text)
    .join(' ')

test('a letter says what to do in plain words, with the code, its end and the helpline', async () => {
  const pages = await readPdf(await letterPdfOf(site, clerk, memberId))
  const code = codeIn(pages)
  expect(readClaimCode(code)).toBe(code)
  const words = wordsOf(pages)
  for (const said of [
    'Dear Albert Rungin,',
    'It works once, until 13 March 2027.',
    `${site.deps.settings.publicUrl.replace('https://', '')}/portal/letter`,
    '0808 157 0142',
    'date of birth',
    'Page 1 of 1',
    `Member ${memberId}`,
  ])
    expect(words).toContain(said)
  expect(words).not.toMatch(/1955|PSA|cancer|NHS/i)
})

test('a letter to a name that holds an address, of an older record, greets nobody by it', async () => {
  const older = await addByOffice(site, clerk)
  await rows(`update members set first_name = 'evil.example/win' where id = $1`, older)
  const words = wordsOf(await readPdf(await letterPdfOf(site, clerk, older)))
  expect(words).toContain('Hello,')
  expect(words).not.toContain('Dear evil')
})

test('large print is used for a member who needs it', async () => {
  const needs = await addByOffice(site, clerk, { support_needs: ['large print'] })
  const body = (pages: Printed[][]) =>
    pages.flat().find(({ text }) => text.startsWith('Dear'))?.size ?? 0
  const [usual, large] = await Promise.all(
    [memberId, needs].map(async (id) => body(await readPdf(await letterPdfOf(site, clerk, id)))),
  )
  expect((usual ?? 0) * (72 / 25.4)).toBeCloseTo(12.5)
  expect((large ?? 0) * (72 / 25.4)).toBeGreaterThanOrEqual(18)
  expect((await read(needs)).body).toMatchObject({ is_large_print: true })
})

test('the code is nowhere in the database, and in no answer but the letter', async () => {
  const code = codeIn(await readPdf(await letterPdfOf(site, clerk, memberId)))
  const plain = code.replaceAll('-', '')
  const texts = [JSON.stringify(await site.stored()), JSON.stringify((await read()).body)]
  const { rows: stored } = await site.deps.database.pool.query(
    'select l::text as row, encode(code_hash, $2) as hash from claim_letters l where member_id = $1',
    [memberId, 'escape'],
  )
  for (const text of [...texts, JSON.stringify(stored)]) {
    expect(text).not.toContain(code)
    expect(text).not.toContain(plain)
  }
})

test('a new letter ends the code of the one before', async () => {
  await make()
  await make()
  const { body } = await read()
  expect(body.letters).toMatchObject([{ code: 'open' }, { code: 'replaced' }])
  site.moveTo(new Date(START.getTime() + 60 * 86_400_000))
  clerk = await site.staff(['office'])
  expect((await read()).body.letters).toMatchObject([{ code: 'expired' }, { code: 'replaced' }])
})

test('two letters at once leave one code that works', async () => {
  await Promise.all(Array.from({ length: 4 }, () => askFor()))
  const request = await requestFor(site, memberId)
  const clinician = await site.staff(['clinician'])
  const made = await Promise.all(
    Array.from({ length: 4 }, () => printLetter(site, clinician, request)),
  )
  expect(made.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  const open = await rows(
    'select 1 from claim_letters where member_id = $1 and closed_at is null',
    memberId,
  )
  expect(open).toHaveLength(1)
})

describe('no letter is asked for', () => {
  const cases: [string, () => Promise<number>, string][] = [
    ['for a member with an account', async () => (await site.member()).id, 'has_account'],
    [
      'without a postcode',
      () => addByOffice(site, clerk, { contact_by: 'telephone', phone: '01206 1', postcode: null }),
      'no_postal_address',
    ],
    [
      'without lines of an address',
      () =>
        addByOffice(site, clerk, { contact_by: 'telephone', phone: '01206 1', address_lines: [] }),
      'no_postal_address',
    ],
    [
      'for a record out of use',
      async () => {
        await rows('update members set is_active = false where id = $1', memberId)
        return memberId
      },
      'record_out_of_use',
    ],
    [
      'for a member who has asked to be erased',
      async () => {
        await rows(
          'insert into erasure_requests (member_id, asked_at) values ($1, $2)',
          memberId,
          START,
        )
        return memberId
      },
      'erasure_asked_for',
    ],
  ]
  test.each(cases)('%s', async (_, prepare, code) => {
    const id = await prepare()
    const { status, body } = await askFor(id)
    expect([status, body.code]).toEqual([409, code])
    // Another letter gives the record of an account to another one (lost-address.test).
    const against = code === 'has_account' ? expect.not.stringContaining(body.error) : body.error
    expect((await read(id)).body).toMatchObject({ against, letters: [] })
  })

  test('for nobody, or by somebody without the permission', async () => {
    expect((await askFor(9_999_999)).status).toBe(404)
    const venue = await site.staff(['venue'])
    expect((await askFor(memberId, venue)).body.code).toBe('not_permitted')
  })
})

test('printed, posted and returned are recorded once each, with who and when', async () => {
  await make()
  const [{ letter_id: id }] = (await read()).body.letters
  expect((await step(id, 'printed')).body.letters[0].printed_at).toBe(START.toISOString())
  site.moveTo(new Date(START.getTime() + 3_600_000))
  clerk = await site.staff(['office'])
  await step(id, 'posted')
  await step(id, 'posted')
  const { body } = await step(id, 'returned')
  expect(body.letters).toMatchObject([
    {
      printed_at: START.toISOString(),
      posted_at: '2027-01-12T10:00:00.000Z',
      returned_at: '2027-01-12T10:00:00.000Z',
      code: 'returned',
    },
  ])
  const audited = await rows(
    `select action, actor_user_id, details from audit_log where member_id = $1
      and action like 'claim letter %' order by id`,
    memberId,
  )
  expect(audited.map(({ action }) => action)).toEqual([
    'claim letter asked for',
    'claim letter made',
    'claim letter posted',
    'claim letter returned',
  ])
  expect(audited[2]).toMatchObject({
    actor_user_id: clerk.userId,
    details: {
      letter: id,
      before: { posted: null },
      after: { posted: '2027-01-12T10:00:00.000Z' },
    },
  })
  expect((await step(9_999_999, 'posted')).status).toBe(404)
})

test('a letter of another member is not there', async () => {
  await make()
  const [{ letter_id: id }] = (await read()).body.letters
  memberId = await addByOffice(site, clerk)
  expect((await step(id, 'posted')).status).toBe(404)
})

test('who looks at the letters, asks for one or records a step is in the access log', async () => {
  await make()
  const [{ letter_id: id }] = (await read()).body.letters
  await step(id, 'printed')
  const logged = await rows(
    `select what, reason from access_log where member_id = $1 and actor_user_id = $2`,
    memberId,
    clerk.userId,
  )
  const asked = logged.filter(({ reason }) => reason === 'request of the man')
  expect(asked).toHaveLength(3)
})
