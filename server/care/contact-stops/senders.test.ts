// Every sender against a member who has died, who wants only results, and who wants no contact. The row
// is marked directly, so that each sender has to ask by itself; one who wants all is the control.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CharityEvent } from '../../../domain/contract.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import { closeDay } from '../../../test/app/close-day.ts'
import { openNotices } from '../../../test/app/notices.ts'
import type { TestMember } from '../../../test/app/test-app.ts'
import { until } from '../../../test/until.ts'
import { sendConsentLink } from '../../bookings/consent/consent-link.ts'
import { sendPreparationChecks } from '../../bookings/preparation/send-checks.ts'
import { offerPlaces } from '../../bookings/waiting-list/offer-places.ts'
import { runBulkActions } from '../../changed-days/run-bulk-actions.ts'
import { chaseLoops } from '../task-list/chase-loops.ts'

type Marks = { died_at?: string; wants_contact?: string }
const CASES: [string, Marks, string[]][] = [
  [
    'wants all',
    {},
    [
      'absence',
      'check before the appointment',
      'event near',
      'follow-up',
      'link to the consent',
      'message to attendees',
      'place offered',
      'recall',
      'reminder',
      'result ready',
      'result unread',
    ],
  ],
  [
    'wants only results',
    { wants_contact: 'results' },
    [
      'check before the appointment',
      'event near',
      'link to the consent',
      'message to attendees',
      'reminder',
      'result ready',
      'result unread',
    ],
  ],
  ['wants no contact', { wants_contact: 'none' }, ['event near']],
  ['has died', { died_at: '2027-01-05T10:00:00Z' }, []],
]

let notices: Awaited<ReturnType<typeof openNotices>>
beforeAll(async () => {
  notices = await openNotices()
})
afterAll(() => notices.site.close())

const query = async (text: string, ...values: unknown[]) =>
  (await notices.site.deps.database.pool.query(text, values)).rows
const fail = (error: Error) => {
  throw error
}
async function mark(id: number, marks: Marks): Promise<void> {
  for (const [column, value] of Object.entries(marks))
    await query(`update members set ${column} = $2 where id = $1`, id, value)
}

/** The names of the senders that reached the member. */
async function reachedBy(marks: Marks, wanted: Partial<TestMember>): Promise<string[]> {
  const { site } = notices
  notices.at('01-02T09:00:00')
  const member = await site.member(wanted)
  const recalled = await site.member({ ...wanted, email: `recalled-${member.email}` })
  const event = await site.event()
  const other = await site.event()
  await notices.book(member, event)
  await notices.addResult(member, {}, { releasedAt: new Date('2027-01-05T12:00:00Z') })
  const old = { sampleDate: '2026-01-05', releasedAt: new Date('2026-01-12T12:00:00Z') }
  await notices.addResult(recalled, { retest_months: 12 }, old)
  await query(
    `delete from unannounced_results where result_id in
    (select id from results where member_id = $1)`,
    recalled.id,
  )
  await query(
    `insert into near_alerts (id, email, place, latitude, longitude, miles, wording, state, asked_at, confirmed_at)
       values (gen_random_uuid(), $1, 'Ledbury', 52, -2, 10, 'words', 'confirmed', now(), now())`,
    member.email,
  )
  await notices.mailsTo(member)
  await mark(member.id, marks)
  await mark(recalled.id, marks)

  const reached: string[] = []
  let seen = (await sentTo(member)) + (await sentTo(recalled))
  const after = async (name: string, send: () => Promise<unknown>) => {
    await send()
    const all = (await sentTo(member)) + (await sentTo(recalled))
    if (all > seen) reached.push(name)
    seen = all
  }
  const clerk = await site.staff(['office'])
  notices.at('01-06T09:00:00')
  await after('result ready', () => notices.send())
  await after('recall', () => notices.remindOfTests())
  await after('place offered', async () => {
    await query(
      `insert into waiting_list (event_id, member_id, status, joined_at)
         values ($1, $2, 'waiting', now())`,
      other.event_id,
      recalled.id,
    )
    await site.deps.database.transaction((tx) =>
      offerPlaces(tx, site.deps, { eventId: other.event_id, now: site.deps.now() }),
    )
    await query(
      `update waiting_list set status = 'left', closed_at = now() where member_id = $1`,
      recalled.id,
    )
    await query(
      `update places set offer_id = null, offered_to = null, offered_until = null where offered_to = $1`,
      recalled.id,
    )
  })
  await after('message to attendees', () => messageTo(event, clerk))
  await after('event near', async () => {
    const mail = { to: member.email, subject: 'An event near you', text: 'near' }
    await site.deps.database.transaction((tx) => site.deps.jobs.enqueue(tx, 'mail', mail))
    site.deps.jobs.kick()
  })
  await after('link to the consent', () =>
    sendConsentLink(site.deps, { memberId: member.id, testDate: event.event_date }),
  )
  notices.at('01-12T12:00:00')
  await after('result unread', () => chaseLoops(site.deps, fail))
  notices.at('01-14T12:00:00')
  await after('check before the appointment', () => sendPreparationChecks(site.deps, fail))
  notices.at('01-15T12:00:00')
  await after('reminder', () => notices.send())
  notices.at('01-16T18:00:00')
  await after('absence', async () => {
    const as = await site.staff(['office'])
    expect((await closeDay(site, event.event_id, as)).status).toBe(200)
  })
  notices.at('01-22T12:00:00')
  await after('follow-up', async () => {
    await query(
      `insert into care_loops (kind, member_id, result_id, owner, urgency, opened_at, due_at, next_step_at)
         select 'gp_told', member_id, id, 'clinician', 2, '2026-12-09', '2027-01-20', '2027-01-20'
         from results where member_id = $1`,
      member.id,
    )
    await chaseLoops(site.deps, fail)
  })
  expect(notices.faults).toEqual([])
  return reached.toSorted()
}

async function sentTo(member: TestMember): Promise<number> {
  const mails = await notices.mailsTo(member)
  const unsent =
    "select 1 from jobs.job where name = 'sms' and state in ('created', 'active', 'retry')"
  await until(async () => expect(await query(unsent)).toEqual([]))
  const mobile = ukMobile(member.phone)
  return mails.length + notices.site.smses.filter(({ phone }) => phone === mobile).length
}

async function messageTo(event: CharityEvent, as: { cookie: string }): Promise<void> {
  const { site } = notices
  const url = `/api/office/events/${event.event_id}/messages`
  const words = { tab: 'booked', subject: 'Please read', message: 'The car park is closed.' }
  const preview = await site.ask('POST', url, { as, body: { ...words, dry_run: true } })
  if (preview.status !== 200) return
  const { shown } = preview.body
  const sent = await site.ask('POST', url, { as, body: { ...words, dry_run: false, shown } })
  expect(sent.status).toBe(202)
  await runBulkActions(site.deps, fail)
}

describe.each(CASES)('a member who %s', (who, marks, expected) => {
  test('is reached by these senders and by no other', async () => {
    const phone = `0770090020${CASES.findIndex(([name]) => name === who)}`
    expect(await reachedBy(marks, { phone })).toEqual(expected)
  })
})
