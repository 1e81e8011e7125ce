import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WITHDRAWAL_VERSION, WITHDRAWAL_WORDS } from '../../domain/consent-withdrawal.ts'
import type { OpenedResult } from '../../domain/office/lab-result-schemas.ts'
import { openReviews, type SampledPerson } from '../../test/app/laboratory.ts'
import { readPdf } from '../../test/app/read-pdf.ts'
import { importOne, pressOn, type Reviews } from '../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { saveConsentText } from '../bookings/consent/consent.queries.ts'

const SURGERY = { name: 'Mill Road Surgery', town: 'Diss', email: 'desk@mill.example' }
const ADDRESS = {
  name: 'Mill Road Surgery',
  address_lines: ['12 Mill Road'],
  town: 'Diss',
  postcode: 'IP22 4AA',
}
let site: TestApp
let reviews: Reviews
let person: SampledPerson
beforeAll(async () => {
  site = await openTestApp()
})
beforeEach(async () => {
  await query(`update result_letters set state = 'stopped', batch_id = null
    where state in ('waiting', 'printed')`)
  const at = new Date('2027-02-01T09:00:00Z')
  reviews = await openReviews(site, {
    people: [{ lastName: 'Wren' }],
    at,
    consent: { gpSurgery: SURGERY },
  })
  person = reviews.people[0] as SampledPerson
})
afterAll(() => site.close())

const query = async (text: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(text, values)).rows
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  site.ask(method, `/api/office/${path}`, { as: reviews.clinician, ...(body && { body }) })
const press = (result: OpenedResult, path: string, body: object = {}, as = reviews.clinician) =>
  pressOn(site, { result, path, as, body })

async function withdraw(): Promise<void> {
  const words = { version: WITHDRAWAL_VERSION, words: WITHDRAWAL_WORDS, now: site.deps.now() }
  await saveConsentText(site.deps.database.db, words)
  await query(
    `insert into consent_withdrawals (consent_id, member_id, event_id, words_version, channel, withdrawn_at)
      select id, member_id, event_id, $2, 'telephone', $3 from consents where member_id = $1`,
    person.memberId,
    WITHDRAWAL_VERSION,
    site.deps.now(),
  )
}

/** Given to the GP alone after a withdrawn consent, or a death; rung before that where `isRung`. */
async function givenToGp({ isRung = false, isDead = false } = {}): Promise<OpenedResult> {
  const result = await importOne(site, reviews, person, { Result: '7.773' })
  const body = { band: 'Amber', comment: 'Canary words', retest_months: 6, ring_first: isRung }
  const reviewed = await press(result, 'review', body)
  const ready = isRung ? await press(reviewed, 'call', { note: 'Told' }) : reviewed
  if (isDead) await query('update members set died_at = now() where id = $1', person.memberId)
  else await withdraw()
  const chosen = await press(ready, 'choice', { choice: 'gp_only', note: 'As they wish' })
  return press(chosen, 'release')
}
async function takenBack(result: OpenedResult, because: string): Promise<OpenedResult> {
  const request = await press(result, 'take-back-request', { because, note: 'A slip' })
  return press(request, 'take-back-request/confirm', { note: 'Looked at it' }, reviews.other)
}
const letters = () =>
  query(
    `select id, recipient, state from result_letters where member_id = $1 order by id`,
    person.memberId,
  )
const results = () =>
  query(
    `select source, released_at is not null as shown from results where member_id = $1 order by id`,
    person.memberId,
  )

/** The words of the batch of all letters that may go out; null without one. */
async function printed(): Promise<{ batch: number; words: string } | null> {
  reviews.clinician = await site.staff(['clinician'])
  for (const { id } of (await letters()).filter(({ state }) => state === 'waiting'))
    await ask('PUT', `letters/${id}/surgery`, { surgery: ADDRESS, before: null })
  const made = await ask('POST', 'letter-batches', {})
  if (made.status !== 201) return null
  const { rawPayload, statusCode } = await site.app.inject({
    method: 'POST',
    url: `/api/office/letter-batches/${made.body.id}/letters`,
    headers: { 'sec-fetch-site': 'same-origin', cookie: reviews.clinician.cookie },
  })
  expect(statusCode).toBe(200)
  const pages = await readPdf(rawPayload)
  const words = pages.flat().map(({ text }) => text)
  return { batch: made.body.id, words: words.join(' ') }
}
async function posted(): Promise<string> {
  const drawn = await printed()
  for (const step of ['printed', 'posted'])
    await ask('PUT', `letter-batches/${drawn?.batch}`, { step, count: 1 })
  expect((await letters()).at(-1)).toMatchObject({ recipient: 'gp', state: 'posted' })
  return drawn?.words ?? ''
}

describe('what only the GP was given', () => {
  test('says to the surgery that the member was not sent it', async () => {
    await givenToGp()
    const words = await posted()
    expect(words).toContain('We have not sent your patient this result')
    expect(words).not.toMatch(/What we told your patient|We advised/)
  })

  test.each([
    { because: 'wrong_band', isDead: false, says: 'We will send a letter with the correct one' },
    { because: 'wrong_man', isDead: false, says: 'does not belong to this patient' },
    { because: 'wrong_words', isDead: true, says: 'its words are wrong' },
  ])(
    'is taken back by two as $because: the surgery gets a letter, and the member nothing',
    async ({ because, isDead, says }) => {
      const result = await givenToGp({ isDead })
      await posted()
      const { state } = await takenBack(result, because)
      expect(state).toBe(because === 'wrong_man' ? 'discarded' : 'review')
      expect(await results()).toEqual([
        { source: 'laboratory', shown: false },
        { source: 'charity', shown: false },
      ])
      const words = await posted()
      expect(words).toContain('We withdraw our letter of 1 February 2027')
      expect(words).toContain(says)
      expect(words).not.toMatch(/7\.773|Canary words|What we told your patient/)
      const unread = await query(
        `select id from care_loops where member_id = $1 and kind = 'released_to_read'`,
        person.memberId,
      )
      expect(unread).toEqual([])
    },
  )

  test('and was not posted yet stops, and no letter follows', async () => {
    const result = await givenToGp()
    await takenBack(result, 'wrong_band')
    expect(await printed()).toBeNull()
    expect((await letters()).filter(({ recipient }) => recipient === 'gp')).toHaveLength(1)
  })

  test('reaches the member by a call where a call had told them', async () => {
    const result = await givenToGp({ isRung: true })
    await takenBack(result, 'wrong_band')
    expect(await results()).toEqual([
      { source: 'laboratory', shown: false },
      { source: 'charity', shown: true },
    ])
    const loops = await query(
      `select is_to_ring from care_loops where member_id = $1
        and kind = 'released_to_read' and closed_at is null`,
      person.memberId,
    )
    expect(loops).toEqual([{ is_to_ring: true }])
  })

  test('follows again with the right band, by two, to the GP alone', async () => {
    const result = await givenToGp()
    await posted()
    const back = await takenBack(result, 'wrong_band')
    await posted()
    const right = { band: 'Green', comment: 'Right words' }
    const first = await press(back, 'review', right, reviews.other)
    const agreed = await press(first, 'second-review', right)
    expect((await press(agreed, 'release')).state).toBe('released')
    const words = await posted()
    expect(words).toContain('we had made a mistake')
    expect(words).not.toContain('the laboratory has corrected its report')
    expect(words).toContain('Right words')
    expect((await results()).map(({ shown }) => shown)).toEqual([false, false, false])
  })
})
