import { createEvent } from '../events/create-event.ts'
import { openNhsNumber, sealNhsNumber } from '../members/user-profile.ts'
import type { Tx } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { insertColumnMap } from '../results/lab-results/column-maps.queries.ts'
import { listSampled } from './demo.queries.ts'
import { addDemoAttendance, receiveDemoSamples } from './demo-attendance.ts'
import { addDemoBooking } from './demo-bookings.ts'
import { DEMO_LABS, type DemoLab } from './demo-labs.ts'
import { addSampleMember } from './demo-members.ts'
import { timesOf } from './demo-programme.ts'
import type { SampledPerson } from './lab-line.ts'
import { SAMPLED } from './sample-lines.ts'
import { sampleNhsNumber, samplePerson } from './sample-people.ts'

type Adding = {
  productId: number
  staff: ReadonlyMap<string, number>
  fieldKeys: FieldKeys
  now: Date
}

const FIRST_NUMBER = 200

/** Column maps of the laboratories, and of each a day that is over, with everybody's sample. */
export async function addDemoLabDays(
  tx: Tx,
  labIds: Record<keyof typeof DEMO_LABS, number>,
  adding: Adding,
): Promise<void> {
  const kinds = ['csv', 'excel', 'hl7'] as const
  for (const [place, kind] of kinds.entries()) {
    const [lab, labId] = [DEMO_LABS[kind], labIds[kind]]
    const savedBy = staffId(adding, 'clinician@example.org')
    const saved = { labId, version: 1, savedBy, savedAt: adding.now }
    await insertColumnMap(tx, { ...saved, map: lab.map })
    const first = FIRST_NUMBER + 100 * place
    await addLabDay(tx, { ...adding, lab, labId, first, count: SAMPLED[kind] })
  }
}

async function addLabDay(
  tx: Tx,
  of: Adding & { lab: DemoLab; labId: number; first: number; count: number },
): Promise<void> {
  const { lab, labId, first, count, productId, fieldKeys, now } = of
  const { name, venue, inDays, sessionMinutes } = lab.day
  const times = timesOf({ inDays, hours: ['09:00', '17:00'] }, now)
  const event = await createEvent(tx, {
    name,
    description: 'A sample event for demonstration whose blood samples are at the laboratory.',
    ...times,
    sessionMinutes,
    places: count,
    productId,
    pricePence: 0,
    paymentRequired: false,
    labId,
    contactEmail: 'events@example.org',
    ...venue,
    country: 'United Kingdom',
  })
  const appointments = []
  for (let place = 0; place < count; place++) {
    const n = first + place
    const userId = crypto.randomUUID()
    const member = await addSampleMember(tx, n, now, {
      ...samplePerson(place),
      userId,
      ...(lab.requiresNhsNumber &&
        sealNhsNumber(fieldKeys, { nhsNumber: sampleNhsNumber(place), sealId: userId })),
    })
    appointments.push(await addDemoBooking(tx, { event, member, place, fieldKeys, now }))
  }
  const { endsAt } = times
  const venueId = staffId(of, 'venue@example.org')
  const day = { eventId: event.event_id, appointments, endsAt, staffId: venueId }
  await addDemoAttendance(tx, { fieldKeys }, day)
  await receiveDemoSamples(tx, { fieldKeys }, day)
}

/** The people of a laboratory's day, the earliest booked first. */
export async function sampledPeople(
  q: Parameters<typeof listSampled>[0],
  fieldKeys: FieldKeys,
  { day }: DemoLab,
): Promise<SampledPerson[]> {
  const rows = await listSampled(q, day.name)
  return rows.map(({ member, tube, takenAt }) => ({
    firstName: member.firstName,
    lastName: member.lastName,
    dateOfBirth: member.dateOfBirth,
    nhsNumber: openNhsNumber(member, fieldKeys),
    tube,
    takenAt,
  }))
}

function staffId({ staff }: Pick<Adding, 'staff'>, email: string): number {
  const id = staff.get(email)
  if (id === undefined) throw new Error(`${email} does not work here`)
  return id
}
