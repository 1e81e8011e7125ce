// What the limits of a day keep back is not lost: somebody calls the member.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bookedId } from '../../test/app/bookings.ts'
import { cancelDay } from '../../test/app/cancel-day.ts'
import { confirmedPhone } from '../../test/app/confirmed-phone.ts'
import { openReviews, type SampledPerson } from '../../test/app/laboratory.ts'
import { readOwnResults, releaseOne } from '../../test/app/reviewed.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'
import { bookUnpaid } from '../../test/app/unpaid-booking.ts'
import { until } from '../../test/until.ts'
import { runBulkActions } from '../changed-days/run-bulk-actions.ts'
import { resultNewsBySms } from '../messages/sms/result-news.ts'
import { consumeAlone, EVERYBODY } from '../platform/rate-limits/rate-limits.ts'

const MONDAY = new Date('2027-02-01T09:00:00Z')
let site: TestApp
let count = 0
beforeAll(async () => {
  site = await openTestApp({ settings: { rateLimitScale: 1 } })
})
beforeEach(async () => {
  await site.ownerPool.query('delete from rate_limits')
  await site.ownerPool.query(`update care_loops set closed_at = opened_at, closed_because = 'test'
    where kind = 'not_told' and closed_at is null`)
})
afterAll(() => site.close())

const newPhone = () => confirmedPhone(`07700 9008${String(++count).padStart(2, '0')}`)
const toE164 = (phone: string) => `+44${phone.replace(/\D/g, '').slice(1)}`
const fail = (error: Error) => {
  throw error
}

async function fillNumber(phone: string): Promise<void> {
  for (let n = 0; n < 10; n++) await consumeAlone(site.deps, [['SMS to', toE164(phone)]])
}

async function jobStates(about: string): Promise<string[]> {
  const { rows } = await site.ownerPool.query<{ state: string }>(
    `select state from jobs.job where data->>'about' like $1 order by created_on, id`,
    [about],
  )
  return rows.map(({ state }) => state)
}

test.each([
  ['of one number', (phone: string) => fillNumber(phone)],
  [
    'of all together',
    async () => {
      await consumeAlone(site.deps, [['SMS', EVERYBODY]])
      await site.ownerPool.query(`update rate_limits set count = 3000 where rule = 'SMS'`)
    },
  ],
])(
  'a cancelled event above the SMS %s lists the member among those to call',
  async (_name, fill) => {
    const clerk = await site.staff(['office'])
    const event = await site.event()
    const { phone, provenPhone } = newPhone()
    const members = [await site.member(), await site.member()]
    for (const [n, member] of members.entries()) {
      await site.consent(member, event)
      await bookedId(site, member, event, n === 0 ? '10:00' : '10:20')
    }
    const [withoutMail, withMail] = members.map(({ id }) => id)
    await site.ownerPool.query(
      `update members set phone = $2, proven_phone = $3, contact_by = 'sms' where id = any($1)`,
      [[withoutMail, withMail], phone, provenPhone],
    )
    await site.ownerPool.query(
      'update members set email = null, user_id = null, seal_id = gen_random_uuid() where id = $1',
      [withoutMail],
    )
    await fill(phone)
    const { body } = await cancelDay(site, { eventId: event.event_id, as: clerk })
    await runBulkActions(site.deps, fail)
    await until(async () =>
      expect(await jobStates('sms-cancelled %')).toEqual(['failed', 'failed']),
    )
    const action = await site.ask('GET', `/api/office/bulk-actions/${body.bulk_action_id}`, {
      as: clerk,
    })
    expect(action.body.not_told.map(({ member_id }: { member_id: number }) => member_id)).toEqual([
      withoutMail,
    ])
    expect(await callsToMake(clerk)).toEqual([withoutMail])
    await site.ownerPool.query(`delete from jobs.job where name = 'sms'`)
  },
)

const callsToMake = async (clerk: Awaited<ReturnType<TestApp['staff']>>) => {
  const { body } = await site.ask('GET', '/api/office/loops?owner=office&tab=telephone', {
    as: clerk,
  })
  return body.data
    .filter(({ kind }: { kind: string }) => kind === 'not_told' || kind === 'unpaid')
    .map(({ member_id: id }: { member_id: number }) => id)
}

async function fillMails(to: string): Promise<void> {
  await consumeAlone(site.deps, [['mails to', to]])
  await site.ownerPool.query(`update rate_limits set count = 50 where rule = 'mails to'`)
}

test.each(['mail', 'sms'])(
  'one cancelled appointment whose %s is kept back opens a task to call, once',
  async (way) => {
    const clerk = await site.staff(['office', 'treasurer'])
    const event = await site.event()
    const member = await site.member()
    await site.consent(member, event)
    const id = await bookedId(site, member, event)
    if (way === 'mail') await fillMails(member.email)
    else {
      const { phone, provenPhone } = newPhone()
      await site.ownerPool.query(
        `update members set phone = $2, proven_phone = $3, contact_by = 'sms', email = null,
          user_id = null, seal_id = gen_random_uuid() where id = $1`,
        [member.id, phone, provenPhone],
      )
      await fillNumber(phone)
    }
    const { status } = await site.ask('PUT', `/api/office/appointments/${id}/cancel`, {
      as: clerk,
      body: { reason: 'The member rang us', refund: 'policy' },
    })
    expect(status).toBe(200)
    await until(async () => expect(await callsToMake(clerk)).toEqual([member.id]))
    const { body } = await site.ask('GET', '/api/office/loops?owner=office&tab=telephone', {
      as: clerk,
    })
    const closed = await site.ask('POST', `/api/office/loops/${body.data[0].id}/close`, {
      as: clerk,
      body: { reason: 'told_by_telephone' },
    })
    expect(closed.status).toBe(204)
    expect(await callsToMake(clerk)).toEqual([])
    await site.ownerPool.query(`delete from jobs.job where name in ('mail', 'sms')`)
  },
)

test('a payment link that is kept back opens a task to call', async () => {
  const clerk = await site.staff(['office', 'treasurer'])
  const event = await site.event({ pricePence: 2500, paymentRequired: true })
  const member = await site.member()
  await site.consent(member, event)
  const id = await bookUnpaid(site, clerk, { member, event })
  await fillMails(member.email)
  const url = `/api/office/appointments/${id}/payment-links`
  const sent = await site.ask('POST', url, {
    as: clerk,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { by: 'mail' },
  })
  expect(sent.status).toBe(201)
  await until(async () => expect(await callsToMake(clerk)).toEqual([member.id]))
})

test('news of a result above the SMS of a number puts the member among the people to call', async () => {
  const own = newPhone()
  site.moveTo(MONDAY)
  const opened = await openReviews(site, { people: [own], at: MONDAY })
  const person = opened.people[0] as SampledPerson
  await releaseOne(site, opened, { person, band: 'Green' })
  const { rows } = await site.ownerPool.query<{ id: string }>(
    'select id from results where member_id = $1',
    [person.memberId],
  )
  const resultId = Number(rows[0]?.id)
  const isToCall = async () => {
    const answer = await site.ask('GET', '/api/office/loops?owner=clinician&tab=telephone', {
      as: opened.clinician,
    })
    expect(answer.status).toBe(200)
    return answer.body.data.some((one: { member_id: number }) => one.member_id === person.memberId)
  }
  expect(await isToCall()).toBe(false)
  await fillNumber(own.phone)
  const news = {
    phone: toE164(own.phone),
    byLetter: false,
    publicUrl: 'http://x.example',
    resultId,
  }
  await site.deps.jobs.enqueue(site.deps.database.db, 'sms', resultNewsBySms(news))
  site.deps.jobs.kick()
  await until(async () => expect(await jobStates('sms-news %')).toEqual(['failed']))
  expect(await isToCall()).toBe(true)
  await readOwnResults(site, person.memberId)
  expect(await isToCall()).toBe(false)
})

test('the office has two mails of an erasure that was asked for and withdrawn five times', async () => {
  const member = await site.member()
  const url = '/api/my-data/erasure-request'
  const change = async (method: 'POST' | 'DELETE') =>
    expect((await site.ask(method, url, { as: member })).status).toBeLessThan(300)
  const about = `erasure-office ${member.id}`
  const toOffice = () =>
    site.mails.filter(
      ({ to, subject }) =>
        to === site.deps.settings.officeEmail && subject.includes(`Member ${member.id} `),
    )
  await change('POST')
  await until(() => expect(toOffice()).toHaveLength(1))
  await change('DELETE')
  for (let n = 1; n < 5; n++) {
    await change('POST')
    await change('DELETE')
  }
  const waiting = () =>
    site.ownerPool.query(
      `select 1 from jobs.job where data->>'about' = $1 and (state in ('active', 'retry')
        or state = 'created' and start_after <= now())`,
      [about],
    )
  await until(async () => expect((await waiting()).rows).toEqual([]))
  expect(toOffice()).toHaveLength(1)
  site.moveTo(new Date(site.deps.now().getTime() + 10 * 60_000))
  await site.ownerPool.query("update jobs.job set start_after = now() where state = 'created'")
  site.deps.jobs.kick()
  await until(async () => expect((await waiting()).rows).toEqual([]))
  await until(() => expect(toOffice()).toHaveLength(2))
  expect(toOffice().map(({ subject }) => subject)[1]).toContain('has withdrawn')
})
