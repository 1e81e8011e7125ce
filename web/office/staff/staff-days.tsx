import { useState } from 'react'
import type { EventRow } from '../../../domain/office/event-schemas.ts'
import { dayInWords } from '../../../domain/uk-time.ts'
import { Checkbox } from '../../ui/choices.tsx'
import styles from './staff.module.css'

type AssignedDays = { event_ids: number[]; lead_event_ids: number[] }

/** The coming events, with a tick for each that the person works at, and one for leading its day. */
export function StaffDays({
  events,
  assigned,
}: {
  events: readonly EventRow[]
  assigned: AssignedDays
}) {
  const [own, setOwn] = useState<readonly number[]>(assigned.event_ids)
  return (
    <fieldset className={styles.days}>
      <legend>Days at the venue</legend>
      <p>
        A person with the Venue role can open these days on the tablet. The day lead can waive a
        price, allow an extra place, and decide about a walk-in the site has refused.
      </p>
      {events.length === 0 && <p>There are no upcoming events.</p>}
      <ul>
        {events.map(({ event_id: id, event_name: name, event_date: date }) => {
          const isOwn = own.includes(id)
          const when = `${name}, ${dayInWords(date)}`
          return (
            <li key={id}>
              <Checkbox
                name={dayField(id)}
                checked={isOwn}
                optional
                onChange={(isTicked) =>
                  setOwn(isTicked ? [...own, id] : own.filter((one) => one !== id))
                }
              >
                {when}
              </Checkbox>
              {isOwn && (
                <Checkbox
                  name={leadField(id)}
                  defaultChecked={assigned.lead_event_ids.includes(id)}
                  optional
                >
                  Day lead<span className="visually-hidden"> {when}</span>
                </Checkbox>
              )}
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

/** Days that are not among `events` stay as they are. */
export function daysIn(
  typed: FormData,
  { events, assigned }: { events: readonly EventRow[]; assigned: AssignedDays },
): AssignedDays {
  const listed = events.map(({ event_id: id }) => id)
  const others = (ids: readonly number[]) => ids.filter((id) => !listed.includes(id))
  const ticked = listed.filter((id) => typed.has(dayField(id)))
  const leads = ticked.filter((id) => typed.has(leadField(id)))
  return {
    event_ids: [...others(assigned.event_ids), ...ticked],
    lead_event_ids: [...others(assigned.lead_event_ids), ...leads],
  }
}

function dayField(id: number): string {
  return `day-${id}`
}

function leadField(id: number): string {
  return `lead-${id}`
}
