// The consent that stands for an appointment (docs/decisions/0047): the member's last one for the
// event, while nobody has withdrawn it.
import { eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import { appointments, consents, consentWithdrawals } from '../platform/db/schema.ts'

const last = sql`coalesce((select max(latest.id) from consents latest
  where latest.member_id = ${appointments.memberId} and latest.event_id = ${appointments.eventId}),
  ${appointments.consentId})`

type StandingConsent = { sharesWithGp: boolean; withdrawnAt: Date | null }

/** By appointment; one without any consent is missing. */
export async function listStandingConsents(
  q: Queryable,
  appointmentIds: number[],
): Promise<Map<number, StandingConsent>> {
  const rows = await q
    .select({
      appointmentId: appointments.id,
      sharesWithGp: consents.gpSharing,
      withdrawnAt: consentWithdrawals.withdrawnAt,
    })
    .from(appointments)
    .innerJoin(consents, eq(consents.id, last))
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.consentId, consents.id))
    .where(inArray(appointments.id, appointmentIds))
  return new Map(rows.map(({ appointmentId, ...consent }) => [appointmentId, consent]))
}
