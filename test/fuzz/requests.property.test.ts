// Fuzzes every route of the product API, as a visitor and as a member, and the office's as staff.
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import * as z from 'zod'
import { ROLES } from '../../domain/office/permissions.ts'
import { isOfficeReason } from '../../domain/office/refusals.ts'
import { isReason } from '../../domain/refusals.ts'
import { sentenceOf } from '../../server/platform/http/refused.ts'
import { type CardShop, openCardShop } from '../app/card-shop.ts'
import type { TestApp } from '../app/test-app.ts'
import { brokenInvariants } from '../invariants/booking-invariants.queries.ts'
import { documentedRoutes, textsWithoutLimit } from './documented-routes.ts'
import { fuzzedRequests } from './make-requests.ts'
import { openTally, type Scene, SITE_HEADERS, throwRequests } from './throw-requests.ts'
import { FUZZ_VALUES } from './values.ts'

const COUNT = Math.ceil(FUZZ_VALUES * 0.35)
/** Requests per database: fingerprints of all tables take longer as the tables grow. */
const ROUND = 2_500

let shop: CardShop
let site: TestApp
beforeEach(async () => {
  shop = await openCardShop()
  // Webhooks are held back, so that only these requests write.
  await shop.holdEvents()
  site = shop.site
})
afterEach(() => shop.close())

const tally = openTally('product API')
afterAll(() => tally.print())

/** Routes that a link's key opens: a guess at one is counted. */
const BY_KEY = [
  'link-owner',
  ...['claim-link', 'claim-link/answer', 'host', 'host/poster', 'follow-up', 'follow-up/answer'],
  ...['payments/link', 'payments/link/orders', 'payments/link/payment', 'payments/link/capture'],
  ...['preparation', 'preparation/answers', 'preparation/move', 'preparation/cancel'],
  ...['invitation', 'invitation/place', 'invitation/refusal'],
].map((path) => [`POST /api/${path}`, ['public.rate_limits']] satisfies [string, string[]])

/** Tables that a refused or reading request may write by design; others must stay unchanged. */
const mayWrite: Record<string, string[]> = {
  // A wrong code counts against the rate limit and is in the audit log (rules §1.7).
  'POST /api/events/{id}/check-access-code': ['public.rate_limits', 'public.audit_log'],
  // So does a wrong code to a mobile; asking for codes, and for copies of one's data, is counted.
  'POST /api/my-phone/confirmations': ['public.rate_limits', 'public.audit_log'],
  'POST /api/my-phone/codes': ['public.rate_limits'],
  'GET /api/my-data': ['public.rate_limits', 'public.access_log'],
  'GET /api/my-data/pdf': ['public.rate_limits', 'public.access_log'],
  ...Object.fromEntries(BY_KEY),
  // A guess at a letter's code or at a tube is counted.
  'POST /api/record-claims': ['public.rate_limits', 'public.audit_log'],
  'POST /api/record-claims/tube': ['public.rate_limits', 'public.audit_log'],
  // Each reading of results is in the access log (rules §5.3).
  'GET /api/medical/results/{id}': ['public.access_log'],
  // A visitor's grant becomes the member's once they are signed in (rules §1.7).
  'GET /api/events/{id}/slots': ['public.access_grants'],
}

/** A use of the office, a read of one member's record, and an exported list are written down. */
const OFFICE_WRITES = ['public.office_sessions', 'public.access_log', 'public.audit_log']

const Refusal = z.strictObject({
  error: z.string(),
  code: z.string(),
  fields: z.array(z.strictObject({ field: z.string(), message: z.string() })).optional(),
  slots: z.record(z.string(), z.unknown()).optional(),
  status: z.literal('error').optional(),
  details: z.array(z.strictObject({ issue: z.string(), description: z.string() })).optional(),
  debug_id: z.string().optional(),
  payment: z.looseObject({ state: z.string() }).optional(),
  by: z.string().nullable().optional(),
  missing: z.array(z.string()).optional(),
  times: z.array(z.unknown()).optional(),
  left_pence: z.number().optional(),
  policy_pence: z.number().optional(),
  price_pence: z.number().optional(),
  appointments: z.number().optional(),
  members: z.array(z.looseObject({ id: z.number() })).optional(),
  doubts: z.array(z.strictObject({ kind: z.string(), sentence: z.string() })).optional(),
  uses: z.array(z.string()).optional(),
  kept_id: z.number().optional(),
  event_name: z.string().optional(),
  difference_pence: z.number().optional(),
  places: z.number().optional(),
  end_at_least: z.string().optional(),
})

const rounds = Array.from({ length: Math.ceil(COUNT / ROUND) }, (_, round) => round)

test.each(rounds)(
  'no fuzzed request gets a 5xx, times out, or writes when refused (round %i)',
  { timeout: 900_000 },
  async (round) => {
    await throwRequests({
      requests: fuzzedRequests(documentedRoutes(site.app)),
      count: Math.min(ROUND, COUNT),
      round,
      tally,
      thrower: {
        app: site.app,
        stored: site.stored,
        scene: newScene,
        sceneLength: 200,
        headers: SITE_HEADERS,
        mayWrite: ({ route }) =>
          route.includes(' /api/office/')
            ? OFFICE_WRITES
            : (mayWrite[route.replace('HEAD', 'GET')] ?? []),
        judgeRefusal(body) {
          const { error, code } = Refusal.parse(body)
          expect((isReason(code) || isOfficeReason(code)) && sentenceOf(code)).toBe(error)
        },
        async afterScene() {
          const { database, now } = site.deps
          expect(await brokenInvariants(database.db, now())).toEqual([])
        },
      },
    })
  },
)

test('every text of a body has a maximum length', () => {
  expect(textsWithoutLimit(site.app)).toEqual([])
})

async function newScene(): Promise<Scene> {
  const lab = await site.lab({ requiresNhsNumber: true })
  const [event, lodge, paid, labs] = [
    await site.event({ places: 12 }),
    await site.event({ accessCode: 'LODGE2026' }),
    await site.event({ paymentRequired: true, pricePence: 2500 }),
    await site.event({ labId: lab }),
  ]
  const member = await site.member()
  for (const one of [event, lodge, paid, labs]) await site.consent(member, one)
  // The first order is not approved yet; the second is.
  const { body: order } = await shop.order(member, paid)
  const other = await site.event({ paymentRequired: true, pricePence: 1999 })
  await site.consent(member, other)
  const { body: paidOrder } = await shop.order(member, other)
  await shop.approve(paidOrder.id)
  const book = { eventId: event.event_id, appointmentStartTime: '10:00' }
  const { body: booked } = await site.ask('POST', '/api/appointments', { as: member, body: book })
  const holds = `/api/events/${event.event_id}/holds`
  const { body: held } = await site.ask('POST', holds, { as: member, body: { slot: '11:00' } })
  const person = await site.staff([...ROLES])
  // The first use of the office begins its session.
  await site.ask('GET', '/api/office/me', { as: person })
  return {
    own: { cookie: member.cookie },
    staff: { cookie: person.cookie },
    things: {
      event: event.event_id,
      private: lodge.event_id,
      paid: paid.event_id,
      lab: labs.event_id,
      profile: member.id,
      appointment: booked.appointment.appointment_id,
      hold: held.hold_id,
      order: order.id,
      paidOrder: paidOrder.id,
      date: event.event_date,
      email: member.email,
      user: member.userId,
    },
  }
}
