import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { canariesOf, canaryMember } from '../../../test/app/canaries.ts'
import { storeLetter } from '../../../test/app/claim-letters.ts'
import { mergeByAdmin } from '../../../test/app/merges.ts'
import { everythingAsText } from '../../../test/app/test-app.queries.ts'
import { openTestApp, type TestApp, type TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { findFollowUpLink, insertFollowUpLink } from '../../care/task-list/follow-up.queries.ts'
import { sealEntry } from '../../contact/sealed-entry.ts'
import { openKeptIdentity } from '../../members/kept-identity.ts'
import {
  contactMessages,
  messageEntries,
  nearAlerts,
  newsletterSubscriptions,
  notices,
  payments,
} from '../../platform/db/schema.ts'
import { checkChains } from '../hash-chain/check-chain.ts'
import { sealRows } from '../hash-chain/seal-rows.ts'
import { carryOutErasures } from './carry-out-erasure.ts'

const START = new Date('2027-01-12T09:00:00Z')
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000)
let site: TestApp
let admin: Awaited<ReturnType<TestApp['staff']>>
let member: TestMember
beforeAll(async () => {
  site = await openTestApp({ now: START })
})
afterAll(() => site.close())
beforeEach(async () => {
  site.moveTo(START)
  admin = await site.staff(['admin'])
  member = await canaryMember(site)
})

const fail = (error: Error) => {
  throw error
}
const run = () => carryOutErasures(site.deps, fail)
const rows = async (query: string) => (await site.deps.database.db.execute(query)).rows

async function approve(): Promise<number> {
  await site.ask('POST', '/api/my-data/erasure-request', { as: member })
  const [row] =
    await rows(`update erasure_requests set approved_at = now(), approved_by = ${admin.id}
    where member_id = ${member.id} returning id`)
  return Number(row?.id)
}

async function leaveTraces(): Promise<void> {
  const { db } = site.deps.database
  const { id: memberId, email } = member
  const event = await site.event()
  const form = { first_name: 'Canariusza', home_address: '78 Nightjar Rise, Wivenhoe, CO7 9ZZ' }
  const url = `/api/auth/profile?email=${email}`
  expect((await site.ask('PUT', url, { as: member, body: form })).status).toBe(200)
  const clerk = await site.staff(['office'])
  const { body } = await site.ask('GET', `/api/office/members/${memberId}`, { as: clerk })
  const change = { ...body, phone: '07700 900943', reason: 'Mr Heronsby-Quill rang' }
  await site.ask('PUT', `/api/office/members/${memberId}`, { as: clerk, body: change })
  const alert = { id: randomUUID(), place: 'Canariusz', latitude: 51.7, longitude: 0.4 }
  await db.insert(nearAlerts).values({
    ...alert,
    email: email ?? '',
    miles: 10,
    state: 'confirmed',
    wording: 'w',
    askedAt: START,
    confirmedAt: START,
  })
  await db.insert(newsletterSubscriptions).values({
    id: randomUUID(),
    email: email ?? '',
    name: 'Canariusz',
    hearAboutEvent: true,
    state: 'confirmed',
    wording: 'w',
    askedAt: START,
    confirmedAt: START,
  })
  const [message] = await db
    .insert(contactMessages)
    .values({
      firstName: 'Canariusz',
      lastName: 'Heronsby-Quill',
      email: (email ?? '').toUpperCase(),
      phoneNumber: '447700900942',
      message: 'Please ring Canariusz',
      state: 'received',
      receivedAt: START,
    })
    .returning()
  await db.insert(messageEntries).values({
    messageId: message?.id ?? 0,
    kind: 'note',
    madeBy: clerk.id,
    at: START,
    ...sealEntry(site.deps.fieldKeys, 'Rang Canariusz'),
  })
  await db.insert(notices).values({ memberId, kind: 'result ready', cause: 'result 1', at: START })
  const orderId = randomUUID()
  const ids = { id: randomUUID(), invoiceId: randomUUID(), createRequestId: randomUUID() }
  await db.insert(payments).values({
    ...ids,
    memberId,
    eventId: event.event_id,
    slotStartsAt: START,
    state: 'finalised',
    amountPence: 2500,
    description: 'PSA',
    orderId,
    lastAnswer: { payer: 'Canariusz Heronsby-Quill' },
    card: { name: 'Canariusz Heronsby-Quill' },
    createdAt: START,
    updatedAt: START,
  })
  await db.execute(sql`insert into transaction_reports (member_id, reported_by, record, at)
    values (${memberId}, 'browser', '{"payer_name": "Canariusz", "amount": 25}', now())`)
  await db.execute(sql`insert into webhook_events (id, type, body, received_at)
    values (${randomUUID()}, 't', ${JSON.stringify({ orderId, payer: 'Canariusz' })}::jsonb, now())`)
  await db.execute(sql`insert into idempotent_answers (caller_hash, key, request_hash, body, created_at)
    values ('\\x01', ${randomUUID()}, '\\x01', ${JSON.stringify({ email })}::jsonb, now())`)
}

describe('an approved request', () => {
  test('erases the records that were merged into the member’s too', async () => {
    const { firstName, dateOfBirth } = member
    const other = await site.member({ firstName, lastName: 'Mergeabel', dateOfBirth })
    const more = { reason: 'Mr Mergeabel rang' }
    const merge = { keptId: member.id, mergedId: other.id, as: admin, more }
    expect((await mergeByAdmin(site, merge)).status).toBe(200)
    site.moveTo(later(20))
    await sealRows(site.deps, fail)
    await approve()
    await run()
    const erased = `select id from members where erased_at is not null and id in (${member.id}, ${other.id})`
    await until(async () => expect(await rows(erased)).toHaveLength(2))
    expect(await everythingAsText(site.owner)).not.toContain('Mergeabel')
    for (const { table, fault } of await checkChains(site.deps))
      expect([table, fault]).toEqual([table, null])
  })

  test('deletes their links to the follow-up question, which name nobody in clear', async () => {
    const { fieldKeys, database } = site.deps
    const about = { resultId: 1, memberId: member.id, round: 'six_weeks' as const }
    const times = { createdAt: START, expiresAt: later(60 * 24 * 90), answeredAt: null }
    const keyHash = Buffer.from(randomUUID())
    await insertFollowUpLink(database.db, fieldKeys, { keyHash, ...about, ...times })
    const find = () => findFollowUpLink(database.db, fieldKeys, keyHash)
    expect(await find()).toMatchObject(about)
    await approve()
    await run()
    expect(await find()).toBeNull()
  })

  test('leaves no name, address or number in clear, and the chains provable', async () => {
    await leaveTraces()
    site.moveTo(later(20))
    await sealRows(site.deps, fail)
    await approve()
    expect(await everythingAsText(site.owner)).toContain('Canariusz')
    const marks = [
      ...[...canariesOf(member), 'Canariusza', '78 Nightjar Rise', 'CO7 9ZZ'],
      ...['7700900943', '7700 900943'],
    ]
    await run()
    await until(async () => {
      expect(site.mails.map(({ to, subject }) => [to, subject])).toContainEqual([
        member.email,
        'We have erased your data',
      ])
    })
    await until(async () => {
      const left = await rows(
        `select id from jobs.job where name = 'mail' and state <> 'completed'`,
      )
      expect(left).toEqual([])
    })
    const text = (await everythingAsText(site.owner)).toLowerCase()
    expect(marks.filter((mark) => text.includes(mark.toLowerCase()))).toEqual([])

    expect((await checkChains(site.deps)).filter(({ fault }) => fault)).toEqual([])
    site.moveTo(later(60))
    await sealRows(site.deps, fail)
    expect((await checkChains(site.deps)).filter(({ fault }) => fault)).toEqual([])
  })

  test('keeps consents, results and payments, and seals whose they are', async () => {
    await leaveTraces()
    const before =
      await rows(`select (select count(*) from consents where member_id = ${member.id}) as c,
      (select count(*) from results where member_id = ${member.id}) as r`)
    const id = await approve()
    await run()
    expect(
      await rows(`select (select count(*) from consents where member_id = ${member.id}) as c,
        (select count(*) from results where member_id = ${member.id}) as r`),
    ).toEqual(before)
    const [kept] = await rows(`select sealed from kept_identities where member_id = ${member.id}`)
    expect(
      openKeptIdentity(site.deps.fieldKeys, {
        memberId: member.id,
        sealed: Buffer.from(kept?.sealed as Buffer),
      }),
    ).toMatchObject({ last_name: 'Heronsby-Quill', date_of_birth: '1961-11-23' })
    const [log] = await rows(
      `select kind, done_by, counts from erasure_log where request_id = ${id}`,
    )
    expect(log).toMatchObject({
      kind: 'erasure',
      done_by: admin.id,
      counts: {
        members: 1,
        notices: 1,
        message_entries: 1,
        contact_messages: 1,
        newsletter_subscriptions: 1,
        near_alerts: 1,
      },
    })
    expect(JSON.stringify(log)).not.toContain('Canariusz')
    expect((await site.ask('GET', '/api/auth/profile', { as: member })).status).toBe(401)
  })

  test('erases a record that was merged into this one too', async () => {
    const former = await canaryMember(site)
    await site.owner.execute(`update members set merged_into = ${member.id}, user_id = null,
      seal_id = user_id, nhs_number = null, nhs_number_index = null, is_active = false
      where id = ${former.id}`)
    await approve()
    await run()
    expect(
      await rows(`select email, phone, last_name, erased_at is not null as gone from members
        where id in (${member.id}, ${former.id})`),
    ).toEqual(Array(2).fill({ email: null, phone: '', last_name: 'member', gone: true }))
  })

  test('of a member without records keeps no identity', async () => {
    member = await site.member()
    await approve()
    await run()
    expect(await rows(`select 1 from kept_identities where member_id = ${member.id}`)).toEqual([])
    expect(
      await rows(`select first_name, email, erased_at is not null as gone from members
      where id = ${member.id}`),
    ).toEqual([{ first_name: 'Erased', email: null, gone: true }])
  })

  test('leaves no letter with a code, and no request to join records, by the member or by another', async () => {
    const { id } = member
    const other = await site.member()
    await storeLetter(site, admin, id)
    await rows(`insert into merge_requests (member_id, other_id, asked_at)
      values (${id}, ${other.id}, now()), (${other.id}, ${id}, now())`)
    await approve()
    await run()
    expect(await rows(`select 1 from claim_letters where member_id = ${id}`)).toEqual([])
    expect(await rows(`select 1 from merge_requests where ${id} in (member_id, other_id)`)).toEqual(
      [],
    )
  })

  test('takes no message to a number that the member never confirmed', async () => {
    const sms = (phone: string) => ({ phone, subject: 'Heron news', text: 'words' })
    const unsent = async () =>
      (
        await rows(`select count(*)::int as n from jobs.job
          where name = 'sms' and state = 'created'`)
      )[0]?.n
    const { db } = site.deps.database
    const wait = { afterSeconds: 3_600 }
    await site.deps.jobs.enqueue(db, 'sms', sms('+447700900951'), wait)
    await site.deps.jobs.enqueue(db, 'sms', sms('+447700900952'), wait)
    const before = Number(await unsent())
    await rows(
      `update members set phone = '07700 900951', proven_phone = null where id = ${member.id}`,
    )
    await approve()
    await run()
    expect(await unsent()).toBe(before)
    const proven = '07700 900952'
    member = await site.member({ phone: proven, provenPhone: proven })
    await approve()
    await run()
    expect(await unsent()).toBe(before - 1)
  })

  test('is carried out once, by two runs at once and a third', async () => {
    const id = await approve()
    await Promise.all([run(), run()])
    await run()
    expect(await rows(`select 1 from erasure_log where request_id = ${id}`)).toHaveLength(1)
    await until(() => {
      const mails = site.mails.filter(({ to }) => to === member.email)
      expect(mails.filter(({ subject }) => subject.includes('erased'))).toHaveLength(1)
    })
  })
})

describe('killed', () => {
  test('before the account is gone, the next run goes on', async () => {
    const id = await approve()
    const auth = {
      ...site.deps.auth,
      removeAccount: async () => {
        throw new Error('killed')
      },
    }
    const errors: Error[] = []
    await carryOutErasures({ ...site.deps, auth }, (error) => errors.push(error))
    expect(errors.map(({ message }) => message)).toEqual(['killed'])
    expect(await rows(`select 1 from erasure_log where request_id = ${id}`)).toEqual([])
    await run()
    expect(await rows(`select 1 from erasure_log where request_id = ${id}`)).toHaveLength(1)
  })

  test.each([2, 9, 14])('after %i statements, nothing is half erased', async (limit) => {
    const id = await approve()
    const { database } = site.deps
    let statements = 0
    const killed = {
      ...database,
      transaction: ((work) =>
        database.transaction((tx) => {
          const execute = tx._.session.prepareQuery.bind(tx._.session)
          tx._.session.prepareQuery = ((...args: Parameters<typeof execute>) => {
            statements += 1
            if (statements > limit) throw new Error('killed')
            return execute(...args)
          }) as typeof execute
          return work(tx).finally(() => {
            tx._.session.prepareQuery = execute
          })
        })) as typeof database.transaction,
    }
    const before = await rows(`select * from members where id = ${member.id}`)
    await carryOutErasures({ ...site.deps, database: killed }, () => undefined)
    expect(statements).toBeGreaterThan(limit)
    expect(await rows(`select * from members where id = ${member.id}`)).toEqual(before)
    await run()
    expect(await rows(`select 1 from erasure_log where request_id = ${id}`)).toHaveLength(1)
  })
})
