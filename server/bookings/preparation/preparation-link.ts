import { isConsentValid } from '../../../domain/consent.ts'
import type { CharityEvent } from '../../../domain/contract.ts'
import { chargePence, eventAddress, eventEnd } from '../../../domain/events.ts'
import { nearestEvents } from '../../../domain/nearest-events.ts'
import { testableFrom } from '../../../domain/preparation-check.ts'
import type { Preparation } from '../../../domain/preparation-schemas.ts'
import { ukDate, ukTime } from '../../../domain/uk-time.ts'
import type { Deps } from '../../deps.ts'
import { findEvent, listEvents } from '../../events/events.queries.ts'
import { pointOf } from '../../events/find-nearby.ts'
import { freeTimes } from '../../events/free-places.queries.ts'
import { findMember, type Member } from '../../members/members.queries.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { Refused } from '../../platform/http/refused.ts'
import { hashOfLinkKey } from '../../platform/keys/link-key.ts'
import { type BookedAppointment, findAppointment } from '../appointments.queries.ts'
import { findConsentOfAppointment } from '../consent/consent.queries.ts'
import { findAnswers, findPreparationLink, type PreparationLink } from './preparation.queries.ts'
import { openAnswers } from './sealed-answers.ts'

type LinkDeps = Pick<Deps, 'database' | 'now' | 'fieldKeys'>
export type OpenedLink = {
  link: PreparationLink
  member: Member
  booked: BookedAppointment
  state: Preparation['state']
  /** From when a test is worth while, after a yes; otherwise null. */
  from: Date | null
}

/** Throws Refused not_found for an unknown key. */
export async function openLink(deps: LinkDeps, key: string): Promise<OpenedLink> {
  const { db } = deps.database
  const link = await findPreparationLink(db, hashOfLinkKey(key))
  const member = link && (await findMember(db, link.memberId))
  const booked =
    link && (await findAppointment(db, { id: link.appointmentId, memberId: link.memberId }))
  if (!link || !member || !booked) throw new Refused('not_found')
  const { startsAt, answeredAt, movedAt } = link
  const opened = { link, member, booked, from: null }
  if (movedAt) return { ...opened, state: booked.status === 'booked' ? 'moved' : 'over' }
  if (answeredAt && booked.status === 'cancelled') return { ...opened, state: 'cancelled' }
  const isSame = booked.status === 'booked' && booked.startsAt.getTime() === startsAt.getTime()
  if (!isSame || link.expiresAt <= deps.now()) return { ...opened, state: 'over' }
  if (!answeredAt) return { ...opened, state: 'open' }
  const row = await findAnswers(db, link)
  const answers = row && openAnswers(deps.fieldKeys, row)
  const from = answers && testableFrom(answers, { startsAt, now: answeredAt })
  return { ...opened, state: from ? 'later' : 'prepared', from }
}

/** What the link's page shows. */
export async function readPreparation(
  { database, now: clock }: LinkDeps,
  opened: OpenedLink,
): Promise<Preparation> {
  const { member, booked, state, from } = opened
  const { event, startsAt } = booked
  return {
    state,
    first_name: member.firstName,
    event_name: event.event_name,
    place: eventAddress(event),
    date: ukDate(startsAt),
    time: ukTime(startsAt),
    later: from ? await listLater(database.db, { member, booked, from, now: clock() }) : [],
  }
}

type Later = Preparation['later'][number]
type Params = { member: Member; booked: BookedAppointment; from: Date; now: Date }

/** Of the same event, and of the nearest others that cost no more while the consent is valid. */
async function listLater(q: Queryable, params: Params): Promise<Later[]> {
  const { booked, from, now } = params
  const own = await findEvent(q, booked.event.event_id)
  const consent = await findConsentOfAppointment(q, booked.id)
  const mayLeave = consent !== null && isConsentValid(consent, now)
  const others = (mayLeave ? await listEvents(q, { now }) : []).filter(
    (event) => eventEnd(event) > from && mayMoveTo(event, params),
  )
  const near = nearestEvents(others, {
    from: pointOf(booked.event),
    now,
    besides: booked.event.event_id,
    pointOf,
  })
  const events = [...(own ? [own] : []), ...near]
  const later: Later[] = []
  for (const event of events) {
    const free = await freeTimes(q, { eventId: event.event_id, memberId: params.member.id, now })
    const times = free.filter((time) => time >= from)
    for (const date of new Set(times.map(ukDate)))
      later.push({
        event_id: event.event_id,
        event_name: event.event_name,
        place: eventAddress(event),
        date,
        times: times.filter((time) => ukDate(time) === date).map(ukTime),
      })
  }
  return later
}

const TAKEN: readonly string[] = ['paid by card', 'paid at the venue']

function mayMoveTo(event: CharityEvent, { member, booked }: Params): boolean {
  const isForThem = ['COMMUNITY', booked.event.exclusive_for].includes(event.exclusive_for)
  const pence = chargePence(event)
  // Of money that was taken a part would have to be paid back.
  const mayCostLess = !TAKEN.includes(booked.paymentStatus) && pence < booked.pricePence
  const costsNoMore =
    booked.paymentStatus === 'waived' || pence === booked.pricePence || mayCostLess
  const hasNumber = !event.requires_nhs_number || member.nhsConfirmedAt !== null
  return isForThem && costsNoMore && hasNumber
}
