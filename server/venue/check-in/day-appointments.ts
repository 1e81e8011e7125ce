import type { Tx } from '../../platform/db/database.ts'
import { listAppointmentsOfDay, listRegistered } from './attendance.queries.ts'
import type { Press } from './press.ts'

export type DayAppointment = Awaited<ReturnType<typeof listAppointmentsOfDay>>[number]

/** The appointments of this event that the presses name, by number or by registration. */
export async function findDayPeople(tx: Tx, eventId: number, actions: readonly Press[]) {
  const walkIns = [...new Set(actions.flatMap(({ namedWalkIn }) => namedWalkIn ?? []))]
  const registered = await listRegistered(tx, { eventId, walkIns })
  const named = actions.flatMap(({ namedAppointment }) => namedAppointment ?? [])
  const ids = [...new Set([...named, ...registered.values()])]
  const appointments = await listAppointmentsOfDay(tx, { eventId, ids })
  return {
    appointmentIds: () => appointments.map(({ id }) => id),
    find: ({ namedAppointment, namedWalkIn }: Press): DayAppointment | null => {
      const id = namedAppointment ?? registered.get(namedWalkIn ?? '')
      return appointments.find((one) => one.id === id) ?? null
    },
    add: (appointment: DayAppointment, walkIn: string) => {
      appointments.push(appointment)
      registered.set(walkIn, appointment.id)
    },
  }
}
