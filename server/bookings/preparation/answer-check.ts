import type { PreparationAnswers } from '../../../domain/preparation-check.ts'
import type { Deps } from '../../deps.ts'
import { insertAudit } from '../../platform/audit/audit.queries.ts'
import { Refused } from '../../platform/http/refused.ts'
import { cancelAppointment } from '../cancel-appointment.ts'
import { moveToEvent } from '../move-to-event.ts'
import { insertAnswers, markAnswered, markMoved } from './preparation.queries.ts'
import { type OpenedLink, openLink, readPreparation } from './preparation-link.ts'
import { sealAnswers } from './sealed-answers.ts'

type AnswerDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys'>

/** Saves the answers, sealed, once; a repeat changes nothing. Nothing after the link has ended. */
export async function answerCheck(
  { database, now: clock, fieldKeys }: AnswerDeps,
  { link, state }: OpenedLink,
  answers: PreparationAnswers,
): Promise<void> {
  if (state !== 'open') return
  const { keyHash, appointmentId, memberId, startsAt } = link
  const at = clock()
  await database.transaction(async (tx) => {
    if (!(await markAnswered(tx, { keyHash, at }))) return
    const sealed = sealAnswers(fieldKeys, { appointmentId, startsAt }, answers)
    await insertAnswers(tx, { appointmentId, memberId, startsAt, sealed, answeredAt: at })
    await insertAudit(
      tx,
      { memberId, subject: `appointment ${appointmentId}`, at },
      'preparation answered',
    )
  })
}

type Time = { event_id: number; date: string; time: string }

/**
 * Moves the appointment to one of the times that the link offers, free of charge inside 48 hours
 * too, which ends the link; a repeat changes nothing. Throws Refused slot_taken, or as moveToEvent.
 */
export async function moveByCheck(
  deps: AnswerDeps & Pick<Deps, 'jobs' | 'cache' | 'settings' | 'site'>,
  key: string,
  { event_id: eventId, date, time }: Time,
): Promise<void> {
  const opened = await openLink(deps, key)
  if (opened.state === 'moved') return
  const { later } = await readPreparation(deps, opened)
  const isOffered = later.some(
    (one) => one.event_id === eventId && one.date === date && one.times.includes(time),
  )
  if (!isOffered) throw new Refused('slot_taken', { slots: {} })
  const { keyHash, appointmentId } = opened.link
  await moveToEvent(deps, {
    appointmentId,
    eventId,
    date,
    time,
    forStaff: false,
    actorUserId: null,
    reason: 'check before the appointment',
    also: async (tx, { now }) => {
      if (!(await markMoved(tx, { keyHash, at: now }))) throw new Refused('changed_meanwhile')
    },
  })
}

/**
 * Cancels the appointment after a yes, with everything that was paid by card refunded; nothing after the
 * link has ended. Throws Refused as cancelAppointment.
 */
export async function cancelByCheck(
  deps: AnswerDeps & Pick<Deps, 'jobs' | 'cache' | 'settings' | 'site'>,
  { link, member, state }: OpenedLink,
): Promise<void> {
  if (state !== 'later') return
  await cancelAppointment(deps, {
    whose: { member },
    appointmentId: link.appointmentId,
    onBehalf: {
      userId: member.userId,
      reason: 'check before the appointment',
      refund: 'full',
      mayExceed: true,
    },
  })
}
