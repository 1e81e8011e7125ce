import type { SupportNeed } from '../../domain/contact-and-support.ts'
import { ukDate, ukTime } from '../../domain/uk-time.ts'
import { findEvent } from '../events/events.queries.ts'
import { insertEvent } from '../events/publishing.queries.ts'
import { makePlaces, planColumns } from '../events/slot-plan.ts'
import { sealNote } from '../members/support-note.ts'
import type { Tx } from '../platform/db/database.ts'
import type { FieldKeys } from '../platform/keys/field-keys.ts'
import { addDemoBooking } from './demo-bookings.ts'
import { addSampleMember, withoutEmail } from './demo-members.ts'
import { timesOf } from './demo-programme.ts'
import { venues } from './demo-venues.ts'

type Booked = {
  name: string
  born: string
  needs?: SupportNeed[]
  note?: string
  isDue?: true
  isRung?: true
}

const BOOKED: Booked[] = [
  { name: 'Alan Whitfield', born: '1951-02-11' },
  { name: 'Winston Campbell', born: '1958-07-30', needs: ['wheelchair'], note: 'Needs the ramp' },
  { name: 'Gurpreet Singh', born: '1969-11-04' },
  { name: 'Christopher Featherstonehaugh-Cholmondeley', born: '1962-01-19' },
  { name: 'Tomasz Kowalczyk', born: '1974-05-23', needs: ['interpreter'], note: 'Polish' },
  { name: 'David Llewellyn', born: '1955-09-08' },
  { name: 'Emeka Okonkwo', born: '1966-12-01', isDue: true },
  { name: 'Peter Marsh', born: '1949-03-27', needs: ['hearing loop', 'large print'], isRung: true },
  { name: 'Rajesh Patel', born: '1960-06-15' },
  { name: 'Ian McAllister', born: '1957-10-02', needs: ['other'], note: 'Would like to lie down' },
  { name: 'John Baker', born: '1964-04-12' },
  { name: 'John Baker', born: '1971-08-12' },
]
/** After the members of the programme. */
const FIRST_NUMBER = 100

/**
 * A day within hours: people with needs, two of one name, one who pays there, one without e-mail;
 * places kept back.
 */
export async function addDemoDay(
  tx: Tx,
  {
    productId,
    labId,
    fieldKeys,
    now,
  }: { productId: number; labId: number; fieldKeys: FieldKeys; now: Date },
): Promise<number> {
  const { startsAt, endsAt } = timesOf({ inHours: 3 }, now)
  const date = ukDate(startsAt)
  const plan = {
    start: ukTime(startsAt),
    end: ukTime(endsAt),
    session_minutes: 20,
    places_per_slot: 2,
    breaks: [],
    kept_back: 3,
  }
  const id = await insertEvent(tx, {
    name: 'Guildford PSA screening',
    description: 'A sample event for demonstration, with a day at the door for the office to try.',
    ...planColumns(date, plan),
    productId,
    labId,
    paymentRequired: true,
    pricePence: 2500,
    exclusiveFor: 'COMMUNITY',
    contactEmail: 'events@example.org',
    hostName: 'Sample Host',
    hostPhone: '07700 900333',
    ...venues.guildford,
    country: 'United Kingdom',
  })
  await makePlaces(tx, { id, date, plan })
  const event = await findEvent(tx, id)
  if (!event) throw new Error('the day of the demonstration is not there')
  for (const [place, { name, born, needs = [], note = null, ...booked }] of BOOKED.entries()) {
    const [firstName = '', ...lastNames] = name.split(' ')
    const member = await addSampleMember(tx, FIRST_NUMBER + place, now, {
      firstName,
      lastName: lastNames.join(' '),
      dateOfBirth: born,
      supportNeeds: needs,
      ...sealNote(fieldKeys, { supportNote: note }),
      ...(booked.isRung && withoutEmail()),
    })
    const paymentStatus = booked.isDue ? 'not paid' : 'paid'
    await addDemoBooking(tx, { event, member, place, paymentStatus, fieldKeys, now })
  }
  return id
}
