import { weekdayAndDate } from '../../../domain/office/dates.ts'
import type { OpenDay } from '../../../domain/office/day-schemas.ts'
import { ukDate } from '../../../domain/uk-time.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { NO_DAYS, opensInWords } from '../day/day-opens.ts'
import styles from './today.module.css'

/** The days that somebody at the venue is assigned to. */
export function OwnDays({ days }: { days: readonly OpenDay[] }) {
  return (
    <section className={styles.part} aria-labelledby="own-days">
      <h2 id="own-days">Your days at the venue</h2>
      {days.length === 0 ? (
        <p>{NO_DAYS}</p>
      ) : (
        <ul className={styles.days}>
          {days.map((day) => (
            <OwnDay key={day.event_id} day={day} isToday={day.date === ukDate(new Date())} />
          ))}
        </ul>
      )}
    </section>
  )
}

function OwnDay({ day, isToday }: { day: OpenDay; isToday: boolean }) {
  const where = day.city ?? day.name
  return (
    <li>
      <p>
        {isToday && 'Your day today: '}
        <b>{where}</b>, {day.booked} booked.
      </p>
      <p>
        {weekdayAndDate(day.date)}, {day.start} to {day.end}
      </p>
      {day.is_open ? (
        <ButtonLink
          to={`/days/${day.event_id}`}
          reloadDocument
          aria-label={`Open the door screen of ${where}`}
        >
          Open the door screen
        </ButtonLink>
      ) : (
        <p>{opensInWords(day)}</p>
      )}
    </li>
  )
}
