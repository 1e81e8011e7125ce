// Members with results, and one person of the staff with every account that they can open by
// themselves: one of a stranger without a record, one with a record of their own, and one with a
// record that says what a member's record says.
import { randomUUID } from 'node:crypto'
import type { Role } from '../../../domain/office/permissions.ts'
import { addDays, ukInstant } from '../../../domain/uk-time.ts'
import { bookedId } from '../../app/bookings.ts'
import { openReviews } from '../../app/laboratory.ts'
import { importOne, pressOn } from '../../app/reviewed.ts'
import { openTestApp, type TestApp } from '../../app/test-app.ts'

export type Account = { userId: string; email: string; cookie: string }
export type Victim = { id: number; userId: string | null; dateOfBirth: string }
export type World = Awaited<ReturnType<typeof openWorld>>

const COMMENT = 'Kestrel remark'
/** A value, a comment and a band that only clinicians and the member may read. */
export const HEALTH =
  /7\.7731|8\.8842|9\.9953|Kestrel|haemolysed|"(Red|Amber|Green)"|\b(Red|Amber|Green),/

const PEOPLE = [
  {
    firstName: 'Amos',
    lastName: 'Carter',
    dateOfBirth: '1951-02-03',
    addressLines: ['3 Mill Lane'],
    town: 'Bures',
    postcode: 'CO8 5AA',
    phone: '447700900401',
  },
  { firstName: 'Boris', lastName: 'Smith', dateOfBirth: '1962-03-04', phone: '447700900402' },
  { firstName: 'Cyril', lastName: 'Jones', dateOfBirth: '1963-04-05', phone: '447700900403' },
]

/** Carter has no account. Carter and Smith have read theirs; the value of Jones is with the clinicians. */
export async function openWorld(role: Role) {
  const site = await openTestApp()
  const reviews = await openReviews(site, { people: PEOPLE })
  const [carter, smith, jones] = reviews.people
  if (!carter || !smith || !jones) throw new Error('nobody was sampled')
  const results: number[] = []
  const release = async (person: typeof carter, value: string, band: 'Green' | 'Red') => {
    const found = await importOne(site, reviews, person, { Result: value })
    const body = { band, comment: COMMENT, retest_months: null }
    const as = reviews.clinician
    const reviewed = await pressOn(site, { result: found, path: 'review', as, body })
    const second = { path: 'second-review', as: reviews.other, body }
    const result = band === 'Red' ? await pressOn(site, { result: reviewed, ...second }) : reviewed
    results.push((await pressOn(site, { result, path: 'release', as })).id)
  }
  await release(carter, '177.7731', 'Green')
  await release(smith, '8.8842', 'Red')
  results.push((await importOne(site, reviews, jones, { Result: '9.9953' })).id)
  const rows = async (statement: string, ...values: unknown[]) =>
    (await site.deps.database.pool.query(statement, values)).rows
  await rows(
    `update members set seal_id = user_id, user_id = null, contact_by = 'post' where id = $1`,
    carter.memberId,
  )

  const eventIds = [reviews.event.event_id]
  const person = await site.staff([role], { eventIds, leads: eventIds })
  const own = await site.member({ firstName: 'Olga', lastName: 'Own', dateOfBirth: '1980-01-01' })
  await rows(
    'update members set seal_id = user_id, user_id = $2 where id = $1',
    own.id,
    person.userId,
  )
  const { firstName, lastName, dateOfBirth } = PEOPLE[0] ?? own
  const alike = await site.member({ firstName, lastName, dateOfBirth })
  const stranger = await newAccount(site)
  const day = addDays(reviews.event.event_date, 14)
  const times = { startsAt: ukInstant(day, '10:00'), endsAt: ukInstant(day, '12:00') }
  const next = await site.event(times)
  await site.consent(alike, next)
  const appointment = await bookedId(site, alike, next, '10:00')

  const victims: Victim[] = await rows(
    `select id, user_id as "userId", to_char(date_of_birth, 'YYYY-MM-DD') as "dateOfBirth"
     from members where id = any($1) order by id`,
    reviews.people.map(({ memberId }) => memberId),
  )
  const memberIds = [...victims.map(({ id }) => Number(id)), own.id, alike.id]
  const ids: Record<string, (number | string)[]> = {
    members: memberIds,
    other: memberIds,
    merges: memberIds,
    one: memberIds,
    events: [reviews.event.event_id, next.event_id],
    days: [reviews.event.event_id],
    appointments: [...reviews.people.map(({ appointmentId }) => appointmentId), appointment],
    results,
    labs: [Number(reviews.labId)],
    mails: [randomUUID()],
    payments: [randomUUID()],
    refunds: [randomUUID()],
  }
  return {
    site,
    role,
    person,
    victims,
    ids,
    rows,
    accounts: [person, alike, stranger] satisfies Account[],
    ownMemberIds: [own.id, alike.id],
    clinician: reviews.clinician,
  }
}

export async function newAccount(site: TestApp): Promise<Account> {
  const userId = randomUUID()
  const email = `${userId}@example.org`
  return { userId, email, cookie: await site.signIn(userId, email) }
}
