import { chargePence } from '../../../domain/events.ts'
import { type Money, moneyWarning, toAskPence } from '../../../domain/money-of.ts'
import { attendanceOf } from '../../../domain/office/attendance.ts'
import { actionsOf } from '../../../domain/office/day-presses.ts'
import type { Day, DayPerson, DayPress } from '../../../domain/office/day-schemas.ts'
import { isLeadOf } from '../../../domain/office/days.ts'
import type { PersonState } from '../../../domain/office/person-state.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import { listTakingsAt } from '../../checkout/payments/venue-payments.queries.ts'
import type { Deps } from '../../deps.ts'
import { findEventDetails } from '../../events/events.queries.ts'
import { hallAddress } from '../../events/hall-address.ts'
import type { EventRecord } from '../../events/office.queries.ts'
import { listPersonStates } from '../../facts/person-state.queries.ts'
import { openSupportNote } from '../../members/support-note.ts'
import { listMoneyOf } from '../../money/refunds/money-records.queries.ts'
import type { Staff } from '../../staff/guard.ts'
import { findClosing } from './attendance.queries.ts'
import {
  listCancelledReferences,
  listDayPeople,
  listDayStaff,
  listPlacesOfDay,
  listProblems,
} from './day.queries.ts'
import { listDayPresses } from './presses.queries.ts'
import { nameOf, openRegistration } from './sealed-registration.ts'
import { findTubeRule, wantsSlips } from './tubes.queries.ts'

/** Everything that a tablet at the door needs, and nothing more (rules §9.4). */
export async function readDay(
  { database: { db: q }, fieldKeys }: Pick<Deps, 'database' | 'fieldKeys'>,
  { event, staff, now }: { event: EventRecord; staff: Staff; now: Date },
): Promise<Day> {
  const { id: eventId } = event
  const [
    people,
    actions,
    problems,
    closedAt,
    details,
    places,
    cancelled,
    rule,
    venuePayments,
    hasSlips,
    colleagues,
  ] = await Promise.all([
    listDayPeople(q, eventId),
    listDayPresses(q, eventId),
    listProblems(q, eventId),
    findClosing(q, eventId),
    findEventDetails(q, eventId),
    listPlacesOfDay(q, { eventId, now }),
    listCancelledReferences(q, eventId),
    findTubeRule(q, eventId),
    listTakingsAt(q, eventId),
    wantsSlips(q, eventId),
    listDayStaff(q, eventId),
  ])
  const money = await listMoneyOf(
    q,
    people.map(({ id }) => id),
  )
  if (!details) throw new Error(`event ${eventId} is not there`)
  const memberIds = people.map(({ memberId }) => memberId)
  const persons = await listPersonStates(q, { memberIds, now })
  return {
    event: {
      id: event.id,
      name: event.name,
      date: ukDate(event.startsAt),
      start: ukTime(event.startsAt),
      end: ukTime(event.endsAt),
      session_minutes: event.sessionMinutes,
      address: hallAddress(event),
      price_pence: chargePence(details),
      requires_nhs_number: details.requires_nhs_number,
      tubes: {
        own_labels_only: rule.ownLabelsOnly,
        patterns: rule.patterns,
        ...(hasSlips && { on_slips: true }),
      },
    },
    staff: colleagues,
    is_lead: isLeadOf(staff, eventId),
    places: places.flatMap(({ startsAt, free, keptBack }) =>
      free + keptBack > 0 ? [{ time: ukTime(startsAt), free, kept_back: keptBack }] : [],
    ),
    server_time: now.toISOString(),
    closed_at: closedAt?.toISOString() ?? null,
    cancelled_references: cancelled,
    people: people.map((person) => ({
      appointment_id: person.id,
      walk_in: person.walkIn,
      reference: person.reference,
      first_name: person.firstName,
      last_name: person.lastName,
      ...(person.latinFirstName && { latin_first_name: person.latinFirstName }),
      ...(person.latinLastName && { latin_last_name: person.latinLastName }),
      date_of_birth: person.dateOfBirth,
      time: ukTime(person.startsAt),
      is_booked: person.status === 'booked',
      ...toMoney(money.get(person.id)),
      ...toVenuePayments(venuePayments.filter(({ appointmentId }) => appointmentId === person.id)),
      state: person.state ?? 'expected',
      since: person.since?.toISOString() ?? null,
      by: person.by,
      arrived_at: person.arrivedAt?.toISOString() ?? null,
      action_id: person.actionId,
      ...tubesAndPresses(actions.get(person.id) ?? []),
      support_needs: person.supportNeeds,
      support_note: openSupportNote(fieldKeys, person),
      is_consent_withdrawn: person.isConsentWithdrawn,
      ...toFlags(persons.get(person.memberId)),
    })),
    problems: problems.flatMap(
      ({
        at,
        status,
        code,
        also,
        kept,
        appointmentId,
        walkIn,
        reviewedBy,
        reviewedAt,
        ...problem
      }) =>
        status === 'applied' || code === null
          ? []
          : [
              {
                ...problem,
                status,
                code,
                also: also ?? [],
                appointment_id: appointmentId,
                walk_in: walkIn,
                name: kept && nameOf(openRegistration(fieldKeys, { id: problem.id, sealed: kept })),
                at: at.toISOString(),
                reviewed:
                  reviewedBy && reviewedAt
                    ? { by: reviewedBy, at: reviewedAt.toISOString() }
                    : null,
              },
            ],
    ),
  }
}

function toMoney(money: Money | undefined): Pick<DayPerson, 'to_pay_pence' | 'money_warning'> {
  if (!money) throw new Error('an appointment of the day has no money records')
  const warning = moneyWarning(money)
  return { to_pay_pence: toAskPence(money), ...(warning && { money_warning: warning }) }
}

function toVenuePayments(
  venuePayments: Awaited<ReturnType<typeof listTakingsAt>>,
): Pick<DayPerson, 'takings'> {
  if (venuePayments.length === 0) return {}
  return {
    takings: venuePayments.map(({ id, pence, how, at, by, isFromDoor, ...undone }) => ({
      id,
      pence,
      how,
      at: at.toISOString(),
      by,
      is_from_door: isFromDoor,
      undone: undone.undoneAt && { by: undone.undoneBy, at: undone.undoneAt.toISOString() },
    })),
  }
}

function tubesAndPresses(actions: DayPress[]): Pick<DayPerson, 'tubes' | 'presses'> {
  return { tubes: attendanceOf(actionsOf(actions)).tubes, presses: actions }
}

/** What a row at the door says of the record; nothing of the usual one. */
function toFlags(person: PersonState | undefined): Partial<Day['people'][number]> {
  return {
    ...(person?.died_at && { has_died: true }),
    ...(person?.is_merged && { is_merged: true }),
    ...(person?.is_erased && { is_erased: true }),
    ...(person?.wants_contact === 'none' && { wants_no_contact: true }),
    ...(person?.is_capacity_doubted && { is_capacity_doubted: true }),
  }
}
