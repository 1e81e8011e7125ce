// Every office route as a venue person who is assigned to another event, about a day under way:
// refused and in the audit log, and nothing of the day is in an answer or changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DayAction } from '../../domain/office/day-schemas.ts'
import { hasPermission, type Permission } from '../../domain/office/permissions.ts'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { ukInstant } from '../../domain/uk-time.ts'
import { bookedId } from '../app/bookings.ts'
import { openTestApp, type TestApp } from '../app/test-app.ts'
import { pressOf, walkIn } from '../app/walk-ins.ts'
import { until } from '../until.ts'

type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  permission: Permission | null
}
type Person = Awaited<ReturnType<TestApp['staff']>>

const PAPER = { layout: 'a4-65', start: 1, copies: 1 }
const SECRET = /Unseen|Innes|A day of others/

let site: TestApp
let eventId: number
let memberId: number
let appointmentId: number
let batchId: number
let incidentId: number
let refused: DayAction
let assigned: Person
let arrival: DayAction

beforeAll(async () => {
  site = await openTestApp()
  const event = await site.event({ name: 'A day of others', pricePence: 2500 })
  const member = await site.member({ lastName: 'Unseen' })
  await site.consent(member, event)
  eventId = event.event_id
  memberId = member.id
  appointmentId = await bookedId(site, member, event, '10:20')
  const later = await site.member({ lastName: 'Unseen' })
  await site.consent(later, event)
  await bookedId(site, later, event, '11:40')
  site.moveTo(ukInstant(event.event_date, '10:05'))
  assigned = await site.staff(['venue'], { eventIds: [eventId], leads: [eventId] })
  arrival = pressOf('arrive', site.deps.now(), { appointment_id: appointmentId })
  refused = pressOf('walk_in', site.deps.now(), {
    registration: walkIn({ date_of_birth: '1990-01-01' }),
  })
  const day = `/api/office/days/${eventId}`
  const sampled = pressOf('sample', site.deps.now(), {
    appointment_id: appointmentId,
    tube: tubeCodeOf(77),
  })
  const taking = pressOf('taking', site.deps.now(), {
    appointment_id: appointmentId,
    how: 'cash',
    pence: 2500,
  })
  const body = { actions: [refused, sampled, taking] }
  const sent = await site.ask('POST', `${day}/actions`, { as: assigned, body })
  expect(sent.body.results).toMatchObject([
    { status: 'refused' },
    { status: 'applied' },
    { status: 'applied' },
  ])
  const recorded = { method: 'POST', url: '/api/office/days/:id/incidents' } as const
  incidentId = (await inject(recorded, assigned)).json().incident_id
  const printed = await inject({ method: 'POST', url: '/api/office/days/:id/labels' }, assigned)
  expect(printed.statusCode).toBe(200)
  batchId = (await site.ask('GET', `${day}/labels`, { as: assigned })).body.batches[0].id
})
afterAll(() => site.close())

const routes = () => site.officeRoutes as Route[]
const nameOf = ({ method, url }: Pick<Route, 'method' | 'url'>) => `${method} ${url}`
const isOpen = ({ permission }: Route) => !permission || hasPermission(['venue'], permission)
const isBound = ({ url }: Route) => url.includes('/:')

/** What a tablet at the door would send. */
const bodies: Record<string, () => object> = {
  'POST /api/office/days/:id/close': () => ({ expected: 0 }),
  'POST /api/office/days/:id/actions': () => ({ actions: [arrival] }),
  'POST /api/office/days/:id/cash-counts': () => ({
    taken_by: assigned.name,
    float_pence: 0,
    counted_pence: 2500,
    expected_pence: 2500,
    after: null,
  }),
  'POST /api/office/days/:id/running-late': () => ({ minutes: 10, dry_run: true }),
  'POST /api/office/days/:id/incidents': () => ({
    kind: 'fainted',
    appointment_id: appointmentId,
    time: '10:01',
    text: 'They lay down',
  }),
  'POST /api/office/days/:id/incidents/:incident/notes': () => ({ text: 'And rested', after: 1 }),
  'POST /api/office/days/:id/labels': () => ({ ...PAPER, count: 2 }),
  'POST /api/office/days/:id/labels/:batch/again': () => ({ ...PAPER, reason: 'torn' }),
}

/** With the ids of the day, its member and the member's appointment; some answer with a PDF. */
function inject({ method, url }: Pick<Route, 'method' | 'url'>, { cookie }: Person) {
  const id = /appointments\/:id/.test(url)
    ? appointmentId
    : /members\/:id/.test(url)
      ? memberId
      : eventId
  const path = url
    .replace(':id', String(id))
    .replace(':action', refused.id)
    .replace(':batch', String(batchId))
    .replace(':incident', String(incidentId))
    .replaceAll(/:\w+/g, String(eventId))
  const payload = bodies[nameOf({ method, url })]?.() ?? {}
  const headers = { cookie, 'sec-fetch-site': 'same-origin' }
  return site.app.inject({ method, url: path, headers, ...(method !== 'GET' && { payload }) })
}

async function strangerOf(): Promise<Person> {
  const own = await site.event({ name: 'A day of their own' })
  return site.staff(['venue'], { eventIds: [own.event_id], leads: [own.event_id] })
}

test('every route about the day, its people or its appointments refuses, and is logged', async () => {
  const bound = routes().filter(isBound)
  expect(bound.filter(isOpen).length).toBeGreaterThan(8)
  const asked = await Promise.all(
    bound.map(async (route) => ({ route, as: await strangerOf(), name: nameOf(route) })),
  )
  const before = await stored()
  for (const { route, as, name } of asked) {
    const { statusCode, body } = await inject(route, as)
    expect([name, statusCode, body]).toEqual([
      name,
      403,
      expect.stringContaining('"code":"not_permitted"'),
    ])
    expect(body).not.toMatch(SECRET)
  }
  const logged = () =>
    until(async () => {
      const { rows } = await site.deps.database.pool.query(
        `select actor_user_id as "userId", subject as name from audit_log where action = 'access denied'`,
      )
      expect(rows).toHaveLength(asked.length)
      return rows
    })
  const sorted = (entries: { name: string }[]) => entries.toSorted(byName)
  expect(sorted(await logged())).toEqual(
    sorted(asked.map(({ as: { userId }, name }) => ({ userId, name }))),
  )
  expect(await stored()).toEqual(before)
})

test('no list, search or start page shows anything of it', async () => {
  const stranger = await strangerOf()
  const lists = routes().filter((route) => isOpen(route) && !isBound(route))
  expect(lists.length).toBeGreaterThan(3)
  let shown = 0
  for (const { method, url } of lists) {
    for (const query of ['', '?q=Unseen', '?q=A%20day']) {
      const answered = async (as: Person) => {
        const sent = { as, ...(method !== 'GET' && { body: {} }) }
        return JSON.stringify((await site.ask(method, url + query, sent)).body)
      }
      expect([url, (await answered(stranger)).match(SECRET)]).toEqual([url, null])
      if (SECRET.test(await answered(assigned))) shown += 1
    }
  }
  expect(shown).toBeGreaterThan(0)
})

// Last, since it closes the day: what was refused above was refused for the person alone.
test('the person of the day is answered by the same calls', async () => {
  const open = routes().filter((route) => isBound(route) && isOpen(route))
  const sorted = open.toSorted((one, other) => orderOf(one) - orderOf(other))
  for (const route of sorted) {
    const { statusCode } = await inject(route, assigned)
    expect([nameOf(route), Math.floor(statusCode / 100)]).toEqual([nameOf(route), 2])
  }
})

/** A problem that is dealt with has no registration any more, and a closed day takes nothing. */
function orderOf({ url }: Route): number {
  return ['/review', '/close'].findIndex((end) => url.endsWith(end))
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1
}

/** But for the times at which the strangers' sessions were used. */
async function stored() {
  const { 'public.office_sessions': _, ...rest } = await site.stored()
  return rest
}
