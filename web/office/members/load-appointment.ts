import { data, type Params } from 'react-router'
import type { OfficeMember } from '../../../domain/office/member-schemas.ts'
import { read } from '../api.ts'

/** Throws a 404 when the member has no such appointment. */
export async function loadAppointment(
  params: Params,
  signal: AbortSignal,
): Promise<{ member: OfficeMember; appointment: OfficeMember['appointments'][number] }> {
  const id = String(params.id)
  const member = await read('GET /api/office/members/:id', { params: { id }, signal })
  const appointment = member.appointments.find(
    ({ appointment_id: known }) => String(known) === params.appointment,
  )
  if (!appointment) throw data(null, { status: 404 })
  return { member, appointment }
}
