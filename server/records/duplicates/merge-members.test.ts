import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ukInstant } from '../../../domain/uk-time.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { markNhsConfirmed } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { join } from '../../../test/app/waiting.ts'
import { pressOf } from '../../../test/app/walk-ins.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../../test/until.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import { updateMember } from '../../members/members.queries.ts'
import { sealNhsNumber } from '../../members/user-profile.ts'
import { checkChains } from '../hash-chain/check-chain.ts'
import { sealRows } from '../hash-chain/seal-rows.ts'
import { findDuplicates } from './find-duplicates.ts'

const START = new Date('2027-01-12T09:00:00Z')
const AFTER = new Date('2027-01-28T09:00:00Z')
let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
let kept: TestMember
let merged: TestMember
let count = 0
let phone: string
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  admin = await site.staff(['admin', 'office'])
  kept = await site.member({ firstName: 'Jim' })
  count += 1
  phone = `4477009002${String(count).padStart(2, '0')}`
  merged = await site.member({ phone })
})
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, AFTER)).toEqual([])
  await site.close()
})

const rows = async (query: string, ...values: unknown[]) =>
  (await site.deps.database.pool.query(query, values)).rows
const rethrow = (error: Error) => {
  throw error
}
const preview = (one = kept.id, other = merged.id) =>
  site.ask('GET', `/api/office/members/${one}/merges/${other}`, { as: admin })
const merge = (more: object = {}, one = kept.id, other = merged.id) =>
  mergeByAdmin(site, { keptId: one, mergedId: other, as: admin, more })
async function removeAccount({ id, userId }: TestMember) {
  await rows('update members set seal_id = $2, user_id = null where id = $1', id, userId)
}
async function addResult({ id: memberId }: { id: number }, appointmentId?: number) {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const sealed = sealResult(site.deps.fieldKeys, origin, {
    test_result: '1.02',
    test_unit: 'ng/ml',
    comments: 'Sample.',
    band: 'Green',
  })
  const sampleDate = '2027-01-26'
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId,
    sampleDate,
    sealed,
    releasedAt: site.deps.now(),
    ...(appointmentId !== undefined && { appointmentId }),
  })
  const [row] = await rows('select max(id) as id from results where member_id = $1', memberId)
  return Number(row.id)
}
const queuedMails = async () =>
  (await rows(`select count(*)::int as n from jobs.job where name = 'mail'`))[0].n
async function fullEvent() {
  const [event, host] = [await site.event({ places: 1 }), await site.member()]
  await site.consent(host, event)
  await bookedId(site, host, event, '10:00')
  return event
}
const resultsOf = async ({ id, cookie }: TestMember) =>
  (await site.ask('GET', `/api/medical/results/${id}`, { as: { cookie } })).body.data.filter(
    ({ result }: { result: object | null }) => result,
  )

describe('the two records side by side', () => {
  test('show each field, what differs, the accounts and what is on each', async () => {
    const event = await site.event()
    await site.consent(merged, event)
    await bookedId(site, merged, event)
    const { status, body } = await preview()
    expect(status).toBe(200)
    expect(body.differs).toEqual(['first_name', 'phone'])
    expect(body.against).toEqual([])
    expect(body.merged).toMatchObject({
      account: merged.email,
      upcoming: { event_name: event.event_name, time: '10:20' },
      counts: { appointments: 1, consents: 1, payments: 0, waits: 0, results: 0 },
    })
    expect(
      await rows('select count(*)::int as n from access_log where member_id = $1', merged.id),
    ).toEqual([{ n: 1 }])
  })

  test('are for admins, and of two records', async () => {
    const office = await site.staff(['office'])
    const url = `/api/office/members/${kept.id}/merges/${merged.id}`
    expect((await site.ask('GET', url, { as: office })).status).toBe(403)
    expect((await preview(kept.id, kept.id)).status).toBe(404)
  })
})

describe('a merge', () => {
  test('keeps the chosen fields, and leads the old address to the kept record', async () => {
    const answer = await merge({ fields: { phone: 'merged' } })
    expect([answer.status, answer.body]).toEqual([200, { member_id: kept.id }])
    const { body } = await site.ask('GET', `/api/office/members/${merged.id}`, { as: admin })
    expect(body).toMatchObject({
      id: kept.id,
      first_name: 'Jim',
      phone,
      merged_records: [{ member_id: merged.id, by: admin.name, reason: 'the same man' }],
    })
    expect(body.changes[0]).toMatchObject({
      before: { phone: '447700900118' },
      after: { phone },
    })
    const list = await site.ask('GET', `/api/office/members?q=${phone}`, { as: admin })
    expect(list.body.data.map(({ id }: { id: number }) => id)).toEqual([kept.id])
    const audit = await rows(
      `select member_id, details->>'merged' as merged, details->>'into' as into from audit_log
        where action = 'records merged' order by id desc limit 2`,
    )
    expect(audit).toEqual([
      { member_id: merged.id, merged: null, into: `${kept.id}` },
      { member_id: kept.id, merged: `${merged.id}`, into: null },
    ])
  })

  test('closes the account that does not stay, and shows contact data as it is now', async () => {
    await merge({ account: 'merged' })
    expect((await site.ask('GET', '/api/auth/profile', { as: kept })).status).toBe(401)
    const toldTo = () =>
      site.mails.filter(({ to, subject }) => to === kept.email && subject.includes('one account'))
    await until(() => expect(toldTo()).toHaveLength(1))
    expect(toldTo()[0]?.text).not.toContain(merged.email)
    const { body } = await site.ask('GET', '/api/auth/profile', { as: merged })
    expect(body.userProfile).toMatchObject({ profileId: kept.id, email: merged.email })
    const old = await rows('select first_name, email from members where id = $1', merged.id)
    expect(old).toEqual([{ first_name: 'Jim', email: merged.email }])
  })

  test('moves the upcoming appointment with a consent of the kept record, and mails only both accounts and the admins', async () => {
    const event = await site.event()
    await site.consent(merged, event)
    const id = await bookedId(site, merged, event)
    const before = await queuedMails()
    expect((await merge()).status).toBe(200)
    const [booked] = await rows(
      `select a.member_id, c.member_id as consenting from appointments a
        join consents c on c.id = a.consent_id where a.id = $1`,
      id,
    )
    expect(booked).toEqual({ member_id: kept.id, consenting: kept.id })
    const [admins] = await rows(`select count(*)::int as n from staff where 'admin' = any(roles)`)
    // Of the proposal to both and every admin, of the merge to the closed account and every admin.
    expect(await queuedMails()).toBe(before + 3 + 2 * admins.n - 1)
    const url = `/api/appointments/${id}/cancel`
    expect((await site.ask('PUT', url, { as: kept })).status).toBe(200)
  })

  test('moves the place in a queue, and closes one that both had', async () => {
    const [event, both] = [await fullEvent(), await fullEvent()]
    for (const [who, what] of [
      [merged, event],
      [merged, both],
      [kept, both],
    ] as const)
      await join(site, who, what)
    expect((await merge()).status).toBe(200)
    const waits = `select event_id, member_id, status from waiting_list
      where member_id in ($1, $2) order by id`
    expect(await rows(waits, kept.id, merged.id)).toEqual([
      { event_id: event.event_id, member_id: kept.id, status: 'waiting' },
      { event_id: both.event_id, member_id: merged.id, status: 'left' },
      { event_id: both.event_id, member_id: kept.id, status: 'waiting' },
    ])
  })

  test('leaves history as it was written, and reads it with the kept record', async () => {
    const event = await site.event()
    await site.consent(merged, event)
    const id = await bookedId(site, merged, event)
    site.moveTo(AFTER)
    admin = await site.staff(['admin', 'office'])
    await sealRows(site.deps, rethrow)
    expect((await merge()).status).toBe(200)
    expect(await rows('select member_id from appointments where id = $1', id)).toEqual([
      { member_id: merged.id },
    ])
    const past = `/api/appointments/past-appointments/user/${kept.id}`
    const { body } = await site.ask('GET', past, { as: kept })
    expect(body.appointments).toMatchObject([{ appointment_id: id }])
    const office = await site.ask('GET', `/api/office/members/${kept.id}`, { as: admin })
    expect(office.body.appointments).toMatchObject([{ appointment_id: id }])
    expect(office.body.consents).toMatchObject([{ event_id: event.event_id }])
    const copy = await site.ask('GET', '/api/my-data', { as: kept })
    expect(copy.body.appointments).toHaveLength(1)
    expect(copy.body.consents).toHaveLength(1)
    const faults = (await checkChains(site.deps)).flatMap(({ fault }) => fault ?? [])
    expect(faults).toEqual([])
  })

  test('takes over the NHS number that only one record has', async () => {
    const { fieldKeys, database } = site.deps
    const number = sealNhsNumber(fieldKeys, { nhsNumber: '9434765919', sealId: merged.userId })
    await rows(
      'update members set nhs_number = $2, nhs_number_index = $3 where id = $1',
      merged.id,
      number.nhsNumber,
      number.nhsNumberIndex,
    )
    await markNhsConfirmed(database.db, merged.id, site.deps.now())
    expect((await merge()).status).toBe(200)
    const { body } = await site.ask('GET', '/api/auth/profile', { as: kept })
    expect(body.userProfile.nhsNumber).toBe('9434765919')
    expect(await rows('select nhs_number from members where id = $1', merged.id)).toEqual([
      { nhs_number: null },
    ])
  })

  test('of a record that was merged into before leads on to the last', async () => {
    const third = await site.member()
    expect((await merge()).status).toBe(200)
    expect((await merge({}, third.id, kept.id)).status).toBe(200)
    for (const id of [merged.id, kept.id]) {
      const { body } = await site.ask('GET', `/api/office/members/${id}`, { as: admin })
      expect(body.id).toBe(third.id)
    }
  })

  test('gives a record without an account the account of the other', async () => {
    await removeAccount(kept)
    expect((await merge({ account: undefined })).status).toBe(200)
    const { body } = await site.ask('GET', '/api/auth/profile', { as: merged })
    expect(body.userProfile).toMatchObject({ profileId: kept.id, firstName: 'Jim' })
  })
})

describe('a result of the merged record', () => {
  let clinician: Awaited<ReturnType<TestApp['staff']>>
  beforeEach(async () => {
    clinician = await site.staff(['clinician'])
  })
  const name = (id: number, as = clinician) =>
    site.ask('POST', `/api/office/merged-results/${id}`, { as, body: {} })

  test('is hidden until a clinician names it, in the portal, its own page, mails and the copy', async () => {
    const named = await addResult(merged)
    const other = await addResult(merged)
    const { body } = await preview()
    expect(body.results.map(({ result_id }: { result_id: number }) => result_id)).toEqual([
      named,
      other,
    ])
    expect((await merge({ result_ids: [named, other] })).status).toBe(200)
    expect(await resultsOf(kept)).toEqual([])
    expect((await name(named)).status).toBe(200)
    expect(await resultsOf(kept)).toMatchObject([{ result: { result_id: named } }])
    const page = `/api/medical/results/${kept.id}/${other}`
    expect((await site.ask('GET', page, { as: kept })).status).toBe(404)
    const copy = await site.ask('GET', '/api/my-data', { as: kept })
    expect(copy.body.results).toHaveLength(1)

    const list = () => site.ask('GET', '/api/office/merged-results', { as: clinician })
    expect((await list()).body.data).toMatchObject([{ result_id: other, member_id: kept.id }])
    expect((await name(other)).status).toBe(200)
    expect(await resultsOf(kept)).toHaveLength(2)
    expect((await list()).body.total).toBe(0)
  })

  test('that arrives after the merge is hidden too', async () => {
    await merge()
    const late = await addResult(merged)
    expect(await resultsOf(kept)).toEqual([])
    await name(late)
    expect(await resultsOf(kept)).toMatchObject([{ result: { result_id: late } }])
  })

  test('is neither listed nor named for the admin who merged', async () => {
    const theirs = await addResult(merged)
    expect((await merge()).status).toBe(200)
    expect((await name(theirs, admin)).status).toBe(403)
    expect((await site.ask('GET', '/api/office/merged-results', { as: admin })).status).toBe(403)
    expect(await resultsOf(kept)).toEqual([])
  })

  test('is not named by a clinician for their own record', async () => {
    const theirs = await addResult(merged)
    expect((await merge()).status).toBe(200)
    await rows('update members set seal_id = user_id where id = $1', kept.id)
    await rows('update members set user_id = $2 where id = $1', kept.id, clinician.userId)
    const { status, body } = await name(theirs)
    expect([status, body.code]).toEqual([403, 'own_record'])
  })

  test('of anybody else cannot be named', async () => {
    const stranger = await site.member()
    const theirs = await addResult(stranger)
    expect((await merge()).status).toBe(200)
    expect((await name(theirs)).status).toBe(404)
    expect(await resultsOf(kept)).toEqual([])
  })
})

describe('refused, and nothing is written', () => {
  async function isRefused(code: string, more: object = {}, status = 409) {
    const { kept: one, merged: other } = (await preview()).body
    const before = await site.stored()
    const answer = await site.ask('POST', `/api/office/members/${kept.id}/merges`, {
      as: admin,
      body: {
        member_id: merged.id,
        kept_version: one.version,
        merged_version: other.version,
        fields: {},
        account: 'kept',
        reason: 'x',
        ...more,
      },
    })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await site.stored()).toEqual(before)
  }

  test('without a decision between two accounts', () =>
    isRefused('account_undecided', { account: undefined }))

  test('when either record has changed meanwhile', () =>
    isRefused('changed_meanwhile', { merged_version: 77 }))

  test('with two different NHS numbers', async () => {
    for (const [who, nhsNumber] of [
      [kept, '9434765919'],
      [merged, '9434765870'],
    ] as const) {
      const sealed = sealNhsNumber(site.deps.fieldKeys, { nhsNumber, sealId: who.userId })
      const write = 'update members set nhs_number = $2, nhs_number_index = $3 where id = $1'
      await rows(write, who.id, sealed.nhsNumber, sealed.nhsNumberIndex)
    }
    expect((await preview()).body.against).toMatchObject([{ code: 'different_nhs_numbers' }])
    await isRefused('different_nhs_numbers')
  })

  test('with an upcoming appointment on both', async () => {
    for (const who of [kept, merged]) {
      const event = await site.event()
      await site.consent(who, event)
      await bookedId(site, who, event)
    }
    await isRefused('two_upcoming')
  })

  test('while both are booked for one day, until the times of both are over', async () => {
    const event = await site.event()
    const ids: number[] = []
    for (const [who, time] of [
      [kept, '10:00'],
      [merged, '11:00'],
    ] as const) {
      await site.consent(who, event)
      ids.push(await bookedId(site, who, event, time))
    }
    site.moveTo(ukInstant(event.event_date, '09:55'))
    const venue = await site.staff(['venue'], { eventIds: [event.event_id] })
    const arrival = pressOf('arrive', site.deps.now(), { appointment_id: ids[0] })
    const url = `/api/office/days/${event.event_id}/actions`
    const sent = await site.ask('POST', url, { as: venue, body: { actions: [arrival] } })
    expect(sent.body.results).toMatchObject([{ status: 'applied' }])
    admin = await site.staff(['admin', 'office'])
    await isRefused('two_upcoming')
    // The time of the kept record's is over; the other's would be a second one of that event.
    site.moveTo(ukInstant(event.event_date, '10:30'))
    admin = await site.staff(['admin', 'office'])
    await isRefused('two_upcoming')
    site.moveTo(ukInstant(event.event_date, '11:30'))
    admin = await site.staff(['admin', 'office'])
    expect((await merge()).status).toBe(200)
    const owners = 'select member_id::int as id from appointments where id = any($1) order by id'
    expect((await rows(owners, ids)).map(({ id }) => id)).toEqual([kept.id, merged.id])
  })

  test('when the account that would be closed is of staff', async () => {
    await rows(
      `insert into staff (user_id, email, name, roles, since) values ($1, $2, 'Ann', '{office}', now())`,
      merged.userId,
      merged.email,
    )
    await isRefused('account_of_staff')
  })

  test.each(['kept', 'merged'])('when the %s record is of the admin who merges', async (which) => {
    const own = which === 'kept' ? kept : merged
    await rows('update members set seal_id = user_id where id = $1', own.id)
    await rows('update members set user_id = $2 where id = $1', own.id, admin.userId)
    await isRefused('own_record', {}, 403)
  })

  test('when the records differ in date of birth', async () => {
    await updateMember(site.deps.database.db, merged.id, { dateOfBirth: '1941-02-03' })
    await isRefused('looks_like_two_people')
  })

  test('when the records differ in both names', async () => {
    await updateMember(site.deps.database.db, merged.id, { firstName: 'Else', lastName: 'Other' })
    await isRefused('looks_like_two_people')
  })

  test('a second time', async () => {
    expect((await merge()).status).toBe(200)
    await isRefused('already_merged')
  })
})

test('every admin gets a mail about a merge', async () => {
  const second = await site.staff(['admin'])
  expect((await merge()).status).toBe(200)
  const subject = `Records ${kept.id} and ${merged.id} were merged`
  const told = () => site.mails.filter((mail) => mail.subject === subject).map(({ to }) => to)
  for (const { email } of [admin, second]) await until(() => expect(told()).toContain(email))
})

test('likely doubles are listed once, and not after they are merged', async () => {
  const [one, other] = [
    await site.member({ lastName: 'Twin', dateOfBirth: '1950-01-01' }),
    await site.member({ lastName: 'twin', dateOfBirth: '1950-01-01' }),
  ]
  expect(await pairsOf(one.id)).toMatchObject([
    { other: { id: other.id }, same: ['first_name', 'last_name', 'date_of_birth'] },
  ])
  expect((await merge({}, one.id, other.id)).status).toBe(200)
  expect(await pairsOf(one.id)).toEqual([])
})

test('two records that a person has decided are two people stay so until it is taken back', async () => {
  const born = { lastName: 'Namesake', dateOfBirth: '1949-05-06' }
  const [one, other] = [await site.member(born), await site.member(born)]
  const decide = (body: object) =>
    site.ask('POST', `/api/office/doubles/${other.id}/${one.id}/not-the-same`, { as: admin, body })
  expect((await decide({ reason: ' ' })).status).toBe(400)
  expect((await decide({ reason: 'Father and son' })).status).toBe(204)
  expect((await decide({ reason: 'Again' })).body.code).toBe('not_open')
  expect(await pairsOf(one.id)).toEqual([])
  const decided = { by: admin.name, reason: 'Father and son' }
  expect(await pairsOf(one.id, '?tab=decided')).toMatchObject([
    { other: { id: other.id }, decided },
  ])

  await updateMember(site.deps.database.db, one.id, { firstName: 'Else', lastName: 'Else' })
  await updateMember(site.deps.database.db, one.id, born)
  await findDuplicates(site.deps)
  expect(await pairsOf(one.id)).toEqual([])
  const audited = await rows(
    `select member_id from audit_log where action = 'doubles are two people'
      and details->>'reason' = 'Father and son' order by member_id`,
  )
  expect(audited).toEqual([one, other].map(({ id }) => ({ member_id: id })))

  const reopen = () =>
    site.ask('POST', `/api/office/doubles/${one.id}/${other.id}/reopening`, { as: admin, body: {} })
  expect((await reopen()).status).toBe(204)
  expect((await reopen()).body.code).toBe('not_open')
  expect(await pairsOf(one.id)).toMatchObject([{ other: { id: other.id }, decided: null }])
})

test('erased records are no doubles', async () => {
  const born = { lastName: 'Unlisted', dateOfBirth: '1951-02-03' }
  const [first, second] = [await site.member(born), await site.member(born)]
  expect(await pairsOf(first.id)).toHaveLength(1)
  await site.owner.execute(
    `update members set erased_at = now(), user_id = null, seal_id = user_id, is_active = false
      where id in (${first.id}, ${second.id})`,
  )
  await findDuplicates(site.deps)
  expect(await pairsOf(first.id)).toEqual([])
})

/** The listed pairs of which this record is the older one, over all pages. */
async function pairsOf(id: number, after = ''): Promise<object[]> {
  const { body } = await site.ask('GET', `/api/office/doubles${after}`, { as: admin })
  const found = body.data.filter((pair: { one: { id: number } }) => pair.one.id === id)
  return body.next ? [...found, ...(await pairsOf(id, `?after=${body.next}`))] : found
}
