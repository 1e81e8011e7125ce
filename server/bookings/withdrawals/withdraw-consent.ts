import {
  WITHDRAWAL_VERSION,
  WITHDRAWAL_WORDS,
  type WithdrawalChannel,
  withdrawalOutcome,
} from '../../../domain/consent-withdrawal.ts'
import type { Deps } from '../../deps.ts'
import {
  findLatestConsent,
  insertWithdrawal,
  type LatestConsent,
} from '../../facts/latest-consent.queries.ts'
import type { Member } from '../../members/members.queries.ts'
import { lockProfile } from '../../members/office-record.queries.ts'
import {
  consentWithdrawn,
  consentWithdrawnToOffice,
} from '../../messages/mails/consent-withdrawn.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { commit } from '../../platform/commit.ts'
import type { Queryable, Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { openLoop } from '../../tasks/change-loops.ts'
import { isSampleUnderWay } from '../../tasks/loops.queries.ts'
import { cancelAppointment } from '../cancel-appointment.ts'
import { type BookedTest, findBookedTest, saveConsentText } from '../consent/consent.queries.ts'

type WithdrawDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'site'>
type Outcome = ReturnType<typeof withdrawalOutcome>
/** `takenBy` is null, and the channel the website, when the member withdrew it themselves. */
type WithdrawnBy = {
  actorUserId: string
  channel: 'website' | WithdrawalChannel
  takenBy: string | null
}
type Withdrawing = {
  member: Member
  eventId: number
  by: WithdrawnBy
  /** More writes of the same transaction. */
  also?: (tx: Tx) => Promise<void>
  saveResponse?: (q: Queryable, outcome: Outcome) => Promise<unknown>
}

/**
 * What became of the appointment; the one act of the member's own page and of staff. With a sample
 * under way a clinician is asked what becomes of it. A repeat writes nothing. Throws Refused not_found.
 */
export async function withdrawConsent(
  deps: WithdrawDeps,
  withdrawing: Withdrawing,
): Promise<Outcome> {
  const { member, eventId } = withdrawing
  const { db } = deps.database
  const ids = { memberId: member.id, eventId }
  const consent = await findLatestConsent(db, ids)
  if (!consent) throw new Refused('not_found')
  const booked = consent.withdrawnAt ? null : await findBookedTest(db, ids)
  const outcome = withdrawalOutcome(booked, deps.now())
  if (booked && outcome === 'cancelled') {
    if (await cancelWith(deps, { ...withdrawing, consent, booked })) return outcome
  } else {
    const done = await withdrawAlone(deps, withdrawing)
    if (done) return done
  }
  return withdrawConsent(deps, withdrawing)
}

/** False when the appointment can no longer be cancelled. */
async function cancelWith(
  deps: WithdrawDeps,
  { consent, booked, ...withdrawing }: Withdrawing & { consent: LatestConsent; booked: BookedTest },
): Promise<boolean> {
  const { member, saveResponse, also } = withdrawing
  try {
    await cancelAppointment(deps, {
      whose: { member },
      appointmentId: booked.id,
      also: async (tx) => {
        await lockProfile(tx, member.id)
        await recordWithdrawal(tx, deps, { ...withdrawing, consent, booked, outcome: 'cancelled' })
        await also?.(tx)
        await saveResponse?.(tx, 'cancelled')
      },
    })
    return true
  } catch (error) {
    if (error instanceof Refused && STAYS.includes(error.reason)) return false
    throw error
  }
}

const STAYS: readonly string[] = ['not_booked', 'too_late_to_cancel', 'already_arrived']

/** Null when the appointment must be cancelled after all. */
async function withdrawAlone(
  deps: WithdrawDeps,
  withdrawing: Withdrawing,
): Promise<Outcome | null> {
  const { member, eventId, saveResponse, also } = withdrawing
  const ids = { memberId: member.id, eventId }
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    // A booking share-locks this row until it commits.
    await lockProfile(tx, member.id)
    const consent = await findLatestConsent(tx, ids)
    if (!consent) throw new Refused('not_found')
    const booked = await findBookedTest(tx, ids)
    const outcome = withdrawalOutcome(booked, deps.now())
    if (!consent.withdrawnAt) {
      if (outcome === 'cancelled') return null
      await recordWithdrawal(tx, deps, { ...withdrawing, consent, booked, outcome })
    }
    const answer = outcome === 'cancelled' ? 'nothing' : outcome
    await also?.(tx)
    await saveResponse?.(tx, answer)
    return answer
  })
}

type Writing = Withdrawing & {
  consent: LatestConsent
  booked: BookedTest | null
  outcome: Outcome
}

async function recordWithdrawal(
  tx: Queryable,
  deps: WithdrawDeps,
  { member, eventId, by, consent, booked, outcome }: Writing,
): Promise<void> {
  const now = deps.now()
  const version = WITHDRAWAL_VERSION
  await saveConsentText(tx, { version, words: WITHDRAWAL_WORDS, now })
  const ids = { memberId: member.id, eventId }
  await insertWithdrawal(tx, {
    ...ids,
    consentId: consent.id,
    wordsVersion: version,
    channel: by.channel,
    takenBy: by.takenBy,
    withdrawnAt: now,
  })
  await insertAudit(
    tx,
    { by: by.actorUserId, memberId: member.id, subject: `consent ${consent.id}`, at: now },
    'consent withdrawn',
    {
      eventId,
      appointment: outcome,
      ...(by.takenBy !== null && { channel: by.channel, takenBy: by.takenBy }),
    },
  )
  if (booked && (await isSampleUnderWay(tx, { appointmentId: booked.id, now })))
    await openLoop(tx, {
      kind: 'consent_withdrawn',
      memberId: member.id,
      appointmentId: booked.id,
      openedAt: now,
    })
  const { publicUrl, officeEmail: office } = deps.settings
  const about = { member, consent, booked, outcome, withdrawnAt: now }
  await deps.jobs.enqueue(tx, 'mail', consentWithdrawn({ ...about, publicUrl }))
  if (booked && outcome === 'office told')
    await deps.jobs.enqueue(tx, 'mail', consentWithdrawnToOffice({ ...about, booked, office, now }))
}
