import type { CharityEvent } from '../../domain/contract.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { createEvent } from '../events/publish-event.ts'
import { insertLab, insertProduct } from '../events/publishing.queries.ts'
import type { MemberRow } from '../members/members.queries.ts'
import type { FieldKeys } from '../platform/field-keys.ts'
import { isUnused } from './demo.queries.ts'
import { addDemoBooking } from './demo-bookings.ts'
import { addDemoMember, addSampleMember, type DemoAccounts, demoMembers } from './demo-members.ts'
import { type Planned, programme, timesOf } from './demo-programme.ts'
import { addDemoResults } from './demo-results.ts'
import { addDemoStaff } from './demo-staff.ts'

type DemoDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>

/** Fills an empty database (design §9) in one transaction; returns whether it did. */
export function addDemoData(deps: DemoDeps, accounts: DemoAccounts): Promise<boolean> {
  const now = deps.now()
  return deps.database.transaction(async (tx) => {
    if (!(await isUnused(tx))) return false
    // Laboratory names are unique: other processes wait here, then get null.
    const labId = await insertLab(tx, { name: 'CHAPS sample laboratory', requiresNhsNumber: false })
    if (labId === null) return false
    const events = await addProgramme(tx, labId, now)

    const { fieldKeys } = deps
    const member = await addDemoMember(tx, { accounts, fieldKeys, now }, demoMembers.member)
    await addDemoMember(tx, { accounts, fieldKeys, now }, demoMembers.newcomer)
    await addDemoStaff(tx, { accounts, fieldKeys, now })
    const memberAppointments = await fillPlaces(tx, events, { member, fieldKeys, now })
    await addDemoResults(tx, { fieldKeys, member, appointments: memberAppointments, now })
    return true
  })
}

type Added = { plan: Planned; event: CharityEvent }

async function addProgramme(tx: Tx, labId: number, now: Date): Promise<Added[]> {
  const productId = await insertProduct(tx, {
    name: 'Total PSA Test',
    pricePence: 2500,
    emailTemplate: 'Please have your reference {reference} ready when you arrive at {event}.',
  })
  const strict = await insertLab(tx, { name: 'Sample Pathology Partners', requiresNhsNumber: true })
  const added: Added[] = []
  for (const plan of programme) {
    const event = await createEvent(tx, {
      name: `${plan.venue.city} PSA screening`,
      description:
        'A sample event for demonstration. A trained phlebotomist takes a small blood sample from your arm; allow 20 minutes.',
      ...timesOf(plan.when, now),
      sessionMinutes: plan.sessionMinutes ?? 20,
      places: plan.free + (plan.booked ?? 0),
      productId,
      pricePence: plan.pricePence ?? 0,
      paymentRequired: plan.paymentRequired === undefined ? false : plan.paymentRequired,
      labId: plan.requiresNhsNumber ? strict : labId,
      accessCode: plan.accessCode ?? null,
      exclusiveFor: plan.kind ?? 'COMMUNITY',
      contactEmail: 'events@example.org',
      ...plan.venue,
      country: 'United Kingdom',
    })
    added.push({ plan, event })
  }
  return added
}

const BOOKED_BY_MEMBER = ['long ago', 'last spring', 'passed', 'booked']

async function fillPlaces(
  tx: Tx,
  events: Added[],
  { member, fieldKeys, now }: { member: MemberRow; fieldKeys: FieldKeys; now: Date },
) {
  const memberAppointments = new Map<string, { id: number; startsAt: Date }>()
  let sampleMembers = 0
  for (const { plan, event } of events) {
    for (let n = 0; n < (plan.booked ?? 0); n++) {
      const belongsToMember = n === 0 && BOOKED_BY_MEMBER.includes(plan.key ?? '')
      if (!belongsToMember) sampleMembers += 1
      const occupant = belongsToMember ? member : await addSampleMember(tx, sampleMembers, now)
      const booked = await addDemoBooking(tx, { event, member: occupant, place: n, fieldKeys, now })
      if (belongsToMember) memberAppointments.set(plan.key ?? '', booked)
    }
  }
  return memberAppointments
}
