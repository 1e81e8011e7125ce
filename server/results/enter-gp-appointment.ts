import { gpDayFault } from '../../domain/gp-appointment.ts'
import { ukDate } from '../../domain/uk-time.ts'
import type { Deps } from '../deps.ts'
import { findReleasedResults } from '../facts/results.queries.ts'
import { type AccountHolder, lockProfileOfUser } from '../members/members.queries.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { Refused } from '../platform/http/refused.ts'
import { insertGpAppointment, listGpAppointments } from './gp-appointments.queries.ts'

type Entry = {
  member: AccountHolder
  resultId: number
  /** 'YYYY-MM-DD'; null takes the entered day back. */
  day: string | null
}

/**
 * Keeps the day of the member's appointment with a GP; the same day again writes nothing. Throws
 * Refused not_found for a result that the member does not read as current, and invalid_request.
 */
export async function enterGpAppointment(
  deps: Pick<Deps, 'database' | 'fieldKeys' | 'now'>,
  { member, resultId, day }: Entry,
): Promise<void> {
  const now = deps.now()
  await deps.database.transaction(async (tx) => {
    // One entry of a member after the other.
    await lockProfileOfUser(tx, member.userId)
    const [result] = await findReleasedResults(tx, { memberId: member.id, only: resultId, now })
    if (!result) throw new Refused('not_found')
    const { sampleDate } = result
    if (day !== null && gpDayFault(day, { sampleDate, today: ukDate(now) }) !== null)
      throw new Refused('invalid_request')
    const [latest] = await listGpAppointments(tx, deps.fieldKeys, [resultId])
    if ((latest?.day ?? null) === day) return
    await insertGpAppointment(tx, deps.fieldKeys, { resultId, day, enteredAt: now })
    await insertAudit(
      tx,
      { by: member, memberId: member.id, subject: `result ${resultId}`, at: now },
      day === null ? 'GP appointment taken back' : 'GP appointment entered',
    )
  })
}
