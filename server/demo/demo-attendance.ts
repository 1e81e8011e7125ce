import { randomUUID } from 'node:crypto'
import { HOUR_MS } from '../../domain/durations.ts'
import type { AttendanceAction } from '../../domain/office/attendance.ts'
import { tubeCodeOf } from '../../domain/office/tube-code.ts'
import { recordReceipt } from '../care/task-list/failsafe-sheet.ts'
import type { Deps } from '../deps.ts'
import type { Tx } from '../platform/db/database.ts'
import { findStaff } from '../staff/staff.queries.ts'
import { closeDayRow, insertAction, lockDay } from '../venue/check-in/attendance.queries.ts'
import { saveState } from '../venue/check-in/keep-action.ts'
import { insertTube } from '../venue/check-in/tubes.queries.ts'
import { addLabelBatch } from '../venue/tubes/labels.queries.ts'
import { demoDeps } from './demo-deps.ts'

const TO_LABORATORY_MS = 16 * HOUR_MS

/**
 * A day in the past, closed, on which everybody came and a sample was taken of each; returns their
 * tubes.
 */
export async function addDemoAttendance(
  tx: Tx,
  deps: Pick<Deps, 'fieldKeys'>,
  day: {
    eventId: number
    appointments: readonly { id: number; startsAt: Date }[]
    endsAt: Date
    staffId: number
  },
): Promise<string[]> {
  const { eventId, appointments, endsAt, staffId } = day
  await lockDay(tx, eventId)
  const { numbers } = await addLabelBatch(tx, {
    eventId,
    count: appointments.length,
    printedAt: endsAt,
    printedBy: staffId,
  })
  const codes: string[] = []
  for (const [place, { id: appointmentId, startsAt: at }] of appointments.entries()) {
    const code = tubeCodeOf(numbers[place] ?? 0)
    codes.push(code)
    await insertTube(tx, { code, appointmentId, at, former: null })
    const none = { tube: null, reason: null, undoes: null }
    const actions: AttendanceAction[] = [
      { ...none, id: randomUUID(), type: 'arrive', at },
      { ...none, id: randomUUID(), type: 'sample', at, tube: code },
    ]
    for (const [n, action] of actions.entries())
      await insertAction(tx, {
        ...action,
        eventId,
        appointmentId,
        namedAppointment: appointmentId,
        device: 'demo data',
        sequence: 2 * place + n + 1,
        staffId,
        recordedAt: at,
        status: 'applied',
      })
    await saveState(tx, deps, { appointmentId, eventId, actions, fresh: actions, now: at })
  }
  await closeDayRow(tx, { eventId, closedAt: endsAt, closedBy: staffId })
  return codes
}

/** The laboratory has the samples of the day the next morning. */
export async function receiveDemoSamples(
  tx: Tx,
  deps: Pick<Deps, 'fieldKeys'>,
  { eventId, endsAt, staffId }: { eventId: number; endsAt: Date; staffId: number },
): Promise<void> {
  const by = await findStaff(tx, staffId)
  if (!by) throw new Error('nobody worked on the day')
  const receivedAt = new Date(endsAt.getTime() + TO_LABORATORY_MS)
  await recordReceipt(demoDeps(tx, { ...deps, now: () => receivedAt }), eventId, by)
}
