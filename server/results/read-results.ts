import type { MedicalResult } from '../../domain/contract.ts'
import { ukDate } from '../../domain/uk-time.ts'
import type { Member } from '../members/queries.ts'
import type { Parts } from '../parts.ts'
import { findReleasedResults, findTestedAppointments, insertAccesses } from './queries.ts'
import { openResult } from './sealed-result.ts'

type ReadParts = Pick<Parts, 'database' | 'fieldKeys' | 'now'>

/**
 * A member's own results and the appointments that have none yet, the latest first. Each result
 * that he is given is in the access log, or he is given none: both are one transaction (design §4).
 */
export async function readResults(
  parts: ReadParts,
  { member, address }: { member: Member; address: string },
): Promise<MedicalResult[]> {
  const now = parts.now()
  const { fieldKeys } = parts
  return parts.database.transaction(async (tx) => {
    const memberId = member.id
    const released = await findReleasedResults(tx, { memberId, now })
    const withResult = released.flatMap(({ appointmentId }) => appointmentId ?? [])
    const tested = await findTestedAppointments(tx, { memberId, withResult, now })
    await insertAccesses(
      tx,
      released.map(({ id }) => ({
        memberId,
        actorUserId: member.userId,
        actorRole: 'member',
        what: 'result',
        resultId: id,
        addressHash: fieldKeys.blindIndex(address, 'access log address'),
        at: now,
      })),
    )

    const appointments = new Map(
      tested.map(({ id, eventName, productName, startsAt }) => [
        id,
        { event_name: eventName, product_name: productName, event_date: ukDate(startsAt) },
      ]),
    )
    const given = released.map((row) => {
      const { test_result, test_unit, comments } = openResult(fieldKeys, row)
      return {
        appointment: appointments.get(row.appointmentId ?? 0) ?? null,
        result: { test_result, test_unit, comments, sample_date: row.sampleDate },
      }
    })
    const waiting = tested
      .filter(({ id }) => !withResult.includes(id))
      .map(({ id }) => ({ appointment: appointments.get(id) ?? null, result: null }))
    return [...given, ...waiting].sort((one, other) => (dayOf(one) < dayOf(other) ? 1 : -1))
  })
}

function dayOf({ appointment, result }: MedicalResult): string {
  return appointment?.event_date ?? result?.sample_date ?? ''
}
