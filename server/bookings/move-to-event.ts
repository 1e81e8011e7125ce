import { whyNotChange } from '../../domain/arrived.ts'
import { isConsentValid } from '../../domain/consent.ts'
import type { Appointment } from '../../domain/contract.ts'
import { chargePence } from '../../domain/events.ts'
import { statusToPay } from '../../domain/how-to-pay.ts'
import type { Money } from '../../domain/money-of.ts'
import { differenceAt, dueAfterMove, movedMoneyInWords } from '../../domain/move-money.ts'
import { whyNotBookOnBehalf } from '../../domain/office/bookings.ts'
import { findSlot } from '../../domain/slots.ts'
import type { Deps } from '../deps.ts'
import { ARRIVED } from '../facts/arrivals.queries.ts'
import { endAbsence } from '../facts/moved-absences.queries.ts'
import type { Member } from '../members/members.queries.ts'
import { appointmentMoved } from '../messages/mails/appointment-moved.ts'
import { prepareNotice } from '../messages/sms/appointment-sms.ts'
import { lockMoney } from '../money/refunds/money-records.queries.ts'
import { repayMoved } from '../money/refunds/repay-moved.ts'
import { insertAudit } from '../platform/audit/audit.queries.ts'
import { commit } from '../platform/commit.ts'
import { databaseFault, type Queryable, type Tx } from '../platform/db/database.ts'
import { Refused } from '../platform/http/refused.ts'
import { bannersInMails } from '../site/banners.queries.ts'
import { followMoney } from '../tasks/call-about-money.ts'
import { arrivedRefusal, toAppointment } from './appointment.ts'
import { type BookedAppointment, findAppointment } from './appointments.queries.ts'
import { bookingRefused, lostRace } from './book-appointment.ts'
import { type BookingContext, loadBookingContext } from './booking-context.queries.ts'
import { CHANGED, lockUnchanged, moveUpcoming } from './change-appointment.queries.ts'
import { carryConsentOver } from './consent/give-consent.ts'
import { findMemberOfAppointment, moveBookedToEvent } from './on-behalf.queries.ts'
import {
  claimPlace,
  claimPlaceForStaff,
  freePlace,
  lockMembersPlaces,
  releasePlaces,
} from './places.queries.ts'
import { offerPlaces } from './waiting-list/offer-places.ts'
import { closeWaitsOfBooked } from './waiting-list/waiting-list.queries.ts'

type MoveDeps = Pick<
  Deps,
  'database' | 'now' | 'jobs' | 'cache' | 'settings' | 'fieldKeys' | 'site'
>

type Target = { appointmentId: number; eventId: number; date: string; time: string }

type MoveRequest = Target & {
  /** Staff also get places that are kept back. */
  forStaff: boolean
  /** For the audit log. */
  actorUserId: string | null
  reason: string
  /** In pence: what the clerk has read is more to pay, negative for what goes back. */
  differencePence?: number | undefined
  /** Runs in the transaction of the move. */
  also: (tx: Tx, moved: { memberId: number; appointment: Appointment; now: Date }) => Promise<void>
}

/**
 * Moves an appointment until it starts, also to another event, to which the member's consent is
 * carried over; inside 48 hours too. Throws Refused not_found, not_booked, member_arrived
 * (already_arrived for the member), appointment_started, other_price (with `difference_pence`) while that is not agreed,
 * changed_meanwhile, or as bookOnBehalf does.
 */
export async function moveToEvent(deps: MoveDeps, request: MoveRequest): Promise<Appointment> {
  const plan = await planMove(deps.database.db, { ...request, now: deps.now() })
  return carryOutMove(deps, plan, request)
}

/** Moves the appointment as planned. Throws Refused as moveToEvent. */
export async function carryOutMove(
  deps: MoveDeps,
  { member, booked, context, slot, isOther, price, forStaff, now }: MovePlan,
  request: Omit<MoveRequest, keyof Target | 'forStaff'>,
): Promise<Appointment> {
  const { reason, also } = request
  const { db } = deps.database
  const { id } = booked
  const { id: memberId } = member
  const { event } = context
  const { event_id: eventId } = event
  const filter = { eventId, memberId, now }
  whyNotAt(price, { booked, agreed: request.differencePence })
  const before = booked.startsAt
  if (!isOther && before.getTime() === slot.startsAt.getTime())
    return toAppointment(booked, member.email)

  try {
    return await commit({ ...deps, eventIds: [eventId, booked.event.event_id] }, async (tx) => {
      const { startsAt, endsAt } = slot
      const { sequence, paymentStatus } = booked
      await lockUnchanged(tx, { id, memberId, sequence, paymentStatus })
      const money = await lockMoney(tx, { appointmentId: id, memberId })
      const differencePence = whyNotAt(price, {
        booked: { ...booked, money },
        agreed: request.differencePence,
      })
      const own = hasValidConsent(context, now) ? context.consent : null
      const consentId = isOther
        ? (own?.id ?? (await carryConsentOver(tx, deps, { appointmentId: id, event, now })))
        : null
      await freePlace(tx, id)
      const { pricePence } = price
      const status =
        differencePence > 0
          ? statusToPay(event)
          : coveredStatus(money, {
              status: price.paymentStatus,
              duePence: dueAfterMove(pricePence, {
                ...booked,
                paymentStatus: price.paymentStatus,
                money,
              }),
            })
      await moveBookedToEvent(tx, {
        id,
        startsAt,
        endsAt,
        now,
        ...(consentId !== null && { eventId, consentId, pricePence, paymentStatus: status }),
        ...(isOther && { hostSharePence: context.hostSharePence }),
      })
      await followMoney(tx, { appointmentId: id, now })
      await moveUpcoming(tx, { id, memberId, endsAt })
      await endAbsence(tx, { appointmentId: id, now })
      await lockMembersPlaces(tx, memberId)
      const claim = forStaff ? claimPlaceForStaff : claimPlace
      await claim(tx, { memberId, eventId, startsAt, appointmentId: id, now })
      if (isOther) await closeWaitsOfBooked(tx, filter)
      await releasePlaces(tx, memberId)
      await insertAudit(
        tx,
        { by: request.actorUserId, memberId, subject: `appointment ${id}`, at: now },
        'moved',
        {
          eventId,
          from: before.toISOString(),
          to: startsAt.toISOString(),
          ...(isOther && { fromEventId: booked.event.event_id }),
          ...(differencePence !== 0 && { differencePence }),
          reason,
        },
      )
      const changed = { sequence: sequence + 1, changedAt: now }
      const back =
        differencePence < 0
          ? await repayMoved(tx, {
              money,
              pricePence,
              memberId,
              actorUserId: request.actorUserId,
              now,
            })
          : []
      const aboutMoney = movedMoneyInWords(differencePence, back)
      const moved = {
        ...booked,
        ...price,
        paymentStatus: status,
        money: null,
        event,
        startsAt,
        endsAt,
        ...changed,
      }
      const beforeAt = isOther ? booked.event.event_name : null
      const { publicUrl } = deps.settings
      const mail = appointmentMoved({
        member,
        booked: moved,
        banners: await bannersInMails(tx, { eventId: event.event_id, now }),
        before,
        beforeAt,
        publicUrl,
        now,
        aboutMoney,
      })
      const addNotice = await prepareNotice(deps, mail, { kind: 'moved', member, booked: moved })
      await addNotice(tx)
      await offerPlaces(tx, deps, { eventId: booked.event.event_id, now })
      const after = await findAppointment(tx, { id, memberId })
      const appointment = toAppointment(after ?? moved, member.email)
      await also(tx, { memberId, appointment, now })
      return appointment
    })
  } catch (error) {
    const constraint = databaseFault(error)?.constraint
    if (constraint === CHANGED) throw new Refused('changed_meanwhile')
    if (constraint === ARRIVED) throw arrivedRefusal(forStaff)
    const lost = lostRace(error)
    throw lost ? await bookingRefused(db, lost, filter) : error
  }
}

/**
 * What the move would do now, with the money that becomes more to pay, negative for what goes back. Throws Refused as
 * moveToEvent, but for another price and a consent that cannot be carried over.
 */
export async function planMove(
  q: Queryable,
  request: Target & Pick<MoveRequest, 'forStaff'> & { now: Date },
) {
  const { appointmentId: id } = request
  const member = await findMemberOfAppointment(q, id)
  const booked = member && (await findAppointment(q, { id, memberId: member.id }))
  if (!booked) throw new Refused('not_found')
  return planMoveOf(q, { member, booked }, request)
}

/** planMove for an appointment that was read already. */
export async function planMoveOf(
  q: Queryable,
  { member, booked }: { member: Member; booked: BookedAppointment },
  request: Omit<Target, 'appointmentId'> & Pick<MoveRequest, 'forStaff'> & { now: Date },
) {
  const { eventId, date, time, forStaff, now } = request
  const { id: memberId } = member
  if (booked.status !== 'booked') throw new Refused('not_booked')
  const whyNot = whyNotChange(booked, now)
  if (whyNot === 'arrived') throw arrivedRefusal(forStaff)
  if (whyNot === 'started') throw new Refused('appointment_started')
  const context = await loadBookingContext(q, { memberId, eventId, time, now })
  if (!context) throw new Refused('not_found')
  const { event } = context
  const isOther = eventId !== booked.event.event_id
  const slot = findSlot(event, time, date)
  const refusal = whyNotBookOnBehalf(
    {
      event,
      slot,
      isByStaff: forStaff,
      bookedThisEvent: isOther && context.bookedThisEvent,
      hasUpcoming: false,
      paymentUnderWay: context.paymentUnderWay,
      erasureAsked: context.erasureAsked,
      nhsConfirmed: !isOther || member.nhsConfirmedAt !== null,
      // A consent that is not valid is refused when it is carried over.
      hasConsent: true,
    },
    now,
  )
  const filter = { eventId, memberId, now }
  if (refusal || !slot) throw await bookingRefused(q, refusal ?? 'slot_taken', filter)
  const price = isOther ? priceAt(event, booked) : booked
  const differencePence = differenceAt(price.pricePence, booked)
  return { member, booked, context, slot, isOther, price, differencePence, forStaff, now }
}

type MovePlan = Awaited<ReturnType<typeof planMoveOf>>

/** Price and payment status at another event. */
function priceAt(
  event: BookingContext['event'],
  { paymentStatus: status, pricePence: before }: BookedAppointment,
): Pick<BookedAppointment, 'pricePence' | 'paymentStatus'> {
  const pricePence = chargePence(event)
  if (status === 'paid by card' || status === 'paid at the venue')
    return { pricePence, paymentStatus: status }
  const wasFree = status === 'paid' && before === 0
  if (wasFree && event.payment_required === true && pricePence > 0)
    return { pricePence, paymentStatus: 'not paid' }
  return { pricePence, paymentStatus: status }
}

/**
 * In pence: what more is to pay at the other event, negative for what goes back, which must have been
 * agreed. Throws Refused other_price with `difference_pence`.
 */
function whyNotAt(
  { pricePence }: Pick<BookedAppointment, 'pricePence'>,
  { booked, agreed = 0 }: { booked: BookedAppointment; agreed?: number | undefined },
): number {
  const differencePence = differenceAt(pricePence, booked)
  if (differencePence !== agreed)
    throw new Refused('other_price', { difference_pence: differencePence })
  return differencePence
}

/** What was partly paid may be paid in full at a lower price. */
function coveredStatus(
  { heldPence, held }: Money,
  { status, duePence }: { status: BookedAppointment['paymentStatus']; duePence: number },
): BookedAppointment['paymentStatus'] {
  const isOwed = status === 'not paid' || status === 'paid'
  if (!isOwed || heldPence === 0 || duePence > 0) return status
  const isByCard = held.some(({ payment }) => payment.way === 'card')
  return isByCard ? 'paid by card' : 'paid at the venue'
}

export function hasValidConsent({ consent }: Pick<BookingContext, 'consent'>, now: Date): boolean {
  return consent !== null && isConsentValid(consent, now)
}
