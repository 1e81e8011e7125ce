import { duePence, unpaidPence } from '../../../domain/how-to-pay.ts'
import { waysToTell } from '../../../domain/office/result-letters.ts'
import { provenMobile } from '../../../domain/proven-mobile.ts'
import { latestRemindable, reminderAt } from '../../../domain/reminders.ts'
import { toAppointment } from '../../bookings/appointment.ts'
import { findAppointment } from '../../bookings/appointments.queries.ts'
import { lockBookedStart } from '../../bookings/change-appointment.queries.ts'
import type { Deps } from '../../deps.ts'
import { isConsentWithdrawn } from '../../facts/latest-consent.queries.ts'
import { openResult, type SealedResult } from '../../facts/sealed-result.ts'
import { findMember } from '../../members/members.queries.ts'
import { hasDied, mayTellMember } from '../../members/reach.queries.ts'
import { appointmentReminder } from '../../messages/mails/appointment-reminder.ts'
import { findMailText } from '../../messages/mails/mail-texts.queries.ts'
import { type ResultNews, resultReady } from '../../messages/mails/result-ready.ts'
import { resultNewsBySms } from '../../messages/sms/result-news.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { forEachSafely, type OnError } from '../../platform/for-each-safely.ts'
import { addGpLetter } from '../../results/result-letters/add-gp-letter.ts'
import { insertLetter } from '../../results/result-letters/letters.queries.ts'
import { bannersInMails } from '../../site/banners.queries.ts'
import {
  findEmailTemplate,
  findNotices,
  insertNotice,
  listBookedBetween,
  listUnannouncedResults,
  markAnnounced,
  type Notice,
} from './notices.queries.ts'

export type NoticeDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'fieldKeys' | 'cache' | 'site'
> & {
  settings: Pick<Deps['settings'], 'publicUrl' | 'sendsSms'>
}

/** Sends each notice once. Failures go to `onError` and are retried in the next run. */
export async function sendNotices(deps: NoticeDeps, onError: OnError): Promise<void> {
  const now = deps.now()
  await forEachSafely(await appointmentsToRemindOf(deps, now), onError, (due) =>
    remind(deps, { ...due, now }),
  )
  const released = await listUnannouncedResults(deps.database.db, now)
  await forEachSafely(released, onError, (result) => announceResult(deps, result, now))
}

type Due = Notice & { appointmentId: number; startsAt: Date }

async function appointmentsToRemindOf(deps: NoticeDeps, now: Date): Promise<Due[]> {
  const { db } = deps.database
  const limits = await deps.site.limits(db)
  const until = latestRemindable(now, limits)
  const due = (await listBookedBetween(db, { now, until })).flatMap((appointment): Due[] => {
    const kind = reminderAt(appointment, now, limits)
    if (!kind) return []
    const { id, memberId, startsAt } = appointment
    // A moved appointment gets a new cause.
    const cause = `appointment ${id} at ${startsAt.toISOString()}`
    return [{ memberId, kind, cause, appointmentId: id, startsAt }]
  })
  const kinds = [...new Set(due.map(({ kind }) => kind))]
  const sent = await findNotices(db, { kinds, causes: due.map(({ cause }) => cause) })
  const isSent = new Set(sent.map(({ kind, cause }) => `${kind} ${cause}`))
  return due.filter(({ kind, cause }) => !isSent.has(`${kind} ${cause}`))
}

async function remind(deps: NoticeDeps, due: Due & { now: Date }): Promise<void> {
  const { appointmentId: id, memberId, kind, cause, startsAt, now } = due
  await commit(deps, async (tx) => {
    // Waits for a concurrent move or cancellation.
    const start = await lockBookedStart(tx, { id, memberId })
    if (start?.getTime() !== startsAt.getTime()) return
    const booked = await findAppointment(tx, { id, memberId })
    const member = await findMember(tx, memberId)
    if (!booked || !member) return
    if (!(await mayTellMember(tx, memberId, 'appointment'))) return
    // The office handles this case.
    if (await isConsentWithdrawn(tx, { memberId, eventId: booked.event.event_id })) return
    if (!(await insertNotice(tx, { memberId, kind, cause, at: now }))) return
    const template = await findEmailTemplate(tx, booked.event.product_id)
    const ownText = await findMailText(tx, 'reminder')
    const { publicUrl } = deps.settings
    const appointment = toAppointment(booked, member.email)
    const money = { duePence: duePence(appointment), unpaidPence: unpaidPence(appointment) }
    const banners = await bannersInMails(tx, { eventId: booked.event.event_id, now })
    const about = { member, booked, banners, template, ownText, ...money, now, publicUrl }
    const mail = appointmentReminder(about)
    await deps.jobs.enqueue(tx, 'mail', mail)
  })
}

type UnannouncedResult = Awaited<ReturnType<typeof listUnannouncedResults>>[number]

async function announceResult(
  deps: NoticeDeps,
  result: UnannouncedResult,
  now: Date,
): Promise<void> {
  const { id, newerId, member } = result
  // What replaces it is announced instead.
  if (newerId !== null) return markAnnounced(deps.database.db, id)
  // No person sees the result.
  const opened = openResult(deps.fieldKeys, result)
  await commit(deps, async (tx) => {
    if (await mayTellMember(tx, member.id, 'result')) {
      await markAnnounced(tx, id)
      const notice = { memberId: member.id, kind: 'result ready', cause: `result ${id}` } as const
      if (!(await insertNotice(tx, { ...notice, at: now }))) return
      await tellMember(tx, deps, { result, news: newsOf(result, opened), now })
    }
    // A member who wants no messages has not withdrawn what was agreed about the GP.
    if (await hasDied(tx, member.id)) return
    await addGpLetter(tx, deps, { resultId: id, memberId: member.id, opened, at: now })
  })
}

/** By each way that the member has or chose, without a word of the result. */
async function tellMember(
  tx: Tx,
  deps: NoticeDeps,
  { result, news, now }: { result: UnannouncedResult; news: ResultNews; now: Date },
): Promise<void> {
  const { id, member } = result
  const { publicUrl, sendsSms } = deps.settings
  const mobile = sendsSms ? provenMobile(member) : null
  const hasAccount = member.userId !== null
  const { contactBy, email } = member
  const ways = waysToTell({
    contactBy,
    hasAccount,
    hasEmail: email !== null,
    hasMobile: mobile !== null,
  })
  const about = { news, byLetter: !hasAccount, publicUrl } as const
  if (ways.mail) await deps.jobs.enqueue(tx, 'mail', resultReady({ ...about, member }))
  if (ways.sms && mobile !== null)
    await deps.jobs.enqueue(tx, 'sms', resultNewsBySms({ ...about, phone: mobile, resultId: id }))
  if (ways.letter)
    await insertLetter(tx, {
      resultId: id,
      memberId: member.id,
      recipient: 'member',
      waitingSince: now,
    })
}

function newsOf(
  { wasToldEarlier, replacesTakenBack }: UnannouncedResult,
  { taken_back, test_result }: SealedResult,
): ResultNews {
  if (taken_back) return 'taken back'
  if (wasToldEarlier) return replacesTakenBack ? 'put right' : 'replaced'
  return test_result?.trim() ? 'ready' : 'news'
}
