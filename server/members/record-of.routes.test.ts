// Every office route with a member's id in its path: a merged and an erased record are not taken for one
// that stands.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { NOTE_KINDS } from '../../domain/office/member-notes.ts'
import { ROLES } from '../../domain/office/permissions.ts'
import { HELP_KINDS } from '../../domain/office/phone-help.ts'
import { openTestApp, type TestApp } from '../../test/app/test-app.ts'

const START = new Date('2027-01-12T09:00:00Z')
let site: TestApp
let staff: Awaited<ReturnType<TestApp['staff']>>
let ids: { kept: number; merged: number; erased: number }
beforeAll(async () => {
  site = await openTestApp({ now: START })
  staff = await site.staff(ROLES.filter((role) => role !== 'venue'))
  const [kept, merged, erased] = [await site.member(), await site.member(), await site.member()]
  ids = { kept: kept.id, merged: merged.id, erased: erased.id }
  const out = 'seal_id = user_id, user_id = null, is_active = false'
  await site.owner.execute(
    `update members set ${out}, merged_into = ${kept.id} where id = ${merged.id}`,
  )
  await site.owner.execute(`update members set ${out}, erased_at = now() where id = ${erased.id}`)
})
afterAll(() => site.close())

type Route = { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; url: string }
const routes = () =>
  (site.officeRoutes as Route[]).filter(({ url }) => url.startsWith('/api/office/members/:id'))

const version = 1
const reason = 'as the member asked'
const BODIES: Record<string, object> = {
  'PUT /api/office/members/:id': { version, phone: '447700900301', reason },
  'PUT /api/office/members/:id/active': { version, active: false, reason },
  'POST /api/office/members/:id/contact-stops': { version, kind: 'results_only', told_by: 'them' },
  'POST /api/office/members/:id/contact-stops/:stop/revocation': { reason, restart: [] },
  'POST /api/office/members/:id/erasure-requests': {
    asked_by: 'the member',
    identity: 'birth date',
    reason,
  },
  'POST /api/office/members/:id/consent-withdrawals': {
    event_id: 1,
    channel: 'telephone',
  },
  'POST /api/office/members/:id/merges': {
    member_id: 0,
    kept_version: version,
    merged_version: version,
    fields: {},
    account: 'kept',
    reason,
  },
  'POST /api/office/members/:id/copy': {},
  'POST /api/office/members/:id/holds': { event_id: 1, date: '2027-01-26', time: '10:00' },
  'POST /api/office/members/:id/help': { send: HELP_KINDS[0] },
  'POST /api/office/members/:id/notes': { kind: NOTE_KINDS[0], text: 'called about Saturday' },
  'POST /api/office/members/:id/messages': {
    by: 'email',
    subject: 'Your visit',
    message: 'The doors open at nine.',
  },
  'POST /api/office/members/:id/capacity/doubts': { words: 'unsure' },
  'POST /api/office/members/:id/capacity/decisions': {
    doubt: 1,
    decision: 'has_capacity',
    words: 'unsure',
  },
  'PUT /api/office/members/:id/claim-letters/:letter': { step: 'printed' },
}

const call = ({ method, url }: Route, id: number) => {
  const body = BODIES[`${method} ${url}`] ?? {}
  const path = url
    .replace(':id', String(id))
    .replace(':other', String(ids.kept))
    .replace(/:(stop|letter)/, '1')
    .concat(url.endsWith('/preview') ? '?kind=died' : '')
  return site.ask(method, path, {
    as: staff,
    ...(method !== 'GET' && {
      body: { ...body, ...('member_id' in body && { member_id: ids.kept }) },
    }),
  })
}

/** Show both records side by side, and name what speaks against it. */
const COMPARES = 'GET /api/office/members/:id/merges/:other'
const READS = 'GET /api/office/members/:id'

test('there are routes with the id of a member', () => {
  expect(routes().length).toBeGreaterThan(10)
})

test('a merged record leads to the one that is kept', async () => {
  for (const route of routes()) {
    const name = `${route.method} ${route.url}`
    const { status, body } = await call(route, ids.merged)
    if (name === READS) expect([name, status, body.id]).toEqual([name, 200, ids.kept])
    else if (name === COMPARES)
      expect([name, JSON.stringify(body.against)]).toEqual([
        name,
        expect.stringContaining('already_merged'),
      ])
    else expect([name, status, body.code]).toEqual([name, 409, 'already_merged'])
    const isPointer = name === READS || name === COMPARES || /merges|capacity/.test(route.url)
    if (!isPointer) expect([name, body.kept_id]).toEqual([name, ids.kept])
  }
})

test('an erased record says that it is one', async () => {
  for (const route of routes()) {
    const name = `${route.method} ${route.url}`
    const { status, body } = await call(route, ids.erased)
    if (name === READS) expect([name, body.person.is_erased]).toEqual([name, true])
    else if (name === COMPARES)
      expect([name, JSON.stringify(body.against)]).toEqual([
        name,
        expect.stringContaining('record_erased'),
      ])
    else expect([name, status, body.error]).toEqual([name, 409, 'This is an erased record.'])
  }
})

test('nobody is booked on either', async () => {
  const event = await site.event()
  for (const [id, code] of [
    [ids.merged, 'already_merged'],
    [ids.erased, 'record_erased'],
  ] as const) {
    const { status, body } = await site.ask('POST', '/api/office/appointments', {
      as: staff,
      body: {
        member_id: id,
        event_id: event.event_id,
        date: event.event_date,
        time: '10:00',
        payment: 'at_venue',
      },
    })
    expect([status, body.code]).toEqual([409, code])
  }
})
