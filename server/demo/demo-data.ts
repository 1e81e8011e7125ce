import type { CharityEvent } from '../../domain/contract.ts'
import type { Deps } from '../deps.ts'
import { createEvent } from '../events/create-event.ts'
import { insertLab, insertProduct } from '../events/publishing.queries.ts'
import type { MemberRow } from '../members/members.queries.ts'
import type { Tx } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { replaceStaffEvents } from '../staff/staff.queries.ts'
import { isUnused } from './demo.queries.ts'
import { addDemoAttendance, receiveDemoSamples } from './demo-attendance.ts'
import { addDemoBooking } from './demo-bookings.ts'
import { addDemoDay } from './demo-day.ts'
import { addDemoDraft } from './demo-draft.ts'
import { addDemoImports } from './demo-imports.ts'
import { addDemoLabDays } from './demo-lab-day.ts'
import { DEMO_LABS, type DemoLab } from './demo-labs.ts'
import { addDemoMember, addSampleMember, type DemoAccounts, demoMembers } from './demo-members.ts'
import { addDemoNewsletters } from './demo-newsletters.ts'
import { type Planned, programme, timesOf } from './demo-programme.ts'
import { addDemoResults, addDueDemoResult, addOtherDemoResults } from './demo-results.ts'
import { addDemoStaff } from './demo-staff.ts'
import { demoVenueFacts } from './demo-venue-facts.ts'

type DemoDeps = Pick<Deps, 'database' | 'fieldKeys' | 'now'>

/** Fills an empty database (rules §10.1) in one transaction; returns whether it did. */
export async function addDemoData(deps: DemoDeps, accounts: DemoAccounts): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const added = await addPeopleAndEvents(tx, deps, accounts)
    if (added) await addDemoImports(tx, deps, added)
    return added !== null
  })
}

/** Null when something is there already. */
async function addPeopleAndEvents(
  tx: Tx,
  { fieldKeys, now: clock }: DemoDeps,
  accounts: DemoAccounts,
): Promise<{ labId: number; clinicianId: number } | null> {
  const now = clock()
  if (!(await isUnused(tx))) return null
  // Laboratory names are unique: other processes wait here, then get null.
  const csv = await insertLab(tx, labRow(DEMO_LABS.csv))
  if (csv === null) return null
  const [excel, hl7] = [await addLab(tx, DEMO_LABS.excel), await addLab(tx, DEMO_LABS.hl7)]
  const productId = await insertProduct(tx, PRODUCT)
  const events = await addProgramme(tx, { productId, labId: csv, strictLabId: excel, now })
  await addDemoDraft(tx, { productId, labId: csv, now })

  const member = await addDemoMember(tx, { accounts, fieldKeys, now }, demoMembers.member)
  await addDemoMember(tx, { accounts, fieldKeys, now }, demoMembers.newcomer)
  const others = []
  for (const kind of ['amber', 'red', 'repeat'] as const) {
    const added = await addDemoMember(tx, { accounts, fieldKeys, now }, demoMembers[kind])
    others.push({ kind, member: added })
  }
  const due = await addDemoMember(tx, { accounts, fieldKeys, now }, demoMembers.due)
  const dayId = await addDemoDay(tx, { productId, labId: csv, fieldKeys, now })
  const staff = await addDemoStaff(tx, { accounts, fieldKeys, now })
  const staffId = staff.get('venue@example.org') ?? 0
  const eventIds = [...events.map(({ event }) => event.event_id), dayId]
  await replaceStaffEvents(tx, staffId, { eventIds, leadEventIds: eventIds })
  const people = { member, others: others.map((one) => one.member), fieldKeys, staffId, now }
  const { ofMember, ofOthers } = await fillPlaces(tx, events, people)
  await addDemoResults(tx, { fieldKeys, member, appointments: ofMember, now })
  const tested = others.flatMap((one, n) => {
    const booked = ofOthers[n]
    return booked ? [{ ...one, appointmentId: booked.id, startsAt: booked.startsAt }] : []
  })
  await addOtherDemoResults(tx, fieldKeys, tested)
  await addDueDemoResult(tx, { fieldKeys, memberId: due.id, now })
  await addDemoNewsletters(tx, { staffId, now })
  await addDemoLabDays(tx, { csv, excel, hl7 }, { productId, staff, fieldKeys, now })
  return { labId: csv, clinicianId: staff.get('clinician@example.org') ?? 0 }
}

const labRow = ({ name, requiresNhsNumber }: DemoLab) => ({ name, requiresNhsNumber })

async function addLab(tx: Tx, lab: DemoLab): Promise<number> {
  const id = await insertLab(tx, labRow(lab))
  if (id === null) throw new Error(`${lab.name} is there already`)
  return id
}

type Added = { plan: Planned; event: CharityEvent }

const PRODUCT = {
  name: 'Total PSA Test',
  pricePence: 2500,
  emailTemplate: 'Please have your reference {reference} ready when you arrive at {event}.',
}

async function addProgramme(
  tx: Tx,
  {
    productId,
    labId,
    strictLabId,
    now,
  }: { productId: number; labId: number; strictLabId: number; now: Date },
): Promise<Added[]> {
  const added: Added[] = []
  for (const plan of programme) {
    const event = await createEvent(tx, {
      name: `${plan.venue.city} PSA screening`,
      description:
        'A sample event for demonstration. A trained phlebotomist takes a small blood sample from your arm. Allow about 15 minutes.',
      ...timesOf(plan.when, now),
      sessionMinutes: plan.sessionMinutes ?? 20,
      places: plan.free + (plan.booked ?? 0),
      productId,
      pricePence: plan.pricePence ?? 0,
      paymentRequired: plan.paymentRequired === undefined ? false : plan.paymentRequired,
      labId: plan.requiresNhsNumber ? strictLabId : labId,
      accessCode: plan.accessCode ?? null,
      exclusiveFor: plan.kind ?? 'COMMUNITY',
      contactEmail: 'events@example.org',
      ...plan.venue,
      ...demoVenueFacts(plan.venue.city),
      country: 'United Kingdom',
    })
    added.push({ plan, event })
  }
  return added
}

const BOOKED_BY_MEMBER = ['long ago', 'last spring', 'passed', 'booked']

type Booked = { id: number; startsAt: Date }

async function fillPlaces(
  tx: Tx,
  events: Added[],
  {
    member,
    others,
    fieldKeys,
    staffId,
    now,
  }: {
    member: MemberRow
    others: MemberRow[]
    fieldKeys: FieldKeys
    staffId: number
    now: Date
  },
): Promise<{ ofMember: Map<string, Booked>; ofOthers: Booked[] }> {
  const ofMember = new Map<string, Booked>()
  const ofOthers: Booked[] = []
  let sampleMembers = 0
  for (const { plan, event } of events) {
    const { key = '' } = plan
    const own = [
      ...(BOOKED_BY_MEMBER.includes(key) ? [member] : []),
      ...(key === 'passed' ? others : []),
    ]
    const appointments: Booked[] = []
    for (let n = 0; n < (plan.booked ?? 0); n++) {
      if (!own[n]) sampleMembers += 1
      const occupant = own[n] ?? (await addSampleMember(tx, sampleMembers, now))
      const booked = await addDemoBooking(tx, { event, member: occupant, place: n, fieldKeys, now })
      if (occupant === member) ofMember.set(key, booked)
      if (others.includes(occupant)) ofOthers.push(booked)
      appointments.push(booked)
    }
    const { endsAt } = timesOf(plan.when, now)
    if (endsAt < now && appointments.length > 0) {
      const day = { eventId: event.event_id, appointments, endsAt, staffId }
      await addDemoAttendance(tx, { fieldKeys }, day)
      await receiveDemoSamples(tx, { fieldKeys }, day)
    }
  }
  return { ofMember, ofOthers }
}
