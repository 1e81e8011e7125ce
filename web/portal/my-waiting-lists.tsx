import { Link } from 'react-router'
import { longDate } from '../../domain/uk-time.ts'
import type { Wait } from '../../domain/waiting-list-schemas.ts'
import { offerEndInWords, standing } from '../booking/waiting-text.ts'
import { PortalSection } from './portal-section.tsx'
import record from './record.module.css'

/** Offers first; `waits` is null when unavailable. */
export function MyWaitingLists({ waits }: { waits: Wait[] | null }) {
  const open = (waits ?? []).filter(({ status }) => status === 'waiting' || status === 'offered')
  if (open.length === 0) return null
  return (
    <PortalSection title="Waiting lists">
      <ul className={record.rows}>
        {open.toSorted(offersFirst).map((wait) => (
          <li key={wait.event_id} className={record.row}>
            <div>
              <h3>{wait.event_name}</h3>
              <p>{longDate(wait.event_date)}</p>
            </div>
            <p>
              <strong>{standing(wait)}</strong>
              {wait.status === 'offered' && wait.offer && (
                <>
                  : {wait.offer.time}, until {offerEndInWords(wait.offer)}
                </>
              )}
            </p>
            <p className={record.links}>
              {wait.status === 'offered' && (
                <Link to={`/book-event?event=${wait.event_id}`}>
                  Book this place<span className="visually-hidden"> at {wait.event_name}</span>
                </Link>
              )}
              <Link to={`/waiting-list?event=${wait.event_id}`}>
                See the waiting list
                <span className="visually-hidden"> of {wait.event_name}</span>
              </Link>
            </p>
          </li>
        ))}
      </ul>
    </PortalSection>
  )
}

function offersFirst(one: Wait, other: Wait): number {
  return Number(other.status === 'offered') - Number(one.status === 'offered')
}
