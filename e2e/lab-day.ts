// A day that is over, with everybody's sample at a laboratory of its own, and no mail about it.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { addDays, ukDate, ukInstant } from '../domain/uk-time.ts'
import { addDemoAttendance } from '../server/demo/demo-attendance.ts'
import { addDemoBooking } from '../server/demo/demo-bookings.ts'
import { addSampleMember } from '../server/demo/demo-members.ts'
import { createEvent } from '../server/events/create-event.ts'
import { insertLab, insertProduct } from '../server/events/publishing.queries.ts'
import { findProfileByUser, type MemberRow } from '../server/members/members.queries.ts'
import { openDatabase } from '../server/platform/db/database.ts'
import { openFieldKeys } from '../server/platform/keys/field-keys.ts'
import { insertColumnMap } from '../server/results/lab-results/column-maps.queries.ts'
import { listStaff } from '../server/staff/staff.queries.ts'
import { COLUMNS, type SampledPerson } from '../test/app/laboratory.ts'

const SESSION_MINUTES = 5

/** The accounts first, then those without e-mail, then others; each with a name of its own. */
export async function addLabDay(of: {
  accounts: string[]
  withoutEmail: number
  count: number
}): Promise<{ lab: string; labId: number; people: SampledPerson[] }> {
  const keys = await readFile(
    join(process.env.E2E_DATA_DIR ?? '', 'keys', 'field-keys.json'),
    'utf8',
  )
  const fieldKeys = openFieldKeys(keys)
  const database = openDatabase(process.env.E2E_DATABASE_URL ?? '', { max: 2 })
  const now = new Date()
  const date = addDays(ukDate(now), -1)
  const mark = randomUUID().slice(0, 8)
  const lab = `Laboratory ${mark}`
  try {
    return await database.transaction(async (tx) => {
      const [labId, productId] = [
        await insertLab(tx, { name: lab, requiresNhsNumber: false }),
        await insertProduct(tx, { name: `PSA ${mark}`, pricePence: 0 }),
      ]
      const page = { search: '', isWorking: true, after: null, limit: 1 }
      const [staff] = await listStaff(tx, page)
      if (labId === null || !staff) throw new Error('nobody can set up a laboratory')
      await insertColumnMap(tx, {
        labId,
        version: 1,
        map: COLUMNS,
        savedBy: staff.id,
        savedAt: now,
      })
      const endsAt = ukInstant(date, '20:00')
      const event = await createEvent(tx, {
        name: `Samples ${mark}`,
        startsAt: ukInstant(date, '08:00'),
        endsAt,
        sessionMinutes: SESSION_MINUTES,
        places: of.count,
        productId,
        labId,
        pricePence: 0,
        paymentRequired: false,
        city: 'Ledbury',
      })
      const members: MemberRow[] = []
      const appointments: { id: number; startsAt: Date }[] = []
      for (let place = 0; place < of.count; place++) {
        const account = of.accounts[place]
        const isWithoutEmail = !account && place < of.accounts.length + of.withoutEmail
        const member = account
          ? await findProfileByUser(tx, account)
          : await addSampleMember(tx, place, now, {
              ...personOf(place),
              email: `${mark}-${place}@example.org`,
              ...(isWithoutEmail && {
                userId: null,
                sealId: randomUUID(),
                email: null,
                contactBy: 'post',
              }),
            })
        if (!member) throw new Error('an account has no profile')
        members.push(member)
        appointments.push(await addDemoBooking(tx, { event, member, place, fieldKeys, now }))
      }
      const ofDay = { eventId: event.event_id, appointments, endsAt, staffId: staff.id }
      const tubes = await addDemoAttendance(tx, { fieldKeys }, ofDay)
      const people = members.map((member, place) => ({
        memberId: member.id,
        appointmentId: appointments[place]?.id ?? 0,
        tube: tubes[place] ?? '',
        firstName: member.firstName,
        lastName: member.lastName,
        dateOfBirth: member.dateOfBirth,
        date,
      }))
      return { lab, labId, people }
    })
  } finally {
    await database.close()
  }
}

function personOf(place: number) {
  const letters = [...String(place)].map((digit) => 'abcdefghij'[Number(digit)]).join('')
  const month = String(1 + (place % 12)).padStart(2, '0')
  const day = String(1 + (place % 28)).padStart(2, '0')
  const dateOfBirth = `${1945 + (place % 37)}-${month}-${day}`
  return { firstName: `Fn${letters}`, lastName: `Ln${letters}`, dateOfBirth }
}
