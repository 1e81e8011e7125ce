import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../domain/durations.ts'
import type { Loop } from '../../../domain/office/loop-schemas.ts'
import { confirmedPhone } from '../../../test/app/confirmed-phone.ts'
import { openReviews, type SampledPerson } from '../../../test/app/laboratory.ts'
import { importOne, pressOn, type Reviews, releaseOne } from '../../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../../test/app/test-app.ts'
import {
  closedKinds,
  lostPeople,
  openKinds,
} from '../../../test/care-loops/loop-invariants.queries.ts'
import { queryReal } from '../../../test/care-loops/real-rows.ts'
import { countUnfinished } from '../../../test/storms/mail/mail-storm.queries.ts'
import { until } from '../../../test/until.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { deleteExpired } from '../../records/upkeep/upkeep.queries.ts'
import { deleteFollowUpLinks, endLinks } from '../contact-stops/stops.queries.ts'
import { chaseLoops } from './chase-loops.ts'
import { findFollowUpLink } from './follow-up.queries.ts'
import { sealLinks } from './seal-links.ts'

/** The release; six weeks later is 15 March, six months later 1 August. */
const MONDAY = new Date('2027-02-01T09:00:00Z')
const SIX_WEEKS = 42
const SIX_MONTHS = 182
let site: TestApp
let reviews: Reviews
let person: SampledPerson
let phone = 7_700_900_300
beforeAll(async () => {
  site = await openTestApp({ settings: { sendsSms: true } })
})
afterAll(() => site.close())

const released = async (row: Parameters<TestApp['member']>[0] = {}) => {
  phone += 1
  const people = [{ firstName: 'Zoë', lastName: 'Carter', ...confirmedPhone(`0${phone}`), ...row }]
  reviews = await openReviews(site, { people, at: MONDAY })
  person = reviews.people[0] as SampledPerson
  await releaseOne(site, reviews, { person, band: 'Red' })
}
beforeEach(() => released())

const pool = () => site.deps.database.pool
const open = async () =>
  (await openKinds(pool(), person.memberId)).filter((kind) => kind !== 'released_to_read')
const closed = () => closedKinds(pool(), person.memberId)
const rows = async (query: string, values: unknown[] = [person.memberId]) =>
  (await queryReal<Record<string, unknown>>(pool(), query, values)).rows

async function roundAfter(days: number): Promise<void> {
  site.moveTo(new Date(MONDAY.getTime() + days * DAY_MS))
  await chaseLoops(site.deps, (error) => {
    throw error
  })
  await until(async () => expect(await countUnfinished(site.deps.database.db)).toBe(0))
}

async function asked() {
  const [own] = await rows('select email from members where id = $1')
  return site.mails.filter(({ to, subject }) => to === own?.email && subject.includes('question'))
}
const smses = () =>
  site.smses.filter((sms) => sms.phone === `+44${phone}` && sms.text.includes('#follow='))
const keyIn = (text = '') => /\/by-link#follow=([\w-]{22})/.exec(text)?.[1] ?? ''
const call = (path: '' | '/answer', body: object) =>
  site.ask('POST', `/api/follow-up${path}`, { body })
const answer = (key: string, outcome: string, on: string | null = null) =>
  call('/answer', { key, outcome, on })
const toRing = async () =>
  (
    await rows(
      `select kind from care_loops where member_id = $1 and closed_at is null and is_to_ring
         and kind <> 'released_to_read'`,
    )
  ).map(({ kind }) => kind)
const asClinician = () => site.staff(['clinician'])

async function loopOf(kind: Loop['kind']): Promise<{ id: number }> {
  const [loop] = await rows(
    'select id from care_loops where member_id = $1 and kind = $2 and closed_at is null',
    [person.memberId, kind],
  )
  return { id: Number(loop?.id) }
}

/** The key that is sent at six weeks. */
async function keyAtSixWeeks(): Promise<string> {
  await roundAfter(SIX_WEEKS)
  return keyIn((await asked())[0]?.text)
}

test('a diagnosis says of what, and the figures count it once, small ones hidden outside', async () => {
  await roundAfter(SIX_WEEKS)
  const key = keyIn((await asked())[0]?.text)
  const said = { key, outcome: 'diagnosis', on: null, diagnosis: 'prostate_cancer' }
  expect((await call('/answer', said)).body.state).toBe('answered')
  const clinician = await asClinician()
  const figures = async (as: { cookie: string }) =>
    (await site.ask('GET', '/api/office/figures/2027', { as })).body.diagnoses
  const before = (await figures(clinician)).find(
    (one: { diagnosis: string }) => one.diagnosis === 'prostate_cancer',
  )
  expect(before).toMatchObject({ outside: null })
  expect(before.count).toBeGreaterThan(0)
  expect(await figures(await site.staff(['office']))).toBeNull()

  const loop = await loopOf('gp_outcome')
  const body = { reason: 'diagnosis', diagnosis: 'benign' }
  const closing = await site.ask('POST', `/api/office/loops/${loop.id}/close`, {
    as: clinician,
    body,
  })
  expect(closing.status).toBe(204)
  const after = await figures(clinician)
  const countOf = (kind: string) =>
    after.find((one: { diagnosis: string }) => one.diagnosis === kind).count
  expect(countOf('prostate_cancer')).toBe(before.count - 1)
  expect(countOf('benign')).toBe(1)
})

describe('the question', () => {
  test('is sent once, six weeks after the release, and shows nothing but a first name', async () => {
    await roundAfter(SIX_WEEKS - 0.1)
    expect(await asked()).toEqual([])
    await roundAfter(SIX_WEEKS)
    await roundAfter(SIX_WEEKS + 1)
    expect(await asked()).toHaveLength(1)
    const [mail] = await asked()
    const words = mail?.text.replace('Men’s health charity', '')
    expect(`${mail?.subject} ${words}`).not.toMatch(
      /\b(PSA|prostate|cancer|tests?|results?|GP|health|blood|red)\b/i,
    )
    const key = keyIn(mail?.text)
    expect((await call('', { key })).body).toEqual({ state: 'open', first_name: 'Zoë' })
    expect(JSON.stringify(await rows('select * from follow_up_links', []))).not.toContain(key)
    expect(await toRing()).toEqual([])
    await roundAfter(49)
    expect(await toRing()).toEqual(['gp_told'])
    expect(await lostPeople(pool(), site.deps.now())).toEqual([])
  })

  test('goes by SMS to members who chose SMS or have no mail address', async () => {
    for (const way of [
      'contact_by = $$sms$$',
      'seal_id = user_id, user_id = null, email = null, contact_by = $$sms$$',
    ]) {
      await released()
      await pool().query(`update members set ${way} where id = $1`, [person.memberId])
      await roundAfter(SIX_WEEKS)
      await until(async () => expect(smses()).toHaveLength(1))
      expect(await asked()).toEqual([])
      expect(smses()[0]?.text).not.toMatch(/\b(PSA|prostate|tests?|results?|GP|red)\b/i)
    }
  })

  test.each([
    'seal_id = user_id, user_id = null, email = null, contact_by = $$sms$$, phone = $$01223 496 000$$',
    'contact_by = $$telephone$$',
    'contact_by = $$post$$, address_lines = $${1 High Street}$$, postcode = $$CB1 1AA$$',
  ])('rings at once where it does not reach: %s', async (way) => {
    await pool().query(`update members set ${way} where id = $1`, [person.memberId])
    await roundAfter(SIX_WEEKS)
    expect([...(await asked()), ...smses()]).toEqual([])
    expect(await toRing()).toEqual(['gp_told'])
  })

  test('is not sent weeks late: a person rings', async () => {
    await roundAfter(SIX_WEEKS + 20)
    expect(await asked()).toEqual([])
    expect(await toRing()).toEqual(['gp_told'])
  })

  test('is not asked again at six weeks of a member who was rung about it', async () => {
    await roundAfter(SIX_WEEKS)
    await roundAfter(50)
    const { id } = await loopOf('gp_told')
    const as = await asClinician()
    await site.ask('POST', `/api/office/loops/${id}/close`, { as, body: { reason: 'gp_told' } })
    await roundAfter(51)
    expect(await asked()).toHaveLength(1)
    expect(await toRing()).toEqual([])
    await roundAfter(SIX_MONTHS)
    expect(await asked()).toHaveLength(2)
    expect(await toRing()).toEqual([])
    await roundAfter(SIX_MONTHS + 14)
    expect(await toRing()).toEqual(['gp_outcome'])
  })

  test('rings once, not again, a member who was rung because no link could be sent', async () => {
    await pool().query(`update members set contact_by = 'telephone' where id = $1`, [
      person.memberId,
    ])
    await roundAfter(SIX_WEEKS)
    expect(await toRing()).toEqual(['gp_told'])
    const { id } = await loopOf('gp_told')
    const as = await asClinician()
    await site.ask('POST', `/api/office/loops/${id}/close`, { as, body: { reason: 'gp_told' } })
    await roundAfter(SIX_WEEKS + 1)
    expect(await toRing()).toEqual([])
    await roundAfter(SIX_MONTHS)
    expect(await toRing()).toEqual(['gp_outcome'])
  })

  test('is asked at six weeks where the GP knew before', async () => {
    const { id } = await loopOf('gp_told')
    const as = await asClinician()
    await site.ask('POST', `/api/office/loops/${id}/close`, { as, body: { reason: 'gp_told' } })
    const key = await keyAtSixWeeks()
    expect((await answer(key, 'biopsy')).body.state).toBe('answered')
    expect(await open()).toEqual(['gp_outcome'])
  })
})

describe('the answer', () => {
  test('that the GP was seen closes the telling, and the outcome is asked at six months', async () => {
    const key = await keyAtSixWeeks()
    expect((await answer(key, 'gp_seen', '2027-02-20')).body.state).toBe('answered')
    expect(await open()).toEqual(['gp_outcome'])
    expect(await closed()).toContain('gp_told: answered by link')
    const [due] = await rows(
      `select due_at from care_loops where member_id = $1 and kind = 'gp_outcome'`,
    )
    expect(due).toEqual({ due_at: new Date('2027-08-01T16:00:00Z') })
    await roundAfter(50)
    expect(await asked()).toHaveLength(1)
    await roundAfter(SIX_MONTHS)
    const again = keyIn((await asked())[1]?.text)
    expect(again).not.toBe(key)
    expect((await answer(again, 'treatment', '2027-06-01')).body.state).toBe('answered')
    expect(await open()).toEqual([])
    expect(await lostPeople(pool(), site.deps.now())).toEqual([])
  })

  test('that nothing was done yet closes nothing, at either time: a person rings', async () => {
    const first = await keyAtSixWeeks()
    const sent = [1, 2, 3].map(() => answer(first, 'nothing_done', '2027-02-20'))
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await rows('select * from follow_up_answers where member_id = $1')).toHaveLength(1)
    expect(await open()).toEqual(['gp_told'])
    expect(await toRing()).toEqual(['gp_told'])
    await released()
    await answer(await keyAtSixWeeks(), 'mri')
    await roundAfter(SIX_MONTHS)
    await answer(keyIn((await asked())[1]?.text), 'nothing_done')
    expect(await open()).toEqual(['gp_outcome'])
    expect(await toRing()).toEqual(['gp_outcome'])
  })

  test('of a member who will not say closes it, and nobody asks again', async () => {
    await answer(await keyAtSixWeeks(), 'will_not_say')
    expect(await open()).toEqual([])
    await roundAfter(SIX_MONTHS)
    expect(await asked()).toHaveLength(1)
  })

  test('is saved sealed and once, is in the copy of all data, and clinicians see it', async () => {
    const key = await keyAtSixWeeks()
    const twice = await Promise.all([answer(key, 'mri', '2027-03-01'), answer(key, 'biopsy')])
    expect(twice.map(({ body }) => body.state)).toEqual(['answered', 'answered'])
    const [saved, ...more] = await rows('select * from follow_up_answers where member_id = $1')
    expect(more).toEqual([])
    expect(Buffer.from(saved?.sealed as Buffer).toString('latin1')).not.toMatch(/mri|biopsy/)
    expect((await call('', { key })).body).toEqual({ state: 'answered', first_name: 'Zoë' })
    const as = await asClinician()
    const { id } = await loopOf('gp_outcome')
    const { body: loop } = await site.ask('GET', `/api/office/loops/${id}`, { as })
    const [given] = loop.answers
    expect(loop.answers).toHaveLength(1)
    expect([
      ['mri', '2027-03-01'],
      ['biopsy', null],
    ]).toContainEqual([given.outcome, given.on])
    const { body: list } = await site.ask('GET', '/api/office/loops', { as })
    expect(JSON.stringify(list)).not.toContain('answers')
    const [own] = await rows('select user_id, email from members where id = $1')
    const cookie = await site.signIn(String(own?.user_id), String(own?.email))
    const { body: copy } = await site.ask('GET', '/api/my-data', { as: { cookie } })
    expect(copy.follow_up_answers).toMatchObject([
      { asked_after: 'six weeks', outcome: given.outcome, on: given.on },
    ])
    expect(JSON.stringify(copy)).not.toContain(key)
  })

  test('of the office’s copy for the member is left out, with every trace of the question', async () => {
    await answer(await keyAtSixWeeks(), 'mri')
    const as = await site.staff(['admin', 'office'])
    const { status, body } = await site.ask('POST', `/api/office/members/${person.memberId}/copy`, {
      as,
    })
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/six weeks|follow-up|what came of a result|gp_told/)
  })

  test.each([
    ['2027-03-16', 'The date must be today or in the past.'],
    ['2025-03-01', 'The date must be in the last 12 months.'],
    ['2027-02-30', 'Enter a date, for example 27 3 2027, or leave it empty.'],
  ])('on %s is refused', async (on, message) => {
    const key = await keyAtSixWeeks()
    const { status, body } = await answer(key, 'gp_seen', on)
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain(message)
    expect((await answer(key, 'cured')).status).toBe(400)
    expect((await call('', { key })).body.state).toBe('open')
  })

  test('by a link of another person does nothing about this one', async () => {
    const mine = person
    await keyAtSixWeeks()
    await released()
    const key = await keyAtSixWeeks()
    await answer(key, 'treatment')
    expect(await closed()).toContain('gp_told: answered by link')
    person = mine
    expect(await open()).toEqual(['gp_told'])
    expect(await rows('select * from follow_up_answers where member_id = $1')).toEqual([])
  })
})

describe('a link that has ended', () => {
  test('because the result was replaced takes no answer', async () => {
    const key = await keyAtSixWeeks()
    reviews.clinician = await asClinician()
    const corrected = await importOne(site, reviews, person, { Result: '0.9', Status: 'C' })
    const as = reviews.clinician
    const green = { band: 'Green' }
    const reviewed = await pressOn(site, { result: corrected, path: 'review', as, body: green })
    // Whatever was ever red is decided by two.
    const second = { as: await asClinician(), path: 'second-review', body: green }
    const ready = await pressOn(site, { result: reviewed, ...second })
    // A call comes before the release of what replaces a red result.
    const told = await pressOn(site, { result: ready, path: 'call', as, body: { note: 'Told' } })
    await pressOn(site, { result: told, path: 'release', as })
    expect((await call('', { key })).body.state).toBe('over')
    expect((await answer(key, 'mri')).body.state).toBe('over')
    expect(await rows('select * from follow_up_answers where member_id = $1')).toEqual([])
  })

  test('by its time takes none either, and is deleted a day later', async () => {
    const key = await keyAtSixWeeks()
    site.moveTo(new Date(MONDAY.getTime() + (SIX_WEEKS + 90) * DAY_MS))
    expect((await answer(key, 'mri')).body.state).toBe('over')
    expect(await open()).toEqual(['gp_told'])
    site.moveTo(new Date(MONDAY.getTime() + (SIX_WEEKS + 91) * DAY_MS + 60_000))
    await deleteExpired(site.deps.database.db, site.deps.now())
    expect((await call('', { key })).status).toBe(404)
  })
})

describe('a link in a copy of the database', () => {
  const links = () => rows('select * from follow_up_links order by created_at', [])
  const storedLink = async (key: string) => {
    const hash = hashOfLinkKey(key)
    return (await rows('select * from follow_up_links where key_hash = $1', [hash]))[0]
  }

  test('names neither member nor result, and has no moment that another row has', async () => {
    const key = await keyAtSixWeeks()
    await answer(key, 'mri')
    const link = await storedLink(key)
    expect(link).toMatchObject({ result_id: null, member_id: null, round: null })
    const times = [link?.created_at, link?.expires_at, link?.answered_at].map((at) => Number(at))
    expect(times.map((at) => at % DAY_MS)).toEqual([0, 0, 0])
    expect((await call('', { key })).body.state).toBe('answered')
  })

  test('is sealed by a round when a former version stored it in clear, and works as before', async () => {
    const key = await keyAtSixWeeks()
    const { fieldKeys, database } = site.deps
    const find = () => findFollowUpLink(database.db, fieldKeys, hashOfLinkKey(key))
    const known = (await find()) ?? expect.fail()
    await pool().query(
      `update follow_up_links set sealed = null, about_index = null, reader_index = null,
         result_id = $2, member_id = $3, round = $4, created_at = $5, expires_at = $6
         where key_hash = $1`,
      [
        known.keyHash,
        known.resultId,
        known.memberId,
        known.round,
        known.createdAt,
        known.expiresAt,
      ],
    )
    expect((await call('', { key })).body.state).toBe('open')
    await sealLinks(site.deps)
    expect(await storedLink(key)).toMatchObject({ result_id: null, member_id: null, round: null })
    expect(await find()).toEqual(known)
    expect((await answer(key, 'mri')).body.state).toBe('answered')
  })

  test('is found by the member alone, who stops contact or is erased', async () => {
    const key = await keyAtSixWeeks()
    const mine = person.memberId
    await released()
    const other = await keyAtSixWeeks()
    const { fieldKeys, database, now } = site.deps
    const of = { memberId: mine, all: false, now: now() }
    expect(await endLinks(database.db, fieldKeys, of)).toBe(1)
    expect((await call('', { key })).body.state).toBe('over')
    expect((await call('', { key: other })).body.state).toBe('open')
    const before = (await links()).length
    await deleteFollowUpLinks(database.db, fieldKeys, mine)
    expect(await links()).toHaveLength(before - 1)
    expect((await call('', { key })).status).toBe(404)
    expect((await call('', { key: other })).body.state).toBe('open')
  })
})

test('wrong keys are refused, and soon no more are tried', async () => {
  const wrong = () => call('', { key: 'A'.repeat(22) })
  expect(await wrong()).toMatchObject({ status: 404 })
  for (let more = 0; more < 29; more += 1) await wrong()
  expect(await wrong()).toMatchObject({ status: 429 })
})
