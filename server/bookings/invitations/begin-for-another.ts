import {
  BEGIN_CONFIRM_HOURS,
  BEGUN_DAYS,
  type BeginError,
  type BeginForm,
  type BeginStep,
  beginErrors,
  MOST_BEGUN_BY_ONE,
  mayBeginFor,
  mostBegunOf,
} from '../../../domain/begin-for-another.ts'
import type { EventDetails } from '../../../domain/contract.ts'
import { HOUR_MS } from '../../../domain/durations.ts'
import { isAmong } from '../../../domain/office/invitations.ts'
import { ukMobile } from '../../../domain/office/sms.ts'
import { findSlot } from '../../../domain/slots.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { freeTimes } from '../../events/free-places.queries.ts'
import { mustLockEvent } from '../../events/locked-event.ts'
import { beginRequested } from '../../messages/mails/begin-requested.ts'
import { commit } from '../../platform/commit.ts'
import type { Tx } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { consume, consumeOrThrow, returnAttempt } from '../../platform/rate-limits/rate-limits.ts'
import { type Begun, makeBeginToken, openBeginToken } from './begin-token.ts'
import { holdForPerson } from './hold-for-person.ts'
import {
  isSealUsed,
  listBegunPlaces,
  listBookedContacts,
  listNotContacted,
} from './invitations.queries.ts'
import { openInvited } from './sealed-invitation.ts'

type BeginDeps = Pick<Deps, 'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys'>
type Taken = Extract<BeginStep, 'done' | 'taken' | 'link-over'>

const TIME_TAKEN: BeginError = {
  field: 'time',
  message: 'This time has just been taken. Choose a different one',
}

/**
 * Mails whoever asks a link that proves their address; nothing is stored or held. Returns the fields in error, none when
 * it was sent. An address that had its mails of the day gets the same answer. Throws Refused
 * not_found, booking_closed or too_many_requests.
 */
export async function requestBegin(
  deps: BeginDeps,
  { eventId, form, address }: { eventId: number; form: BeginForm; address: string },
): Promise<BeginError[]> {
  const { settings } = deps
  const now = deps.now()
  return commit(deps, async (tx) => {
    const event = await findEventDetails(tx, eventId)
    if (!event) throw new Refused('not_found')
    if (!mayBeginFor(event, now)) throw new Refused('booking_closed')
    const errors = beginErrors(form, settings)
    if (errors.length > 0) return errors
    const startsAt = findSlot(event, form.time)?.startsAt
    const free = await freeTimes(tx, { eventId, memberId: null, now })
    if (!startsAt || !free.some((one) => one.getTime() === startsAt.getTime())) return [TIME_TAKEN]
    await consumeOrThrow(tx, deps, 'places begun from an address', address)
    const mayMail = await consume(tx, deps, 'mails about a begun place to', form.email)
    if (mayMail === null) return []
    const token = makeBeginToken(deps, toRequest(eventId, form, now))
    const link = `${settings.publicUrl}/begin-for-another/confirm?token=${token}`
    await deps.jobs.enqueue(
      tx,
      'mail',
      beginRequested({ to: form.email, event, startsAt, confirm: link }),
    )
    return []
  })
}

function toRequest(eventId: number, form: BeginForm, askedAt: Date): Begun {
  const email = form['his-email']
  return {
    eventId,
    time: form.time,
    asker: { name: `${form['first-name']} ${form['last-name']}`, email: form.email },
    person: {
      name: `${form['his-first-name']} ${form['his-last-name']}`,
      email: email === '' ? null : email,
      mobile: ukMobile(form['his-mobile']),
    },
    askedAt,
  }
}

/**
 * Holds the place and sends the person their link. 'taken' is about the event and whoever asks. 'done' tells
 * nothing about the person: they get a link, unless they have an appointment at the event, asked for no
 * contact, or had such a message today. Pressed twice, the second time changes nothing.
 */
export async function confirmBegin(deps: BeginDeps, token: string): Promise<Taken> {
  const request = openBeginToken(deps, token)
  const now = deps.now()
  if (!request || now.getTime() >= request.askedAt.getTime() + BEGIN_CONFIRM_HOURS * HOUR_MS)
    return 'link-over'
  const { eventId, asker, person } = request
  return commit({ ...deps, eventIds: [eventId] }, async (tx) => {
    // One at a time for the event, then for each address, in this order.
    await mustLockEvent(tx, eventId)
    if (await isSealUsed(tx, request.sealId)) return 'done'
    const event = await findEventDetails(tx, eventId)
    const startsAt = event && findSlot(event, request.time)?.startsAt
    if (!event || !startsAt || !mayBeginFor(event, now)) return 'taken'
    if ((await consume(tx, deps, 'places begun by', asker.email)) === null) return 'taken'
    const begun = (await listBegunPlaces(tx, now)).map((row) => ({
      eventId: row.eventId,
      ...openInvited(deps.fieldKeys, row),
    }))
    if (isTooMany(begun, { event, email: asker.email })) return 'taken'
    if (isAmong(person, begun)) return 'done'
    const counted = await countMessage(tx, deps, person)
    if (counted === null) return 'done'
    const isHeld = await holdForPerson(tx, deps, {
      event,
      startsAt,
      days: BEGUN_DAYS,
      person: { ...person, begun_by: asker },
      host: null,
      sealId: request.sealId,
      staff: null,
      // The place is held all the same, or the free times would tell that they have an appointment.
      isTold: !(await isNotToBeTold(tx, eventId, person)),
    })
    if (!isHeld) for (const [rule, subject] of counted) await returnAttempt(tx, deps, rule, subject)
    return isHeld ? 'done' : 'taken'
  })
}

/** Whether the event or the address has its share of places held in this way. */
function isTooMany(
  begun: readonly { eventId: number; begun_by?: Begun['asker'] | undefined }[],
  { event, email }: { event: EventDetails; email: string },
): boolean {
  const atEvent = begun.filter(({ eventId }) => eventId === event.event_id)
  const own = begun.filter(({ begun_by: by }) => by?.email === email)
  return (
    atEvent.length >= mostBegunOf(event.total_spaces) ||
    own.length >= MOST_BEGUN_BY_ONE ||
    own.some(({ eventId }) => eventId === event.event_id)
  )
}

/** What was counted, to be returned if nothing is sent; null when the person had their message of the day. */
async function countMessage(tx: Tx, deps: BeginDeps, { email, mobile }: Begun['person']) {
  const attempts = [
    ...(email === null ? [] : [['places begun for', email] as const]),
    ...(mobile === null ? [] : [['places begun for a number', mobile] as const]),
  ]
  const counted: (typeof attempts)[number][] = []
  for (const attempt of attempts) {
    const [rule, subject] = attempt
    if ((await consume(tx, deps, rule, subject)) === null) {
      for (const [earlier, of] of counted) await returnAttempt(tx, deps, earlier, of)
      return null
    }
    counted.push(attempt)
  }
  return counted
}

async function isNotToBeTold(tx: Tx, eventId: number, person: Begun['person']): Promise<boolean> {
  if (isAmong(person, await listBookedContacts(tx, eventId))) return true
  const notContacted = person.email === null ? [] : await listNotContacted(tx, [person.email])
  return notContacted.length > 0
}
