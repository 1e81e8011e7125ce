import { and, desc, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Queryable } from '../platform/db/database.ts'
import {
  appointments,
  consents,
  consentWithdrawals,
  resultLetters,
  results,
} from '../platform/db/schema.ts'
import { isForGpOnly } from './gp-only.queries.ts'

/** The member's last word on the event: later forms count, and withdrawals. */
const lastConsent = sql`(select max(latest.id) from consents latest
  where latest.member_id = ${appointments.memberId} and latest.event_id = ${appointments.eventId})`

export type SharingConsent = Awaited<ReturnType<typeof listSharingConsents>>[number]

/** For those of these results that may be shared with the member's GP. */
export function listSharingConsents(q: Queryable, resultIds: readonly number[]) {
  return q
    .select({
      resultId: results.id,
      memberId: consents.memberId,
      eventId: consents.eventId,
      givenAt: consents.givenAt,
      sealed: consents.sealed,
    })
    .from(results)
    .innerJoin(appointments, eq(appointments.id, results.appointmentId))
    .innerJoin(consents, eq(consents.id, lastConsent))
    .leftJoin(consentWithdrawals, eq(consentWithdrawals.consentId, consents.id))
    .where(
      and(
        inArray(results.id, [...resultIds]),
        eq(consents.gpSharing, true),
        or(isNull(consentWithdrawals.id), isForGpOnly(sql`results.id`)),
      ),
    )
}

/** SQL: the member's last word on the event of the appointment `taken`, as `agreed`. */
const lastWord = sql`consents agreed on agreed.id = (select max(latest.id) from consents latest
  where latest.member_id = taken.member_id and latest.event_id = taken.event_id)`
/** SQL: `agreed` was withdrawn. */
const isWithdrawn = sql`exists (select 1 from consent_withdrawals gone
  where gone.consent_id = agreed.id)`

/**
 * SQL: a letter to the member, or one to a GP that the member's last word still allows. A death or a
 * wish for no contact, which may be taken back, holds letters (isHeld).
 */
export const isAllowed = sql<boolean>`(result_letters.recipient = 'member' or exists (
  select 1 from results shared
    join appointments taken on taken.id = shared.appointment_id
    join members patient on patient.id = taken.member_id and patient.erased_at is null
    join ${lastWord}
    where shared.id = result_letters.result_id and agreed.gp_sharing and (${isForGpOnly(
      sql`result_letters.result_id`,
    )} or not ${isWithdrawn})))`

/** SQL on `results`: the member's last word shares it with a GP, and no letter to one was made. */
export const lacksGpLetter = sql<boolean>`(exists (select 1 from appointments taken
    join ${lastWord}
    where taken.id = results.appointment_id and agreed.gp_sharing and not ${isWithdrawn})
  and not exists (select 1 from result_letters made
    where made.result_id = results.id and made.recipient = 'gp'))`

/** SQL: when a GP was last sent a result that this one replaces, directly or through others. */
export const gpToldBefore = sql<Date | null>`(
  with recursive replaced as (
    select first.supersedes_id as id from results first where first.id = results.id
    union all select earlier.supersedes_id from results earlier
      join replaced on earlier.id = replaced.id)
  select max(sent.posted_at) from replaced
    join result_letters told on told.result_id = replaced.id
      and told.recipient = 'gp' and told.state = 'posted'
    join letter_batches sent on sent.id = told.batch_id)`.mapWith(results.recordedAt)

export async function findGpToldBefore(q: Queryable, resultId: number): Promise<Date | null> {
  const [row] = await q.select({ at: gpToldBefore }).from(results).where(eq(results.id, resultId))
  return row?.at ?? null
}

/** The last address entered for a surgery that a consent names so; of one member's with `memberId`. */
export async function findKnownSurgery(
  q: Queryable,
  { surgeryIndex, memberId }: { surgeryIndex: Buffer; memberId?: number },
) {
  const [row] = await q
    .select({ resultId: resultLetters.resultId, surgery: sql<Buffer>`${resultLetters.surgery}` })
    .from(resultLetters)
    .where(
      and(
        eq(resultLetters.surgeryIndex, surgeryIndex),
        isNotNull(resultLetters.surgery),
        memberId === undefined ? undefined : eq(resultLetters.memberId, memberId),
      ),
    )
    .orderBy(desc(resultLetters.id))
    .limit(1)
  return row ?? null
}
