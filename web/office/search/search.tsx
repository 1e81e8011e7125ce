import { type ReactNode, useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigationType } from 'react-router'
import { pounds } from '../../../domain/money.ts'
import { weekdayAndDate } from '../../../domain/office/dates.ts'
import { SEARCH_LENGTH } from '../../../domain/office/member-search.ts'
import { paymentStateText } from '../../../domain/office/payment-state-text.ts'
import type { Found } from '../../../domain/office/search-schemas.ts'
import { dayInWords, ukDate } from '../../../domain/uk-time.ts'
import { Badge } from '../../ui/badge.tsx'
import { read } from '../api.ts'
import { STATE_WORDS } from '../events/event-text.ts'
import { MEMBER_COLUMNS } from '../members/member-columns.tsx'
import { DataTable } from '../parts/data-table.tsx'
import { OfficePage } from '../parts/office-page.tsx'
import styles from './search.module.css'

/** `found` is null when too little was typed. */
type Loaded = { q: string; found: Found | null }

export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const typed = new URL(request.url).searchParams.get('q') ?? ''
  const q = typed.trim().slice(0, SEARCH_LENGTH.max)
  if (q.length < SEARCH_LENGTH.min) return { q, found: null }
  const options = { query: { q }, signal: request.signal }
  return { q, found: await read('GET /api/office/search', options) }
}

export function Component() {
  const { q, found } = useLoaderData<Loaded>()
  useFocusOnResults(q)
  const count = Object.values(found ?? {}).reduce((sum, part) => sum + (part?.length ?? 0), 0)
  return (
    <OfficePage title={found ? `Search: ${q}` : 'Search'}>
      {count > 0 && found ? (
        <Results q={q} found={found} />
      ) : (
        <div className={styles.empty}>
          <p>{found ? `Nothing matches ‘${q}’.` : 'Enter at least 2 characters.'}</p>
          <p>
            Search for a member by name, email address, postcode, date of birth, phone number or the
            end of it. Search for an event by name, town or postcode. Search for a booking by its
            reference or how it starts, and for a payment by its full reference.
          </p>
        </div>
      )}
    </OfficePage>
  )
}

function Results({ q, found: { members, events, payments } }: { q: string; found: Found }) {
  const query = new URLSearchParams({ q })
  return (
    <>
      <Part title="Members" rows={members} all={`/members?${query}`}>
        {(rows) => (
          <DataTable
            caption="Members"
            hideCaption
            rows={rows}
            rowKey={({ id }) => id}
            columns={MEMBER_COLUMNS}
          />
        )}
      </Part>
      <Part title="Events" rows={events} all={`/events?${query}`}>
        {(rows) => (
          <DataTable
            caption="Events"
            hideCaption
            rows={rows}
            rowKey={({ event_id: id }) => id}
            columns={[
              {
                label: 'Event',
                cell: ({ event_id: id, event_name: name }) => (
                  <Link to={`/events/${id}`}>{name}</Link>
                ),
              },
              { label: 'When', cell: ({ event_date: date }) => weekdayAndDate(date) },
              { label: 'Town', cell: ({ city }) => city ?? '' },
              {
                label: 'State',
                cell: ({ state }) => (
                  <Badge tone={STATE_WORDS[state].tone}>{STATE_WORDS[state].label}</Badge>
                ),
              },
            ]}
          />
        )}
      </Part>
      <Part title="Payments" rows={payments} all={`/payments?${query}`}>
        {(rows) => (
          <DataTable
            caption="Payments"
            hideCaption
            rows={rows}
            rowKey={({ id }) => id}
            columns={[
              {
                label: 'Member',
                cell: ({ id, member_name: name }) => <Link to={`/payments/${id}`}>{name}</Link>,
              },
              { label: 'Event', cell: ({ event_name: name }) => name },
              { label: 'Begun', cell: ({ begun_at: at }) => dayInWords(ukDate(new Date(at))) },
              { label: 'Reference', cell: ({ reference }) => reference ?? '' },
              { label: 'Amount', align: 'end', cell: ({ amount_pence: pence }) => pounds(pence) },
              { label: 'State', cell: ({ state }) => paymentStateText(state) },
            ]}
          />
        )}
      </Part>
    </>
  )
}

/** Nothing without rows. The search has five rows at most, the list at `all` may have more. */
function Part<Row>({
  title,
  rows,
  all,
  children,
}: {
  title: string
  rows: readonly Row[] | null
  all: string
  children: (rows: readonly Row[]) => ReactNode
}) {
  const id = `found-${title.toLowerCase()}`
  if (!rows || rows.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children(rows)}
      {rows.length === 5 && (
        <p className={styles.all}>
          <Link to={all}>All {title.toLowerCase()} that match</Link>
        </p>
      )}
    </section>
  )
}

/** A search from this screen replaces the box that had the focus. */
function useFocusOnResults(q: string): void {
  const isNewEntry = useNavigationType() !== 'POP'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search has its own results
  useEffect(() => {
    if (isNewEntry) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  }, [q, isNewEntry])
}
