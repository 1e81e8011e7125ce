import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PartedItem } from '../../../domain/office/partings.ts'
import { bookedId } from '../../../test/app/bookings.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { join } from '../../../test/app/waiting.ts'
import { queryReal } from '../../../test/care-loops/real-rows.ts'
import { brokenInvariants } from '../../../test/invariants/booking-invariants.queries.ts'
import { until } from '../../../test/until.ts'
import { insertResult } from '../../facts/results.queries.ts'
import { sealResult } from '../../facts/sealed-result.ts'
import { sealNhsNumber } from '../../members/user-profile.ts'
import { findObstacle } from '../../results/result-letters/letters.queries.ts'

const START = new Date('2027-01-12T09:00:00Z')
const LATER = new Date('2027-01-13T09:00:00Z')
const LAST = new Date('2027-01-14T09:00:00Z')
let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
let second: Awaited<ReturnType<TestApp['staff']>>
let kept: TestMember
let merged: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
beforeEach(async () => {
  site.moveTo(START)
  admin = await site.staff(['admin', 'office'])
  second = await site.staff(['admin', 'office'])
  kept = await site.member({ firstName: 'Jim', lastName: 'Stone' })
  merged = await site.member({ firstName: 'James', lastName: 'Stone', phone: '447700900301' })
})
afterAll(async () => {
  expect(await brokenInvariants(site.deps.database.db, LAST)).toEqual([])
  await site.close()
})

const rows = async (query: string, ...values: unknown[]) =>
  (await queryReal(site.deps.database.pool, query, values)).rows
const signIn = async (who: 'admin' | 'second') => {
  const again = await site.staff(['admin', 'office'])
  if (who === 'admin') admin = again
  else second = again
}

async function merge(more: object = {}, one = kept.id, other = merged.id): Promise<number> {
  const answer = await mergeByAdmin(site, { keptId: one, mergedId: other, as: admin, more })
  expect([answer.status, answer.body]).toEqual([200, { member_id: one }])
  const [row] = await rows('select max(id) as id from member_merges where kept_id = $1', one)
  return Number(row.id)
}
async function name(resultId: number) {
  const as = await site.staff(['clinician'])
  const url = `/api/office/merged-results/${resultId}`
  expect((await site.ask('POST', url, { as, body: {} })).status).toBe(200)
}
const preview = (id: number, as = second) =>
  site.ask('GET', `/api/office/merges/${id}/part`, { as })
async function part(id: number, { as = second, ...more }: Record<string, unknown> = {}) {
  const { body } = await preview(id, as as typeof second)
  return site.ask('POST', `/api/office/merges/${id}/part`, {
    as: as as typeof second,
    body: {
      kept_version: body.kept?.version,
      merged_version: body.merged?.version,
      reason: 'father and son',
      ...more,
    },
  })
}

/** What a merge touches, of both records. */
async function stateOf(one = kept.id, other = merged.id) {
  const both = [one, other]
  const of = (query: string) => rows(query, both)
  return {
    members: await of(`select id, user_id, seal_id, email, first_name, last_name, gender,
        date_of_birth, phone, home_address, address_lines, town, postcode, contact_by,
        support_needs, support_note, billing_address, ethnicity, occupation, nhs_number_index,
        nhs_number is not null as has_number, nhs_confirmed_at, is_active, merged_into
      from members where id = any($1) order by id`),
    booked: await of(
      'select id, member_id, consent_id, status from appointments where member_id = any($1) order by id',
    ),
    upcoming: await of(
      'select member_id, appointment_id from upcoming_appointments where member_id = any($1) order by 1',
    ),
    waits: await of(`select id, member_id, event_id, status, closed_at from waiting_list
      where member_id = any($1) order by id`),
    offers: await of(
      'select event_id, place_number, offered_to from places where offered_to = any($1) order by 1, 2',
    ),
    grants: await of(
      'select event_id, visitor_hash, member_id from access_grants where member_id = any($1) order by 1, 2',
    ),
    links: await of(
      'select key_hash, member_id from consent_links where member_id = any($1) order by 1',
    ),
    payments: await of('select id, member_id from payments where member_id = any($1) order by id'),
    keys: await of('select member_id from match_keys where member_id = any($1) order by 1'),
    tasks: await of(
      'select id, kind, member_id from care_loops where closed_at is null and member_id = any($1) order by id',
    ),
  }
}
async function giveNumber({ id, userId }: TestMember, nhsNumber: string) {
  const sealed = sealNhsNumber(site.deps.fieldKeys, { nhsNumber, sealId: userId })
  await rows(
    `update members set nhs_number = $2, nhs_number_index = $3, nhs_confirmed_at = now()
      where id = $1`,
    id,
    sealed.nhsNumber,
    sealed.nhsNumberIndex,
  )
}
async function addResult({ id: memberId }: { id: number }, appointmentId?: number) {
  const origin = { source: 'test', sourceRef: randomUUID() }
  const sealed = sealResult(site.deps.fieldKeys, origin, {
    test_result: '1.02',
    test_unit: 'ng/ml',
    comments: 'Sample.',
    band: 'Green',
  })
  await insertResult(site.deps.database.db, {
    ...origin,
    memberId,
    sampleDate: '2027-01-11',
    sealed,
    releasedAt: site.deps.now(),
    ...(appointmentId !== undefined && { appointmentId }),
  })
  const [row] = await rows('select max(id) as id from results where member_id = $1', memberId)
  return Number(row.id)
}
const resultsOf = async ({ id, cookie }: TestMember) =>
  (await site.ask('GET', `/api/medical/results/${id}`, { as: { cookie } })).body.data.filter(
    ({ result }: { result: object | null }) => result,
  )
const tasksAbout = async (resultId: number) =>
  (
    await rows(
      'select kind, member_id from care_loops where result_id = $1 and closed_at is null order by kind',
      resultId,
    )
  ).map(({ kind, member_id }) => [kind, Number(member_id)])
const goes = (items: PartedItem[], kind: PartedItem['kind']) =>
  items.filter((one) => one.kind === kind).map(({ goes_to }) => goes_to)
async function fullEvent() {
  const [event, host] = [await site.event({ places: 1 }), await site.member()]
  await site.consent(host, event)
  await bookedId(site, host, event, '10:00')
  return event
}

describe('a merge that is parted leaves everything as it was', () => {
  const withEverything = {
    first_name: 'merged',
    last_name: 'merged',
    phone: 'merged',
    date_of_birth: 'merged',
    address: 'merged',
  } as const
  const SETTINGS: [string, object, () => Promise<unknown>][] = [
    ['nothing but the two records', {}, async () => {}],
    ['chosen contact data', { fields: withEverything }, async () => {}],
    ['the account of the merged record', { account: 'merged' }, async () => {}],
    [
      'a kept record without an account',
      { account: undefined, fields: withEverything },
      () => rows('update members set seal_id = user_id, user_id = null where id = $1', kept.id),
    ],
    [
      'a merged record without an account',
      { account: undefined },
      () => rows('update members set seal_id = user_id, user_id = null where id = $1', merged.id),
    ],
    [
      'an NHS number that only the merged record has',
      { fields: withEverything, account: 'merged' },
      () => giveNumber(merged, '9434765919'),
    ],
    [
      'an NHS number that both have',
      {},
      async () => {
        await giveNumber(kept, '9434765870')
        await giveNumber(merged, '9434765870')
      },
    ],
    [
      'an upcoming appointment, and a wait of the kept record that the merge closes',
      { account: 'merged' },
      async () => {
        const [event, waited] = [await site.event(), await fullEvent()]
        await site.consent(merged, event)
        await bookedId(site, merged, event)
        await join(site, kept, waited)
      },
    ],
    [
      'places in queues of both',
      {},
      async () => {
        const [own, both] = [await fullEvent(), await fullEvent()]
        for (const [who, what] of [
          [merged, own],
          [merged, both],
          [kept, both],
        ] as const)
          await join(site, who, what)
      },
    ],
  ]
  test.each(SETTINGS)('%s', async (_, choice, prepare) => {
    await prepare()
    const before = await stateOf()
    const id = await merge(choice)
    expect(await stateOf()).not.toEqual(before)
    const answer = await part(id)
    expect([answer.status, answer.body.code]).toEqual([200, undefined])
    expect(await stateOf()).toEqual(before)
    const partings = 'select merge_id::int as id from member_partings where merge_id = $1'
    expect(await rows(partings, id)).toEqual([{ id }])
  })

  test('the number can be read again, and the account that was closed signs in', async () => {
    await giveNumber(merged, '9449305552')
    const id = await merge()
    expect((await site.ask('GET', '/api/auth/profile', { as: merged })).status).toBe(401)
    expect((await part(id)).status).toBe(200)
    const cookie = await site.signIn(merged.userId, merged.email)
    const { body } = await site.ask('GET', '/api/auth/profile', { as: { cookie } })
    expect(body.userProfile).toMatchObject({
      profileId: merged.id,
      firstName: 'James',
      nhsNumber: '9449305552',
    })
    await until(() =>
      expect(
        site.mails.filter(({ to, subject }) => to === merged.email && /open again/.test(subject)),
      ).toHaveLength(1),
    )
    const own = await site.ask('GET', '/api/auth/profile', { as: kept })
    expect(own.body.userProfile.nhsNumber).toBeNull()
  })

  test('of two merges the later one is parted first, and leads back step by step', async () => {
    const last = await site.member({ firstName: 'Jim', lastName: 'Stone' })
    const first = await merge()
    site.moveTo(LATER)
    await signIn('admin')
    const then = await merge({}, last.id, kept.id)
    await signIn('second')
    expect((await part(first)).body.code).toBe('part_later_first')
    expect((await part(then)).status).toBe(200)
    expect(
      await rows('select merged_into::int as of from members where id = $1', merged.id),
    ).toEqual([{ of: kept.id }])
    expect((await part(first)).status).toBe(200)
    expect(await rows('select merged_into as of from members where id = $1', merged.id)).toEqual([
      { of: null },
    ])
  })
})

describe('what happened since the merge', () => {
  test('stays with the kept record unless the admin chooses', async () => {
    const id = await merge()
    site.moveTo(LATER)
    await signIn('second')
    const event = await site.event()
    await site.consent(kept, event)
    const since = await bookedId(site, kept, event)
    const { body } = await preview(id)
    expect(body.appointments_since).toMatchObject([{ id: since, against: null }])
    const chosen = await part(id, { appointment_ids: [since] })
    expect(chosen.status).toBe(200)
    expect(goes(chosen.body.items, 'appointment')).toEqual(['merged'])
    const owner = `select a.member_id::int as of, c.member_id::int as consenting
      from appointments a join consents c on c.id = a.consent_id where a.id = $1`
    expect(await rows(owner, since)).toEqual([{ of: merged.id, consenting: merged.id }])
  })

  test('left alone, it stays; what is not theirs to choose is refused', async () => {
    const event = await site.event()
    await site.consent(kept, event)
    const before = await bookedId(site, kept, event)
    const id = await merge()
    const refused = await part(id, { appointment_ids: [before] })
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_request'])
    expect((await part(id)).status).toBe(200)
    expect(
      await rows('select member_id::int as of from appointments where id = $1', before),
    ).toEqual([{ of: kept.id }])
  })

  test('a field that was changed since stays as it is, and is listed', async () => {
    const id = await merge({ fields: { phone: 'merged' } })
    await rows(`update members set phone = '447700900399' where id = $1`, kept.id)
    const answer = await part(id)
    expect(answer.body.items).toContainEqual(
      expect.objectContaining({ kind: 'contact data', text: 'phone', goes_to: 'kept' }),
    )
    expect(
      await rows('select id::int, phone from members where id = any($1) order by id', [
        kept.id,
        merged.id,
      ]),
    ).toEqual([
      { id: kept.id, phone: '447700900399' },
      { id: merged.id, phone: '447700900301' },
    ])
  })

  test('an NHS number that another record has by now is not given again, and is listed', async () => {
    await giveNumber(merged, '9449310475')
    const id = await merge()
    await giveNumber(await site.member(), '9449310475')
    const { body } = await part(id)
    expect(goes(body.items, 'NHS number')).toEqual(['nobody'])
    const numbers = 'select nhs_number from members where id = any($1)'
    expect(await rows(numbers, [kept.id, merged.id])).toEqual([
      { nhs_number: null },
      { nhs_number: null },
    ])
  })

  test('a consent that was withdrawn stays withdrawn', async () => {
    const event = await site.event()
    await site.consent(merged, event)
    const booked = await bookedId(site, merged, event)
    const id = await merge()
    await rows(
      `insert into consent_withdrawals (consent_id, member_id, event_id, words_version, channel, withdrawn_at)
        select consent_id, member_id, event_id, (select words_version from consents where id = consent_id),
          'office', slot_starts_at - interval '1 hour' from appointments where id = $1`,
      booked,
    )
    expect((await part(id)).status).toBe(200)
    const withdrawn = `select w.member_id::int as of from appointments a
      join consent_withdrawals w on w.consent_id = a.consent_id where a.id = $1`
    expect(await rows(withdrawn, booked)).toEqual([{ of: merged.id }])
  })
})

describe('a result that the kept record could read', () => {
  test('is read by its own member alone, with a task for a clinician and an incident', async () => {
    const shown = await addResult(merged)
    const hidden = await addResult(merged)
    const own = await addResult(kept)
    const id = await merge()
    await name(shown)
    expect(await resultsOf(kept)).toHaveLength(2)
    const { body } = await preview(id)
    const results = body.items.filter(({ kind }: PartedItem) => kind === 'result')
    expect(results.map(({ note }: PartedItem) => note?.slice(0, 30))).toEqual([
      'The kept record reads it no mo',
      'The kept record never read it.',
    ])
    expect((await part(id)).status).toBe(200)

    expect(await resultsOf(kept)).toMatchObject([{ result: { result_id: own } }])
    const page = `/api/medical/results/${kept.id}/${shown}`
    expect((await site.ask('GET', page, { as: kept })).status).toBe(404)
    const copy = await site.ask('GET', '/api/my-data', { as: kept })
    expect(copy.body.results).toHaveLength(1)
    expect(await tasksAbout(shown)).toEqual(
      ['incident', 'parted_result', 'released_to_read'].map((kind) => [kind, merged.id]),
    )
    expect((await tasksAbout(hidden)).map(([kind]) => kind)).not.toContain('incident')
    const cookie = await site.signIn(merged.userId, merged.email)
    expect(await resultsOf({ ...merged, cookie })).toHaveLength(2)
    const clinician = await site.staff(['clinician'])
    const list = await site.ask('GET', '/api/office/merged-results', { as: clinician })
    expect(list.body.total).toBe(0)
  })

  test('is named anew when the records are merged once more', async () => {
    const shown = await addResult(merged)
    const id = await merge()
    await name(shown)
    site.moveTo(LATER)
    await signIn('second')
    expect((await part(id)).status).toBe(200)
    site.moveTo(LAST)
    await signIn('admin')
    await merge()
    const cookie = await site.signIn(kept.userId, kept.email)
    expect(await resultsOf({ ...kept, cookie })).toEqual([])
    await name(shown)
    expect(await resultsOf({ ...kept, cookie })).toHaveLength(1)
  })

  test('of the appointment that the merge moved is hidden, because it refers to that record', async () => {
    const event = await site.event()
    await site.consent(merged, event)
    const booked = await bookedId(site, merged, event)
    const id = await merge()
    const wrong = await addResult(kept, booked)
    expect(await resultsOf(kept)).toHaveLength(1)
    const { body } = await part(id)
    expect(goes(body.items, 'appointment')).toEqual(['kept'])
    expect(goes(body.items, 'result')).toEqual(['nobody'])
    expect(await resultsOf(kept)).toEqual([])
    const later = await addResult(kept, booked)
    expect(await resultsOf(kept)).toEqual([])
    expect((await tasksAbout(wrong)).map(([kind]) => kind)).toContain('parted_result')
    expect((await tasksAbout(wrong)).map(([kind]) => kind)).toContain('incident')
    expect(later).toBeGreaterThan(wrong)
  })

  test('in a letter that was written meanwhile goes to nobody; one from before goes on', async () => {
    const shown = await addResult(merged)
    const write = async (to: TestMember, copy: number) => {
      const [row] = await rows(
        `insert into result_letters (result_id, member_id, recipient, copy, waiting_since)
          values ($1, $2, 'member', $3, $4) returning id`,
        shown,
        to.id,
        copy,
        site.deps.now(),
      )
      return Number(row.id)
    }
    const obstacle = (id: number) =>
      findObstacle(site.deps.database.db, { id, now: site.deps.now() })
    const early = await write(merged, 1)
    site.moveTo(LATER)
    for (const who of ['admin', 'second'] as const) await signIn(who)
    const id = await merge()
    await name(shown)
    const meanwhile = [await write(merged, 2), await write(kept, 3)]
    for (const letter of [early, ...meanwhile]) expect(await obstacle(letter)).toBeNull()
    expect((await part(id)).status).toBe(200)
    for (const letter of meanwhile) expect(await obstacle(letter)).toBe('letter_outdated')
    expect(await obstacle(early)).toBeNull()
  })
})

describe('refused, and nothing is written', () => {
  test('by the admin who merged them, who may look', async () => {
    const id = await merge()
    const seen = await preview(id, admin)
    expect(seen.body.against).toContain('second person')
    expect(seen.body.items.length).toBeGreaterThan(0)
    const before = await site.stored()
    const { status, body } = await part(id, { as: admin })
    expect([status, body.code]).toEqual([403, 'same_person'])
    expect((await site.stored()).members).toEqual(before.members)
    expect(await rows('select * from member_partings where merge_id = $1', id)).toEqual([])
  })

  test('a second time', async () => {
    const id = await merge()
    expect((await part(id)).status).toBe(200)
    const { status, body } = await part(id)
    expect([status, body.code]).toEqual([409, 'parted_already'])
  })

  test('of a record that is erased, or of a merge that was not recorded', async () => {
    const id = await merge()
    await site.owner.execute(
      `update members set erased_at = now(), user_id = null, seal_id = coalesce(seal_id, user_id),
        is_active = false where id in (${kept.id}, ${merged.id})`,
    )
    expect((await part(id)).body).toMatchObject({
      code: 'record_erased',
      error: 'This is an erased record.',
    })
    const [one, other] = [await site.member(), await site.member()]
    const old = await rows(
      `insert into member_merges (kept_id, merged_id, made_by, reason, at)
        values ($1, $2, (select max(id) from staff), 'old', now()) returning id`,
      one.id,
      other.id,
    )
    await rows(
      `update members set merged_into = $1, seal_id = user_id, user_id = null,
      is_active = false where id = $2`,
      one.id,
      other.id,
    )
    expect((await part(Number(old[0].id))).body.code).toBe('merge_not_recorded')
  })

  test('with versions that are not the ones on the screen', async () => {
    const id = await merge()
    expect((await part(id, { kept_version: 99 })).body.code).toBe('changed_meanwhile')
  })

  test('for anybody but an admin', async () => {
    const id = await merge()
    for (const role of ['office', 'clinician'] as const)
      expect((await preview(id, await site.staff([role]))).status).toBe(403)
  })

  test('whole, when one step fails halfway', async () => {
    const event = await site.event()
    await site.consent(merged, event)
    await bookedId(site, merged, event)
    const id = await merge({ fields: { phone: 'merged' } })
    const before = await stateOf()
    // The last row that is written.
    await site.owner.execute(`
      create function refuse_parting_here() returns trigger language plpgsql as
        $f$ begin raise exception 'no room'; end $f$`)
    await site.owner.execute(`create trigger refuse_parting_here before insert on audit_log
      for each row when (new.action = 'records parted') execute function refuse_parting_here()`)
    expect((await part(id)).status).toBe(500)
    await site.owner.execute('drop function refuse_parting_here cascade')
    expect(await stateOf()).toEqual(before)
    expect((await site.ask('GET', '/api/auth/profile', { as: merged })).status).toBe(401)
    expect((await part(id)).status).toBe(200)
  })
})

describe('at the same moment', () => {
  test('two admins part once', async () => {
    const id = await merge()
    const third = await site.staff(['admin', 'office'])
    const answers = await Promise.all([part(id), part(id, { as: third })])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('a booking of the kept record is made for it, or not at all', async () => {
    for (let round = 0; round < 5; round += 1) {
      kept = await site.member({ firstName: 'Jim', lastName: 'Stone' })
      merged = await site.member({ firstName: 'James', lastName: 'Stone' })
      const event = await site.event()
      await site.consent(kept, event)
      const id = await merge()
      const [parting, booking] = await Promise.allSettled([part(id), bookedId(site, kept, event)])
      expect(parting.status).toBe('fulfilled')
      if (booking.status === 'rejected') continue
      const owner = 'select member_id::int as of from appointments where id = $1'
      expect(await rows(owner, booking.value)).toEqual([{ of: kept.id }])
    }
  })
})
